"""Bots: hidden cards change no choice, every choice is legal, cancelling works at once, hints are explained."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any, ClassVar

import pytest

import capture_widgets as cw
from capture_widgets.bots import ISMCTS, Beginner, Bot, Club, Greedy, Strong, View
from capture_widgets.bots import Random as RandomBot
from capture_widgets.bots.evaluate import EVALUATIONS, Evaluation, evaluation_for
from capture_widgets.bots.evaluate.commander import CommanderEvaluation
from capture_widgets.bots.evaluate.kommando import KommandoEvaluation
from capture_widgets.bots.greedy import remembered_worlds
from capture_widgets.bots.levels import BOTS, bot_id, make_bot
from capture_widgets.bots.search import Comparison, Search
from capture_widgets.core.intervals import interval
from capture_widgets.engine.state import Move, State
from capture_widgets.games import GAMES
from capture_widgets.games.commander import CommanderState
from tests.cases import EACH, ToldView, case_id, random_move
from tests.thorough import thorough_but
from tests.wire import Wire, say, until

Case = tuple[str, dict[str, Any]]

HINT_GAMES = int(os.environ.get("HINT_GAMES", "4"))
"""Random games in which every position gets a hint; the figure in the docs is made with 100."""


def bots() -> list[Bot]:
    return [RandomBot(seed=3), Greedy(seed=3), ISMCTS(simulations=25, seed=3)]


def another_world(game: cw.Game, rng: Random) -> cw.Game:
    """The same game to the seat to play, with what that seat cannot know dealt anew."""
    dump: dict[str, Any] = dict(game.dump())
    assert game.to_play is not None
    world = game.state.determinize(game.to_play, rng)
    other = cw.from_dump({**dump, "table": world.table(None), "rest": {**dump["rest"], "state": world.rest()}})
    for seat, player in enumerate(game.seats):
        other.sit(seat, player)
    return other


@pytest.mark.parametrize("case", EACH)
def test_choices_depend_on_nothing_hidden_and_are_legal(case: Case) -> None:
    slug, options = case
    game = cw.new(slug, seed=11, **options)
    rng = Random(case_id(case))
    looked = 0
    while not game.is_over and looked < 6:
        if rng.random() < 0.4:
            looked += 1
            other = another_world(game, rng)
            for bot in bots():
                game.sit(game.to_play or 0, bot)
                other.sit(game.to_play or 0, bot)
                choice = bot.choose(game.view())
                assert choice in game.legal_moves()
                assert bot.choose(game.view()) == choice
                assert bot.choose(other.view()) == choice
        game.play(str(random_move(game.state, rng)))
    assert looked


def test_hints_depend_on_nothing_hidden() -> None:
    for slug in GAMES:
        game = cw.new(slug, seed=5)
        rng = Random(slug)
        for _ in range(4):
            said = game.hint(simulations=20, seed=1)
            assert another_world(game, rng).hint(simulations=20, seed=1) == said
            for _ in range(3):
                if not game.is_over:
                    game.play(str(random_move(game.state, rng)))
            if game.is_over:
                break


@pytest.mark.parametrize("slug", GAMES)
def test_every_position_gets_a_legal_hint_that_is_explained(slug: str) -> None:
    for seed in range(-(-HINT_GAMES // len(GAMES))):
        game = cw.new(slug, seed=seed)
        rng = Random(seed)
        for _ in range(60 if HINT_GAMES < 100 else 10_000):
            if game.is_over:
                break
            legal = game.legal_moves()
            hint = game.hint(simulations=8, seed=seed)
            assert hint.move in legal
            assert f"({hint.move})" not in hint.text, "the notation stands apart"
            assert hint.text[0].isupper() and ": " in hint.text
            assert hint.text.endswith(".")
            assert (
                "of 100 hints like this prove right" in hint.text or "only legal" in hint.text or "o other" in hint.text
            )
            assert 0 <= hint.confidence <= 1
            assert len(hint.text) > len(hint.move) + 25
            assert all(rival in legal for rival, _ in hint.rivals)
            game.play(str(random_move(game.state, rng)))


def test_there_is_no_hint_when_all_is_over() -> None:
    game = cw.new("kommando", seed=1, seats=[RandomBot(1), RandomBot(2)]).run()
    with pytest.raises(cw.ActionRefused, match="over"):
        game.hint()


@pytest.mark.parametrize("slug", GAMES)
def test_bots_play_whole_games(slug: str) -> None:
    seats = GAMES[slug].seats(GAMES[slug].options())
    players: list[Bot] = [Greedy(seed=1), ISMCTS(simulations=12, seed=1)]
    game = cw.new(slug, seed=2, seats=players[-seats:])
    assert game.run().is_over


def test_matches_count_points_for_more_than_the_hand() -> None:
    game = cw.new("kommando", seed=2, match=True, target=20)
    assert evaluation_for(game.view()).share > evaluation_for(cw.new("kommando", seed=2).view()).share
    game.sit(0, Greedy(1)).sit(1, Greedy(2))
    assert game.run().is_over


def test_a_game_without_an_evaluation_of_its_own_is_played_by_its_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.bots.evaluate.EVALUATIONS", {})
    game = cw.new("kommando", seed=2)
    assert type(evaluation_for(game.view())) is Evaluation
    for bot in bots():
        assert bot.choose(game.view()) in game.legal_moves()
    assert game.hint(simulations=20).move in game.legal_moves()


def test_every_game_has_an_evaluation() -> None:
    assert set(EVALUATIONS) == set(GAMES)


# -- searches


def worth(state: State, seat: int, evaluation: Evaluation) -> float:
    """What a position is worth to a seat when both play on as well as can be, everything known."""
    if state.to_play is None:
        return evaluation.rewards(state)[seat]
    values = [worth(state.apply(move), seat, evaluation) for move in state.legal_moves()]
    return max(values) if state.to_play == seat else min(values)


@pytest.mark.parametrize("seed", range(12))
def test_the_end_of_a_hand_is_played_as_well_as_can_be(seed: int) -> None:
    """Six moves from the end of a hand of Kommando, where only the other hand is unknown, and so is known after all."""
    game = cw.new("kommando", seed=seed)
    rng = Random(seed)
    while game.ply < 14:
        game.play(str(random_move(game.state, rng)))
    seat = game.to_play
    assert seat is not None
    evaluation = KommandoEvaluation()
    worths = {str(move): worth(game.state.apply(move), seat, evaluation) for move in game.state.legal_moves()}
    low, high = game.state.ends()  # type: ignore[attr-defined]
    assert high - low == 2
    # the seat is told everything, so that minimax is the measure
    chosen = ISMCTS(simulations=1500).choose(ToldView.of(game))
    assert worths[chosen] == pytest.approx(max(worths.values()), abs=0.02)


def endings(state: State, evaluation: Evaluation) -> set[float]:
    """All rewards of seat A that legal moves lead to."""
    if state.to_play is None:
        return {evaluation.rewards(state)[0]}
    return set[float]().union(*(endings(state.apply(move), evaluation) for move in state.legal_moves()))


@pytest.mark.parametrize("no_choice", ["both ends", "chosen end"])
def test_kommando_is_played_out_by_its_rules(no_choice: str) -> None:
    class Once(KommandoEvaluation):
        playouts = 1

    evaluation, rng = Once(), Random(5)
    options: dict[str, Any] = {"no_choice": no_choice}
    several = 0
    for seed in range(40):
        game = cw.new("kommando", seed=seed, **options)
        for _ in range(14 + seed % 4):
            game.play(rng.choice(game.legal_moves()))
        state = game.state
        possible = endings(state, evaluation)
        met = {evaluation.playout(state, rng)[0] for _ in range(60)}
        assert met <= possible
        several += len(met) > 1
    assert several > 20


def test_moves_compared_without_a_tree_end_with_the_best() -> None:
    """One world, moves that are worth what their number says: halving must keep the last."""

    class Numbered(Evaluation):
        def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
            return [min(1.0, max(0.0, names.index(str(move)) / len(names) + rng.gauss(0, 0.2))) for move in moves]

    state = cw.new("columns", seed=1).state
    names = sorted(map(str, state.legal_moves()))
    comparison = Comparison(Numbered(), lambda: state, Random(1), None)
    while comparison.simulations < 8000:
        comparison.step()
    rated = comparison.result().moves
    assert names.index(str(rated[0].move)) >= len(names) - 5
    assert rated[0].visits > 10 * rated[-1].visits


def test_a_comparison_ends_after_enough_worlds() -> None:
    class Soon(Evaluation):
        enough: ClassVar[int | None] = 5
        first_worlds: ClassVar[int] = 3

        def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
            return [0.5] * len(moves)

    state = cw.new("kommando", seed=1).state
    comparison = Comparison(Soon(), lambda: state, Random(1), None)
    count = len(state.legal_moves())
    steps = 0
    while not comparison.settled:
        comparison.step()
        steps += 1
    assert steps == 5
    assert comparison.simulations == 3 * count + 2 * ((count + 1) // 2)


def test_rounds_of_halving_share_a_search_however_long_it_is() -> None:
    """With more than two players, so that each move is tried in more worlds where there is more time."""
    view = cw.new("commander", players=4, seed=1).view()
    for simulations in (1500, 6000):
        found = ISMCTS(simulations=simulations, seed=1).search(view)
        visits = [rated.visits for rated in found.moves]
        assert simulations <= found.simulations < simulations + 60
        # half the moves are tried in the first of five rounds or so, two are left for the last
        assert simulations / 12 < visits[-1] * len(visits) < simulations / 3
        assert visits[0] > 4 * visits[-1] and visits.count(visits[0]) == 2


def test_the_second_mover_does_not_see_the_hidden_choice() -> None:
    """Below a hidden placement or choice the tree has one node for all of them (GE-4)."""
    game = cw.new("commander", seed=1)
    rng = Random(5)
    while not game.state.hides_move:
        if game.is_over:
            game.restart(seed=rng.randrange(1000))
        game.play(str(random_move(game.state, rng)))
    view = game.view()
    search = Search(evaluation_for(view), view.sample, view.rng)
    for _ in range(60):
        search.step()
    assert search._root.shared is not None
    assert all(not edge.children for edge in search._edges)
    answers = search._root.shared.edges.values()
    assert sum(edge.visits for edge in answers) > len(answers)


@pytest.mark.parametrize("options", [{}, {"players": 3, "war": "chain"}, {"players": 4}, {"teams": True}])
def test_a_tree_makes_legal_moves_alone_in_every_world(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all know which moves are legal, a node lists them once, for all worlds that come there."""
    apply, made = CommanderState.apply, Counter[bool]()

    def checked(state: CommanderState, move: Any) -> CommanderState:
        made[move in state.legal_moves()] += 1
        return apply(state, move)

    game, rng = cw.new("commander", seed=4, **options), Random(4)
    while game.ply < 24:
        game.play(str(random_move(game.state, rng)))
        if game.to_play is None:
            break
        if len(game.legal_moves()) == 1 or game.ply % 3:
            continue
        view = game.view()
        view.rng.seed(game.ply)
        search = Search(evaluation_for(view), view.sample, view.rng)
        monkeypatch.setattr(CommanderState, "apply", checked)
        for _ in range(250):
            search.step()
        monkeypatch.setattr(CommanderState, "apply", apply)
    assert made[True] > 1000 and not made[False]


