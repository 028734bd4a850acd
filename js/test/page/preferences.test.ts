// What is liked holds for every table of the page and for ever; sounds are heard once they are turned on, and only then.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { KEY } from "../../src/page/preferences";
import type { Dump, Scene } from "../../src/kernel/messages";
import kommando from "../dumps/kommando.json";
import { fakeModel } from "../model";
import { sceneOf } from "../scene";

const begun = kommando.find(({ seat, ply }) => seat === 0 && ply > 0) as unknown as Dump;
const started: string[] = [];

class FakeNode {
  type = "";
  buffer: unknown = null;
  frequency = { value: 0 };
  gain = { value: 0, setValueAtTime: () => 0, linearRampToValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 };
  connect(next: FakeNode) {
    return next;
  }
  start() {
    started.push(this.type === "" ? "noise" : "tone");
  }
  stop() {
    return 0;
  }
}

class FakeAudio {
  state = "running";
  currentTime = 0;
  sampleRate = 1000;
  destination = new FakeNode();
  createOscillator = () => Object.assign(new FakeNode(), { type: "sine" });
  createGain = () => new FakeNode();
  createBiquadFilter = () => new FakeNode();
  createBufferSource = () => new FakeNode();
  createBuffer = () => ({ getChannelData: () => new Float32Array(60) });
}

/** A page that was just loaded, with what the browser has kept. */
async function page() {
  vi.resetModules();
  const { default: widget } = await import("../../src/widget");
  const mount = (scene: Partial<Scene> = { says: { seat: 1, text: "Mine." } }) => {
    const el = document.createElement("div");
    document.body.append(el);
    const kernel = fakeModel({ view: "table", dump: begun, scene: sceneOf(scene), rules: [], bots_info: [] });
    widget.render({ model: kernel.model, el } as unknown as Parameters<typeof widget.render>[0]);
    return { ...kernel, root: el.querySelector<HTMLElement>(".capture-widgets")! };
  };
  return mount;
}

beforeEach(() => {
  localStorage.clear();
  started.length = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
});
afterEach(() => document.body.replaceChildren());

const field = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`[data-feel="${name}"]`)!;

describe("what is liked", () => {
  test("is silent at first; turning sounds on is heard, and so is it the next time", async () => {
    const { root } = (await page())();
    expect(field(root, "sound").checked).toBe(false);
    expect(started).toEqual([]);
    field(root, "sound").click();
    expect(started).toEqual(["tone", "tone", "tone"]);
    expect(JSON.parse(localStorage.getItem(KEY)!)).toMatchObject({ sound: true });
    const next = (await page())();
    expect(field(next.root, "sound").checked).toBe(true);
    field(next.root, "sound").click();
    const silent = (await page())();
    expect(field(silent.root, "sound").checked).toBe(false);
    expect(started).toHaveLength(3);
  });

  test("holds for every table of the page at once", async () => {
    const mount = await page();
    const [one, other] = [mount(), mount()];
    const cloth = [...one.root.querySelectorAll("select")].find((select) => select.querySelector('[value="sand"]'))!;
    cloth.value = "sand";
    cloth.dispatchEvent(new Event("change", { bubbles: true }));
    await vi.waitFor(() => expect(other.root.dataset.cloth).toBe("sand"));
    expect(one.root.dataset.cloth).toBe("sand");
    field(one.root, "clock").click();
    await vi.waitFor(() => expect(other.root.querySelector("[data-clock]")).not.toBeNull());
  });

  test("lets bots speak, or not", async () => {
    const { root } = (await page())();
    expect(root.querySelector("[data-says]")?.textContent).toContain("Mine.");
    expect(root.querySelector("[data-avatar]")?.getAttribute("data-avatar")).toBe("random");
    field(root, "voices").click();
    await vi.waitFor(() => expect(root.querySelector("[data-says]")).toBeNull());
  });

  test("cheers a win that has just come about, unless that is not wanted", async () => {
    const ended = (came: "won" | "lost") => sceneOf({ outcome: { came, text: "It is over.", ending: "", why: [], lines: [] } });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const mount = await page();
    for (const [came, liked, cheered] of [["won", true, true], ["lost", true, false], ["won", false, false]] as const) {
      const { root, model } = mount();
      const board = Object.assign(root.querySelector(".cw-board")!, { animate: () => undefined });
      if (field(root, "cheer").checked !== liked) field(root, "cheer").click();
      model.set("dump", { ...begun, ply: begun.ply + 1, is_over: true });
      model.set("scene", ended(came));
      await vi.waitFor(() => expect(root.querySelector("[data-outcome]")).not.toBeNull());
      expect(root.querySelector(".cw-cheer") !== null).toBe(cheered);
      Reflect.deleteProperty(board, "animate");
    }
    localStorage.clear();
    const { root } = (await page())(ended("won"));
    expect(root.querySelector("[data-outcome]")).not.toBeNull();
    expect(root.querySelector(".cw-cheer"), "it was over before anybody looked").toBeNull();
  });

  test.each(['{"cloth":"url(x)","sound":"yes"}', "[]", "no json", "null"])("is as usual where %s was kept", async (text) => {
    localStorage.setItem(KEY, text);
    const { root } = (await page())();
    expect(root.dataset.cloth).toBeUndefined();
    expect(field(root, "sound").checked).toBe(false);
  });
});
