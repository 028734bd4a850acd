"""Diffs between two positions of a game: in words, as data, and as a table for notebooks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Literal, TypedDict, cast

from capture_widgets.core.errors import RecordError
from capture_widgets.core.phrases import listed
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.card_groups import Group
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.state import SEAT_NAMES, GameType
from capture_widgets.games import game_type
from capture_widgets.model.dump_groups import groups
from capture_widgets.records.view_reader import read_view, whole_table


class Change(TypedDict):
    """One value that is different."""

    path: list[str | int]
    """The keys and indices that lead to the value in the dump."""
    old: Any
    """The earlier value; None if there was none."""
    new: Any


CardKind = Literal["moved", "taken", "turned", "hidden"]


class CardChange(TypedDict):
    """One card that moved, became visible, or became hidden."""

    card: str
    kind: CardKind
    start: str | None
    """The key of its group before (see `Group`); None if the earlier dump does not show the card."""
    end: str | None


@dataclass(frozen=True)
class Diff:
    """The changes from one position to another.

    Attributes:
        data: every changed value with its path; a list with another length is one change.
        cards: every card that moved, became visible, or became hidden.
        territory: the spaces gained and lost, in 4X Solitaire.
        points: the points that each seat gained.
        words: the changes in sentences, the most important first.
    """

    data: list[Change]
    cards: list[CardChange]
    territory: dict[str, list[str]]
    points: list[int]
    words: list[str]

    def __bool__(self) -> bool:
        return bool(self.data)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def as_dict(self) -> dict[str, Any]:
        """The diff as JSON-ready data."""
        return {name: getattr(self, name) for name in ("data", "cards", "territory", "points", "words")}

    def _repr_html_(self) -> str:
        if not self.data:
            return "<p>Nothing differs.</p>"
        sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.words)
        rows = "".join(
            f"<tr><td>{escape(path_text(item['path']))}</td><td>{escape(_short(item['old']))}</td>"
            f"<td>{escape(_short(item['new']))}</td></tr>"
            for item in self.data
        )
        return (
            f"<ul>{sentences}</ul><details><summary>{len(self.data)} changed values</summary><table><thead><tr>"
            f"<th>Where</th><th>Before</th><th>After</th></tr></thead><tbody>{rows}</tbody></table></details>"
        )


def diff(a: Any, b: Any) -> Diff:
    """The changes from one position to another of the same game.

    Args:
        a: the earlier position: a dump, or a game, whose full dump is compared.
        b: the later position.

    Raises:
        RecordError: one of them is no valid dump.
        ValueError: they are positions of different games.
    """
    before, after = _dump_of(a, "the first"), _dump_of(b, "the second")
    if before["game"] != after["game"]:
        raise ValueError(f"these are positions of two games, {before['game']} and {after['game']}; nothing to compare")
    with whole_table():
        return _difference(before, after)


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> Diff:
    game = game_type(before["game"])
    data = list(changes(before, after))
    cards = list(_cards(game, groups(before), groups(after)))
    territory = _territory(game, before, after)
    points = [new - old for old, new in zip(before["points"], after["points"], strict=False)]
    words = list(_words(game, before, after, cards, territory))
    return Diff(data, cards, territory, points, words)


def _dump_of(value: Any, which: str) -> Mapping[str, Any]:
    if not is_a(value, dict) and callable(getattr(type(value), "dump", None)):
        value = value.dump()
    try:
        return cast("Mapping[str, Any]", read_view(value))
    except RecordError as error:
        raise RecordError(error.where, f"{which} is no position: {error.reason}") from None


_NOTHING: Final = object()


def changes(before: Any, after: Any, path: tuple[str | int, ...] = ()) -> Iterator[Change]:
    """Every changed value, at the deepest level; a list with another length is one change."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *(key for key in after if key not in before)]:
            yield from changes(before.get(key, _NOTHING), after.get(key, _NOTHING), (*path, key))
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for i, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, (*path, i))
    elif before != after or type(before) is not type(after):
        yield {
            "path": list(path),
            "old": None if before is _NOTHING else before,
            "new": None if after is _NOTHING else after,
        }


