// What the page and its worker, in which Python runs, say to each other.

/** A message of a widget's model, as in the protocol of Jupyter widgets, without binary buffers. */
export interface ModelMessage {
  comm: string;
  type: "comm_open" | "comm_msg" | "comm_close";
  data: { method?: "update" | "custom"; state?: Record<string, unknown>; content?: unknown; inner?: boolean };
}

/** What comes from the worker: how far it is, models' messages as JSON, which model to show, or what went wrong. */
export type FromWorker =
  | { kind: "progress"; share: number; words: string }
  | { kind: "message"; text: string }
  | { kind: "show"; model: string; keeps: boolean }
  | { kind: "failed"; words: string };

/** What goes to the worker. */
export type ToWorker =
  /** `first` says that the files come over a network, so that their bytes are worth counting. */
  | { kind: "begin"; first: boolean }
  | { kind: "message"; text: string }
  /** The page may be gone soon: what is kept goes to the browser's storage now. */
  | { kind: "keep" };
