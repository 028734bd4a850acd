// The button that lets a widget fill the screen.
import { toggleFullScreen } from "../page/fullScreen";
import { texts } from "../texts";
import { Icon } from "./controls";

export function FullScreenButton() {
  return (
    <button
      type="button"
      class="cw-button"
      data-mark="fill"
      title={texts.fullScreenTitle}
      onClick={({ currentTarget }) => toggleFullScreen(currentTarget)}
    >
      <Icon name="fill" />
      <span>{texts.fullScreen}</span>
    </button>
  );
}
