"""What the result of a drawn round of Capture the Commander says is true (CC-11), recomputed over random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Play, Viewer
from capture_widgets.export.outcome import outcome
from capture_widgets.games.commander import ADJACENT, GAME, Attack, CommanderState
from tests.cases import dealt

GAMES: tuple[dict[str, Any], ...] = (
    {},
    {"war": "chain"},
    {"players": 3},
    {"players": 3, "war": "chain"},
    {"players": 4},
    {"players": 4, "war": "chain"},
    {"teams": True},
    {"teams": True, "war": "chain"},
)
CALLED = ("Ada", "Ben", "Cleo", "Dan")


def thinned(options: dict[str, Any], rng: Random) -> CommanderState:
    """A deal of which few cards are left, so that many ties cannot go on."""
    state = dealt("commander", options, rng.randrange(10**6))
    assert isinstance(state, CommanderState)
    shape = rng.sample(range(12), rng.randrange(2, 5))
    kept = [
        13 * seat + at
        for seat in range(state.options.players)
        for at in (12, *(shape if rng.random() < 0.6 else rng.sample(range(12), len(shape))))
    ]
    gone = [at for at in range(13 * state.options.players) if at not in kept]
    return state._replace(
        present=sum(1 << at for at in kept),
        shown=sum(1 << state.cards[at] for at in gone),
        removed=tuple(at << 6 | state.cards[at] for at in gone),
    )


def played(state: CommanderState, rng: Random) -> list[Play]:
    plays = []
    while state.returns is None:
        move = rng.choice(list(state.legal_moves()))
        plays.append(Play(state, move, state.apply(move)))
        state = plays[-1].after
    return plays


def lying(state: CommanderState, seat: int) -> set[int]:
    return {at for at, entry in enumerate(state.table(None)["formations"][seat], 1) if entry is not None}


def expected(plays: list[Play], names: Names, chain: bool) -> str:
    """The end of the sentence: who had no card to choose, and how many cards both had; read from the moves alone."""
    last = len(plays) - 1
    while not isinstance(plays[last].move, Attack):
        last -= 1
    start: Any = plays[last]
    sides: dict[int, list[int]] = {start.before.to_play: [start.move.own], start.move.seat: [start.move.target]}
    for play in plays[last + 1 :]:
        sides[play.before.to_play].append(play.move.position)
    without = []
    for seat, own in sides.items():
        reach = own if chain else own[:1]
        near = {at for at in lying(plays[-1].after, seat) if any(ADJACENT[one] >> at - 1 & 1 for one in reach)}
        if not near - set(own):
            without.append(seat)
    counts = {len(lying(plays[-1].after, seat)) for seat in sides}
    assert len(counts) == 1 and without, "a tie ends a round only where one side cannot choose and both have as many"
    who = f"{names.who(without[0])} had no" if len(without) == 1 else "neither side had a"
    where = "card" if all(len(own) == 1 for own in sides.values()) else "cards" if chain else "first"
    near_to = {"card": "the fighting card", "cards": "the fighting cards", "first": "the first fighting card"}[where]
    count = counts.pop()
    return f"tied, {who} card left next to {near_to}, and both had {count} card{'s' * (count != 1)}: then nobody wins."


@pytest.mark.parametrize("options", GAMES, ids=lambda given: ",".join(map(str, given.values())) or "two")
def test_cc_11_the_result_of_a_draw_names_the_side_that_had_no_card_and_what_both_had(options: dict[str, Any]) -> None:
    """With a card beside the one side alone it read that no card next to them was left."""
    rng, names = Random(5), Names(CALLED[: options.get("players", 4 if options.get("teams") else 2)], you=0)
    found: set[str] = set()
    for _ in range(400):
        plays = played(thinned(options, rng), rng)
        if plays[-1].after.drawn:
            told = GAME.deciding(plays, names)[0]
            right = expected(plays, names, options.get("war") == "chain")
            assert told.endswith(right), (told, right)
            found.add("neither" if "neither side" in told else "you" if "you had no" in told else "other")
    assert found == {"neither", "you", "other"}


@pytest.mark.parametrize(
    ("options", "seed", "public", "ada"),
    [
        ({"players": 3}, 51, "All three drew.", "All three drew."),
        ({"players": 4}, 10, "All four drew.", "All four drew."),
        ({"teams": True}, 6, "All four drew.", "All four drew."),
        ({"players": 3}, 28, "Ben and Cleo drew; Ada lost.", "You lost; Ben and Cleo drew."),
        ({"players": 4}, 38, "Ada, Ben and Cleo drew; Dan lost.", "You, Ben and Cleo drew; Dan lost."),
        ({"players": 4}, 1, "Ada and Ben drew; Cleo and Dan lost.", "You and Ben drew; Cleo and Dan lost."),
    ],
)
def test_cc_11_a_draw_of_all_is_told_without_names_and_of_some_with_the_names_listed(
    options: dict[str, Any], seed: int, public: str, ada: str
) -> None:
    """The headline was "You and Ben, Cleo and Dan drew", and its full stop stood alone in the next line."""
    rng = Random(seed)
    game = cw.new("commander", seed=seed, seats=list(CALLED[: options.get("players", 4)]), **options)
    while not game.is_over:
        game.play(str(rng.choice(game.state.legal_moves())))
    given: tuple[tuple[Viewer, str], ...] = (("public", public), (0, ada))
    for seat, text in given:
        told = outcome(game.history, 0, seat)
        assert told["text"] == text
        assert told["head"] == text.split(";")[0].removesuffix(".")
