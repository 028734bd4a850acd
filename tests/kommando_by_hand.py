"""Kommando written once more from its rules, to count without the package what notebooks state."""

from __future__ import annotations

from typing import Final

DECK: Final = [f"{value}{colour}" for value in range(1, 11) for colour in "ryb"]
HIGH: Final = {card for card in DECK if card[:-1] in ("8", "9", "10")}


def value(card: str) -> int:
    return int(card[:-1])


Row = tuple[tuple[str, bool], ...]
"""The cards of the row not fought for yet, from left to right, and whether each lies face down."""


def attacks(row: Row, hand: frozenset[str]) -> list[tuple[int, str]]:
    """The legal attacks (KO-4, KO-5): the end and the card."""
    ends = (0,) if len(row) == 1 else (0, -1)
    free = [(end, card) for end in ends for card in sorted(hand) if row[end][1] or card[-1] != row[end][0][-1]]
    return free or [(end, card) for end in ends for card in sorted(hand)]


def answers(goal: tuple[str, bool], attack: str, hand: frozenset[str]) -> list[str]:
    """The legal answers to an attack (KO-6)."""
    used = {attack[-1]} if goal[1] else {attack[-1], goal[0][-1]}
    return [card for card in sorted(hand) if card[-1] not in used] or sorted(hand)


def after_attack(row: Row, hands: list[frozenset[str]], seat: int, lead: int, end: int, attack: str) -> float:
    """What A gets with all cards open after an attack: 1 for a win, a half for a draw."""
    found = [
        after_answer(row, hands, seat, lead, end, attack, answer)
        for answer in answers(row[end], attack, hands[1 - seat])
    ]
    return min(found) if seat == 0 else max(found)


def after_answer(
    row: Row, hands: list[frozenset[str]], seat: int, lead: int, end: int, attack: str, answer: str
) -> float:
    """The same after the answer (KO-7 to KO-10)."""
    left = [one - {attack, answer} for one in hands]
    points = value(row[end][0])
    won = value(attack) - value(answer)
    winner = seat if won > 0 else 1 - seat
    lead += 0 if won == 0 else points if winner == 0 else -points
    rest = row[1:] if end == 0 else row[:-1]
    if not rest:
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    following = seat if won == 0 else 1 - winner
    found = [after_attack(rest, left, following, lead, *attack) for attack in attacks(rest, left[following])]
    return max(found) if following == 0 else min(found)
