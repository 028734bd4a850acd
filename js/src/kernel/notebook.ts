// The part of JupyterLab's notebook that is needed to change the outputs of a cell.

/** An output of a cell, as data. */
export interface CellOutput {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A cell of the notebook. */
export interface Cell {
  /** The outputs as this page shows them. */
  readonly outputs?: {
    readonly length: number;
    get: (index: number) => CellOutput & { toJSON: () => Record<string, unknown> };
    set: (index: number, output: object) => void;
  };
  /** The outputs as the document has them, which all pages share that have it open. */
  readonly sharedModel?: {
    getOutputs: () => CellOutput[];
    updateOutputs: (start: number, end: number, outputs: object[]) => void;
    transact: (act: () => void, undoable: boolean) => void;
    readonly youtputs?: { get: (index: number) => { set?: (name: string, value: unknown) => void } };
  };
}

/** The model of a notebook. */
export interface Notebook {
  readonly cells: { readonly length: number; get: (index: number) => Cell };
  /** Whether several pages share the document. */
  readonly collaborative?: boolean;
}

/** The notebook of a widget manager; null outside of JupyterLab and Notebook. */
export function notebookOf(manager: unknown): Notebook | null {
  const model = (manager as { context?: { model?: Partial<Notebook> } } | null | undefined)?.context?.model;
  return typeof model?.cells?.get === "function" ? (model as Notebook) : null;
}

/** Whether several pages share the notebook's document. */
export function isShared(notebook: Notebook): boolean {
  return notebook.collaborative === true;
}

/** The cells of a notebook. */
export function cellsOf({ cells }: Notebook): Cell[] {
  return Array.from({ length: cells.length }, (_, at) => cells.get(at));
}

/** A name that no other page has; each widget of a page has a script of its own, and all of them use the same name. */
export function pageName(): string {
  const named = window as Window & { captureWidgetsPage?: string };
  return (named.captureWidgetsPage ??= Math.floor(Math.random() * 2 ** 40).toString(36));
}
