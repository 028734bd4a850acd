import { expect, test } from "vitest";
import { nameOrLetter } from "../../src/board/names";
import type { SeatInfo } from "../../src/kernel/messages";

const seats = (...names: string[]) => names.map((name) => ({ name, kind: "person" }) as SeatInfo);

test("sentences call a ready-made bot by its given name, and nobody else by a part of the name", () => {
  const called = (...names: string[]) => names.map((_, seat) => nameOrLetter(seats(...names), seat));
  expect(called("you", "Greedy Ben")).toEqual(["you", "Ben"]);
  expect(called("Club player Cleo", "Strong player Ben")).toEqual(["Cleo", "Ben"]);
  expect(called("you", "Big Ben")).toEqual(["you", "Big Ben"]);
  expect(called("you", "Greedy old Ben")).toEqual(["you", "Greedy old Ben"]);
  expect(called("Ben", "Greedy Ben")).toEqual(["Ben", "Greedy Ben"]);
});
