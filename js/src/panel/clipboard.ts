// Copies text to the clipboard.
import { type RefObject } from "preact";
import { useState } from "preact/hooks";
import { texts } from "../texts";

/** Returns the result of the last copy in words, and a function that copies the text; the node shows the text. */
export function useCopy(text: string, node: RefObject<HTMLElement | null>): [string, () => void] {
  const [result, say] = useState("");
  const copy = () => {
    // without a clipboard the text is selected, so that the user can copy it with the browser's keys
    if (node.current) getSelection()?.selectAllChildren(node.current);
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) say(texts.notCopied);
    else void clipboard.writeText(text).then(() => say(texts.copied), () => say(texts.notCopied));
  };
  return [result, copy];
}
