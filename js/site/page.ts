// The page: shows a recorded hand and how far Python is, then the lobby, with which everything is played.
import type { FromWorker, ModelMessage, ToWorker } from "./messages";
import { Models, type PageModel } from "./models";

/** The front end, as js/build.mjs makes it. */
interface FrontEnd {
  default: { second: unknown; render(given: { model: PageModel; el: HTMLElement; signal: AbortSignal }): unknown };
}

/** Milliseconds after which the page says what to do if there is no progress. */
const PATIENCE = 30_000;

const place = (name: string): HTMLElement => {
  const found = document.getElementById(name);
  if (found === null) throw new Error(`the page has no ${name}`);
  return found;
};
const state = place("state");
const bar = place("progress") as HTMLProgressElement;

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const post = (message: ToWorker): void => worker.postMessage(message);
const models = new Models((message) => post({ kind: "message", text: JSON.stringify(message) }));

/** Absent where a page comes without TLS from another machine. */
const services = "serviceWorker" in navigator ? navigator.serviceWorker : null;

let waits: ReturnType<typeof setTimeout> | undefined;

function trouble(words: string): void {
  clearTimeout(waits);
  state.classList.add("trouble");
  state.textContent = words;
}

function advance(share: number, words: string): void {
  clearTimeout(waits);
  waits = setTimeout(
    () => trouble("Nothing has come for half a minute. Look whether there is a network, then load this page again."),
    PATIENCE,
  );
  state.classList.remove("trouble");
  state.textContent = words;
  bar.value = Math.round(share * 100);
}

async function show(name: string, keeps: boolean): Promise<void> {
  const [front, second] = await Promise.all([
    import(new URL("widget.js", import.meta.url).href) as Promise<FrontEnd>,
    import(new URL("screens.js", import.meta.url).href) as Promise<{ default: unknown }>,
  ]);
  front.default.second = second.default;
  const model = await models.get_model(name);
  clearTimeout(waits);
  const games = place("games");
  place("waiting").hidden = true;
  place("hand").remove();
  games.hidden = false;
  place("kept").textContent = keeps
    ? "Your games are kept in this browser."
    : "This browser keeps nothing for this page: your games are gone when you close it.";
  front.default.render({ model, el: games, signal: new AbortController().signal });
  document.documentElement.dataset.games = "ready";
  // The second visit needs no network. What it needs is kept only now, so that this visit does not wait for it. In a private
  // window nothing is kept, and everything is fetched again.
  services?.register(new URL("service.js", import.meta.url)).catch(() => undefined);
}

worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
  if (data.kind === "message") models.hear(JSON.parse(data.text) as ModelMessage);
  else if (data.kind === "progress") advance(data.share, data.words);
  else if (data.kind === "failed") trouble(data.words);
  else show(data.model, data.keeps).catch((error: unknown) => trouble(`The games could not be shown: ${String(error)}`));
});
worker.addEventListener("error", () => trouble("This browser could not start the games. A current Firefox, Chrome, Edge or Safari can."));
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") post({ kind: "keep" });
});

advance(0, "The games are being fetched.");
post({ kind: "begin", first: !services?.controller });
