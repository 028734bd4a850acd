// Where a page gets the front end's second script from.
import { expect, test, vi } from "vitest";
import { type HostModel, Model } from "../../src/kernel/model";
import widget from "../../src/widget";
import { fakeModel, stillClock } from "../model";

stillClock();

/** A widget's model whose page has these other models. */
function page(others: Record<string, Record<string, unknown>>) {
  const made = fakeModel({ front: "IPY_MODEL_front" });
  const get_model = (id: string) => {
    const traits = others[id];
    return traits ? Promise.resolve(fakeModel(traits).model) : Promise.reject(new Error("no such model"));
  };
  return { ...made, model: new Model({ ...made.model, widget_manager: { get_model } } as unknown as HostModel) };
}

test("the model that holds the front end has it", async () => {
  const { model, sent } = page({ front: { screens: "export default 1" } });
  expect(await model.secondScript()).toBe("export default 1");
  expect(sent).toEqual([]);
});

test.each([{}, { front: { screens: "" } }])("otherwise the kernel sends it", async (others) => {
  const { model, sent, fire, listeners } = page(others);
  const script = model.secondScript();
  await vi.waitFor(() => expect(sent).toEqual([{ kind: "front_end", id: 0 }]));
  fire("msg:custom", { kind: "hello", id: 1 });
  fire("msg:custom", { kind: "front_end", screens: "export default 2" });
  expect(await script).toBe("export default 2");
  expect(listeners()).toBe(0);
});

test("a newer host is asked for other models, and the widget manager where it has none", async () => {
  const asked: string[] = [];
  const hosts = {
    getModel: (reference: string) => {
      asked.push(reference);
      const shown = fakeModel({ screens: "of the host", view: "plot" }).model;
      return reference.endsWith("gone") ? Promise.reject(new Error("no such model")) : Promise.resolve(shown as never);
    },
  };
  const get_model = (id: string) => Promise.resolve(fakeModel({ view: id === "gone" ? "poll" : "table" }).model);
  const made = fakeModel({ front: "IPY_MODEL_front" });
  const model = new Model({ ...made.model, widget_manager: { get_model } } as unknown as HostModel, hosts);
  expect(model.embeds).toBe(true);
  expect(await model.secondScript()).toBe("of the host");
  expect((await (await model.other("a")).other("b")).get("view")).toBe("plot");
  expect((await model.other("gone")).get("view")).toBe("poll");
  expect(asked).toEqual(["front", "a", "b", "gone"].map((id) => `anywidget:${id}`));
  expect(new Model(made.model as unknown as HostModel, {}).embeds).toBe(false);
});

test("without either it is missing", async () => {
  const { model } = page({});
  const script = expect(model.secondScript()).rejects.toThrow("no kernel sends");
  await vi.advanceTimersByTimeAsync(60_000);
  await script;
});

test("the script of the model that holds the front end puts itself where widgets look for it", () => {
  const { model: holder } = fakeModel({ front_key: "capture-widgets-front-test" });
  widget.initialize({ model: holder });
  widget.initialize({ model: fakeModel({}).model }); // where each widget holds the front end
  const found = Reflect.get(globalThis, "capture-widgets-front-test") as Promise<unknown>;
  Reflect.deleteProperty(globalThis, "capture-widgets-front-test");
  return expect(found).resolves.toBe(widget);
});
