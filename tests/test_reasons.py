"""Reasons of better moves: computed from the game, told only where two moves differ clearly, and true."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis.reasons import NO_EFFECT, reason, reason_steps
from capture_widgets.analysis.standing import Contrasts
from capture_widgets.bots.effects import _EffectSearch
from capture_widgets.bots.evaluate import EVALUATIONS
from capture_widgets.bots.evaluate.evaluation import Contrast
from capture_widgets.bots.evaluate.fourx.reasons import because_of
from capture_widgets.bots.evaluate.kommando import later
from capture_widgets.core.background import run_to_end
from capture_widgets.engine.names import names_for
from capture_widgets.games.fourx import FourXState, card_name
from tests.leaks import find_cards, unseen
from tests.random_games import play_at_random

COLOURS = {"r": "red", "y": "yellow", "b": "blue"}


@cache
def game(slug: str, seed: int = 8) -> cw.Game:
    return play_at_random(cw.new(slug, seed=seed), Random(seed))


@cache
def analysis(slug: str) -> cw.Analysis:
    """An analysis of a game that has just begun, for its form."""
    return cw.analyse(cw.new(slug, seed=8), simulations=8, progress=False)


def told(slug: str, ply: int, better: str, seed: int = 8) -> str:
    """The reason of a better move for the seat that played at a position."""
    return compared(slug, ply, better, seed)[0]


def compared(slug: str, ply: int, better: str, seed: int = 8) -> tuple[str, Contrasts]:
    """That reason, and the effects that it was found in."""
    of, found = game(slug, seed), analysis(slug)
    seat, played = of.at(ply).to_play, of.moves(0)[ply]
    row = replace(found.standings[0], ply=ply, seat=seat, to_play=seat, played=played, best=better, mistake=True)
    blamed = replace(found, standings=(row,), contrasts={}, unexplained=set())
    run_to_end(reason_steps(blamed, of.history, seat, lambda: False))
    return reason(blamed, of.history, row, seat), blamed.contrasts[row.at, seat]


def gained(of: cw.Game, ply: int, move: str) -> int:
    """The points by which a move brings its seat forward."""
    before, after = of.at(ply), of.at(ply).play(move)
    seat = before.to_play
    assert seat is not None
    lead = [one.points[seat] - one.points[1 - seat] for one in (before, after)]
    return int(lead[1] - lead[0])


def answers(seed: int) -> list[tuple[int, str, str]]:
    """Answers in a hand of Kommando: the ply, another answer, and the one that was played."""
    of = game("kommando", seed)
    return [(ply, other, of.moves(0)[ply]) for ply in range(1, of.ply, 2) for other in of.at(ply).legal_moves()]


@pytest.mark.parametrize("seed", [8, pytest.param(10, marks=pytest.mark.thorough)])
def test_an_answer_that_wins_the_fight_is_better_for_that(seed: int) -> None:
    of = game("kommando", seed)
    checked = 0
    for ply, better, played in answers(seed):
        best, other = gained(of, ply, better), gained(of, ply, played)
        if best <= other or checked == 3:
            continue
        words = told("kommando", ply, better, seed)
        if best > 0:
            assert words.startswith(" It wins the ")
            assert words.endswith(" in 100 of 100 games from here; with your move in none.")
        elif "??" not in [one["card"] for one in of.at(ply).dump(of.at(ply).to_play)["table"]["row"] if one["attack"]]:
            assert words == f" On average this fight ends {best - other:.1f} points better for you."
        checked += 1
    assert checked


def test_a_lower_card_that_does_as_well_keeps_the_higher_one() -> None:
    of = game("kommando")
    found = [
        (ply, better, played)
        for ply, better, played in answers(8)
        if gained(of, ply, better) == gained(of, ply, played) and int(better[:-1]) < int(played[:-1])
    ]
    assert found
    for ply, better, played in found[:3]:
        kept = f"{COLOURS[played[-1]]} {played[:-1]}"
        assert told("kommando", ply, better) == f" It does as well in this fight, and keeps your {kept} for later."


def test_an_average_says_what_it_counts() -> None:
    """A player read "4.7 on average" and asked what was counted, another which move each number belongs to."""
    contrast = Contrast(4.71, 3.2, 0.1)
    assert contrast.averages("you lose", "cards") == "on average you lose 4.7 cards; with your move 3.2"
    assert Contrast(0, 1.6, 0).averages("you lose", "cards") == "on average you lose no cards; with your move 1.6"
    assert Contrast(1.6, 0, 0).averages("you take", "cards") == "on average you take 1.6 cards; with your move none"


def test_a_higher_card_of_the_other_player_is_told_as_a_card() -> None:
    """A player had to read "5.4 in value on average; with your move 1.5" three times."""
    here = game("kommando").at(0)
    state: Any = here.history.round_at(0).state_at(0)
    best, played = (state.parse(move) for move in here.legal_moves()[:2])
    same = Contrast(0, 0, 0)
    contrasts = {"won": same, "points": same, "spent": same, "drawn": Contrast(7.9, 1.5, 0.1)}
    words = EVALUATIONS["kommando"]().because(state, best, played, contrasts, names_for(("Ada", "Bo"), state.to_play))
    assert words is not None
    assert words.endswith("spends a higher card against it, about an 8; against your move about a 2")


class Lines:
    """The hands of Kommando that are played to their end for a reason, by the move that each of them began with."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.trees: dict[str, list[list[Any]]] = {}
        only, play_on = _EffectSearch.only, later._play_on

        def begins(search: _EffectSearch, move: str) -> None:
            self.trees.setdefault(move, []).append([])
            self.newest = self.trees[move][-1]
            only(search, move)

        def ends(state: Any, rng: Random) -> Any:
            end = play_on(state, rng)
            assert end.to_play is None
            self.newest.append(end.table(None))
            return end

        monkeypatch.setattr(_EffectSearch, "only", begins)
        monkeypatch.setattr(later, "_play_on", ends)

    def mean(self, move: str, count: Callable[[list[Any]], float]) -> float:
        """The mean of a number that is counted in the row of each hand."""
        return fmean(fmean(count(end["row"]) for end in tree) for tree in self.trees[move])


