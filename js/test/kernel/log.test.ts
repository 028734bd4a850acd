import { expect, test } from "vitest";
import { Pages } from "../../src/kernel/log";
import type { LogEntry } from "../../src/kernel/messages";

const entry = (ply: number): LogEntry => ({ ply, seat: 0, move: `m${ply}`, text: `Move ${ply}.` });
const [one, two, three] = [entry(1), entry(2), entry(3)] as const;

test("a log is put together from its pages, and is the same list until a page is new", () => {
  const log = new Pages();
  const pages = [[one, two], [three]];
  const read = (count: number) => log.read({ count, changes: 0 }, (number) => pages[number] ?? null);
  const whole = read(3);
  expect(whole).toEqual([one, two, three]);
  expect(read(3)).toBe(whole);
  pages[1] = [entry(4)];
  expect(read(3).map(({ ply }) => ply)).toEqual([1, 2, 4]);
});

test("pages that are left over after moves were taken back are not read", () => {
  const pages = [[one], [two], []];
  expect(new Pages().read({ count: 1, changes: 0 }, (number) => pages[number] ?? null)).toEqual([one]);
});

test("where a page is not there the log ends; without any there is none", () => {
  expect(new Pages().read({ count: 3, changes: 0 }, (number) => [[one]][number] ?? null)).toEqual([one]);
  expect(new Pages().read(null, () => null)).toEqual([]);
});
