"""Capture the Commander: two to four players break into each other's formations (docs/rules.md, CC-1 to CC-19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple, Self

from capture_widgets.core.errors import IllegalDeal
from capture_widgets.core.shuffles import shuffled
from capture_widgets.engine.cards import FRENCH, HIDDEN, Card
from capture_widgets.engine.faces import suit_names
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import SEAT_NAMES, Move, Reason, Seat, State, Viewer, no_move, tidy, unreadable
from capture_widgets.games.commander import phrases, words
from capture_widgets.games.commander.battle import (
    War,
    choosable,
    how_uncovered,
    is_decided,
    returns_of,
    seat_after,
    team_points,
)
from capture_widgets.games.commander.formation import (
    BASE,
    BIT,
    BLOW,
    COMMANDER,
    NEXT,
    OPPONENTS,
    TWO,
    WHOLE,
    CommanderOptions,
    Place,
    Position,
    card_name,
    mask_of,
    positions_of,
)
from capture_widgets.games.commander.moves import (
    ATTACKERS,
    BUT_COMMANDER,
    BY_TEXT,
    FORMS,
    GIFTS,
    TARGETS,
    Attack,
    Attacks,
    AttacksAndGifts,
    Choice,
    Gift,
    attackers_of,
    choices_of,
    holes_of,
    targets_of,
)
from capture_widgets.games.commander.position import CommanderEntry, CommanderTable, CommanderWar, Reader


class _Fields(NamedTuple):
    to_play: Seat | None
    cards: tuple[Card, ...]
    """By place, the card that lies there, or the last one that lay there and left play; -1 if there was none."""
    present: int
    """The mask of the places where a card lies."""
    shown: int
    """The mask of the cards that the players have seen."""
    removed: tuple[int, ...]
    """The cards that left play, in order, each as ``place << 6 | card``."""
    out: tuple[Seat, ...]
    """Seats whose commander was captured, in order."""
    war: War | None
    points: tuple[int, ...]
    """Points by seat: those of CC-14 as commanders fall, those of CC-17 at the end of the round."""
    options: CommanderOptions


_new: Final = tuple.__new__


class CommanderState(_Fields, State):
    """A position of Capture the Commander."""

    __slots__ = ()

    @classmethod
    def deal(cls, cards: Sequence[Card], options: CommanderOptions, first: Seat | None) -> Self:
        """The state before the first attack, which the seat ``first`` makes (CC-1, CC-13)."""
        players = options.players
        if options.one_suit_each:
            for seat in range(players):
                suit = FRENCH.suits[seat]
                for card in cards[13 * seat : 13 * seat + 13]:
                    if FRENCH.suit_of[card] != seat:
                        raise IllegalDeal(
                            "CC-19",
                            f"seat {SEAT_NAMES[seat]} must have the thirteen {suit_names(FRENCH)[suit]}, "
                            f"not the {card_name(card)}",
                        )
        return cls(
            options.first if first is None else first,
            tuple(cards[: 13 * players]),
            (1 << 13 * players) - 1,
            0,
            (),
            (),
            None,
            (0,) * players,
            options,
        )

    @property
    def hides_move(self) -> bool:
        """Whether the move is the attacker's choice in a war, which nobody else sees until the defender has chosen
        (CC-9).
        """
        return self.war is not None and not self.war.chosen

    @property
    def seats_out(self) -> tuple[Seat, ...]:
        """The seats whose commander was captured, in order."""
        return self.out

    def formation(self, seat: Seat) -> int:
        """The mask of the positions where a seat's cards lie."""
        return self.present >> 13 * seat & WHOLE

    def partner(self, seat: Seat) -> Seat | None:
        """The seat's partner, None without teams (CC-15)."""
        return seat ^ 2 if self.options.teams else None

    def legal_moves(self) -> Sequence[Move]:
        """The attacks and gifts of a turn, or the choices in a war."""
        to_play, cards, present, shown, _, out, war, _, options = self
        if to_play is None:
            return ()
        lying = present >> 13 * to_play & WHOLE
        if war is not None:
            return choices_of(choosable(war.defending if war.chosen else war.attacking, lying, options))
        if options.players == 2:
            other = 1 - to_play
            theirs = present >> 13 * other & WHOLE
            targets = TARGETS[other][theirs] or targets_of(other, theirs)
        else:
            targets = ()
            for other in OPPONENTS[options.teams][options.players][to_play]:
                if other not in out:
                    theirs = present >> 13 * other & WHOLE
                    targets += TARGETS[other][theirs] or targets_of(other, theirs)
        if options.teams and to_play ^ 2 not in out:
            holes = holes_of(to_play ^ 2, present >> 13 * (to_play ^ 2) & WHOLE)
            if holes:
                base = BASE[to_play]
                gifts = tuple(
                    [GIFTS[own] for own in positions_of(lying & BUT_COMMANDER) if not shown >> cards[base + own] & 1]
                )
                return AttacksAndGifts.with_gifts(ATTACKERS[lying] or attackers_of(lying), targets, gifts, holes)
        return Attacks.of(ATTACKERS[lying] or attackers_of(lying), targets)

    def apply(self, move: Move) -> CommanderState:
        """The state after a legal move."""
        to_play, cards, present, shown, removed, out, war, points, options = self
        if to_play is None:
            raise no_move(self, move)
        if type(move) is Attack:
            own, seat, target = move.own, move.seat, move.target
            own_place, target_place = BASE[to_play] + own, BASE[seat] + target
            mine, theirs = cards[own_place], cards[target_place]
            shown |= TWO[mine][theirs]
            blow = BLOW[options.twos_beat_aces][mine][theirs]
            # the most common case, an attack that removes one card at once, is written out because it is faster
            if blow > 0 and target != 13:
                present ^= BIT[target_place]
                removed += (target_place << 6 | theirs,)
            elif blow < 0 and own != 13:
                present ^= BIT[own_place]
                removed += (own_place << 6 | mine,)
            else:
                return self._battle(to_play, (own,), seat, (target,), shown, blow)
            to_play = seat_after(to_play, out, options.players) if out else NEXT[options.players][to_play]
            return _new(CommanderState, (to_play, cards, present, shown, removed, out, None, points, options))
        if isinstance(move, Choice):
            assert war is not None
            attacker, attacking, defender, defending, chosen = war
            if not chosen:
                war = _new(War, (attacker, attacking, defender, defending, move.position))
                return _new(CommanderState, (defender, cards, present, shown, removed, out, war, points, options))
            mine, theirs = cards[BASE[attacker] + chosen], cards[BASE[defender] + move.position]
            shown |= TWO[mine][theirs]
            blow = BLOW[options.twos_beat_aces][mine][theirs]
            return self._battle(attacker, (*attacking, chosen), defender, (*defending, move.position), shown, blow)
        if not isinstance(move, Gift):
            raise no_move(self, move)
        own_place, hole = BASE[to_play] + move.own, BASE[move.seat] + move.hole
        lying = list(cards)
        lying[hole] = lying[own_place]
        lying[own_place] = -1
        for entry in reversed(removed):
            if entry >> 6 == own_place:
                lying[own_place] = entry & 63
                break
        present = present ^ BIT[own_place] | BIT[hole]
        return _new(CommanderState, (to_play, tuple(lying), present, shown, removed, out, war, points, options))

    def _battle(
        self,
        attacker: Seat,
        attacking: tuple[Position, ...],
        defender: Seat,
        defending: tuple[Position, ...],
        shown: int,
        blow: int,
    ) -> CommanderState:
        """The state after both sides have shown a card; ``blow`` is +1 if the attacker's card beat the other (CC-7 to
        CC-11).
        """
        _, cards, present, _, removed, out, _, points, options = self
        to_play: Seat | None
        if blow == 0:
            ours, theirs = present >> 13 * attacker & WHOLE, present >> 13 * defender & WHOLE
            if choosable(attacking, ours, options) and choosable(defending, theirs, options):
                war = _new(War, (attacker, attacking, defender, defending, 0))
                return _new(CommanderState, (attacker, cards, present, shown, removed, out, war, points, options))
            blow = ours.bit_count() - theirs.bit_count()
        if blow == 0:
            to_play = None
        else:
            winner, loser, lost = (attacker, defender, defending) if blow > 0 else (defender, attacker, attacking)
            base = BASE[loser]
            if COMMANDER in lost:
                out += (loser,)
                left = positions_of(present >> 13 * loser & WHOLE & ~mask_of(lost))
                lost += left
                if options.scoring and not options.teams:  # CC-14
                    points = (*points[:winner], points[winner] + len(left), *points[winner + 1 :])
            present &= ~(mask_of(lost) << 13 * loser)
            removed += tuple([base + position << 6 | cards[base + position] for position in lost])
            to_play = None if is_decided(out, options) else seat_after(attacker, out, options.players)
        if to_play is None and options.teams:
            points = team_points(present, out)
        return _new(CommanderState, (to_play, cards, present, shown, removed, out, None, points, options))

    @property
    def returns(self) -> list[int] | None:
        """+1 for the winners and -1 for all others; after a draw 0 for all who were still in (CC-11)."""
        return None if self.to_play is not None else returns_of(self.out, self.options)

    # -- notation and refusals

    def parse(self, text: str) -> Move:
        """The attack (``1xB2``), choice (``+5``) or gift (``5>C1``) that a text names."""
        move = BY_TEXT.get(tidy(text))
        if move is None:
            raise unreadable(text, FORMS)
        return move

    def check(self, move: Move) -> None:
        """Raise IllegalMove with the rule that forbids a move."""
        words.check(self, move)

    def bearing(self, move: Move) -> tuple[str, ...]:
        """The rules that apply to a move, as far as everybody can tell before the cards are shown."""
        return words.bearing(self, move)

    # -- what viewers see

    def table(self, viewer: Viewer) -> CommanderTable:
        """Formations, removed cards and the war as a viewer sees them; cards that nobody has seen are hidden (CC-1,
        CC-5).
        """
        text = FRENCH.text
        _, cards, _, shown, removed, out, war, _, options = self

        def face(card: Card) -> str:
            return text[card] if viewer is None or shown >> card & 1 else HIDDEN

        formations: list[list[CommanderEntry | None]] = []
        for seat in range(options.players):
            lying = self.formation(seat)
            formations.append(
                [
                    {
                        "card": face(cards[13 * seat + i]),
                        "uncovered": how_uncovered(lying, i + 1),
                        "seen": bool(shown >> cards[13 * seat + i] & 1),
                    }
                    if lying >> i & 1
                    else None
                    for i in range(13)
                ]
            )
        battle: CommanderWar | None = None
        if war is not None:
            known = [war.chosen] if war.chosen and (viewer is None or viewer == war.attacker) else []
            battle = {
                "attacker": [war.attacker, [*war.attacking, *known]],
                "defender": [war.defender, list(war.defending)],
            }
        return {
            "formations": formations,
            "out": list(out),
            "removed": [[(entry >> 6) // 13, (entry >> 6) % 13 + 1, face(entry & 63)] for entry in removed],
            "war": battle,
        }

    @property
    def drawn(self) -> bool:
        """Whether the round ended in a draw (CC-11)."""
        return self.returns is not None and 1 not in self.returns

    def rest(self) -> dict[str, Any]:
        """What the open table does not show: whose turn it is, the cards out of play, the removed cards that nobody
        saw, whether the round ended in a draw, and the points.
        """
        dealt = {entry & 63 for entry in self.removed}
        dealt.update(card for place, card in enumerate(self.cards) if self.present >> place & 1)
        return {
            "turn": self.to_play if self.war is None else self.war.attacker,
            "aside": FRENCH.texts(card for card in range(52) if card not in dealt),
            "unseen": FRENCH.hand(entry & 63 for entry in self.removed if not self.shown >> (entry & 63) & 1),
            "drawn": self.drawn,
            "points": list(self.points),
        }

    @classmethod
    def from_table(cls, table: Any, rest: Any, options: CommanderOptions) -> Self:
        """The state that an open table and its rest describe."""
        return Reader(table, rest, options).state(cls)

    # -- hidden information

    def determinize(self, seat: Seat | Literal["public"], rng: Random) -> Self:
        """Lay the cards that nobody has seen anew, every arrangement as likely as any other.

        If each player has one suit, a card keeps its suit, since everybody knows whose it is (CC-19). If the viewer
        does not know a choice in a war, every legal choice is equally likely.
        """
        cards, shown = self.cards, self.shown
        by_suit = self.options.one_suit_each
        places: dict[int, list[tuple[Place, int]]] = {}
        for place, card in enumerate(cards):
            if self.present >> place & 1 and not shown >> card & 1:
                places.setdefault(FRENCH.suit_of[card] if by_suit else 0, []).append((place, -1))
        for i, entry in enumerate(self.removed):
            if not shown >> (entry & 63) & 1:
                places.setdefault(FRENCH.suit_of[entry & 63] if by_suit else 0, []).append((entry >> 6, i))
        lying, removed = list(cards), list(self.removed)
        for suit, spots in places.items():
            unknown = [
                card for card in range(52) if not shown >> card & 1 and (not by_suit or FRENCH.suit_of[card] == suit)
            ]
            # the cards left over are out of play; a removed card that nobody saw was the last one on its place
            for (place, i), card in zip(spots, shuffled(unknown, rng, len(spots)), strict=True):
                lying[place] = card
                if i >= 0:
                    removed[i] = place << 6 | card
        war = self.war
        if war is not None and war.chosen and seat != war.attacker:
            choices = positions_of(choosable(war.attacking, self.formation(war.attacker), self.options))
            war = war._replace(chosen=rng.choice(choices))
        return self._replace(cards=tuple(lying), removed=tuple(removed), war=war)

    # -- words

    def phrase(self, move: Move, names: Names = LETTERS, instead: Move | None = None) -> str:
        """Tell somebody to make a move."""
        return phrases.phrase(self, move, names)

    def narrate(self, move: Move, after: Self, names: Names = LETTERS) -> str:
        """Say what an attack, a choice or a gift did."""
        return words.narrate(self, move, after, names)

    def reasons(self, move: Move, after: Self, names: Names = LETTERS) -> tuple[Reason, ...]:
        """Say which card beat which, which cards left play, and who has won."""
        return words.reasons(self, move, after, names)


def _shuffle(shuffler: Callable[[list[Card]], list[Card]], options: CommanderOptions) -> list[Card]:
    """The shuffled deck; if each player has one suit, each suit is shuffled by itself (CC-19)."""
    if not options.one_suit_each:
        return shuffler(list(range(52)))
    return [card for suit in range(4) for card in shuffler(list(range(13 * suit, 13 * suit + 13)))]


def _match_refused(options: CommanderOptions) -> str | None:
    return None if options.scoring else "a match counts points, so it needs scoring=True (CC-14)"


def _match_over(totals: Sequence[int], options: CommanderOptions) -> bool:
    """Whether somebody has reached the target and leads alone, or with their partner (CC-14, CC-17)."""
    best = max(totals)
    leaders = [seat for seat, total in enumerate(totals) if total == best]
    return best >= options.target and (leaders in ([0, 2], [1, 3]) if options.teams else len(leaders) == 1)


def _match_hands(options: CommanderOptions) -> float:
    """About how many hands a match takes; a hand brings its best player more points, the more commanders there are."""
    return options.target / (10 if options.teams else {2: 2, 3: 3, 4: 4.2}[int(options.players)])
