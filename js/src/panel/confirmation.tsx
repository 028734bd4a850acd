// Asks for confirmation before a game is ended; it takes the place of the buttons that open it.
import { useEffect, useRef } from "preact/hooks";

interface ConfirmationProps {
  /** The id of the sentence in the page. */
  name: string;
  text: string;
  yes: string;
  no: string;
  /** Whether "no" comes first. */
  noFirst?: boolean;
  answer: (yes: boolean) => void;
}

/**
 * "No" gets the focus, and Escape chooses it (`Table`); a press beside the buttons does not move the focus. The second
 * click of a double click is ignored, because the user meant the button that was there before.
 */
export function Confirmation({ name, text, yes, no, noFirst, answer }: ConfirmationProps) {
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // it may be higher than the button that was pressed, at the lower edge of the window
    whole.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const button = (is: boolean) => (
    <button
      type="button"
      class={is ? "cw-button" : "cw-button is-strong"}
      data-confirm={is ? "yes" : "no"}
      aria-describedby={name}
      onClick={(event) => event.detail < 2 && answer(is)}
    >
      {is ? yes : no}
    </button>
  );
  return (
    <div ref={whole} class="cw-confirmation" role="alertdialog" aria-labelledby={name} onMouseDown={(event) => event.preventDefault()}>
      <span id={name}>{text}</span>
      <span class="cw-answers">
        {noFirst ? button(false) : null}
        {button(true)}
        {noFirst ? null : button(false)}
      </span>
    </div>
  );
}
