"""Tries the games in TextArena and verifiers: ``python -m tests.language_libraries [folder]``.

They bring clients of several services and hundreds of megabytes: so they have an environment of
their own, and only the thorough run of the tests has time for this.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.environments import checked_in

CHECKS = [Path(__file__).with_name(name) for name in ("checks.py", "check_verifiers.py")]

if __name__ == "__main__":
    sys.exit(checked_in("language", CHECKS))
