import { describe, expect, test } from "vitest";
import { click, completions, nextPlaces, optionsOf } from "../../src/board/pick";
import { Picking, type Picks } from "../../src/board/picking";

const steps = (move: string) => move.split(":");
const options = optionsOf(["L:7b", "L:9y", "R:7b"], steps);

describe("what may be picked next", () => {
  test("everything a legal move begins with", () => {
    expect([...nextPlaces(options, [])].sort()).toEqual(["7b", "9y", "L", "R"]);
  });
  test("what is left of the moves that hold the picked place", () => {
    expect([...nextPlaces(options, ["9y"])]).toEqual(["L"]);
    expect([...nextPlaces(options, ["R"])]).toEqual(["7b"]);
    expect([...nextPlaces(options, ["10r"])]).toEqual([]);
  });
  test("only the starts, where a view names them", () => {
    const travel = optionsOf(["travel c4 e5"], () => ["c4", "e5"], () => ["c4"]);
    expect([...nextPlaces(travel, [])]).toEqual(["c4"]);
    expect([...nextPlaces(travel, ["c4"])]).toEqual(["e5"]);
  });
});

describe("a click", () => {
  test("completes a move in either order", () => {
    expect(click(options, ["9y"], "L")).toEqual({ kind: "move", move: "L:9y" });
    expect(click(options, ["L"], "9y")).toEqual({ kind: "move", move: "L:9y" });
  });
  test("on a picked place lets go of it", () => {
    expect(click(options, ["9y"], "9y")).toEqual({ kind: "picked", picked: [] });
  });
  test("that does not go with the others begins anew", () => {
    expect(click(options, ["9y"], "7b")).toEqual({ kind: "picked", picked: ["7b"] });
  });
  test("that makes a whole but illegal move is an attempt", () => {
    const attempt = (picked: readonly string[]) => (picked.length === 2 ? picked.join("+") : null);
    expect(click(options, ["9y"], "R", attempt)).toEqual({ kind: "attempt", move: "9y+R" });
  });
  test("on a place that is a move by itself plays it", () => {
    expect(click(optionsOf(["9y", "7b"], (move) => [move]), [], "9y")).toEqual({ kind: "move", move: "9y" });
  });
  test("prefers the move whose notation has the order of the picks", () => {
    const both = optionsOf(["move 2 4", "move 4 2"], (move) => move.split(" ").slice(1));
    expect(click(both, ["4"], "2")).toEqual({ kind: "move", move: "move 4 2" });
    expect(click(both, ["2"], "4")).toEqual({ kind: "move", move: "move 2 4" });
  });
  test("on a pile draws, unless a card is picked for it", () => {
    const turn = optionsOf(["draw discard", "discard 5j"], (move) => (move === "draw discard" ? ["discard"] : ["5j", "discard"]));
    expect(click(turn, [], "discard")).toEqual({ kind: "move", move: "draw discard" });
    expect(click(turn, ["5j"], "discard")).toEqual({ kind: "move", move: "discard 5j" });
    const other = optionsOf(["draw stock", "discard 5j"], (move) => (move === "draw stock" ? ["stock"] : ["5j", "discard"]));
    expect(click(other, ["5j"], "stock"), "the click lets go of the card, and ends no turn").toEqual({ kind: "picked", picked: [] });
  });
});

test("typed beginnings are completed, shortest first, whatever their case", () => {
  expect(completions(["L:10r", "L:7b", "R:7b"], " l:")).toEqual(["L:7b", "L:10r"]);
  expect(completions(["L:7b"], "")).toEqual([]);
});

test("a pick goes on with the other half of its move, and not with what would take its place", () => {
  const goesOn = (of: object, picked: string[]) => {
    const picks = { view: { steps, ...of }, dump: { legal_moves: ["L:7b", "L:9y", "R:7b"] }, picked, draft: {} } as unknown as Picks;
    return [...new Picking(() => picks).goesOn()].sort();
  };
  expect(goesOn({}, ["7b"])).toEqual(["L", "R"]);
  const compose = () => ({ cards: ["2h", "3h"], slots: ["A", "B"], numbered: ["A", "B"], move: () => null });
  expect(goesOn({ compose }, ["2h"])).toEqual(["A", "B"]);
  expect(goesOn({ compose }, ["B"])).toEqual(["2h", "3h"]);
});

describe("a pick that no move goes with", () => {
  const able = (picked: string[], attempt: (picked: readonly string[]) => string | null = () => null) => {
    const view = { steps, attempt };
    const picks = { view, dump: { legal_moves: ["L:7b", "L:9y", "R:7b"] }, picked, draft: {} } as unknown as Picks;
    return [...new Picking(() => picks).able()].sort();
  };
  test("can be let go of, and whatever begins a move can be picked in its place", () => {
    expect(able(["10r"])).toEqual(["10r", "7b", "9y", "L", "R"]);
  });
  test("leaves out what would make a refused move with it", () => {
    expect(able(["10r"], (picked) => (picked.includes("L") ? "L:10r" : null))).toEqual(["10r", "7b", "9y", "R"]);
  });
  test("gives way to what is a whole move by itself, as a draw is", () => {
    const view = { steps: (move: string) => move.split(" ").slice(1) };
    const played: string[] = [];
    const picks = { view, dump: { legal_moves: ["draw stock", "play 4j 1"] }, picked: ["10r"], draft: {}, play: (move: string) => played.push(move) } as unknown as Picks;
    const picking = new Picking(() => picks);
    expect([...picking.able()].sort()).toEqual(["10r", "1", "4j", "stock"].sort());
    picking.pickPlace("stock");
    expect(played, "one tap draws, and not two").toEqual(["draw stock"]);
  });
  test("of the same place again explores where a view says so; a card dropped on its own place only is let go of", () => {
    const played: string[] = [];
    let freed = 0;
    const view = { steps: (move: string) => [move.slice(8), "explore"], again: (place: string) => `explore ${place}` };
    const picks = {
      view, dump: { legal_moves: ["explore c4"] }, picked: ["c4"], draft: {},
      play: (move: string) => played.push(move), letGo: () => (freed += 1),
    } as unknown as Picks;
    const picking = new Picking(() => picks);
    expect([...picking.able()].sort()).toEqual(["c4", "explore"]);
    picking.dropOn("c4");
    expect([played, freed]).toEqual([[], 1]);
    picking.pickPlace("c4");
    expect(played).toEqual(["explore c4"]);
  });
  test("is let go of when it causes a refusal; a pick that moves go with stays", () => {
    const tried = (picked: string[], place: string) => {
      const told: unknown[] = [];
      const view = { steps, attempt: (all: readonly string[]) => (all.length === 2 ? all.join(":") : null) };
      const picks = {
        view, dump: { legal_moves: ["L:7b", "L:9y", "R:7b"] }, picked, draft: {},
        pick: (all: readonly string[]) => told.push(all), play: (move: string) => told.push(move),
      } as unknown as Picks;
      new Picking(() => picks).pickPlace(place);
      return told;
    };
    expect(tried(["10r"], "L")).toEqual([[], "10r:L"]);
    expect(tried(["9y"], "R")).toEqual(["9y:R"]);
  });
  test("that moves do go with leads to them alone", () => {
    expect(able(["9y"])).toEqual(["L"]);
  });
});
