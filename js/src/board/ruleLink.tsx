// A rule's name as a link that opens the rules panel.
import { texts } from "../texts";

export function RuleLink({ rule, open }: { rule: string; open: (rule: string) => void }) {
  return (
    <button type="button" class="cw-link" onClick={() => open(rule)}>
      {texts.openRule(rule)}
    </button>
  );
}
