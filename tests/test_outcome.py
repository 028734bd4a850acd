"""The summary of a finished round: who won, what was scored and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.export.outcome import outcome, place_of
from tests.cases import CASES, case_id, random_move


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_every_end_is_told_seat_by_seat(case: tuple[str, dict[str, Any]]) -> None:
    slug, options = case
    game = cw.new(slug, seed=4, **options)
    rng = Random(4)
    while not game.is_over:
        game.play("resign" if game.ply > 60 and slug == "fourx" else str(random_move(game.state, rng)))
    told = outcome(game.history, 0)
    assert told["text"].endswith(".")
    teams = slug == "commander" and options["teams"]
    seats = [0, 1] if teams else list(range(len(game.points)))  # partners have one line, which counts for both
    assert [line["seat"] for line in told["lines"]] == seats
    unscored = slug == "commander" and not (options["teams"] or options["scoring"])
    points = [None if unscored else game.points[seat] for seat in seats]
    assert [line["points"] for line in told["lines"]] == points
    assert not teams or all(" and " in line["text"] for line in told["lines"])
    winners = ["ABCD"[seat] for seat, sign in enumerate(game.returns or []) if sign > 0]
    assert all(winner in told["text"].split(".")[0] for winner in winners)


def test_ko_10_row_cards_won_are_named_and_added() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    for line in outcome(game.history, 0)["lines"]:
        names, total = line["text"].rstrip(".").split(" won ")[1].split(": ")
        values = [int(name.split()[1]) for name in names.split(", ")] if names != "no card" else []
        assert total == f"{sum(values)} points"
        assert sum(values) == line["points"]


def test_uc_13_a_blocked_hand_is_explained() -> None:
    blocked = 0
    for seed in range(12):
        game = cw.new("universal", seed=seed, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
        text = outcome(game.history, 0)["ending"]
        hands = game.dump()["table"]["hands"]
        assert ("blocked" in text) == all(hands)
        blocked += "blocked" in text
    assert blocked


def test_uc_14_counts_lead_to_the_points() -> None:
    game = cw.new("universal", seed=1, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    counts = [int(line["text"].rstrip(".").split(": ")[1]) for line in outcome(game.history, 0)["lines"]]
    assert game.points == [max(counts[1] - counts[0], 0), max(counts[0] - counts[1], 0)]


def test_ge_8_a_match_adds_the_running_total() -> None:
    game = cw.new("kommando", seed=3, match=True, target=30, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    told = outcome(game.history, game.round)
    assert "the match" in told["text"]
    assert all(f"In all {line['points']}." in line["text"] for line in told["lines"])


def ended(slug: str, line: list[str] | None = None, **options: Any) -> cw.Game:
    """A game that is over, played by chance or along a line."""
    game, rng = cw.new(slug, **options), Random(4)
    for move in line or ():
        game.play(move)
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
    return game


def test_the_end_speaks_to_the_person_with_their_own_points_first() -> None:
    game = ended("kommando", seed=7, seats=["Ada", "Greedy"])
    own, other = game.points
    assert own != other
    winner = 0 if own > other else 1
    for seat, rival in ((0, "Greedy"), (1, "Ada")):
        told = outcome(game.history, 0, seat)
        came, verb = ("won", "won against") if seat == winner else ("lost", "lost to")
        points = f"{game.points[seat]} to {game.points[1 - seat]}"
        assert (told["came"], told["text"]) == (came, f"You {verb} {rival}, {points}.")
    looked_on = outcome(game.history, 0)
    assert looked_on["came"] is None
    assert looked_on["text"].startswith(f"{['Ada', 'Greedy'][winner]} won against")


def test_unscored_games_tell_no_points() -> None:
    game = ended("commander", seed=3, seats=["Ada", "Bo"])
    told = outcome(game.history, 0, 0)
    assert told["text"] in ("You won against Bo.", "You lost to Bo.", "You and Bo drew.")
    assert [line["points"] for line in told["lines"]] == [None, None]


def test_partners_win_and_lose_together() -> None:
    sides = [("Cy", "Bo and Di"), ("Di", "Ada and Cy"), ("Ada", "Bo and Di"), ("Bo", "Ada and Cy")]
    decided = 0
    for seed in range(6):
        game = ended("commander", seed=seed, players=4, teams=True, seats=["Ada", "Bo", "Cy", "Di"])
        for seat, (partner, rivals) in enumerate(sides):
            said = {1: "won against", -1: "lost to"}.get((game.returns or [])[seat])
            if said is not None:
                assert outcome(game.history, 0, seat)["text"] == f"You and {partner} {said} {rivals}."
                decided += 1
    assert decided


def test_teams_say_what_their_points_are_for_where_no_match_counts_them() -> None:
    for scoring in (False, True):
        lines = outcome(ended("commander", seed=1, teams=True, scoring=scoring).history, 0, 0)["lines"]
        assert all("points for commanders" in line["text"] for line in lines)
        assert ("Points only tell how far apart" in lines[-1]["text"]) is not scoring


def test_ge_8_a_hand_of_a_match_tells_what_it_brought_and_the_end_what_all_did() -> None:
    game = cw.new("kommando", seed=3, match=True, target=30, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    for number in game.round_numbers():
        points = game.history.round_at(number).state.points if number < game.round else game.points
        told = outcome(game.history, number, 0)
        scope = "the match" if number == game.round else "the hand"
        assert scope in told["text"] or "drew" in told["text"]
        assert f", {points[0]} to {points[1]}." in told["text"] or f", {points[0]} each" in told["text"]


def test_cc_14_a_hand_of_several_tells_first_who_scored_most() -> None:
    """The points count in a match, and not who was the last one."""
    bots = [*map(cw.bots.Random, range(4))]
    game = cw.new("commander", players=4, scoring=True, match=True, target=60, seed=1, seats=bots).run()
    goal = game.type.guide(game.history.settings, True).goal
    assert "whoever captures one scores a point for each card its owner has left" in goal
    heads = set()
    for number in [number for number in game.round_numbers() if number < game.round]:
        state = game.history.round_at(number).state
        told, most = outcome(game.history, number, 0), max(state.points)
        last = [seat for seat, sign in enumerate(state.returns or ()) if sign > 0]
        if len(last) != 1 or most == 0 or [seat for seat in range(4) if state.points[seat] == most] == last:
            continue
        heads.add(told["head"])
        assert f" scored most, {most}" in told["text"]
        assert told["text"].endswith("the last to stand.")
        assert told["text"].startswith("You") is (state.points[0] == most)
    assert heads


def test_co_5_the_end_tells_who_captured_how_many_and_each_column_of_the_last_round() -> None:
    game = cw.new("columns", seed=7, seats=["Ann", cw.bots.Greedy(0)])
    rng = Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    why = outcome(game.history, 0, 0)["why"]
    assert why[1] == "Column 1 goes to Greedy: Greedy has the better set, a pair against no set."
    assert why[3] == "Column 4 stays: both sides share the lowest rank."
    assert why[0] == "In all: you 2 columns, Greedy 4 columns. The last round:"


def test_cc_12_with_four_players_the_end_tells_the_places_and_who_took_whose_commander_and_nothing_of_points() -> None:
    game = cw.new("commander", players=4, seed=7, seats=["Ann", "Bea", "Cleo", "Dan"])
    rng = Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    told = outcome(game.history, 0, 0)
    assert told["ending"] == "You, Cleo and Dan have lost their commanders."
    assert told["text"] == "You lost to Bea." and told["head"] == "You lost", "between several it is a headline"
    *taken, last = told["why"]
    places = last.removesuffix(".").split(", ")
    fallen = [why.split(" took ")[1].split(" commander")[0] for why in reversed(taken)]
    assert [place.split(" ")[0] for place in places] == ["1st", "2nd", "3rd", "4th"]
    assert places[0] == "1st Bea", "who is left has won"
    assert [place_of(game.history, seat) for seat in range(4)].count("1st of 4") == 1
    assert place_of(game.history, 1) == "1st of 4"
    whose = {"you": "your", "Cleo": "Cleo's", "Dan": "Dan's"}
    assert [whose[place.split(" ")[1]] for place in places[1:]] == fallen, "who fell last comes before the others"
    assert told["why"][1] == "Bea took your commander, the king of diamonds."
    assert len(told["why"]) == 4 and "point" not in str(told["lines"]).replace("'points': None", "")
