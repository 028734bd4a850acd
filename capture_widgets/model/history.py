"""A history: everything that was played, taken back and commented in one game, as a value that never changes.

Whatever a game can do to what was played is a method that returns another history. Nothing here knows threads, traits,
files or bots; replays, exports, data frames and the search over records work on a history alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, Literal, Self

from capture_widgets.core.errors import ActionRefused, IllegalMove, did_you_mean, shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import SEAT_NAMES, GameType, Move, Seat, State, Viewer
from capture_widgets.model.deal import another_graded_seed, deal_code, deal_for
from capture_widgets.model.dump import Dump, read_dump, whole_dump
from capture_widgets.model.explain import Explanation
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.record_format import (
    FORMAT,
    MOST_COMMENT,
    VERSION,
    Record,
    RoundRecord,
    Variation,
    check_comment,
    notes_of,
    place,
    position_of,
    variation,
)
from capture_widgets.model.rounds import Round
from capture_widgets.model.scores import match_returns, opener, totals_after

Notes = Mapping[str, str]
"""Comments or signs by position, ``"round/ply"``."""


@dataclass(frozen=True, eq=False, repr=False)
class History:
    """One game up to now.

    Attributes:
        type: the facts and rules of the game.
        settings: the game's own options.
        current: the round being played.
        seats: names of who sits where.
        totals: points by seat before the current round; all 0 where no match is played.
        match: whether rounds are played to a target (GE-8).
        seed: the seed of the deals, None where they were given.
        cut: the cards that seats A and B drew for the deal, or None.
        deals: deals that are known, by round number.
        setup: the dump of all that the first round was set up from, or None.
        round_base: number of the first round kept; above 0 only in a match set up from a dump.
        past: the finished rounds before the current one.
        past_totals: points by seat before each of them.
        undone: moves taken back as (round, notation); `redo` makes the last one again.
        lines: variations that were added; `variations` has the moves taken back, too.
        comments, glyphs: comments and signs by position, ``"round/ply"``.
        level: how hard a deal was asked for, where one was; the next deal is as hard.
    """

    type: GameType
    settings: Any
    current: Round
    seats: tuple[str, ...]
    totals: tuple[int, ...]
    match: bool = False
    seed: int | None = None
    cut: tuple[Card, Card] | None = None
    deals: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    setup: Dump | None = None
    round_base: int = 0
    past: tuple[Round, ...] = ()
    past_totals: tuple[tuple[int, ...], ...] = ()
    undone: tuple[tuple[int, str], ...] = ()
    lines: tuple[Variation, ...] = ()
    comments: Notes = field(default_factory=dict)
    glyphs: Notes = field(default_factory=dict)
    level: str | None = None

    def _with(self, **changes: Any) -> Self:
        """The same with other values; `dataclasses.replace` would take longer than all the rest of a move."""
        copy = object.__new__(self.__class__)
        object.__setattr__(copy, "__dict__", {**self.__dict__, **changes})  # it is frozen; nobody else has it yet
        return copy

    def __repr__(self) -> str:
        return f"<History of {self.type.slug}, round {self.round}, ply {self.ply}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        """Whether the same was played and said: game, options, deals, moves, variations, comments and signs.

        Who sat where, and whether a seed or a hand dealt the cards, makes no difference.
        """
        if not isinstance(other, History):
            return NotImplemented
        if self is other:
            return True
        same = self.type is other.type and self.settings == other.settings and self.match == other.match
        if not same or self._began() != other._began() or len(self.past) != len(other.past):
            return False
        if not all(mine.same_as(theirs) for mine, theirs in zip(self.rounds, other.rounds, strict=True)):
            return False
        return self._notes() == other._notes()

    def __hash__(self) -> int:
        return hash((self.type.slug, self.settings, self.round, self.ply, self.state))

    def _began(self) -> tuple[int, tuple[int, ...]]:
        """The number of the first round kept, and the points before it."""
        return self.round_base, (*self.past_totals, self.totals)[0]

    def _notes(self) -> tuple[Any, ...]:
        """Everything said about the moves, variations by position."""
        settled = self.settled()
        lines = sorted((position_of(one["at"]), one["moves"], *map(sorted, _said(one))) for one in settled.lines)
        return dict(settled.comments), dict(settled.glyphs), lines

    # -- where it stands

    @property
    def options(self) -> dict[str, Any]:
        """The options it is played with, by name."""
        return dict(self.settings.as_dict())

    @property
    def state(self) -> State:
        """The state of the position: everything, hidden cards too."""
        return self.current.state

    @property
    def round(self) -> int:
        """Number of the current round, from 0."""
        return self.round_base + len(self.past)

    @property
    def ply(self) -> int:
        """Moves made in the current round."""
        return self.current.ply

    @property
    def to_play(self) -> Seat | None:
        """The seat to move; None when over."""
        return self.current.state.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game, the whole match, or the round that ends at this ply is over."""
        return self.current.state.to_play is None

    @property
    def points(self) -> list[int]:
        """Points by seat; in a match the running total."""
        return totals_after(self.totals, self.state) if self.match else list(self.state.points)

    @property
    def returns(self) -> list[int] | None:
        """+1, 0 or -1 by seat once over, else None."""
        return self._result(self.state, self.points)

    def _result(self, state: State, points: Sequence[int]) -> list[int] | None:
        if self.match and state.to_play is None and self.type.match_over(points, self.settings):
            return match_returns(self.type, self.settings, points)
        return None if state.returns is None else list(state.returns)

    @property
    def names(self) -> list[str]:
        """Names of who sits where."""
        return list(self.seats)

    def legal_moves(self) -> list[str]:
        """Notation of every legal move, sorted as text; empty when over."""
        return sorted(map(str, self.state.legal_moves()))

    # -- what was played

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds kept, the current one last."""
        return (*self.past, self.current)

    def round_numbers(self) -> range:
        """Numbers of the rounds kept."""
        return range(self.round_base, self.round + 1)

    def round_at(self, round: int | None = None) -> Round:
        """A round by its number, the current one by default; raises ValueError where there is no such round."""
        index = self._index(round)
        return self.current if index == len(self.past) else self.past[index]

    def _index(self, number: int | None) -> int:
        if number is None:
            return len(self.past)
        kept = self.round_numbers()
        if type(number) is not int or number not in kept:
            raise ValueError(f"there is no round {shown(number)}; rounds {kept.start} to {kept.stop - 1} are kept")
        return number - self.round_base

    def last_state(self, round: int | None = None) -> State:
        """The state after a round's last move."""
        return self.round_at(round).state

    def moves(self, round: int | None = None) -> list[str]:
        """Notation of the moves made in a round."""
        return [str(move) for move in self.round_at(round).moves]

    def movers(self) -> list[Seat]:
        """Who made each move that `undo` could take back, in order."""
        return [*self.movers_back()][::-1]

    def movers_back(self) -> Iterator[Seat]:
        """The same from the last move back, each worked out when it is asked for."""
        for entry in chain((self.current,), reversed(self.past)):
            for ply in range(entry.ply, entry.base, -1):
                seat = entry.state_at(ply - 1).to_play
                if seat is not None:
                    yield seat

    def plies(self, round: int | None = None) -> range:
        """The plies of a round that `at` can go to, from its first position to its last."""
        entry = self.round_at(round)
        return range(entry.base, entry.ply + 1)

    def check_ply(self, ply: int, round: int | None = None) -> tuple[int, int]:
        """Round and ply as numbers; raises ValueError where there is no such round or ply."""
        kept = self.plies(round)
        if type(ply) is not int or ply not in kept:
            raise ValueError(
                f"there is no ply {shown(ply)} in this round; it has plies {kept.start} to {kept.stop - 1}"
            )
        return self.round if round is None else round, ply

    def check_viewer(self, seat: object) -> None:
        """Raise ValueError where there is no such viewer."""
        if not (
            seat is None
            or (is_a(seat, str) and seat == "public")
            or (type(seat) is int and 0 <= seat < len(self.seats))
        ):
            raise ValueError(f'there is no viewer {shown(seat)}; choose 0 to {len(self.seats) - 1}, "public" or None')

    def at(self, ply: int, *, round: int | None = None) -> Self:
        """The history after so many moves of a round, without variations, comments and signs.

        Costs the same for any ply; for a late round of a match, copying a few references more.

        Raises:
            ValueError: there is no such round or ply.
        """
        self.check_ply(ply, round)
        index = self._index(round)
        return self._with(
            current=self.round_at(round).until(ply),
            totals=(*self.past_totals, self.totals)[index],
            past=self.past[:index],
            past_totals=self.past_totals[:index],
            undone=(),
            lines=(),
            comments={},
            glyphs={},
        )

    # -- as a viewer knows it

    def dump(self, seat: Viewer = None) -> Dump:
        """The position as a viewer knows it: a seat, ``"public"``, or None for everything (docs/contract.md, dump)."""
        return self.dump_at(self.ply, seat=seat)

    def dump_at(self, ply: int, *, round: int | None = None, seat: Viewer = None) -> Dump:
        """The same of an earlier position; raises ValueError where there is no such position or viewer."""
        self.check_viewer(seat)
        number, _ = self.check_ply(ply, round)
        index = number - self.round_base
        entry, totals = self.round_at(number), (self.totals if index == len(self.past) else self.past_totals[index])
        return whole_dump(
            self.type,
            self.settings,
            entry.state_at(ply),
            seat,
            totals=totals if self.match else None,
            round_number=number,
            ply=ply,
            first=entry.first,
            seed=self.seed,
        )

    def log(
        self, seat: Viewer = None, *, ply: int | None = None, round: int | None = None, after: int = 0
    ) -> list[LogEntry]:
        """The moves of a round as a viewer knows them after so many plies, or only those of them ``after`` a ply.

        Each entry has ``ply`` (counted after the move), ``seat``, ``move`` (None while hidden from the viewer, GE-4)
        and ``text``, a sentence; a move that was hidden at first has ``veiled``, the sentence for that moment; one that
        decided something has ``why``, a list of what (``of``), why (``text``) and by which ``rule``.
        """
        self.check_viewer(seat)
        if type(after) is not int:
            raise ValueError(f"after={shown(after)}: a whole number")
        entry = self.round_at(round)
        last = entry.ply if ply is None else ply
        self.check_ply(last, round)
        return [_log_entry(entry, number, seat, last) for number in range(max(entry.base, after) + 1, last + 1)]

    def explain(self, move: str) -> Explanation:
        """Whether a move is legal here, the rules that apply, and what it would change."""
        state = self.state
        try:
            legal = self.read(move)
        except IllegalMove as error:
            return Explanation(error.move, False, error.reason, error.rule, self._rule_texts((error.rule,)), ())
        return Explanation(str(legal), True, "", "", self._rule_texts(state.bearing(legal)), (_foreseen(state, legal),))

    def _rule_texts(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        rules = self.type.all_rules
        return tuple((name, rules[name]) for name in names if name in rules)

    # -- playing

    def read(self, text: str) -> Move:
        """The legal move that a text names; raises IllegalMove where it names none."""
        if not is_a(text, str):
            raise IllegalMove("GE-3", shown(text), "a move is a text, such as those of legal_moves()")
        state = self.current.state
        try:
            move = state.parse(text)
        except IllegalMove as error:
            meant = did_you_mean(text, map(str, state.legal_moves()))
            if not meant:
                raise
            raise IllegalMove(error.rule, error.move, f"{error.reason}{meant}") from None
        if self.match and state.to_play is None:
            over = self.type.match_over(totals_after(self.totals, state), self.settings)
            words = "the match is over" if over else "this round is over; play goes on in the next one"
            raise IllegalMove("GE-8", text, words)
        state.check(move)
        return move

    def play(self, text: str) -> Self:
        """After a move, given in notation; in a match the move that ends a round deals the next (GE-8).

        Moves that were taken back become a variation, unless this is the first of them.

        Raises:
            IllegalMove: it is no move, or the position refuses it.
        """
        move = self.read(text)
        if not self.undone:
            return self._after(move)
        if self.undone[-1] == (self.round, str(move)):
            return self._after(move, undone=self.undone[:-1])
        return self.settled()._after(move)

    def _after(self, move: Move, undone: tuple[tuple[int, str], ...] = ()) -> Self:
        after = object.__new__(self.__class__)
        values = self.__dict__.copy()
        values["current"], values["undone"] = self.current.play(move), undone
        object.__setattr__(after, "__dict__", values)
        return after.dealt_on() if self.match and after.current.state.to_play is None else after

    def dealt_on(self) -> Self:
        """In a match whose current round is over, with the next one dealt; the same where nothing is to be dealt."""
        if not self.match or self.to_play is not None:
            return self
        totals = totals_after(self.totals, self.state)
        if self.type.match_over(totals, self.settings):
            return self
        number = self.round + 1
        first = opener(self.type, self.settings, number)
        changes: dict[str, Any] = {}
        cards = self.deals.get(number)
        if cards is None:
            seed = self.seed
            if seed is None:
                seed = changes["seed"] = secrets.randbits(32)
            cards = deal_for(self.type, seed, self.settings, number, first)
            changes["deals"] = {**self.deals, number: cards}
        return self._with(
            past=(*self.past, self.current),
            past_totals=(*self.past_totals, self.totals),
            current=Round(first, cards, self.type.state.deal(cards, self.settings, first)),
            totals=tuple(totals),
            **changes,
        )

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self.current.length or self.past)

    @property
    def begun(self) -> bool:
        """Whether a move was made, taken back or not."""
        return self.can_undo or bool(self.undone or self.lines)

    @property
    def under_way(self) -> bool:
        """Whether a move was made, and the game, or the whole match, goes on."""
        return self.begun and not self.is_over

    def undo(self) -> Self:
        """With the last move taken back, also into the round before; `redo` makes it again, a record keeps it.

        Raises:
            ActionRefused: there is no move to take back.
        """
        if not self.can_undo:
            raise ActionRefused("undo", "there is no move to take back")
        entry, changes = self.current, {}
        if not entry.length:
            entry = self.past[-1]
            changes = {"past": self.past[:-1], "past_totals": self.past_totals[:-1], "totals": self.past_totals[-1]}
        taken = (self.round_base + len(changes.get("past", self.past)), str(entry.move_to(entry.ply)))
        return self._with(current=entry.until(entry.ply - 1), undone=(*self.undone, taken), **changes)

    def redo(self) -> Self:
        """With the move last taken back made again; raises IllegalMove where there is none."""
        if not self.undone:
            raise ActionRefused("redo", "no move was taken back")
        return self._after(self.state.parse(self.undone[-1][1]), undone=self.undone[:-1])

    def restarted(self, *, same: bool, seed: int, alike: bool = False) -> Self:
        """From the start with the same options: with the same deal, or with a new one from a seed.

        Args:
            same: the same deal once more.
            seed: what the new deal is made from.
            alike: whether the new deal is as hard as this one, where this one was asked for by that.
        """
        clean: dict[str, Any] = {
            "past": (), "past_totals": (), "undone": (), "lines": (), "comments": {}, "glyphs": {},
            "totals": (self.past_totals or (self.totals,))[0],
        }  # fmt: skip
        if same and self.setup is not None:
            position = read_dump(self.setup)
            start = Round(position["first"], None, position["state"], position["ply"])
            return self._with(current=start, **clean)
        first = opener(self.type, self.settings, 0)
        if same:
            cards: Sequence[Card] = (self.past or (self.current,))[0].cards or ()
        else:
            level = self.level if alike else None
            if level is not None:
                seed = another_graded_seed(self.type, seed, level, self.settings, self.seed)
            cards = deal_for(self.type, seed, self.settings, 0, first)
            clean |= {"seed": seed, "level": level, "deals": {0: cards}, "setup": None, "cut": None}
        clean |= {"round_base": 0, "totals": (0,) * len(self.seats)}
        return self._with(current=Round(first, cards, self.type.state.deal(cards, self.settings, first)), **clean)

    # -- who sits where, deals to come

    def with_names(self, names: Sequence[str]) -> Self:
        """With these names at the seats."""
        return self._with(seats=tuple(names))

    def with_level(self, level: str | None) -> Self:
        """Dealt by difficulty, or not."""
        return self._with(level=level)

    def with_deal(self, number: int, cards: Sequence[Card]) -> Self:
        """With the deal of a round to come."""
        return self._with(deals={**self.deals, number: tuple(cards)})

    def with_seed(self) -> Self:
        """With a seed for the deals of a match's later rounds, drawn where there is none."""
        return self._with(seed=secrets.randbits(32)) if self.match and self.seed is None else self

    # -- what is said about it

    def noted(
        self, kind: Literal["comment", "glyph"], text: str, *, ply: int | None = None, round: int | None = None
    ) -> tuple[Self, str]:
        """With a comment or sign at a position (this one by default; an empty text removes it), and its key.

        Raises:
            ValueError: there is no such round or ply, or the comment is too long for a record.
        """
        entry = self.round_at(round)
        key = place(*self.check_ply(entry.ply if ply is None else ply, round))
        name = "comments" if kind == "comment" else "glyphs"
        notes = dict(getattr(self, name))
        if kind == "comment":
            others = [words for other, words in notes.items() if other != key]
            check_comment(text, [*others, *(words for line in self.lines for words in _said(line)[0].values())])
        if text:
            notes[key] = text
        else:
            notes.pop(key, None)
        return self._with(**{name: notes}), key

    @property
    def variations(self) -> list[Variation]:
        """Variations: moves taken back, and variations added or loaded; copies."""
        return deepcopy(list(self.settled().lines))

    def with_lines(self, lines: Sequence[Variation]) -> Self:
        """With these variations instead of all others; moves taken back are dropped, too."""
        return self.settled()._with(lines=tuple(lines))

    def with_notes(self, comments: Notes, glyphs: Notes) -> Self:
        """With these comments and signs instead of all others."""
        return self._with(comments=comments, glyphs=glyphs)

    def settled(self) -> Self:
        """With the moves taken back turned into a variation, so that `redo` cannot make them again.

        Variations that branched off from those moves now branch off where that variation does; comments and signs on
        those moves stay with it.
        """
        if not self.undone:
            return self
        here = number, ply = self.round, self.ply
        moves = [text for other, text in reversed(self.undone) if other == number]
        lines: list[Variation] = []
        for line in self.lines:
            at_round, at_ply = position_of(line["at"])
            if (at_round, at_ply) <= here:
                lines.append(line)
            elif at_round == number:
                _add_line(lines, variation(place(*here), [*moves[: at_ply - ply], *line["moves"]], notes_of(line)))
        if moves:
            said = {"comments": self.comments, "glyphs": self.glyphs}
            _add_line(lines, variation(place(*here), moves, said))
        comments, glyphs = (
            {key: text for key, text in notes.items() if position_of(key) <= here}
            for notes in (self.comments, self.glyphs)
        )
        return self._with(undone=(), lines=tuple(lines), comments=comments, glyphs=glyphs)

    @property
    def deal_code(self) -> str | None:
        """A short code of the current round's deal; None without a deal."""
        return None if self.current.cards is None else deal_code(self.type.deck, self.current.cards)

    # -- as data

    def record(self) -> Record:
        """The whole game as JSON-ready data, fresh on every call (docs/contract.md, record)."""
        settled = self.settled()
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.type.slug,
            "options": self.options,
            "match": self.match,
            "seed": self.seed,
            "seats": self.names,
            "rounds": [self._round_record(entry) for entry in self.rounds],
            "variations": deepcopy(list(settled.lines)),
            "comments": dict(settled.comments),
            "glyphs": dict(settled.glyphs),
        }
        if self.cut is not None:
            data["cut"] = self.type.deck.texts(self.cut)
        return data  # type: ignore[return-value]  # built key by key to place "cut" only where there was one

    def _round_record(self, entry: Round) -> RoundRecord:
        returns = entry.state.returns
        data: dict[str, Any] = {} if self.type.opener is None else {self.type.opener: entry.first}
        if entry.cards is None:
            data["setup"] = deepcopy(self.setup)
        else:
            data["deal"] = self.type.deck.texts(entry.cards)
        data["moves"] = [str(move) for move in entry.moves]
        data["result"] = None if returns is None else {"returns": list(returns), "points": list(entry.state.points)}
        return data  # type: ignore[return-value]  # the opener's key depends on the game


