"""Random games with everything that a record can hold: matches, variations, comments, signs, positions set up."""

from __future__ import annotations

from random import Random
from typing import Any

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.cases import option_sets, random_move

WORDS = [
    "Hm.",
    "",
    "  two  spaces ",
    "{braces} \\ and \\n",
    "a\nb\n\n  c \n",
    "\n",
    "\tTab \r\u2028 \x00",
    "“ünï” 🂡",
    "1. L:7b",
]


def random_game(slug: str, number: int) -> cw.Game:
    """A game by lot; the same one for the same number."""
    rng = Random(f"{slug} {number}")
    kind = GAMES[slug]
    options: dict[str, Any] = dict(rng.choice(option_sets(kind)))
    if "target" in {item["name"] for item in kind.options.described()} and options.get("scoring", True):
        options["target"] = rng.choice([1, 30, 1000])
    match = kind.match_refused(kind.options.of(options)) is None and rng.random() < 0.5
    seed = rng.choice([rng.getrandbits(32), 7, -rng.getrandbits(60), rng.getrandbits(900)])
    game = cw.new(slug, seed=seed, match=match, **options)
    if rng.random() < 0.3:
        deal = [entry["deal"] for entry in game.record()["rounds"]]
        game = cw.new(slug, deal=deal if match else deal[0], match=match, **options)
    play_at_random(game, rng, rng.choice([0, 3, 20, 60]))
    if rng.random() < 0.2:
        game = cw.from_dump(game.dump())
        play_at_random(game, rng, rng.choice([0, 5]))
    return game


def annotated(slug: str, number: int) -> cw.Game:
    """The same with variations, comments and signs."""
    game, rng = random_game(slug, number), Random(number)
    for _ in range(rng.randrange(4)):
        for _ in range(rng.randrange(5)):
            if game.can_undo:
                game.comment(rng.choice(WORDS)).glyph(rng.choice(["!", "?!", ""]))
                game.undo()
        play_at_random(game, rng, rng.randrange(5))
    for _ in range(rng.randrange(6)):
        number = rng.choice(game.round_numbers())
        ply = rng.choice(game.plies(number))
        game.comment(rng.choice(WORDS), ply=ply, round=number)
        game.glyph(rng.choice(["!", "?", "!!", "??", "!?", "?!", ""]), ply=ply, round=number)
    if rng.random() < 0.5:
        record = game.record()
        record["variations"].reverse()
        game = cw.load(record)
    return game


def play_at_random(game: cw.Game, rng: Random, plies: int = 3000) -> cw.Game:
    """Play so many random moves, or to the end; returns the game."""
    for _ in range(plies):
        if game.is_over:
            break
        game.play(str(random_move(game.state, rng)))
    return game
