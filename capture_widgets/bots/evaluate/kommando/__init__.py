"""The evaluation of Kommando: the value of a row card against the cards that a fight for it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from capture_widgets.bots.evaluate.evaluation import Contrast, Evaluation
from capture_widgets.bots.evaluate.kommando.later import HIGH_CARD_STEP, RANDOM_SHARE, UNSEEN, later_words, rest_of_hand
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.cards import Card
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, State
from capture_widgets.games.kommando import Attack, Defence, KommandoState, card_name
from capture_widgets.games.kommando.moves import SHOWN

_CARD_WORTH = 0.6
"""The worth, in points, of one more in the value of a card that is kept for later fights."""
_NO_COLOUR = 3

# Playouts keep a hand as a mask in which a card has the bit 3 * (value - 1) + colour. One operation on integers then
# finds the lowest card, the highest card, or the lowest card that beats another one.


def _spread(colour: int) -> tuple[int, ...]:
    """Convert the mask of a hand's cards of one colour to the bit order of playouts, for all 1024 masks."""
    return tuple(sum(1 << 3 * bit + colour for bit in range(10) if part >> bit & 1) for part in range(1024))


_RED, _YELLOW, _BLUE = (_spread(colour) for colour in range(3))
_ALL = (1 << 30) - 1
_OTHER_COLOURS = (*(_ALL & ~column[1023] for column in (_RED, _YELLOW, _BLUE)), _ALL)
"""By colour, a mask of the cards of other colours; all cards for a face-down row card."""
_BY_CARD = {
    1 << 3 * value + colour: (_OTHER_COLOURS[colour], _ALL >> 3 * value + 3 << 3 * value + 3, 7 << 3 * value)
    for value in range(10)
    for colour in range(3)
}
"""By the bit of a card, three masks: cards of other colours, higher cards, cards of the same value."""
_Place = tuple[int, float, float, int]
"""A row card: a mask of the cards of other colours; half the probability that an attack is random or high; the
probability that the defender beats the attack if it can; and the value of the card."""


def _place(place: int, card: Card) -> _Place:
    colour, value = SHOWN[place][card], card % 10 + 1
    seen = UNSEEN if colour == _NO_COLOUR else value
    return _OTHER_COLOURS[colour], (RANDOM_SHARE + HIGH_CARD_STEP * (seen - 1)) / 2, (seen + 1) / 9, value


_PLACES = tuple(tuple(_place(place, card) for card in range(30)) for place in range(10))
"""By place, and by the card that lies there."""
_OFTENER, _MORE_POINTS, _AS_GOOD, _LITTLE = 0.15, 1.0, 0.3, 1.5
"""The least differences that are told as a reason: in how often a fight is won, and in its points. A lower card
does as well if it brings at most `_AS_GOOD` points less. A much lower one is told if it brings at most `_LITTLE`
less."""
_LOWER, _MUCH_LOWER, _HIGHER = 2, 4, 1.5
"""The least differences in value between the cards that two moves spend: by `_LOWER` an own card counts as lower, by
`_MUCH_LOWER` as much lower, and by `_HIGHER` the other player's as higher."""
_LARGEST_MARGIN = 3 * (10 + 9 + 8) + 7
"""The total value of the highest possible row."""


