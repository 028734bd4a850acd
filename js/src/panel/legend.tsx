// The legend of a game beside its moves: what was just done, then the rules in few words with the cards they are about.
import { entriesFor, pictureOf } from "../board/legend";
import { MoveCards } from "../board/moveCards";
import { RuleLink } from "../board/ruleLink";
import type { LogEntry, Seat } from "../kernel/messages";
import { texts } from "../texts";
import { DiagramPicture, type Illustrated } from "./rules";

/** The moves of others since the last move of this screen, else that move itself. */
export function latest(log: readonly LogEntry[], acts: readonly Seat[]): LogEntry[] {
  const own = log.map(({ seat }) => acts.includes(seat)).lastIndexOf(true);
  return log.slice(own < 0 ? -1 : Math.min(own + 1, log.length - 1));
}

interface LegendProps {
  about: Illustrated;
  log: LogEntry[];
  /** The seats that this screen plays. */
  acts: readonly Seat[];
  open: (rule: string) => void;
}

export function Legend({ about, log, acts, open }: LegendProps) {
  const { view, options, colours } = about;
  const recent = latest(log, acts);
  return (
    <div class="cw-rules cw-legend" tabIndex={0} role="group" aria-label={texts.legend}>
      {/* also before the first move, so that the rules below keep their place */}
      <section data-recent>
        <h4>{texts.justNow}</h4>
        {recent.length === 0 && <p>{texts.noMoves}</p>}
        {recent.map(({ ply, text, move }) => (
          <p key={ply}>
            {move !== null && <MoveCards move={move} deck={view.deck} colours={colours} />} {text}
          </p>
        ))}
      </section>
      {entriesFor(view.legend ?? [], options).map((entry) => {
        const picture = pictureOf(entry);
        return (
          <section key={entry.name} class="cw-legend-entry" data-legend-entry={entry.name}>
            {picture && <DiagramPicture of={picture} view={view} colours={colours} />}
            <p>
              {entry.text} <RuleLink rule={entry.rule} words={texts.openRule(entry.rule)} open={open} />
            </p>
          </section>
        );
      })}
    </div>
  );
}
