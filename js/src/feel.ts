// What somebody likes on this browser's tables: backs, cloth, index, clock, sounds, whether bots speak and a win is cheered. It stands in the
// page's storage and in no kernel, so that it holds for every game and every evening.

export interface Feel {
  back: "own" | "plain" | "stripes" | "rings";
  cloth: "own" | "green" | "blue" | "red" | "sand";
  index: "normal" | "large";
  clock: boolean;
  sound: boolean;
  voices: boolean;
  cheer: boolean;
}

export const USUAL: Feel = { back: "own", cloth: "own", index: "normal", clock: false, sound: false, voices: true, cheer: true };

const CHOICES: { [Name in keyof Feel]: readonly Feel[Name][] } = {
  back: ["own", "plain", "stripes", "rings"],
  cloth: ["own", "green", "blue", "red", "sand"],
  index: ["normal", "large"],
  clock: [false, true],
  sound: [false, true],
  voices: [true, false],
  cheer: [true, false],
};

/** Under this key the browser keeps it. */
export const KEY = "capture-widgets/feel";

const CHANGED = "capture-widgets-feel";

let known: Feel | null = null;

/** Only what there is to choose: anybody may write into a page's storage. */
function read(text: string | null): Feel {
  let given: Record<string, unknown> = {};
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found === "object" && found !== null) given = found as Record<string, unknown>;
  } catch {
    // as usual
  }
  const names = Object.keys(USUAL) as (keyof Feel)[];
  const pairs = names.map((name) => [name, (CHOICES[name] as readonly unknown[]).includes(given[name]) ? given[name] : USUAL[name]]);
  return Object.fromEntries(pairs) as Feel;
}

/** What is liked here; as usual where the page may keep nothing. */
export function feel(): Feel {
  if (known === null) {
    let text: string | null = null;
    try {
      text = localStorage.getItem(KEY);
    } catch {
      // a page may be forbidden to keep anything
    }
    known = read(text);
  }
  return known;
}

/** Likes something else from now on, on every table of the page and for ever. */
export function like(some: Partial<Feel>): void {
  known = { ...feel(), ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // it holds for as long as the page stands
  }
  dispatchEvent(new Event(CHANGED));
}

/** Calls `changed` whenever something else is liked, in another page of this browser, too. */
export function followFeel(changed: () => void, signal: AbortSignal): void {
  addEventListener(CHANGED, changed, { signal });
  addEventListener(
    "storage",
    ({ key, newValue }) => {
      if (key !== KEY) return;
      known = read(newValue);
      changed();
    },
    { signal },
  );
}

/** The same as attributes of a screen, for styles; none where it is as usual. */
export function feelHooks(): Record<`data-${string}`, string> {
  const { back, cloth, index } = feel();
  return {
    ...(back !== "own" && { "data-back": back }),
    ...(cloth !== "own" && { "data-cloth": cloth }),
    ...(index !== "normal" && { "data-index": index }),
  };
}