def test_a_search_says_what_it_did() -> None:
    view = cw.new("kommando", seed=3).view()
    found = ISMCTS(simulations=150, seed=1).search(view)
    assert found.simulations == 150 == sum(rated.visits for rated in found.moves)
    assert [rated.visits for rated in found.moves] == sorted((rated.visits for rated in found.moves), reverse=True)
    assert all(0 <= rated.worth <= 1 for rated in found.moves)


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"simulations": 0}, {"simulations": 2.5}])
def test_budgets_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        ISMCTS(**wrong)


@pytest.mark.parametrize("slug", GAMES)
def test_a_long_search_ends_as_soon_as_it_is_cancelled(slug: str) -> None:
    game = cw.new(slug, seed=3)
    while len(game.legal_moves()) < 2:
        game.play(game.legal_moves()[0])
    cancelled = threading.Event()
    view = game.view(cancelled=cancelled)
    chosen: list[str] = []
    thinking = threading.Thread(target=lambda: chosen.append(ISMCTS(seconds=600).choose(view)))
    thinking.start()
    threading.Event().wait(0.05)
    cancelled.set()
    thinking.join(60)  # 0.02 s on a quiet machine; this one may be busy
    assert not thinking.is_alive()
    assert chosen[0] in game.legal_moves()


# -- at the table


