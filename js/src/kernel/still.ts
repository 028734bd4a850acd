// Hides and updates the still of a widget: the words and the picture below it, for pages that show no widgets
// (`widgets/host/stills.py`). The picture is an output of its own where the kernel can make a PNG.
import type { StillMessage } from "./messages";
import type { Model } from "./model";
import { type Cell, type CellOutput, cellsOf, isShared, notebookOf, type Notebook } from "./notebook";

const HTML = "text/html";

/** The key in the metadata of an output that is the picture of a still. */
const MARK = "capture-widgets";

/** What hosts put around each output: JupyterLab, the classic notebook, VS Code, Colab. */
const AROUND = [".jp-OutputArea-child", ".output_area", ".output_container", ".display_data"];

/** What is written into an output. */
type Written = Pick<CellOutput, "data" | "metadata">;

/** The selector of a still's element. */
const still = (name: string) => `[data-cw-still="${name}"]`;

/** Hides the still while the widget itself is shown. */
function hideStill(name: string, document: Document, signal: AbortSignal): void {
  const style = document.createElement("style");
  const pictures = AROUND.map((around) => `${around}:has(${still(name)}.cw-pictured) + ${around}`);
  const hidden = [still(name), `.jp-OutputArea-child:has(${still(name)})`, ...pictures];
  style.textContent = `${hidden.join(", ")} { display: none !important; }`;
  document.head.append(style);
  signal.addEventListener("abort", () => style.remove());
}

/** The text of an output, which notebooks may store as a list of lines. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "";
}

/** What a page sees of an output. */
const seenOf = (output: Written | undefined) => [HTML, "image/png"].map((media) => textOf(output?.data?.[media])).join("");

/** The name of an output of which a still consists; null for any other output. */
function nameOf(output: Written | undefined): string | null {
  const picture = (output?.metadata?.[MARK] as { still?: unknown } | undefined)?.still;
  if (typeof picture === "string") return pictureOf(picture);
  return /^<div class="cw-still(?: cw-pictured)?" data-cw-still="([\w-]+)"/.exec(textOf(output?.data?.[HTML]))?.[1] ?? null;
}

const pictureOf = (name: string) => `${name}/picture`;

/** The outputs of a still by name. */
function outputsOf(name: string, { data, picture }: StillMessage): Map<string, Written> {
  return new Map<string, Written>([[name, { data }], ...(picture === null ? [] : ([[pictureOf(name), picture]] as const))]);
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
function updateStill(written: Map<string, Written>, notebook: Notebook): void {
  for (const { outputs } of cellsOf(notebook)) {
    for (let at = 0; at < (outputs?.length ?? 0); at += 1) {
      const output = outputs?.get(at);
      const now = written.get(nameOf(output) ?? "");
      if (output !== undefined && now !== undefined && seenOf(output) !== seenOf(now)) outputs?.set(at, { ...output.toJSON(), ...now });
    }
  }
}

/**
 * Updates a still in a document that several pages share. Other pages put an output that replaces one at the end of the
 * cell, so only the last outputs are replaced: pages without the widget show the new picture. Any other output gets its
 * data in place.
 */
function updateShared(written: Map<string, Written>, notebook: Notebook): void {
  for (const cell of cellsOf(notebook)) {
    const { sharedModel } = cell;
    if (!sharedModel || !stillsIn(cell).some((name) => name !== null && written.has(name))) continue;
    const outputs = sharedModel.getOutputs().map((output) => {
      const now = written.get(nameOf(output) ?? "");
      return { output, now: now !== undefined && seenOf(output) !== seenOf(now) ? { ...output, ...now } : null };
    });
    let end = outputs.length;
    while (end > 0 && outputs[end - 1]?.now !== null) end -= 1;
    if (end < outputs.length) sharedModel.updateOutputs(end, outputs.length, outputs.slice(end).map(({ now }) => now ?? {}));
    outputs.slice(0, end).forEach(({ now }, at) => {
      if (now === null) return;
      sharedModel.transact(() => {
        const kept = sharedModel.youtputs?.get(at);
        kept?.set?.("data", now.data);
        kept?.set?.("metadata", now.metadata);
      }, false);
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
    updateShared(outputsOf(name, message), notebook);
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
    if (message.kind === "still") updateStill(outputsOf(name, message), notebook);
  }, signal);
}
