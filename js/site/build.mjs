// node build.mjs OUT VERSION FILE ...: bundles the scripts of the page with the lobby alone, which keeps these files.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [out, version, ...files] = process.argv.slice(2);
await build({
  absWorkingDir: dirname(fileURLToPath(import.meta.url)),
  entryPoints: ["page.ts", "worker.ts", "service.ts"],
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) },
  logLevel: "warning",
});
