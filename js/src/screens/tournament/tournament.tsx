// The result of a tournament: ratings with bars, the cross table, the games of a cell, and faults.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Report } from "../../kernel/connection";
import { statusOf } from "../status";
import type { EntrantRow, FaultGroup, GameList, Request, TournamentScene } from "../../kernel/messages";
import type { Theme } from "../../page/theme";
import { Button } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import { words } from "./texts";

type Ask = (request: Request) => void;

interface TournamentProps {
  uid: string;
  scene: TournamentScene;
  theme: Theme;
  report: Report;
  /** Whether this page can show the replay of a game. */
  embeds: boolean;
  ask: Ask;
}

/** A table that scrolls by itself where it is wider than the page. */
function Wide({ label, hook, children }: { label: string; hook: string; children: ComponentChildren }) {
  return (
    <div class="cw-wide" role="region" aria-label={label} tabIndex={0} data-part={hook}>
      {children}
    </div>
  );
}

/** The width of the drawing of an interval, in units of its own. */
const SPAN = 200;

/** A rating as a dot on a line from the lower to the upper end of its interval; an end without a bound goes to the edge. */
function Bar({ of, least, most }: { of: EntrantRow; least: number; most: number }) {
  const x = (value: number) => 6 + ((SPAN - 12) * (value - least)) / (most - least || 1);
  return (
    <svg class="cw-rating-bar" viewBox={`0 0 ${SPAN} 16`} role="img" aria-label={words.bar(of.rating, of.low, of.high)}>
      <line x1={of.low === null ? 0 : x(of.low)} x2={of.high === null ? SPAN : x(of.high)} y1="8" y2="8" />
      <circle cx={x(of.rating)} cy="8" r="5" />
    </svg>
  );
}

