"""What the first hand of Capture for the Universal Card Deck states."""

from __future__ import annotations

import re
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.model.history import History
from tests.first_hands.moments import Claims, Moment, moments, table

RANKS: Final = "1234567MSG"
NAMED: Final = {"Moon": "M", "Sun": "S", "Galaxy": "G"}
SUITS: Final = {"Earth": "e", "Jupiter": "j", "Mars": "m", "Neptune": "n", "Saturn": "s", "Venus": "v"}


def columns(history: History, seat: int) -> Any:
    return table(history)["boards"][seat]


def run(history: History, seat: int, number: int) -> list[str]:
    """The open cards of a column, its highest first."""
    cards: list[str] = columns(history, seat)[number - 1]["up"]
    return cards


def down(history: History, seat: int) -> list[str]:
    return [card for column in columns(history, seat) for card in column["down"]]


def hand(history: History, seat: int = 0) -> list[str]:
    cards: list[str] = table(history)["hands"][seat]
    return cards


def fits(card: str, bottom: str) -> bool:
    """Whether a card fits under another one: one rank below it, and of another suit."""
    return RANKS.index(card[0]) == RANKS.index(bottom[0]) - 1 and card[1] != bottom[1]


def slips(top: str, card: str) -> bool:
    """Whether a card may slip behind another one: one rank above it, and of another suit."""
    return RANKS.index(card[0]) == RANKS.index(top[0]) + 1 and card[1] != top[1]


def fitting(history: History, number: int) -> list[str]:
    """The cards of A's hand that fit on a column of A's."""
    return [card for card in hand(history) if fits(card, run(history, 0, number)[-1])]


def plays(history: History, card: str) -> set[str]:
    """The columns on which a card of the hand can be played now."""
    return {move.split()[2] for move in history.legal_moves() if move.startswith(f"play {card} ")}


def value(card: str) -> int:
    return int(card[0]) if card[0].isdigit() else 10


def turned(before: History, after: History, seat: int = 0) -> int:
    """How many hidden cards of a board were turned up."""
    return len(down(before, seat)) - len(down(after, seat))


def ranks(cards: list[str]) -> str:
    return "".join(card[0] for card in cards)


def named(moment: Moment, sentence: str) -> bool:
    """Whether the cards and columns that a sentence names are those of the right move."""
    move = moment.right.split()
    moved = run(moment.before, 0, int(move[1])) if move[0] == "move" else [move[1]]
    cards = {
        NAMED.get(rank, rank) + SUITS[suit]
        for rank, suit in re.findall(r"(\w+) of (Earth|Jupiter|Mars|Neptune|Saturn|Venus)", sentence)
    }
    numbers = set(re.findall(r"column (\d)", sentence))
    return cards <= set(moved) and numbers <= set(move[1:]) and moment.right in moment.legal


def counted(history: History, seat: int) -> int:
    """What a seat counts at the end: its hidden cards twice, and the hand of who did not go out."""
    return 2 * sum(map(value, down(history, seat))) + sum(map(value, hand(history, seat)))


def itemised(history: History, seat: int) -> str:
    """The count of a seat as a sum, its face-down cards column by column."""
    cards = "+".join(str(value(card)) for card in down(history, seat))
    held = "".join(f" + {value(card)}" for card in hand(history, seat))
    return f"2 × ({cards}){held} = {counted(history, seat)}"


def goes_out_with_four(moment: Moment) -> bool:
    """Whether the 3 can be given away, and the hand ended with the 4 in the next turn."""
    ends = []
    for move in ("play 3s o3", "play 3s o4"):
        history = moment.before.play(move).play("discard 6s")
        # what B plays in the lesson, as far as it is possible there
        for answer in ("play Mv o1", "discard 7e"):
            history = history.play(answer)
        ends.append(history.play("play 4m 2").is_over)
    return moment.has("play 3s o3", "play 3s o4") and all(ends)


def cards_of_b(moment: Moment) -> int:
    return len(hand(moment.before, 1)) - len(hand(moment.end, 1))


