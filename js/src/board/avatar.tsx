// The faces of the bots, by level: a die, a sprout, a coin, a club, a crown.
const FACES: Record<string, string> = {
  random: "M3 3h10v10H3zM5.5 5.5h0M10.5 5.5h0M8 8h0M5.5 10.5h0M10.5 10.5h0",
  beginner: "M8 14V8M8 9C8 6 5.5 4.5 2.5 5 2.5 8 5 9.5 8 9M8 8c0-3 2.5-5 5.5-4.5C13.5 6.5 11 8.5 8 8",
  greedy: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M8 5v6M6 6.5h3a1.2 1.2 0 0 1 0 2.5H7a1.2 1.2 0 0 0 0 2.5h3",
  club: "M8 2.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 1 0 0-4.6M5 7a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 1 0 5 7M11 7a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 1 0 11 7M8 8v6M6.5 14h3",
  strong: "M2.5 5l2.8 3L8 3l2.7 5 2.8-3-1 7.5h-9zM3.5 14h9",
};

/** Whether a player has a face. */
export function hasFace(level: string | null): boolean {
  return level !== null && level in FACES;
}

/** The face of a ready-made bot; other players have none. */
export function Avatar({ level }: { level: string | null }) {
  const path = level === null ? undefined : FACES[level];
  if (path === undefined) return null;
  return (
    <svg class="cw-avatar" viewBox="0 0 16 16" data-avatar={level} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