def won_with(seat: int, card: str) -> Callable[[list[Any]], float]:
    """Counts the points that a seat's card wins."""
    return lambda row: sum(
        int(one["card"][:-1]) for one in row if one["winner"] == seat and card in (one["attack"][1], one["defence"][1])
    )


def won_more(seat: int, places: Sequence[int]) -> Callable[[list[Any]], float]:
    """Counts by how many points a seat wins more than the other at some places of the row."""
    return lambda row: sum(
        int(row[at]["card"][:-1]) * (1 if row[at]["winner"] == seat else -1)
        for at in places
        if row[at]["winner"] is not None
    )


def won(seat: int, at: int) -> Callable[[list[Any]], float]:
    """Counts whether a seat wins the row card at a place."""
    return lambda row: row[at]["winner"] == seat


@pytest.mark.parametrize("seed", [8, *(pytest.param(one, marks=pytest.mark.thorough) for one in (10, 11))])
def test_what_comes_of_a_whole_hand_is_counted_in_the_hands_that_were_tried(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Players of Kommando read that no single effect explains a mistake, and learnt nothing."""
    of = game("kommando", seed)
    for ply in range(0, 12, 4):
        here = of.at(ply)
        seat, played = here.to_play, of.moves(0)[ply]
        assert seat is not None
        before = here.dump(None)["table"]["row"]
        left = [at for at, one in enumerate(before) if one["defence"] is None]
        better = next(move for move in reversed(here.legal_moves()) if move[-2:] != played[-2:])
        lines = Lines(monkeypatch)
        _, contrasts = compared("kommando", ply, better, seed)
        monkeypatch.undo()
        for at_move, move in enumerate((better, played)):
            for at in left:
                assert contrasts[f"row {at}"][at_move] == pytest.approx(lines.mean(move, won(seat, at)))
            for card in here.dump(None)["table"]["hands"][seat]:
                number = "ryb".index(card[-1]) * 10 + int(card[:-1]) - 1
                brought = contrasts.get(f"by {number}", Contrast(0, 0, 0))[at_move]
                assert brought == pytest.approx(lines.mean(move, won_with(seat, card)))
            fight = next((at for at in left if before[at]["attack"]), left[-1 if move[0] == "R" else 0])
            rest = lines.mean(move, won_more(seat, [at for at in left if at != fight]))
            assert contrasts["rest"][at_move] == pytest.approx(rest)


@pytest.mark.parametrize(
    ("told_of", "words"),
    [
        (
            {"by 9": (7.14, 0.02), "9 on 0": (0.5, 0), "9 on 3": (0.2, 0)},
            "kept, your red 10 wins 7.1 points later on average, often the blue 8; used here, nothing",
        ),
        (
            {"by 9": (4.2, 1.5), "9 on 3": (0.6, 0)},
            "kept, your red 10 wins 4.2 points later on average; used here, 1.5",
        ),
        (
            {"row 9": (0.7, 0.25)},
            "in the end you win the red 7 in about 70 of 100 games from here; with your move in 25",
        ),
        (
            {"row 0": (0.5, 0.37), "row 3": (0.9, 0.5)},
            "in the end you win the left face-down card in about 90 of 100 games from here; with your move in 50",
        ),
        ({"rest": (2.5, 0.5)}, "on average the fights after this one bring you 2.0 points more than with your move"),
        (
            {"rest": (2.5, -1), "points": (-2, 1)},
            "on average it costs 3.0 points in this fight and brings 3.5 more in later ones",
        ),
        ({"rest": (2.5, 0), "points": (-2, 1)}, None),
        ({"row 0": (0.4, 0.3), "by 9": (3, 2.1), "rest": (1, 0.1)}, None),
    ],
)
def test_what_comes_of_a_whole_hand_is_told_where_it_differs(told_of: dict[str, Any], words: str | None) -> None:
    row = ["8b", "1y", "2y", "3y", "4y", "5y", "6y", "7y", "8y", "7r"]
    hands = [f"{value}{colour}" for colour in "rb" for value in range(10, 0, -1) if f"{value}{colour}" not in row]
    rest = ["9y", "10y"]
    state: Any = cw.new("kommando", deal=[*hands[:10], *hands[10:], *rest, *row]).history.round_at(0).state_at(0)
    # a lower card that does as well is told before all else
    same: Contrasts = {name: Contrast(0, 0.4 * (name == "points"), 0) for name in ("won", "points", "spent", "drawn")}
    contrasts = {**same, **{name: Contrast(both[0], both[1], 0.01) for name, both in told_of.items()}}
    best, played = state.parse("L:2r"), state.parse("L:10r")
    names = names_for(("Ada", "Bo"), state.to_play)
    assert EVALUATIONS["kommando"]().because(state, best, played, contrasts, names) == words


_COLUMN = re.compile(
    r"captures? column (\d).* in (?:about )?(\d+) of 100 games from here; with your move in (\d+|none)\."
)


@pytest.mark.parametrize("seed", [3, pytest.param(5, marks=pytest.mark.thorough)])
def test_a_column_is_captured_as_often_as_is_said(seed: int) -> None:
    """Counted anew, in worlds of the test's own."""
    of = game("columns", seed)
    checked = 0
    for ply in range(6):
        here = of.at(ply)
        seat, played = here.to_play, of.moves(0)[ply]
        assert seat is not None
        for better in Random(ply).sample(here.legal_moves(), 4):
            words = told("columns", ply, better, seed)
            parts = _COLUMN.search(words)
            if parts is None:
                continue
            number, *said = (int(part.replace("none", "0")) for part in parts.groups())
            who = seat if words.startswith(" It captures") else 1 - seat
            counted = [100 * fmean(captures(of, ply, move, who, number)) for move in (better, played)]
            assert said == pytest.approx(counted, abs=15), words
            checked += 1
    assert checked >= 3


def captures(of: cw.Game, ply: int, move: str, who: int, number: int) -> list[float]:
    """Whether a player captures a column in each of many worlds after a move."""
    state: Any = of.history.round_at(0).state_at(ply)
    rng, found = Random(f"own/{ply}/{move}"), []
    card = state.table(None)["slots"][number - 1][0][0]
    for _ in range(100):
        world = state.determinize(state.to_play, rng)
        after = world.apply(world.parse(move))
        if after.placed is not None:
            after = after.apply(EVALUATIONS["columns"]().reply(after, rng))
        found.append(float(card in after.table(None)["captured"][who]))
    return found


@cache
def captures_to_win(lying: frozenset[int]) -> int:
    """The least number of captures that takes the commander of a formation, by trying all ways."""
    open_to = [at for at in lying if at not in FRONT or not all(front in lying for front in FRONT[at])]
    return 1 if 13 in open_to else 1 + min(captures_to_win(lying - {at}) for at in open_to)


FRONT = {5: (1, 2), 6: (2, 3), 7: (3, 4), 8: (5,), 9: (6,), 10: (7,), 11: (8, 9), 12: (9, 10), 13: (11, 12)}
"""The positions that cover each position of a formation (CC-2)."""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("to win", "on average you still need 1.2 captures to win at your next turn; with your move 1.9"),
        ("to lose", "on average Bo still needs 1.9 captures to win at your next turn; with your move 1.2"),
    ],
)
def test_the_way_to_a_commander_is_told_in_captures(name: str, words: str) -> None:
    state: Any = game("commander").history.round_at(0).state_at(0)
    told_of = {one: Contrast(0, 0, 0) for one in ("taken", "lost", "won", "beaten", "to win", "to lose")}
    told_of[name] = Contrast(1.2, 1.9, 0.05) if name == "to win" else Contrast(1.9, 1.2, 0.05)
    best, played = (state.parse(move) for move in game("commander").at(0).legal_moves()[:2])
    names = names_for(("Ada", "Bo"), state.to_play)
    assert EVALUATIONS["commander"]().because(state, best, played, told_of, names) == words


