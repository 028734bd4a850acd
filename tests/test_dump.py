"""Dumps: every position is read back, and anything else is refused with the place of its fault; patches."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.model.dump import patch, patched
from tests.cases import viewers
from tests.random_games import play_at_random

JUNK: list[Any] = [None, True, -1, 7, 1 << 40, 1.5, "x", "??", "2c", [], [[]], {}, {"card": 1}]


def played(slug: str, plies: int, **options: Any) -> cw.Game:
    """A game after so many random moves."""
    return play_at_random(cw.new(slug, seed=4, **options), Random(slug), plies)


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at a path; a key that is not there is added."""
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


def refusal(data: Any) -> cw.RecordError:
    """The error that a dump is refused with."""
    with pytest.raises(cw.RecordError) as caught:
        cw.from_dump(data)
    return caught.value


# -- there and back


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("plies", [0, 1, 5, 9])
def test_a_game_goes_on_from_a_position(slug: str, plies: int) -> None:
    game = played(slug, plies)
    dump = game.dump()
    again = cw.from_dump(json.loads(json.dumps(dump)))
    assert again.dump() == dump
    assert list(again.plies()) == [game.ply]
    assert again.moves() == []
    assert not again.can_undo
    for _ in range(4):
        if game.is_over:
            assert again.is_over
            break
        move = game.legal_moves()[-1]
        game.play(move)
        again.play(move)
        assert again.dump() == game.dump()
    assert cw.load(json.loads(json.dumps(again.record()))).dump() == game.dump()
    assert again.at(again.plies()[0]).dump() == dump
    if again.plies()[0]:
        with pytest.raises(ValueError, match="there is no ply"):
            again.at(again.plies()[0] - 1)


@pytest.mark.parametrize("slug", GAMES)
def test_the_dump_that_is_given_stays_as_it_was(slug: str) -> None:
    dump: Any = played(slug, 3).dump()
    before = copy.deepcopy(dump)
    game = cw.from_dump(dump)
    game.play(game.legal_moves()[0])
    assert dump == before
    dump["table"].clear()
    assert game.undo().dump() == before


@pytest.mark.parametrize("slug", GAMES)
def test_every_call_makes_a_dump_of_its_own(slug: str) -> None:
    game = played(slug, 3)
    for viewer in [*viewers(GAMES[slug], {}), None]:
        before = json.dumps(game.dump(viewer))
        assert json.loads(before) == game.dump(viewer)  # lists and dicts only, nothing that JSON would change
        _spoil(game.dump(viewer))
        assert json.dumps(game.dump(viewer)) == before


@pytest.mark.parametrize("slug", GAMES)
def test_whose_turn_it_is_points_and_totals_are_the_same_for_every_viewer(slug: str) -> None:
    """A table says beside a position what it reads of its own viewer's dump."""
    options: dict[str, Any] = {"target": 300} if slug in ("kommando", "universal") else {}
    game = cw.new(slug, seed=5, **options)
    for viewer in viewers(GAMES[slug], {}):
        for plies in (0, 3, 9, 200):
            play_at_random(game, Random(plies), plies)
            for ply in game.plies():
                whole, seen = game.dump_at(ply), game.dump_at(ply, seat=viewer)
                for key in ("to_play", "is_over", "points", "match", "returns"):
                    assert seen[key] == whole[key]


def _spoil(data: Any) -> None:
    for value in list(data.values() if isinstance(data, dict) else data):
        if isinstance(value, dict | list):
            _spoil(value)
    data.clear()


def test_a_match_goes_on_from_its_middle() -> None:
    game = cw.new("kommando", seed=7, match=True)
    while game.round < 2 or game.ply < 3:
        game.play(game.legal_moves()[0])
    again = cw.from_dump(game.dump())
    while not game.is_over:
        game.play(game.legal_moves()[0])
        again.play(again.legal_moves()[0])  # the same deals: the dump holds the seed
        assert again.dump() == game.dump()
    assert again.is_over
    assert list(again.round_numbers()) == list(game.round_numbers())[2:]


