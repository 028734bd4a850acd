import { readFileSync } from "node:fs";
import { join } from "node:path";
import { h, render } from "preact";
import { describe, expect, test } from "vitest";
import { colours as exported, hidden } from "../../../capture_widgets/engine/faces.json";
import { cardName, DECKS, type DeckName, hasFourColours, rankOf, suitOf } from "../../src/board/decks";
import { Back, Face } from "../../src/board/face";
import { views } from "../../src/views/index";

const HIDDEN = "??";

/** Every card's text in canonical order: suit by suit, low rank to high. */
function cardsOf(deck: DeckName): string[] {
  const { suits, ranks } = DECKS[deck];
  return suits.flatMap((suit) => ranks.map((rank) => rank.text + suit.letter));
}

const NAMES: DeckName[] = ["french", "kommando", "universal"];

const css = readFileSync(join(import.meta.dirname, "../../src/board/faces.css"), "utf8");

/** The colour tokens of a theme, from the first block of its selector. */
function tokens(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  const found: Record<string, string> = {};
  for (const [, name = "", value = ""] of block.matchAll(/--cw-face-([\w-]+): (#\w+)/g)) found[name] = value;
  return found;
}

const THEMES = {
  light: tokens(".capture-widgets"),
  dark: tokens('.capture-widgets[data-theme="dark"]'),
  contrast: tokens('.capture-widgets[data-theme="contrast"]'),
  "dark contrast": tokens('.capture-widgets[data-theme="contrast"][data-ground="dark"]'),
};

function luminance(colour = ""): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two colours, 1 to 21. */
function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function drawn(card: string, deck: DeckName, props: Partial<Parameters<typeof Face>[0]> = {}): string {
  const root = document.createElement("div");
  render(h(Face, { card, deck, ...props }), root);
  return root.innerHTML;
}

describe("decks", () => {
  test("hold every card once, in canonical order", () => {
    expect(cardsOf("french").join(" ")).toMatch(/^2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d .* Ah 2s .* As$/);
    expect(cardsOf("kommando").join(" ")).toMatch(/^1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 1y .* 10y 1b .* 10b$/);
    expect(cardsOf("universal").join(" ")).toMatch(/^1e 2e 3e 4e 5e 6e 7e Me Se Ge 1j .* 1m .* 1n .* 1s .* 1v .* Gv$/);
    expect(NAMES.map((deck) => new Set(cardsOf(deck)).size)).toEqual([52, 30, 60]);
  });

  test("belong to the games", () => {
    expect(["commander", "columns", "kommando", "fourx", "universal"].map((game) => views[game]?.deck)).toEqual([
      "french",
      "french",
      "kommando",
      "french",
      "universal",
    ]);
  });

  test("name each card in words, no two alike", () => {
    expect(cardName("Qh", "french")).toBe("queen of hearts");
    expect(cardName("Tc", "french")).toBe("10 of clubs");
    expect(cardName("7y", "kommando")).toBe("yellow 7");
    expect(cardName("10b", "kommando")).toBe("blue 10");
    expect(cardName("5j", "universal")).toBe("5 of Jupiter");
    expect(cardName("Sn", "universal")).toBe("Sun of Neptune");
    for (const deck of NAMES) {
      const names = cardsOf(deck).map((card) => cardName(card, deck));
      expect(new Set(names).size).toBe(names.length);
      expect(names).not.toContain(hidden);
    }
  });

  test("call a hidden card, and whatever is no card, by the hidden card's name", () => {
    for (const text of [HIDDEN, "", "1h", "Qx", "11r"]) expect(cardName(text, "french")).toBe(hidden);
  });

  test("find suit and rank of every card", () => {
    for (const deck of NAMES)
      for (const card of cardsOf(deck)) expect(`${rankOf(card, deck)?.text}${suitOf(card, deck)?.letter}`).toBe(card);
  });
});

describe("faces", () => {
  test("tell suits apart by form, not by colour alone", () => {
    for (const { suits, ranks } of Object.values(DECKS)) {
      const forms = [...suits.map((suit) => suit.path), ...ranks.flatMap((rank) => rank.emblem ?? [])];
      expect(new Set(forms).size).toBe(forms.length);
    }
  });

  test.each(NAMES)("of the %s deck all differ, even without colours", (deck) => {
    const faces = cardsOf(deck).map((card) => drawn(card, deck).replace(/cw-face-ink-\w+/, ""));
    expect(new Set(faces).size).toBe(faces.length);
  });

  test("carry nothing that could clash with another face on the page", () => {
    for (const deck of NAMES)
      for (const card of [...cardsOf(deck), HIDDEN]) {
        const face = drawn(card, deck);
        expect(face).toMatch(/^<svg [^>]*aria-hidden="true"/);
        expect(face).not.toMatch(/ id=|<style|url\(/);
      }
  });

  test("show a back for a hidden card", () => {
    const root = document.createElement("div");
    render(h(Back, { deck: "universal" }), root);
    expect(drawn(HIDDEN, "universal")).toBe(root.innerHTML);
  });

  test("print ten as a number that fits its corner", () => {
    expect(drawn("Td", "french")).toMatch(/<text[^>]* textLength="38"[^>]*>10</i);
    expect(drawn("9d", "french")).not.toMatch(/textLength/i);
  });

  test("have a four-colour choice for the French deck only", () => {
    const inks = (deck: DeckName, colours: "two" | "four") =>
      DECKS[deck].suits.map(({ letter }) => /cw-face-ink-(\w+)/.exec(drawn(`5${letter}`, deck, { colours }))?.[1]);
    expect(inks("french", "two")).toEqual(["black", "red", "red", "black"]);
    expect(new Set(inks("french", "four")).size).toBe(4);
    expect(NAMES.filter(hasFourColours)).toEqual(["french"]);
    for (const deck of ["kommando", "universal"] as const) {
      expect(new Set(inks(deck, "two")).size).toBe(DECKS[deck].suits.length);
      expect(inks(deck, "four")).toEqual(inks(deck, "two"));
    }
  });
});

describe("colours", () => {
  const suits = Object.values(DECKS).flatMap((deck) => deck.suits);
  const inks = new Set(suits.flatMap(({ colour, four }) => [colour, four ?? colour]));

  test.each([
    ["light", 4.5],
    ["dark", 4.5],
    ["contrast", 7],
    ["dark contrast", 7],
  ] as const)("of the %s theme stand out from the paper by %d", (theme, least) => {
    const found = THEMES[theme];
    for (const ink of inks) expect(contrast(found[ink], found.paper), ink).toBeGreaterThanOrEqual(least);
    expect(contrast(found.edge, found.paper), "edge").toBeGreaterThanOrEqual(3);
    for (const deck of NAMES)
      expect(contrast(found[`back-${deck}`], found["back-line"]), deck).toBeGreaterThanOrEqual(least);
  });

  test("of the light theme are those of the exports", () => {
    expect(THEMES.light).toMatchObject(exported);
  });
});
