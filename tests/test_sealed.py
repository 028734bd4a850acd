"""Sealed views: nothing that a bot is given leads to the game's own state, and what it is given is the same for any two
positions that its seat cannot tell apart (docs/secrecy.md).
"""

from __future__ import annotations

import copy
import gc
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from threading import Event
from time import process_time
from types import BuiltinFunctionType, CodeType, FrameType, ModuleType
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.engine.state import State
from capture_widgets.games import GAMES
from capture_widgets.games.universal import GAME, UniversalState
from capture_widgets.model.view import View
from tests import test_universal
from tests.cases import EACH, case_id, random_move
from tests.thorough import little_or_much

Case = tuple[str, dict[str, Any]]

OUTSIDE = (ModuleType, CodeType, FrameType, BuiltinFunctionType)
"""Where a walk stops: all of the interpreter is behind them."""


@pytest.fixture(params=EACH)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def positions(case: Case, seed: int = 1, count: int = 6) -> Iterator[cw.Game]:
    """Positions from all over a random round with somebody to play, and those where a hidden choice waits (GE-4)."""
    slug, options = case
    game, rng = cw.new(slug, seed=seed, **options), Random(f"{case_id(case)}/{seed}")
    waiting = []
    while not game.is_over and game.ply < 400:
        if game.state.hides_move:
            waiting.append(game.ply + 1)
        game.play(str(random_move(game.state, rng)))
    last = game.ply - game.is_over
    for ply in sorted({0, last, *rng.sample(range(last), min(last, count)), *waiting[:2]}):
        yield game.at(ply)


def alike(game: cw.Game, rng: Random) -> cw.Game:
    """Another position that the seat to play cannot tell from this one: its hidden cards lie otherwise."""
    dump = game.dump()
    assert game.to_play is not None
    world = game.state.determinize(game.to_play, rng)
    rest = {**dump["rest"], "state": world.rest()}
    return cw.from_dump({**dump, "table": world.table(None), "rest": rest})


def inside(thing: object, is_end: Callable[[object], bool] = lambda _: False) -> dict[int, object]:
    """Everything that a thing leads to, by its id: attributes, slots, items, closures, defaults, referents.

    Modules and what functions find by name are not gone into; classes are.
    """
    found: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        each = waiting.pop()
        if id(each) in found or isinstance(each, OUTSIDE) or is_end(each):
            continue
        found[id(each)] = each
        hidden = getattr(each, "__globals__", None)
        waiting += [other for other in gc.get_referents(each) if other is not hidden]
        if not isinstance(each, type):
            slots = [name for kind in type(each).__mro__ for name in getattr(kind, "__slots__", ())]
            waiting += [getattr(each, name) for name in slots if hasattr(each, name)]
            waiting += vars(each).values() if hasattr(each, "__dict__") else ()
    return found


def containers(state: object) -> dict[int, object]:
    """What a state consists of, by its id: itself and every container in it that could be told from another."""
    parts = inside(state, lambda each: isinstance(each, type) or callable(each))
    return {key: part for key, part in parts.items() if not isinstance(part, str | int | float | None) and part != ()}


# -- nothing leads to the truth


