"""Plays environments at random, for tests and benchmarks."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from capture_widgets.envs.base_encoding import Encoding

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("commander", {}),
    ("commander", {"players": 3}),
    ("commander", {"players": 4, "one_suit_each": True, "war": "chain"}),
    ("commander", {"teams": True, "twos_beat_aces": True}),
    ("commander", {"teams": True, "scoring": True, "match": True, "target": 20}),
    ("commander", {"players": 3, "scoring": True, "match": True, "target": 5}),
    ("columns", {}),
    ("columns", {"dealer": 0, "aces": "swing"}),
    ("kommando", {}),
    ("kommando", {"no_choice": "chosen end", "dealer": 0}),
    ("kommando", {"match": True, "target": 60}),
    ("fourx", {}),
    ("fourx", {"tech": True}),
    ("fourx", {"explorers": "any", "conquered_serve": True}),
    ("universal", {}),
    ("universal", {"opening": "one card", "dealer": "cut"}),
    ("universal", {"match": True, "target": 60}),
]
"""Each game with its options as they are by default, and some variants of it."""

A_FEW = [variant for variant in VARIANTS if len(variant[1]) < 2]
"""Those with at most one option, for what takes long."""


def variant_id(variant: tuple[str, dict[str, Any]]) -> str:
    """A short name for a variant."""
    slug, options = variant
    return "-".join([slug, *(f"{name}={value}" for name, value in options.items())])


def choose(encoding: Encoding, legal: list[int], rng: Random) -> int:
    """Any legal action, but giving up only when nothing else is left."""
    if encoding.game.slug == "fourx" and len(legal) > 1:
        legal = [number for number in legal if encoding.actions.texts[number] != "resign"]
    return rng.choice(legal)


def digest(env: Any, seeds: int, most: int = 300) -> str:
    """The start of a hash of everything that some seeded episodes of a PettingZoo environment show and reward."""
    told = sha256()
    for seed in range(seeds):
        env.reset(seed=seed)
        rng = Random(seed)
        for agent in env.agent_iter(most):
            observed, reward, ended, cut, _ = env.last()
            told.update(f"{agent} {reward} {ended} {cut} ".encode())
            told.update(observed["observation"].tobytes())
            told.update(observed["action_mask"].tobytes())
            legal = observed["action_mask"].nonzero()[0].tolist()
            env.step(None if ended or cut else choose(env.encoding, legal, rng))
    return told.hexdigest()[:12]


def steps_to_end(env: Any, rng: Random) -> int:
    """Play an episode at random; returns the number of steps."""
    steps = 0
    for _ in env.agent_iter():
        observed, _, ended, cut, _ = env.last()
        legal = observed["action_mask"].nonzero()[0].tolist()
        env.step(None if ended or cut else choose(env.encoding, legal, rng))
        steps += 1
    return steps
