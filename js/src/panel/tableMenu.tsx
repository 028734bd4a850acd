// The menu of a narrow table: the buttons that have no room below the board, with their words, and the panels beside a wide one.
import { texts } from "../texts";
import { Button } from "./controls";
import { Sheet } from "./sheet";
import { tabsOf } from "./side";
import { Tools, type ToolsProps } from "./tools";
import type { Tab } from "./ui";

/** The panels that have a button below the board. */
const IN_BAR: readonly string[] = ["log", "rules"] satisfies Tab[];

/** The menu while it is open, in a sheet that closes with a choice. */
export function TableMenu(props: ToolsProps) {
  const { actions } = props;
  if (props.ui.sheet !== "menu") return null;
  const close = () => actions.change({ kind: "sheet", of: null });
  return (
    <Sheet label={texts.menu} head={<strong>{texts.menu}</strong>} close={close}>
      <div
        class="cw-drawer-menu"
        // the sheet goes first, so that a question before an end of the game gets the focus
        onClickCapture={(event) => {
          const chosen = (event.target as Element).closest("button");
          if (chosen === null || chosen.getAttribute("aria-disabled") === "true") return;
          chosen.closest("dialog")?.close();
          close();
        }}
      >
        <Tools {...props} flat />
        <div class="cw-drawer-panels">
          {tabsOf(props.view).filter((tab) => !IN_BAR.includes(tab)).map((tab) => (
            <Button key={tab} icon={tab} text={texts[tab]} mark={`open ${tab}`} onClick={() => actions.change({ kind: "tab", tab })} />
          ))}
        </div>
      </div>
    </Sheet>
  );
}