@pytest.mark.parametrize("teams", [False, True])
def test_what_falls_before_the_next_turn_is_counted_at_the_table(monkeypatch: pytest.MonkeyPatch, teams: bool) -> None:
    options: dict[str, Any] = {"teams": True} if teams else {"players": 3}
    of, evaluation, compared = (
        play_at_random(cw.new("commander", seed=3, **options), Random(3)),
        EVALUATIONS["commander"](),
        0,
    )
    entry, steps = of.history.round_at(0), list[Any]()
    reply = type(evaluation).reply

    def replies(judge: Any, state: Any, rng: Random) -> Any:
        steps.append((state, reply(judge, state, rng)))
        return steps[-1][1]

    monkeypatch.setattr(type(evaluation), "reply", replies)
    for ply in range(entry.ply - 8):
        before, after = (entry.state_at(at) for at in (ply, ply + 1))
        seat: Any = before.to_play
        if evaluation.effects(before, after) is None:
            continue
        steps.clear()
        found = evaluation.later(before, after, after, Random(0))
        assert all(one.to_play != seat or one.war is not None for one, _ in steps)
        last = steps[-1][0].apply(steps[-1][1]) if steps else after
        old, new = before.table(None), last.table(None)
        mine = {seat, (seat + 2) % 4} if teams else {seat}
        gone = [one[0] for one in new["removed"][len(old["removed"]) :]]
        assert found["lost in all"] == sum(one in mine for one in gone)
        assert found["beaten in all"] == (seat in new["out"])
        left = {one: {at for at, card in enumerate(cards, 1) if card} for one, cards in enumerate(new["formations"])}
        away = [
            0 if one in new["out"] else captures_to_win(frozenset(left[one]))
            for one in left
            if one not in mine and one not in old["out"]
        ]
        assert found["nearest"] == min(away)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    ("name", "contrast", "words"),
    [
        (
            "beaten in all",
            Contrast(0.1, 0.4, 0.02),
            "your commander falls before your next turn only in about 10 of 100 games from here; with your move in 40",
        ),
        (
            "lost in all",
            Contrast(0.4, 1.0, 0.02),
            "on average you lose 0.4 cards before your next turn; with your move 1.0",
        ),
        (
            "nearest",
            Contrast(1.4, 2.0, 0.02),
            "on average the nearest commander is 1.4 captures away at your next turn; with your move 2.0",
        ),
    ],
)
def test_what_falls_before_the_next_turn_is_told_of_several_players(name: str, contrast: Contrast, words: str) -> None:
    here = cw.new("commander", seed=3, players=3)
    state: Any = here.history.round_at(0).state_at(0)
    told_of = {one: Contrast(0, 0, 0) for one in ("taken", "lost", "won", "beaten")} | {name: contrast}
    best, played = (state.parse(move) for move in here.legal_moves()[:2])
    assert EVALUATIONS["commander"]().because(state, best, played, told_of, names_for(("Ada", "Bo", "Cy"))) == words


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "universal"])
def test_effects_are_what_the_open_table_shows(slug: str) -> None:
    entry, evaluation, compared = game(slug).history.round_at(0), EVALUATIONS[slug](), 0
    for ply in range(entry.ply - 1):
        before = entry.state_at(ply)
        seat = before.to_play
        assert seat is not None
        for then in range(ply + 1, entry.ply + 1):
            after = entry.state_at(then)
            effects = evaluation.effects(before, after)
            if effects is None:
                continue
            old, new = before.table(None), after.table(None)
            if slug == "commander":
                gone = [one[0] for one in new["removed"][len(old["removed"]) :]]
                assert (effects["lost"], effects["taken"]) == (gone.count(seat), gone.count(1 - seat))
                for name, one in (("to win", 1 - seat), ("to lose", seat)):
                    present = {at for at, entry in enumerate(new["formations"][one], 1) if entry}
                    assert effects[name] == (0 if one in new["out"] else captures_to_win(frozenset(present)))
            elif slug == "universal":
                assert effects["rid"] == len(old["hands"][seat]) - len(new["hands"][seat])
            else:
                points = [state.points[seat] - state.points[1 - seat] for state in (before, after)]
                assert effects["points" if slug == "kommando" else "cards"] == points[1] - points[0]
            compared += 1
            break
    assert compared > 5