def test_nothing_in_a_view_leads_to_the_state(case: Case) -> None:
    for game in positions(case, count=2):
        truth, view = game.state, game.view()
        for made in (view, copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            reached = inside(made)
            states = [each for each in reached.values() if isinstance(each, State)]
            assert len(states) == 1
            assert states[0] is not truth
            assert not any(isinstance(each, cw.Game) for each in reached.values())
            assert not containers(truth).keys() & reached.keys()
            assert "rest" not in made.dump
        assert id(truth) not in inside(view.sample())


@pytest.fixture
def _all_refer() -> Iterator[None]:
    """What was there before the first test is asked, too."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("_all_refer")
@pytest.mark.parametrize("case", [(slug, {}) for slug in GAMES], ids=case_id)
def test_nothing_refers_to_the_truth_and_to_a_part_of_a_view(case: Case) -> None:
    for game in positions(case, count=2):
        view = game.view()
        parts = containers((view._world, view.options, view.dump, view.rng))
        values = [*parts.values()]
        ours = {*parts, id(view), id(parts), id(values)}
        for holder in gc.get_referrers(*values):
            assert id(holder) in ours or isinstance(holder, FrameType), type(holder)


def test_the_walk_finds_a_state_wherever_it_is_put() -> None:
    game = cw.new("kommando", seed=1)
    truth = game.state

    class Slotted:
        __slots__ = ("kept",)

    slotted = Slotted()
    slotted.kept = truth  # type: ignore[attr-defined]
    places: list[object] = [
        lambda: truth,
        lambda kept=truth: kept,
        lambda *, kept=truth: kept,
        slotted,
        [{"a": (truth,)}],
        game.dump,
        type("Kept", (), {"kept": truth}),
        Random.random.__class__,
    ]
    found = [id(truth) in inside(place) for place in places]
    assert found == [True] * 7 + [False]


# -- the same view for the same knowledge


def test_positions_that_look_alike_make_the_same_view(case: Case) -> None:
    rng, differing = Random(case_id(case)), 0
    for game in positions(case):
        expected = None
        bare = cw.from_dump(game.dump())  # it has no moves so far, as those that look alike (prompts: test_chat)
        for other in (bare, alike(game, rng), alike(game, rng)):
            differing += other.state != game.state
            view = other.seed_bots("seed").view()
            again = pickle.dumps(view)
            told = (again, [view.sample() for _ in range(4)], view.rng.getstate())
            expected = expected or told
            assert told == expected
    assert differing > 3


def test_worlds_are_those_that_the_state_itself_would_give(case: Case) -> None:
    for game in positions(case, seed=2):
        view, state = game.view(), game.state
        for seed in range(8):
            assert view.sample(Random(seed)) == state.determinize(view.seat, Random(seed))


def test_the_chance_of_a_bot_has_nothing_to_do_with_the_deal() -> None:
    games = [cw.new("kommando", seed=seed).seed_bots("a") for seed in (1, 2)]
    assert games[0].state != games[1].state
    assert games[0].view().rng.getstate() == games[1].view().rng.getstate()
    seats = [cw.bots.Random(seed=4), cw.bots.Random(seed=5)]
    games = [cw.new("kommando", seed=seed, seats=seats) for seed in (1, 2)]
    assert games[0].view().rng.getstate() == games[1].view().rng.getstate()


# -- worlds by enumeration


def uniform(found: Counter[Any], expected: set[Any], each: int) -> None:
    """Fail unless worlds were drawn from exactly these, all as likely, as far as a chi-square test sees."""
    assert set(found) == expected
    chi = sum((found[world] - each) ** 2 / each for world in expected)
    # mean n - 1, deviation sqrt(2n): five of them away is a fault, not chance
    assert chi < len(expected) - 1 + 5 * (2 * len(expected)) ** 0.5 + 5


MOST_WORLDS = 200
"""Positions with more worlds than these are not looked at: a sample of each world would take too long."""


def shows(state: State, seat: int) -> tuple[Any, ...]:
    """All of a dump that depends on the state; moves need no sorting, since their order tells nothing hidden."""
    moves = state.legal_moves() if state.to_play == seat else None
    return state.to_play, moves, state.table(seat), state.points, state.returns


def replays(game: cw.Game, most: int) -> set[State] | None:
    """Every world that shows the seat to play the same at every step, by trying every deal; None if too many.

    Only cards that some sampled world has elsewhere are tried elsewhere: each of those that are not seen by the end.
    """
    seat, played, kind = game.to_play, game.history.current, game.type
    assert seat is not None
    assert played.cards is not None
    moves, shown = game.moves(), [shows(state, seat) for state in played.states]
    deck, deal = kind.deck.text, kind.deck.texts(played.cards)
    seen: set[str] = set()
    for world in (game.state.determinize(seat, Random(i)) for i in range(40)):
        seen |= differing(game.state.table(None), world.table(None), set(deck))
        seen |= differing(game.state.rest(), world.rest(), set(deck))
    free = [i for i, card in enumerate(deal) if card in seen]
    if len(free) > most:
        return None
    hides = bool(moves) and game.at(game.ply - 1).state.hides_move
    found: set[State] = set()
    for order in permutations([deal[i] for i in free]):
        cards = list(played.cards)
        for i, card in zip(free, order, strict=True):
            cards[i] = kind.deck.card(card)
        try:
            other = kind.state.deal(cards, game.history.settings, played.first)
            for ply, text in enumerate(moves[: len(moves) - hides]):
                if shows(other, seat) != shown[ply]:
                    break
                move = other.parse(text)
                other.check(move)
                other = other.apply(move)
            else:
                lasts = [other.apply(end) for end in other.legal_moves()] if hides else [other]
                found |= {last for last in lasts if shows(last, seat) == shown[-1]}
        except (cw.IllegalDeal, cw.IllegalMove):
            continue
        if len(found) >= MOST_WORLDS:
            return None
    return found


def differing(one: Any, other: Any, cards: set[str]) -> set[str]:
    """Cards that stand in one of two alike structures where the other has something else."""
    if one == other:
        return set()
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return set[str]().union(*(differing(one[key], other[key], cards) for key in one))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return set[str]().union(*(differing(*pair, cards) for pair in zip(one, other, strict=True)))
    return {card for value in (one, other) for card in names(value) if card in cards}


def names(value: Any) -> Iterator[str]:
    """Every text in a structure."""
    if isinstance(value, dict):
        for item in value.values():
            yield from names(item)
    elif isinstance(value, list):
        for item in value:
            yield from names(item)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize(
    ("slug", "options", "most"),
    [
        ("kommando", {}, 5),
        ("kommando", {"no_choice": "chosen end"}, 5),
        ("columns", {}, 5),
        ("columns", {"aces": "swing"}, 5),
        ("commander", {"players": 4}, 5),
        ("commander", {"players": 4, "one_suit_each": True}, 6),
        ("fourx", {}, 6),
        pytest.param("fourx", {"tech": True}, 6, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("enough", little_or_much(1, 2))
def test_worlds_of_a_view_are_every_consistent_one_alike(
    slug: str, options: dict[str, Any], most: int, enough: int
) -> None:
    """Found by replaying the round from every deal that could have been."""
    looked = 0
    for seed in range(60):
        rng = Random(seed)
        bot = cw.bots.Greedy(seed) if slug == "fourx" else cw.bots.Random(seed)  # at random few cards are turned up
        seats = GAMES[slug].seats(GAMES[slug].options.of(options))
        game = cw.new(slug, seed=seed, seats=[bot] * seats, **options).run()
        for ply in range(max(0, game.ply - 40), game.ply):
            there = game.at(ply)
            expected = replays(there, most)
            if expected is None or len(expected) <= 3:
                continue
            view = there.view()
            uniform(Counter(view.sample(rng) for _ in range(25 * len(expected))), expected, 25)
            listed = view.worlds(MOST_WORLDS)
            assert listed is not None
            assert len(listed) == len(expected)
            assert set(listed) == expected
            assert view.worlds(len(expected) - 1) is None
            looked += 1
            break
        if looked == enough:
            return
    raise AssertionError(f"too few small positions: {looked}")


SMALL = test_universal.SMALL


@pytest.mark.parametrize(
    "state",
    [
        SMALL,
        test_universal.play(SMALL, "pass"),
        test_universal.position("1m:5e|3s|||", "2m:7e||||", "Mn 4n", across="Sj 3j", stock="7v", to_play=1),
    ],
    ids=["full", "after a pass", "with a stock"],
)
def test_worlds_of_a_view_in_the_universal_game_too(state: UniversalState) -> None:
    assert state.to_play is not None
    view = View(GAME, test_universal.TWO, state.to_play, cw.new("universal").dump(0), state, Random(3))
    expected = test_universal.worlds(state, state.to_play)
    uniform(Counter(view.sample() for _ in range(25 * len(expected))), expected, 25)
    listed = view.worlds()
    assert listed is not None
    assert (len(listed), set(listed)) == (len(expected), expected)


def test_worlds_are_listed_alike_for_positions_that_look_alike() -> None:
    looked = 0
    for seed in range(10):
        game = cw.new("kommando", seed=seed, seats=[cw.bots.Random(seed)] * 2).run()
        for back in (4, 8, 14):
            there, rng = game.at(game.ply - back), Random(seed)
            other = alike(there, rng)
            listed = there.view().worlds()
            assert listed is not None
            assert other.view().worlds() == listed
            looked += other.state != there.state
    assert looked > 5


def test_worlds_that_are_too_many_are_not_listed_and_take_no_time() -> None:
    for slug in GAMES:
        begun = process_time()
        assert cw.new(slug, seed=1).view().worlds(50) is None
        assert process_time() - begun < 2
    with pytest.raises(ValueError, match="at_most=0: a whole number, 1 to"):
        cw.new("kommando").view().worlds(0)


# -- what can be done with a view


def test_a_view_can_be_sent_elsewhere() -> None:
    game = cw.new("kommando", seed=3).seed_bots("x")
    cancelled = Event()
    view = game.view(cancelled=cancelled)
    bot = cw.bots.ISMCTS(simulations=60)
    chosen = bot.choose(game.view())
    for made in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view), copy.copy(view)):
        assert made.game is GAMES["kommando"]
        assert (made.seat, made.dump, made.legal_moves()) == (view.seat, view.dump, view.legal_moves())
        assert not made.cancelled.is_set()
    assert bot.choose(pickle.loads(pickle.dumps(view))) == chosen
    cancelled.set()
    assert view.cancelled is cancelled
    assert pickle.loads(pickle.dumps(view)).cancelled.is_set()
