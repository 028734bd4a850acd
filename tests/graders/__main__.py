"""Runs nbgrader and otter-grader on the homework template: ``python -m tests.graders [folder]``.

They bring extensions for JupyterLab and a database, which other tests must not meet: so they have an environment of
their own, and only the thorough run of the tests has time for this.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECKS = Path(__file__).with_name("checks.py")


def wanted() -> list[str]:
    """The packages of the environment."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [*project["project"]["dependencies"], *project["dependency-groups"]["graders"]]


def environment(folder: Path) -> Path:
    """Make the environment, unless the folder has one; returns its Python."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *wanted()], check=True)
    return python


def main() -> int:
    """Make the environment in the folder that is named, or in one that is taken away again, and run the checks."""
    with tempfile.TemporaryDirectory() as own:
        python = environment(Path(sys.argv[1] if len(sys.argv) > 1 else own).absolute())
        path = os.pathsep.join([str(python.parent), os.environ.get("PATH", "")])
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest", str(CHECKS)]
        return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
