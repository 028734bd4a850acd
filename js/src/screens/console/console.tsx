// The console, with which a teacher leads tables. It names only cards that the teacher has typed.
import { useState } from "preact/hooks";
import { cardName, DECKS } from "../../board/decks";
import type { GameView } from "../../board/layout";
import type { Report } from "../../kernel/connection";
import { statusOf } from "../status";
import { Choose } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import { Countdown } from "../../panel/teacher";
import { texts } from "../../texts";
import { words } from "./texts";
import type { Theme } from "../../page/theme";
import { MOST_POSITION } from "../../kernel/messages/constants";
import type { BotInfo, ConsoleScene, LeadRequest, Viewer } from "../../kernel/messages";

export interface ConsoleProps {
  uid: string;
  deck: GameView["deck"];
  scene: ConsoleScene;
  bots: BotInfo[];
  theme: Theme;
  report: Report;
  ask: (ask: LeadRequest) => void;
}

type Lead = (what: LeadRequest["what"], more?: Partial<LeadRequest>) => void;

function LeadButton({ hook, text, pressed, act }: { hook: string; text: string; pressed?: boolean; act: () => void }) {
  return (
    <button type="button" class="cw-button" data-lead={hook} aria-pressed={pressed} onClick={act}>
      {text}
    </button>
  );
}

function Field({ uid, name, label, list, hook, text, act }: { uid: string; name: string; label: string; list?: string; hook: string; text: string; act: (value: string) => void }) {
  const [value, write] = useState("");
  return (
    <form
      class="cw-lead-field"
      onSubmit={(event) => {
        event.preventDefault();
        act(value);
      }}
    >
      <label for={`${uid}-${name}`}>{label}</label>
      <input id={`${uid}-${name}`} type="text" maxLength={60} list={list} value={value} data-field={name} onInput={(event) => write(event.currentTarget.value)} />
      <button type="submit" class="cw-button" data-lead={hook}>
        {text}
      </button>
    </form>
  );
}

function FreezeControls({ scene, lead }: { scene: ConsoleScene; lead: Lead }) {
  const all = scene.frozen.length === scene.seats.length;
  return (
    <fieldset class="cw-lead-group">
      <legend>{words.tables}</legend>
      <LeadButton hook={all ? "release" : "freeze"} text={all ? words.release : words.freeze} pressed={all} act={() => lead(all ? "release" : "freeze")} />
      {scene.seats.length > 1 &&
        scene.seats.map((_, seat) => {
          const on = scene.frozen.includes(seat);
          const letter = texts.seat(seat);
          return <LeadButton key={seat} hook={`${on ? "release" : "freeze"} ${seat}`} text={words.seat(letter, on)} pressed={on} act={() => lead(on ? "release" : "freeze", { seat })} />;
        })}
      <p class="cw-soft">{scene.tables.length === 0 ? words.none : scene.tables.map(({ words: whose, count }) => `${whose}: ${count}`).join(", ")}</p>
    </fieldset>
  );
}

function RevealControls({ uid, deck, scene, lead }: { uid: string; deck: GameView["deck"]; scene: ConsoleScene; lead: Lead }) {
  const on = (what: string) => scene.shown.some((one) => one.what === what);
  const toggle = (what: string) => lead(on(what) ? "conceal" : "reveal", { text: what });
  return (
    <fieldset class="cw-lead-group">
      <legend>{words.show}</legend>
      {scene.seats.map((_, seat) => (
        <LeadButton key={seat} hook={`show ${seat}`} text={words.hand(texts.seat(seat))} pressed={on(String(seat))} act={() => toggle(String(seat))} />
      ))}
      <LeadButton hook="show all" text={words.everything} pressed={on("all")} act={() => toggle("all")} />
      <Field uid={uid} name="card" label={words.card} list={`${uid}-cards`} hook="reveal" text={words.reveal} act={(text) => lead("reveal", { text })} />
      <datalist id={`${uid}-cards`}>
        {DECKS[deck].suits.flatMap(({ letter }) =>
          DECKS[deck].ranks.map(({ text }) => (
            <option key={text + letter} value={text + letter}>
              {cardName(text + letter, deck)}
            </option>
          )),
        )}
      </datalist>
      {scene.shown.length > 0 && (
        <p data-shown>
          {words.shown}{" "}
          {scene.shown.map(({ what, words: said }) => (
            <button key={what} type="button" class="cw-link" data-conceal={what} onClick={() => lead("conceal", { text: what })}>
              {words.hide(said)}
            </button>
          ))}
        </p>
      )}
    </fieldset>
  );
}

function Moves({ uid, scene, lead }: { uid: string; scene: ConsoleScene; lead: Lead }) {
  const [moves, count] = useState(1);
  return (
    <fieldset class="cw-lead-group">
      <legend>{words.moves}</legend>
      <label class="cw-lead-field">
        <span>{words.takeBack}</span>
        <input type="number" min={1} max={Math.max(1, scene.back)} value={moves} data-field="back" onInput={(event) => count(Number(event.currentTarget.value))} />
        <button type="button" class="cw-button" data-lead="back" aria-disabled={scene.back === 0} onClick={() => lead("back", { number: Math.trunc(moves) })}>
          {words.back}
        </button>
      </label>
      <label class="cw-lead-field" for={`${uid}-jump`}>
        <span>{words.jump(scene.ply, scene.last)}</span>
        <input
          id={`${uid}-jump`}
          type="range"
          min={scene.first}
          max={scene.last}
          value={scene.ply}
          data-field="jump"
          onChange={(event) => lead("jump", { number: Number(event.currentTarget.value) })}
        />
      </label>
    </fieldset>
  );
}

