import { expect, test } from "vitest";
import { placeMeant } from "../../src/board/aim";
import type { Dump } from "../../src/kernel/messages";
import widget from "../../src/widget";
import kommando from "../dumps/kommando.json";
import { fakeModel, stillClock } from "../model";
import { sceneOf } from "../scene";

stillClock();

const start = kommando.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump;

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

test("a refused target leaves the picked card picked, and the next target goes with it", () => {
  const el = document.createElement("div");
  document.body.append(el);
  const { model, sent, answer } = fakeModel({ view: "table", dump: start, scene: sceneOf(), rules: [], bots_info: [] });
  widget.render({ model, el } as unknown as Parameters<typeof widget.render>[0]);
  const place = (name: string) => el.querySelector<HTMLElement>(`[data-place="${name}"]`)!;
  answer({ kind: "hello", id: sent.find(({ kind }) => kind === "hello")?.id ?? -1 });
  const [move = ""] = start.legal_moves;
  const [end = "", card = ""] = move.split(":");
  place(card).click();
  place(end).click();
  answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule: "KO-5", text: "Not in that colour.", move });
  expect(place(card).getAttribute("aria-pressed")).toBe("true");
  const before = sent.length;
  place(end).click();
  expect(sent.slice(before)).toMatchObject([{ kind: "play", move }]);
});
