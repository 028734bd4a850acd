// The button for learning from mistakes, which makes the replay stop at each of the viewer's mistakes.
import type { ReplayScene, Request } from "../../kernel/messages";
import { texts } from "../../texts";

/** Starts or stops learning; nothing if the kernel does not offer it. */
export function LearnButton({ learn, ask }: { learn: ReplayScene["learn"]; ask: (ask: Request) => void }) {
  if (learn === null) return null;
  const learning = learn !== "can";
  return (
    <div class="cw-learn">
      {learning && <span>{texts.learning}</span>}
      <button type="button" class="cw-button" data-learn={learning ? "does" : "can"} onClick={() => ask({ kind: learning ? "unlearn" : "learn" })}>
        {learning ? texts.unlearn : texts.learn}
      </button>
    </div>
  );
}
