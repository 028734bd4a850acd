"""Writes requirements-dev.txt anew, with the newest versions that fit: ``python -m tests.lock`` (needs uv).

One lock for every system and every Python that the package supports. It holds names, versions and markers: no address
of an index, so that it can be used with any.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements-dev.txt"
HEAD = """\
# What `python3 tests/run.py` installs, for every system and Python it runs on: names and versions, no addresses.
# Written by `python -m tests.lock`, which needs uv; do not edit.
"""
COMMAND = (
    *("uv", "pip", "compile", "--quiet", "pyproject.toml"),
    *("--universal", "--python-version", "3.11", "--extra", "all"),
    *("--group", "dev", "--group", "lint", "--group", "node"),
    *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
)


def main() -> int:
    """Resolve and write; 0 when it went well."""
    done = subprocess.run(COMMAND, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        LOCK.write_text(HEAD + done.stdout, encoding="utf-8")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
