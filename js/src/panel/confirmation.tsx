// Asks for confirmation before a game is ended; it takes the place of the buttons that open it.
import { useEffect, useRef } from "preact/hooks";

interface ConfirmationProps {
  /** The id of the sentence in the page. */
  name: string;
  text: string;
  yes: string;
  no: string;
  answer: (yes: boolean) => void;
}

/**
 * "No" gets the focus, and Escape chooses it (`Table`); a press beside the buttons does not move the focus. The second
 * click of a double click is ignored, because the user meant the button that was there before.
 */
export function Confirmation({ name, text, yes, no, answer }: ConfirmationProps) {
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // it may be higher than the button that was pressed, at the lower edge of the window
    whole.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={whole} class="cw-confirmation" role="alertdialog" aria-labelledby={name} onMouseDown={(event) => event.preventDefault()}>
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
