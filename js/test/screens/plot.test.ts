import { afterEach, expect, test } from "vitest";
import widget from "../../src/widget";
import type { Dump, KommandoTable } from "../../src/kernel/messages";
import dumps from "../dumps/kommando.json";
import { fakeModel } from "../model";
import { sceneOf } from "../scene";

let ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended) end();
  ended = [];
  document.body.replaceChildren();
});

function mount(traits: Record<string, unknown>) {
  const fake = fakeModel(traits);
  const el = document.createElement("div");
  document.body.append(el);
  ended.push(widget.render({ model: fake.model as never, el }));
  return { el, ...fake };
}

const judged = (at: string, value: number) => ({ at, value, low: value, high: value, words: `${value} points`, blame: null, better: null });

test("a point of the plot leads there, and the one shown is marked", () => {
  const curves = [{ seat: 0, open: false, words: "A", points: [judged("0/0", 0), judged("0/1", 0), judged("0/2", 9)] }];
  const scene = { title: "Kommando", game: "kommando", seat: null, first: 0, last: 2 };
  const { el, model } = mount({ view: "plot", scene, timeline: { unit: "points", curves }, round: 0, ply: 0, settings: {} });
  const points = [...el.querySelectorAll<HTMLElement>("[data-timeline] [data-at]")];
  expect(points.map(({ dataset }) => dataset.at)).toEqual(["0/0", "0/1", "0/2"]);
  points[2]?.click();
  expect(model.get("ply")).toBe(2);
  expect(model.save_changes).toHaveBeenCalled();
  expect(el.querySelector<HTMLElement>(".capture-widgets")?.dataset.view).toBe("plot");
});

test("what is believed stands on places with hidden cards alone, and is read out", () => {
  const dump = dumps.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<KommandoTable>;
  const hidden = dump.table.row.findIndex(({ card }) => card === "??");
  const beliefs = { [`row/${hidden}/card`]: ["7b 20%", "1y 10%"], "hands/1": ["9y 80%"], "row/0/card": ["1r 3%"] };
  const { el } = mount({ view: "table", dump, scene: sceneOf({ beliefs }), rules: [], bots_info: [], settings: {}, logged: { count: 0, changes: 0 } });
  const slips = [...el.querySelectorAll<HTMLElement>("[data-belief]")];
  expect(slips.map(({ textContent }) => textContent).sort()).toEqual(["7b 20%", "9y 80%"]);
  const slip = slips.find(({ textContent }) => textContent === "7b 20%");
  expect(slip?.parentElement?.title).toBe("likeliest 7b 20%, 1y 10%");
  const said = slip?.parentElement?.getAttribute("aria-label") ?? slip?.parentElement?.querySelector("[aria-label]")?.getAttribute("aria-label");
  expect(said).toContain("likeliest 7b 20%, 1y 10%");
});
