// The panel of a tab beside the moves of a replay: rules, looks, changes, notes or variations.
import { Rules } from "../../panel/rules";
import { Look } from "../../panel/side";
import type { Dump } from "../../kernel/messages";
import type { Changes } from "./changes";
import { ChangeList, Lines, Notes } from "./notes";
import type { ReplayProps, State } from "./state";

interface SidePanelProps extends Pick<State, "tab" | "pinned" | "rule"> {
  props: ReplayProps;
  dump: Dump;
  changed: Changes;
  before: Dump | null;
  say: (move: string) => string;
  play: (move: string) => void;
  pin: (pinned: boolean) => void;
}

export function SidePanel({ props, tab, pinned, rule, dump, changed, before, say, play, pin }: SidePanelProps) {
  const { uid, scene, notes, lines, line, seat, question, set, ask } = props;
  if (tab === "rules") return <Rules rules={props.rules} rule={rule} />;
  if (tab === "look") return <Look view={props.view} settings={props.settings} set={props.look} plays={false} />;
  if (tab === "changes") return <ChangeList changes={changed} from={before?.ply ?? 0} pinned={pinned !== null} pin={pin} />;
  if (tab === "notes") {
    const at = `${dump.round}/${dump.ply}`;
    const edits = scene.edits && line === 0;
    return <Notes key={`${at} ${line}`} uid={uid} note={notes[at]} round={dump.round} ply={dump.ply} edits={edits} ask={ask} />;
  }
  const able = scene.edits && scene.spoilers && question === null;
  return <Lines lines={lines} line={line} dump={dump} able={able} open={seat === null} say={say} set={set} ask={ask} play={play} />;
}
