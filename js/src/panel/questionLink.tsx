// "What would you play here?": writes the position as a question that the player can send to others.
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import type { Actions } from "./actions";
import { Button } from "./controls";
import { useCopy } from "./clipboard";

function Question({ text }: { text: string }) {
  const node = useRef<HTMLPreElement>(null);
  const [copyResult, copy] = useCopy(text, node);
  useEffect(() => node.current?.focus(), []);
  return (
    <div data-asks>
      <p class="cw-soft">{texts.questionLinkWords}</p>
      <pre class="cw-question-link" ref={node} tabIndex={0}>
        {text}
      </pre>
      <button type="button" class="cw-button" data-copy onClick={copy}>
        {texts.questionLinkCopy}
      </button>{" "}
      <span role="status">{copyResult}</span>
    </div>
  );
}

interface QuestionLinkProps {
  asks: string | null;
  actions: Actions;
}

/** Requests the question from the kernel and shows it for copying; the kernel refuses if the viewer is not to move. */
export function QuestionLink({ asks, actions }: QuestionLinkProps) {
  return (
    <div>
      <Button icon="help" text={texts.questionLink} title={texts.questionLinkTitle} mark="ask" onClick={() => actions.ask({ kind: "ask" })} />
      {asks !== null && <Question key={asks} text={asks} />}
    </div>
  );
}
