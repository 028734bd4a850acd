// The preferences of this browser for all tables: card backs, cloth, index, hand clock, sounds, bots' remarks, the cheer for
// a win. The browser stores them, not the kernel, so that they hold for every game.

export interface Preferences {
  back: "own" | "plain" | "stripes" | "rings";
  cloth: "own" | "green" | "blue" | "red" | "sand";
  index: "normal" | "large";
  clock: boolean;
  sound: boolean;
  voices: boolean;
  cheer: boolean;
}

export const DEFAULTS: Preferences = { back: "own", cloth: "own", index: "normal", clock: false, sound: false, voices: true, cheer: true };

const CHOICES: { [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  back: ["own", "plain", "stripes", "rings"],
  cloth: ["own", "green", "blue", "red", "sand"],
  index: ["normal", "large"],
  clock: [false, true],
  sound: [false, true],
  voices: [true, false],
  cheer: [true, false],
};

/** The key under which the browser stores the preferences. */
export const KEY = "capture-widgets/feel";

const CHANGED = "capture-widgets-feel";

let known: Preferences | null = null;

/** Reads the stored preferences and drops invalid ones, because other code may have written into the page's storage. */
function read(text: string | null): Preferences {
  let given: Record<string, unknown> = {};
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found === "object" && found !== null) given = found as Record<string, unknown>;
  } catch {
    // the defaults
  }
  const names = Object.keys(DEFAULTS) as (keyof Preferences)[];
  const pairs = names.map((name) => [name, (CHOICES[name] as readonly unknown[]).includes(given[name]) ? given[name] : DEFAULTS[name]]);
  return Object.fromEntries(pairs) as Preferences;
}

/** The preferences; the defaults if the page may not store anything. */
export function preferences(): Preferences {
  if (known === null) {
    let text: string | null = null;
    try {
      text = localStorage.getItem(KEY);
    } catch {
      // the browser may forbid storage
    }
    known = read(text);
  }
  return known;
}

/** Changes preferences for all tables of the page and stores them. */
export function setPreferences(some: Partial<Preferences>): void {
  known = { ...preferences(), ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // without storage the change lasts until the page is closed
  }
  dispatchEvent(new Event(CHANGED));
}

/** Calls `changed` whenever a preference changes, in this page or another page of this browser. */
export function onPreferences(changed: () => void, signal: AbortSignal): void {
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

/** The preferences that differ from the defaults, as attributes of a screen for styles. */
export function preferenceAttributes(): Record<`data-${string}`, string> {
  const { back, cloth, index } = preferences();
  return {
    ...(back !== "own" && { "data-back": back }),
    ...(cloth !== "own" && { "data-cloth": cloth }),
    ...(index !== "normal" && { "data-index": index }),
  };
}
