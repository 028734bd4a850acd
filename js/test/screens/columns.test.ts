// A table of Capture in five columns: a placement that is not complete, a hint that is laid, and buttons that take each other's place.
import { beforeEach, expect, test, vi } from "vitest";
import type { Dump } from "../../src/kernel/messages";
import widget from "../../src/widget";
import columns from "../dumps/columns.json";
import { fakeModel, stillClock } from "../model";
import { sceneOf } from "../scene";

stillClock();
beforeEach(() => document.body.replaceChildren());

const dump = columns.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<{ hands: string[][] }>;
const [move = ""] = dump.legal_moves;
const pairs = move.split(" ").map((pair) => pair.split(":") as [string, string]);
const scene = sceneOf();

function mount(can: Partial<typeof scene.can> = {}) {
  const el = document.createElement("div");
  document.body.append(el);
  const kernel = fakeModel({ view: "table", dump, scene: { ...scene, can: { ...scene.can, ...can } }, rules: [], bots_info: [] });
  widget.render({ model: kernel.model, el } as unknown as Parameters<typeof widget.render>[0]);
  const one = (hook: string) => el.querySelector<HTMLElement>(hook)!;
  kernel.answer({ kind: "hello", id: kernel.sent.find(({ kind }) => kind === "hello")?.id ?? -1 });
  return { ...kernel, one, place: (name: string) => one(`.cw-board [data-place="${name}"]`) };
}

const soon = () => vi.advanceTimersByTimeAsync(1);

test("a placement that is not complete is refused by the prompt, which names the card, and nothing covers the board", async () => {
  const seen = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(20);
  const { one, place, sent } = mount();
  const [last, ...others] = [...pairs].reverse();
  for (const [slot, card] of others) {
    place(card).click();
    place(slot).click();
  }
  const before = sent.length;
  place("place").click();
  await soon();
  expect(one(".cw-prompt").textContent).toMatch(/^The \w+ of \w+ has no column yet: pick it/);
  expect(one("[data-message]").textContent).toBe("");
  const [slot = "", card = ""] = last ?? [];
  place(card).click();
  place(slot).click();
  await soon();
  expect(one(".cw-prompt").textContent).not.toContain("no column yet");
  expect(sent).toHaveLength(before);
  // where a lesson hides the prompt, a message says it
  seen.mockReturnValue(0);
  place("take back").click();
  place("place").click();
  await soon();
  expect(one("[data-message]").textContent).toContain("has no column yet");
  seen.mockRestore();
});

test("the cards of a hint can be laid at once; the player plays them", async () => {
  const { one, place, sent, answer } = mount({ hint: true });
  one('[data-mark="hint"]').click();
  answer({ kind: "hint", id: sent.at(-1)?.id ?? -1, move, text: "Put them so: you capture column 1.", more: "", sure: "quite", goes_on: false });
  await soon();
  one("[data-lay]").focus();
  one("[data-lay]").click();
  await soon();
  expect(document.activeElement).toBe(place("place"));
  expect([place("place").getAttribute("aria-disabled"), one("[data-message]").textContent]).toEqual(["false", ""]);
  expect(sent.at(-1)?.kind).toBe("hint");
  place("take back").click();
  await soon();
  expect(place("place").getAttribute("aria-disabled")).toBe("true");
  one(`.cw-board [data-place="${pairs.at(-1)?.[1] ?? ""}"]`).click();
  place(pairs.at(-1)?.[0] ?? "").click();
  place("place").click();
  expect(sent.at(-1)).toMatchObject({ kind: "play", move });
});

test("a hint marks no place with a card that lies elsewhere", async () => {
  const { one, place, sent, answer } = mount({ hint: true });
  one('[data-mark="hint"]').click();
  answer({ kind: "hint", id: sent.at(-1)?.id ?? -1, move, text: "Put them so.", more: "", sure: "quite", goes_on: false });
  const [first, second] = pairs as [[string, string], [string, string]];
  const badge = () => place(first[0]).closest(".cw-spot")?.querySelector<HTMLElement>("[data-tag]")?.dataset.tag;
  await soon();
  expect(badge()).toContain(first[1].startsWith("T") ? "10" : first[1].charAt(0));
  place(first[1]).click();
  place(second[0]).click();
  await soon();
  expect(badge()).toBe("+");
});

test("what comes under the pointer in the place of Skip to the end does nothing for a second", async () => {
  const { one, model, sent } = mount({ skip: true, again: true });
  one('[data-mark="skip"]').click();
  expect(sent.at(-1)?.kind).toBe("skip");
  model.set("dump", { ...dump, ply: 8, is_over: true, to_play: null, legal_moves: [] });
  model.set("scene", { ...scene, acts: [], can: { ...scene.can, again: true } });
  await vi.advanceTimersByTimeAsync(300);
  expect(one('[data-mark="skip"]').getAttribute("aria-disabled"), "it stays for a while, so that one sees what one pressed").toBe("true");
  one('[data-mark="skip"]').click();
  expect(sent.filter(({ kind }) => kind === "skip")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(400);
  one('[data-mark="again"]').click();
  expect(sent.filter(({ kind }) => kind === "again")).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(400);
  one('[data-mark="again"]').click();
  expect(sent.at(-1)?.kind).toBe("again");
});

test("beside a move that can be played, Skip to the end is no second main button", () => {
  expect(mount({ skip: true }).one('[data-mark="skip"]').className).toContain("is-strong");
  const el = document.createElement("div");
  const kernel = fakeModel({ view: "table", dump, scene: { ...scene, settled: "Decided.", can: { ...scene.can, skip: true } }, rules: [], bots_info: [] });
  widget.render({ model: kernel.model, el } as unknown as Parameters<typeof widget.render>[0]);
  expect(el.querySelector('[data-mark="skip"]')?.className).not.toContain("is-strong");
});
