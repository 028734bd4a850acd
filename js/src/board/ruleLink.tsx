// A rule's name as a link that opens the rules panel.
import { texts } from "../texts";

export function RuleLink({ rule, words, open }: { rule: string; words?: string; open: (rule: string) => void }) {
  return (
    <button type="button" class="cw-link" title={words && texts.openRule(rule)} onClick={() => open(rule)}>
      {words ?? texts.openRule(rule)}
    </button>
  );
}
