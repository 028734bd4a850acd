"""Measures the environments beside card games of PettingZoo, RLCard and OpenSpiel, in one run, per CPU second.

``python -m tests.benchmarks.environments`` prints the table; ``--keep`` also writes it to ``docs/environments.json``
and into the page. RLCard and PettingZoo's card games need an environment of their own:
``pip install rlcard "pettingzoo[classic]" open_spiel`` beside the package; what is not installed is left out.

A step is one action with all that a learner needs for it: the observation, the mask, a random choice among the legal
actions, and the step itself. Episodes are played to their end and dealt anew; the time for that is included. In 4X
Solitaire the player does not give up, and an episode ends after 300 actions.
"""

from __future__ import annotations

import argparse
import importlib
import json
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from capture_widgets import envs

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "docs/environments.json"
PAGE = ROOT / "docs/environments.md"
OURS: list[tuple[str, str, dict[str, Any]]] = [
    ("Capture the Commander", "commander", {}),
    ("Capture the Commander, three players", "commander", {"players": 3}),
    ("Capture the Commander, teams", "commander", {"teams": True}),
    ("Capture in five columns", "columns", {}),
    ("Kommando", "kommando", {}),
    ("Kommando, matches", "kommando", {"match": True}),
    ("4X Solitaire", "fourx", {}),
    ("4X Solitaire with a technology", "fourx", {"tech": True}),
    ("Capture for the Universal Card Deck", "universal", {}),
]
"""Title, slug and options."""
PETTINGZOO = ["leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"]
RLCARD = ["blackjack", "leduc-holdem", "limit-holdem", "uno", "gin-rummy", "doudizhu", "mahjong", "bridge"]
OPENSPIEL = ["leduc_poker", "gin_rummy", "hearts", "python_kuhn_poker"]
Stepper = Callable[[], int]
"""Plays one episode; returns the number of its actions."""


def aec_episode(env: Any, rng: Random, never: int = -1) -> Stepper:
    """Episodes of a PettingZoo environment; an action ``never`` is not chosen while there is another."""

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            action = legal[int(rng.random() * len(legal))]
            if action == never and len(legal) > 1:
                action = legal[0]  # giving up is the last of the actions
            env.step(action)
            steps += 1
        return steps

    return play


def ours(slug: str, options: dict[str, Any], rng: Random) -> Stepper:
    """Episodes of one of our environments."""
    if slug != "fourx":
        return aec_episode(envs.aec(slug, **options), rng)
    env = envs.aec(slug, max_cycles=300, **options)
    return aec_episode(env, rng, env.encoding.actions.index("resign"))


def rlcard_episode(env: Any, rng: Random) -> Stepper:
    """Episodes of an RLCard environment, whose state has the observation and the legal actions."""

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = [*state["legal_actions"]]
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return play


def openspiel_episode(game: Any, rng: Random) -> Stepper:
    """Episodes of an OpenSpiel game; chance is not counted, but takes its time."""

    observes = game.get_type().provides_observation_tensor

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                continue
            player = state.current_player()
            _ = state.observation_tensor(player) if observes else state.information_state_tensor(player)
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return play


def steppers() -> Iterator[tuple[str, str, Stepper]]:
    """Library, name and episodes of everything that is installed."""
    for title, slug, options in OURS:
        yield "capture_widgets", title, ours(slug, options, Random(1))
    if find_spec("rlcard"):
        for name in PETTINGZOO:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            yield "PettingZoo", name, aec_episode(module.env(), Random(1))
        rlcard = importlib.import_module("rlcard")
        for name in RLCARD:
            yield "RLCard", name, rlcard_episode(rlcard.make(name), Random(1))
    if find_spec("pyspiel"):
        import pyspiel
        from open_spiel.python.games import kuhn_poker  # noqa: F401 # registers it

        for name in OPENSPIEL:
            yield "OpenSpiel", name, openspiel_episode(pyspiel.load_game(name), Random(1))
        for title, slug, options in (("Kommando", "kommando", {}), ("Capture in five columns", "columns", {})):
            yield "capture_widgets in OpenSpiel", title, openspiel_episode(envs.openspiel(slug, **options), Random(1))


def rate(play: Stepper, seconds: float) -> float:
    """Actions per CPU second."""
    steps, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        steps += play()
    return steps / spent


def measured(seconds: float, turns: int) -> dict[str, dict[str, int]]:
    """By library and name the best of some turns, taken one after another, in actions per CPU second."""
    best: dict[str, dict[str, int]] = {}
    everything = [*steppers()]
    for _, _, play in everything:
        play()  # imports and first tables are not measured
    for _ in range(turns):
        for library, name, play in everything:
            of = best.setdefault(library, {})
            of[name] = max(of.get(name, 0), round(rate(play, seconds)))
    return best


def table(figures: dict[str, dict[str, int]]) -> str:
    """The figures as a table of Markdown."""
    rows = ["| library | game | actions per CPU second |", "| --- | --- | --- |"]
    rows += [f"| {library} | {name} | {value:,} |" for library, of in figures.items() for name, value in of.items()]
    return "\n".join(rows) + "\n"


def main() -> None:
    """Measure, print, and keep if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for one turn of one game")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--keep", action="store_true", help="write the figures to docs/environments.json and the page")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    figures = measured(chosen.seconds, chosen.turns)
    print(table(figures))
    if chosen.keep:
        kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
        kept["speed"] = figures
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        page = PAGE.read_text("utf-8")
        before, _, rest = page.partition("| library | game | actions per CPU second |\n")
        _, _, after = rest.partition("\n\n")
        PAGE.write_text(f"{before}{table(figures)}\n{after}", "utf-8")


if __name__ == "__main__":
    main()
