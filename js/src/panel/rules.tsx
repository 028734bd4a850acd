// The rules: the guide with its diagrams, then the rules that hold with the chosen options.
import { useEffect, useRef } from "preact/hooks";
import { hasFourColours } from "../board/decks";
import { Back, Face } from "../board/face";
import type { Diagrams, Diagram, GameView } from "../board/layout";
import { texts } from "../texts";
import type { GameGuide, Rule } from "../kernel/messages";

interface DrawingProps {
  of: Diagram;
  view: GameView;
  colours: "two" | "four";
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** The triangle at the end of an arrow. */
function head([x, y, toX, toY]: Diagram["arrows"][number]): string {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const [footX, footY] = [toX - 2.4 * dx, toY - 2.4 * dy];
  return `M${toX} ${toY}L${footX - 1.5 * dy} ${footY + 1.5 * dx}L${footX + 1.5 * dy} ${footY - 1.5 * dx}z`;
}

/** A diagram of the rules. It is hidden from screen readers, because the sentence beside it says the same. */
export function DiagramPicture({ of: { width, height, cards, arrows }, view, colours }: DrawingProps) {
  return (
    <div class="cw-drawing" aria-hidden="true" style={{ "--wide": width, "--high": height, aspectRatio: `${width} / ${height}` }}>
      {cards.map(({ card, x, y, mark }, at) => (
        <span
          key={at}
          class={mark === null ? "cw-drawing-card" : `cw-drawing-card is-${mark}`}
          style={{ left: share(x, width), top: share(y, height), width: share(10, width) }}
        >
          {card === null ? (
            <i class="cw-hole" />
          ) : card === "??" ? (
            <Back deck={view.deck} />
          ) : (
            <Face card={card} deck={view.deck} colours={hasFourColours(view.deck) ? colours : undefined} />
          )}
        </span>
      ))}
      <svg viewBox={`0 0 ${width} ${height}`}>
        {arrows.map((arrow, at) => (
          <g key={at}>
            <path d={`M${arrow[0]} ${arrow[1]}L${arrow[2]} ${arrow[3]}`} />
            <path class="cw-arrowhead" d={head(arrow)} />
          </g>
        ))}
      </svg>
    </div>
  );
}

export interface Illustrated {
  guide: GameGuide;
  view: GameView;
  options: Readonly<Record<string, unknown>>;
  colours: "two" | "four";
}

const PARTS = ["goal", "turn", "end"] as const satisfies readonly (keyof GameGuide & keyof Diagrams)[];

interface GuideProps extends Illustrated {
  /** Whether its parts have hooks; a table shows the guide twice, and only one has them. */
  named?: boolean;
}

/** The guide: the goal, a turn and the end, with diagrams. */
export function Guide({ guide, view, options, colours, named = false }: GuideProps) {
  const drawings = view.drawings?.(options);
  return (
    <>
      {PARTS.map((part) => (
        <section key={part} class={`cw-about is-${part}`} {...(named && { "data-about": part })}>
          <h4>{texts[part]}</h4>
          {drawings && drawings[part].length > 0 && (
            <div class="cw-drawings">
              {drawings[part].map((of, at) => (
                <DiagramPicture key={at} of={of} view={view} colours={colours} />
              ))}
            </div>
          )}
          <p>{guide[part]}</p>
        </section>
      ))}
    </>
  );
}

export interface RulesProps {
  rules: Rule[];
  /** The rule to scroll to; it is shown even if it belongs to other options. */
  rule: string | null;
  about?: Illustrated | undefined;
  /** Opens the lesson of the game's first hand; undefined if there is none. */
  learn?: (() => void) | undefined;
}

export function Rules({ rules, rule, about, learn }: RulesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = rule === null ? null : list.current?.querySelector<HTMLElement>(`[data-rule-id="${rule}"]`);
    if (!(node && list.current)) return;
    list.current.scrollTop = node.offsetTop - 8;
    node.focus({ preventScroll: true });
  }, [rule]);
  return (
    <div class="cw-rules" ref={list} tabIndex={0} role="group" aria-label={texts.rules}>
      {learn && (
        <button type="button" class="cw-button" data-lesson onClick={learn}>
          {texts.learnFirstHand}
        </button>
      )}
      {about && (
        <>
          <Guide {...about} named />
          <h4 class="cw-clauses">{texts.clauses}</h4>
        </>
      )}
      {rules
        .filter(({ id, unplayed }) => !unplayed || id === rule)
        .map(({ id, text, unplayed }) => (
          <section key={id} data-rule-id={id} class={id === rule ? "cw-rule is-here" : "cw-rule"} tabIndex={-1}>
            <h4>{id}</h4>
            <p>{text}</p>
            {unplayed && <p class="cw-soft">{texts.notPlayed}</p>}
          </section>
        ))}
    </div>
  );
}
