"""Golden playthroughs: games as text, every position and what each viewer sees of it.

The beginning of one playthrough a game is kept to be read; of all of them a digest of each position is kept.
``python -m tests.playthrough NAME`` prints a whole one, with ``--since main`` what differs from the one made there.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import capture_widgets as cw
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import GAMES
from tests.cases import viewers

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"{slug}-plain": (slug, {}) for slug in GAMES},
    "commander-three-chain": ("commander", {"players": 3, "war": "chain"}),
    "commander-teams": ("commander", {"teams": True}),
    "commander-twos-suits": ("commander", {"twos_beat_aces": True, "one_suit_each": True, "first": 1}),
    "commander-scoring-match": ("commander", {"scoring": True, "target": 4, "match": True}),
    "columns-swing": ("columns", {"aces": "swing", "dealer": 0}),
    "kommando-chosen-end": ("kommando", {"no_choice": "chosen end", "dealer": 0}),
    "kommando-match": ("kommando", {"target": 30, "match": True}),
    "fourx-any-serve": ("fourx", {"explorers": "any", "conquered_serve": True}),
    "fourx-tech": ("fourx", {"tech": True}),
    "universal-one-card": ("universal", {"opening": "one card", "dealer": 0}),
    "universal-cut-match": ("universal", {"opening": "one card", "dealer": "cut", "target": 20, "match": True}),
}
"""Each playthrough's game and how it is made; every choice of an option that is in none gets one of its own."""

NOT_ALONE = ("cut", 2, 3, 4)
"""Choices that need others beside them."""


def _add_choices() -> None:
    for slug, game in GAMES.items():
        for item in game.options.described():
            for value in item["choices"]:
                played = [settings for other, settings in VARIANTS.values() if other == slug]
                there = any(settings.get(item["name"], item["default"]) == value for settings in played)
                if not there and value not in NOT_ALONE:
                    VARIANTS[f"{slug}-{item['name']}-{value}".replace(" ", "-")] = (slug, {item["name"]: value})


_add_choices()

SEED = 20
MOST = 60
"""Plies after which a playthrough stops, whether the game is over or not."""

READ = 12
"""Plies of it that are kept as text, to be read."""

RULER = "-" * 100


def choose(name: str, at: int, moves: list[str]) -> str:
    """A move by lot, the same on every platform for ever; seldom a journey and never giving up while there is more."""
    number = int.from_bytes(sha256(f"{name} {at}".encode()).digest()[:8], "big")
    lively = [move for move in moves if not move.startswith(("resign", "travel"))]
    if number % 5 == 0 or not lively:
        lively = [move for move in moves if move != "resign"] or moves
    return lively[number // 5 % len(lively)]


@cache
def playthrough(name: str, most: int = MOST) -> str:
    """The text of a playthrough, or of its first plies."""
    slug, settings = VARIANTS[name]
    game = cw.new(slug, seed=SEED, **settings)
    lines = [
        f"{game.type.title}, seed {SEED}",
        f"options {json.dumps(game.options)}",
        f"code {game.deal_code}",
        *_wrapped("deal", game.record()["rounds"][0]["deal"]),
    ]
    plies = 0
    lines += position(game)
    while not game.is_over and plies < most:
        move = choose(name, plies, game.legal_moves())
        mover, before, number = game.to_play, game.state, game.round
        assert mover is not None
        rules = " ".join(before.bearing(before.parse(move)))
        game.play(move)
        plies += 1
        shown = game if game.round == number else game.at(game.plies(number)[-1], round=number)
        lines += ["", RULER, f"{SEAT_NAMES[mover]} plays {move}  ({rules})"]
        lines += textwrap.wrap(shown.log()[-1]["text"], 118, initial_indent="  ", subsequent_indent="  ")
        hidden = [entry["text"] for entry in shown.log("public")[-1:] if entry["move"] is None]
        lines += [f"  to the others: {text}" for text in hidden]
        lines += position(shown)
        if shown is not game:
            lines += ["", "=" * 100, f"round {game.round + 1}", *_wrapped("deal", game.record()["rounds"][-1]["deal"])]
            lines += position(game)
    lines += ["", RULER, "the end" if game.is_over else "left here", "as dumps"]
    for viewer in [None, *viewers(game.type, game.options)]:
        lines += _dump(game.dump(viewer))
    return "\n".join(lines) + "\n"


def digests(name: str) -> list[str]:
    """A digest of each part of a playthrough: the deal, every move with the position after it, the dumps at the end."""
    return [sha256(part.encode()).hexdigest()[:8] for part in playthrough(name).split(f"\n{RULER}\n")]


def digests_json() -> str:
    """The digests of all playthroughs, a line each."""
    lines = [f'"{name}": "{" ".join(digests(name))}"' for name in VARIANTS]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def position(game: cw.Game) -> list[str]:
    """What a position looks like: the open table, then each line that a viewer sees otherwise."""
    moves = game.legal_moves()
    checksum = sha256("\n".join(moves).encode()).hexdigest()[:8]
    some = moves if len(moves) <= 30 else [*moves[:5], "...", *moves[-5:]]
    open_text = game.text(None).split("\n")
    lines = ["", *open_text, *_wrapped(f"{len(moves)} legal ({checksum})", some)]
    if game.returns is not None:
        lines.append(f"returns {game.returns}")
    seen: dict[str, list[str]] = {}
    for viewer in viewers(game.type, game.options):
        name = "public" if viewer == "public" else SEAT_NAMES[int(viewer or 0)]
        text = game.text(viewer).split("\n")
        assert len(text) == len(open_text), "views have the lines of the open table"
        other = [f"    {line}" for line, plain in zip(text, open_text, strict=True) if line != plain]
        seen.setdefault("\n".join(other), []).append(name)
    for other_lines, names in seen.items():
        lines.append(
            f"  {' and '.join(names)} {'sees' if len(names) == 1 else 'see'}{':' if other_lines else ' all of it'}"
        )
        lines += [other_lines] if other_lines else []
    return [line.rstrip() for line in lines]


def _dump(dump: Any) -> list[str]:
    """A dump in lines, one a key; what is long is wrapped."""
    return ["", *(line for key, value in dump.items() for line in _wrapped(key, [json.dumps(value)]))]


def _wrapped(head: str, words: list[str]) -> list[str]:
    return textwrap.wrap(f"{head}: {' '.join(words)}", 118, subsequent_indent="  ", break_on_hyphens=False)


def made_at(commit: str, name: str) -> str:
    """The same playthrough as another commit makes it."""
    root = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "there.tar"
        subprocess.run(["git", "archive", f"--output={archive}", commit], cwd=root, check=True)
        there = Path(folder) / "there"
        shutil.unpack_archive(archive, there)
        command = [sys.executable, "-m", "tests.playthrough", name]
        variables = {**os.environ, "PYTHONPATH": str(there)}
        return subprocess.run(command, cwd=there, env=variables, stdout=subprocess.PIPE, text=True, check=True).stdout


def main() -> int:
    """Print a playthrough, or what differs from the one that another commit makes."""
    parser = argparse.ArgumentParser(description="Print a golden playthrough.")
    parser.add_argument("name", choices=VARIANTS)
    parser.add_argument("--since", metavar="COMMIT", help="print only what differs from the one made there")
    arguments = parser.parse_args()
    text = playthrough(arguments.name)
    if arguments.since is not None:
        before = made_at(arguments.since, arguments.name).splitlines(keepends=True)
        text = "".join(difflib.unified_diff(before, text.splitlines(keepends=True), arguments.since, "now"))
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
