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
  /** Whether somebody here is to move. */
  able: boolean;
  asks: string | null;
  actions: Actions;
}

/** Asks what others would play, and shows the question to copy. */
export function Asking({ able, asks, actions }: AskingProps) {
  return (
    <div>
      <Button icon="help" text={texts.others} title={texts.othersTitle} able={able} mark="ask" onClick={() => actions.ask({ kind: "ask" })} />
      {asks !== null && <Question key={asks} text={asks} />}
    </div>
  );
}
