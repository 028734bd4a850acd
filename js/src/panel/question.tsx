// A question before something is ended, in place of the buttons that asked it.

interface QuestionProps {
  /** The name of its sentence in the page. */
  name: string;
  text: string;
  yes: string;
  no: string;
  answer: (yes: boolean) => void;
}

/**
 * The focus goes to the way out first, and Escape takes it (`Table`); a press beside the answers does not take it away.
 * The second click of a double one is meant for what lay there before.
 */
export function Question({ name, text, yes, no, answer }: QuestionProps) {
  return (
    <div class="cw-question" role="alertdialog" aria-labelledby={name} onMouseDown={(event) => event.preventDefault()}>
      <span id={name}>{text}</span>
      <span class="cw-answers">
        <button
          type="button"
          class="cw-button"
          data-confirm="yes"
          aria-describedby={name}
          onClick={(event) => event.detail < 2 && answer(true)}
        >
          {yes}
        </button>
        <button
          type="button"
          class="cw-button is-strong"
          data-confirm="no"
          aria-describedby={name}
          onClick={(event) => event.detail < 2 && answer(false)}
        >
          {no}
        </button>
      </span>
    </div>
  );
}
