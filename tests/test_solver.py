"""The solver of 4X Solitaire: checked by brute force on small maps and by the rules."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core.bit_masks import bits
from capture_widgets.engine.solver_interface import Solved
from capture_widgets.games.fourx import FourXOptions, FourXState, claims, rules, words
from capture_widgets.games.fourx.moves import KING_OF, KINGS, NEAR, NO_CARD, Resign
from capture_widgets.games.fourx.solving import answers, facts
from capture_widgets.games.fourx.solving.prices import UNIT, every_price, prices

OPTIONS = [
    FourXOptions(),
    FourXOptions(explorers="any"),
    FourXOptions(conquered_serve=True),
    FourXOptions(tech=True),
    FourXOptions(explorers="any", conquered_serve=True, tech=True),
]


def small_map(rng: random.Random, width: int, height: int, options: FourXOptions) -> FourXState:
    """A position on a map of a few spaces in the upper left: four kings, other cards, one king seen."""
    spaces = [7 * row + file for row in range(height) for file in range(width)]
    common = [card for card in range(52) if not KINGS >> card & 1]
    rng.shuffle(common)
    deal = [*KING_OF, *common[: len(spaces) - 4]]
    rng.shuffle(deal)
    cards = bytearray([NO_CARD]) * 49
    for space, card in zip(spaces, deal, strict=True):
        cards[space] = card
    own = rng.randrange(4)
    down = sum(1 << space for space in spaces) & ~(1 << cards.index(KING_OF[own]))
    arsenal = common[-3:]
    tech = common[-4] if options.tech else None
    return FourXState.from_parts(
        options, own, (), tuple((card,) for card in arsenal), None, tech, None, 0, 0, bytes(cards), down, used=False
    )


def brute_force(state: FourXState, most: int) -> int | None:
    """The fewest turns of a win by trying every legal move, journeys too; -1 for none, None where it is too much."""
    level, seen, turns = [state], {_key(state)}, 0
    while level:
        turns += 1
        following = []
        for position in level:
            for move in position.legal_moves():
                if isinstance(move, Resign):
                    continue
                after = position.apply(move)
                if after.result > 0:
                    return turns
                if _key(after) not in seen:
                    seen.add(_key(after))
                    following.append(after)
        if len(seen) > most:
            return None
        level = following
    return -1


def _key(state: FourXState) -> tuple[object, ...]:
    return state.cards, state.down, state.arsenal, state.conquered, state.used


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Makes the map smaller, for the rules and the solver alike."""

    def smaller(width: int, height: int) -> None:
        whole = sum(1 << 7 * row + file for row in range(height) for file in range(width))
        for module in (claims, rules, words, facts, answers):
            monkeypatch.setattr(module, "WHOLE", (whole, whole))

    return smaller


def never() -> bool:
    """Nobody stops."""
    return False


def found(state: FourXState, seconds: float = 60, suit: str | None = None) -> Solved:
    """What the solver finds."""
    return answers.solve(state, seconds, suit, never, lambda *_: None)


def started(seed: int, king: str | None = None, **options: Any) -> cw.Game:
    """A game, its king chosen."""
    game = cw.new("fourx", seed=seed, **options)
    return game if king is None else game.play(f"king {king}")


# -- what the solver rests on


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_shortest_win_is_that_of_trying_every_move(
    options: FourXOptions, small: Callable[[int, int], None]
) -> None:
    small(3, 3)
    wins = 0
    for seed in range(30):
        state = small_map(random.Random(seed), 3, 3, options)
        turns = brute_force(state, 3000)
        if turns is None:
            continue
        solution = found(state)
        assert solution.turns == (None if turns < 0 else turns), seed
        assert solution.status == ("unwinnable" if turns < 0 else "solved")
        assert answers.winnable(state, 10, never) == (turns >= 0)
        wins += turns >= 0
    assert wins > 9


def test_no_exploration_is_worth_more_than_one_by_any_prices() -> None:
    assert len(every_price()) > 50
    for sheet in every_price():
        for space, near in enumerate(NEAR):
            for other in bits(near):
                shown = near & ~NEAR[other] & ~(1 << other)
                assert sum(sheet[cell] for cell in bits(shown)) <= UNIT, (space, other)


def test_prices_are_added_up_all_at_once() -> None:
    rng = random.Random(5)
    for _ in range(200):
        down = rng.getrandbits(49)
        worth = max(sum(sheet[space] for space in bits(down)) for sheet in every_price())
        for count in range(14):
            assert prices().exceed(down, count) == (worth > UNIT * count)


# -- whole games


@pytest.mark.parametrize("options", [{}, {"explorers": "any"}, {"conquered_serve": True}], ids=str)
def test_fx_9_a_line_wins_in_so_many_turns(options: dict[str, Any]) -> None:
    for seed in (2, 18):
        game = started(seed, **options)
        solution = cw.solve(game, progress=False)
        assert (solution.status, solution.bound) == ("solved", solution.turns)
        assert solution.suit is not None
        assert solution.line[0] == f"king {solution.suit}"
        for move in solution.line:
            game.play(move)
        assert (game.returns, game.points) == ([1], [solution.turns])


def test_fx_10_a_line_uses_the_technology() -> None:
    game = started(5, "c", tech=True)
    solution = cw.solve(game, 6, progress=False)
    assert solution.turns is not None
    assert solution.bound is not None
    assert solution.bound <= solution.turns
    assert solution.line[0].startswith("tech ")
    for move in solution.line:
        game.play(move)
    assert (game.returns, game.points) == ([1], [solution.turns])


