// The page of one seat of a room: the table of that seat, whose game is in a kernel somewhere else, over a WebSocket.
import type { ModelMessage } from "../site/messages";
import { Models, type PageModel } from "../site/models";

/** The front end, as js/build.mjs makes it. */
interface FrontEnd {
  default: { render(given: { model: PageModel; el: HTMLElement; signal: AbortSignal }): unknown; second: unknown };
}

/** Who sits at a seat, and whether a page or a program of theirs is connected. */
interface Person {
  seat: number;
  name: string;
  bot: boolean;
  here: boolean;
  /** Whether they are away for long. */
  late: boolean;
  /** Whether a bot plays for them meanwhile. */
  stand_in: boolean;
}

/** A game as a projector shows it; a picture is null if the page has it already. */
interface SmallTable {
  number: number;
  people: string;
  words: string;
  over: boolean;
  picture: string | null;
}

/** What the room says beside the messages of the table's model. */
type FromRoom =
  | { type: "room"; title: string; seat: number | "public"; people: Person[]; watching: number }
  | { type: "ask"; title: string; names: string[] | null; problem: string | null }
  | { type: "you"; secret: string }
  | { type: "wait"; title: string; text: string }
  | { type: "say"; text: string }
  | { type: "seen"; state: Record<string, unknown> }
  | { type: "lesson"; title: string; style: string }
  | { type: "step"; at: number; html: string }
  | { type: "tables"; title: string; across: number; tables: SmallTable[] }
  | { type: "standings"; title: string; rows: string[][] }
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
const news = place("news");
const back = place("back") as HTMLButtonElement;
const lookButton = place("look") as HTMLButtonElement;
const readButton = place("read") as HTMLButtonElement;
const ask = place("ask") as HTMLFormElement;
const nameField = place("name") as HTMLInputElement;
const comeIn = place("come-in");
const names = place("names");
const game = place("game");

// A fragment is not sent with a request, so no server, proxy or log on the way sees the secret.
const link = location.hash.slice(1);
/** Where this browser keeps the secret of whoever came in by this link, which is one for a whole class. */
const kept = `capture-widgets class ${link}`;
/** Where this browser keeps the last game that the page has seen to its end, as its seat saw it. */
const SEEN = "capture-widgets seen";
/** Where this browser keeps the steps of the last lesson that its person has come to, with what they may know. */
const READ = "capture-widgets lesson";
/** Where a lesson keeps an answer that could not be sent (src/screens/lesson/held.ts). */
const ANSWER = "capture-widgets answer";
let secret = recall() ?? link;
let socket: WebSocket | undefined;
const front = import(new URL("widget.js", import.meta.url).href) as Promise<FrontEnd>;

let pause = FIRST_PAUSE;
let shown: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function recall(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null; // a browser may keep nothing
  }
}

function keep(own: string | null): void {
  secret = own ?? link;
  try {
    sessionStorage.removeItem(ANSWER); // it is somebody else's
    if (own === null) localStorage.removeItem(kept);
    else localStorage.setItem(kept, own);
  } catch {
    // the page has it as long as it stays open
  }
}

/** A lesson as far as its person has come: the steps as HTML. */
interface Lesson {
  title: string;
  style: string;
  steps: string[];
}

/** Keep something for when there is no network; a browser may have no room for it. */
function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}

function stored(name: string): unknown {
  try {
    const text = localStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

const seen = () => stored(SEEN) as Record<string, unknown> | null;

/** The lesson that this page is told now. */
let lesson: Lesson | null = null;

function keepStep({ at, html }: Extract<FromRoom, { type: "step" }>): void {
  if (lesson === null) return;
  lesson.steps[at] = html;
  store(READ, lesson);
}

/** Offer what can be read and looked at without a server. */
function offerKept(offered: boolean): void {
  readButton.hidden = !offered || stored(READ) === null;
  // a table that is shown says more than a game that is over
  lookButton.hidden = !offered || shown !== null || seen() === null;
}

/** The answer to a question of a lesson that waits for the connection. */
function waitingAnswer(title: string): { step: number; answer: string } | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(ANSWER) ?? "null") as { title: string; step: number; answer: string; number: number | null } | null;
    return held !== null && held.title === title && held.number !== null ? held : null;
  } catch {
    return null;
  }
}

/** Show the steps of the last lesson one below the other, which needs no server. */
function read(): void {
  const kept = stored(READ) as Lesson | null;
  if (kept === null) return;
  clear();
  const style = document.createElement("style");
  style.textContent = kept.style;
  const steps = document.createElement("div");
  steps.className = "cw-paged";
  steps.id = "lesson";
  steps.innerHTML = kept.steps.join("");
  const waits = waitingAnswer(kept.title);
  if (waits !== null) steps.querySelectorAll("section")[waits.step]?.append(element("p", `Your answer “${waits.answer}” is sent when the connection is back.`));
  table.append(style, steps);
  readButton.hidden = true;
  entitle(kept.title);
  document.documentElement.dataset.room = "read";
}

