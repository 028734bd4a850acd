// The words of a poll.
import { plural } from "../../texts";

export const words = {
  label: (title: string) => `Poll: ${title}`,
  count: (n: number) => plural(n, "vote", "votes"),
  open: "The vote is open.",
  over: "The vote is closed.",
  /** Before the class is asked: votes by code, tables and files count already. */
  waits: (votes: number) => (votes > 0 ? "The class has not been asked yet; these votes count already." : "The class has not been asked yet."),
  end: "Close the vote",
  begin: "Open the vote",
  reopen: "Open the vote again",
  shows: { votes: "Show the votes", played: "Show what was played", search: "Ask the search" },
  hides: { votes: "Hide the votes", played: "Hide what was played", search: "Hide the search" },
  searching: "Searching …",
  stop: "Stop searching",
  choices: "The class's choices",
  nothing: "What the class chose stays hidden until you show it.",
  none: "Nobody has voted yet.",
  played: "played",
  best: "the search's choice",
  play: "Play",
  plays: (move: string) => `Play this: ${move}`,
  playing: "The class plays on",
  lost: "The kernel does not answer: no more votes arrive here.",
};
