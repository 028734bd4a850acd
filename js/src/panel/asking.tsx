// "What would you play here?", to ask somebody else.
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import type { Actions } from "./actions";
import { Button } from "./controls";
import { useCopy } from "./copying";

function Question({ text }: { text: string }) {
  const node = useRef<HTMLPreElement>(null);
  const [said, copy] = useCopy(text, node);
  useEffect(() => node.current?.focus(), []);
  return (
    <div data-asks>
      <p class="cw-soft">{texts.othersTo}</p>
      <pre class="cw-asks" ref={node} tabIndex={0}>
        {text}
      </pre>
      <button type="button" class="cw-button" data-copy onClick={copy}>
        {texts.othersCopy}
      </button>{" "}
      <span role="status">{said}</span>
    </div>
  );
}

interface AskingProps {
  asks: string | null;
  actions: Actions;
}

/** Asks what others would play, and shows the question to copy; who is not to move is told so. */
export function Asking({ asks, actions }: AskingProps) {
  return (
    <div>
      <Button icon="help" text={texts.others} title={texts.othersTitle} mark="ask" onClick={() => actions.ask({ kind: "ask" })} />
      {asks !== null && <Question key={asks} text={asks} />}
    </div>
  );
}
