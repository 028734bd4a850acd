// A code in the address of the page is found, also where JupyterLab has taken it out of the address by then.
import { afterEach, expect, test, vi } from "vitest";
import { factsOf, startsHere } from "../../src/panel/gameCard";
import { concerns, teamed } from "../../src/panel/gameChoice";
import { cameOut, counted, onlyBeats, stateOf } from "../../src/screens/lobby/games";
import type { GameFigures, PlayedGame } from "../../src/kernel/messages";
import { codeOfPage } from "../../src/screens/lobby/lobby";
import { words } from "../../src/screens/lobby/texts";
import { texts } from "../../src/texts";

const CODE = "OPEN-KO1-Y2G0W8-0QP";

function opened(first: string, now: string) {
  vi.stubGlobal("performance", { getEntriesByType: () => [{ name: first }] });
  vi.stubGlobal("location", { href: now });
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the address", "https://x.org/lab", `https://x.org/lab?path=start.ipynb&code=${CODE}`, CODE],
  ["the address that was opened", `https://x.org/lab/tree/start.ipynb?code=${CODE}&token=0`, "https://x.org/lab/tree/start.ipynb", CODE],
  ["no address", "https://x.org/lab", "about:blank", ""],
  ["an address with something else", "", "https://x.org/lab?code=<script>", ""],
])("a code is taken from %s", (_, first, now, code) => {
  opened(first, now);
  expect(codeOfPage()).toBe(code);
});

test("a kind of game says how many games are not finished, whether any was decided or none", () => {
  expect(cameOut({ played: 4, won: 1, drawn: 0, lost: 2, unfinished: 1 })).toBe("1 won, 2 lost, 1 not finished");
  expect(cameOut({ played: 1, won: 0, drawn: 0, lost: 0, unfinished: 1 })).toBe("1 not finished");
  expect(cameOut({ played: 2, won: 2, drawn: 0, lost: 0, unfinished: 0 })).toBe("2 won, 0 lost");
  expect(cameOut({ played: 4, won: 1, drawn: 0, lost: 0, unfinished: 1 })).toBe("1 won, 0 lost, 2 between people, 1 not finished");
});

test("of a game between several people the list says who won", () => {
  const game = { result: null, place: "", over: true, ended: false, winners: ["Ann"], fault: null };
  expect(stateOf(game)).toBe("Ann won");
  expect(stateOf({ ...game, winners: ["Ann", "Cem"] })).toBe("Ann and Cem won");
  expect(stateOf({ ...game, winners: [] })).toBe("Drawn");
  expect(stateOf({ ...game, over: false, winners: [] })).toBe("Not finished");
  expect(stateOf({ ...game, result: "lost" })).toBe("Lost");
  expect(stateOf({ ...game, result: "lost", place: "2nd of 4" })).toBe("Lost, 2nd of 4");
});

test("who deletes the only win over a level is told that it is to be beaten again", () => {
  const levels = [{ level: "beginner", name: "Beginner", won: 1, drawn: 0, lost: 2 }];
  const figures = [{ game: "kommando", levels }] as unknown as GameFigures[];
  const game = { game: "kommando", level: "beginner", result: "won", partner: null } as unknown as PlayedGame;
  expect(onlyBeats(game, figures)).toBe("Beginner");
  expect(onlyBeats({ ...game, result: "lost" }, figures)).toBe("");
  expect(onlyBeats({ ...game, partner: "Beginner" }, figures)).toBe("");
  expect(onlyBeats(game, [{ ...figures[0]!, levels: [{ ...levels[0]!, won: 2 }] }])).toBe("");
  expect(words.forget("this game", false, "Beginner")).toBe("Delete this game, for good? Your results lose it, too, and Beginner is to be beaten again.");
  expect(words.forget("this game", false, "")).toBe("Delete this game, for good? Your results lose it, too.");
});

test("against several the points of the best of them are told, and not as those of one", () => {
  expect(words.score(3, 0, 3)).toBe("3 points, the others none");
  expect(words.score(1, 4, 2)).toBe("1 point, the others at most 4");
  expect(words.score(12, 1, 1)).toBe("12 to 1 point");
});

