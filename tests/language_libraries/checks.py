"""What `python -m tests.language_libraries` runs: whole games by scripted models, offline."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
import textarena as ta

import capture_widgets as cw

SLUGS = ("commander", "columns", "kommando", "universal")


def moves_in(told: str) -> list[str]:
    """The legal moves in the last prompt of a text."""
    last = told.rpartition("Legal moves:\n")[2].partition("\n\nAnswer")[0]
    return last.split(" | ") if " | " in last else re.findall(r"^\[([^\]\n]+)\]", last, re.MULTILINE)


@pytest.fixture(autouse=True)
def _registered() -> None:
    cw.envs.register()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_goes_to_its_end_under_the_librarys_make_and_wrapper(slug: str) -> None:
    env: Any = ta.make(f"capture_widgets/{slug.title()}-v1")
    env.reset(num_players=2, seed=5)
    rng, done, info = Random(1), False, {}
    while not done:
        player, told = env.get_observation()
        assert f"You sit at seat {'AB'[player]}." in told
        done, info = env.step(f"[{rng.choice(moves_in(told))}]")
    rewards, about = env.close()
    again = cw.new(slug, seed=info["seed"])
    for move in info["moves"]:
        again.play(move)
    assert [rewards[0], rewards[1]] == again.returns
    assert (info["seed"], about[0]["invalid_move"]) == (5, False)
    assert sum(one["turn_count"] for one in about.values()) == again.ply


def test_a_player_sees_neither_prompts_nor_answers_of_the_other() -> None:
    env: Any = ta.make("capture_widgets/Kommando-v1-raw")
    env.reset(num_players=2, seed=5)
    seen: dict[int, str] = {0: "", 1: ""}
    done = False
    while not done:
        player, told = env.get_observation()
        seen[player] += str(told)
        done, _ = env.step(f"my answer as {player} [{moves_in(told[-1][1])[0]}]")
    assert "my answer as 1" not in seen[0]
    assert "my answer as 0" not in seen[1]
    assert "You sit at seat B." not in seen[0]


def test_a_refused_answer_gives_one_more_try_and_then_the_player_loses() -> None:
    env: Any = ta.make("capture_widgets/Kommando-v1")
    env.reset(num_players=2, seed=5)
    first, _ = env.get_observation()
    done, _ = env.step("no move")
    again, told = env.get_observation()
    assert (done, again) == (False, first)
    assert "Try once more." in told
    done, info = env.step("no move")
    rewards, about = env.close()
    assert done
    assert rewards == {first: -1.0, 1 - first: 1.0}
    assert about[first]["invalid_move"]
    assert info["forfeit"] == first


def test_4x_solitaire_and_four_players_and_bots() -> None:
    alone: Any = ta.make("capture_widgets/FourX-v1")
    alone.reset(num_players=1, seed=2)
    alone.get_observation()
    alone.step("[king h]")
    done, _ = alone.step("[resign]")
    assert done
    assert alone.close()[0] == {0: -1.0}
    four: Any = ta.make(
        "capture_widgets/Commander-v1", players=4, bots={seat: cw.bots.Random(seat) for seat in (1, 2, 3)}
    )
    four.reset(num_players=4, seed=2)
    done = False
    while not done:
        player, told = four.get_observation()
        assert player == 0
        done, _ = four.step(f"[{moves_in(told)[0]}]")
    assert len(four.close()[0]) == 4
    with pytest.raises(ValueError, match="this game has 2 players, not 3"):
        ta.make("capture_widgets/Kommando-v1").reset(num_players=3)
