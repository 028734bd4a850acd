// Builds ../capture_widgets/static/: widget.js, screens.js, widget.css, the page of a room and the licences of the bundled packages. The script
// carries the licences too, because saved pages and notebooks embed it. Rolldown makes a script that is 2 kB smaller than
// esbuild's; esbuild joins the style sheets.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { minify } from "terser";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "capture_widgets", "static");

/** Every file that the bundle depends on, by path from this folder: the sources and the settings of the build. */
const inputs = [
  "../LICENSE",
  "../capture_widgets/engine/faces.json",
  "build.mjs",
  "package-lock.json",
  "package.json",
  "site/messages.ts",
  "site/models.ts",
  "tsconfig.json",
  ...["room", "src"]
    .flatMap((folder) => readdirSync(join(here, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(here.length + 1).replaceAll("\\", "/")),
].sort();

/** The package's version, from the one place that has it. */
const version = /^__version__ = "(.*)"$/m.exec(readFileSync(join(out, "..", "__init__.py"), "utf8"))[1];

/** One hash over all inputs and the version. `inputs_hash` in hatch_build.py computes the same one without Node. */
function inputsHash() {
  const hash = createHash("sha256").update(`${version}\0`);
  for (const name of inputs) {
    hash.update(`${name}\0`).update(readFileSync(join(here, name))).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

const bundle = await rolldown({
  cwd: here,
  input: "src/widget.tsx",
  // what the other screens use of the entry stays in the entry, which exports it
  preserveEntrySignatures: "allow-extension",
  platform: "browser",
  optimization: { inlineConst: true },
  tsconfig: false, // its form of JSX would win; calls of `createElement` are smaller than those of `jsx`, which name the children
  transform: {
    target: "es2022",
    jsx: { runtime: "classic", pragma: "createElement", pragmaFrag: "Fragment" },
    inject: { createElement: ["preact", "createElement"], Fragment: ["preact", "Fragment"] },
  },
});
const { output: scripts } = await bundle.generate({
  format: "esm",
  minify: true,
  comments: false,
  entryFileNames: "widget.js",
  chunkFileNames: "screens.js",
});
await bundle.close();
if (scripts.length !== 2) throw new Error(`one entry and one import() make two scripts, not ${scripts.length}`);

/** Returns a script without the piece that a pattern finds, and the match; it must be there exactly once. */
function cut(code, pattern) {
  const found = [...code.matchAll(new RegExp(pattern, "g"))];
  if (found.length !== 1) throw new Error(`${pattern} is ${found.length} times in a script`);
  const [match] = found;
  return [code.slice(0, match.index), code.slice(match.index + match[0].length), match];
}

/** Returns a module without what only a second minifier finds: some hundred bytes of each script. */
async function smaller(code) {
  const { code: found } = await minify(code, { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true } });
  return found;
}

/** Returns the pairs of `a as b,c as d,e`. */
const pairs = (names) => names.split(",").map((name) => (name.includes(" as ") ? name.split(" as ") : [name, name]));

// Neither script can import the other by an address, because both come as text. So the second one exports a function that
// gets a list of what it uses of the first one, and the first one has this list in the place where it imports the second.
const [entry, other] = scripts.map(({ code }) => code.trimEnd());
const [entryBody, entryEnd, [, exported]] = cut(entry, /export\{([^{}]*)\};?$/);
const shared = pairs(exported).filter(([, name]) => name !== "default");
const [front] = pairs(exported).find(([, name]) => name === "default");
const [before, after] = cut(entryBody + entryEnd, /import\([`"]\.\/screens\.js[`"]\)/);
const [otherBody, otherEnd, [, returned]] = cut(other, /export\{([^{}]*)\};?$/);
const [nothing, body, [, imported]] = cut(otherBody + otherEnd, /^import\{([^{}]*)\}from[`"]\.\/widget\.js[`"];/);
const used = new Map(pairs(imported));
const given = shared.filter(([, name]) => used.has(name));
const first = await smaller(`${before}([${given.map(([local]) => local)}])${after}export{${front} as default};`);

// The order of the style sheets: shared sheets, then each game's own, then theme.css, so that its marks of picks and hints
// win in every game, and last access.css, whose marks for keyboards and poor sight nothing may cover. The sheets of screens
// that are not a table come with the second script, and so after all of these.
const sheets = inputs.filter((name) => name.startsWith("src/") && name.endsWith(".css"));
const games = sheets.filter((name) => /^src\/views\/[^/]+\/[\w-]+\.css$/.test(name));
const basic = [
  "board/faces",
  "board/structure",
  "panel/panel",
  "panel/tools",
  "panel/entry",
  "panel/lists",
  "panel/head",
  "panel/goal",
  "panel/endings",
  "panel/narrow",
  "board/lastMove",
  "board/change",
  "panel/afterGame",
  "page/preferences",
  "board/belief",
  "panel/teacher",
  "page/projector",
  "page/fullScreen",
  "page/telephone",
].map((name) => `src/${name}.css`);
const ofScreens = [
  "screens/replay/replay",
  "screens/replay/timeline",
  "screens/lobby/setup",
  "screens/replay/telephone",
  "screens/lobby/daily",
  "screens/lobby/lobby",
  "screens/lobby/games",
  "screens/lobby/filling",
  "screens/lesson/lesson",
  "screens/lesson/telephone",
  "screens/editor/editor",
  "screens/poll/poll",
  "screens/console/console",
  "screens/tournament/tournament",
].map((name) => `src/${name}.css`);
const joined = new Set();

/** Returns these style sheets as one. */
async function styles(names) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: here,
    bundle: true,
    minify: true,
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    write: false,
    metafile: true,
    stdin: { contents: names.map((name) => `@import "./${name}";`).join("\n"), loader: "css", resolveDir: here },
  });
  for (const name of Object.keys(metafile.inputs)) joined.add(name);
  // spaces that mean nothing and that esbuild leaves
  return outputFiles[0].text
    .trimEnd()
    .replace(/(--[\w-]+): (?=[^;}])/g, "$1:")
    .replace(/(?<=[\dhx]) ([<>]=?) (?=[\dwh])/g, "$1")
    .replace(/(?<=[\w)]) ([*/]) (?=[\w(]|\.\d)/g, "$1");
}

const firstStyles = await styles([...basic, ...games, "src/page/theme.css", "src/page/access.css"]);
const secondStyles = (await styles(ofScreens)).replace(/[\\`]|\$\{/g, "\\$&");
const dead = sheets.filter((name) => !joined.has(name));
if (dead.length > 0) throw new Error(`add these to the list of style sheets: ${dead.join(", ")}`);

const made = pairs(returned).map(([local, name]) => `${name}:${local}`);
const second = await smaller(`export default(([${given.map(([, name]) => used.get(name))}])=>{${nothing}${body}return{${made},styles:\`${secondStyles}\`}});`);

const bundled = scripts.flatMap(({ moduleIds }) => moduleIds).map((path) => relative(here, path).replaceAll("\\", "/"));
const unknown = bundled.filter((path) => !path.startsWith("node_modules/") && !inputs.includes(path));
if (unknown.length > 0) {
  throw new Error(`name these in build.mjs and hatch_build.py, so that a change to them counts: ${unknown.join(", ")}`);
}

const packages = new Set(bundled.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
const licences = [...packages].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
});
const { license } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const ours = readFileSync(join(here, "..", "LICENSE"), "utf8").trim();
const every = [`capture_widgets ${version} (${license})\n\n${ours}\n`, ...licences].join("\n");
if (/\*\/|<\/|<!--/.test(every)) throw new Error("a licence would end the comment that it stands in");

// the page of a seat of a room; it loads the first script beside it
const room = await build({
  absWorkingDir: here,
  entryPoints: ["room/page.ts"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  logLevel: "warning",
  write: false,
});

mkdirSync(out, { recursive: true });
const outputs = {
  "room.css": readFileSync(join(here, "room/room.css"), "utf8"),
  "room.html": readFileSync(join(here, "room/index.html"), "utf8"),
  "room.js": room.outputFiles[0].text,
  "room.svg": readFileSync(join(here, "room/room.svg"), "utf8"),
  "room.webmanifest": readFileSync(join(here, "room/room.webmanifest"), "utf8"),
  "service.js": readFileSync(join(here, "room/service.js"), "utf8"),
  "licences.txt": every,
  "widget.css": `${firstStyles}\n`,
  "screens.js": `/*! capture_widgets ${version} (${license}): licences in the first script */\n${second}\n`,
  "widget.js": `// inputs ${inputsHash()}\n/*!\n${every}*/\n${first}\n`,
};
for (const [name, text] of Object.entries(outputs)) {
  writeFileSync(join(out, name), text);
  console.log(`${name}: ${text.length} characters, ${gzipSync(text, { level: 9 }).length} bytes gzipped`);
}
