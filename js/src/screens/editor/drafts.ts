// Drafts of a lesson's texts until the kernel has them: nothing that was typed is lost while the kernel is slow.
import type { EditorScene, EditorStep, EditRequest, Reply } from "../../kernel/messages";

/** The text of a field, from typing until the kernel has it. */
interface Draft {
  /** The step that it was typed for; empty for the title. */
  step: string;
  field: string;
  text: string;
  /** Whether it is on its way, or back with a refusal: it goes once, unless it is typed again. */
  sent: boolean;
  /** Why the kernel did not take it. */
  refused: string | null;
  /** The scene at the kernel's "done"; the next one has the text in it. */
  done: EditorScene | null;
}

/** A step that was begun here and that no scene has yet. */
interface NewStep {
  id: string;
  /** The step that it comes after. */
  after: string;
}

const TITLE = "";

/** The field that a request writes, and its step; null where it writes none. */
function keyOf({ what, step, one }: EditRequest): string | null {
  return what === "title" ? `${TITLE} title` : what === "write" ? `${step} ${one}` : null;
}

/** The scene with a new step, open and empty: at the position of the one before, as the kernel will have it. */
function withNew(scene: EditorScene, { id, after }: NewStep): EditorScene {
  const at = scene.steps.findIndex((step) => step.id === after) + 1 || scene.steps.length;
  const step: EditorStep = { id, text: "", fault: "" };
  const fields = { ...Object.fromEntries(Object.keys(scene.fields).map((name) => [name, ""])), ask: "look" };
  return { ...scene, steps: [...scene.steps.slice(0, at), step, ...scene.steps.slice(at)], step: at, fields, first: false, trial: null };
}

/** One editor's texts and requests: in order, one at a time, each for the step that was shown. */
export class Drafts {
  readonly #typed = new Map<string, Draft>();
  readonly #waiting: EditRequest[] = [];
  readonly #sentRequests = new Map<number, EditRequest>();
  #begun: NewStep[] = [];
  #made = 0;

  constructor(private readonly uid: string) {}

  /** The kernel's scene as the person left it: with the steps that were begun and the texts that were typed since. */
  sceneWithDrafts(scene: EditorScene): EditorScene {
    for (const [key, { done }] of this.#typed) if (done !== null && done !== scene) this.#typed.delete(key);
    this.#begun = this.#begun.filter(({ id }) => !scene.steps.some((step) => step.id === id));
    const whole = this.#begun.reduce(withNew, scene);
    const open = whole.steps[whole.step]?.id;
    // the form of another step is on screen: what was typed into the one before is finished
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

  /** Somebody is typing: kept, and sent when they are done. */
  type(step: string, field: string, text: string): void {
    this.#typed.set(`${step} ${field}`, { step, field, text, sent: false, refused: null, done: null });
  }

  /** Somebody is done with a field. */
  leave(step: string, field: string): void {
    const one = this.#typed.get(`${step} ${field}`);
    if (one) this.#send(one);
  }

  /** Something else is to be done, after all that was typed. */
  edit(what: EditRequest["what"], step: string, one: string, to: string): void {
    this.#leaveAll();
    if (what === "add") {
      this.#made += 1;
      const id = `${this.uid}-${this.#made}`;
      this.#begun.push({ id, after: step });
      this.#waiting.push({ kind: "edit", what, one, to: id, step });
    } else this.#waiting.push({ kind: "edit", what, one, to, step });
  }

  /** The request that is to be made next. */
  get next(): EditRequest | undefined {
    return this.#waiting[0];
  }

  /** That request was made. */
  sent(id: number): void {
    const request = this.#waiting.shift();
    if (request) this.#sentRequests.set(id, request);
  }

  /** The kernel has answered a request, while the page showed this scene of it. */
  answered(reply: Reply, scene: EditorScene): void {
    const id = reply.id ?? -1;
    const request = this.#sentRequests.get(id);
    if (!request) return;
    this.#sentRequests.delete(id);
    const refused = reply.kind === "refused" ? reply.text : null;
    if (request.what === "add" && refused !== null) this.#begun = this.#begun.filter((one) => one.id !== request.to);
    const key = keyOf(request) ?? "";
    const one = this.#typed.get(key);
    // what was typed since is another text
    if (one?.text !== (request.what === "title" ? request.one : request.to)) return;
    if (refused === null) one.done = scene;
    // a step that is gone has no form to show it in; the refusal has told it
    else if (one.step !== TITLE && !scene.steps.some((step) => step.id === one.step)) this.#typed.delete(key);
    else one.refused = refused;
  }

  /** No kernel answers: a text that was on its way may not have come, so that it goes once more when one does. */
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

  /** All that is not sent yet, when the editor leaves the page. */
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
