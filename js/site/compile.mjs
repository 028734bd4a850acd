// node compile.mjs PYODIDE FOLDER: lets Pyodide's own Python compile all modules in a folder, so that no visitor's browser has to.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/packages");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/packages");
const all = python.runPython(`
import compileall, pathlib
from py_compile import PycInvalidationMode as Mode
ok = compileall.compile_dir("/packages", quiet=2, legacy=True, invalidation_mode=Mode.UNCHECKED_HASH)
for path in pathlib.Path("/packages").rglob("*.py"):
    if path.with_suffix(".pyc").exists():
        path.unlink()
ok
`);
if (!all) process.exit(1);
