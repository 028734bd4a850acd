// The words of the widget of a tournament.
const signed = (value: number) => `${Math.round(value) < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;
const end = (value: number | null, none: string) => (value === null ? none : signed(value));

export const words = {
  label: (title: string) => `Tournament of ${title}`,
  ratings: "Ratings, the best first",
  head: { name: "Name", rating: "Rating", bar: "95%", games: "Games", points: "Points", faults: "Faults" },
  rating: signed,
  between: (low: number | null, high: number | null) => `${end(low, "no lower bound")} to ${end(high, "no upper bound")}`,
  bar: (rating: number, low: number | null, high: number | null) => `rating ${signed(rating)}, 95% from ${end(low, "no bound")} to ${end(high, "no bound")}`,
  games: (name: string) => `The games of ${name}`,
  cross: "Points of each (rows) against each (columns), 0 to 1",
  keys: "Arrow keys move between cells, Enter lists the games of a cell.",
  cell: (one: string, other: string, share: number) => `${one} against ${other}: ${share.toFixed(2)} of the points. List the games`,
  listed: (one: string, other: string | null) => (other === null ? `Games of ${one}` : `Games of ${one} against ${other}`),
  order: (name: string) => `Those that ${name} lost come first. Each opens at the move that lost it.`,
  game: (game: number, deal: number) => `Game ${game}, deal ${deal}`,
  left: (count: number) => `${count} more: tournament.replay_loss(number) opens any of them.`,
  faults: "Faults",
  fault: { name: "Name", kind: "Kind", times: "Times", game: "First in", words: "What happened" },
  openGame: (game: number) => `Game ${game}`,
  searching: (game: number, done: number, of: number) => `The analysis looks for the move that lost game ${game}: ${of === 0 ? "it begins" : `${done} of ${of} positions`}.`,
  stop: "Stop and show what is found",
  back: "Close the replay",
  shown: (game: number, found: string) => `Game ${game}. ${found}`,
  alone: "This page cannot show a replay here: tournament.replay_loss(number) in a cell opens it.",
  lost: "The kernel does not answer. Run the cell again.",
};
