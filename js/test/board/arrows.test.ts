// @vitest-environment jsdom
// The arrow keys pass by places whose cards have left play, as long as nothing can be done there.
import { expect, test } from "vitest";
import { goal } from "../../src/board/a11y";

/** A row of three places of a formation, the middle one empty. */
function board(able: boolean): HTMLElement[] {
  const root = document.createElement("div");
  root.innerHTML = [1, 2, 3]
    .map((at) => `<div class="cw-spot is-post${at === 2 ? " is-empty" : ""}"><button data-place="${at}" aria-disabled="${at !== 2 || !able}"></button></div>`)
    .join("");
  const places = [...root.querySelectorAll("button")];
  places.forEach((place, at) => {
    place.getBoundingClientRect = () => ({ left: 100 * at, right: 100 * at + 60, top: 0, bottom: 80, width: 60, height: 80 }) as DOMRect;
  });
  return [root, ...places];
}

test.each([
  [false, "3"],
  [true, "2"],
])("from a card beside an empty place that can be picked: %s", (able, name) => {
  const [root, first] = board(able) as [HTMLElement, HTMLElement];
  expect(goal(root, first, "ArrowRight")?.dataset.place).toBe(name);
});
