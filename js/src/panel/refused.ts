// Which rules have refused something in this browser: the first refusal tells the rule, later ones name it.

/** Under this key the browser keeps the names of those rules and nothing else. */
export const KEY = "capture-widgets/rules-told";

/** What was told since the page was opened, where it may keep nothing. */
const here = new Set<string>();

function kept(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter((rule) => typeof rule === "string") : [];
  } catch {
    return [];
  }
}

/** Whether a rule refuses something for the first time here; from then on it does not. */
export function refusesFirst(rule: string): boolean {
  const told = kept();
  if (here.has(rule) || told.includes(rule)) return false;
  here.add(rule);
  try {
    localStorage.setItem(KEY, JSON.stringify([...told, rule].sort()));
  } catch {
    // a page may be forbidden to keep anything
  }
  return true;
}
