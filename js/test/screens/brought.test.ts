import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BroughtView } from "../../src/kernel/messages";
import { type HostModel, Model } from "../../src/kernel/model";
import { bring } from "../../src/screens/brought";
import { views } from "../../src/views/index";
import { fakeModel } from "../model";

/** Node imports no `blob:` addresses: the text of the blob goes into the address instead. */
beforeEach(() => {
  vi.stubGlobal("Blob", class {
    constructor(readonly parts: string[]) {}
  });
  URL.createObjectURL = (blob) => `data:text/javascript,${encodeURIComponent((blob as unknown as { parts: string[] }).parts.join(""))}`;
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal("reportError", vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

function brought(given: Partial<BroughtView> | null) {
  const game_view = given && { game: "trio", deck: "french", groups: {}, script: "", ...given };
  const traits = { game_view };
  const fake = fakeModel(traits);
  const model = new Model(fake.model as unknown as HostModel);
  const el = document.createElement("div");
  const painted = vi.fn();
  const ending = new AbortController();
  model.onChange(["dump"], painted, ending.signal);
  bring(model, el, ending.signal);
  return { ...fake, el, painted, ending };
}

const SCRIPT = `export default ({ column, note }) => ({
  style: ".cw-b-trio { gap: 1px }",
  layout: () => column("trio", [note("one", "its own")]),
});`;

test("a game that brings no view is drawn plainly", () => {
  brought({ game: "whist" });
  expect(views.whist?.deck).toBe("french");
  expect(views.whist?.steps("2c 3c")).toEqual(["2c", "3c"]);
});

test("a view that is brought takes the place of the plain drawing, which has what it leaves out", async () => {
  const { el, painted } = brought({ script: SCRIPT });
  const before = views.trio;
  await vi.waitFor(() => {
    expect(views.trio).not.toBe(before);
  });
  expect(views.trio?.layout({} as never, {} as never)).toMatchObject({ key: "trio", kids: [{ text: "its own" }] });
  expect(views.trio?.steps("2c")).toEqual(["2c"]);
  expect(el.querySelector("style")?.textContent).toContain("gap: 1px");
  await vi.waitFor(() => {
    expect(painted).toHaveBeenCalled();
  });
});

test.each(["throw new Error('broken')", "export default 7", "not JavaScript"])("the plain drawing stays where a view cannot be loaded: %s", async (script) => {
  brought({ game: "broken", script });
  const before = views.broken;
  await vi.waitFor(() => {
    expect(reportError).toHaveBeenCalled();
  });
  expect(views.broken).toBe(before);
});

test("nothing takes the place of this package's own views", () => {
  const { kommando } = views;
  brought({ game: "kommando", script: SCRIPT });
  brought(null);
  expect(views.kommando).toBe(kommando);
});

test("a model that is given another game later shows that", async () => {
  const { model } = brought(null);
  model.set("game_view", { game: "later", deck: "french", groups: {}, script: "" });
  await vi.waitFor(() => {
    expect(views.later).toBeDefined();
  });
});
