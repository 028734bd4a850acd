"""A game's guide for newcomers: its goal, a turn, the end, variants and the rules in force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.game_options import Options
from capture_widgets.engine.state import GameType
from capture_widgets.export.replay_frames import game_guide, rule_texts
from capture_widgets.games import GAMES

OTHER_TARGET = 37


def choices(game: GameType) -> Iterator[tuple[Options, bool]]:
    """Every combination of a game's options that can be played, in a match and without."""
    items = fields(game.options)
    ranges = [item.metadata["choices"] or (item.default, OTHER_TARGET) for item in items]
    for values in product(*ranges):
        try:
            options = game.options.of(dict(zip((item.name for item in items), values, strict=True)))
        except cw.UnknownOption:
            continue
        yield options, False
        if game.match_refused(options) is None:
            yield options, True


@pytest.mark.parametrize("slug", GAMES)
def test_every_choice_of_options_has_a_goal_a_turn_and_an_end(slug: str) -> None:
    game = GAMES[slug]
    found = list(choices(game))
    assert len(found) > 1
    for options, match in found:
        guide = game.guide(options, match)
        assert guide.goal.endswith(".") and guide.goal.count(".") == 1, guide.goal
        assert len(guide.goal) <= 160, f"it is to be read at a glance: {guide.goal}"
        assert all(30 < len(text) < 600 and text.endswith(".") for text in guide[1:])
        target = vars(options).get("target")
        if target is not None:
            assert (str(target) in guide.goal and str(target) in guide.end) is match


@pytest.mark.parametrize("slug", GAMES)
def test_every_choice_but_the_usual_one_has_a_few_words_of_its_own(slug: str) -> None:
    for item in fields(GAMES[slug].options):
        others = [choice for choice in item.metadata["choices"] if choice != item.default]
        assert set(item.metadata["short"]) == set(others)
        words = [f"{one} {text}" if item.metadata["seats"] else text for one, text in item.metadata["short"].items()]
        assert len(set(words)) == len(words) and all(0 < len(each) <= 40 for each in words)
        assert others or item.name == "target"  # what a match is played to stands beside the score


@pytest.mark.parametrize("slug", GAMES)
def test_rules_in_force_name_no_option_left_open(slug: str) -> None:
    game = GAMES[slug]
    for options, match in choices(game):
        stand = game.rules_in_force(options, match)
        assert set(stand) <= set(game.all_rules)
        assert all(variant["rule"] in stand for variant in options.variants())
        assert ("GE-8" in stand) is match
        settled = [text for name, text in stand.items() if name not in ("CC-18", "CC-19")]
        assert not any("With the option" in text or "with the option" in text for text in settled)


def goal(game: str, **options: Any) -> str:
    """The goal as a table has it."""
    return game_guide(cw.new(game, seed=1, **options).history)["goal"]


def variants(game: str, **options: Any) -> list[str]:
    """What a table says it is played with."""
    return [variant["short"] for variant in game_guide(cw.new(game, seed=1, **options).history)["variants"]]


def test_cc_7_cc_12_cc_15_the_goal_goes_by_the_number_of_players_and_teams() -> None:
    found = [goal("commander"), goal("commander", players=3), goal("commander", teams=True)]
    assert len(set(found)) == 3
    assert all("13" in words for words in found)
    assert goal("commander", players=3) == goal("commander", players=4)
    assert "partner" in found[2]


@pytest.mark.parametrize(
    ("slug", "decided"),
    [
        ("commander", "The higher rank wins"),
        ("columns", "The better matched set"),
        ("kommando", "The higher of the two laid cards wins the row card"),
        ("fourx", "that must be higher, and of the same suit or of your own"),
        ("universal", "the next lower rank in another suit"),
    ],
)
def test_cc_5_co_6_ko_7_fx_6_uc_7_a_turn_says_how_it_is_decided(slug: str, decided: str) -> None:
    game = GAMES[slug]
    for options, match in choices(game):
        assert decided in game.guide(options, match).turn


def test_variants_are_those_that_are_not_as_usual() -> None:
    assert variants("commander") == variants("columns") == variants("kommando", match=True) == []
    assert variants("commander", twos_beat_aces=True, war="chain") == ["Wars in a chain", "Twos beat aces"]
    assert variants("columns", aces="swing", dealer=0) == ["A deals", "Aces count as high or low"]
    assert variants("universal", opening="one card") == ["One card in the first turn"]


