// Builds ../capture_widgets/static/: widget.js, widget.css and the licences of the bundled packages. The script carries the
// licences too, because saved pages and notebooks embed it. Rolldown makes a script that is 2 kB smaller than esbuild's;
// esbuild joins the style sheets.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "capture_widgets", "static");

/** Every file that the bundle depends on, by path from this folder: the sources and the settings of the build. */
const inputs = [
  "../LICENSE",
  "../capture_widgets/engine/faces.json",
  "build.mjs",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  ...readdirSync(join(here, "src"), { recursive: true, withFileTypes: true })
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
  return hash.digest("hex");
}

const bundle = await rolldown({
  cwd: here,
  input: "src/widget.tsx",
  platform: "browser",
  tsconfig: "tsconfig.json",
  transform: { target: "es2022" },
});
const [script] = (await bundle.generate({ format: "esm", minify: true, comments: false })).output;
await bundle.close();

// The order of the style sheets: shared sheets, then each game's own, then theme.css, so that its marks of picks and hints
// win in every game, and last access.css, whose marks for keyboards and poor sight nothing may cover.
const sheets = inputs.filter((name) => name.endsWith(".css"));
const games = sheets.filter((name) => /^src\/views\/[^/]+\/[\w-]+\.css$/.test(name));
const basic = [
  "board/faces",
  "board/structure",
  "panel/panel",
  "panel/head",
  "panel/goal",
  "panel/endings",
  "screens/replay/replay",
  "screens/replay/timeline",
  "board/lastMove",
  "screens/lobby/lobby",
  "screens/lobby/games",
  "page/preferences",
  "screens/lesson/lesson",
  "screens/editor/editor",
  "board/belief",
  "screens/poll/poll",
  "panel/teacher",
  "screens/console/console",
  "page/projector",
  "page/fullScreen",
].map((name) => `src/${name}.css`);
const styles = await build({
  absWorkingDir: here,
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  write: false,
  metafile: true,
  stdin: {
    contents: [...basic, ...games, "src/page/theme.css", "src/page/access.css"].map((name) => `@import "./${name}";`).join("\n"),
    loader: "css",
    resolveDir: here,
  },
});
const dead = sheets.filter((name) => !(name in styles.metafile.inputs));
if (dead.length > 0) throw new Error(`add these to the list of style sheets: ${dead.join(", ")}`);

const bundled = script.moduleIds.map((path) => relative(here, path).replaceAll("\\", "/"));
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

mkdirSync(out, { recursive: true });
const outputs = {
  "licences.txt": every,
  "widget.css": styles.outputFiles[0].text,
  "widget.js": `// inputs ${inputsHash()}\n/*!\n${every}*/\n${script.code}`,
};
for (const [name, text] of Object.entries(outputs)) {
  writeFileSync(join(out, name), text);
  console.log(`${name}: ${text.length} characters, ${gzipSync(text, { level: 9 }).length} bytes gzipped`);
}
