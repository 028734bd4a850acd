"""The parts of the site for a browser alone (`tests.lite_site`), and how they are put together.

``python -m tests.lite_parts FOLDER`` does so in the environment that `tests.lite_site` makes.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatch_build import INSTALL, is_fresh, npm_command, run_npm
from tests.lite_page import PYODIDE, build_page

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".lite-cache"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
OWN = ("ipywidgets", "anywidget", "psygnal", "comm", "platformdirs", "portalocker")
"""What we need beside the packages of Pyodide, of which a version is known to work."""

PYODIDES = ("ipython", "jedi", "micropip", "packaging", "traitlets", "typing-extensions")
"""Where the kernel begins, of Pyodide's own packages: these and what they need."""

PLUGINS = ("@jupyter-widgets/jupyterlab-manager", "anywidget")
"""What shows widgets, and comes with the packages that ours needs."""

START = (
    ("markdown", """# Five card games

Click into the cell below and press **Shift+Enter** (or the ▶ above): five games come up, and you choose one. The first
start takes a while: Python itself is loaded into this page."""),
    ("code", "import capture_widgets as cw\n\nlobby = cw.lobby()\nlobby"),
    ("markdown", "A game that was played, to step through:"),
    ("code", 'cw.replay("records/kommando.json")'),
    ("markdown", """The other notebooks, listed on the left, go on from here. What you play here is gone with the page;
installed, the games keep what you have not finished."""),
)  # fmt: skip
"""The cells of the notebook to start with."""