def next_explored(state: Any) -> int:
    """The most cards that an exploration turns up in a position of 4X Solitaire, by playing each of them."""
    after = [state.apply(move) for move in state.legal_moves() if str(move).startswith("explore")]
    return max((state.down.bit_count() - one.down.bit_count() for one in after), default=0)


def counted(words: str) -> list[int]:
    return [0 if one == "none" else int(one) for one in re.findall(r"\b(?:\d+|none)\b", words)]


def test_a_reason_of_4x_solitaire_counts_what_the_table_then_shows() -> None:
    """A mistake told its turns alone, and nobody learned from them."""
    seen: set[str] = set()
    for seed in range(1, 9):
        of = play_at_random(cw.new("fourx", seed=seed), Random(seed))
        for ply in range(1, min(of.ply, 60)):
            state, played = of.at(ply).state, of.moves(0)[ply]
            assert isinstance(state, FourXState)
            moves = [move for move in of.at(ply).legal_moves() if move != "resign"]
            for better in Random(ply).sample(moves, min(4, len(moves))):
                words = because_of(state, state.parse(better), state.parse(played))
                if words is None or played == "resign":
                    continue
                best, other = (state.apply(state.parse(move)) for move in (better, played))
                now, yours = (state.down.bit_count() - one.down.bit_count() for one in (best, other))
                beginning = " ".join(words.split()[:2])
                seen.add(beginning)
                if beginning == "it turns":
                    assert counted(words) == [now, next_explored(other) if "journey" in words else yours]
                elif beginning == "next you":
                    rest = next_explored(other) if "after your move" in words else yours
                    assert counted(words) == [next_explored(best), rest]
                    assert next_explored(best) > rest
                elif beginning == "it gains":
                    king = words.removeprefix("it gains a space beside the ").split(",")[0]
                    assert king.startswith("king of ")
                    assert best.territory & ~state.territory
                elif beginning == "a conquest":
                    assert len(best.conquered) > len(other.conquered)
                else:
                    found = re.fullmatch(r"the (.*) is enough there, and the (.*) stays in your arsenal", words)
                    assert found is not None
                    low, high = found.groups()
                    assert best.territory == other.territory
                    texts = [[card_name(card) for card in one.arsenal] for one in (best, other)]
                    assert high in texts[0] and low in texts[1]
    assert {"it turns", "next you", "it gains"} <= seen and any(one.startswith("the ") for one in seen)


