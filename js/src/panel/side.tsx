// The side of a table: moves, rules, seats and preferences as tabs.
import type { VNode } from "preact";
import { hasFourColours } from "../board/decks";
import { memo } from "../board/memo";
import type { GameView } from "../board/layout";
import { Sheet } from "./sheet";
import { TabList } from "./tabs";
import { texts } from "../texts";
import type { Message, Tab } from "./ui";
import type { BotInfo, LogEntry, Rule, SeatInfo, Settings } from "../kernel/messages";
import { type Actions, ruleOpener } from "./actions";
import { QuestionLink } from "./questionLink";
import { Choose } from "./controls";
import { PreferenceFields } from "./preferences";
import { Legend } from "./legend";
import { Log } from "./log";
import { PersonName } from "./personName";
import { type Illustrated, Rules, type RulesProps } from "./rules";

interface SeatsProps {
  seats: SeatInfo[];
  /** The seats that this table may give to another player. */
  gives: number[];
  bots: BotInfo[];
  /** The table's message; the list shows the old player again after a refusal. */
  message: Message | null;
  /** The question link, for copying. */
  asks: string | null;
  actions: Actions;
}

const Seats = memo(function Seats({ seats, gives, bots, asks, actions }: SeatsProps) {
  const players = { person: texts.person, ...Object.fromEntries(bots.map(({ id, name }) => [id, name])) };
  return (
    <div class="cw-fields">
      {seats.map((seat, at) => (
        <div key={at}>
          {gives.includes(at) ? (
            <Choose
              label={texts.plays(texts.seat(at))}
              value={seat.kind === "person" ? "person" : (seat.level ?? "")}
              values={players}
              onChange={(player) => actions.ask({ kind: "seat", seat: at, player })}
            />
          ) : (
            <span>{texts.playedBy(texts.seat(at), seat.name)}</span>
          )}
          {seat.kind === "bot" && <p>{bots.find(({ id }) => id === seat.level)?.words}</p>}
          {seat.kind === "person" && gives.includes(at) && <PersonName seat={at} name={seat.name} ask={actions.ask} />}
        </div>
      ))}
      {gives.length > 0 && <QuestionLink asks={asks} actions={actions} />}
    </div>
  );
});

interface LookProps {
  view: GameView;
  settings: Settings;
  set: (settings: Partial<Settings>) => void;
  /** Whether moves are made here; then there are settings for bots and for the list of moves. */
  plays: boolean;
}

export function Look({ view, settings, set: apply, plays }: LookProps) {
  const set = (name: keyof Settings) => (value: string) => apply({ [name]: value });
  return (
    <div class="cw-fields">
      <Choose label={texts.size} value={settings.size} values={texts.sizes} onChange={set("size")} />
      <Choose label={texts.theme} value={settings.theme} values={texts.themes} onChange={set("theme")} />
      {hasFourColours(view.deck) && (
        <Choose label={texts.colours} value={settings.colours} values={texts.colourNames} onChange={set("colours")} />
      )}
      {view.remembers && (
        <Choose label={texts.memory} value={settings.memory} values={texts.memories} onChange={set("memory")} />
      )}
      <PreferenceFields plays={plays} />
      {plays && (
        <Choose
          label={texts.pace}
          value={String(settings.pace)}
          values={{ [settings.pace]: `${settings.pace} ms`, ...texts.paces }}
          onChange={(value) => apply({ pace: Number(value) })}
        />
      )}
      {plays && (
        <label class="cw-check">
          <input type="checkbox" checked={settings.legal} onChange={(event) => apply({ legal: event.currentTarget.checked })} />
          <span>{texts.showLegal}</span>
        </label>
      )}
    </div>
  );
}

interface SideProps {
  uid: string;
  /** Whether the panels have their content; the first frame of a page shows only the tabs. */
  filled: boolean;
  view: GameView;
  seats: SeatInfo[];
  gives: number[];
  learns: boolean;
  message: Message | null;
  log: LogEntry[];
  rules: Rule[];
  about: Illustrated;
  bots: BotInfo[];
  settings: Settings;
  preferencesVersion: number;
  tab: Tab;
  /** Whether the open panel is in a sheet over a narrow table. */
  sheet: boolean;
  /** The open rule. */
  rule: string | null;
  /** The seats that this screen plays. */
  acts: readonly number[];
  /** The question link, for copying. */
  asks: string | null;
  actions: Actions;
}

const TABS: Tab[] = ["log", "rules", "seats", "look"];
const WITH_LEGEND: Tab[] = ["log", "legend", "rules", "seats", "look"];

/** The tabs of a game. */
export const tabsOf = ({ legend }: GameView): Tab[] => (legend ? WITH_LEGEND : TABS);

/** The rules are the longest part of a table, so they repaint only when their props change. */
const TableRules = memo(function TableRules({ learns, actions, ...rest }: RulesProps & { learns: boolean; actions: Actions }) {
  return <Rules {...rest} learn={learns ? () => actions.ask({ kind: "learn" }) : undefined} />;
});

/** Preferences are not among the props, so the number of their changes triggers a repaint. */
const TableLook = memo(function TableLook({ view, settings, set }: Omit<LookProps, "plays"> & { liked: number }) {
  return <Look view={view} settings={settings} set={set} plays />;
});

interface TableTabsProps {
  uid: string;
  /** The prefix of the panels' identifiers, where it is not the one of the tabs. */
  panels?: string;
  tabs: Tab[];
  open: Tab;
  actions: Actions;
}

const TableTabs = memo(function TableTabs({ uid, panels, tabs, open, actions }: TableTabsProps) {
  const show = (tab: Tab) => actions.change({ kind: "tab", tab });
  return <TabList uid={uid} label={texts.beside} tabs={tabs} words={texts} open={open} panel={(tab) => tab} panels={panels} show={show} />;
});

/** Moves, rules, seats and preferences as tabs. All of them stay in the page; one is visible, on a narrow table only in a sheet. */
export const Side = memo(function Side(props: SideProps) {
  const { uid, filled, view, seats, gives, learns, message, log, rules, about, bots, settings, preferencesVersion, sheet, rule, acts, asks, actions } = props;
  const tabs = tabsOf(view);
  const open = tabs.includes(props.tab) ? props.tab : "log";
  const bodies: Record<Tab, VNode> | null = filled ? {
    log: <Log log={log} about={about} />,
    legend: open === "legend" ? <Legend about={about} log={log} acts={acts} open={ruleOpener(actions)} /> : <></>,
    rules: <TableRules rules={rules} rule={rule} about={about} learns={learns} actions={actions} />,
    seats: <Seats seats={seats} gives={gives} bots={bots} message={message} asks={asks} actions={actions} />,
    look: <TableLook view={view} settings={settings} set={actions.set} liked={preferencesVersion} />,
  } : null;
  const panels = tabs.map((tab) => (
    <div key={tab} class="cw-panel" role="tabpanel" id={`${uid}-panel-${tab}`} aria-labelledby={`${uid}-tab-${tab}`} hidden={tab !== open}>
      {bodies?.[tab]}
    </div>
  ));
  return (
    <div class="cw-side">
      <TableTabs uid={uid} tabs={tabs} open={open} actions={actions} />
      {sheet ? (
        <Sheet
          label={texts.beside}
          head={<TableTabs uid={`${uid}-sheet`} panels={uid} tabs={tabs} open={open} actions={actions} />}
          tall
          close={() => actions.change({ kind: "sheet", of: null })}
        >
          {panels}
        </Sheet>
      ) : (
        panels
      )}
    </div>
  );
});