def plain(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pyodide_version() -> str:
    """The version of Pyodide that the installed kernel was made for."""
    found = find_spec("jupyterlite_pyodide_kernel")
    if found is None or found.origin is None:
        raise SystemExit("jupyterlite_pyodide_kernel is not installed: pip install --group lite")
    text = (Path(found.origin).parent / "constants.py").read_text("utf-8")
    version = re.search(r'PYODIDE_VERSION = "([^"]+)"', text)
    assert version is not None
    return version[1]


def fetch() -> None:
    """Bring Pyodide and the wheels of others into the cache."""
    CACHE.mkdir(exist_ok=True)
    npm, variables = npm_command()
    packed = [*npm, "pack", "--silent", f"pyodide@{pyodide_version()}"]
    said = subprocess.run(packed, cwd=CACHE, check=True, capture_output=True, text=True, env=variables).stdout
    name = said.split()[-1]
    shutil.rmtree(CACHE / "package", ignore_errors=True)
    with tarfile.open(CACHE / name) as archive:
        # the keyword `filter` came with Python 3.11.4
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(CACHE)  # noqa: S202 - of a package index, by exact version
    locked = _lock(CACHE / "package")["packages"]
    wanted: dict[str, str] = {}
    todo = list(PYODIDES)
    while todo:
        name = plain(todo.pop())
        if name not in wanted:
            wanted[name] = locked[name]["version"]
            todo += locked[name]["depends"]
    shutil.rmtree(CACHE / "wheels", ignore_errors=True)
    which = ["--no-deps", "--only-binary=:all:", "--platform=any", "--python-version=3.14"]
    exact = [f"{name}=={version}" for name, version in wanted.items()]
    command = [sys.executable, "-m", "pip", "download", "--quiet", *which, "-d", "wheels", *exact, *OWN]
    subprocess.run(command, cwd=CACHE, check=True)


def _lock(folder: Path) -> Any:
    return json.loads((folder / "pyodide-lock.json").read_text("utf-8"))


def entry(wheel: Path, known: Iterable[str]) -> dict[str, Any]:
    """What Pyodide's list of packages says of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        inner = next(name for name in names if name.endswith(".dist-info/METADATA"))
        facts = Parser().parsestr(archive.read(inner).decode("utf-8"))
    needs = {plain(re.split(r"[ <>=!~;\[(]", text, maxsplit=1)[0]) for text in facts.get_all("Requires-Dist", [])
             if "extra ==" not in text}  # fmt: skip
    tops = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": plain(facts["Name"]),
        "version": facts["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": sorted(needs & set(known)),
        "unvendored_tests": False,
        "tool": {},
    }


def contents(folder: Path) -> None:
    """The files that a visitor finds: notebooks and a record of every game."""
    folder.mkdir(parents=True)
    import capture_widgets as cw

    for path in (ROOT / "notebooks").glob("*.ipynb"):
        shutil.copy(path, folder)
    _write(folder / "start.ipynb", START)
    lessons = [("code", f"cw.lesson({name!r})") for name in cw.lessons()]
    if lessons:
        head = [("markdown", "# Lessons"), ("code", "import capture_widgets as cw")]
        _write(folder / "lessons.ipynb", [*head, *lessons])
    (folder / "records").mkdir()
    for slug in cw.games():
        bots = [cw.bots.Greedy(seed) for seed in range(len(cw.new(slug, seed=7).seats))]
        cw.new(slug, seed=7, seats=bots).run().save(folder / "records" / f"{slug}.json")


ROOT_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Five capture card games</title>
<meta http-equiv="refresh" content="1; url=play/">
<script>location.replace(`play/${location.search}`);</script>
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>
<p><a href="play/">Play the games</a></p>
"""
"""The page at the site's own address: it leads to the page with the lobby alone (`tests.lite_page`).

JupyterLite's pages read their configuration from every page above them, so this one has an empty one.
"""


def _write(path: Path, sources: Iterable[tuple[str, str]]) -> None:
    cells: list[dict[str, Any]] = [
        {"cell_type": kind, "id": f"cell{number}", "metadata": {}, "source": source}
        | ({"execution_count": None, "outputs": []} if kind == "code" else {})
        for number, (kind, source) in enumerate(sources)
    ]
    about = {"kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}}
    book = {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(book, indent=1), encoding="utf-8")


def build(out: Path) -> None:
    """Build the site in a folder that is not there yet."""
    work = CACHE / "work"
    shutil.rmtree(work, ignore_errors=True)
    contents(work / "contents")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", work / "wheel", ROOT], check=True
    )
    subprocess.run(
        [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", work, "--contents", work / "contents",
         "--output-dir", out, "--apps=lab", "--apps=notebooks", "--no-sourcemaps"],
        check=True, cwd=work,
    )  # fmt: skip
    (out / "index.html").write_text(ROOT_PAGE, encoding="utf-8")
    missing = [name for name in PLUGINS if not (out / "extensions" / name).is_dir()]
    if missing:
        raise SystemExit(f"install the package in this environment: the site lacks {', '.join(missing)}")
    pyodide = out / "static" / "pyodide"
    pyodide.mkdir(parents=True)
    for name in PYODIDE:
        shutil.copy(CACHE / "package" / name, pyodide)
    build_page(out / "play", pyodide, [*(CACHE / "wheels").glob("*.whl"), *(work / "wheel").glob("*.whl")])
    kernels = out / "extensions" / KERNEL / "static" / "pypi"
    wheels = [*(CACHE / "wheels").glob("*.whl"), *(work / "wheel").glob("*.whl"), *kernels.glob("*.whl")]
    wheels = [wheel for wheel in wheels if not wheel.name.startswith("widgetsnbextension-3")]
    known = {plain(wheel.name.split("-")[0]) for wheel in wheels}
    lock = _lock(CACHE / "package")
    lock["packages"] = {}
    for wheel in wheels:
        shutil.copy(wheel, pyodide)
        about = entry(wheel, known)
        lock["packages"][about["name"]] = about
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock, indent=1), encoding="utf-8")
    _configure(out / "jupyter-lite.json", sorted(lock["packages"]))


def _configure(path: Path, packages: list[str]) -> None:
    """Let the kernel start from the site's own files, and never look elsewhere."""
    config = json.loads(path.read_text("utf-8"))
    kernel = config["jupyter-config-data"].setdefault("litePluginSettings", {}).setdefault(f"{KERNEL}:kernel", {})
    kernel |= {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"lockFileURL": "./static/pyodide/pyodide-lock.json", "packages": packages},
    }
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")


def build_whole(out: Path) -> None:
    """Build the site in a folder that is not there yet; a build that fails leaves nothing there."""
    if not (ROOT / "js" / "node_modules").is_dir():
        run_npm(ROOT, *INSTALL)
    if not is_fresh(ROOT):
        run_npm(ROOT, "run", "build")
    if not (CACHE / "wheels").is_dir():
        fetch()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as place:
        site = Path(place) / "site"
        build(site)
        site.rename(out)


if __name__ == "__main__":
    build_whole(Path(sys.argv[1]))
