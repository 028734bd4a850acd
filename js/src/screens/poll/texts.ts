// The words of a poll.
import { plural } from "../../texts";

export const words = {
  label: (title: string) => `Poll: ${title}`,
  count: (n: number) => plural(n, "vote", "votes"),
  open: "Votes are being taken.",
  over: "Votes are not taken any more.",
  waits: "The class is not asked yet.",
  end: "End the vote",
  begin: "Take votes",
  reopen: "Take votes again",
  shows: { votes: "Show the votes", played: "Show what was played", search: "What does a search think?" },
  hides: { votes: "Hide the votes", played: "Hide what was played", search: "Hide the search" },
  searching: "Searching …",
  stop: "Stop searching",
  choices: "The class's choices",
  nothing: "What the class chose stays hidden until you show it.",
  none: "Nobody has voted yet.",
  played: "played",
  best: "the search's choice",
  play: "Play this",
  plays: (move: string) => `Play this: ${move}`,
  playing: "The class plays on",
  lost: "The kernel does not answer: votes do not arrive here any more.",
};
