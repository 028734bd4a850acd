// The live region: what a screen reader gets to read.
import { afterEach, expect, test, vi } from "vitest";
import { render } from "preact";
import { Live } from "../../src/board/a11y";

afterEach(() => vi.useRealTimers());

test("of a text that grew only the new part comes anew, and another text comes whole", async () => {
  vi.useFakeTimers();
  const root = document.createElement("div");
  const parts = () => [...root.querySelectorAll("span")];
  render(<Live text="Ben answers." />, root);
  expect(parts()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(50);
  const [first] = parts();
  render(<Live text="Ben answers. Your turn" />, root);
  expect(parts().map(({ textContent }) => textContent)).toEqual(["Your turn"]);
  expect(parts()[0]).not.toBe(first);
  render(<Live text="Ben answers. Your turn. Pick a card." />, root);
  expect(parts().map(({ textContent }) => textContent)).toEqual(["Pick a card."]);
  render(<Live text="You attack." />, root);
  expect(parts().map(({ textContent }) => textContent)).toEqual(["You attack."]);
  expect(parts()[0]).not.toBe(first);
});