@pytest.mark.parametrize("slug", ["commander", "columns", "fourx", "kommando", "universal"])
def test_nothing_is_said_of_a_move_that_is_no_better(slug: str) -> None:
    for ply in (0, 3, 4):
        assert told(slug, ply, game(slug).moves(0)[ply]) == ""


@pytest.mark.parametrize(("differ", "words"), [(False, NO_EFFECT), (True, "that of the better")])
def test_where_no_effect_of_the_moves_differs_its_purpose_is_told_or_that_there_is_none(
    monkeypatch: pytest.MonkeyPatch, differ: bool, words: str
) -> None:
    """Players did not believe a mistake for which no reason was told, and a hint had told one."""
    played = game("kommando").moves(0)[0]
    better = next(move for move in game("kommando").at(0).legal_moves() if move != played)
    monkeypatch.setattr(EVALUATIONS["kommando"], "because", lambda *_: None)
    purposes = {better: "that of the better"} if differ else {}
    monkeypatch.setattr(EVALUATIONS["kommando"], "purpose", lambda _, __, move: purposes.get(str(move), "of both"))
    assert told("kommando", 0, better) == f" {words[0].upper()}{words[1:]}."
    assert told("kommando", 0, played) == ""


def test_a_purpose_that_concedes_something_is_no_reason() -> None:
    """The hints of Commander say of some attacks that others seem no better."""
    assert not EVALUATIONS["commander"].purpose_is_reason
    assert EVALUATIONS["kommando"].purpose_is_reason


