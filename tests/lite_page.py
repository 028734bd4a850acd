"""The page with the lobby alone, for a browser without any server: Python in a worker, and no notebook around it."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import capture_widgets as cw
from capture_widgets.export.bundle import bundle
from hatch_build import npm_command

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "js" / "site"
NEEDED = ("ipywidgets", "anywidget", "psygnal", "comm", "platformdirs", "portalocker", "traitlets", "typing_extensions")
"""The packages of others that the page loads."""

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def build_page(out: Path, pyodide: Path, wheels: Iterable[Path]) -> None:
    """Build the page in a folder that is not there yet.

    Args:
        out: the folder.
        pyodide: the folder with Pyodide, which is ``../static/pyodide`` as seen from the page.
        wheels: the wheels of this package and of those that it needs.
    """
    out.mkdir(parents=True)
    for name in ("index.html", "site.css", "kernel.py"):
        shutil.copy(SOURCES / name, out)
    for name in ("widget.js", "screens.js", "widget.css", "licences.txt"):
        (out / name).write_text(bundle(name), encoding="utf-8")
    bots = [cw.bots.Greedy(1), cw.bots.Greedy(2)]
    cw.new("kommando", seed=7, seats=bots).run().replay(seat=0).save_html(out / "hand.html")
    pack(out / "packages.zip", pyodide, wheels)
    fetched = [out / "packages.zip", *(pyodide / name for name in PYODIDE if name != "pyodide.mjs")]
    (out / "files.json").write_text(json.dumps({path.name: path.stat().st_size for path in fetched}), encoding="utf-8")
    digest = hashlib.sha256()
    for path in sorted((*out.iterdir(), *SOURCES.iterdir(), *fetched)):
        digest.update(path.read_bytes())
    kept = ["./", "page.js", "worker.js", *(path.name for path in out.iterdir() if path.name != "index.html")]
    kept += [f"../static/pyodide/{name}" for name in PYODIDE]
    node("build.mjs", out, f"games-{digest.hexdigest()[:16]}", *sorted(kept))


def node(script: str, *arguments: str | Path) -> None:
    """Run a script of the page's folder."""
    _, variables = npm_command()
    program = shutil.which("node", path=variables["PATH"]) or "node"
    subprocess.run([program, SOURCES / script, *arguments], check=True, env=variables)


def pack(path: Path, pyodide: Path, wheels: Iterable[Path]) -> None:
    """Put the packages that the page needs into one archive, compiled by the Python that will run them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "packages"
        for wheel in wheels:
            if wheel.name.split("-")[0].lower() in (*NEEDED, "capture_widgets"):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(folder, [name for name in archive.namelist() if is_needed(name)])
        node("compile.mjs", pyodide, folder)
        shutil.make_archive(str(path.with_suffix("")), "zip", folder)


def is_needed(name: str) -> bool:
    """Whether a file of a wheel is needed at run time."""
    parts = name.split("/")
    of_wheel = parts[0].endswith((".data", ".dist-info")) and parts[-1] not in ("METADATA", "entry_points.txt")
    return not of_wheel and "tests" not in parts
