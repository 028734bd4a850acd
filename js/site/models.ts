// The models of widgets on a page without Jupyter. They hold what Python says of each widget, and tell Python what the page sets.
import type { ModelMessage } from "./messages";

type Handler = (...values: unknown[]) => void;

/** All models of one page. */
export class Models {
  readonly #models = new Map<string, PageModel>();
  readonly #awaited = new Map<string, ((model: PageModel) => void)[]>();

  /**
   * `send` takes each message to Python. `comesBack` says whether the page connects again by itself after it has lost its
   * connection.
   */
  constructor(
    readonly send: (message: { comm: string; data: ModelMessage["data"] }) => void,
    readonly comesBack = false,
  ) {}

  /** Tells lessons that the connection is lost, so that each says so at its question. */
  away(): void {
    for (const model of this.#models.values()) if (model.get("view") === "lesson") model.tell("page:away");
  }

  /** Takes a message from Python. */
  hear({ comm, type, data }: ModelMessage): void {
    if (type === "comm_open") {
      const model = new PageModel(comm, data.state ?? {}, this);
      this.#models.set(comm, model);
      for (const come of this.#awaited.get(comm) ?? []) come(model);
      this.#awaited.delete(comm);
      return;
    }
    const model = this.#models.get(comm);
    if (model === undefined) return;
    if (type === "comm_close") {
      this.#models.delete(comm);
      model.tell("comm:close");
    } else if (data.method === "update") model.receive(data.state ?? {});
    else if (data.method === "custom") model.tell("msg:custom", data.content, []);
  }

  /** Returns a model, once Python has told of it. */
  get_model(name: string): Promise<PageModel> {
    const found = this.#models.get(name);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((come) => this.#awaited.set(name, [...(this.#awaited.get(name) ?? []), come]));
  }
}

/** A widget's model, with the methods that anywidget gives to `render`. */
export class PageModel {
  readonly #heard = new Map<string, Set<Handler>>();
  readonly #changed = new Set<string>();

  constructor(
    readonly comm: string,
    private readonly state: Record<string, unknown>,
    readonly widget_manager: Models,
  ) {}

  get(name: string): unknown {
    return this.state[name];
  }

  set(name: string, value: unknown): void {
    if (Object.is(this.state[name], value)) return;
    this.state[name] = value;
    this.#changed.add(name);
    this.tell(`change:${name}`);
  }

  save_changes(): void {
    if (this.#changed.size === 0) return;
    const state = Object.fromEntries([...this.#changed].map((name) => [name, this.state[name]]));
    this.#changed.clear();
    this.widget_manager.send({ comm: this.comm, data: { method: "update", state } });
  }

  send(content: unknown): void {
    this.widget_manager.send({ comm: this.comm, data: { method: "custom", content } });
  }

  on(name: string, act: Handler): void {
    const acts = this.#heard.get(name) ?? new Set();
    this.#heard.set(name, acts.add(act));
  }

  off(name?: string | null, act?: Handler | null): void {
    if (name === undefined || name === null) this.#heard.clear();
    else if (act === undefined || act === null) this.#heard.delete(name);
    else this.#heard.get(name)?.delete(act);
  }

  /** Takes the values of traits from Python; all are there before the first change is told. */
  receive(state: Record<string, unknown>): void {
    const names = Object.keys(state).filter((name) => !Object.is(this.state[name], state[name]));
    for (const name of names) {
      this.state[name] = state[name];
      this.#changed.delete(name);
    }
    for (const name of names) this.tell(`change:${name}`);
  }

  tell(name: string, ...values: unknown[]): void {
    for (const act of [...(this.#heard.get(name) ?? [])]) act(...values);
  }
}
