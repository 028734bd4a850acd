// Stills in a notebook, and in a document that several pages share.
import { expect, test, vi } from "vitest";
import { type HostModel, Model } from "../../src/kernel/model";
import { followStill } from "../../src/kernel/still";
import { fakeModel, stillClock } from "../model";

stillClock();

const html = (name: string, ply: number) => ({ "text/html": `<div class="cw-still" data-cw-still="${name}">${ply}</div>` });
const png = (name: string, ply: number) => ({ data: { "image/png": `${ply}`, "text/plain": "" }, metadata: { "capture-widgets": { still: name } } });
const alone = (name: string, ply = 0) => ({ output_type: "display_data", ...png(name, ply) });
const picture = (name: string, ply = 0) => ({ output_type: "display_data", data: html(name, ply) });
const other = { output_type: "stream", text: "words" };

/** A notebook with these outputs in its cell, and a display of the widget "a" in it. */
function shown(start: object[], collaborative: boolean) {
  let outputs = start;
  const shared = {
    getOutputs: () => structuredClone(outputs),
    updateOutputs: vi.fn((from: number, to: number, others: object[]) => {
      outputs = [...outputs.slice(0, from), ...others, ...outputs.slice(to)];
    }),
    transact: (act: () => void) => act(),
    youtputs: {
      get: (at: number) => ({ set: (name: string, value: unknown) => (outputs = outputs.map((one, index) => (index === at ? { ...one, [name]: value } : one))) }),
    },
  };
  const own = {
    get length() {
      return outputs.length;
    },
    get: (at: number) => ({ ...outputs[at], toJSON: () => outputs[at] }),
    set: vi.fn((at: number, output: object) => (outputs = outputs.map((one, index) => (index === at ? output : one)))),
  };
  const kernel = fakeModel({ still: "a" });
  const cells = { length: 2, get: (at: number) => (at === 0 ? {} : { outputs: own, sharedModel: shared }) };
  Object.assign(kernel.model, { widget_manager: { context: { model: { cells, collaborative } } } });
  const ending = new AbortController();
  followStill(new Model(kernel.model as unknown as HostModel), document, ending.signal);
  const draw = (ply: number, writer: string | null, own = false) =>
    kernel.answer({ kind: "still", id: null, data: html("a", ply), picture: own ? png("a", ply) : null, writer });
  return { ...kernel, draw, shared, own, ending, outputs: () => outputs };
}

test("a page with a document of its own writes every still, and removes what is there twice", () => {
  const { draw, sent, outputs } = shown([other, picture("a"), picture("b"), picture("a", 1), picture("b", 1), other, picture("a")], false);
  expect(outputs()).toEqual([other, picture("a"), picture("b"), other, picture("a")]);
  draw(3, null);
  expect(outputs()).toEqual([other, picture("a", 3), picture("b"), other, picture("a", 3)]);
  expect(sent).toEqual([]);
});

test("a page that shares its document writes only what the kernel asks of it", () => {
  const { draw, sent, shared, own, ending, outputs } = shown([picture("a"), picture("b"), picture("a", 1), picture("a", 2)], true);
  const [{ view } = { view: "" }] = sent as unknown as { view: string }[];
  expect(sent).toMatchObject([{ kind: "writes" }]);
  draw(3, null);
  draw(3, "another");
  expect(outputs()).toHaveLength(4);
  expect(sent).toHaveLength(1);
  draw(4, view);
  expect(outputs()).toEqual([picture("a", 4), picture("b")]);
  expect(sent).toMatchObject([{ kind: "writes", view }, { kind: "writes", view }]);
  // only the two that were there twice; another page would put an output that replaces this one behind the next
  expect(shared.updateOutputs.mock.calls.map(([, , others]) => others)).toEqual([[], []]);
  expect(own.set).not.toHaveBeenCalled();
  ending.abort();
  expect(sent.at(-1)).toMatchObject({ kind: "rests", view });
  draw(5, view);
  expect(outputs()[0]).toEqual(picture("a", 4));
});

test("the last output of a cell is replaced, since pages without the widget then show it", () => {
  const { draw, sent, shared, outputs } = shown([other, picture("a")], true);
  const [{ view } = { view: "" }] = sent as unknown as { view: string }[];
  draw(1, view);
  draw(1, view);
  expect(outputs()).toEqual([other, picture("a", 1)]);
  expect(shared.updateOutputs.mock.calls).toEqual([[1, 2, [picture("a", 1)]]]);
});

test("a picture that is an output of its own is hidden, written and removed like its words", () => {
  const pair = (name: string, ply = 0) => [picture(name, ply), alone(name, ply)];
  const { draw, outputs } = shown([other, ...pair("a"), ...pair("b"), ...pair("a", 1)], false);
  expect(outputs()).toEqual([other, ...pair("a"), ...pair("b")]);
  draw(3, null, true);
  expect(outputs()).toEqual([other, ...pair("a", 3), ...pair("b")]);
  document.body.innerHTML = `<div class="output_area"><div class="cw-still cw-pictured" data-cw-still="a"></div></div>
    <div class="output_area" id="picture"></div><div class="output_area" id="next"></div>`;
  const seen = (name: string) => getComputedStyle(document.getElementById(name) as Element).display;
  expect([seen("picture"), seen("next")]).toEqual(["none", "block"]);
});

test("in a shared document the words and the picture at the end of a cell are replaced at once, others get their data", () => {
  const pair = (ply: number) => [picture("a", ply), alone("a", ply)];
  const { draw, sent, shared, outputs } = shown([...pair(0), picture("b"), ...pair(0), other, ...pair(0)], true);
  const [{ view } = { view: "" }] = sent as unknown as { view: string }[];
  draw(1, view, true);
  expect(outputs()).toEqual([...pair(1), picture("b"), other, ...pair(1)]);
  expect(shared.updateOutputs.mock.calls.slice(-1)).toEqual([[4, 6, pair(1)]]);
});
