"""Runs nbgrader and otter-grader on the homework template: ``python -m tests.graders [folder]``.

They bring extensions for JupyterLab and a database, which other tests must not meet: so they have an environment of
their own, and only the thorough run of the tests has time for this.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.environments import checked_in

CHECKS = [Path(__file__).with_name(name) for name in ("checks.py", "bot_checks.py")]

if __name__ == "__main__":
    sys.exit(checked_in("graders", CHECKS))