def path_text(path: Sequence[str | int]) -> str:
    """A path as in Python code: ``table.row[3].card``."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.removeprefix(".") or "everything"


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 120 else text[:117] + "..."


def _cards(game: GameType, before: list[Group], after: list[Group]) -> Iterator[CardChange]:
    old, new = _groups_by_card(before), _groups_by_card(after)
    was = {group.key: group for group in before}
    now = {group.key: group for group in after}
    for card in game.deck.text:
        start, end = old.get(card), new.get(card)
        if start is None and end is None:
            continue
        kind: CardKind = "moved"
        if start is None:
            assert end is not None
            known_place = was.get(end.key)
            if known_place is not None and known_place.hidden > end.hidden:
                kind = "turned"
            elif end.kind == "taken":
                kind = "taken"
            yield {"card": card, "kind": kind, "start": None, "end": end.key}
        elif end is None:
            place = now.get(start.key)
            still = place is not None and place.hidden > start.hidden
            yield {"card": card, "kind": "hidden" if still else "moved", "start": start.key, "end": None}
        elif start.up is False and end.up:
            yield {"card": card, "kind": "turned", "start": start.key, "end": end.key}
        elif start.key != end.key:
            kind = "taken" if end.kind == "taken" else "moved"
            yield {"card": card, "kind": kind, "start": start.key, "end": end.key}


def _groups_by_card(all_groups: list[Group]) -> dict[str, Group]:
    return {card: group for group in all_groups for card in group.cards if card != HIDDEN}


def _territory(game: GameType, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    if game.territory is None:
        return {}
    had, has = game.territory(before["table"]), game.territory(after["table"])
    return {
        "gained": [space for space in has if space not in had],
        "lost": [space for space in had if space not in has],
    }


def _words(
    game: GameType,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    cards: list[CardChange],
    territory: dict[str, list[str]],
) -> Iterator[str]:
    if before["round"] != after["round"]:
        yield f"Round {before['round'] + 1} gives way to round {after['round'] + 1}."
    yield from _card_words(game, groups(before), groups(after), cards)
    old, new = before["table"], after["table"]
    for what, spaces in territory.items():
        if spaces:
            yield f"Territory {what}: {listed(spaces)}."
    yield from game.changes(old, new)
    for seat, (had, has) in enumerate(zip(before["points"], after["points"], strict=False)):
        if had != has:
            way = "up" if has > had else "down"
            yield f"{SEAT_NAMES[seat]} has {has} {'point' if has == 1 else 'points'}, {way} from {had}."
    if after["to_play"] is None and before["to_play"] is not None:
        yield "The round is over."
    elif after["to_play"] != before["to_play"]:
        yield f"{SEAT_NAMES[after['to_play']]} is to play."


def _card_words(game: GameType, before: list[Group], after: list[Group], cards: list[CardChange]) -> Iterator[str]:
    """Sentences about cards, one for all that move the same way; then about numbers of hidden cards."""
    was, now = {group.key: group for group in before}, {group.key: group for group in after}
    # the number of hidden cards that each group lost, without those that were turned up in place
    less = Counter({key: group.hidden - (now[key].hidden if key in now else 0) for key, group in was.items()})
    for key, group in now.items():
        if key not in was:
            less[key] -= group.hidden
    ways: dict[tuple[CardKind, str | None, str | None], list[str]] = defaultdict(list)
    for item in cards:
        start, end = item["start"], item["end"]
        if item["kind"] == "turned" and start is None:
            less[end or ""] -= 1
        elif item["kind"] == "hidden":
            less[start or ""] += 1
        from_words = was[start].words if start is not None and start in was else None
        to_words = now[end].words if end is not None and end in now else None
        if item["kind"] == "turned":
            from_words = None
        if from_words != to_words or start is None or end is None:
            ways[item["kind"], from_words, to_words].append(card_words(game.deck, item["card"]))
    hands = {group.words for group in now.values() if group.kind == "hand"}
    # cards in a hand come from piles, other cards from other groups; name the origin only if there is just one
    for to_hand in (True, False):
        came = [way for way in ways if way[0] != "turned" and way[1] is None and (way[2] in hands) == to_hand]
        gave = [key for key, count in less.items() if count > 0 and (was[key].kind == "pile") == to_hand]
        if len(gave) == 1 and less[gave[0]] == sum(len(ways[way]) for way in came):
            del less[gave[0]]
            for way in came:
                ways[way[0], was[gave[0]].words, way[2]].extend(ways.pop(way))
    for (kind, start, end), names in ways.items():
        yield _card_sentence(kind, start, end, [f"the {name}" for name in names])
    for key, count in less.items():
        if count < 0:
            words = (now.get(key) or was[key]).words
            yield f"{words[0].upper()}{words[1:]}: {_unseen(-count)} more."
        elif count > 0:
            words = was[key].words
            yield f"{words[0].upper()}{words[1:]}: {_unseen(count)} fewer."


def _card_sentence(kind: CardKind, start: str | None, end: str | None, names: list[str]) -> str:
    many = len(names) > 1
    who = listed(names)
    who = who[0].upper() + who[1:]
    if kind == "turned":
        return f"{who} {'are' if many else 'is'} turned up: {end}."
    if kind == "hidden":
        return f"{who} {'are' if many else 'is'} no longer seen: {start}."
    if end is None:
        return f"{who} {'leave' if many else 'leaves'} {start}."
    if start is None:
        return f"{who} {'come' if many else 'comes'} to {end}."
    verb = ("are taken" if many else "is taken") if kind == "taken" else ("go" if many else "goes")
    return f"{who} {verb} from {start} to {end}."


def _unseen(count: int) -> str:
    return "one unseen card" if count == 1 else f"{count} unseen cards"
