"""Golden playthroughs: whole games as readable text, every position and what each viewer sees of it."""

from __future__ import annotations

import json
import textwrap
from hashlib import sha256
from typing import Any

import capture_widgets as cw
from capture_widgets.state import SEAT_NAMES
from tests.cases import viewers

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "commander-plain": ("commander", {}),
    "commander-three-chain": ("commander", {"players": 3, "war": "chain"}),
    "commander-teams": ("commander", {"teams": True}),
    "commander-twos-suits": ("commander", {"twos_beat_aces": True, "one_suit_each": True, "first": 1}),
    "commander-scoring-match": ("commander", {"scoring": True, "target": 4, "match": True}),
    "columns-plain": ("columns", {}),
    "columns-swing": ("columns", {"aces": "swing", "dealer": 0}),
    "kommando-plain": ("kommando", {}),
    "kommando-chosen-end": ("kommando", {"no_choice": "chosen end", "dealer": 0}),
    "kommando-match": ("kommando", {"target": 30, "match": True}),
    "fourx-plain": ("fourx", {}),
    "fourx-any-serve": ("fourx", {"explorers": "any", "conquered_serve": True}),
    "fourx-tech": ("fourx", {"tech": True}),
    "universal-plain": ("universal", {}),
    "universal-one-card": ("universal", {"opening": "one card", "dealer": 0}),
    "universal-cut-match": ("universal", {"opening": "one card", "dealer": "cut", "target": 20, "match": True}),
}
"""Each file's game and how it is made."""

SEED = 20
MOST = 60
"""Plies after which a playthrough stops, whether the game is over or not."""


def choose(name: str, at: int, moves: list[str]) -> str:
    """A move by lot, the same on every platform for ever; seldom a journey and never giving up while there is more."""
    number = int.from_bytes(sha256(f"{name} {at}".encode()).digest()[:8], "big")
    lively = [move for move in moves if not move.startswith(("resign", "travel"))]
    if number % 5 == 0 or not lively:
        lively = [move for move in moves if move != "resign"] or moves
    return lively[number // 5 % len(lively)]


def playthrough(name: str) -> str:
    """The text of one golden file."""
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
    while not game.is_over and plies < MOST:
        move = choose(name, plies, game.legal_moves())
        mover, before, number = game.to_play, game.state, game.round
        assert mover is not None
        rules = " ".join(before.bearing(before.parse(move)))
        game.play(move)
        plies += 1
        shown = game if game.round == number else game.at(game.plies(number)[-1], round=number)
        lines += ["", "-" * 100, f"{SEAT_NAMES[mover]} plays {move}  ({rules})"]
        lines += textwrap.wrap(shown.log()[-1]["text"], 118, initial_indent="  ", subsequent_indent="  ")
        hidden = [entry["text"] for entry in shown.log("public")[-1:] if entry["move"] is None]
        lines += [f"  to the others: {text}" for text in hidden]
        lines += position(shown)
        if shown is not game:
            lines += ["", "=" * 100, f"round {game.round + 1}", *_wrapped("deal", game.record()["rounds"][-1]["deal"])]
            lines += position(game)
    lines += ["", "-" * 100, "the end" if game.is_over else "left here", "as dumps"]
    for viewer in [None, *viewers(game.type, game.options)]:
        lines += _dump(game.dump(viewer))
    return "\n".join(lines) + "\n"


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
        lines.append(f"  {' and '.join(names)} {'sees' if len(names) == 1 else 'see'}"
                     f"{':' if other_lines else ' all of it'}")
        lines += [other_lines] if other_lines else []
    return [line.rstrip() for line in lines]


def _dump(dump: Any) -> list[str]:
    """A dump in lines, one a key; what is long is wrapped."""
    return ["", *(line for key, value in dump.items() for line in _wrapped(key, [json.dumps(value)]))]


def _wrapped(head: str, words: list[str]) -> list[str]:
    return textwrap.wrap(f"{head}: {' '.join(words)}", 118, subsequent_indent="  ", break_on_hyphens=False)
