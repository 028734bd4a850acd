"""Runs nbgrader and otter-grader on the homework template: ``python -m tests.graders [folder]``.

They bring extensions for JupyterLab and a database, which other tests must not meet: so they have an environment of
their own, and only the thorough run of the tests has time for this.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.environments import environment

ROOT = Path(__file__).resolve().parents[2]
CHECKS = [str(Path(__file__).with_name(name)) for name in ("checks.py", "bot_checks.py")]


def main() -> int:
    """Make the environment in the folder that is named, or in one that is taken away again, and run the checks."""
    with tempfile.TemporaryDirectory() as own:
        python = environment(Path(sys.argv[1] if len(sys.argv) > 1 else own).absolute(), "graders")
        path = os.pathsep.join([str(python.parent), os.environ.get("PATH", "")])
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest", *CHECKS]
        return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