/** Replay the last game, which needs no server. */
function look(): void {
  const state = seen();
  if (state === null) return;
  const alone = new Models(() => {
    throw new Error("there is no connection");
  });
  alone.hear({ comm: "seen", type: "comm_open", data: { state } });
  lookButton.hidden = true;
  entitle("The last game");
  document.documentElement.dataset.room = "seen";
  alone.get_model("seen").then(show).catch((error: unknown) => say(`The game could not be shown: ${String(error)}`, true));
}

/** Name the page, for its tab and for its first heading. */
function entitle(title: string): void {
  document.title = title;
  game.textContent = title;
  game.hidden = false;
}

/** Take the table away, as between two rounds. */
function clear(): void {
  for (const { timer: late } of whereabouts.values()) clearTimeout(late);
  whereabouts.clear(); // other people sit at the next table
  shown?.abort();
  shown = null;
  table.replaceChildren();
  people.replaceChildren();
}

function askName({ title, names: all, problem }: Extract<FromRoom, { type: "ask" }>): void {
  clear();
  entitle(title);
  document.documentElement.dataset.room = "ask";
  ask.hidden = false;
  nameField.hidden = all !== null;
  nameField.required = all === null;
  comeIn.hidden = all !== null;
  names.replaceChildren(
    ...(all ?? []).map((name) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => enter(name));
      return button;
    }),
  );
  say(problem ?? (all?.length === 0 ? "Everybody on the list is here already. Ask your teacher." : ""), problem !== null);
  if (all === null) nameField.focus();
}

function enter(name: string): void {
  socket?.send(JSON.stringify({ secret: link, name }));
}

function say(words: string, trouble = false): void {
  state.textContent = words;
  state.hidden = words === "";
  state.classList.toggle("trouble", trouble);
}

async function show(model: PageModel): Promise<void> {
  const { default: front_end } = await front;
  if (model.get("view") !== "table") {
    const second = (await import(new URL("screens.js", import.meta.url).href)) as { default: unknown };
    front_end.second ??= second.default;
  }
  shown?.abort();
  table.replaceChildren();
  shown = new AbortController();
  front_end.render({ model, el: table, signal: shown.signal });
}

/** Milliseconds for which somebody is away before that is read out; a reload takes less. */
const READ_OUT_AFTER = 4_000;

/** What is known of each person by seat: where they are, what was read out of that, and what will be. */
const whereabouts = new Map<number, { now: string; told: string; timer: ReturnType<typeof setTimeout> | undefined }>();

/** Where somebody is, as the list says it. */
function whereIs({ here, late, stand_in: standIn }: Person): string {
  if (here) return "here";
  return standIn ? "away, a bot plays" : late ? "away for long" : "away";
}

const READ_OUT: Record<string, (name: string) => string> = {
  here: (name) => `${name} is here.`,
  away: (name) => `${name} is away.`,
  "away for long": (name) => `${name} is still away.`,
  "away, a bot plays": (name) => `${name} is still away. A bot plays for them.`,
};

/** Reads out who is away and who is here again, but no reloads and nothing twice. */
function readOut(person: Person): void {
  const now = whereIs(person);
  const known = whereabouts.get(person.seat);
  if (known === undefined) {
    whereabouts.set(person.seat, { now, told: now, timer: undefined }); // the list says it
    return;
  }
  if (known.now === now) return;
  clearTimeout(known.timer);
  known.now = now;
  if (known.told === now) return;
  known.timer = setTimeout(
    () => {
      known.told = now;
      tellNews(READ_OUT[now]?.(person.name) ?? "");
    },
    now === "away" ? READ_OUT_AFTER : 0,
  );
}

let unread: string[] = [];

/** Reads out a sentence; several at one moment are read together. */
function tellNews(words: string): void {
  if (unread.push(words) > 1) return;
  setTimeout(() => {
    news.textContent = unread.join(" ");
    unread = [];
  }, 200);
}

function list({ people: all, seat, watching, title }: Extract<FromRoom, { type: "room" }>): void {
  entitle(title);
  for (const one of all) if (!one.bot && one.seat !== seat) readOut(one);
  people.replaceChildren(
    ...all.map((one) => {
      const item = document.createElement("li");
      const words = one.seat === seat ? `${one.name} (you)` : one.name;
      item.textContent = one.bot ? words : `${words}: ${whereIs(one)}`;
      item.dataset.person = String(one.seat);
      item.dataset.here = String(one.bot || one.here);
      return item;
    }),
  );
  if (watching > 0) {
    const item = document.createElement("li");
    item.textContent = watching === 1 ? "1 person watches" : `${watching} people watch`;
    people.append(item);
  }
}

/** Shows a heading and something below it over the whole page, as on a projector. */
function project(title: string, below: HTMLElement): void {
  entitle(title);
  ask.hidden = true;
  say("");
  pause = FIRST_PAUSE;
  if (below.parentElement === table) return;
  clear();
  table.append(below);
}