# -- who looks


@pytest.mark.parametrize("seat", [2, -1, True, "A", "all", 0.0, [0]])
def test_there_is_no_such_viewer(seat: Any) -> None:
    with pytest.raises(ValueError, match="there is no viewer"):
        cw.new("kommando", seed=1).dump(seat)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seat", [0, "public"])
def test_a_seats_view_is_not_enough_to_go_on_from(slug: str, seat: Any) -> None:
    assert refusal(cw.new(slug, seed=1).dump(seat)).where == "seat"


# -- impossible positions


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("format",), "capture-widgets/record", "format"),
        (("version",), 2, "version"),
        (("version",), True, "version"),
        (("version",), 1.0, "version"),
        (("game",), "chess", "game"),
        (("game",), None, "game"),
        (("game",), "columns", "options"),
        (("options",), None, "options"),
        (("options", "dealer"), 7, "options"),
        (("options", "more"), 1, "options"),
        (("seat",), 0, "seat"),
        (("seat",), "public", "seat"),
        (("round",), 1, "round"),
        (("round",), -1, "round"),
        (("round",), True, "round"),
        (("ply",), "5", "ply"),
        (("ply",), 1 << 70, "ply"),
        (("to_play",), None, "to_play"),
        (("more",), 1, "more"),
        (("match",), {}, "match"),
        (("match",), {"totals": [1], "over": False}, "match.totals"),
        (("match",), {"totals": [1, -1], "over": False}, "match.totals"),
        (("match",), {"totals": [1, True], "over": False}, "match.totals"),
        (("match",), {"totals": [500, 0], "over": False}, "match.totals"),
        (("rest",), None, "rest"),
        (("rest", "first"), None, "rest.first"),
        (("rest", "first"), 2, "rest.first"),
        (("rest", "seed"), "7", "rest.seed"),
        (("rest", "more"), 1, "rest.more"),
        (("rest", "state"), None, "rest"),
        (("table",), None, "table"),
        (("table", "row"), [], "table.row"),
        (("table", "row", 0, "card"), "11r", "table.row[0].card"),
        (("table", "hands", 0, 0), "??", "table.hands[0][0]"),
        (("table", "attacker"), None, "table"),
    ],
)
def test_a_dump_is_refused_with_its_place(path: tuple[Any, ...], value: Any, where: str) -> None:
    error = refusal(changed(played("kommando", 4).dump(), path, value))
    assert error.where == where
    assert len(str(error)) < 300


@pytest.mark.parametrize("data", [None, 7, "dump", [], {}, {"format": "capture-widgets/state"}])
def test_what_is_no_dump_is_refused(data: Any) -> None:
    assert refusal(data).where in ("", "format", "version")


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _places(value, (*path, key))


CHECKED = ("table", "rest", "options", "to_play", "match", "round", "ply")


@pytest.mark.parametrize("slug", GAMES)
def test_a_dump_with_any_value_changed_is_refused_or_tells_of_that_position(slug: str) -> None:
    """Junk in every place: either a RecordError, or the game's own dump says the very same of the position."""
    dump: Any = json.loads(json.dumps(played(slug, 7).dump()))
    rng = Random(slug)
    places = [path for path in _places(dump) if path[0] in CHECKED]
    for path in rng.sample(places, min(len(places), 120)):
        for value in rng.sample(JUNK, 4):
            data = changed(dump, path, value)
            try:
                game = cw.from_dump(data)
            except cw.RecordError:
                continue
            # taken: so it must be a position, and this dump must be what that position looks like
            again: Any = game.dump()
            for key in CHECKED:
                if key != "options":
                    assert json.dumps(again[key]) == json.dumps(data[key]), (path, value)
            assert again["options"].items() >= data["options"].items()


