"""What the spaces of a map are worth to the player: territory, cards that may move, enemies, and what can be taken."""

from __future__ import annotations

from capture_widgets.core.bit_masks import bits
from capture_widgets.engine.state import Move
from capture_widgets.games.fourx.moves import (
    CAPTURE,
    CLUBS,
    CONQUER,
    COURT,
    HEARTS,
    KINGS,
    LOWER,
    NEAR,
    NO_CARD,
    OF_SUIT,
    RESIGN,
    SPADES,
    SUIT,
    TECH_CAPTURE,
    TECH_CONQUER,
    TECH_FLIP,
    WHOLE,
    FourXOptions,
    Piles,
)


def vacated(cards: bytes, space: int) -> bytes:
    """The map after a card has left a space."""
    left = bytearray(cards)
    left[space] = NO_CARD
    return bytes(left)


def claims_of(
    options: FourXOptions, own: int, conquered: tuple[int, ...], cards: bytes, spaces: int
) -> tuple[int, int, int]:
    """What spaces with face-up cards, and vacated spaces, add to a position.

    Returns:
        The spaces that are territory, those of them whose cards may explore and travel, and the enemy cards.
    """
    ours = serving = OF_SUIT[own]
    for suit in conquered:
        ours |= OF_SUIT[suit]
    if options.conquered_serve:
        serving = ours
    if options.explorers == "court":
        serving &= COURT
    territory = movers = foes = 0
    while spaces:
        bit = spaces & -spaces
        spaces ^= bit
        card = cards[bit.bit_length() - 1]
        if card == NO_CARD:
            territory |= bit
        elif ours >> card & 1:
            territory |= bit
            if serving >> card & 1:
                movers |= bit
        else:
            foes |= 1 << card
    return territory, movers, foes


def standing_moves(
    options: FourXOptions,
    own: int,
    piles: Piles,
    ability: int | None,
    cards: bytes,
    down: int,
    territory: int,
    foes: int,
) -> tuple[Move, ...]:
    """The legal captures, conquests, technology moves and resigning: all moves that no travel changes.

    ``ability`` is the suit of the technology while it is not used, else None.
    """
    moves: list[Move] = []
    for pile in piles if foes else ():
        card = pile[-1]
        prey = foes & LOWER[card]
        if SUIT[card] != own:
            prey &= OF_SUIT[SUIT[card]]
        captures = CAPTURE[card]
        while prey:
            bit = prey & -prey
            prey ^= bit
            moves.append(captures[cards.index(bit.bit_length() - 1)])
    kings = foes & KINGS
    while kings:
        bit = kings & -kings
        kings ^= bit
        space = cards.index(bit.bit_length() - 1)
        around = NEAR[space] & WHOLE[options.tech]
        ours, count = (around & territory).bit_count(), around.bit_count()
        if 100 * ours >= 51 * count:
            moves.append(CONQUER[space])
        if ability == HEARTS and 100 * ours >= 50 * count:
            moves.append(TECH_CONQUER[space])
    if ability == SPADES:
        moves += [TECH_FLIP[space] for space in bits(down)]
    elif ability == CLUBS:
        moves += [TECH_CAPTURE[cards.index(card)] for card in bits(foes & ~KINGS)]
    moves.append(RESIGN)
    return tuple(moves)