class Deaf(Bot):
    """Thinks for ever and looks at nothing, until the test is over."""

    name = "Deaf"

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.over = threading.Event()

    def choose(self, view: View) -> str:
        self.asked.set()
        self.over.wait(60)
        return view.legal_moves()[0]


def test_a_bot_that_never_answers_is_left_alone_and_its_seat_taken_over() -> None:
    bot = Deaf()
    game = cw.new("kommando", seed=7, seats=[bot, "you"])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    assert bot.asked.wait(60)
    until(wire.table, lambda: wire.table.scene["thinking"] == 0)
    assert wire.ask(kind="stop")["kind"] == "done"
    until(wire.table, lambda: wire.table.scene["thinking"] is None)
    assert game.ply == 0
    assert wire.ask(kind="seat", seat=0, player="greedy")["kind"] == "done"
    assert wire.ask(kind="go")["kind"] == "done"
    until(wire.table, lambda: game.ply == 1)
    bot.over.set()
    assert game.ply == 1


def test_levels_can_be_seated_and_are_known_again() -> None:
    for level in BOTS:
        assert bot_id(make_bot(level.id)) == level.id
        assert level.words.endswith(".")
    table = cw.new("kommando", seed=1).table()
    assert [info["id"] for info in table.bots_info] == [level.id for level in BOTS]
    assert bot_id(ISMCTS(simulations=5)) is None
    with pytest.raises(ValueError, match="beginner"):
        make_bot("grandmaster")


