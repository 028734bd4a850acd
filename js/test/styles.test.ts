// Style sheets and layouts name the same boxes: a class that only one side knows styles nothing.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf-8" });
const text = (ending: RegExp) =>
  files.filter((name) => ending.test(name)).map((name) => readFileSync(`src/${name}`, "utf-8")).join("\n");

test("every box that a style sheet names is made by a layout", () => {
  const code = text(/\.tsx?$/);
  const named = [...new Set([...text(/\.css$/).matchAll(/\.cw-b-([\w-]+)/g)].map(([, name]) => name ?? ""))];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !code.includes(`"${name}"`) && !code.includes(`\`${name}`))).toEqual([]);
});

test("the console and a tournament get their frame and head from one rule", () => {
  expect(text(/\.css$/).match(/^\.cw-framed \{/gm)).toHaveLength(1);
  for (const screen of ["console", "tournament"]) {
    const [code, sheet] = [".tsx", ".css"].map((ending) => readFileSync(`src/screens/${screen}/${screen}${ending}`, "utf-8"));
    expect(code).toContain(`capture-widgets cw-framed cw-${screen}`);
    expect(sheet).not.toMatch(new RegExp(`\\.cw-${screen}( > \\.cw-title.*)? \\{`));
  }
});

test("what looks different below a pointer does so only where pointers hover: a touched button would keep that look", () => {
  const outside = text(/\.css$/).replace(/^( *)@media \(hover: hover\) \{\n[^]*?\n\1\}$/gm, "");
  expect(outside.match(/.*:hover.*/g)).toBeNull();
});
