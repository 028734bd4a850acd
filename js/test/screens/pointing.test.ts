import { beforeEach, expect, test } from "vitest";
import type { LessonScene } from "../../src/kernel/messages";
import { choiceAt, columnOf, points } from "../../src/screens/lesson/pointing";

beforeEach(() => {
  document.body.innerHTML = `
    <div id="table" aria-label="Table">
      <div aria-label="column 2"><i id="laid" aria-label="queen of diamonds, Bea's side of column 2"></i></div>
      <div aria-label="Your hand"><b><button id="three" aria-label="3 of spades, in your hand"></button></b><button id="king" aria-label="king of clubs"></button></div>
    </div>`;
});

const asks = (choices: string[], more: Partial<LessonScene> = {}) => ({ ask: "choice", closed: false, choices, text: "", ...more }) as LessonScene;
const at = (id: string, scene: LessonScene) => choiceAt(scene, document.getElementById(id)!, document.getElementById("table")!);

test("a click on what a choice names is that answer", () => {
  const cards = asks(["The three", "The king", "The seven"]);
  expect([at("three", cards), at("king", cards), at("laid", cards)]).toEqual(["The three", "The king", undefined]);
  expect(at("laid", asks(["Column 1", "Column 2"]))).toBe("Column 2");
  expect(at("three", asks(["The 3 of spades", "The 3 of hearts"]))).toBe("The 3 of spades");
});

test("a card that lies here is no answer to a question about another one, nor to a closed question", () => {
  expect(at("king", asks(["A king", "A second eight"]))).toBeUndefined();
  expect(at("king", asks(["The king", "The three"], { closed: true }))).toBeUndefined();
  expect([points(asks(["The king, the 6 and the 7", "Only the king"])), points(asks(["Column 1", "Column 2"]))]).toEqual([false, true]);
});

test("the only column that a question speaks of is marked", () => {
  const about = (text: string) => columnOf(asks(["The king"], { text }));
  expect([about("In column 1 lies a jack. Look at column 1."), about("Columns 1 and 2, column 1, column 2."), about("None.")]).toEqual(["1", undefined, undefined]);
});
