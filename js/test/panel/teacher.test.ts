import { render } from "preact";
import { expect, test, vi } from "vitest";
import { jsx } from "preact/jsx-runtime";
import { Countdown } from "../../src/panel/teacher";
import { stillClock } from "../model";

stillClock();

const shown = (root: Element) => root.querySelector<HTMLElement>("[data-countdown]")?.dataset.countdown;

test("the countdown goes by the seconds that the kernel says are left, whatever the time of day on this device", async () => {
  const root = document.createElement("div");
  document.body.append(root);
  vi.setSystemTime(Date.now() + 600_000);
  const clock = { seconds: 90, left: 60, stops: false };
  render(jsx(Countdown, { clock }), root);
  expect(shown(root)).toBe("60");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shown(root)).toBe("40");
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown(root)).toBe("39");
  const other = document.createElement("div");
  document.body.append(other);
  render(jsx(Countdown, { clock }), other); // a second view of the same message
  expect(shown(other)).toBe("39");
  render(jsx(Countdown, { clock: { ...clock, left: 12 } }), root); // the next message corrects it
  expect(shown(root)).toBe("12");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown(root)).toBe("0");
});
