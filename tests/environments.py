"""Environments for what other tests must not meet: each has the package's dependencies and one dependency group."""

from __future__ import annotations

import os
import subprocess
import tomllib
import venv
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
        venv.create(folder, with_pip=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *wanted(group)], check=True)
    return python
