// The goal of the game in one sentence, until the player closes it in this browser, and the variants of this game.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../texts";
import type { GameGuide, Variant } from "../kernel/messages";
import { PHONE } from "../page/telephone";

/** The key under which the browser stores the slugs of games whose goal was closed, and nothing else. */
export const KEY = "capture-widgets/goals-put-away";

/** The slugs of games whose goal was closed; none if the browser forbids storage. */
function putAway(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((slug) => typeof slug === "string") : [];
  } catch {
    return [];
  }
}

function keep(slug: string, away: boolean): void {
  const others = putAway().filter((other) => other !== slug);
  try {
    localStorage.setItem(KEY, JSON.stringify(away ? [...others, slug].sort() : others));
  } catch {
    // without storage the goal stays closed until the page is closed
  }
}

const TARGET = "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 5a3 3 0 1 0 0 6A3 3 0 1 0 8 5M8 8h0";
const CROSS = "M4 4l8 8M12 4l-8 8";

function Sign({ path }: { path: string }) {
  return (
    <svg class="cw-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

interface GoalProps {
  uid: string;
  slug: string;
  goal: string;
  /** What the table says now, which on a telephone takes the place of the open goal. */
  message: object | null;
  /** With the next move, pick or laid card the board takes the place of the open goal, too. */
  ply: number;
  picked: object;
  draft: object;
  /** Takes the message away. */
  clear: () => void;
}

/** The goal, or the button that shows it again. */
export function Goal({ uid, slug, goal, message, ply, picked, draft, clear }: GoalProps) {
  const way = useRef<HTMLButtonElement>(null);
  // on a telephone the goal would take the room that the table needs: there it opens by its button
  const [away, setAway] = useState(() => putAway().includes(slug) || innerWidth < PHONE);
  useLayoutEffect(() => {
    if (message !== null && innerWidth < PHONE) setAway(true);
  }, [message]);
  useLayoutEffect(() => {
    if (innerWidth < PHONE) setAway(true);
  }, [ply, picked, draft]);
  const put = (next: boolean) => {
    if (!next && message !== null && innerWidth < PHONE) clear();
    keep(slug, next);
    setAway(next);
  };
  return (
    <div
      class={away ? "cw-goal is-away" : "cw-goal"}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || away || innerWidth >= PHONE) return;
        event.preventDefault();
        event.stopPropagation();
        put(true);
        way.current?.focus();
      }}
    >
      <button
        type="button"
        class="cw-goal-toggle"
        ref={way}
        data-goal-way
        aria-expanded={!away}
        aria-controls={`${uid}-goal`}
        onClick={() => put(!away)}
      >
        <Sign path={TARGET} />
        <span>{texts.goal}</span>
      </button>
      <p id={`${uid}-goal`} data-goal hidden={away}>
        {goal}
      </p>
      {!away && (
        <button
          type="button"
          class="cw-goal-close"
          title={texts.putAway}
          aria-label={texts.putAway}
          onClick={() => {
            put(true);
            way.current?.focus();
          }}
        >
          <Sign path={CROSS} />
        </button>
      )}
    </div>
  );
}

/** The variants of this game; each opens its rule. */
export function Variants({ variants, open }: { variants: Variant[]; open: (rule: string) => void }) {
  if (variants.length === 0) return null;
  return (
    <ul class="cw-variants" aria-label={texts.playedWith}>
      {variants.map(({ name, short, words, rule }) => (
        <li key={name}>
          <button
            type="button"
            data-variant={name}
            title={texts.variantTitle(words, rule)}
            aria-label={texts.variantNamed(short, rule)}
            onClick={() => open(rule)}
          >
            {short}
          </button>
        </li>
      ))}
    </ul>
  );
}

export const NO_GUIDE: GameGuide = { goal: "", turn: "", end: "", variants: [] };
