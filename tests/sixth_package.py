"""Installs the sixth game as its author's users do: as a package of its own, here into a folder of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent / "sixth"


def install(folder: Path) -> Path:
    """Build and install the package without a network; gives the folder that belongs on Python's path."""
    source, target = folder / "source", folder / "installed"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("__pycache__"))
    offline = ["--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check", "--quiet"]
    command = [sys.executable, "-m", "pip", "install", *offline, "--target", str(target), str(source)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return target
