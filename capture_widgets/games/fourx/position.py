"""The table of 4X Solitaire as data: what viewers see, and the checks of a table that is read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypedDict

from capture_widgets.core.bit_masks import bits
from capture_widgets.core.errors import RecordError
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.cards import FRENCH, HIDDEN, Card
from capture_widgets.engine.seats import Viewer
from capture_widgets.engine.table_readers import CardsOnce, read_flag, read_list, read_object, read_whole
from capture_widgets.games.fourx.moves import (
    CLUBS,
    CORNER,
    DIAMONDS,
    HEARTS,
    KING_OF,
    NO_CARD,
    RANK,
    SPADES,
    SUIT,
    WHOLE,
    FourXOptions,
    card_name,
)

if TYPE_CHECKING:
    from capture_widgets.games.fourx.rules import FourXState


class FourXEntry(TypedDict):
    """One space of the map."""

    card: str | None
    """The text of the card; null if the space is vacated."""
    up: bool
    """Whether a card lies there face up; false if the space is vacated."""
    territory: bool


class FourXTech(TypedDict):
    """The technology."""

    card: str
    used: bool


class FourXTable(TypedDict):
    """The table of 4X Solitaire in a dump."""

    own: str | None
    """The player's own suit, null until the king is chosen."""
    map: list[FourXEntry | None]
    """The spaces in reading order; null for a space that is off the map."""
    arsenal: list[str]
    """The visible top cards of the three piles."""
    conquered: list[str]
    """Suits, in the order in which they were conquered."""
    tech: FourXTech | None
    turns: int


_MOST_TURNS: Final = 9_000_000
"""The largest number of turns that a table may have: as many as a record may have moves."""


def table_of(state: FourXState, viewer: Viewer) -> FourXTable:
    """The table as a viewer sees it; face-down cards, and all cards before the map is laid out, are hidden (FX-2,
    FX-10).
    """
    text = FRENCH.text
    spaces: list[FourXEntry | None] = []
    for space, card in enumerate(state.cards):
        if space == CORNER and state.options.tech:
            spaces.append(None)
            continue
        down = bool(state.down >> space & 1)
        shown = None if card == NO_CARD else HIDDEN if down and viewer is not None else text[card]
        spaces.append(
            {"card": shown, "up": shown is not None and not down, "territory": bool(state.territory >> space & 1)}
        )
    unseen = state.own is None and viewer is not None
    return {
        "own": None if state.own is None else FRENCH.suits[state.own],
        "map": spaces,
        "arsenal": [HIDDEN] * 3 if unseen else FRENCH.texts(state.arsenal),
        "conquered": [FRENCH.suits[suit] for suit in state.conquered],
        "tech": None if state.tech is None else {"card": text[state.tech], "used": state.used},
        "turns": state.turns,
    }


def rest_of(state: FourXState) -> dict[str, Any]:
    """What the open table does not show.

    ``piles`` has the cards under each arsenal card, lowest first; ``replacement`` the card that waits to replace the
    technology, else null; ``taken`` the card that a technology of clubs took, else null; ``resigned`` says whether the
    player gave up.
    """
    return {
        "piles": [FRENCH.texts(pile[:-1]) for pile in state.piles],
        "replacement": None if state.replacement is None else FRENCH.text[state.replacement],
        "taken": None if state.taken is None else FRENCH.text[state.taken],
        "resigned": state.result < 0,
    }


