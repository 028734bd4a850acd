import { describe, expect, it } from "vitest";
import { sameProps, reuseParts } from "../../src/board/memo";

describe("what is given", () => {
  it("is the same when every part of it is", () => {
    const part = { of: 1 };
    expect(sameProps({ part, name: "a" }, { part, name: "a" })).toBe(true);
    expect(sameProps({ part, name: "a" }, { part: { of: 1 }, name: "a" })).toBe(false);
  });

  it("is new when a part has come or gone", () => {
    expect(sameProps<{ name: string; more?: number }>({ name: "a" }, { name: "a", more: 1 })).toBe(false);
    expect(sameProps<{ name: string; more?: number }>({ name: "a", more: 1 }, { name: "a" })).toBe(false);
  });
});

describe("what is shared with what was", () => {
  const before = { seats: [{ name: "A" }, { name: "B" }], can: { undo: true, sit: [0, 1] }, says: null };

  it("is the very object where nothing is new", () => {
    expect(reuseParts(before, structuredClone(before))).toBe(before);
  });

  it("has the old parts beside the new ones, and both stay as they are", () => {
    const now = { ...structuredClone(before), can: { undo: false, sit: [0, 1] } };
    const given = structuredClone(now);
    const result = reuseParts(before, now);
    expect(result).toEqual(given);
    expect(now).toEqual(given);
    expect(before.can.undo).toBe(true);
    expect(result.seats).toBe(before.seats);
    expect(result.can).not.toBe(before.can);
    expect(result.can.sit).toBe(before.can.sit);
  });

  it("is new where a list has become longer or shorter, or a part another kind of value", () => {
    const longer = reuseParts(before, { ...before, seats: [...structuredClone(before.seats), { name: "C" }] });
    expect(longer.seats).toEqual([{ name: "A" }, { name: "B" }, { name: "C" }]);
    expect(longer.seats[0]).toBe(before.seats[0]);
    expect(reuseParts([1, 2], [1])).toEqual([1]);
    expect(reuseParts<unknown>({ 0: "a" }, ["a"])).toEqual(["a"]);
    expect(reuseParts<unknown>(null, { a: 1 })).toEqual({ a: 1 });
    expect(reuseParts<unknown>({ a: 1 }, null)).toBeNull();
    expect(reuseParts({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });
});
