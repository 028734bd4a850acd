// The faces of the bots, by level: a die, a sprout, a coin, a club, a crown.
const FACES: Record<string, string> = {
  random: "M3 3h10v10H3zM5.500 5.500h0M10.500 5.500h0M8 8h0M5.500 10.500h0M10.500 10.500h0",
  beginner: "M8 14V8M8 9C8 6 5.500 4.500 2.500 5 2.500 8 5 9.500 8 9M8 8c0-3 2.500-5 5.500-4.500C13.500 6.500 11 8.500 8 8",
  greedy: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 1 0 0-11M8 5v6M6 6.500h3a1.200 1.200 0 0 1 0 2.500H7a1.200 1.200 0 0 0 0 2.500h3",
  club: "M8 2.500a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 1 0 0-4.600M5 7a2.300 2.300 0 1 0 0 4.600A2.300 2.300 0 1 0 5 7M11 7a2.300 2.300 0 1 0 0 4.600A2.300 2.300 0 1 0 11 7M8 8v6M6.500 14h3",
  strong: "M2.500 5l2.800 3L8 3l2.700 5 2.800-3-1 7.500h-9zM3.500 14h9",
};

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
