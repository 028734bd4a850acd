"""The texts of Capture in five columns: rules, refusals, log sentences, reasons and results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from capture_widgets.core.errors import IllegalMove
from capture_widgets.core.phrases import listed
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.names import LETTERS, Names, sentence
from capture_widgets.engine.state import SEAT_NAMES, Guide, Move, Reason, Seat, unreadable
from capture_widgets.games.columns.capturing import Column, Standing, captor_of, standing, winner
from capture_widgets.games.columns.moves import (
    COLUMN_NAMES,
    FORMS,
    NO_CARD,
    NUMBERS,
    ColumnsOptions,
    Placement,
    card_name,
)
from capture_widgets.games.columns.position import ColumnsTable

if TYPE_CHECKING:
    from capture_widgets.games.columns.rules import ColumnsState


NO_SET: Final = "nobody has a pair, and "
"""Begins the reason of a column that no set decides."""


def why(column: Column, aces: str, names: Names) -> tuple[str, str]:
    """Say why a column is captured or drawn, and which rule decides it."""
    ours, theirs = standing(column[0]), standing(column[1])
    captor = captor_of(ours, theirs, aces)
    if captor is not None and ours.strength != theirs.strength:
        better, other = (ours, theirs) if captor == 0 else (theirs, ours)
        beaten = set_name(other.sets) if other.sets else "no set"
        return f"{names.does(captor, 'have')} the better set, {set_name(better.sets)} against {beaten}", "CO-6"
    even = "sets of the same kind cancel each other, and " if ours.sets else NO_SET
    if ours.ace or theirs.ace:
        return f"{even}{_why_with_aces(ours, theirs, captor, aces, names)}", "CO-8"
    if captor is not None:
        return f"{even}{names.does(captor, 'have')} both the highest and the lowest card", "CO-7"
    extremes = {"highest": ours.high == theirs.high, "lowest": ours.low == theirs.low}
    if any(extremes.values()):
        shared = " and the ".join(name for name, both in extremes.items() if both)
        return f"{even}both sides share the {shared} rank", "CO-7"
    high = 0 if ours.high > theirs.high else 1
    lowest = f"{names.does(1 - high, 'have')} the lowest"
    return f"{even}{names.does(high, 'have')} the highest card but {lowest}", "CO-7"


def in_brief(column: Column, aces: str) -> str:
    """Say in a few words what decides a column, for a list of all columns of a round."""
    ours, theirs = standing(column[0]), standing(column[1])
    captor = captor_of(ours, theirs, aces)
    if captor is not None and ours.strength != theirs.strength:
        return set_name((ours, theirs)[captor].sets)
    even = "" if not ours.sets else "pairs cancel; " if ours.sets == (2,) else "sets cancel; "
    if captor is not None:
        return f"{even}high and low"
    if ours.ace or theirs.ace:
        return f"{even}an ace needs a set"
    shared = [name for name, both in (("high", ours.high == theirs.high), ("low", ours.low == theirs.low)) if both]
    return f"{even}equal {' and '.join(shared)} cards" if shared else f"{even}one high, one low"


def _why_with_aces(ours: Standing, theirs: Standing, captor: Seat | None, aces: str, names: Names) -> str:
    if aces == "lock":
        return "in a column with an ace, high and low do not count"
    if ours.ace and theirs.ace:
        return "with aces on both sides, high and low do not count"
    owner = 0 if ours.ace else 1
    if captor is not None:
        return f"{names.does(owner, 'have')} both the highest and the lowest card, one of them an ace"
    kept = f"{names.whose(owner)} ace stops {names.who(1 - owner)} from having both the highest and the lowest card"
    return f"{kept}, and {names.does(owner, 'do')} not have both either"


_GROUPS: Final = {
    2: ("a pair", "pairs"),
    3: ("three of a kind", "threes of a kind"),
    4: ("four of a kind", "fours of a kind"),
}


def set_name(sets: tuple[int, ...]) -> str:
    """The sizes of matched sets in words: "three of a kind and a pair"."""
    return listed(
        [
            _GROUPS[size][0] if sets.count(size) == 1 else f"{NUMBERS[sets.count(size)]} {_GROUPS[size][1]}"
            for size in sorted(set(sets), reverse=True)
        ]
    )


_ROUNDS: Final = (
    "Each round fills the empty slots with new columns from left to right: for each, one card face up to "
    "the player who does not deal, then one to the dealer. Then both get hidden cards, one at a time. The"
    " same player deals throughout"
)

_ACES: Final = (
    "An ace is high or low, whichever is better for its owner, so it keeps the other player from "
    "having both the highest and the lowest card."
)

RULES: Final = {
    "CO-1": f"{_ROUNDS}; an option says who.",
    "CO-2": "There are up to five columns, and each player gets five hidden cards. A column that was drawn keeps "
    "its cards and its slot.",
    "CO-3": "When the deck runs short, all that is left is dealt: each player gets about as many hidden cards as "
    "there are columns, or fewer if the numbers do not come out even. Twelve cards and two drawn columns "
    "make two new columns and four hidden cards each. If a single pair of cards and no column is left, "
    "it becomes a drawn column, and the game ends.",
    "CO-4": "Place all of your hidden cards, at most one behind each column, without seeing what the other player"
    " does. With fewer cards than columns you choose the columns; the other player need not choose the "
    "same.",
    "CO-5": "Then all cards are shown, and the columns are decided one by one, from left to right. Whoever "
    "captures a column takes all its cards face down to their pile; a drawn column stays.",
    "CO-6": "A matched set is two, three or four cards of one rank on your own side of a column. The better sets "
    "capture it: a pair, two pairs, three pairs, three of a kind, three of a kind and a pair, four of a "
    "kind, and so on upward. Sets that are equal, whatever their ranks, cancel each other, but their "
    "cards still count for high and low.",
    "CO-7": "If sets do not decide, you capture a column by having both its highest and its lowest card. A "
    "highest or lowest rank that both sides share belongs to nobody. Otherwise the column is drawn.",
    "CO-8": f"{_ACES} With the option “lock” no column with an ace on either side is captured by high and low; only a "
    "matched set does it. With the option “swing” you may win by high and low with your own ace, all aces of your"
    " side counting high or all counting low, as long as the other side has none.",
    "CO-9": "The game ends with the round that uses up the deck. Columns then undecided belong to nobody. The "
    "player with more captured cards wins; equal numbers are a draw.",
}


def clauses(options: ColumnsOptions, _match: bool) -> dict[str, str | None]:
    """The texts of the rules that depend on the options."""
    aces = {
        "lock": "No column with an ace on either side is captured by high and low; only a matched set does it.",
        "swing": "While the other side has no ace, you may win by high and low with your own ace: count all aces of "
        "your side as high, or all as low.",
    }
    return {
        "CO-1": f"{_ROUNDS}: {SEAT_NAMES[options.dealer]}.",
        "CO-8": f"{_ACES} {aces[options.aces]}",
    }


def guide(options: ColumnsOptions, _match: bool) -> Guide:
    """The goal, a turn and the end of the game, with these options."""
    aces = {
        "lock": "A column with an ace in it goes to a matched set only.",
        "swing": "Your own ace serves as the highest or the lowest card.",
    }
    return Guide(
        "Capture more cards: the better set (pair, three) takes a column, "
        "else whoever has its highest and lowest card.",
        "Put each of your hidden cards behind a column, at most one behind each; the other player does the same unseen."
        " Then the columns are shown from left to right, and your side of each is compared with the other. The better "
        "matched set (a pair, two pairs, three of a kind and so on) captures all cards of the column. Sets of the same "
        "kind cancel each other, whatever their ranks: then, as without sets, the side with both the highest and the "
        "lowest card captures it. "
        f"{aces[options.aces]} Otherwise the column "
        "stays.",
        "The game ends with the round that uses up the deck. Columns then undecided belong to nobody; whoever has "
        "captured more cards wins.",
    )


_NUMBERS: Final = ("1", "2", "3", "4", "5")
"""The numbers by which people call the columns. Notation keeps letters, which elsewhere name seats."""


def draw(table: ColumnsTable, names: Names = LETTERS) -> str:
    """The table as aligned text: the columns, seat B above seat A, then hands, placements and piles."""
    sides = [[" ".join(column[seat]) if column else "." for column in table["slots"]] for seat in (1, 0)]
    widths = [max(len(cell) for cell in cells) + 3 for cells in zip(_NUMBERS, *sides, strict=True)]
    lines = [
        (name, "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)))
        for name, cells in (
            ("column", _NUMBERS),
            (names.label("seat", 1, "side"), sides[0]),
            (names.label("seat", 0, "side"), sides[1]),
        )
    ]
    lines += [(names.label("hand", seat), " ".join(hand)) for seat, hand in enumerate(table["hands"])]
    for seat, placed in enumerate(table["placed"]):
        if placed is not None:
            lines.append((_did("placed", seat, names), placed_words(placed)))
    for seat, cards in enumerate(table["captured"]):
        lines.append((_did("captured", seat, names), " ".join([f"{len(cards)}:", *cards] if cards else ["none"])))
    left = table["left"]
    lines.append(("left", " ".join([f"{len(left)}:", *left] if left and HIDDEN not in left else [str(len(left))])))
    wide = max(12, *(len(name) + 1 for name, _ in lines))
    return "\n".join(f"{name:<{wide}}{cells}".rstrip() for name, cells in lines)


def _did(did: str, seat: Seat, names: Names) -> str:
    """The name of a row with what a player did: "placed A", or with names "you placed"."""
    letter = SEAT_NAMES[seat]
    return f"{did} {letter}" if names.who(seat) == letter else names.did(seat, did)


def placed_words(placed: Mapping[str, str | int]) -> str:
    """A placement that is not shown yet, in words: "1:2d 3:4d", or "5 hidden" for viewers who do not know it."""
    return " ".join(
        f"{card} hidden" if name == HIDDEN else f"{COLUMN_NAMES.index(name) + 1}:{card}"
        for name, card in placed.items()
    )


def tally(state: ColumnsState, names: Names) -> tuple[str, tuple[str, ...]]:
    """How the game ended: how many cards each seat captured, and how many cards belong to nobody (CO-9)."""
    stay = sum(len(cards) for column in state.slots if column is not None for cards in column)
    left = f" {stay} cards in undecided columns belong to nobody." if stay else " No column is left undecided."
    lines = tuple(
        sentence(f"{names.did(seat, 'captured')} {len(cards)} cards") for seat, cards in enumerate(state.captured)
    )
    return f"The deck is used up.{left}", lines


def check(state: ColumnsState, move: Move) -> None:
    """Raise IllegalMove with the rule that forbids a placement."""
    if type(move) is not Placement:
        raise unreadable(str(move), FORMS)
    text = str(move)
    if state.to_play is None:
        raise IllegalMove("CO-9", text, "the deck is used up and the last columns are decided: the game is over")
    for number, (column, card) in enumerate(zip(state.slots, move.cards, strict=True), 1):
        if column is None and card != NO_CARD:
            raise IllegalMove("CO-4", text, f"there is no column {number}, so the {card_name(card)} cannot lie there")
    hand = state.hands[state.to_play]
    played = move.played()
    for card in played:
        if card not in hand:
            raise IllegalMove("CO-4", text, f"you do not hold the {card_name(card)}")
        if played.count(card) > 1:
            raise IllegalMove("CO-4", text, f"the {card_name(card)} can lie behind one column only")
    kept = [f"the {card_name(card)}" for card in hand if card not in played]
    if kept:
        raise IllegalMove(
            "CO-4",
            text,
            f"every hidden card must be placed, and {listed(kept)} {'is' if len(kept) == 1 else 'are'} still in hand",
        )


def bearing(state: ColumnsState, move: Move) -> tuple[str, ...]:
    """The rules that apply to a placement, as far as the seat that places can know."""
    if state.to_play is None or not isinstance(move, Placement):
        return ("CO-9",) if state.to_play is None else ("CO-4",)
    rules = ["CO-4", "GE-4", "CO-5"]
    sides = [
        (column[state.to_play] if card == NO_CARD else (*column[state.to_play], card), column[1 - state.to_play])
        for column, card in zip(state.slots, move.cards, strict=True)
        if column is not None
    ]
    if len(state.hands[state.to_play]) < len(sides):
        rules.append("CO-3")
    if any(standing(own).sets for own, _ in sides):
        rules.append("CO-6")
    rules.append("CO-7")
    if any(standing(own).ace or standing(other).ace for own, other in sides):
        rules.append("CO-8")
    if not state.left:
        rules.append("CO-9")
    return tuple(rules)


def narrate(state: ColumnsState, move: Move, names: Names) -> str:
    """Say how many cards a placement laid or, for the dealer's placement, what became of the columns."""
    assert state.to_play is not None and isinstance(move, Placement)
    count = len(move.played())
    places = sentence(f"{names.does(state.to_play, 'place')} {NUMBERS[count]}")
    if state.placed is None:
        return f"{places} hidden {'card' if count == 1 else 'cards'}."
    taken: dict[int, dict[str, list[str]]] = {}
    drawn: list[str] = []
    for number, column in enumerate(state.shown(move), 1):
        if column is None:
            continue
        captor = winner(column, state.options.aces)
        if captor is None:
            drawn.append(str(number))
            continue
        sets = standing(column[captor]).sets
        how = "high and low" if sets == standing(column[1 - captor]).sets else set_name(sets)
        taken.setdefault(captor, {}).setdefault(how, []).append(str(number))
    news = [
        f"{names.does(captor, 'capture')} {', '.join(f'{_columns(numbers)} by {how}' for how, numbers in ways.items())}"
        for captor, ways in taken.items()
    ]
    if not news:
        news = ["nobody captures a column"]
    elif drawn:
        news.append(f"{_columns(drawn)} {'stays' if len(drawn) == 1 else 'stay'}")
    return f"{places} too: {'; '.join(news)}."


def _columns(numbers: list[str]) -> str:
    return f"{'column' if len(numbers) == 1 else 'columns'} {listed(numbers)}"


def reasons(state: ColumnsState, move: Move, names: Names) -> tuple[Reason, ...]:
    """Say why each of the columns was captured or drawn."""
    if state.placed is None or not isinstance(move, Placement):
        return ()
    return tuple(
        Reason(name, *why(column, state.options.aces, names), in_brief(column, state.options.aces))
        for name, column in zip(COLUMN_NAMES, state.shown(move), strict=True)
        if column is not None
    )
