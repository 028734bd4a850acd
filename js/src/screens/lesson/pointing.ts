// A click on the table answers a question whose choices name what lies there: a card of the hand, a column.
import type { LessonScene } from "../../kernel/messages";

/** How a question calls the ranks that a card has as numbers. */
const RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** What the place that was clicked is called, and all around it, as screen readers hear it. */
function namesOf(clicked: Element, table: Element): string[] {
  const names: string[] = [];
  for (let node = clicked.closest("[aria-label]"); node !== null && table.contains(node); node = node.parentElement?.closest("[aria-label]") ?? null)
    names.push(...(node.getAttribute("aria-label") ?? "").toLowerCase().split(", "));
  return names;
}

/** Whether a choice means a place with this name: "Column 2", "The 5 of Earth"; "The three" for the 3 of spades. A choice such as "A king" means no card that lies here. */
function means(choice: string, name: string): boolean {
  const rank = /^(\w+) of /.exec(name)?.[1] ?? "";
  return [name, `the ${name}`, `the ${rank}`, `the ${RANKS[Number(rank) - 2] ?? ""}`].includes(choice.toLowerCase());
}

/** Whether all choices of an open question name what lies on the table. */
export const points = ({ ask, closed, choices }: LessonScene): boolean => ask === "choice" && !closed && choices.every((choice) => /^(Column \d|The \w+( of \w+)?)$/.test(choice));

/** The choice that a click on the table names; undefined if it names none, or the question takes no answer. */
export function choiceAt(scene: LessonScene, clicked: Element, table: Element): string | undefined {
  if (!points(scene)) return undefined;
  const names = namesOf(clicked, table);
  return scene.choices.find((choice) => names.some((name) => means(choice, name)));
}

/** The number of the only column of which a question speaks; undefined if it speaks of none or of several. */
export function columnOf({ ask, text }: LessonScene): string | undefined {
  const numbers = new Set([...text.matchAll(/\bcolumn (\d)\b/g)].map(([, number]) => number));
  return ask === "choice" && numbers.size === 1 ? [...numbers][0] : undefined;
}
