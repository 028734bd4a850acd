"""One seat of a game as a Gymnasium environment, and bots that play by a policy."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import capture_widgets as cw
from capture_widgets import envs
from tests.environment_play import VARIANTS, choose, variant_id


def played(env: Any, seed: int) -> tuple[list[int], float]:
    """Play an episode at random; returns the actions and the last reward."""
    rng, actions = Random(seed), []
    observed, info = env.reset(seed=seed)
    ended, reward = env.unwrapped.episode.over, 0.0
    while not ended:
        assert info == {}
        legal = observed["action_mask"].nonzero()[0].tolist()
        actions.append(choose(env.unwrapped.encoding, legal, rng))
        observed, reward, ended, cut, info = env.step(actions[-1])
        ended = ended or cut or len(actions) > 500
    return actions, reward


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_it_passes_the_checks_of_gymnasium(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        warnings.filterwarnings("ignore", ".*spec is None.*")
        warnings.filterwarnings("ignore", ".*not able to test alternative render modes.*")
        check_env(envs.gym(slug, render_mode="ansi", **options))


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "fourx", "universal"])
def test_gymnasium_makes_them_by_name_and_checks_them(slug: str) -> None:
    envs.register()
    envs.register()
    name = {"fourx": "FourX"}.get(slug, slug.title())
    env = gymnasium.make(f"capture_widgets/{name}-v1", render_mode="ansi")
    check_env(env.unwrapped)
    _, reward = played(env, 3)
    assert reward in (-1, 0, 1)
    assert (env.spec is not None and env.spec.max_episode_steps) == (1000 if slug == "fourx" else None)


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_an_episode_is_repeated_by_its_seed(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    seats = envs.encoding(slug, **options).seats
    env = envs.gym(slug, seat=seats - 1, **options)
    one = played(env, 5), env.as_game().record()["rounds"]
    assert env.reset()[0] is not None
    another = played(env, 5), env.as_game().record()["rounds"]
    assert one == another


def test_bots_see_their_views_and_choose_from_them() -> None:
    seen: list[cw.View] = []

    class Watcher(cw.Bot):
        def choose(self, view: cw.View) -> str:
            seen.append(view)
            return view.legal_moves()[0]

    env = envs.gym("kommando", seat=1, opponents=Watcher(), match=True, target=30)
    _, reward = played(env, 2)
    game = env.as_game()
    assert game.is_over
    assert game.returns is not None
    assert reward == game.returns[1]
    first = game.at(0, round=0)
    assert seen[0].dump == {**first.dump(seat=0)}
    assert {view.seat for view in seen} == {0}
    assert max(view.dump["round"] for view in seen) == game.round
    for view in seen:
        assert view.dump == game.at(view.dump["ply"], round=view.dump["round"]).dump(seat=0)


def test_opponents_are_given_for_all_seats_by_seat_or_clockwise() -> None:
    a, b = cw.bots.Random(seed=1), cw.bots.Greedy()
    env = envs.gym("commander", players=3, seat=1, opponents=[a, b])
    assert env.opponents == {2: a, 0: b}
    assert envs.gym("commander", players=3, seat=1, opponents={0: a, 2: b}).opponents == {0: a, 2: b}
    assert envs.gym("commander", players=3, seat=1, opponents=b).opponents == {0: b, 2: b}
    assert envs.gym("fourx").opponents == {}
    wrong: tuple[Any, ...] = ([a], {0: a}, {0: a, 1: b}, "Greedy", [a, "you"], 7)
    for opponents in wrong:
        with pytest.raises(ValueError, match="opponents="):
            envs.gym("commander", players=3, seat=1, opponents=opponents)


def test_a_bot_that_plays_illegally_is_named_by_the_rule() -> None:
    class Cheat(cw.Bot):
        def choose(self, view: cw.View) -> str:
            return "R:99"

    with pytest.raises(cw.IllegalMove, match="GE-3"):
        envs.gym("kommando", seat=1, opponents=Cheat()).reset(seed=1)


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = envs.gym("kommando")
    env.reset(seed=7)
    answer = env.encoding.actions.index("9y")
    observed, reward, ended, cut, info = env.step(answer)
    assert (reward, ended, cut) == (-1, True, False)
    assert "KO-4" in info["illegal"]
    assert observed["action_mask"].sum() == 0
    with pytest.raises(RuntimeError, match="reset"):
        env.step(answer)
    env = envs.gym("kommando", illegal="raise")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=7)
    with pytest.raises(cw.IllegalMove, match="KO-4"):
        env.step(answer)
    assert env.step(np.int64(env.action_masks().nonzero()[0][0]))[1] == 0


def test_it_renders_for_its_seat() -> None:
    env = envs.gym("kommando", render_mode="ansi")
    env.reset(seed=7)
    game = cw.new("kommando", seed=7)
    assert game.dump(seat=0)["table"]["hands"][0][0] in (env.render() or "")
    with pytest.raises(ValueError, match="viewer"):
        envs.gym("kommando", viewer=2)


# -- policies as bots


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_a_policy_sees_at_a_table_what_it_sees_in_the_environment(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    told: list[tuple[bytes, bytes]] = []
    rng = Random(3)

    def policy(observation: Any, mask: Any) -> int:
        told.append((observation.tobytes(), mask.tobytes()))
        return choose(envs.encoding(slug, **options), mask.nonzero()[0].tolist(), rng)

    bots = [envs.PolicyBot(policy) for _ in range(envs.encoding(slug, **options).seats)]
    game = cw.new(slug, seed=4, seats=bots, **options)
    for _ in range(30):
        if game.to_play is not None:
            game.play(bots[0].choose(game.view()))
    env = envs.aec(slug, **options)
    env.reset(seed=4)
    moves = [move for number in game.round_numbers() for move in game.moves(number)]
    numbers = [number for move in moves for number in env.encoding.actions.split(move)]
    again = []
    for number in numbers:
        seen = env.last()[0]
        again.append((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
        env.step(number)
    assert again == told
    assert env.as_game().record()["rounds"][0]["moves"] == game.record()["rounds"][0]["moves"]


def test_a_policy_plays_duels_and_what_it_may_not_choose_is_refused() -> None:
    bot = envs.PolicyBot(lambda observation, mask: mask.nonzero()[0][0], name="First")
    duel = cw.duel("kommando", [bot, cw.bots.Random()], deals=2, progress=False)
    assert not any(game.fault for game in duel.played)
    for wrong in (-1, 10_000, None, "L:1r", 0.5):
        with pytest.raises(cw.ActionRefused, match="no legal action"):
            envs.PolicyBot(lambda observation, mask: wrong).choose(cw.new("kommando", seed=1).view())  # noqa: B023
