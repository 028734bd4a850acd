// The controls of a replay: the buttons to step, the viewer, the round, the tabs.
import type { ComponentChild } from "preact";
import { FullScreenButton } from "../../panel/fullScreenButton";
import { Choose, Icon } from "../../panel/controls";
import { TabList } from "../../panel/tabs";
import { texts } from "../../texts";
import { words } from "../texts";
import { texts as replayTexts } from "./texts";
import type { ReplayScene } from "../../kernel/messages";

export type Go = "first" | "back" | "play" | "forward" | "last";
export type Tab = "log" | "changes" | "notes" | "lines" | "rules" | "look";

/** The traits of the position, which browser and kernel may change. */
export interface Position {
  round: number;
  ply: number;
  line: number;
  seat: number | "public" | null;
  playing: boolean;
  following: boolean | null;
  who: string;
}

interface PlayerProps {
  /** The first and the last ply of the round, and the one shown. */
  plies: { first: number; last: number; at: number };
  /** The ply shown, in words. */
  count: string;
  move: string;
  playing: boolean;
  able: (where: Exclude<Go, "play">) => boolean;
  go: (where: Go) => void;
  scrub: (ply: number) => void;
  /** What stands beside the buttons. */
  children?: ComponentChild;
}

export function Player({ plies, count, move, playing, able, go, scrub, children }: PlayerProps) {
  const button = (where: Exclude<Go, "play">) => (
    <button
      type="button"
      class="cw-button"
      data-go={where}
      aria-label={texts[where]}
      title={texts[where]}
      aria-disabled={!able(where)}
      onClick={() => go(where)}
    >
      <Icon name={where} />
    </button>
  );
  return (
    <div class="cw-player">
      {button("first")}
      {button("back")}
      <button type="button" class="cw-button is-strong" data-go="play" onClick={() => go("play")}>
        <Icon name={playing ? "stop" : "go"} />
        <span>{playing ? replayTexts.pause : replayTexts.start}</span>
      </button>
      {button("forward")}
      {button("last")}
      <input
        class="cw-scrub"
        type="range"
        data-scrub
        min={plies.first}
        max={plies.last}
        step={1}
        value={plies.at}
        aria-label={replayTexts.scrub}
        aria-valuetext={`${count}: ${move}`}
        onInput={(event) => scrub(Number(event.currentTarget.value))}
      />
      <span class="cw-count">{count}</span>
      {children}
    </div>
  );
}

interface LensProps {
  seat: Position["seat"];
  lenses: ReplayScene["lenses"];
  set: (position: Partial<Position>) => void;
}

/** Whether one of the viewers that can be chosen sees all cards. */
export const opens = (lenses: ReplayScene["lenses"]): boolean => lenses.some(({ seat }) => seat === null);

/** The choice of whose view is shown; nothing if there is no other. */
export function LensChoice({ seat, lenses, set }: LensProps) {
  if (lenses.length < 2) return null;
  return (
    <Choose
      label={words.lens}
      value={String(lenses.findIndex((lens) => lens.seat === seat))}
      values={Object.fromEntries(lenses.map(({ words }, at) => [String(at), words]))}
      onChange={(at) => set({ seat: lenses[Number(at)]?.seat ?? null })}
    />
  );
}

interface ControlsProps {
  position: Position;
  /** The rounds, each with its first ply. */
  rounds: { round: number; ply: number }[];
  speed: string;
  pace: (speed: string) => void;
  set: (position: Partial<Position>) => void;
  /** Whether the sheet of keys is open. */
  help: boolean;
  keys: () => void;
}

export function Controls({ position, rounds, speed, pace, set, help, keys }: ControlsProps) {
  const { round: here, following } = position;
  const shown = rounds.find(({ round }) => round === here) ?? rounds[0];
  return (
    <div class="cw-controls">
      <Choose label={replayTexts.speed} value={speed} values={replayTexts.speeds} onChange={pace} />
      {rounds.length > 1 && (
        <Choose
          label={replayTexts.round}
          value={String(shown?.round)}
          values={Object.fromEntries(rounds.map(({ round }) => [String(round), replayTexts.roundName(round)]))}
          onChange={(chosen) => {
            const next = rounds.find(({ round }) => round === Number(chosen));
            set({ round: Number(chosen), ply: next?.ply ?? 0, playing: false });
          }}
        />
      )}
      {following !== null && (
        <button type="button" class="cw-button" data-follow aria-pressed={following} onClick={() => set({ following: !following })}>
          {following ? replayTexts.following : replayTexts.rejoin}
        </button>
      )}
      {/* only on a telephone, where a high table leaves no room for them in view */}
      <button
        type="button"
        class="cw-button"
        data-to-tabs
        title={replayTexts.toTabs}
        onClick={({ currentTarget }) => currentTarget.closest(".cw-main")?.querySelector(".cw-side")?.scrollIntoView()}
      >
        {texts.log}
      </button>
      <FullScreenButton />
      <button type="button" class="cw-button" data-keys title={replayTexts.replayKeysTitle} aria-pressed={help} onClick={keys}>
        <Icon name="help" />
        <span>{texts.help}</span>
      </button>
    </div>
  );
}

const TABS: readonly Tab[] = ["log", "changes", "notes", "lines", "rules", "look"];
const NAMES: Record<Tab, string> = {
  log: texts.log,
  changes: replayTexts.changesTab,
  notes: replayTexts.notesTab,
  lines: replayTexts.linesTab,
  rules: texts.rules,
  look: texts.look,
};

/** The tabs beside the table; the list of moves has a panel of its own, the others share one. Variations show all cards. */
export function Tabs({ uid, title, tab, open, show }: { uid: string; title: string; tab: Tab; open: boolean; show: (tab: Tab) => void }) {
  const panel = (one: Tab) => (one === "log" ? "log" : "more");
  const tabs = open ? TABS : TABS.filter((one) => one !== "lines");
  return <TabList uid={uid} label={title} tabs={tabs} words={NAMES} open={tab} panel={panel} show={show} />;
}
