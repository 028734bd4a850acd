"""A game of texts: prompts for the seat to answer, one retry, a forfeit, and the seed in the info."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.envs import TextGame
from capture_widgets.games import GAMES
from tests.test_chat import listed

ROOT = Path(__file__).parent.parent


def played(text: TextGame, rng: Random) -> TextGame:
    """Answer with moves that the prompt lists, to the end."""
    for _ in range(600):
        if text.done:
            break
        moves = listed(text.prompt())
        rest = [move for move in moves if move != "resign"] or moves
        assert text.step(f"I play [{rng.choice(rest)}].")
    return text


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "fourx"])
def test_a_game_of_texts_goes_to_its_end_and_rewards_are_its_returns(slug: str) -> None:
    text = played(TextGame(slug, seed=5), Random(1))
    assert text.rewards == text.game.returns
    assert TextGame(slug, seed=5).rewards is None
    assert (text.info["seed"], text.info["refused"], text.info["forfeit"]) == (5, [0] * len(text.game.seats), None)
    again = cw.new(slug, seed=text.info["seed"])
    for move in text.info["moves"]:
        again.play(move)
    assert again.state == text.game.state


def test_4x_solitaire_is_played_alone() -> None:
    text = TextGame("fourx", seed=5)
    assert text.seat == 0
    text.step("[king h]")
    text.step("[resign]")
    assert text.rewards == [-1.0]


def test_a_refused_answer_gives_one_more_try_and_a_second_one_forfeits() -> None:
    text = TextGame("kommando", seed=7)
    position = text.prompt()
    assert not text.step("[checkmate]")
    assert "Try once more." in text.prompt()
    assert "GE-3" in text.prompt()
    assert text.prompt(1 - (text.seat or 0)).startswith("You sit at seat B.")
    assert text.step(f"[{listed(position)[0]}]")
    assert not text.step("hm")
    assert not text.step("hm")
    assert text.done
    assert text.rewards == [1.0, -1.0]
    assert (text.forfeit, text.info["refused"]) == (1, [1, 2])
    assert text.info["reason"] == "B named no legal move in 2 tries"
    with pytest.raises(cw.ActionRefused, match="the game is over"):
        text.step("[L:1r]")


def test_a_partner_forfeits_too() -> None:
    text = TextGame("commander", seed=1, players=4, teams=True)
    text.step("")
    text.step("")
    assert text.rewards == [-1.0, 1.0, -1.0, 1.0]


def test_bots_play_at_once_and_not_everywhere() -> None:
    text = TextGame("kommando", seed=3, bots={0: cw.bots.Random(1)}, moves=False)
    assert (text.seat, text.game.ply) == (1, 1)
    assert "Legal moves" not in text.prompt()
    with pytest.raises(ValueError, match="bots sit at all seats"):
        TextGame("fourx", bots={0: cw.bots.Random(1)})
    with pytest.raises(ValueError, match="there is no seat 2"):
        TextGame("kommando", bots={2: cw.bots.Random(1)})


def test_a_seed_gives_the_same_game_and_none_gives_another() -> None:
    one, two = (played(TextGame("kommando", seed=9, bots={1: cw.bots.Random()}), Random(2)) for _ in range(2))
    assert one.info == two.info
    two.reset()
    assert two.seed != 9
    two.reset(9)
    assert played(two, Random(2)).info == one.info


def test_textarena_is_named_when_it_is_missing() -> None:
    from capture_widgets.envs import _installed

    if not _installed("textarena"):
        with pytest.raises(ImportError, match=r'need textarena: pip install "capture-widgets\[textarena\]"'):
            cw.envs.textarena("kommando")


@pytest.mark.thorough
def test_the_games_are_played_in_textarena_in_an_environment_of_its_own() -> None:
    command = [sys.executable, "-m", "tests.language_libraries"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1500)
    assert done.returncode == 0, done.stdout + done.stderr