@pytest.mark.parametrize("slug", GAMES)
def test_a_card_twice_or_missing_is_refused_everywhere(slug: str) -> None:
    """Each card of the table in turn becomes another card that lies elsewhere."""
    deck = GAMES[slug].deck
    dump: Any = played(slug, 7).dump()
    spots = []
    for path in _places(dump):
        value = dump
        for key in path:
            value = value[key]
        if path[0] == "table" and isinstance(value, str) and value in deck.text:
            spots.append((path, value))
    assert len(spots) >= 20
    for path, text in spots:
        for other in (deck.text[(deck.card(text) + 1) % deck.size], "??", ""):
            assert refusal(changed(dump, path, other)).where.startswith(("table", "rest"))


@pytest.mark.parametrize("slug", GAMES)
def test_a_key_too_many_or_too_few_is_refused(slug: str) -> None:
    dump: Any = played(slug, 7).dump()
    for name in ("table", "rest"):
        whole = dump[name] if name == "table" else dump["rest"]["state"]
        path: tuple[Any, ...] = (name,) if name == "table" else ("rest", "state")
        assert refusal(changed(dump, (*path, "more"), 1)).where.startswith((name, "rest"))
        for key in whole:
            less = {other: value for other, value in whole.items() if other != key}
            assert refusal(changed(dump, path, less)).where.startswith((name, "rest"))


# -- patches

JSON: Any = st.recursive(
    st.none() | st.integers(-3, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=3),
    max_leaves=20,
)


@given(JSON, JSON)
def test_a_patch_leads_from_any_value_to_any_other(before: Any, after: Any) -> None:
    kept = copy.deepcopy(before)
    steps = patch(before, after)
    assert json.dumps(patched(before, steps), sort_keys=True) == json.dumps(after, sort_keys=True)
    assert before == kept
    assert patch(after, after) == []


MOVES = st.lists(st.text("abc", min_size=1, max_size=2), unique=True).map(sorted)


@given(MOVES, MOVES)
def test_a_patch_leads_from_any_legal_moves_to_any_other(before: list[str], after: list[str]) -> None:
    assert patched({"legal_moves": before}, patch({"legal_moves": before}, {"legal_moves": after})) == {
        "legal_moves": after
    }


def test_a_patch_says_only_what_changed() -> None:
    before = {"a": [1, {"b": "x", "c": None}], "d": [1, 2]}
    after = {"a": [1, {"b": "y", "c": None}], "d": [1, 2, None]}
    steps = patch(before, after)
    assert steps[0] == (["a", 1, "b"], "y")
    assert [step[0] for step in steps] == [["a", 1, "b"], ["d"]]
    assert patch(1, True) == [([], True)]


@pytest.mark.parametrize("slug", GAMES)
def test_a_patch_is_smaller_than_the_dump(slug: str) -> None:
    """What makes long replays small: half of a dump or less for each ply, as one player sees it."""
    game = played(slug, 12)
    dumps = [game.dump_at(ply, seat=0) for ply in game.plies()]
    steps = [patch(first, second) for first, second in pairwise(dumps)]
    # a placement in five columns is one of 120, and the list of them is new every time
    part = 0.9 if slug == "columns" else 0.5
    assert sum(len(json.dumps(step)) for step in steps) < part * sum(len(json.dumps(dump)) for dump in dumps[1:])


@pytest.mark.parametrize("slug", GAMES)
def test_a_dump_last_in_a_cell_is_a_table_with_its_data_folded_below(slug: str) -> None:
    from IPython.core.formatters import DisplayFormatter

    game = cw.new(slug, seed=5)
    dump: Any = game.dump(0)
    formatter: Any = DisplayFormatter()
    shown, _ = formatter.format(dump)
    assert shown["text/html"].startswith("<table>")
    data = re.search(r"<details><summary>JSON</summary><pre>(.*)</pre></details>", shown["text/html"], re.DOTALL)
    assert data is not None
    assert json.loads(unescape(data[1])) == dump == json.loads(json.dumps(dump)) == game.history.dump(0)
    assert shown["text/plain"].startswith(f"Game     {game.type.title}")
    assert "??" in shown["text/plain"]
    assert isinstance(dump, dict)
    del dump["table"]
    assert "text/html" not in formatter.format(dump)[0], "a dump that somebody has changed is data"
