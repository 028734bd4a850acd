// A button of a table that opens further buttons above it.
import { createRef } from "preact";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./controls";

interface MenuProps {
  icon: IconName;
  text: string;
  /** A name by which the screen finds the button to return the focus to it. */
  mark: string;
  children: ComponentChildren;
}

/** The button and its list, which stays in the page. A press on one of its buttons, Escape, or a focus that leaves it closes the list. */
export function Menu({ icon, text, mark, children }: MenuProps) {
  const whole = createRef<HTMLDetailsElement>();
  const close = () => {
    const { current } = whole;
    if (!current?.open) return;
    const leaves = current.contains((current.getRootNode() as Document).activeElement);
    current.open = false;
    if (leaves) current.querySelector("summary")?.focus({ preventScroll: true });
  };
  return (
    <details
      class="cw-menu"
      ref={whole}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !whole.current?.open) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <summary class="cw-button" data-mark={mark} title={text}>
        <Icon name={icon} />
        <span>{text}</span>
        <span class="cw-menu-sign" aria-hidden="true" />
      </summary>
      {/* a press keeps the focus, so that the list is still there at the click */}
      <div class="cw-menu-list" onMouseDown={(event) => event.preventDefault()} onClick={close}>
        {children}
      </div>
    </details>
  );
}