def _log_entry(entry: Round, ply: int, seat: Viewer, last: int) -> LogEntry:
    """An entry of the log: the move that led to a ply, as a viewer knows it at the last one."""
    before, move, after = entry.state_at(ply - 1), entry.move_to(ply), entry.state_at(ply)
    mover = before.to_play
    assert mover is not None
    hides = before.hides_move and seat is not None and seat != mover
    veiled = f"{SEAT_NAMES[mover]} has chosen; nobody else sees it yet."
    if hides and ply == last:
        return {"ply": ply, "seat": mover, "move": None, "text": veiled}
    said: LogEntry = {"ply": ply, "seat": mover, "move": str(move), "text": before.narrate(move, after)}
    if why := before.reasons(move, after):
        said["why"] = [{"of": one.of, "text": one.text, "rule": one.rule} for one in why]
    if hides:
        said["veiled"] = veiled
    return said


def _said(line: Variation) -> tuple[dict[str, str], dict[str, str]]:
    """Comments and signs of a variation."""
    return line.get("comments", {}), line.get("glyphs", {})


def _add_line(lines: list[Variation], line: Variation) -> None:
    """Add a variation, or what it says to a longer one that contains it; it takes the place of a shorter one."""
    for i, kept in enumerate(lines):
        if kept["at"] == line["at"]:
            shorter = min(len(kept["moves"]), len(line["moves"]))
            if kept["moves"][:shorter] == line["moves"][:shorter]:
                longer = line if len(line["moves"]) > shorter else kept
                lines[i] = variation(kept["at"], longer["moves"], _both(notes_of(kept), notes_of(line)))
                return
    lines.append(line)


def _both(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """What was said of the same moves before and now: the newer sign; both comments, where a record can hold them."""
    comments = {**old["comments"], **new["comments"]}
    for key in old["comments"].keys() & new["comments"].keys():
        whole = f"{old['comments'][key]}\n{new['comments'][key]}"
        if old["comments"][key] != new["comments"][key] and len(whole) <= MOST_COMMENT:
            comments[key] = whole
    return {"comments": comments, "glyphs": {**old["glyphs"], **new["glyphs"]}}


def _foreseen(state: State, move: Move) -> str:
    """What a move would do, where all sampled worlds that the mover cannot tell apart agree."""
    assert state.to_play is not None
    outcomes = set()
    for seed in range(8):
        world = state.determinize(state.to_play, Random(seed))
        outcomes.add(world.narrate(move, world.apply(move)))
    return outcomes.pop() if len(outcomes) == 1 else "The result depends on hidden cards."
