// The words of a lesson.
import { plural } from "../../texts";

export const words = {
  label: (title: string) => `Lesson: ${title}`,
  stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
  progress: "How far the lesson has come",
  steer: "Through the lesson",
  play: "Make your move on the table.",
  playOn: "Play on at the table.",
  choose: "Choose an answer.",
  number: "Your answer, a number",
  answer: "Answer",
  triesLeft: (n: number) => `${plural(n, "try", "tries")} left.`,
  hints: "Hints",
  hint: (n: number) => `Hint (${n})`,
  next: "Next",
  finish: "Finish",
  skip: "Skip this question",
  again: "Try again",
  back: "Back",
  leave: "Leave the lesson",
  restart: "From the beginning",
  over: "That was the lesson.",
  score: (points: number, of: number) => `${points} of ${plural(of, "point", "points")}.`,
  alone: "This page cannot show the table here. Put the lesson's table in a cell of its own: run = lesson.run(); run.table",
  lost: "The kernel does not answer, and it judges the answers. Run the cell again.",
};