function Looks({ uid, scene, lead }: { uid: string; scene: ConsoleScene; lead: Lead }) {
  const at = (seat: Viewer) => String(scene.lenses.findIndex((lens) => lens.seat === seat));
  return (
    <fieldset class="cw-lead-group">
      <legend>{words.projector}</legend>
      <Choose
        label={words.view}
        value={at(scene.seat)}
        values={Object.fromEntries(scene.lenses.map(({ words: whose }, number) => [String(number), whose]))}
        onChange={(number) => lead("view", { seat: scene.lenses[Number(number)]?.seat ?? null })}
      />
      <Field uid={uid} name="spot" label={words.spot} hook="spotlight" text={words.look} act={(text) => lead("spotlight", { text })} />
      {scene.spot !== null && <LeadButton hook="spotlight off" text={words.lookAway(scene.spot)} act={() => lead("spotlight")} />}
    </fieldset>
  );
}

function Times({ uid, scene, lead }: { uid: string; scene: ConsoleScene; lead: Lead }) {
  const [seconds, set] = useState(60);
  const [stops, stop] = useState(true);
  return (
    <fieldset class="cw-lead-group">
      <legend>{words.clock}</legend>
      <label class="cw-lead-field" for={`${uid}-seconds`}>
        <span>{words.seconds}</span>
        <input id={`${uid}-seconds`} type="number" min={1} max={86400} value={seconds} data-field="seconds" onInput={(event) => set(Number(event.currentTarget.value))} />
      </label>
      <label class="cw-lead-check">
        <input type="checkbox" checked={stops} data-field="stops" onChange={(event) => stop(event.currentTarget.checked)} />
        <span>{words.stops}</span>
      </label>
      <LeadButton hook="clock" text={words.start} act={() => lead("clock", { number: Math.max(1, Math.trunc(seconds)), flag: stops })} />
      {scene.clock !== null && (
        <>
          <Countdown clock={scene.clock} />
          <LeadButton hook="clock off" text={words.noClock} act={() => lead("clock", { number: 0 })} />
        </>
      )}
    </fieldset>
  );
}

function Seats({ scene, bots, lead }: { scene: ConsoleScene; bots: BotInfo[]; lead: Lead }) {
  return (
    <fieldset class="cw-lead-group">
      <legend>{words.seats}</legend>
      {scene.seats.map((info, seat) => (
        <Choose
          key={seat}
          label={words.playedBy(texts.seat(seat), info.name)}
          value={info.level ?? (info.kind === "person" ? "person" : "")}
          values={{ person: texts.person, ...Object.fromEntries(bots.map(({ id, name }) => [id, name])), ...(info.level === null && info.kind === "bot" && { "": info.name }) }}
          onChange={(text) => text !== "" && lead("hand", { seat, text })}
        />
      ))}
    </fieldset>
  );
}

function Position({ uid, lead }: { uid: string; lead: Lead }) {
  const [text, write] = useState("");
  return (
    <details class="cw-lead-more">
      <summary>{words.setUp}</summary>
      <label for={`${uid}-position`}>{words.position}</label>
      <textarea id={`${uid}-position`} rows={3} maxLength={MOST_POSITION} data-field="position" value={text} onInput={(event) => write(event.currentTarget.value)} />
      <button type="button" class="cw-button" data-lead="set up" onClick={() => lead("set_up", { text })}>
        {words.push}
      </button>
    </details>
  );
}

export function Console({ uid, deck, scene, bots, theme, report, ask }: ConsoleProps) {
  const [look, ground = look] = theme.split(" ");
  const lead: Lead = (what, more = {}) => ask({ kind: "lead", what, seat: null, text: "", number: 0, flag: false, ...more });
  const title = words.label(scene.title);
  return (
    <div
      class="capture-widgets cw-framed cw-console"
      role="group"
      aria-label={title}
      data-view="console"
      data-game={scene.game}
      data-round={scene.round}
      data-ply={scene.ply}
      data-seat={scene.seat ?? "all"}
      data-state={report.connection === "gone" ? "lost" : "ready"}
      data-theme={look}
      data-ground={ground}
      data-size="normal"
      data-colours="two"
    >
      <div class="cw-title" role="heading" aria-level={3}>
        {title}
      </div>
      <p class="cw-soft">{words.reach}</p>
      <div class="cw-lead">
        <FreezeControls scene={scene} lead={lead} />
        <RevealControls uid={uid} deck={deck} scene={scene} lead={lead} />
        <Looks uid={uid} scene={scene} lead={lead} />
        <Moves uid={uid} scene={scene} lead={lead} />
        <Times uid={uid} scene={scene} lead={lead} />
        <Seats scene={scene} bots={bots} lead={lead} />
      </div>
      <Position uid={uid} lead={lead} />
      <p class="cw-soft" role="status" data-said>
        {scene.said === "" ? "" : words.said(scene.said)}
      </p>
      <MessageField message={statusOf(report, words.lost, null)} />
    </div>
  );
}
