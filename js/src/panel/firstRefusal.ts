// Remembers which rules have refused a move in this browser: the first refusal shows the rule's text, later ones only its name.

/** The key under which the browser stores the names of those rules, and nothing else. */
export const KEY = "capture-widgets/rules-told";

/** The rules shown since the page was opened, for browsers that forbid storage. */
const here = new Set<string>();

function storedRules(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter((rule) => typeof rule === "string") : [];
  } catch {
    return [];
  }
}

/** Whether this is the rule's first refusal in this browser; the next call returns false. */
export function isFirstRefusal(rule: string): boolean {
  const stored = storedRules();
  if (here.has(rule) || stored.includes(rule)) return false;
  here.add(rule);
  try {
    localStorage.setItem(KEY, JSON.stringify([...stored, rule].sort()));
  } catch {
    // the browser may forbid storage
  }
  return true;
}
