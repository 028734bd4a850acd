"""What the first hand of Kommando states."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

import capture_widgets as cw
from capture_widgets.model.history import History
from tests.first_hands.moments import Claims, Moment, table

COLOURS: Final = {"red": "r", "yellow": "y", "blue": "b"}


DECK: Final = {f"{number}{colour}" for number in range(1, 11) for colour in "ryb"}


def row(history: History) -> list[Any]:
    entries: list[Any] = table(history)["row"]
    return entries


def seen(history: History) -> list[str]:
    """The row as seat A sees it."""
    return [entry["card"] for entry in table(history, 0)["row"]]


def hand(history: History, seat: int) -> list[str]:
    cards: list[str] = table(history)["hands"][seat]
    return cards


def value(card: str) -> int:
    return int(card[:-1])


def open_fights(history: History) -> list[int]:
    """The places of the row that are not won, tied or under attack."""
    return [at for at, entry in enumerate(row(history)) if entry["defence"] is None]


def ends(history: History) -> tuple[int, int]:
    """The two places that can be attacked."""
    free = [at for at, entry in enumerate(row(history)) if entry["attack"] is None]
    return free[0], free[-1]


def attacks(history: History, side: str) -> set[str]:
    """The colours of the cards that may attack an end."""
    return {move[-1] for move in history.legal_moves() if move.startswith(f"{side}:")}


def possible_answers(moment: Moment, attack: str) -> set[str]:
    """The cards that B may answer an attack with, over what A cannot see, where B has a card of an open colour."""
    unseen = unknown(moment.before)
    used = {attack[-1], row(moment.before)[ends(moment.before)[0]]["card"][-1]}
    return {card for card in unseen if card[-1] not in used}


def unknown(history: History) -> set[str]:
    """The cards that A cannot see."""
    laid = {entry[side][1] for entry in row(history) for side in ("attack", "defence") if entry[side] is not None}
    return DECK - laid - set(seen(history)) - set(hand(history, 0))


def wins(history: History, answer: str) -> str:
    """Who wins the fight that an answer ends: A, B or nobody."""
    after = history.play(answer)
    won = [entry["winner"] for old, entry in zip(row(history), row(after), strict=True) if old != entry]
    return "nobody" if won[0] is None else "AB"[won[0]]


def winners(moment: Moment) -> list[str]:
    """The legal answers that win, the lowest first."""
    return sorted((move for move in moment.legal if wins(moment.before, move) == "A"), key=value)


def refused(history: History, move: str) -> str:
    with pytest.raises(cw.IllegalMove) as error:
        history.play(move)
    return error.value.rule


def named(moment: Moment, sentence: str) -> bool:
    """Whether the cards that a sentence names are those of the right move: the one played or the one attacked."""
    cards = {f"{number}{COLOURS[colour]}" for colour, number in re.findall(r"(red|yellow|blue) (\d+)", sentence)}
    if moment.step.ask != "move":
        return cards <= set(seen(moment.before))
    played = moment.right.rpartition(":")[2]
    goal = {row(moment.before)[ends(moment.before)[moment.right[0] == "R"]]["card"]} if ":" in moment.right else set()
    return cards <= {played, *goal}


def ties(history: History) -> bool:
    after = history.play("4b")
    return wins(history, "4b") == "nobody" and after.to_play == 1


def worth(history: History) -> list[int]:
    """How many open cards of the row are still to be won, and their values together."""
    cards = [seen(history)[at] for at in open_fights(history) if seen(history)[at] != "??"]
    return [len(cards), sum(map(value, cards))]


def one_more_wins(moment: Moment) -> bool:
    """Whether an answer wins exactly if it is at least one more than the attacking card."""
    attack = value(row(moment.before)[9]["attack"][1])
    return all((wins(moment.before, card) == "A") == (value(card) >= attack + 1) for card in moment.legal)


CLAIMS: Claims = [
    (
        0,
        "Ten cards lie in a row",
        lambda m: len(row(m.before)) == 10 == len(hand(m.before, 0)) == len(hand(m.before, 1)),
    ),
    (
        0,
        "red, yellow or blue, with numbers from 1 to 10",
        lambda m: {*hand(m.before, 0), *hand(m.before, 1), *(entry["card"] for entry in row(m.before))} == DECK,
    ),
    (0, "There will be ten fights", lambda m: len(open_fights(m.before)) == 10),
    (0, "Whoever wins a fight scores", lambda m: m.before.play("L:8b").play("2r").points == [7, 0]),
    (0, "Two cards of the row lie face down", lambda m: seen(m.before).count("??") == 2),
    (0, "Neither of you knows them", lambda m: [e["card"] for e in table(m.before, 1)["row"]] == seen(m.before)),
    (
        1,
        "from its two ends, so you can attack only",
        lambda m: {move[0] for move in m.legal} == {"L", "R"} and ends(m.before) == (0, 9),
    ),
    (
        1,
        "The row is fought over from its two ends",
        lambda m: (
            [
                ends(m.before),
                ends(m.before.play("L:8b").play("2r")),
                ends((after := m.before.play("R:9y")).play(after.legal_moves()[0])),
            ]
            == [(0, 9), (1, 9), (0, 8)]
        ),
    ),
    (1, "No: you fight over the row from its two ends", lambda m: m.right == "Only the first and the last"),
    (1, "A card in the middle can be attacked once", lambda m: ends(m.end.play("L:8b").play("2r")) == (1, 9)),
    (1, "You fight over the row from its two ends.", lambda m: {move[0] for move in m.legal} == {"L", "R"}),
    (1, "Which cards of the row can you attack now", lambda m: m.step.choices[0] == m.right),
    (2, "On the left lies the yellow 7", lambda m: seen(m.before)[0] == "7y"),
    (
        2,
        "Which colours can attack the yellow 7",
        lambda m: attacks(m.before, "L") == {"r", "b"} and m.right == "Red or blue",
    ),
    (2, "Right.", lambda m: m.right == "Red or blue"),
    (
        2,
        "the table will refuse it and name the rule",
        lambda m: refused(m.before, "L:9y") == "KO-5" and "9y" in hand(m.before, 0),
    ),
    (3, "yellow and blue are used", lambda m: {c[-1] for c in possible_answers(m, "8b")} == {"r"}),
    (
        3,
        "You see the red 1, 5, 6 and 7",
        lambda m: [value(c) for c in hand(m.before, 0) if c[-1] == "r"] == [1, 5, 6, 7],
    ),
    (3, "red 8, 9 and 10 in the row", lambda m: sorted(value(c) for c in seen(m.before) if c[-1] == "r") == [8, 9, 10]),
    (
        3,
        "So Bea can only have the red 2, 3 and 4",
        lambda m: {c for c in unknown(m.before) if c[-1] == "r"} == {"2r", "3r", "4r"},
    ),
    (3, "That attacks the other end, the red 8", lambda m: m.has("R:8b") and seen(m.before)[9] == "8r"),
    (3, "The yellow 7 lies on the left", lambda m: seen(m.before)[0] == "7y"),
    (3, "The blue 8 is the last card of your hand", lambda m: hand(m.before, 0)[-1] == "8b"),
    (
        3,
        "Bea has to answer in red now",
        lambda m: {x[-1] for x in m.end.legal_moves()} == {"r"},
    ),
    (
        4,
        "The higher of the two laid cards wins the fight, and Bea's red cards are all lower",
        lambda m: row(m.before)[0]["attack"] == [0, "8b"] and max(value(c) for c in m.legal) < 8,
    ),
    (4, "whatever Bea answers", lambda m: {wins(m.before, answer) for answer in m.legal} == {"A"}),
    (4, "How many points will you get", lambda m: m.right == "7" and seen(m.before)[0] == "7y"),
    (4, "8 is your own card", lambda m: row(m.before)[0]["attack"] == [0, "8b"]),
    (4, "You fight for the yellow 7", lambda m: row(m.before)[0]["card"] == "7y"),
    (4, "Seven, the value of the row card", lambda m: m.right == "7" and m.before.play("2r").points == [7, 0]),
    (4, "Bea answers with the red 2", lambda m: m.step.follows[0] == "2r" and m.before.play("2r").points == [7, 0]),
    (
        5,
        "the yellow 10 attacks the blue 9",
        lambda m: row(m.before)[1]["card"] == "9b" and row(m.before)[1]["attack"] == [1, "10y"],
    ),
    (5, "Which one is left", lambda m: set("ryb") - {"b", "y"} == {"r"}),
    (5, "Red: neither the colour", lambda m: {move[-1] for move in m.legal} == {"r"} and m.right == "Red"),
    (6, "Nothing beats a 10", lambda m: winners(m) == [] and {wins(m.before, x) for x in m.legal} == {"B"}),
    (6, "Which red card is lowest", lambda m: min(m.legal, key=value) == m.right == "1r"),
    (
        6,
        "Your lowest red card is the red 1",
        lambda m: min((c for c in hand(m.before, 0) if c[-1] == "r"), key=value) == "1r",
    ),
    (6, "Bea scores the 9, and it cost you only a 1", lambda m: m.after.points == [7, 9] and m.right == "1r"),
    (
        7,
        "The blue 10 is at the left end now: ten points",
        lambda m: ends(m.before)[0] == 2 and seen(m.before)[2] == "10b",
    ),
    (7, "Bea has no red card above 4", lambda m: max(value(c) for c in unknown(m.before) if c[-1] == "r") == 4),
    (7, "and use your strongest", lambda m: max((c for c in hand(m.before, 0) if c[-1] == "y"), key=value) == "9y"),
    (7, "with red, Bea can answer in yellow", lambda m: {c[-1] for c in possible_answers(m, "7r")} == {"y"}),
    (7, "With which colour is only red left", lambda m: {c[-1] for c in possible_answers(m, "9y")} == {"r"}),
    (7, "only red is left", lambda m: {c[-1] for c in possible_answers(m, "9y")} == {"r"}),
    (7, "That is the right colour", lambda m: m.has("L:6y") and m.right == "L:9y"),
    (
        7,
        "for ten points use the stronger yellow card",
        lambda m: value("9y") > value("6y") and seen(m.before)[2] == "10b",
    ),
    (7, "Bea lays the red 3", lambda m: m.step.follows[1] == "3r"),
    (7, "Ten points for you: 17 to 9", lambda m: m.end.points == [17, 9] and m.before.points == [7, 9]),
    (
        8,
        "is one of the two hidden cards now",
        lambda m: seen(m.before)[ends(m.before)[0]] == "??" and seen(m.before).count("??") == 2,
    ),
    (
        8,
        "any card may attack it",
        lambda m: {x for x in m.legal if x[0] == "L"} == {f"L:{c}" for c in hand(m.before, 1)},
    ),
    (8, "only the attacker's colour is closed", lambda m: {x[-1] for x in m.end.legal_moves()} == {"r", "b"}),
    (8, "Bea lost, so Bea attacks", lambda m: m.before.to_play == 1 and row(m.before)[2]["winner"] == 0),
    (
        9,
        "Bea attacks the hidden card with the yellow 4",
        lambda m: row(m.before)[3]["attack"] == [1, "4y"] and seen(m.before)[3] == "??",
    ),
    (9, "You may answer in red or in blue", lambda m: {x[-1] for x in m.legal} == {"r", "b"}),
    (9, "Win the fight with the lowest card", lambda m: winners(m)[0] == m.right == "5r"),
    (
        9,
        "That is less than 4: Bea would win",
        lambda m: (
            {x for x in m.legal if wins(m.before, x) == "B"}
            == {"2b", "3b"}
            == {x for x in m.legal if x not in m.step.replies} - {m.right}
        ),
    ),
    (9, "4 against 4 is a tie", lambda m: m.has("4b") and ties(m.before)),
    (9, "That wins, but a lower card wins, too", lambda m: m.has("6r", "7r") and winners(m) == ["5r", "6r", "7r"]),
    (9, "You need more than 4, in red or blue", lambda m: all(value(card) > 4 for card in winners(m))),
    (9, "The red 5.", lambda m: m.right == "5r"),
    (
        9,
        "The hidden card was the yellow 2: two points",
        lambda m: seen(m.after)[3] == "2y" and m.after.points == [19, 9],
    ),
    (9, "A hidden card is turned up when its fight is over", lambda m: seen(m.before)[3] == "??" != seen(m.after)[3]),
    (
        10,
        "the loser attacks next",
        lambda m: all((m.before.play(card).to_play == 0) == (wins(m.before, card) == "B") for card in m.legal),
    ),
    (10, "Play the last six fights of the hand", lambda m: len(open_fights(m.before)) == 6),
    (
        10,
        "In the first of them Bea attacks the red 8",
        lambda m: row(m.before)[9]["card"] == "8r" and row(m.before)[9]["attack"] == [1, "8y"],
    ),
    (
        10,
        "They are about a hidden card and five open ones, which are worth 38 points together",
        lambda m: worth(m.before) == [5, 38] and [seen(m.before)[at] for at in open_fights(m.before)].count("??") == 1,
    ),
    (10, "needs one more than the other card", one_more_wins),
    (10, "In red Bea can have the 4 at most", lambda m: {c for c in unknown(m.before) if c[-1] == "r"} == {"4r"}),
    (
        10,
        "nobody wins the row card, and the same player attacks again",
        lambda m: (
            "nobody wins" in cw.rules("kommando")["KO-7"] and "same player attacks" in cw.rules("kommando")["KO-9"]
        ),
    ),
    (10, "first hand", lambda m: m.step.until["over"] is True),
    (10, "All ten cards of the row", lambda m: len(row(m.before)) == 10),
    (
        11,
        "more than 100 points",
        lambda m: "100 points" in cw.rules("kommando")["KO-11"] and "more than" in cw.rules("kommando")["KO-11"],
    ),
    (11, "Three things to remember", lambda m: m.step.text.count("; ") == 2),
]
