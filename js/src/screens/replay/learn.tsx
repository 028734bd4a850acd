// Learning from one's mistakes: the replay stops at each of them.
import type { ReplayScene, Request } from "../../kernel/messages";
import { texts } from "../../texts";

/** Begins or ends it; nothing where the kernel offers none. */
export function LearnButton({ learn, ask }: { learn: ReplayScene["learn"]; ask: (ask: Request) => void }) {
  if (learn === null) return null;
  const learning = learn === "does";
  return (
    <div class="cw-learn">
      {learning && <span>{texts.learning}</span>}
      <button type="button" class="cw-button" data-learn={learn} onClick={() => ask({ kind: learning ? "unlearn" : "learn" })}>
        {learning ? texts.unlearn : texts.learn}
      </button>
    </div>
  );
}