test("a game to start with is named until a game or a first hand was finished", () => {
  const games = ["commander", "kommando"].map((slug) => ({ slug, finished: false, learned: false }));
  expect(games.filter((one) => startsHere(one, games)).map(({ slug }) => slug)).toEqual(["kommando"]);
  expect(games.some((one) => startsHere(one, [...games, { finished: true, learned: false }]))).toBe(false);
  expect(games.some((one) => startsHere(one, [...games, { finished: false, learned: true }]))).toBe(false);
});

test("a row names the partner of a team, and the time of a short game, too", () => {
  expect(words.against("Beginner × 2", "Beginner")).toBe("in a team with Beginner against Beginner × 2");
  expect(words.against("Beginner × 3", null)).toBe("against Beginner × 3");
  expect(words.time(20)).toBe("less than a minute");
  expect(words.time(120)).toBe("2 min");
});

test("the words below a curve give its lowest and highest result, in whatever order they came", () => {
  expect(words.range("points", 2, 15, 27)).toBe("The last 2 games: 15 to 27 points.");
  expect(words.range("turns", 3, 30, 30)).toBe("The last 3 wins: always 30 turns.");
});

test("a trend says whether it is good: more points are, and fewer turns", () => {
  expect(words.trend("points", 3)).toBe("↗ The later half: 3 points more a game on average, which is better.");
  expect(words.trend("points", -1)).toBe("↘ The later half: 1 point fewer a game on average, which is worse.");
  expect(words.trend("turns", 2)).toBe("↗ The later half: 2 turns more a game on average, which is worse.");
  expect(words.trend("turns", -2)).toBe("↘ The later half: 2 turns fewer a game on average, which is better.");
});

test("the signs of a text to share are explained, and that it gives no card away", () => {
  expect(texts.shareSigns).toMatch(/No card is given away\.$/);
});

test("opponents of one name are counted", () => {
  expect(counted(["Beginner", "Beginner", "Greedy"])).toBe("Beginner × 2 and Greedy");
  expect(counted(["Ann"])).toBe("Ann");
  expect(counted(["Ann", "Ben", "Cem"])).toBe("Ann, Ben and Cem");
});

const said = (...of: Parameters<typeof factsOf>) => factsOf(...of).join("");

test("a card says for how many Play begins a game, when the last one was for more than two", () => {
  const game = { people: "for two to four", takes: "15 minutes", last: {}, fewest: null };
  expect(said(game)).toBe("for two to four, 15 minutes");
  expect(said({ ...game, last: { players: 4, teams: true } })).toBe("for 4 in teams");
  expect(said({ ...game, last: { players: 3 } }, ["Beginner", "Greedy"])).toBe("for 3 players, ✓ Beginner beaten");
});

test("a card says which level was beaten last, when Play goes to the next", () => {
  const game = { people: "for two", takes: "5 minutes", last: {}, fewest: null };
  expect(said(game, ["Beginner", "Greedy"])).toBe("✓ Beginner beaten, now Greedy");
  expect(said({ ...game, fewest: 30 })).toBe("✓ won in 30 turns");
});

test("a sentence about levels is told to those who choose one of them", () => {
  const bots = ["Beginner", "Greedy"].map((name) => ({ id: name.toLowerCase(), name, words: "" }));
  const chosen = (opponent: string, ...others: string[]) => ({ game: "commander", opponent, others, match: false, options: {}, deal: "" });
  expect(concerns("No clear step from Greedy on.", bots, chosen("beginner"))).toBe(false);
  expect(concerns("No clear step from Greedy on.", bots, chosen("beginner", "greedy"))).toBe(true);
  expect(concerns("", bots, chosen("greedy"))).toBe(false);
});

test("a partner begins with a level that remembers, whoever played that seat before; the opponents stay", () => {
  const bots = ["random", "beginner", "greedy", "club"].map((id) => ({ id, name: id, words: "" }));
  expect(teamed(bots, ["beginner", "beginner", "beginner"])).toEqual({ others: ["greedy", "beginner"] });
  expect(teamed(bots, ["beginner", "club", "random"])).toEqual({ others: ["club", "random"] });
  expect(teamed(bots, ["random"])).toEqual({ others: ["greedy", "random"] });
  expect(teamed(bots, ["club", "person", "club"])).toEqual({ others: ["person", "club"] });
});
