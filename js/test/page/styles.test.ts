// The styles of the second script are there before its first screen, once, and after the sheet of the first script.
import { beforeEach, expect, test } from "vitest";
import { placeStyles } from "../../src/page/styles";

const PLACED = "style[data-cw-screens]";

beforeEach(() => {
  for (const sheet of document.head.querySelectorAll("style")) sheet.remove();
  document.body.replaceChildren();
});

function output(parent: Node = document.body): HTMLElement {
  const el = document.createElement("div");
  parent.appendChild(el);
  return el;
}

test("several displays of a page share one sheet in its head, also one that is not on the page yet", () => {
  for (const el of [document.createElement("div"), output(), output()]) placeStyles(el, false, ".a{}");
  expect([...document.head.querySelectorAll(PLACED)].map(({ textContent }) => textContent)).toEqual([".a{}"]);
  placeStyles(output(), false, ".b{}"); // another build of the front end
  expect(document.head.querySelectorAll(PLACED)).toHaveLength(2);
});

test("a table places no sheet", () => {
  placeStyles(output(), true);
  expect(document.querySelector(PLACED)).toBeNull();
});

test("a display in a shadow root gets a sheet there, because the page's own does not reach it", () => {
  placeStyles(output(), false, ".a{}");
  const root = output().attachShadow({ mode: "open" });
  placeStyles(output(root), false, ".a{}");
  expect([document.head, root].map((place) => place.querySelectorAll(PLACED).length)).toEqual([1, 1]);
});

test.each([false, true])("the sheet stands behind a first sheet that another widget has brought (%s)", (brings) => {
  placeStyles(output(), brings, ".a{}");
  document.head.append(document.createElement("style"));
  placeStyles(output(), brings);
  expect(document.head.lastElementChild?.matches(PLACED)).toBe(brings);
});
