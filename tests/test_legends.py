"""The legends beside the tables of 4X Solitaire and Universal say what the rules say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.games.fourx.words import RULES as FOURX_RULES
from capture_widgets.games.universal.words import RULES as UNIVERSAL_RULES

VIEWS = Path(__file__).parent.parent / "js" / "src" / "views"
RULES = {"fourx": FOURX_RULES, "universal": UNIVERSAL_RULES}


def entries(slug: str) -> list[dict[str, Any]]:
    """The legend of a game as the front end reads it."""
    found: list[dict[str, Any]] = json.loads((VIEWS / slug / "legend.json").read_text(encoding="utf-8"))
    return found


def cards(slug: str, name: str) -> list[Any]:
    """The cards of an entry."""
    found: list[Any] = next(one["cards"] for one in entries(slug) if one["name"] == name)
    return found


@pytest.mark.parametrize("slug", RULES)
def test_each_entry_of_a_legend_cites_a_rule_and_shows_cards_of_the_deck(slug: str) -> None:
    deck = GAMES[slug].deck
    names = [one["name"] for one in entries(slug)]
    assert len(set(names)) == len(names)
    for one in entries(slug):
        assert one["rule"] in RULES[slug]
        assert one["text"].endswith(".")
        assert all(card in (None, "??") or deck.find(card) is not None for card in one["cards"]), one["name"]
        assert -1 <= one.get("played", -1) < max(1, len(one["cards"]))


@pytest.mark.parametrize("slug", RULES)
def test_an_entry_that_holds_with_some_options_only_has_one_beside_it_for_the_others(slug: str) -> None:
    given = [one["when"] for one in entries(slug) if "when" in one]
    for name in {name for when in given for name in when}:
        values = [when[name] for when in given if name in when]
        for value in values:  # a value that the game does not know is refused
            assert cw.new(slug, seed=1, **{name: value}).options[name] == value
        assert cw.new(slug, seed=1).options[name] in values


def test_the_legend_of_universal_names_ranks_and_suits_in_the_order_of_the_deck() -> None:
    deck = GAMES["universal"].deck
    assert [card[0] for card in cards("universal", "ranks")] == list(deck.ranks)
    assert sorted(card[1] for card in cards("universal", "suits")) == sorted(deck.suits)


def test_the_legend_of_universal_begins_with_what_a_turn_needs() -> None:
    """A laptop showed the rule of slipping only after the player had scrolled."""
    names = [one["name"] for one in entries("universal")]
    assert names[:4] == ["turn", "under", "behind", "build"]
    assert names[-1] == "beside"
    assert "the other board (not in your first turn)" in entries("universal")[0]["text"], "UC-11, where it matters"


def test_what_the_legend_of_universal_draws_under_and_behind_fits_by_uc_7() -> None:
    ranks = GAMES["universal"].deck.ranks
    for name in ("under", "behind"):
        above, below = cards("universal", name)
        assert ranks.index(above[0]) == ranks.index(below[0]) + 1
        assert above[1] != below[1]
    down, head, *_, target = cards("universal", "build")
    assert down == "??"
    assert ranks.index(target[0]) == ranks.index(head[0]) + 1
    assert target[1] != head[1]
    empty, galaxy = cards("universal", "empty")
    assert (empty, galaxy[0]) == (None, ranks[-1])
    low, high = cards("universal", "bar")
    assert [low[0], high[0]] == list(ranks[:2])
    assert low[1] == high[1]


def test_what_the_legend_of_4x_draws_explores_and_captures_by_the_rules() -> None:
    order = GAMES["fourx"].deck.ranks
    weapon, enemy = cards("fourx", "capture")
    strength = "A23456789TJQK".index
    assert set(order) == set("A23456789TJQK")
    assert strength(weapon[0]) > strength(enemy[0])
    assert weapon[1] == enemy[1]
    assert cards("fourx", "loses") == [enemy]
    assert {card[0] for card in cards("fourx", "explore")} == set("KQJ")


def test_every_entry_of_4x_that_shows_enemies_draws_their_red_dots() -> None:
    dotted = {one["name"]: one["foes"] for one in entries("fourx") if "foes" in one}
    assert dotted == {"enemy": 2, "capture": 1, "king": 1}
    assert "red dots" in next(one["text"] for one in entries("fourx") if one["name"] == "enemy")


def _least_shares() -> dict[int, int]:
    """The fewest spaces that are at least 51% of those around a king (FX-7)."""
    return {next(n for n in range(of + 1) if 100 * n >= 51 * of): of for of in (8, 5, 3)}


def test_the_legend_of_4x_gives_the_least_shares_of_fx_7() -> None:
    text = next(one["text"] for one in entries("fourx") if one["name"] == "king")
    for least, of in _least_shares().items():
        assert f"{least} of {of}" in text


def test_the_legend_of_4x_says_how_one_wins() -> None:
    (text,) = [one["text"] for one in entries("fourx") if one["rule"] == "FX-9"]
    assert "whole map" in text
    assert "fewer turns" in text
