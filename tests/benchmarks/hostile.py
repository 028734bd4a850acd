"""Hostile records, dumps, files and messages by the hundred thousand: ``python -m tests.benchmarks.hostile``.

Prints how many of each kind were refused and let in, the slowest of each, and whatever went wrong: an exception that no
page names, or something let in that cannot be recorded, saved, loaded again and replayed for every viewer. Every attack
has a number, which makes it again: ``--first 4711 --count 1``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from time import perf_counter

from tests.hostile import KINDS, attack


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attacks and print what came of them; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    given = parser.parse_args(arguments)
    start = perf_counter()
    figures = attack(given.first, given.count, given.kind)
    told = {"count": given.count, "first": given.first, "minutes": round((perf_counter() - start) / 60, 1)}
    print(json.dumps({**told, **figures.as_dict()}, indent=1))
    return 1 if figures.undocumented else 0


if __name__ == "__main__":
    raise SystemExit(main())
