"""A fault of each kind at every line of each operation, those of the rules included: minutes instead of seconds.

``python -m tests.benchmarks.stop_button [--only "undo"]`` prints every difference and, at the end, the counts as JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.test_stop_button import CASES, Tally, beginnings, trial, wire


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and say by the exit code whether anything differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=[case.name for case in CASES], help="operations to try")
    parser.add_argument("--first", action="store_true", help="only the first and last time each line is run")
    told = parser.parse_args(arguments)
    counts: dict[str, int] = {}
    records = beginnings()
    tally = Tally()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        wire(patch)
        for case in CASES:
            if told.only and case.name not in told.only:
                continue
            for shown in (False, True):
                found = 0
                for wrong in trial(
                    case, records, Path(folder) / "games", shown=shown, everywhere=not told.first, tally=tally
                ):
                    found += 1
                    if found <= 20:
                        print(wrong, flush=True)
                counts[f"{case.name}{', with tables' if shown else ''}"] = found
    print(json.dumps({"count": tally.faults, "faults": sum(counts.values()), "differences": counts}, indent=1))
    return 1 if any(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
