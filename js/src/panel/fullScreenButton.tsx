// The button that lets a widget fill the screen.
import { useRef } from "preact/hooks";
import { toggleFullScreen } from "../page/fullScreen";
import { texts } from "../texts";
import { Button } from "./controls";

export function FullScreenButton() {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place}>
      <Button
        icon="fill"
        text={texts.fullScreen}
        title={texts.fullScreenTitle}
        mark="fill"
        onClick={() => place.current && toggleFullScreen(place.current)}
      />
    </span>
  );
}
