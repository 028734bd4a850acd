"""Environments for what other tests must not meet: each has the package's dependencies and one dependency group."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def wanted(group: str) -> list[str]:
    """The requirements of the package and of one dependency group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [*project["project"]["dependencies"], *project["dependency-groups"][group]]


def environment(folder: Path, group: str) -> Path:
    """Make the environment, unless the folder has one; returns its Python."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder)
    install(python, *wanted(group))
    return python


def install(python: Path, *requirements: str) -> None:
    """Install packages for this Python, without compiling all of them for a few tests."""
    uv = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python))
    if subprocess.run([*uv, *requirements], check=False).returncode:
        # it reads other settings than pip, which may know an index that it does not
        pip = (sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile")
        subprocess.run([*pip, *requirements], check=True)


def checked_in(group: str, checks: Sequence[Path]) -> int:
    """Run files of tests in an environment with a dependency group, and return their exit code.

    The environment is made in the folder that the command line names, or in one that is taken away again.
    """
    with tempfile.TemporaryDirectory() as own:
        python = environment(Path(sys.argv[1] if len(sys.argv) > 1 else own).absolute(), group)
        path = os.pathsep.join([str(python.parent), os.environ.get("PATH", "")])
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest", *map(str, checks)]
        return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode
