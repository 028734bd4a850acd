// The sheet of keys names no key of another game.
import { expect, test } from "vitest";
import { texts } from "../../src/texts";

const named = (of: Parameters<typeof texts.keys>[0]) => texts.keys(of).map((key) => key.join(": ")).join("\n");

test("keys that only some games have are told at their tables only", () => {
  const [all, none] = [named({ lays: true, turns: true, legend: true }), named({ lays: false, turns: false, legend: false })];
  for (const told of ["behind that column", "turn the cards of a battle face down", "show or hide the legend"]) {
    expect(all).toContain(told);
    expect(none).not.toContain(told);
  }
});
