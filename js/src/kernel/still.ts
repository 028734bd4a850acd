// Hides and updates the still of a widget: the picture below it, for pages that show no widgets (`widgets/host/stills.py`).
import type { StillMessage } from "./messages";
import type { Model } from "./model";
import { type Cell, type CellOutput, cellsOf, isShared, notebookOf, type Notebook } from "./notebook";

const HTML = "text/html";

/** The selector of a still's element. */
const still = (name: string) => `[data-cw-still="${name}"]`;

/** Hides the still while the widget itself is shown. */
function hideStill(name: string, document: Document, signal: AbortSignal): void {
  const style = document.createElement("style");
  style.textContent = `${still(name)}, .jp-OutputArea-child:has(${still(name)}) { display: none !important; }`;
  document.head.append(style);
  signal.addEventListener("abort", () => style.remove());
}

/** The text of an output, which notebooks may store as a list of lines. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "";
}

const htmlOf = (output: { data?: CellOutput["data"] } | undefined) => textOf(output?.data?.[HTML]);

/** The name of the still that an output is; null if it is none. */
function nameOf(output: { data?: CellOutput["data"] } | undefined): string | null {
  return /^<div class="cw-still" data-cw-still="([\w-]+)"/.exec(htmlOf(output))?.[1] ?? null;
}

/** The names of the stills among the outputs of a cell, null for each other output. */
function stillsIn({ outputs }: Cell): (string | null)[] {
  return Array.from({ length: outputs?.length ?? 0 }, (_, at) => nameOf(outputs?.get(at)));
}

/**
 * Removes what pages that shared a document have left in it twice: stills of one name between which there are only other
 * stills. A still that somebody shows twice has another output between.
 */
function removeDuplicates(notebook: Notebook): void {
  for (const cell of cellsOf(notebook)) {
    const { sharedModel } = cell;
    if (typeof sharedModel?.updateOutputs !== "function" || stillsIn(cell).filter(Boolean).length < 2) continue;
    const names = sharedModel.getOutputs().map(nameOf);
    const run = new Set<string>();
    const twice = names.flatMap((name, at) => {
      if (name === null) run.clear();
      else if (run.has(name)) return [at];
      else run.add(name);
      return [];
    });
    for (const at of twice.reverse()) sharedModel.updateOutputs(at, at + 1, []);
  }
}

/**
 * Updates a still in the notebook that JupyterLab has open. After a reload of the page, JupyterLab no longer receives the
 * kernel's updates of the cell's outputs, so the widget writes the still itself.
 */
function updateStill(name: string, data: StillMessage["data"], notebook: Notebook): void {
  for (const { outputs } of cellsOf(notebook)) {
    for (let at = 0; at < (outputs?.length ?? 0); at += 1) {
      const output = outputs?.get(at);
      if (output === undefined || nameOf(output) !== name) continue;
      if (htmlOf(output) !== data[HTML]) outputs?.set(at, { ...output.toJSON(), data });
    }
  }
}

/**
 * Updates a still in a document that several pages share. Other pages put an output that replaces one at the end of the
 * cell, so only the last output is replaced: pages without the widget show the new picture. Any other output gets its data
 * in place.
 */
function updateShared(name: string, data: StillMessage["data"], notebook: Notebook): void {
  for (const cell of cellsOf(notebook)) {
    const { sharedModel } = cell;
    if (!sharedModel || !stillsIn(cell).includes(name)) continue;
    const outputs = sharedModel.getOutputs();
    outputs.forEach((output, at) => {
      if (nameOf(output) !== name || htmlOf(output) === data[HTML]) return;
      if (at === outputs.length - 1) sharedModel.updateOutputs(at, at + 1, [{ ...output, data }]);
      else sharedModel.transact(() => sharedModel.youtputs?.get(at).set?.("data", data), false);
    });
  }
}

let displaysMade = 0;

/** Tells the kernel that this display can write the still of a shared document, and writes it whenever the kernel says so. */
function writeShared(model: Model, name: string, notebook: Notebook, signal: AbortSignal): void {
  const view = `still${(displaysMade += 1)}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
  const tell = (kind: "writes" | "rests") => {
    try {
      model.send({ kind, view, id: 0 });
    } catch {
      // no kernel, no new stills
    }
  };
  model.onReply((message) => {
    if (message.kind !== "still" || message.writer !== view) return;
    removeDuplicates(notebook);
    updateShared(name, message.data, notebook);
    tell("writes");
  }, signal);
  signal.addEventListener("abort", () => tell("rests"));
  tell("writes");
}

/** Hides the widget's still while the widget is shown, and keeps it up to date. */
export function followStill(model: Model, document: Document, signal: AbortSignal): void {
  const name = model.get("still");
  if (name === null) return;
  hideStill(name, document, signal);
  const notebook = notebookOf(model.manager);
  if (notebook === null) return;
  if (isShared(notebook)) {
    writeShared(model, name, notebook, signal);
    return;
  }
  removeDuplicates(notebook);
  model.onReply((message) => {
    if (message.kind === "still") updateStill(name, message.data, notebook);
  }, signal);
}
