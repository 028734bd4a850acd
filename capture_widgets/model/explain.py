"""Explanations: whether a move is legal, the rules that decide it, and its effect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from capture_widgets.core.errors import IllegalMove
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import GameType, Move, State


@dataclass(frozen=True)
class Explanation:
    """The result of `Game.explain`.

    Attributes:
        move: the notation of the move, as the caller wrote it.
        legal: whether the move can be played now.
        reason: why the move is illegal, in a sentence; empty for a legal move.
        rule: the rule that forbids the move; empty for a legal move.
        rules: identifier and text of each rule that applies, the most important first.
        changes: the effect in words, as far as the seat to play can know it; empty for an illegal move.
    """

    move: str
    legal: bool
    reason: str
    rule: str
    rules: tuple[tuple[str, str], ...]
    changes: tuple[str, ...]

    def __str__(self) -> str:
        head = (
            f"{self.move}: legal."
            if self.legal
            else f"{self.move}: not legal. {self.reason[:1].upper()}{self.reason[1:]} ({self.rule})."
        )
        return "\n".join([head, *self.changes, *(f"{name}: {text}" for name, text in self.rules)])

    def _repr_html_(self) -> str:
        from html import escape

        lines = str(self).split("\n")
        return f"<p><b>{escape(lines[0])}</b></p>" + "".join(f"<p>{escape(line)}</p>" for line in lines[1:])


def refusal(game: GameType, error: IllegalMove) -> Explanation:
    """Why a move is not legal."""
    return Explanation(error.move, False, error.reason, error.rule, _rule_texts(game, (error.rule,)), ())


def legality(game: GameType, state: State, move: Move, names: Names) -> Explanation:
    """The rules that apply to a legal move, and its effect."""
    return Explanation(str(move), True, "", "", _rule_texts(game, state.bearing(move)), (_effect(state, move, names),))


def _rule_texts(game: GameType, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    rules = game.all_rules
    return tuple((name, rules[name]) for name in names if name in rules)


def _effect(state: State, move: Move, names: Names) -> str:
    """The effect of a move in words, if it is the same in all worlds that are sampled for the seat to play."""
    assert state.to_play is not None
    effects = set()
    for seed in range(8):
        world = state.determinize(state.to_play, Random(seed))
        effects.add(world.narrate(move, world.apply(move), names))
    return effects.pop() if len(effects) == 1 else "The result depends on hidden cards."
