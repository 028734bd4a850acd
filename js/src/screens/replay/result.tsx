// The result of a round at the end of a replay: who won, why, and each player's score.
import type { Outcome } from "../../kernel/messages";
import { OutcomeWords } from "../../panel/outcome";
import { texts } from "../../texts";
import { texts as replayTexts } from "./texts";

export function Result({ of }: { of: Outcome | undefined }) {
  if (!of) return null;
  const { came, ending, why, lines } = of;
  return (
    <div class={came === null ? "cw-outcome" : `cw-outcome is-${came}`} role="group" aria-label={texts.over} data-outcome={came ?? ""}>
      <strong>
        {came === "won" && <span class="cw-star" aria-hidden="true" />}
        <OutcomeWords of={of} />
      </strong>
      {ending !== "" && <p>{ending}</p>}
      <ul tabIndex={0} aria-label={replayTexts.resultWords}>
        {[...why, ...lines.map((line) => line.text)].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