def test_every_turn_of_the_best_line_leaves_one_less() -> None:
    game = started(2)
    solution = cw.solve(game, progress=False)
    assert solution.turns is not None
    for at, move in enumerate(solution.line):
        game.play(move)
        if at % 6 == 3:
            left = cw.solve(game.dump(), progress=False)
            assert (left.status, left.turns) == ("solved", solution.turns - at)
            assert left.suit == solution.suit


def test_a_king_that_cannot_win_is_told_from_one_that_can() -> None:
    game = started(2)
    whole = cw.solve(game, progress=False)
    by_king = {suit: cw.solve(game, suit=suit, progress=False) for suit in "cdhs"}
    assert {solution.status for solution in by_king.values()} == {"solved", "unwinnable"}
    assert whole.turns == min(solution.turns for solution in by_king.values() if solution.turns is not None)
    for suit, solution in by_king.items():
        assert started(2, suit).still_winnable() == (solution.status == "solved")
        assert (solution.suit, solution.line == ()) == ((suit, False) if solution.turns else (None, True))


def test_still_winnable_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "perf_counter", time.thread_time)  # whatever else the machine does
    rng = random.Random(1)
    late = asked = 0
    for seed in range(12):
        game = started(seed, rng.choice("cdhs"))
        bot = cw.bots.Greedy(seed=seed)
        for _ in range(40):
            if game.to_play is None:
                break
            begun = time.thread_time()
            answer = game.still_winnable()
            took = time.thread_time() - begun
            asked += 1
            late += answer is None
            assert took < 0.5
            move = bot.choose(game.view())
            if move == "resign":
                break
            game.play(move)
    assert asked > 100
    assert late <= 0.01 * asked


def test_a_finished_game_is_won_or_lost() -> None:
    lost = started(3, "c").play("resign")
    assert lost.still_winnable() is False
    assert cw.solve(lost).status == "unwinnable"
    game = started(2)
    won = cw.solve(game, progress=False).game()
    assert won.still_winnable() is True
    solution = cw.solve(won)
    assert (solution.status, solution.turns, solution.bound, solution.line) == ("solved", 0, 0, ())
    with pytest.raises(ValueError, match="no line to replay"):
        solution.replay()


# -- asking


def test_a_search_ends_when_it_is_no_longer_wanted() -> None:
    game = started(1087)
    stopped: list[float] = []

    def stop() -> bool:
        if not stopped and time.perf_counter() - begun > 0.3:
            stopped.append(time.thread_time())
        return bool(stopped)

    begun = time.perf_counter()
    solution = cw.solve(game, 60, stop=stop, progress=False)
    assert time.thread_time() - stopped[0] < 1
    assert solution.status == "won"
    assert "it was stopped" in solution.why
    assert solution.turns is not None
    assert solution.bound is not None
    assert solution.bound < solution.turns
    for move in solution.line:
        game.play(move)
    assert game.points == [solution.turns]


def test_an_interrupt_ends_a_search_with_what_is_known() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        if asked == 40:
            raise KeyboardInterrupt
        return False

    solution = cw.solve(started(1087), 60, stop=stop, progress=False)
    assert solution.status == "won"
    assert "it was stopped" in solution.why


def test_stopped_before_anything_is_known_it_says_so() -> None:
    solution = cw.solve(started(3), 60, stop=lambda: True, progress=False)
    assert (solution.status, solution.turns, solution.bound, solution.line) == ("unknown", None, None, ())
    assert "not decided" in solution.why


def test_progress_is_told_now_and_then() -> None:
    told: list[tuple[int, int | None, int]] = []
    cw.solve(started(1087), 1.5, progress=lambda *news: told.append(news))
    assert 3 <= len(told) <= 16
    assert [nodes for _, _, nodes in told] == sorted(nodes for _, _, nodes in told)
    assert told[-1][1] is not None


@pytest.mark.parametrize("slug", ["kommando", "commander", "columns", "universal"])
def test_other_games_say_that_nothing_solves_them(slug: str) -> None:
    game = cw.new(slug, seed=1)
    with pytest.raises(ValueError, match=r"there is no solver for .*4X Solitaire has one"):
        cw.solve(game)
    with pytest.raises(ValueError, match="there is no solver for"):
        game.still_winnable()


def test_what_cannot_be_asked_is_refused() -> None:
    game = started(2, "d")
    with pytest.raises(ValueError, match="the king of diamonds is chosen already"):
        cw.solve(game, suit="h")
    with pytest.raises(ValueError, match="suit='x'"):
        cw.solve(game, suit="x")
    for seconds in (0, -1, "10", True):
        with pytest.raises(ValueError, match="a number, more than 0"):
            cw.solve(game, seconds)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a number, more than 0"):
            game.still_winnable(seconds)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="an Event, or a function"):
        cw.solve(game, stop=3)  # type: ignore[arg-type]
    with pytest.raises(cw.RecordError, match="only the dump of everything"):
        cw.solve(game.dump(0))


def test_a_solution_shows_itself_and_its_line() -> None:
    game = started(18)
    solution = cw.solve(game, progress=False)
    assert isinstance(solution, cw.Solution)
    assert f"A win in {solution.turns} turns" in str(solution)
    lines = solution.text().splitlines()
    assert len(lines) == 1 + len(solution.line)
    html = solution._repr_html_()
    assert html.count("<tr>") == 1 + len(solution.line)
    assert pickle.loads(pickle.dumps(solution)) == solution
    replay = solution.replay()
    assert len(replay.frames) >= 1
    assert game.ply == 0
