// The focus goes to the screen that takes the place of the one with the pressed button.
import { afterEach, expect, test } from "vitest";
import { handOver, holdsFocus } from "../../src/screens/handOver";

afterEach(() => document.body.replaceChildren());

function place(): HTMLElement {
  document.body.innerHTML = '<button id="other"></button><div id="in"><button id="old"></button></div>';
  return document.querySelector<HTMLElement>("#in")!;
}
const drawn = '<div class="cw-lobby"><button id="first"></button><div class="cw-board"><button id="stop" tabindex="0"></button></div></div>';

test("as soon as it is drawn", async () => {
  const within = place();
  document.querySelector<HTMLElement>("#old")!.focus();
  expect(holdsFocus(within)).toBe(true);
  within.replaceChildren();
  handOver(within, new AbortController().signal);
  within.innerHTML = drawn;
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement?.id).toBe("stop");
});

test("but not if the person has gone elsewhere meanwhile", async () => {
  const within = place();
  within.replaceChildren();
  handOver(within, new AbortController().signal);
  document.querySelector<HTMLElement>("#other")!.focus();
  within.innerHTML = drawn;
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement?.id).toBe("other");
});

test.each([
  ["to Play, where arrows step", "", "play"],
  ["to the table, where a question is answered", '<div class="cw-question-form"></div>', "stop"],
])("of a replay that holds it for the while: %s", (_, question, focused) => {
  const within = place();
  within.tabIndex = -1;
  within.focus();
  const stage = '<div class="cw-stage"><div class="cw-board"><b id="stop" tabindex="0"></b></div><button id="play" data-go="play"></button></div>';
  within.innerHTML = `<div class="cw-replay">${question}${stage}</div>`;
  handOver(within, new AbortController().signal);
  expect(document.activeElement?.id).toBe(focused);
});
