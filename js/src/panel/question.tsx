// A question before something is ended, in place of the buttons that asked it.
import { useId } from "preact/hooks";

interface QuestionProps {
  text: string;
  yes: string;
  no: string;
  answer: (yes: boolean) => void;
}

/** The focus goes to the way out first, and Escape takes it (`Table`). */
export function Question({ text, yes, no, answer }: QuestionProps) {
  const name = useId();
  return (
    <div class="cw-question" role="alertdialog" aria-labelledby={name}>
      <span id={name}>{text}</span>
      <span class="cw-answers">
        <button type="button" class="cw-button" data-confirm="yes" aria-describedby={name} onClick={() => answer(true)}>
          {yes}
        </button>
        <button type="button" class="cw-button is-strong" data-confirm="no" aria-describedby={name} onClick={() => answer(false)}>
          {no}
        </button>
      </span>
    </div>
  );
}
