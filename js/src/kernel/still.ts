// Hides and updates the still of a widget: the picture below it, for pages that show no widgets (`widgets/host/stills.py`).
import type { StillMessage } from "./messages";
import type { Model } from "./model";

interface Output {
  readonly data: Readonly<Record<string, unknown>>;
  toJSON: () => Record<string, unknown>;
}

/** The part of JupyterLab's notebook that is needed to change an output. */
interface Notebook {
  readonly cells: {
    readonly length: number;
    get: (index: number) => {
      readonly outputs?: { readonly length: number; get: (index: number) => Output; set: (index: number, output: object) => void };
    };
  };
}

interface Manager {
  readonly context?: { readonly model?: Partial<Notebook> };
}

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

/**
 * Updates a still in the notebook that JupyterLab has open. After a reload of the page, JupyterLab no longer receives the
 * kernel's updates of the cell's outputs, so the widget writes the still itself.
 */
function updateStill(name: string, { data }: StillMessage, manager: unknown): void {
  const cells = (manager as Manager | undefined)?.context?.model?.cells;
  if (cells === undefined) return;
  for (let at = 0; at < cells.length; at += 1) {
    const { outputs } = cells.get(at);
    for (let number = 0; number < (outputs?.length ?? 0); number += 1) {
      const output = outputs?.get(number);
      if (output === undefined || !textOf(output.data[HTML]).includes(`data-cw-still="${name}"`)) continue;
      if (textOf(output.data[HTML]) !== data[HTML]) outputs?.set(number, { ...output.toJSON(), data });
    }
  }
}

/** Hides the widget's still while the widget is shown, and keeps it up to date. */
export function followStill(model: Model, document: Document, signal: AbortSignal): void {
  const name = model.get("still");
  if (name === null) return;
  hideStill(name, document, signal);
  model.onReply((message) => {
    if (message.kind === "still") updateStill(name, message, model.manager);
  }, signal);
}

/** The text of an output, which notebooks may store as a list of lines. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "";
}
