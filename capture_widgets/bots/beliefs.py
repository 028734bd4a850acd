"""Beliefs: the probability of each place for each hidden card, from worlds that fit what a viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.core.intervals import share_interval
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.export.data_frames import frame
from capture_widgets.games import game_type
from capture_widgets.model.dump import Dump
from capture_widgets.model.dump_groups import groups
from capture_widgets.model.history import History

if TYPE_CHECKING:
    from pandas import DataFrame

AWAY: Final = "away"
"""The key for cards that are not on the table: out of play, or below other cards."""

MOST_SAMPLES: Final = 100_000
_COLUMNS: Final = ["card", "place", "words", "seat", "cards", "chance", "low", "high"]
_MOST_CELLS: Final = 3_000
"""A notebook does not show a table with more cells than this."""


@dataclass(frozen=True)
class HiddenPlace:
    """A place that holds cards which the viewer does not know.

    Attributes:
        place: the key of the place: ``"hands/1"``.
        words: the name of the place for people.
        seat: the owner of the cards; None if nobody owns them.
        hidden: the number of unknown cards there.
    """

    place: str
    words: str
    seat: int | None
    hidden: int


@dataclass(frozen=True)
class Belief:
    """The probabilities of places for the cards that a viewer does not see; a notebook shows them as a table.

    All worlds that the viewer cannot tell from the true one are equally likely to be drawn (docs/secrecy.md). Nothing
    else about the true position is used, and no conclusions are drawn from the players' choices.

    Attributes:
        game: the slug of the game.
        seat: the viewer.
        round, ply: the position.
        samples: the number of worlds drawn.
        spots: the places with hidden cards, in the order of the table; `AWAY` is last, if cards may be off the table.
        counts: by (card, place), the number of worlds in which the card lay there; a missing key means 0.
    """

    game: str
    seat: Viewer
    round: int
    ply: int
    samples: int
    spots: tuple[HiddenPlace, ...]
    counts: Mapping[tuple[str, str], int]

    @property
    def cards(self) -> list[str]:
        """The cards that the viewer does not see, in canonical order."""
        hidden = {card for card, _ in self.counts}
        return [card for card in game_type(self.game).deck.text if card in hidden]

    def chance(self, card: str, place: str) -> float:
        """The probability that a card lies at a place.

        Args:
            card: the text of the card; the chance of a visible card is 0.
            place: the key of one of `spots`.

        Raises:
            ValueError: there is no such card, or no place of that key with hidden cards.
        """
        if place not in {spot.place for spot in self.spots}:
            raise ValueError(f"nothing is hidden at {shown(place)}; see the places in .spots")
        if game_type(self.game).deck.find(card) is None:
            raise ValueError(f"there is no card {shown(card)}")
        return self.counts.get((card, place), 0) / self.samples

    def at(self, place: str) -> dict[str, float]:
        """The probability of each hidden card at a place, the most likely card first."""
        chances = {card: self.chance(card, place) for card in self.cards}
        return dict(sorted(chances.items(), key=lambda item: -item[1]))

    def where(self, card: str) -> dict[str, float]:
        """The probability of each place for a card, the most likely place first; empty for a visible card."""
        chances = {spot.place: self.chance(card, spot.place) for spot in self.spots}
        return dict(sorted(((at, p) for at, p in chances.items() if p), key=lambda item: -item[1]))

    def frame(self) -> DataFrame:
        """One row for each hidden card and place.

        The columns are card, place, words, seat (None without an owner), cards (the number hidden there), chance, and
        low and high, the 95% interval that follows from the number of samples.
        """
        return frame([*self._rows()], _COLUMNS, seats=["seat"])

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for card in self.cards:
            for spot in self.spots:
                count = self.counts.get((card, spot.place), 0)
                low, high = share_interval(count, self.samples)
                rows.append(
                    {"card": card, "place": spot.place, "words": spot.words, "seat": spot.seat, "cards": spot.hidden,
                     "chance": count / self.samples, "low": low, "high": high}
                )  # fmt: skip
        return rows

    def __repr__(self) -> str:
        who = "the public" if self.seat == "public" else f"seat {SEAT_NAMES[self.seat or 0]}"
        return f"<Belief of {who}, {self.game}, round {self.round}, ply {self.ply}, {self.samples} samples>"

    def __str__(self) -> str:
        return "\n".join([repr(self), *(f"{spot.words}: {self._likeliest(spot.place, 6)}" for spot in self.spots)])

    def _likeliest(self, place: str, most: int) -> str:
        return ", ".join(self._words(place, most))

    def _words(self, place: str, most: int) -> list[str]:
        likely = [(card, chance) for card, chance in self.at(place).items() if chance][:most]
        return [f"{card} {100 * chance:.0f}%" for card, chance in likely]

    def likeliest(self, most: int) -> dict[str, list[str]]:
        """The most likely cards of each place on the table, in words: "10r 84%"."""
        return {spot.place: self._words(spot.place, most) for spot in self.spots if spot.place != AWAY}

    def _repr_html_(self) -> str:
        cards = self.cards
        if not cards:
            return "<p>Nothing is hidden.</p>"
        if len(cards) * len(self.spots) > _MOST_CELLS:
            rows = "".join(
                f"<tr><th scope='row'>{escape(spot.words)}</th><td>{escape(self._likeliest(spot.place, 6))}</td></tr>"
                for spot in self.spots
            )
            return f"<p>{escape(repr(self)[1:-1])}</p><table><tbody>{rows}</tbody></table>"
        deck = game_type(self.game).deck
        head = "".join(
            f"<th scope='col' title='{escape(card_words(deck, card))}'>{escape(card)}</th>" for card in cards
        )
        rows = ""
        for spot in self.spots:
            cells = ""
            for card in cards:
                chance = self.chance(card, spot.place)
                cells += f"<td style='background:rgba(60,120,216,{0.75 * chance:.2f})'>{100 * chance:.0f}</td>"
            rows += f"<tr><th scope='row'>{escape(spot.words)}</th>{cells}</tr>"
        return (
            f"<p>{escape(repr(self)[1:-1])}; chances in percent</p><div style='overflow-x:auto'><table>"
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


def belief(history: History, seat: Viewer, samples: int = 1000, seed: int = 0, *, ply: int | None = None) -> Belief:
    """Estimate where the cards lie that a viewer does not see.

    Args:
        history: the history of the game.
        seat: the viewer: a seat or ``"public"``.
        samples: how many worlds to draw.
        seed: the same knowledge and the same seed give the same worlds.
        ply: the position in the current round; by default the last one.

    Raises:
        ValueError: there is no such viewer or ply, the viewer is None, or the number of samples is not valid.
    """
    seat, samples, seed = history.check_viewer(seat), whole(samples), whole(seed)
    if seat is None:
        raise ValueError('a viewer that sees everything has no hidden cards; choose a seat or "public"')
    if type(samples) is not int or not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(f"samples={shown(samples)}: a whole number from 1 to {MOST_SAMPLES:,}")
    if type(seed) is not int:
        raise ValueError(f"seed={shown(seed)}: a whole number")
    dump = history.dump_at(history.ply if ply is None else ply, seat=seat)
    state = history.current.state_at(dump["ply"])
    return worlds(dump, state, samples, Random(seed))


def worlds(dump: Dump, state: Any, samples: int, rng: Random) -> Belief:
    """Estimate where hidden cards lie in a state; only what the viewer's dump shows affects the result."""
    game = game_type(dump["game"])
    seat = dump["seat"]
    all_groups = {group.key: group for group in groups(dump)}
    visible = {card for group in all_groups.values() for card in group.cards}
    hidden = {key: group for key, group in all_groups.items() if group.hidden}
    unseen = [card for card in game.deck.text if card not in visible]
    counts: Counter[tuple[str, str]] = Counter()
    most_away = 0
    for _ in range(samples):
        table = state.determinize(seat, rng).table(None)
        left = set(unseen)
        for group in game.groups(table):
            if group.key in hidden:
                for card in group.cards:
                    if card in left:
                        left.discard(card)
                        counts[card, group.key] += 1
        counts.update((card, AWAY) for card in left)
        most_away = max(most_away, len(left))
    spots = [HiddenPlace(key, group.words, group.seat, group.hidden) for key, group in hidden.items()]
    if most_away:
        spots.append(HiddenPlace(AWAY, "not on the table", None, most_away))
    return Belief(game.slug, seat, dump["round"], dump["ply"], samples, tuple(spots), dict(counts))
