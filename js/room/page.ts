// The page of one seat of a room: the table of that seat, whose game is in a kernel somewhere else, over a WebSocket.
import type { ModelMessage } from "../site/messages";
import { Models, type PageModel } from "../site/models";

/** The front end, as js/build.mjs makes it. */
interface FrontEnd {
  default: { render(given: { model: PageModel; el: HTMLElement; signal: AbortSignal }): unknown };
}

/** Who sits at a seat, and whether a page or a program of theirs is connected. */
interface Person {
  seat: number;
  name: string;
  bot: boolean;
  here: boolean;
}

/** What the room says beside the messages of the table's model. */
type FromRoom =
  | { type: "room"; title: string; seat: number | "public"; people: Person[]; watching: number }
  | { type: "left"; why: "unknown" | "replaced" | "removed" | "locked" | "full" | "closed" | "fast" };

/** Milliseconds until the page connects again: the first time, and at most. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8_000;

const ENDS: Record<Extract<FromRoom, { type: "left" }>["why"], string> = {
  unknown: "This link opens no seat here. Ask whoever opened the room for a new one.",
  replaced: "This seat is open on another page now, so this page has stopped.",
  removed: "This link is no longer valid. Ask whoever opened the room for a new one.",
  locked: "The room is locked: nobody else can come in. Ask whoever opened it.",
  full: "The room is full. Try again when somebody has left.",
  closed: "The room is closed.",
  fast: "This page sent more than a person can, so the room has let go of it.",
};

const place = (name: string): HTMLElement => {
  const found = document.getElementById(name);
  if (found === null) throw new Error(`the page has no ${name}`);
  return found;
};
const table = place("table");
const state = place("state");
const people = place("people");
const back = place("back") as HTMLButtonElement;

// A fragment is not sent with a request, so no server, proxy or log on the way sees the secret.
const secret = location.hash.slice(1);
const front = import(new URL("widget.js", import.meta.url).href) as Promise<FrontEnd>;

let pause = FIRST_PAUSE;
let shown: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function say(words: string, trouble = false): void {
  state.textContent = words;
  state.hidden = words === "";
  state.classList.toggle("trouble", trouble);
}

async function show(model: PageModel): Promise<void> {
  const { default: front_end } = await front;
  shown?.abort();
  shown = new AbortController();
  front_end.render({ model, el: table, signal: shown.signal });
}

function list({ people: all, seat, watching, title }: Extract<FromRoom, { type: "room" }>): void {
  document.title = title;
  people.replaceChildren(
    ...all.map((one) => {
      const item = document.createElement("li");
      const words = one.seat === seat ? `${one.name} (you)` : one.name;
      item.textContent = one.bot ? words : `${words}: ${one.here ? "here" : "away"}`;
      item.dataset["person"] = String(one.seat);
      item.dataset["here"] = String(one.bot || one.here);
      return item;
    }),
  );
  if (watching > 0) {
    const item = document.createElement("li");
    item.textContent = watching === 1 ? "1 person watches" : `${watching} people watch`;
    people.append(item);
  }
}

function leave(why: keyof typeof ENDS): void {
  say(ENDS[why], true);
  back.hidden = why !== "replaced" && why !== "full" && why !== "fast";
  document.documentElement.dataset["room"] = why;
}

function connect(): void {
  clearTimeout(timer);
  back.hidden = true;
  const address = new URL("socket", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const socket = new WebSocket(address);
  let ended = false;
  const models = new Models((message) => {
    // the front end counts a request that cannot be sent as one without a kernel
    if (socket.readyState !== WebSocket.OPEN) throw new Error("there is no connection");
    socket.send(JSON.stringify(message));
  });
  socket.addEventListener("open", () => socket.send(JSON.stringify({ secret })));
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as FromRoom | ModelMessage;
    if (message.type === "left") {
      ended = true;
      leave(message.why);
    } else if (message.type === "room") list(message);
    else {
      models.hear(message);
      if (message.type !== "comm_open") return;
      pause = FIRST_PAUSE;
      say("");
      document.documentElement.dataset["room"] = "open";
      models.get_model(message.comm).then(show).catch((error: unknown) => say(`The table could not be shown: ${String(error)}`, true));
    }
  });
  socket.addEventListener("close", () => {
    if (ended) return;
    document.documentElement.dataset["room"] = "away";
    say("The connection is lost; this page tries again. Nothing that was played is lost.", true);
    timer = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  });
}

back.addEventListener("click", connect);
addEventListener("hashchange", () => location.reload());
addEventListener("online", () => {
  if (document.documentElement.dataset["room"] === "away") connect();
});
say("The table is being fetched.");
connect();
