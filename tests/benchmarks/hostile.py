"""Hostile records, dumps, files and messages by the hundred thousand: ``python -m tests.benchmarks.hostile``.

Prints how many of each kind were refused and let in, the slowest of each, and whatever went wrong: an exception that no
page names, or something let in that cannot be recorded, saved, loaded again and replayed for every viewer. Every attack
has a number, which makes it again: ``--first 4711 --count 1``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from time import perf_counter, process_time

import capture_widgets as cw
from tests.hostile import KINDS, attack
from tests.test_record import LONG


def refused_after(moves: int) -> dict[str, float]:
    """Seconds of processor time that a record of so many moves takes whose last one is wrong, by game."""
    taken = {}
    for slug, make in LONG.items():
        record = make(moves)
        record["rounds"][-1]["moves"][-1] = "nonsense"
        start = process_time()
        try:
            cw.load(record)
        except cw.RecordError:
            taken[slug] = round(process_time() - start, 2)
    return taken


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attacks and print what came of them; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--long", type=int, metavar="MOVES", help="only records of so many moves with a wrong last one")
    given = parser.parse_args(arguments)
    if given.long:
        taken = refused_after(given.long)
        print(json.dumps({"moves": given.long, "processor_seconds": taken}, indent=1))
        return 0 if taken.keys() == LONG.keys() else 1
    start = perf_counter()
    figures = attack(given.first, given.count, given.kind)
    told = {"count": given.count, "first": given.first, "minutes": round((perf_counter() - start) / 60, 1)}
    print(json.dumps({**told, **figures.as_dict()}, indent=1))
    return 1 if figures.undocumented else 0


if __name__ == "__main__":
    raise SystemExit(main())
