"""The games in OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import capture_widgets as cw
from capture_widgets import envs
from tests.environment_play import A_FEW, VARIANTS, choose, variant_id


def dealt(game: Any, rng: Random) -> Any:
    """A state after the deal."""
    state = game.new_initial_state()
    deal(state, rng)
    return state


def deal(state: Any, rng: Random) -> None:
    """Let chance deal until a seat is to play."""
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(rng.choice(outcomes)[0])


@pytest.mark.parametrize("variant", A_FEW, ids=variant_id)
def test_it_passes_the_simulations_of_openspiel(variant: tuple[str, dict[str, Any]]) -> None:
    """They compare masks, observations, bounds, clones, and states that were written and read again."""
    slug, options = variant
    more = {"max_steps": 60} if slug == "fourx" else {}
    pyspiel.random_sim_test(envs.openspiel(slug, **options, **more), num_sims=1, serialize=False, verbose=False)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_it_passes_the_simulations_of_openspiel_with_serialisation(variant: tuple[str, dict[str, Any]]) -> None:
    """Each state is written and read again, which plays the whole history: so one simulation takes long."""
    slug, options = variant
    more = {"max_rounds": 1} if "match" in options else {"max_steps": 60} if slug == "fourx" else {}
    pyspiel.random_sim_test(envs.openspiel(slug, **options, **more), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "fourx", "universal"])
def test_a_state_is_written_and_read_again(slug: str) -> None:
    rng = Random(1)
    game = envs.openspiel(slug)
    state = dealt(game, rng)
    for _ in range(6):
        state.apply_action(choose(game.encoding, state.legal_actions(), rng))
    text = pyspiel.serialize_game_and_state(game, state)
    again, other = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(game)
    assert (str(other), other.history()) == (str(state), state.history())
    clone = state.clone()
    clone.apply_action(choose(game.encoding, clone.legal_actions(), rng))
    assert str(other) == str(state), "a clone shares nothing"


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "fourx", "universal"])
def test_a_playthrough_is_played_again_with_the_same_result(slug: str) -> None:
    envs.register()
    limit = "(max_steps=12)" if slug == "fourx" else ""
    name = f"python_capture_{slug}{limit}"
    game, rng = pyspiel.load_game(name), Random(1)
    sequence: list[int] = []
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        sequence.append(rng.choice(legal))
        state.apply_action(sequence[-1])
    one = generate_playthrough.playthrough(name, sequence)
    assert one == generate_playthrough.playthrough(name, sequence)
    assert f"Returns() = {[int(value) for value in state.returns()]}".replace(" ", "") in one.replace(" ", "")


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_a_resampled_state_looks_the_same_to_its_seat(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    game, rng = envs.openspiel(slug, **options), Random(4)
    state = dealt(game, rng)
    other_worlds = 0
    for _ in range(120):
        if state.is_terminal():
            break
        if state.is_chance_node():
            deal(state, rng)
            continue
        if rng.random() < 0.2:
            for seat in range(game.num_players()):
                world = state.resample_from_infostate(seat, rng.random)
                assert world.information_state_string(seat) == state.information_state_string(seat)
                assert world.observation_tensor(seat) == state.observation_tensor(seat)
                assert world.current_player() == state.current_player()
                assert len(world.history()) == len(state.history())
                if seat == state.current_player():
                    assert world.legal_actions() == state.legal_actions()
                other_worlds += world.history() != state.history()
        state.apply_action(choose(game.encoding, state.legal_actions(), rng))
    assert other_worlds


def test_a_search_of_openspiel_plays_through_information_states() -> None:
    game, rng = envs.openspiel("kommando"), Random(1)
    state = dealt(game, rng)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 20, random_state=np.random.RandomState(1))
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


@pytest.mark.parametrize(
    ("slug", "options", "allowed"),
    [
        ("commander", {"players": 4, "one_suit_each": True}, lambda at, card: card // 13 == at // 13),
        ("fourx", {"tech": True}, lambda at, card: at > 3 or card % 13 != 11),
        ("columns", {}, lambda at, card: True),
    ],
)
def test_chance_deals_what_the_rules_allow(
    slug: str, options: dict[str, Any], allowed: Callable[[int, int], bool]
) -> None:
    state, rng = envs.openspiel(slug, **options).new_initial_state(), Random(1)
    dealt_so_far: set[int] = set()
    while state.is_chance_node():
        cards = [card for card, _ in state.chance_outcomes()]
        at = len(dealt_so_far)
        assert cards == [card for card in range(52) if card not in dealt_so_far and allowed(at, card)]
        state.apply_action(rng.choice(cards))
        dealt_so_far.add(state.history()[-1])
    assert len(dealt_so_far) == 52


def test_ko_3_a_rejected_deal_is_dealt_again() -> None:
    """The first ten cards hold no 8, 9 or 10."""
    state = envs.openspiel("kommando").new_initial_state()
    low = [card for card in range(30) if card % 10 < 7]
    for card in [*low, *(card for card in range(30) if card % 10 >= 7)]:
        state.apply_action(card)
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 30
    deal(state, Random(1))
    assert state.current_player() == 0


def test_uc_1_after_a_cut_either_seat_deals() -> None:
    game = envs.openspiel("universal", dealer="cut")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(0)
    deal(state, Random(1))
    assert state.current_player() == 1, "UC-5: who does not deal has the first turn"


def test_a_match_deals_round_after_round_and_ends_at_its_limit() -> None:
    game, rng = envs.openspiel("kommando", match=True, target=1000, max_rounds=2), Random(2)
    state = dealt(game, rng)
    rounds = 0
    while not state.is_terminal():
        if state.is_chance_node():
            rounds += 1
            deal(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert rounds == 1
    totals = state.episode.totals
    assert state.returns() == [float(np.sign(totals[0] - totals[1])), float(np.sign(totals[1] - totals[0]))]


def test_names_and_numbers_are_those_of_the_game() -> None:
    envs.register()
    envs.register()
    game = pyspiel.load_game("python_capture_commander(teams=true)")
    kind = game.get_type()
    assert "version 1" in kind.long_name
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.num_players(), game.num_distinct_actions()) == (4, len(cw.actions("commander", teams=True)))
    assert envs.openspiel("commander", players=3).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    game = envs.openspiel("kommando")
    state = dealt(game, Random(1))
    legal = state.legal_actions()
    assert state.action_to_string(0, legal[0]) == cw.actions("kommando").texts[legal[0]]
    observer = make_observation(game)
    observer.set_from(state, 0)
    assert observer.dict["hand"].sum() == 10
    assert observer.tensor.tolist() == state.observation_tensor(0)


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(cw.UnknownGame):
        envs.openspiel("chess")
    with pytest.raises(cw.UnknownOption, match="dealer"):
        envs.openspiel("kommando", dealer=3)
    with pytest.raises(cw.UnknownOption, match="max_steps"):
        envs.openspiel("fourx", max_steps=0)
    with pytest.raises(cw.UnknownOption, match="there is no option"):
        envs.openspiel("columns", max_rounds=2)
    state = dealt(envs.openspiel("kommando"), Random(1))
    with pytest.raises(cw.IllegalMove, match="KO-4"):
        state.apply_action(89)
    with pytest.raises(ValueError, match="when a seat is to play"):
        envs.openspiel("kommando").new_initial_state().resample_from_infostate(0, Random(1).random)