@pytest.mark.parametrize(("loss", "explained", "count"), [(0.06, False, 0), (0.06, True, 1), (0.2, False, 1)])
def test_a_small_mistake_without_a_reason_is_not_told(
    monkeypatch: pytest.MonkeyPatch, loss: float, explained: bool, count: int
) -> None:
    """Players did not believe that 48 instead of 54 of 100 was a mistake where nothing said why."""
    monkeypatch.setattr(EVALUATIONS["kommando"], "because", lambda *_: "it keeps the 9" if explained else None)
    of, found = game("kommando"), analysis("kommando")
    seat, played = of.at(0).to_play, of.moves(0)[0]
    better = next(move for move in of.at(0).legal_moves() if move != played)
    moved = replace(found.standings[0], ply=0, seat=seat, to_play=seat, played=played, best=better)
    row = replace(moved, mistake=True, chance=0.54, loss=loss)
    blamed = replace(found, standings=(row,), contrasts={}, unexplained=set())
    assert blamed.told(seat) == [row], "nobody has looked for a reason yet"
    run_to_end(reason_steps(blamed, of.history, seat, lambda: False))
    assert len(blamed.told(seat)) == count
    assert blamed.mistakes(seat) == [row.at], "the analysis says what it found"


@pytest.mark.parametrize("slug", ["columns", "fourx", "kommando"])
def test_a_reason_is_the_same_each_time_and_names_no_card_that_the_seat_could_not_know(slug: str) -> None:
    for ply in (0, 1, 2, 5):
        here = game(slug).at(ply)
        better = next(move for move in here.legal_moves() if move != game(slug).moves(0)[ply])
        words = told(slug, ply, better)
        assert told(slug, ply, better) == words
        assert here.to_play is not None
        words = words.replace(" As the open cards lie", "")  # that is no ace of spades
        assert find_cards({"words": words}, unseen(here, here.to_play)) == []
