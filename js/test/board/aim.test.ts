import { expect, test } from "vitest";
import { placeMeant } from "../../src/board/aim";

function place(name: string, able: boolean): HTMLElement {
  const node = document.createElement("button");
  node.dataset.place = name;
  node.setAttribute("aria-disabled", String(!able));
  return node;
}

// two cards that can be picked, four pixels apart, over a larger one that cannot
const [left, right, behind] = [place("B2", true), place("B3", true), place("B6", false)];
const at = (x: number, y: number) => (y < 0 ? null : x < 50 ? left : x > 54 ? right : behind);

test("a click in the gap between two cards means the nearer one", () => {
  expect(placeMeant(51, 30, at)).toBe(left);
  expect(placeMeant(53.5, 30, at)).toBe(right);
});

test("a click far from every place that can be picked means none", () => {
  const wide = (x: number) => (x < 50 ? left : behind);
  expect(placeMeant(60, 30, wide)).toBeNull();
  expect(placeMeant(55, 30, wide)).toBe(left);
  expect(placeMeant(52, 30, () => behind)).toBeNull();
});
