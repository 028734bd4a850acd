// Beside a table: moves, rules, seats and looks as tabs.
import type { VNode } from "preact";
import { hasFourColours } from "../decks";
import { kept } from "../kept";
import type { View } from "../layout";
import { TabList } from "../tabs";
import { texts } from "../texts";
import type { Message, Tab } from "../ui";
import type { BotInfo, LogEntry, Rule, SeatInfo, Settings } from "../messages";
import type { Actions } from "./actions";
import { Choose } from "./controls";
import { FeelFields } from "./pace";
import { Log } from "./log";
import { PersonName } from "./person";
import { type Illustrated, Rules, type RulesProps } from "./rules";

interface SeatsProps {
  seats: SeatInfo[];
  /** Seats that this table may give to somebody else. */
  gives: number[];
  bots: BotInfo[];
  /** What the table says: a choice that was refused is put back. */
  message: Message | null;
  actions: Actions;
}

const Seats = kept(function Seats({ seats, gives, bots, actions }: SeatsProps) {
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
    </div>
  );
});

interface LookProps {
  view: View;
  settings: Settings;
  set: (settings: Partial<Settings>) => void;
  /** Whether it is played at: with bots that pause, and moves to choose from. */
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
      <FeelFields plays={plays} />
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
  view: View;
  seats: SeatInfo[];
  gives: number[];
  learns: boolean;
  message: Message | null;
  log: LogEntry[];
  rules: Rule[];
  about: Illustrated;
  bots: BotInfo[];
  settings: Settings;
  liked: number;
  tab: Tab;
  /** The rule at which the rules stand. */
  rule: string | null;
  actions: Actions;
}

const TABS: Tab[] = ["log", "rules", "seats", "look"];

/** The rules stand still from one move to the next: they are the longest part of a table. */
const TableRules = kept(function TableRules({ learns, actions, ...rest }: RulesProps & { learns: boolean; actions: Actions }) {
  return <Rules {...rest} learn={learns ? () => actions.ask({ kind: "learn" }) : undefined} />;
});

/** What else was liked is kept by the browser and no setting: the number of changes tells of it. */
const TableLook = kept(function TableLook({ view, settings, set }: Omit<LookProps, "plays"> & { liked: number }) {
  return <Look view={view} settings={settings} set={set} plays />;
});

const TableTabs = kept(function TableTabs({ uid, open, actions }: { uid: string; open: Tab; actions: Actions }) {
  const show = (tab: Tab) => actions.change({ kind: "tab", tab });
  return <TabList uid={uid} label={texts.beside} tabs={TABS} words={texts} open={open} panel={(tab) => tab} show={show} />;
});

/** Moves, rules, seats and looks as tabs. All of them stay in the page; one is seen. */
export const Side = kept(function Side(props: SideProps) {
  const { uid, view, seats, gives, learns, message, log, rules, about, bots, settings, liked, tab: open, rule, actions } = props;
  const bodies: Record<Tab, VNode> = {
    log: <Log log={log} about={about} />,
    rules: <TableRules rules={rules} rule={rule} about={about} learns={learns} actions={actions} />,
    seats: <Seats seats={seats} gives={gives} bots={bots} message={message} actions={actions} />,
    look: <TableLook view={view} settings={settings} set={actions.set} liked={liked} />,
  };
  return (
    <div class="cw-side">
      <TableTabs uid={uid} open={open} actions={actions} />
      {TABS.map((tab) => (
        <div
          key={tab}
          class="cw-panel"
          role="tabpanel"
          id={`${uid}-panel-${tab}`}
          aria-labelledby={`${uid}-tab-${tab}`}
          hidden={tab !== open}
        >
          {bodies[tab]}
        </div>
      ))}
    </div>
  );
});
