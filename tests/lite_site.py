"""The games in a browser alone: ``python3 tests/lite_site.py FOLDER`` builds a static site there.

The site's first page is the lobby alone; behind a link there is JupyterLite with the notebooks. Everything that the
site needs lies in it: no page of it asks another server for anything. What builds it is installed into ``.venv-lite``,
and the parts of other projects come from the package indexes into ``.lite-cache`` where they are not there yet; with
both there, nothing is downloaded. This file needs the standard library only; `tests.lite_parts` does the work.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tomllib
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv-lite"


def own_python() -> Path:
    """The Python of an environment of its own, with what builds the site; made where it is missing or out of date.

    Any pip does: the names of the tools are read here, since older ones know no dependency groups.
    Where there is uv, it takes a tenth of the time.
    """
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    groups = tomllib.loads(project)["dependency-groups"]
    stamp = ENVIRONMENT / "inputs"
    inputs = hashlib.sha256(f"{sys.version}\n{project}".encode()).hexdigest()
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not stamp.is_file() or stamp.read_text("utf-8") != inputs:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        uv = [sys.executable, "-m", "uv", "pip", "install", "--python", python]
        pip = [python, "-m", "pip", "install", "--no-compile"]
        wanted = ["--quiet", "--editable", ".", *groups["lite"], *groups["node"]]
        install = [*(uv if find_spec("uv") else pip), *wanted]
        # the front end is built later, by packages that stay
        subprocess.run(install, cwd=ROOT, env={**os.environ, "CAPTURE_WIDGETS_SKIP_BUNDLE": "1"}, check=True)
        stamp.write_text(inputs, "utf-8")
    return python


def main() -> int:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description="Build a static site with the games, which needs no server.")
    parser.add_argument("folder", type=Path, help="where the site is to be; it must not be there yet")
    out: Path = parser.parse_args().folder.resolve()
    if out.exists():
        print(f"{out} is there already: remove it, or name another folder", file=sys.stderr)
        return 1
    return subprocess.run([own_python(), "-m", "tests.lite_parts", out], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