function Ratings({ scene, ask }: { scene: TournamentScene; ask: Ask }) {
  const { entrants, listed } = scene;
  const ends = entrants.flatMap(({ low, rating, high }) => [low ?? rating, rating, high ?? rating]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  return (
    <Wide label={words.ratings} hook="ratings">
      <table>
        <caption>{words.ratings}</caption>
        <thead>
          <tr>
            <th scope="col">{words.head.name}</th>
            <th scope="col">{words.head.rating}</th>
            <th scope="col" colSpan={2}>
              {words.head.bar}
            </th>
            <th scope="col">{words.head.games}</th>
            <th scope="col">{words.head.points}</th>
            <th scope="col">{words.head.faults}</th>
          </tr>
        </thead>
        <tbody>
          {entrants.map((of, one) => (
            <tr key={of.name}>
              <th scope="row">
                <button
                  type="button"
                  class="cw-link"
                  title={words.games(of.name)}
                  aria-pressed={listed?.one === one && listed.other === null}
                  onClick={() => ask({ kind: "games_of", one, other: null })}
                >
                  {of.name}
                </button>
              </th>
              <td>{words.rating(of.rating)}</td>
              <td>{words.between(of.low, of.high)}</td>
              <td>
                <Bar of={of} least={least} most={most} />
              </td>
              <td>{of.games}</td>
              <td>{of.points.toFixed(3)}</td>
              <td>{of.faults}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The next cell with a button in a direction; null if there is none. */
function nextCell(cross: (number | null)[][], [row, column]: [number, number], [down, right]: [number, number]): [number, number] | null {
  for (let [r, c] = [row + down, column + right]; ; r += down, c += right) {
    const share = cross[r]?.[c];
    if (share === undefined) return null;
    if (share !== null) return [r, c];
  }
}

function CrossTable({ uid, scene, ask }: { uid: string; scene: TournamentScene; ask: Ask }) {
  const { cross, entrants, listed } = scene;
  const first = cross.flatMap((row, r) => row.flatMap((share, c) => (share === null ? [] : [[r, c] as [number, number]])))[0];
  const [stop, setStop] = useState(first);
  if (!first) return null;
  const name = (row: number) => entrants[row]?.name ?? "";
  const id = ([r, c]: [number, number]) => `${uid}-cell-${r}-${c}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const next = nextCell(cross, stop ?? first, step);
    if (!next) return;
    setStop(next);
    const root = (event.currentTarget as HTMLElement).getRootNode() as Document | ShadowRoot;
    root.getElementById(id(next))?.focus();
  };
  return (
    <div data-part="cross">
      <p class="cw-soft" id={`${uid}-keys`}>
        {words.keys}
      </p>
      <div class="cw-wide">
      <table aria-describedby={`${uid}-keys`} onKeyDown={onKeyDown}>
        <caption>{words.cross}</caption>
        <thead>
          <tr>
            <td />
            {entrants.map((of) => (
              <th key={of.name} scope="col">
                {of.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cross.map((row, r) => (
            <tr key={name(r)}>
              <th scope="row">{name(r)}</th>
              {row.map((share, c) => (
                <td key={name(c)}>
                  {share === null ? (
                    <span aria-hidden="true">–</span>
                  ) : (
                    <button
                      type="button"
                      id={id([r, c])}
                      class="cw-cross-cell"
                      data-cell={`${r}/${c}`}
                      tabIndex={stop?.[0] === r && stop[1] === c ? 0 : -1}
                      aria-label={words.cell(name(r), name(c), share)}
                      aria-pressed={listed?.one === r && listed.other === c}
                      onFocus={() => setStop([r, c])}
                      onClick={() => ask({ kind: "games_of", one: r, other: c })}
                    >
                      {share.toFixed(2)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      </div>
    </div>
  );
}

function Games({ scene, listed, ask }: { scene: TournamentScene; listed: GameList; ask: Ask }) {
  const name = (row: number | null) => (row === null ? null : (scene.entrants[row]?.name ?? null));
  const one = name(listed.one) ?? "";
  const title = words.listed(one, name(listed.other));
  return (
    <section class="cw-tournament-games" aria-label={title} data-part="games">
      <b role="status">{title}</b> <span class="cw-soft">{words.order(one)}</span>
      <ul tabIndex={0} aria-label={title}>
        {listed.games.map(({ game, deal, words: how, lost }) => (
          <li key={game} class={lost ? "is-lost" : ""}>
            <button type="button" class="cw-link" data-replay={game} aria-pressed={scene.game === game} onClick={() => ask({ kind: "lost", game })}>
              {words.game(game, deal)}
            </button>
            <span>{how}</span>
          </li>
        ))}
      </ul>
      {listed.left > 0 && <p class="cw-soft">{words.left(listed.left)}</p>}
    </section>
  );
}

function Faults({ faults, ask }: { faults: FaultGroup[]; ask: Ask }) {
  const { name, kind, times, game, words: what } = words.fault;
  return (
    <Wide label={words.faults} hook="faults">
      <table>
        <caption>{words.faults}</caption>
        <thead>
          <tr>
            {[name, kind, times, game, what].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {faults.map((one) => (
            <tr key={`${one.name}/${one.kind}/${one.game}`}>
              <th scope="row">{one.name}</th>
              <td>{one.kind}</td>
              <td>{one.times}</td>
              <td>
                <button type="button" class="cw-link" data-replay={one.game} onClick={() => ask({ kind: "lost", game: one.game })}>
                  {words.openGame(one.game)}
                </button>
              </td>
              <td>
                <pre>{one.words}</pre>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

export function Tournament({ uid, scene, theme, report, embeds, ask }: TournamentProps) {
  const [look, ground = look] = theme.split(" ");
  const { title, caption, faults, listed, search, game, found } = scene;
  return (
    <div
      class="capture-widgets cw-framed cw-tournament"
      role="group"
      aria-label={words.label(title)}
      data-view="tournament"
      data-state={report.connection === "gone" ? "lost" : search ? "busy" : "ready"}
      data-theme={look}
      data-ground={ground}
      data-size="normal"
      data-colours="two"
    >
      <div class="cw-title" role="heading" aria-level={3}>
        {words.label(title)}
      </div>
      <p class="cw-soft">{caption}</p>
      <MessageField message={statusOf(report, words.lost, null)} />
      <Ratings scene={scene} ask={ask} />
      <CrossTable uid={uid} scene={scene} ask={ask} />
      {listed !== null && <Games scene={scene} listed={listed} ask={ask} />}
      {faults.length > 0 && <Faults faults={faults} ask={ask} />}
      <div class="cw-tournament-replay" data-part="replay">
        <span role="status">
          {search !== null ? words.searching(search.game, search.done, search.of) : game !== null && found !== "" ? words.shown(game, found) : ""}
          {game !== null && !embeds && ` ${words.alone}`}
        </span>
        {search !== null && <Button icon="stop" text={words.stop} mark="unjudge" onClick={() => ask({ kind: "unjudge" })} />}
        {scene.replay !== null && <Button icon="back" text={words.back} mark="back" onClick={() => ask({ kind: "back" })} />}
      </div>
    </div>
  );
}
