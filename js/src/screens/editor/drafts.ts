// Drafts of a lesson's texts until the kernel has them, so that a slow kernel loses no typed text.
import type { EditorScene, EditorStep, EditRequest, Reply } from "../../kernel/messages";

/** The text of a field that the kernel does not have yet. */
interface Draft {
  /** The step to which the text belongs; empty for the title. */
  step: string;
  field: string;
  text: string;
  /** Whether the text has been sent. It is sent once, and again only after another change or a lost kernel. */
  sent: boolean;
  /** Why the kernel refused the text. */
  refused: string | null;
  /** The scene when the kernel replied "done"; the next scene contains the text. */
  done: EditorScene | null;
}

/** A step that was added here and that no scene contains yet. */
interface NewStep {
  id: string;
  /** The step before it. */
  after: string;
}

const TITLE = "";

/** The key of the field that a request writes; null if it writes none. */
function keyOf({ what, step, one }: EditRequest): string | null {
  return what === "title" ? `${TITLE} title` : what === "write" ? `${step} ${one}` : null;
}

/** The scene with a new empty step, which is open and has the position of the step before it, as the kernel will send it. */
function withNew(scene: EditorScene, { id, after }: NewStep): EditorScene {
  const at = scene.steps.findIndex((step) => step.id === after) + 1 || scene.steps.length;
  const step: EditorStep = { id, text: "", fault: "" };
  const fields = { ...Object.fromEntries(Object.keys(scene.fields).map((name) => [name, ""])), ask: "look" };
  return { ...scene, steps: [...scene.steps.slice(0, at), step, ...scene.steps.slice(at)], step: at, fields, first: false, trial: null };
}

/** The texts and requests of one editor. It sends requests in order, one at a time, each for the step that was shown. */
export class Drafts {
  readonly #typed = new Map<string, Draft>();
  readonly #waiting: EditRequest[] = [];
  readonly #sentRequests = new Map<number, EditRequest>();
  #begun: NewStep[] = [];
  #made = 0;

  constructor(private readonly uid: string) {}

  /** The kernel's scene with the steps and texts that the kernel does not have yet. */
  sceneWithDrafts(scene: EditorScene): EditorScene {
    for (const [key, { done }] of this.#typed) if (done !== null && done !== scene) this.#typed.delete(key);
    this.#begun = this.#begun.filter(({ id }) => !scene.steps.some((step) => step.id === id));
    const whole = this.#begun.reduce(withNew, scene);
    const open = whole.steps[whole.step]?.id;
    // another step is on screen, so the texts of the step before are finished
    for (const one of this.#typed.values()) if (one.step !== open && one.step !== TITLE) this.#send(one);
    const fields = { ...whole.fields };
    const faults = new Map<string, string>();
    let { title } = whole;
    for (const { step, field, text, refused } of this.#typed.values()) {
      if (step === TITLE) title = text;
      else if (step === open) fields[field] = text;
      if (refused !== null) faults.set(step, refused);
    }
    const steps = whole.steps.map((step) => ({ ...step, fault: faults.get(step.id) ?? step.fault }));
    return { ...whole, title, steps, fields };
  }

  /** Stores the text of a field while somebody types; `leave` sends it. */
  type(step: string, field: string, text: string): void {
    this.#typed.set(`${step} ${field}`, { step, field, text, sent: false, refused: null, done: null });
  }

  /** Sends the text of a field that somebody has left. */
  leave(step: string, field: string): void {
    const one = this.#typed.get(`${step} ${field}`);
    if (one) this.#send(one);
  }

  /** Adds another request, after all typed texts. */
  edit(what: EditRequest["what"], step: string, one: string, to: string): void {
    this.#leaveAll();
    if (what === "add") {
      this.#made += 1;
      const id = `${this.uid}-${this.#made}`;
      this.#begun.push({ id, after: step });
      this.#waiting.push({ kind: "edit", what, one, to: id, step });
    } else this.#waiting.push({ kind: "edit", what, one, to, step });
  }

  /** The next request to send. */
  get next(): EditRequest | undefined {
    return this.#waiting[0];
  }

  /** Notes that the next request was sent under this number. */
  sent(id: number): void {
    const request = this.#waiting.shift();
    if (request) this.#sentRequests.set(id, request);
  }

  /** Handles the kernel's reply to a request; `scene` is the one that the page shows. */
  answered(reply: Reply, scene: EditorScene): void {
    const id = reply.id ?? -1;
    const request = this.#sentRequests.get(id);
    if (!request) return;
    this.#sentRequests.delete(id);
    const refused = reply.kind === "refused" ? reply.text : null;
    if (request.what === "add" && refused !== null) this.#begun = this.#begun.filter((one) => one.id !== request.to);
    const key = keyOf(request) ?? "";
    const one = this.#typed.get(key);
    // the field has another text by now
    if (one?.text !== (request.what === "title" ? request.one : request.to)) return;
    if (refused === null) one.done = scene;
    // a removed step has no form that could show the refusal
    else if (one.step !== TITLE && !scene.steps.some((step) => step.id === one.step)) this.#typed.delete(key);
    else one.refused = refused;
  }

  /** Sends unanswered texts again when a kernel answers, because they may not have arrived. */
  connectionGone(): void {
    const texts = [...this.#sentRequests.values()].map(keyOf);
    this.#sentRequests.clear();
    for (const key of texts) {
      const one = key === null ? undefined : this.#typed.get(key);
      if (one?.done !== null) continue;
      one.sent = false;
      this.#send(one);
    }
  }

  /** All requests that are not sent yet, when the editor leaves the page. */
  unsent(): EditRequest[] {
    this.#leaveAll();
    return this.#waiting.splice(0);
  }

  #leaveAll(): void {
    for (const one of this.#typed.values()) this.#send(one);
  }

  #send(one: Draft): void {
    if (one.sent) return;
    one.sent = true;
    const { step, field, text } = one;
    this.#waiting.push(
      step === TITLE
        ? { kind: "edit", what: "title", one: text, to: "", step }
        : { kind: "edit", what: "write", one: field, to: text, step },
    );
  }
}