class Reader:
    """Reads an open table and its rest, checks them, and makes the state that they describe."""

    def __init__(self, table: Any, rest: Any, options: FourXOptions) -> None:
        self.options = options
        self.table = read_object(table, "table", ("own", "map", "arsenal", "conquered", "tech", "turns"))
        self.rest = read_object(rest, "rest", ("piles", "replacement", "taken", "resigned"))
        self.once = CardsOnce(FRENCH)

    def state(self, cls: type[FourXState]) -> FourXState:
        """The state, after a check that all parts fit one another."""
        table, rest, options = self.table, self.rest, self.options
        own = None if table["own"] is None else _suit(table["own"], "table.own")
        cards, down = self._map(read_list(table["map"], "table.map", 49))
        arsenal = tuple(
            self._common(text, f"table.arsenal[{place}]")
            for place, text in enumerate(read_list(table["arsenal"], "table.arsenal", 3))
        )
        piles = tuple(
            (*self._pile(pile, f"rest.piles[{place}]", arsenal[place], own), arsenal[place])
            for place, pile in enumerate(read_list(rest["piles"], "rest.piles", 3))
        )
        conquered = self._conquered(table["conquered"], own)
        tech, used = self._technology(table["tech"], own)
        replacement = self._replacement(rest["replacement"], tech)
        taken = self._taken(rest["taken"], tech if used else None, own)
        turns = table["turns"]
        read_whole(turns, "table.turns", 0, _MOST_TURNS)
        resigned = rest["resigned"]
        read_flag(resigned, "rest.resigned")
        self.once.all_there()
        state = cls.from_parts(
            options,
            own,
            conquered,
            piles,
            replacement,
            tech,
            taken,
            turns,
            -1 if resigned else 0,
            bytes(cards),
            down,
            used=used,
        )
        self._check_stage(state)
        self._check_turns(state)
        return state

    def _common(self, text: object, where: str) -> Card:
        card = self.once.card(text, where)
        if card in KING_OF:
            raise RecordError(where, "a king never comes here (FX-1, FX-6, FX-10)")
        return card

    def _map(self, entries: list[object]) -> tuple[bytearray, int]:
        """Read the cards by space, and the mask of the spaces with a face-down card."""
        cards, down = bytearray([NO_CARD]) * 49, 0
        for space, value in enumerate(entries):
            where = f"table.map[{space}]"
            if space == CORNER and self.options.tech:
                if value is not None:
                    raise RecordError(where, "expected null: g7 is off the map in a game with a technology (FX-11)")
                continue
            entry = read_object(value, where, ("card", "up", "territory"))
            for key in ("up", "territory"):
                read_flag(entry[key], f"{where}.{key}")
            if entry["card"] is not None:
                cards[space] = self.once.card(entry["card"], f"{where}.card")
                down |= (not entry["up"]) << space
            elif entry["up"]:
                raise RecordError(f"{where}.up", "a vacated space holds no face-up card")
        return cards, down

    def _pile(self, value: object, where: str, top: Card, own: int | None) -> tuple[Card, ...]:
        """Read the cards under an arsenal card; each must have been captured by the card under it (FX-6)."""
        pile = [self._common(text, f"{where}[{place}]") for place, text in enumerate(read_list(value, where))]
        for place, (by, card) in enumerate(zip(pile, [*pile, top][1:], strict=True)):
            if SUIT[card] == own or RANK[card] >= RANK[by] or SUIT[by] not in (SUIT[card], own):
                name = card_name(card)
                raise RecordError(f"{where}[{place}]", f"this card cannot have taken the {name} that lies on it (FX-6)")
        return tuple(pile)

    def _conquered(self, value: object, own: int | None) -> tuple[int, ...]:
        suits: list[int] = []
        for place, text in enumerate(read_list(value, "table.conquered")):
            where = f"table.conquered[{place}]"
            suit = _suit(text, where)
            if suit in suits or suit == own:
                raise RecordError(where, "expected three different suits at most, none of them the player's own (FX-7)")
            self.once.stands(KING_OF[suit], where)
            suits.append(suit)
        return tuple(suits)

    def _technology(self, value: object, own: int | None) -> tuple[Card | None, bool]:
        if value is None:
            return None, False
        if not self.options.tech or own is None:
            raise RecordError("table.tech", "expected null: no technology has been chosen here (FX-10)")
        entry = read_object(value, "table.tech", ("card", "used"))
        read_flag(entry["used"], "table.tech.used")
        return self._common(entry["card"], "table.tech.card"), entry["used"]

    def _replacement(self, value: object, tech: Card | None) -> Card | None:
        if self.options.tech and tech is None:
            return self._common(value, "rest.replacement")
        if value is not None:
            raise RecordError("rest.replacement", "expected null: no card waits to replace a technology (FX-10)")
        return None

    def _taken(self, value: object, used: Card | None, own: int | None) -> Card | None:
        """Read the card that a technology of clubs took."""
        if used is None or SUIT[used] != CLUBS:
            if value is not None:
                raise RecordError("rest.taken", "expected null: no technology of clubs has been used (FX-10)")
            return None
        card = self._common(value, "rest.taken")
        if SUIT[card] == own:
            raise RecordError("rest.taken", "a card of the player's own suit is no enemy and cannot be taken (FX-10)")
        return card

    def _check_stage(self, state: FourXState) -> None:
        """Refuse a table that contradicts the choices made so far, or values that follow from the map."""
        up = WHOLE[self.options.tech] & ~state.down
        if not state.laid_out:
            if up:
                raise RecordError(
                    f"table.map[{next(bits(up))}]",
                    "the map is not laid out yet, so all cards lie face down and no space is vacated (FX-2)",
                )
        elif state.own is not None:
            king = state.cards.index(KING_OF[state.own])
            if not up >> king & 1:
                raise RecordError(f"table.map[{king}].up", "the player's own king lies face up (FX-2)")
        for space, entry in enumerate(self.table["map"]):
            if entry is not None and entry["territory"] != bool(state.territory >> space & 1):
                right = "false" if entry["territory"] else "true"
                raise RecordError(f"table.map[{space}].territory", f"by FX-3 this must be {right}")
        if state.used and state.tech is not None and SUIT[state.tech] == HEARTS and not state.conquered:
            raise RecordError("table.tech.used", "a technology of hearts conquers, but nothing is conquered (FX-10)")
        if self.rest["resigned"] and state.territory == WHOLE[self.options.tech]:
            raise RecordError("rest.resigned", "the whole map is territory: a game that is won is not given up (FX-9)")

    def _check_turns(self, state: FourXState) -> None:
        """Refuse a number of turns that is too small for what has happened, or larger than the game can have taken
        (FX-9).
        """
        turned = (WHOLE[self.options.tech] & ~state.down).bit_count() - 1 if state.laid_out else 0
        ability = SUIT[state.tech] if state.tech is not None and state.used else None
        least = sum(len(pile) - 1 for pile in state.piles) + len(state.conquered)
        if (
            ability is not None and ability != HEARTS
        ):  # a conquest by a technology of hearts is counted among the conquests
            least += 1
        # an exploration turns up eight cards at most, a row or column six, a flip one
        by_ability = {DIAMONDS: 6, SPADES: 1}.get(ability, 0) if ability is not None else 0
        if by_ability and not turned:
            raise RecordError("table.tech.used", "the technology turns cards up, but none is turned up (FX-10)")
        least += -(-max(0, turned - by_ability) // 8)
        if state.turns < least:
            raise RecordError("table.turns", f"what has happened takes {number_of(least, 'turn')} at least (FX-9)")
        if not turned and state.turns:
            raise RecordError("table.turns", "the first turn turns a card up, but none is turned up (FX-4)")
        most = 1 + state.used
        if state.territory.bit_count() == 1 and state.turns > most:
            raise RecordError(
                "table.turns",
                f"with nothing but the king, at most {number_of(most, 'turn')} can have been taken (FX-4, FX-5)",
            )


def _suit(text: object, where: str) -> int:
    if not isinstance(text, str) or text not in FRENCH.suits:
        raise RecordError(where, 'expected a suit: "c", "d", "h" or "s"')
    return FRENCH.suits.index(text)
