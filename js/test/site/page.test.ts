// The page with the lobby alone says how far it is, and what to do where nothing comes.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../../site/messages";

/** Stands for the worker in which Python would run. */
class Silent extends EventTarget {
  static last: Silent;
  readonly heard: ToWorker[] = [];

  constructor() {
    super();
    Silent.last = this;
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const AGAIN = /Nothing has come for half a minute\. .* load this page again/;
const words = () => document.getElementById("state")?.textContent ?? "";

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("Worker", Silent);
  document.documentElement.innerHTML = readFileSync("site/index.html", "utf-8").replace(/<iframe[^>]*>/, '<iframe id="hand">');
  await import("../../site/page");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after half a minute without a word the page says what to do", () => {
  expect(Silent.last.heard).toEqual([{ kind: "begin", first: true }]);
  expect(words()).toBe("The games are being fetched.");
  vi.advanceTimersByTime(29_000);
  expect(words()).not.toMatch(AGAIN);
  vi.advanceTimersByTime(2_000);
  expect(words()).toMatch(AGAIN);
});

test("each word of progress gives half a minute more, and takes the warning back", () => {
  vi.advanceTimersByTime(25_000);
  Silent.last.say({ kind: "progress", share: 0.4, words: "Fetching the games: 6.4 of 16.0 megabytes." });
  vi.advanceTimersByTime(25_000);
  expect(words()).toBe("Fetching the games: 6.4 of 16.0 megabytes.");
  expect(document.querySelector("progress")?.value).toBe(40);
  vi.advanceTimersByTime(6_000);
  expect(words()).toMatch(AGAIN);
  Silent.last.say({ kind: "progress", share: 0.8, words: "Starting the games." });
  expect(words()).toBe("Starting the games.");
});

test("what fails is told, and no warning comes after it", () => {
  Silent.last.say({ kind: "failed", words: "The games could not be started: no memory. Load this page again." });
  vi.advanceTimersByTime(60_000);
  expect(words()).toBe("The games could not be started: no memory. Load this page again.");
});

test("a browser that cannot run the worker is told which ones can", () => {
  Silent.last.dispatchEvent(new Event("error"));
  expect(words()).toMatch(/could not start the games\. A current Firefox, Chrome, Edge or Safari can/);
});
