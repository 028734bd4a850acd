// The worker in which Python runs: it fetches Pyodide and the packages, tells how far it is, and carries messages.
import type { FromWorker, ToWorker } from "./messages";

/** The part of Pyodide that is used here. */
interface Python {
  FS: {
    mkdirTree(path: string): void;
    mount(type: unknown, options: object, path: string): void;
    syncfs(fromStorage: boolean, done: (error: unknown) => void): void;
    filesystems: { IDBFS: unknown };
  };
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string, options?: { globals?: unknown }): unknown;
  globals: { get(name: string): unknown; set(name: string, value: unknown): void };
}
type LoadPyodide = (options: { indexURL: string; env: Record<string, string>; packages: string[] }) => Promise<Python>;

/** What is fetched, with its length in bytes: `files.json`, made when the site is built. */
type Files = Record<string, number>;

/** Where Pyodide is, from this folder: JupyterLite's kernel uses the same files. */
const PYODIDE = "../static/pyodide/";

/** The folder whose files the browser keeps. */
const KEPT = "/kept";

/** Milliseconds of quiet after which changed files go to the browser's storage. */
const QUIET = 300;

const scope = self as unknown as { postMessage(message: FromWorker): void; fetch: typeof fetch };
const say = (message: FromWorker): void => scope.postMessage(message);

/** Counts the bytes that come, of all that are to come. */
function countBytes(files: Files): void {
  const total = Object.values(files).reduce((sum, length) => sum + length, 0);
  let come = 0;
  const plain = scope.fetch.bind(self);
  scope.fetch = async (...given: Parameters<typeof fetch>) => {
    const response = await plain(...given);
    if (response.body === null) return response;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, out) {
        come += piece.byteLength;
        const share = Math.min(1, come / total);
        const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
        say({ kind: "progress", share: 0.7 * share, words: `Fetching the games: ${mega(come)} of ${mega(total)} megabytes.` });
        out.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(counting), response);
  };
}

/** Gives Python a folder that the browser keeps; returns what takes its files to the storage, or null where there is none. */
async function keepFiles({ FS }: Python): Promise<((now: boolean) => void) | null> {
  FS.mkdirTree(KEPT);
  const sync = (fromStorage: boolean) =>
    new Promise<void>((done, fail) => FS.syncfs(fromStorage, (error) => {
        if (error) fail(new Error("the storage refuses", { cause: error }));
        else done();
      }));
  try {
    FS.mount(FS.filesystems.IDBFS, {}, KEPT);
    await sync(true);
  } catch {
    return null; // a private window
  }
  let planned: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  const write = () => {
    running = running.then(() => sync(false)).catch(() => undefined);
  };
  return (now) => {
    clearTimeout(planned);
    if (now) write();
    else planned = setTimeout(write, QUIET);
  };
}

let hear: ((text: string) => void) | null = null;
let keep: ((now: boolean) => void) | null = null;
const early: string[] = [];

async function begin(first: boolean): Promise<void> {
  const here = new URL(".", import.meta.url).href;
  const pyodide = new URL(PYODIDE, here).href;
  // a browser keeps what it has compiled of a file only if nobody stands between
  if (first) countBytes((await (await fetch(`${here}files.json`)).json()) as Files);
  else say({ kind: "progress", share: 0.5, words: "Starting Python." });
  const { loadPyodide } = (await import(`${pyodide}pyodide.mjs`)) as { loadPyodide: LoadPyodide };
  const [python, packages, kernel] = await Promise.all([
    loadPyodide({ indexURL: pyodide, env: { HOME: KEPT, JUPYTER_WIDGETS_ECHO: "0" }, packages: [] }),
    scope.fetch(`${here}packages.zip`).then((response) => response.arrayBuffer()),
    scope.fetch(`${here}kernel.py`).then((response) => response.text()),
  ]);
  say({ kind: "progress", share: 0.8, words: "Starting the games." });
  python.unpackArchive(packages, "zip", { extractDir: "/packages" });
  keep = await keepFiles(python);
  say({ kind: "progress", share: 0.9, words: "Shuffling the cards." });
  python.globals.set("send", (text: string) => {
    say({ kind: "message", text });
    keep?.(false);
  });
  python.globals.set("keeps", keep !== null);
  python.runPython(kernel);
  hear = python.globals.get("hear") as (text: string) => void;
  for (const text of early) hear(text);
  say({ kind: "show", model: python.globals.get("shown") as string, keeps: keep !== null });
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "begin") {
    begin(data.first).catch((error: unknown) => {
      console.error(error);
      say({ kind: "failed", words: `The games could not be started: ${String(error).slice(0, 300)}. Load this page again.` });
    });
  } else if (data.kind === "keep") keep?.(true);
  else if (hear === null) early.push(data.text);
  else hear(data.text);
});
