// A sheet over the lower part of a narrow screen. The browser keeps the focus in it, and gives it back afterwards.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import { Icon } from "./controls";

/** A table narrower than this (px) shows what stands beside a wide one in a sheet; `narrow.css` has the same width. */
const NARROW = 480;

/** Returns whether a table on the page is narrow. */
export function isNarrow({ clientWidth }: Element): boolean {
  return clientWidth > 0 && clientWidth < NARROW;
}

/** How far a finger pulls a sheet down to close it (px). */
const PULLED = 60;

interface SheetProps {
  label: string;
  /** What stands beside the button that closes the sheet. */
  head: ComponentChildren;
  /** Whether the sheet is as high for all its content. */
  tall?: boolean;
  close: () => void;
  children: ComponentChildren;
}

/** A modal sheet: a button, Escape, a press beside it or a pull downwards closes it. */
export function Sheet({ label, head, tall = false, close, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const from = useRef<number | null>(null);
  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // the focus goes back before the table repaints, which would else give it to a card
  const shut = () => {
    sheet.current?.close();
    close();
  };
  const pulled = (event: PointerEvent) => (from.current === null ? 0 : Math.max(0, event.clientY - from.current));
  const move = (down: number) => sheet.current?.style.setProperty("translate", down > 0 ? `0 ${down}px` : "");
  const letGo = (event: PointerEvent) => {
    const far = pulled(event) > PULLED && event.type === "pointerup";
    from.current = null;
    move(0);
    if (far) shut();
  };
  return (
    <dialog
      ref={sheet}
      class={tall ? "cw-drawer is-tall" : "cw-drawer"}
      aria-label={label}
      data-sheet
      onCancel={(event) => {
        event.preventDefault();
        shut();
      }}
      onClick={(event) => event.target === event.currentTarget && shut()}
      onKeyDown={(event) => {
        // the table around it has keys of its own, which do not concern the sheet
        event.stopPropagation();
        if (event.key !== "Escape") return;
        event.preventDefault();
        shut();
      }}
    >
      <div class="cw-drawer-body">
        <div
          class="cw-drawer-head"
          onPointerDown={(event) => {
            from.current = event.clientY;
          }}
          onPointerMove={(event) => move(pulled(event))}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onPointerLeave={letGo}
        >
          {head}
          <button type="button" class="cw-button cw-drawer-close" title={texts.close} aria-label={texts.close} data-close autofocus onClick={shut}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
