// An answer of a lesson that has gone out counts once, whatever happens before its reply.
import { beforeEach, expect, test } from "vitest";
import type { LessonScene } from "../../src/kernel/messages";
import { give, heldFor, sendHeld, type Sender } from "../../src/screens/lesson/held";

/** The scene of a question that may be answered without end. */
const scene = (given: number): LessonScene => ({ title: "Cards", step: 2, tries: null, given, closed: false }) as LessonScene;

function channel(): Sender & { gone: [string, number][] } {
  const gone: [string, number][] = [];
  return {
    gone,
    number: () => 7,
    send: (ask, number) => {
      if (ask.kind === "say") gone.push([ask.answer, number]);
      return true;
    },
  };
}

beforeEach(() => sessionStorage.clear());

test("an answer that a kernel judged before it died is not sent to the next one, though the question has no limit of tries", () => {
  const to = channel();
  give(scene(0), "5", to);
  expect(to.gone).toEqual([["5", 7]]);
  // the reply never came; the next kernel has read the answer from its file
  sendHeld(scene(1), to);
  expect(to.gone).toEqual([["5", 7]]);
  expect(heldFor(scene(1))).toBeNull();
});

test("an answer that no kernel has judged goes out again under its number", () => {
  const to = channel();
  give(scene(3), "5", to);
  sendHeld(scene(3), to);
  expect(to.gone).toEqual([["5", 7], ["5", 7]]);
});

test("a kernel that kept no answers gets the one that waits", () => {
  const to = channel();
  give(scene(3), "5", to);
  sendHeld(scene(0), to);
  expect(to.gone).toHaveLength(2);
});