/** An element with a text. */
function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function smallTable({ number }: SmallTable): HTMLElement {
  const figure = document.createElement("figure");
  figure.dataset.small = String(number);
  figure.append(document.createElement("figcaption"), new Image());
  return figure;
}

function projectTables({ title, across, tables: all }: Extract<FromRoom, { type: "tables" }>): void {
  const before = table.querySelector<HTMLElement>("#small-tables");
  const fits = before?.childElementCount === all.length && all.every(({ picture }, at) => picture !== null || before.children[at] !== undefined);
  const grid = fits ? before : document.createElement("div");
  if (!fits) {
    grid.id = "small-tables";
    grid.append(...all.map(smallTable));
  }
  grid.style.setProperty("--columns", String(across));
  for (const [at, one] of all.entries()) {
    const figure = grid.children[at] as HTMLElement;
    figure.dataset.over = String(one.over);
    figure.querySelector("figcaption")?.replaceChildren(element("b", `${one.number}. ${one.people}`), element("span", one.words));
    const picture = figure.querySelector("img");
    if (picture === null || one.picture === null) continue;
    picture.alt = "";
    picture.src = `data:image/svg+xml,${encodeURIComponent(one.picture)}`;
  }
  document.documentElement.dataset.room = "tables";
  project(title, grid);
}

function projectStandings({ title, rows }: Extract<FromRoom, { type: "standings" }>): void {
  const list = document.createElement("ol");
  list.id = "standings";
  list.style.setProperty("--columns", String(Math.max(1, Math.ceil(rows.length / 12))));
  list.append(
    ...rows.map((row) => {
      const line = document.createElement("li");
      line.append(...row.map((text) => element("span", text)));
      return line;
    }),
  );
  document.documentElement.dataset.room = "standings";
  project(title, list);
}

function leave(why: keyof typeof ENDS): void {
  ask.hidden = true;
  say(ENDS[why], true);
  readButton.hidden = stored(READ) === null;
  lookButton.hidden = seen() === null;
  back.hidden = why !== "replaced" && why !== "full" && why !== "fast";
  document.documentElement.dataset.room = why;
}

function connect(): void {
  clearTimeout(timer);
  back.hidden = true;
  const address = new URL("socket", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const own = new WebSocket(address);
  socket = own;
  let ended = false;
  const models = new Models((message) => {
    // the front end counts a request that cannot be sent as one without a kernel
    if (own.readyState !== WebSocket.OPEN) throw new Error("there is no connection");
    own.send(JSON.stringify(message));
  }, true);
  own.addEventListener("open", () => own.send(JSON.stringify({ secret })));
  own.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as FromRoom | ModelMessage;
    if (message.type === "left") {
      ended = true;
      if (message.why === "unknown" && secret !== link) {
        keep(null); // whoever this was has been sent away, and may come in anew
        connect();
      } else leave(message.why);
    } else if (message.type === "room") {
      ask.hidden = true;
      list(message);
    } else if (message.type === "ask") askName(message);
    else if (message.type === "you") keep(message.secret);
    else if (message.type === "say") say(message.text);
    else if (message.type === "seen") store(SEEN, message.state);
    else if (message.type === "lesson") lesson = { title: message.title, style: message.style, steps: [] };
    else if (message.type === "step") keepStep(message);
    else if (message.type === "tables") projectTables(message);
    else if (message.type === "standings") projectStandings(message);
    else if (message.type === "wait") {
      ask.hidden = true;
      clear();
      pause = FIRST_PAUSE;
      document.documentElement.dataset.room = "wait";
      entitle(message.title);
      say(message.text);
    }
    else {
      models.hear(message);
      if (message.type !== "comm_open" || message.data.inner === true) return;
      pause = FIRST_PAUSE;
      offerKept(false);
      say("");
      document.documentElement.dataset.room = "open";
      models.get_model(message.comm).then(show).catch((error: unknown) => say(`The table could not be shown: ${String(error)}`, true));
    }
  });
  own.addEventListener("close", () => {
    models.away();
    if (ended) return;
    if (!["seen", "read"].includes(document.documentElement.dataset.room ?? "")) {
      document.documentElement.dataset.room = "away";
      offerKept(true);
    }
    say("The connection is lost; this page tries again. Nothing that was played is lost.", true);
    timer = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  });
}

ask.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(nameField.value);
});
back.addEventListener("click", connect);
lookButton.addEventListener("click", look);
readButton.addEventListener("click", read);
addEventListener("hashchange", () => location.reload());
addEventListener("online", () => {
  if (["away", "seen", "read"].includes(document.documentElement.dataset.room ?? "")) connect();
});
// browsers allow it on this machine and over TLS alone
if ("serviceWorker" in navigator) navigator.serviceWorker.register("service.js").catch(() => undefined);
say("The table is being fetched.");
connect();