class KommandoEvaluation(Evaluation):
    """Rates a fight by the value of its row card and of the cards that both sides play for it."""

    deep: ClassVar[bool] = True
    reuse: ClassVar[int] = 12
    playouts: int = 2
    """The number of playouts from each leaf of the tree; a playout is cheap compared with the walk to the leaf."""
    scale: ClassVar[float] = 15.0
    club_simulations: ClassVar[int] = 300
    strong_simulations: ClassVar[int] = 40_000
    exploration: float = 0.45
    hint_seconds: ClassVar[tuple[float, float, float]] = (3.6, 3.6, 0.3)
    proven: ClassVar[float] = 2.25
    purpose_is_reason = True
    sureness: ClassVar[tuple[float, float, float, float]] = (-0.31, 0.39, 0.12, 3.59)
    default_sureness = (0.04, 0.52, 0.12, 6.5, 1.9)

    def __init__(self, *, match: bool = False) -> None:
        super().__init__(match=match)
        self._fewer_defences = False
        self._row: tuple[Card, ...] = ()
        self._places: list[_Place] = []
        """The entry of `_PLACES` for each place of that row."""
        self._worth = {
            margin: self.reward((margin > 0) - (margin < 0), margin)
            for margin in range(-_LARGEST_MARGIN, _LARGEST_MARGIN + 1)
        }
        """The reward of seat A by its margin."""

    def _read_row(self, state: KommandoState) -> None:
        """Read the row of a world once, for all playouts in that world."""
        self._row = state.row
        self._places = [cards[card] for cards, card in zip(_PLACES, state.row)]  # noqa: B905  (both have ten entries)

    def for_advice(self) -> Evaluation:
        """Explores less below the root, makes more playouts from each leaf, and searches fewer defences."""
        self.exploration, self.playouts, self._fewer_defences = 0.38, 4, True
        return self

    def for_analysis(self) -> Evaluation:
        """As for advice, but later visits count more, so that small trees err less; hints gain nothing by it."""
        self.for_advice()
        self.recency = 1.0
        return self

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """All moves; for advice, of the defences in one colour with the same outcome only the lowest.

        That doubles the depth of the tree. In play it brought nothing: -.10 ± .11 at 500 simulations in 60 deals.
        """
        assert isinstance(state, KommandoState)
        if state.attack is None or not self._fewer_defences:
            return moves
        against = state.attack.card % 10
        lowest: dict[tuple[int, bool, bool], Defence] = {}
        for move in moves:
            assert isinstance(move, Defence)
            colour, value = divmod(move.card, 10)
            key = colour, value > against, value < against
            if key not in lowest or move.card < lowest[key].card:
                lowest[key] = move
        return list(lowest.values())

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Rate each move by the margin of the fight after the best answer, and by the difference of both cards."""
        assert isinstance(state, KommandoState)
        if state.attack is not None:
            prize = _prize(state, state.attack.end)
            return [_margin(move.card, state.attack.card, prize) for move in moves if isinstance(move, Defence)]
        ratings: list[float] = []
        for move in moves:
            assert isinstance(move, Attack)
            prize = _prize(state, move.end)
            ratings.append(
                min(
                    -_margin(answer.card, move.card, prize)
                    for answer in state.apply(move).legal_moves()
                    if isinstance(answer, Defence)
                )
            )
        return ratings

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Play the hand out: attackers use the highest or the lowest card, defenders the lowest card that wins.

        This repeats the rules of `KommandoState` with plain integers for speed: a search spends most of its time here.
        """
        assert isinstance(state, KommandoState)
        random = rng.random
        if state.row is not self._row:
            self._read_row(state)
        places = self._places
        attacker, hand, other, attack = state.to_play, state.hand, state.other_hand, state.attack
        assert attacker is not None
        attacking = _RED[hand & 1023] | _YELLOW[hand >> 10 & 1023] | _BLUE[hand >> 20]
        answering = _RED[other & 1023] | _YELLOW[other >> 10 & 1023] | _BLUE[other >> 20]
        first, last = state.ends()
        pending = 0
        fought = places[0]
        if attack is not None:
            attacker, attacking, answering = 1 - attacker, answering, attacking
            pending = 1 << attack.card % 10 * 3 + attack.card // 10
            fought = places[last if attack.end else first]
            first, last = first + 1 - attack.end, last - attack.end
        points = state.points
        ahead = points[attacker] - points[1 - attacker]
        chosen_end = state.options.no_choice == "chosen end"
        total = 0.0
        for _ in range(self.playouts):
            low, high, ours, theirs = first, last, attacking, answering
            seat, margin = attacker, ahead
            played = pending
            but, _, pays, prize = fought
            while played or low <= high:
                if not played:
                    # the half of one random number gives the end of the row, and its position there the kind of attack
                    dice = random()
                    if dice < 0.5:
                        place, elsewhere = low, high
                    else:
                        place, elsewhere = high, low
                        dice -= 0.5
                    but, spent, pays, prize = places[place]
                    may = ours & but
                    if not may:
                        if not chosen_end and ours & places[elsewhere][0]:
                            place = elsewhere
                            but, spent, pays, prize = places[place]
                            may = ours & but
                        else:
                            may = ours
                    if place == low:
                        low += 1
                    else:
                        high -= 1
                    if dice < RANDOM_SHARE / 2:
                        for _ in range(int(dice * (2 / RANDOM_SHARE) * may.bit_count())):
                            may &= may - 1
                        played = may & -may
                    elif dice < spent:
                        played = 1 << may.bit_length() - 1
                    else:
                        played = may & -may
                    ours ^= played
                # the answer: the lowest card that wins, more often for a higher prize, else the lowest card
                others, above, equal = _BY_CARD[played]
                may = theirs & others & but or theirs
                if random() < pays:
                    may = may & above or may
                answer = may & -may
                theirs ^= answer
                if not answer & equal:
                    if answer > played:
                        margin -= prize
                    else:  # KO-9: the loser attacks next
                        seat, margin = 1 - seat, -margin - prize
                        ours, theirs = theirs, ours
                played = 0
            total += self._worth[-margin if seat else margin]
        reward = total / self.playouts
        return reward, 1 - reward

    def purpose(self, state: State, move: Move) -> str:
        """The purpose of an attack or an answer."""
        assert isinstance(state, KommandoState)
        end = move.end if isinstance(move, Attack) else state.attack.end if state.attack else 0
        hidden = state.shown_colour(state.ends()[end]) == _NO_COLOUR
        prize = "the face-down card, whatever it is worth" if hidden else number_of(_prize(state, end), "point")
        if isinstance(move, Attack):
            if move.card % 10 >= 7:
                return f"a high card to win {prize}"
            if move.card % 10 <= 2:
                return f"a low card that you can spare; the other player has to spend a card on {prize}"
            return f"a card of middle rank to fight for {prize}"
        assert isinstance(move, Defence) and state.attack is not None
        attacker = card_name(state.attack.card)
        if move.card % 10 > state.attack.card % 10:
            return f"it beats the {attacker} and wins {prize}"
        if move.card % 10 == state.attack.card % 10:
            return f"it ties with the {attacker}, so nobody wins {prize}"
        return f"it gives up {prize} and saves your better cards; you attack next"

    def effects(self, before: Any, after: Any) -> Mapping[str, float] | None:
        """Of the fight: whether it was won, its points, and the values of the cards that both sides spent."""
        assert isinstance(before, KommandoState) and isinstance(after, KommandoState)
        if after.attack is not None:
            return None
        seat = before.to_play
        assert seat is not None
        at_right = len(after.right) > len(before.right)
        prize = _prize(before, int(at_right))
        points = sum(sign * (now - then) for sign, now, then in zip((1, -1), after.points, before.points, strict=True))
        points = -points if seat else points
        own, other = (_spent(before.hands[one], after.hands[one]) for one in (seat, 1 - seat))
        if before.attack is not None:
            other = before.attack.card % 10 + 1
        return {"won": float(points == prize), "points": points, "spent": own, "drawn": other}

    def later(self, before: Any, decided: Any, after: Any, rng: Random) -> Mapping[str, float]:
        """The row cards won in the whole hand, and what each own card won."""
        return rest_of_hand(before, decided, after, rng)

    def because(self, state: Any, best: Any, played: Any, told: Mapping[str, Contrast], names: Names) -> str | None:
        """A fight that is won, a card that is kept, or a higher card that the other player spends."""
        assert isinstance(state, KommandoState) and state.to_play is not None
        won, points, spent, drawn = (told[name] for name in ("won", "points", "spent", "drawn"))
        end = best.end if isinstance(best, Attack) else state.attack.end if state.attack else 0
        same_end = isinstance(best, Defence) or best.end == played.end
        if same_end and won.is_clear(_OFTENER):
            place = state.ends()[end]
            hidden = state.shown_colour(place) == _NO_COLOUR
            return f"it wins the {'face-down card' if hidden else card_name(state.row[place])} {won.in_hundred}"
        if points.is_clear(_MORE_POINTS):
            return f"on average this fight ends {points.lead:.1f} points better for you"
        if (
            spent.lead <= -_LOWER
            and points.lead >= -_AS_GOOD
            or (spent.lead < 0 and points == (points.best, points.best, 0))
        ):
            return f"it does as well in this fight, and keeps your {card_name(played.card)} for later"
        later = later_words(state, best, played, told)
        if later.kept:
            return later.kept
        if drawn.is_clear(_HIGHER):
            other = 1 - state.to_play
            best, less = (_of_value(round(value)) for value in (drawn.best, drawn.played))
            spends = f"{names.who(other)} {names.verb(other, 'spend')} a higher card against it"
            return f"{spends}, about {best}; against your move about {less}"
        if spent.lead <= -_MUCH_LOWER and points.lead >= -_LITTLE:
            kept = card_name(played.card)
            return f"it keeps your {kept} for later, and costs only {-points.lead:.1f} points in this fight"
        return later.row or later.rest or None


def _of_value(value: int) -> str:
    """A card of a value, as people say it: "a 5", "an 8"."""
    return f"{'an' if value == 8 else 'a'} {value}"


def _spent(had: int, has: int) -> int:
    """The value of the card that a hand has no more."""
    return ((had & ~has).bit_length() - 1) % 10 + 1


def _prize(state: KommandoState, end: int) -> int:
    return state.row[state.ends()[end]] % 10 + 1


def _margin(answer: Card, attack: Card, prize: int) -> float:
    """The points that a fight brings the defender, less the worth of the cards used."""
    own, against = answer % 10, attack % 10
    won = prize if own > against else -prize if own < against else 0
    return won - _CARD_WORTH * (own - against)


EVALUATION: Final = KommandoEvaluation