TOLD = {
    "players": "three or four players",
    "war": "with the option “chain”",
    "first": "who starts",
    "scoring": "point for each card",
    "teams": "^In teams",
    "twos_beat_aces": "two beats an ace",
    "one_suit_each": "A has all the clubs",
    "dealer": "An option says who deals|an option says who",
    "aces": "with an ace on either side",
    "explorers": "option “any”",
    "conquered_serve": "^Conquered cards .* option",
    "tech": "^With a technology",
    "opening": "opening “one card”",
    "no_choice": "option “chosen end”",
}
"""What the clause that a variant opens says of it, by the option."""


@pytest.mark.parametrize("slug", GAMES)
def test_a_variant_opens_the_clause_that_speaks_of_it(slug: str) -> None:
    game = GAMES[slug]
    for item in fields(game.options):
        if item.metadata["short"]:
            assert re.search(TOLD[item.name], game.all_rules[item.metadata["rule"]]), item.name


def test_ko_1_cc_13_a_variant_names_the_player_whom_it_concerns() -> None:
    table = cw.new("kommando", seed=1, dealer=0, seats=["you", cw.bots.Greedy()]).table()
    assert [variant["short"] for variant in table.guide["variants"]] == ["You deal first"]
    table = cw.new("commander", seed=1, first=1, seats=["you", cw.bots.Greedy()]).table()
    assert [variant["short"] for variant in table.guide["variants"]] == ["Greedy starts"]


def test_cc_15_teams_imply_four_players_and_need_not_say_so() -> None:
    assert variants("commander", teams=True) == ["Teams: A and C against B and D"]
    assert variants("commander", players=4) == ["Four players"]
    table = cw.new("commander", seed=1, teams=True, seats=["you", *[cw.bots.Greedy()] * 3]).table()
    told = "Teams: you and Cleo against Ben and Dan"
    assert [variant["short"] for variant in table.guide["variants"]] == [told]


def rules(game: str, **options: Any) -> dict[str, str]:
    """The rules that a screen lists for these options, by identifier."""
    found = rule_texts(cw.new(game, seed=1, **options).history)
    return {rule["id"]: rule["text"] for rule in found if not rule.get("unplayed")}


def test_rules_of_variants_that_are_not_played_are_told_only_to_who_asks() -> None:
    assert {"CC-12", "CC-14", "CC-15", "CC-16", "CC-17", "CC-18", "CC-19"}.isdisjoint(rules("commander"))
    assert {"CC-15", "CC-16", "CC-17"} <= set(rules("commander", teams=True))
    assert {"FX-10", "FX-11"}.isdisjoint(rules("fourx")) and "FX-11" in rules("fourx", tech=True)
    assert "KO-11" not in rules("kommando") and "KO-11" in rules("kommando", match=True)
    everything = {rule["id"] for rule in rule_texts(cw.new("commander", seed=1).history)}
    assert everything == set(GAMES["commander"].all_rules), "a refusal may cite any of them"


def test_co_8_ko_5_fx_4_uc_11_rules_say_what_the_options_have_settled() -> None:
    assert "only a matched set" in rules("columns")["CO-8"]
    assert "only a matched set" not in rules("columns", aces="swing")["CO-8"]
    assert "either end" in rules("kommando")["KO-5"]
    assert "chosen end" in rules("kommando", no_choice="chosen end")["KO-5"]
    assert "any face-up card" in rules("fourx", explorers="any")["FX-4"]
    assert "without a draw" in rules("universal", opening="one card")["UC-11"]
    assert "without a draw" not in rules("universal")["UC-11"]
    assert "37" in rules("kommando", match=True, target=37)["KO-11"]


def test_a_table_carries_the_guide_and_nothing_of_the_deal() -> None:
    one, other = (cw.new("commander", seed=seed, twos_beat_aces=True).table(seat=0) for seed in (1, 2))
    assert one.guide == other.guide
    assert one.guide["variants"][0]["rule"] == "CC-18"
    assert one.rules == other.rules
