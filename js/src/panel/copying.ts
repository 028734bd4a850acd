// Text that a page copies.
import { type RefObject } from "preact";
import { useState } from "preact/hooks";
import { texts } from "../texts";

/** What was said of the last copy, and a way to copy; the node shows the text. */
export function useCopy(text: string, node: RefObject<HTMLElement | null>): [string, () => void] {
  const [said, say] = useState("");
  const copy = () => {
    // a page without a clipboard: the text is marked, and the browser's own keys copy it
    if (node.current) getSelection()?.selectAllChildren(node.current);
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) say(texts.notCopied);
    else void clipboard.writeText(text).then(() => say(texts.copied), () => say(texts.notCopied));
  };
  return [said, copy];
}
