// The picture of a widget that stands below it in a notebook, for pages without widgets (`widgets/stills.py`).
import type { StillMessage } from "./messages";

interface Output {
  readonly data: Readonly<Record<string, unknown>>;
  toJSON: () => Record<string, unknown>;
}

/** So much of JupyterLab's notebook as is needed to change an output of it. */
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

/** While a widget is shown, the picture of it is not. */
export function hideStill(name: string, document: Document, signal: AbortSignal): void {
  const style = document.createElement("style");
  style.textContent = `${still(name)}, .jp-OutputArea-child:has(${still(name)}) { display: none !important; }`;
  document.head.append(style);
  signal.addEventListener("abort", () => style.remove());
}

/**
 * Brings a still up to date in the notebook that JupyterLab has open: a page that was loaded again after the cell ran no
 * longer hears what the kernel says of the cell's outputs.
 */
export function followStill(name: string, { data }: StillMessage, manager: unknown): void {
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

/** A text of an output, which notebooks may keep in lines. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "";
}