CLAIMS: Claims = [
    (0, "have five columns each", lambda m: [len(columns(m.before, s)) for s in (0, 1)] == [5, 5]),
    (0, "you hold eleven cards", lambda m: len(hand(m.before)) == 11),
    (
        1,
        "Ranks go from 1 to 7, then Moon, Sun and Galaxy",
        lambda m: "1 to 7, Moon, Sun, Galaxy" in cw.rules("universal")["UC-4"],
    ),
    (
        1,
        "if it is one rank lower and of another suit",
        lambda m: all(fits(x.split()[1], run(m.before, 0, int(x[-1]))[-1]) for x in m.legal if x.startswith("play")),
    ),
    (
        1,
        "Which card fits under the 6 of your column 1",
        lambda m: run(m.before, 0, 1) == ["6v"] and fitting(m.before, 1) == ["5e"],
    ),
    (1, "You need one rank lower", lambda m: fits("5e", "6v") and not fits("5v", "6v")),
    (1, "A 7 is above a 6", lambda m: "7m" in hand(m.before) and RANKS.index("7") > RANKS.index("6")),
    (1, "one rank below it", lambda m: not fits("7m", "6v")),
    (1, "just below 6", lambda m: "3s" in hand(m.before) and not fits("3s", "6v")),
    (1, "a 5, and of another suit than the 6", lambda m: m.right == "The 5 of Earth" and fits("5e", "6v")),
    (
        2,
        "Your first card goes onto your own board",
        lambda m: all(x.startswith("draw") or x[-2] == " " for x in m.legal),
    ),
    (2, "It fits there, too", lambda m: m.has("play 5e 2") and fits("5e", run(m.before, 0, 2)[-1])),
    (2, "your 5 of Venus fits only under column 2", lambda m: plays(m.before, "5v") == {"2"}),
    (
        2,
        "That fits, and you will play it there later",
        lambda m: m.has("play 5v 2") and moments("universal")[6].right == "play 5v 2",
    ),
    (
        2,
        "the 3 of column 4 cannot go under that 4",
        lambda m: (
            m.has("play 3s 5")
            and "move 4 5" not in m.before.play("play 3s 5").legal_moves()
            and "move 4 5" in m.after.legal_moves()
        ),
    ),
    (2, "Drawing ends your turn", lambda m: m.has("draw stock") and m.before.play("draw stock").to_play == 1),
    (2, "A column grows downward: 6, then 5", lambda m: ranks(run(m.after, 0, 1)) == "65"),
    (
        3,
        "all face-up cards of one of your columns",
        lambda m: {x for x in m.legal if x.startswith("move")} == {"move 5 1", "move 4 5"},
    ),
    (3, "was turned up at once: a Galaxy", lambda m: turned(m.before, m.after) == 1),
    (
        3,
        "The 4 of column 5 fits under your 5",
        lambda m: run(m.before, 0, 5) == ["4v"] and fits("4v", run(m.before, 0, 1)[-1]),
    ),
    (3, "That 3 fits under the 4, too", lambda m: m.has("move 4 5") and fits("3m", "4v")),
    (3, "first move the 4 of column 5", lambda m: m.right == "move 5 1"),
    (
        4,
        "find the 3 on your board that fits under column 1",
        lambda m: fits("3m", run(m.before, 0, 1)[-1]) and m.right == "move 4 1",
    ),
    (4, "So build once more", lambda m: [n for n in range(1, 6) if run(m.before, 0, n)[-1][0] == "3"] == [4]),
    (4, "look for a 3 on your board", lambda m: m.right == "move 4 1" and run(m.before, 0, 4) == ["3m"]),
    (4, "One more card is turned up", lambda m: turned(m.before, m.after) == 1),
    (
        4,
        "still face down at the end counts against you, twice",
        lambda m: "Face-down cards that are left count twice" in cw.rules("universal")["UC-14"],
    ),
    (5, "A second card ends your turn", lambda m: m.after.to_play == 1),
    (
        5,
        "It may not go onto your own board, as your first one did",
        lambda m: table(m.before)["turn"]["first"] == "own" and not any(x.startswith("play") for x in m.legal),
    ),
    (
        5,
        "On the bar each suit is laid out from 1 upward",
        lambda m: {x for x in m.legal if x.startswith("bar")} == {"bar 1e", "bar 1j"},
    ),
    (5, "one card more in your hand", lambda m: len(hand(m.before.play("draw stock"))) == len(hand(m.before)) + 1),
    (
        5,
        "Bea also plays a card onto a column",
        lambda m: [x.split()[0] for x in m.step.follows[1:]] == ["play", "move", "bar"] and m.step.follows[3][4] == "1",
    ),
    (6, "Your second turn", lambda m: m.before.to_play == 0 and m.before.movers()[0] == 0 and len(hand(m.before)) == 9),
    (6, "fits under the 6 of your column 2", lambda m: fitting(m.before, 2) == ["5v"]),
    (6, "one rank below 6 and of another suit", lambda m: run(m.before, 0, 2) == ["6j"] and fits("5v", "6j")),
    (6, "It fits there, too", lambda m: m.has("play 5v 4")),
    (6, "The 5 of Venus", lambda m: m.right == "play 5v 2"),
    (6, "Yes, the 5 of Venus", lambda m: m.right == "play 5v 2"),
    (7, "Now your second card", lambda m: table(m.before)["turn"]["played"] == 1),
    (7, "It fits there, too, but on the bar", lambda m: m.has("play 1e o1", "play 1e o5")),
    (
        7,
        "Bea plays a Sun under the Galaxy in your column 3",
        lambda m: m.step.follows[1:] == ("play 6m 4", "play Sv o3") and run(m.end, 0, 3) == ["Gj", "Sv"],
    ),
    (
        7,
        "From the second turn on, a card may go onto the other board, too",
        lambda m: not any(" o" in x for x in moments("universal")[5].legal) and any(" o" in x for x in m.legal),
    ),
    (8, "You can use that Sun", lambda m: run(m.before, 0, 3)[-1] == "Sv"),
    (8, "Which card of your hand fits under it", lambda m: fitting(m.before, 3) == ["Mj"]),
    (8, "one rank below the Sun", lambda m: fits("Mj", "Sv")),
    (8, "That fits, but it is not the card for the Sun", lambda m: m.has("play 4m 2", "play 3s o3")),
    (8, "The Moon of Jupiter", lambda m: m.right == "play Mj 3"),
    (8, "Column 3 reads Galaxy, Sun, Moon", lambda m: ranks(run(m.after, 0, 3)) == "GSM"),
    (
        9,
        "A second card may also be discarded",
        lambda m: m.has("discard Ge") and not any(x.startswith("discard") for x in moments("universal")[8].legal),
    ),
    (
        9,
        "Your two Galaxies fit nowhere now",
        lambda m: (
            [c for c in hand(m.before) if c[0] == "G"] == ["Ge", "Gs"]
            and not plays(m.before, "Ge") | plays(m.before, "Gs")
        ),
    ),
    (9, "That fits, but you will need the 3 of Saturn", lambda m: m.has("play 3s o3")),
    (9, "That is as good", lambda m: m.has("discard Ge")),
    (
        9,
        "one card more instead of one fewer",
        lambda m: m.has("draw stock") and len(hand(m.before.play("draw stock"))) == 7,
    ),
    (
        9,
        "Bea plays a card onto each board",
        lambda m: m.step.follows[1:] == ("play 5n 4", "play Sn o5") and len(hand(m.end)) == 5,
    ),
    (9, "goes under the Galaxy in your column 5", lambda m: cards_of_b(m) == 2 and run(m.end, 0, 5) == ["Gm", "Sn"]),
    (10, "Column 1 begins with a 6", lambda m: run(m.before, 0, 1)[0] == "6v" and fits("6v", "7m")),
    (10, "Play the card under which it fits, onto column 3", lambda m: "move 1 3" in m.after.legal_moves()),
    (10, "You need a 7 under the Moon in column 3", lambda m: m.right == "play 7m 3"),
    (
        10,
        "it does not help you move column 1",
        lambda m: (
            m.has(*m.step.replies) and not any("move 1 3" in m.before.play(x).legal_moves() for x in m.step.replies)
        ),
    ),
    (10, "Now the whole of column 1 fits under the 7", lambda m: "move 1 3" in m.after.legal_moves()),
    (
        11,
        "The face-up cards of a column always move together",
        lambda m: ranks(run(m.before, 0, 1)) == "6543" and ranks(run(m.after, 0, 3))[-4:] == "6543",
    ),
    (11, "All of column 1 goes under column 3", lambda m: m.right == "move 1 3" and m.right in m.legal),
    (11, "Those cards fit there, too", lambda m: m.has("move 2 3") and len(run(m.before, 0, 2)) == 2),
    (11, "That 6 fits there, too", lambda m: m.has("move 4 3") and ranks(run(m.before, 0, 4)) == "6"),
    (11, "But column 1 is longer", lambda m: len(run(m.before, 0, 1)) > max(len(run(m.before, 0, n)) for n in (2, 4))),
    (
        11,
        "Column 3 now runs from the Galaxy down to the 3",
        lambda m: ranks(run(m.after, 0, 3)) == "GSM76543" and turned(m.before, m.after) == 1,
    ),
    (
        12,
        "Once no face-down card is left in a column",
        lambda m: "a column has no face-down cards left" in cw.rules("universal")["UC-7"],
    ),
    (
        12,
        "Which may then slip behind the Sun of your column 1",
        lambda m: run(m.before, 0, 1) == ["Se"] and slips("Se", "Gn") and m.right == "The Galaxy of Neptune",
    ),
    (12, "Its rank is right, but the Sun is of Earth, too", lambda m: not slips("Se", "Ge") and slips("Se", "Gm")),
    (12, "A Moon is below a Sun: it fits at the lower end", lambda m: fits("Mm", "Se") and not slips("Se", "Mm")),
    (12, "Behind the first card goes the rank above it", lambda m: slips("Se", "Gn") and not slips("Se", "Mm")),
    (12, "You need the rank above the Sun", lambda m: slips("Se", "Gn")),
    (12, "a Galaxy, of another suit than the Sun", lambda m: slips("Se", "Gn")),
    (13, "the other Galaxy fits nowhere either", lambda m: not plays(m.before, "Ge") and m.right == "discard Ge"),
    (
        13,
        "You will need your 4 and your 3 to go out",
        lambda m: (
            m.has(*m.step.replies) and [x.right for x in moments("universal")[15:18:2]] == ["play 4m 2", "play 3s 2"]
        ),
    ),
    (13, "Bea plays a 4 onto her column 4", lambda m: run(m.end, 1, 4)[-1] == "4e"),
    (13, "a Moon under the Sun in your column 5", lambda m: run(m.end, 0, 5)[-2:] == ["Sn", "Ms"]),
    (13, "You have three cards left", lambda m: len(hand(m.end)) == 3),
    (14, "your turn ends with a draw", lambda m: m.before.play("draw discard").to_play == 1),
    (14, "from the stock, or the top card", lambda m: {"draw stock", "draw discard"} <= set(m.before.legal_moves())),
    (
        14,
        "Which would you draw",
        lambda m: "Ge" in hand(m.before.play("draw discard")) and m.right == "The last one",
    ),
    (14, "You have discarded two Galaxies", lambda m: table(m.before)["discard"] == ["Gs", "Ge"]),
    (14, "The other one lies on top of it", lambda m: table(m.before)["discard"] == ["Gs", "Ge"]),
    (14, "That is true of the stock", lambda m: "Ge" in table(m.before, 0)["discard"]),
    (14, "the card that was discarded last", lambda m: moments("universal")[13].right == "discard Ge"),
    (14, "Yes, it lies on top", lambda m: table(m.before)["discard"][-1] == "Ge"),
    (14, "Bea may draw it, too", lambda m: m.before.play("draw discard").to_play == 1),
    (15, "You hold a 4, a 3 and a 6", lambda m: ranks(hand(m.before)) == "436"),
    (15, "so that one of the others fits under it", lambda m: m.right == "play 4m 2" and fits("3s", "4m")),
    (
        15,
        "The 4 fits under the 5 of your column 2",
        lambda m: run(m.before, 0, 2)[-1][0] == "5" and fits("4m", run(m.before, 0, 2)[-1]),
    ),
    (15, "you could go out with the 4 in your next turn", goes_out_with_four),
    (15, "Now the 3 fits under the 4", lambda m: run(m.after, 0, 2)[-1] == "4m" and fits("3s", "4m")),
    (16, "Keep the 3 for the end", lambda m: moments("universal")[17].right == "play 3s 2"),
    (16, "The 6 fits nowhere", lambda m: plays(m.before, "6s") == set() and not any("bar" in x for x in m.legal)),
    (16, "You will go out with the 3", lambda m: m.right == "discard 6s"),
    (16, "You have one card left", lambda m: hand(m.end) == ["3s"]),
    (16, "Bea plays two cards and has one left, too", lambda m: cards_of_b(m) == 2 and len(hand(m.end, 1)) == 1),
    (17, "The 3 fits under the 4 in column 2", lambda m: fits("3s", run(m.before, 0, 2)[-1])),
    (
        17,
        "What was face down counts twice, a hand once, nothing else",
        lambda m: m.after.points == [3, 0] and [counted(m.after, seat) for seat in (0, 1)] == [100, 103],
    ),
    (
        17,
        "Moon, Sun and Galaxy are 10",
        lambda m: "Moon, Sun and Galaxy count ten each" in cw.rules("universal")["UC-14"],
    ),
    (
        17,
        "You: 2 × (4+10+10+10+1+10+5) = 100: 3 less",
        lambda m: itemised(m.after, 0) in m.step.reveal and counted(m.after, 1) - counted(m.after, 0) == 3,
    ),
    (17, "Bea: 2 × (3+3+2+10+7+10+2+5+6) + 7 = 103", lambda m: itemised(m.after, 1) in m.step.reveal),
    (
        17,
        "the lower count wins: 3 points",
        lambda m: counted(m.after, 1) - counted(m.after, 0) == 3 and m.after.points == [3, 0],
    ),
    (17, "You are out", lambda m: hand(m.after) == [] and m.after.points == [3, 0]),
    (
        18,
        "If you play no second card, you have to draw",
        lambda m: (
            "draw stock" in moments("universal")[16].legal and not {"end", "pass"} & set(moments("universal")[16].legal)
        ),
    ),
]
