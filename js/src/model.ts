// The one place where values come in from a model, its traits and replies alike: from here on `None` is `null` only. Of a
// host that makes `undefined` of it (Pyodide), the kernel's side (`widgets/null.py`) asks for null; what it does not send
// itself, such as a trait that a widget has not, is put right here.

const filled = new WeakSet();

/**
 * A value with `null` wherever it had `undefined`. A container is filled in place, once: so it stays the same object, by
 * which others see whether anything has changed.
 */
function received(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null || filled.has(value)) return value;
  filled.add(value); // and none of what it holds: to note down each of hundreds takes longer than to look at them
  fill(value as Record<string, unknown>);
  return value;
}

function fill(slots: Record<string, unknown>): void {
  for (const key of Object.keys(slots)) {
    const held = slots[key];
    if (held === undefined) slots[key] = null;
    else if (typeof held === "object" && held !== null) fill(held as Record<string, unknown>);
  }
}

type Heard = (reply: unknown) => void;

/** So much of a model as brings values. */
interface Source {
  get: (trait: never) => unknown;
  on: (name: never, heard: never) => void;
  off: (name: never, heard: never) => void;
}

/** A model with `null` in every host for what is None in the kernel; a trait that it does not have is null, too. */
export function tolerant<M extends Source>(model: M): M {
  const replies = new WeakMap<Heard, Heard>();
  const reply = (heard: Heard): Heard => {
    const own = replies.get(heard) ?? ((sent) => heard(received(sent)));
    replies.set(heard, own);
    return own;
  };
  const joins = (way: (name: never, heard: never) => void) => (name: string, heard: Heard) =>
    way.call(model, name as never, (name === "msg:custom" ? reply(heard) : heard) as never);
  const ways = {
    get: (trait: never) => received(model.get(trait)),
    on: joins(model.on),
    off: joins(model.off),
  };
  // a proxy, and neither a copy nor an heir: a model may keep its own state behind `this`
  return new Proxy(model, {
    get(own, name) {
      if (name in ways) return ways[name as keyof typeof ways];
      const part: unknown = Reflect.get(own, name, own);
      return typeof part === "function" ? (part as (...args: unknown[]) => unknown).bind(own) : part;
    },
  });
}
