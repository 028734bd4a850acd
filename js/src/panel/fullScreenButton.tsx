// The button that lets a widget fill the screen.
import { toggleFullScreen } from "../page/fullScreen";
import { texts } from "../texts";
import { Icon } from "./controls";

/** The button; `mark` tells the one in the head of a narrow table from the one below the board. */
export function FullScreenButton({ mark = "fill" }: { mark?: "fill" | "fill head" }) {
  return (
    <button
      type="button"
      class="cw-button"
      data-mark={mark}
      title={texts.fullScreenTitle}
      onClick={({ currentTarget }) => toggleFullScreen(currentTarget)}
    >
      <Icon name="fill" />
      <span>{texts.fullScreen}</span>
      <span>{texts.leaveFullScreen}</span>
      <span>{texts.showNotebook}</span>
    </button>
  );
}