@pytest.mark.parametrize("slug", thorough_but(["commander", "columns", "kommando", "universal"], "columns", "kommando"))
def test_levels_are_offered_weakest_first(slug: str) -> None:
    order = [make_bot(name) for name in ("random", "beginner", "greedy")]
    for weaker, stronger in pairwise(order):
        assert lead(stronger, weaker, slug) > 0, (stronger.name, weaker.name)


def lead(stronger: Bot, weaker: Bot, slug: str) -> float:
    """How far a bot is ahead over 40 deals, each played from both seats, or over fewer where that is plain enough.

    That is where the mean lies 1.6 times as far from 0 as its 95% interval reaches (about one time in 500 by mere
    chance), which says more than a lead after 40 deals does.
    """
    leads: list[float] = []
    for block in range(10):
        by_deal: dict[int, list[int]] = {}
        for game in cw.duel(slug, [stronger, weaker], deals=4, seed=11 + block, progress=False).played:
            by_deal.setdefault(game.deal, []).append(game.returns[game.seating.index(0)])
        leads += map(fmean, by_deal.values())
        mean, within = interval(leads)
        if len(leads) >= 12 and abs(mean) > 1.6 * within:
            break
    return fmean(leads)


def heard_hint(wire: Wire) -> dict[str, Any]:
    """Ask for a hint and wait for its answer, which comes on a thread of its own."""
    came = threading.Event()
    answers: list[dict[str, Any]] = []

    def hear(content: dict[str, Any], buffers: Any = None) -> None:
        answers.append(content)
        came.set()

    wire.table.send = hear
    say(wire.table, {"id": 99, "kind": "hint"})
    assert came.wait(60)
    return answers[0]


def test_the_table_gives_a_hint_and_says_when_it_can() -> None:
    game = cw.new("kommando", seed=7, seats=["you", "guest"])
    wire = Wire(game.table(seat=0))
    assert wire.table.scene["can"]["hint"] is True
    answer = heard_hint(wire)
    assert answer["kind"] == "hint"
    assert answer["id"] == 99
    assert answer["move"] in game.legal_moves()
    assert f"({answer['move']})" not in answer["text"], "the notation stands apart"
    other = Wire(game.table(seat=1))
    assert other.table.scene["can"]["hint"] is False
    assert heard_hint(other)["kind"] == "refused"
    watching = Wire(game.table(seat="public"))
    assert watching.table.scene["can"]["hint"] is False
    assert heard_hint(watching)["kind"] == "refused"


def test_levels_differ_by_what_they_remember_and_how_many_simulations_they_make() -> None:
    game = cw.new("commander", seed=5)
    rng = Random(1)
    while game.ply < 8:
        game.play(rng.choice(game.legal_moves()))
    view = game.view()
    evaluation = evaluation_for(view)

    def seen(memory: float) -> int:
        world = remembered_worlds(view, evaluation, memory)()
        assert isinstance(world, CommanderState)
        return (world.shown & sum(1 << card for card in world.cards)).bit_count()

    assert seen(0.0) <= seen(0.1) <= seen(0.2) <= seen(1.0)
    assert seen(0.0) < seen(1.0)
    assert Beginner.memory == 0 < Greedy.memory < Club.memory < Strong.memory == 1
    for slug in ("kommando", "commander", "columns", "universal", "fourx"):
        kind = EVALUATIONS[slug]
        assert kind.club_simulations * 5 <= kind.strong_simulations


@pytest.mark.parametrize(("players", "most"), [(2, 4), (3, 8), (4, 12)])
def test_in_commander_greedy_considers_a_quarter_of_the_moves_and_beginner_two_in_few_worlds(
    players: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated: list[int] = []
    rate = CommanderEvaluation.rate

    def counted(self: CommanderEvaluation, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        rated.append(len(moves))
        return rate(self, state, moves, rng)

    monkeypatch.setattr(CommanderEvaluation, "rate", counted)
    view = cw.new("commander", seed=5, players=players).view()
    assert len(view.legal_moves()) == 16 * (players - 1)
    Greedy().choose(view)
    assert rated == [most] * CommanderEvaluation.worlds
    rated.clear()
    Beginner().choose(view)
    assert rated == [2] * 2


def test_a_beginner_in_a_team_seldom_looks_at_gifts_of_what_covers_its_commander() -> None:
    game = cw.new("commander", seed=5, players=4, teams=True)
    for move in ("1xB1", "1xC4", "2xB2"):
        game.play(move)
    moves, rng = game.state.legal_moves(), Random(1)
    evaluation = CommanderEvaluation()
    shares = [len(evaluation.tempting(moves, rng)) < len(moves) for _ in range(300)]
    assert 0.7 < fmean(shares) < 0.9
