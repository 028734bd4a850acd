"""Explanations: why a move is legal or not, and what it would change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """What `Game.explain` says of a move.

    Attributes:
        move: the notation text, as given.
        legal: whether it could be played.
        reason: why not, in a sentence; empty when legal.
        rule: the rule that refuses it; empty when legal.
        rules: identifier and text of each rule that bears on it, the most telling first.
        changes: what it would do, in words, as the seat to play can know it; empty when illegal.
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
