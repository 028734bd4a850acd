// A link that opens a rule in the rules panel: it stands beside words that say why, and its title has the rule's name.
import { texts } from "../texts";

export function RuleLink({ rule, words, open }: { rule: string; words?: string; open: (rule: string) => void }) {
  return (
    <button type="button" class="cw-link" title={texts.openRule(rule)} onClick={() => open(rule)}>
      {words ?? texts.seeRule}
    </button>
  );
}
