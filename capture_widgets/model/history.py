"""A history: every move, undone move and comment of one game, as a value that never changes.

Each change of a game is a method that returns another history. This module knows nothing of threads, traits, files or
bots; replays, exports, data frames and the search over records need a history alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Self

from capture_widgets.core.errors import ActionRefused, IllegalMove, did_you_mean, shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.cards import Card
from capture_widgets.engine.names import LETTERS, Names, names_for
from capture_widgets.engine.seats import check_viewer
from capture_widgets.engine.state import GameType, Move, Seat, State, Viewer
from capture_widgets.model.deal import deal_code, deal_for
from capture_widgets.model.dump import Dump, whole_dump
from capture_widgets.model.explain import Explanation, legality, refusal
from capture_widgets.model.log_entry import LogEntry, log_entry
from capture_widgets.model.record_format import (
    FORMAT,
    VERSION,
    Record,
    Variation,
    notes_of,
    position_of,
    round_record,
)
from capture_widgets.model.rounds import Round
from capture_widgets.model.scores import match_returns, opener, totals_after
from capture_widgets.model.taken_back import with_moves_taken_back

Notes = Mapping[str, str]
"""Comments or signs by position, ``"round/ply"``."""


@dataclass(frozen=True, eq=False, repr=False)
class History:
    """One game from its first deal to its present position.

    Attributes:
        type: the facts and rules of the game.
        settings: the options of the game.
        current: the round in progress, or the last one.
        seats: the player's name at each seat.
        totals: points by seat before the current round; all 0 outside a match.
        match: whether rounds are played to a target (GE-8).
        seed: the seed of the deals; None if the caller gave the deals.
        cut: the cards that seats A and B drew for the deal, or None.
        deals: the known deals by round number.
        setup: the full dump that the first round was set up from, or None.
        round_base: number of the first round here; above 0 only in a match set up from a dump.
        past: the finished rounds before the current one.
        past_totals: points by seat before each of them.
        undone: moves taken back as (round, notation); `redo` plays the last one again.
        lines: the variations without the one that `undone` will become; `variations` has that one too.
        comments, glyphs: comments and signs by position, ``"round/ply"``.
        level: the difficulty that the player chose for the deal, or None; the next deal has the same.
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
        """A copy with other values; `dataclasses.replace` would take longer than the rest of a move together."""
        copy = object.__new__(self.__class__)
        object.__setattr__(copy, "__dict__", {**self.__dict__, **changes})  # frozen, but nobody else has it yet
        return copy

    def __repr__(self) -> str:
        return f"<History of {self.type.slug}, round {self.round}, ply {self.ply}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        """Whether game, options, deals, moves, variations and notes are equal; names and seed make no difference."""
        if not isinstance(other, History):
            return NotImplemented
        if self is other:
            return True
        same = self.type is other.type and self.settings == other.settings and self.match == other.match
        if not same or self._start() != other._start() or len(self.past) != len(other.past):
            return False
        rounds = zip(self.rounds, other.rounds, strict=True)
        return all(mine.same_as(theirs) for mine, theirs in rounds) and self._notes() == other._notes()

    def __hash__(self) -> int:
        return hash((self.type.slug, self.settings, self.round, self.ply, self.state))

    def _start(self) -> tuple[int, tuple[int, ...]]:
        """The number of the first round here, and the points before it."""
        return self.round_base, (*self.past_totals, self.totals)[0]

    def _notes(self) -> tuple[Any, ...]:
        """Comments, signs and variations, sorted by position."""
        settled = self.settled()
        lines = sorted(
            (position_of(line["at"]), line["moves"], *(sorted(notes.items()) for notes in notes_of(line).values()))
            for line in settled.lines
        )
        return dict(settled.comments), dict(settled.glyphs), lines

    # -- the position

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game by name."""
        return dict(self.settings.as_dict())

    @property
    def state(self) -> State:
        """The state of the current position, hidden cards included."""
        return self.current.state

    @property
    def round(self) -> int:
        """Number of the current round, from 0."""
        return self.round_base + len(self.past)

    @property
    def ply(self) -> int:
        """The number of moves made in the current round."""
        return self.current.ply

    @property
    def to_play(self) -> Seat | None:
        """The seat to move; None when the game is over."""
        return self.current.state.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game is over; in a match, the whole match or the round that ends at this ply."""
        return self.current.state.to_play is None

    @property
    def points(self) -> list[int]:
        """Points by seat; in a match the running total."""
        return totals_after(self.totals, self.state) if self.match else list(self.state.points)

    @property
    def returns(self) -> list[int] | None:
        """+1, 0 or -1 by seat when the game is over, else None."""
        if self.match and self.is_over and self.type.match_over(self.points, self.settings):
            return match_returns(self.type, self.settings, self.points)
        return None if self.state.returns is None else list(self.state.returns)

    @property
    def names(self) -> list[str]:
        """The player's name at each seat."""
        return list(self.seats)

    def legal_moves(self) -> list[str]:
        """Notation of every legal move, sorted as text; empty when the game is over."""
        return sorted(map(str, self.state.legal_moves()))

    # -- rounds and moves

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the current one last."""
        return (*self.past, self.current)

    def round_numbers(self) -> range:
        """The numbers of the rounds."""
        return range(self.round_base, self.round + 1)

    def round_at(self, round: int | None = None) -> Round:
        """A round by its number, the current one by default; raises ValueError if there is no such round."""
        index = self._index(round)
        return self.current if index == len(self.past) else self.past[index]

    def _index(self, number: int | None) -> int:
        if number is None:
            return len(self.past)
        kept = self.round_numbers()
        if type(number) is not int or number not in kept:
            raise ValueError(f"there is no round {shown(number)}; rounds {kept.start} to {kept.stop - 1} are kept")
        return number - self.round_base

    def moves(self, round: int | None = None) -> list[str]:
        """Notation of the moves of a round, the current one by default."""
        return [str(move) for move in self.round_at(round).moves]

    def movers(self) -> list[Seat]:
        """The seat that made each move, for the moves that `undo` can take back, in order."""
        return [*self.movers_back()][::-1]

    def movers_back(self) -> Iterator[Seat]:
        """The same from the last move back, computed one at a time."""
        for entry in chain((self.current,), reversed(self.past)):
            for ply in range(entry.ply, entry.base, -1):
                seat = entry.state_at(ply - 1).to_play
                if seat is not None:
                    yield seat

    def plies(self, round: int | None = None) -> range:
        """The plies of a round that `at` accepts, from its first position to its last."""
        entry = self.round_at(round)
        return range(entry.base, entry.ply + 1)

    def check_ply(self, ply: int, round: int | None = None) -> tuple[int, int]:
        """Round and ply as numbers; raises ValueError if there is no such round or ply."""
        ply, number = whole(ply), whole(round)
        kept = self.plies(number)
        if type(ply) is not int or ply not in kept:
            raise ValueError(
                f"there is no ply {shown(ply)} in this round; it has plies {kept.start} to {kept.stop - 1}"
            )
        return self.round if number is None else number, ply

    def check_viewer(self, seat: object) -> Viewer:
        """A viewer of this game; raises ValueError if there is no such viewer."""
        viewer: Viewer = whole(seat)
        check_viewer(viewer, len(self.seats))
        return viewer

    def at(self, ply: int, *, round: int | None = None) -> Self:
        """The history as it was after ``ply`` moves of a round, without variations, comments and signs.

        Every ply takes the same time; a late round of a match takes a little longer.

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

    # -- the view of a seat or a spectator

    def dump(self, seat: Viewer = None) -> Dump:
        """The position as a viewer knows it: a seat, ``"public"``, or None for all cards (docs/contract.md, dump)."""
        return self.dump_at(self.ply, seat=seat)

    def dump_at(self, ply: int, *, round: int | None = None, seat: Viewer = None) -> Dump:
        """The dump of an earlier position; raises ValueError if there is no such position or viewer."""
        seat = self.check_viewer(seat)
        ply = whole(ply)
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
        self,
        seat: Viewer = None,
        *,
        ply: int | None = None,
        round: int | None = None,
        after: int = 0,
        names: Names = LETTERS,
    ) -> list[LogEntry]:
        """The moves of a round as a viewer knows them once ``ply`` moves are made; `LogEntry` describes the entries.

        ``after`` leaves out the moves up to that ply; the sentences call the players by ``names``.
        """
        seat = self.check_viewer(seat)
        if type(after) is not int:
            raise ValueError(f"after={shown(after)}: a whole number")
        entry = self.round_at(round)
        last = entry.ply if ply is None else ply
        self.check_ply(last, round)
        plies = range(max(entry.base, after) + 1, last + 1)
        return [log_entry(entry, number, seat, last, names) for number in plies]

    def explain(self, move: str) -> Explanation:
        """Whether a move is legal in this position, the rules that apply, and its effect."""
        try:
            legal = self.read(move)
        except IllegalMove as error:
            return refusal(self.type, error)
        return legality(self.type, self.state, legal, names_for(self.seats))

    # -- playing

    def read(self, text: str) -> Move:
        """The legal move with this notation; raises IllegalMove if there is none."""
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
            raise IllegalMove("GE-8", text, "the match is over" if over else "this round is over; play the next one")
        try:
            state.check(move)
        except IllegalMove as error:
            raise error.naming(names_for(self.seats).who) from None
        return move

    def play(self, text: str) -> Self:
        """The history after a move in notation; in a match the move that ends a round deals the next one (GE-8).

        If moves were taken back and this is not the one that `redo` would play, they become a variation.

        Raises:
            IllegalMove: the text is no move, or a rule forbids the move in this position.
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
        """The history with the next round of the match dealt, if the current round is over and the match is not."""
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
        """Whether there is a move that `undo` can take back."""
        return bool(self.current.length or self.past)

    @property
    def begun(self) -> bool:
        """Whether anybody ever made a move, even if it was taken back."""
        return self.can_undo or bool(self.undone or self.lines)

    @property
    def under_way(self) -> bool:
        """Whether a move was made and the game, or the whole match, is not over."""
        return self.begun and not self.is_over

    def undo(self) -> Self:
        """The history with the last move taken back, even if that was in the round before.

        `redo` plays the move again, and a record keeps it as a variation.

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
        """The history with the last undone move played again; raises ActionRefused if there is none."""
        if not self.undone:
            raise ActionRefused("redo", "no move was taken back")
        return self._after(self.state.parse(self.undone[-1][1]), undone=self.undone[:-1])

    # -- other players and deals

    def with_names(self, names: Sequence[str]) -> Self:
        """The history with these names at the seats."""
        return self._with(seats=tuple(names))

    def with_deal(self, number: int, cards: Sequence[Card]) -> Self:
        """The history with a given deal for a later round."""
        return self._with(deals={**self.deals, number: tuple(cards)})

    def with_seed(self) -> Self:
        """The history with a seed for the later rounds of a match; a random one if it had none."""
        return self._with(seed=secrets.randbits(32)) if self.match and self.seed is None else self

    # -- comments and variations

    @property
    def variations(self) -> list[Variation]:
        """Copies of all variations, moves taken back included."""
        return deepcopy(list(self.settled().lines))

    def with_lines(self, lines: Sequence[Variation]) -> Self:
        """The history with these variations only; moves taken back are dropped."""
        return self.settled()._with(lines=tuple(lines))

    def with_notes(self, comments: Notes, glyphs: Notes) -> Self:
        """The history with these comments and signs only."""
        return self._with(comments=comments, glyphs=glyphs)

    def settled(self) -> Self:
        """The history with the moves taken back turned into a variation, so that `redo` has nothing to play.

        A variation that branched off from one of those moves now starts where the new variation starts; comments and
        signs on those moves go into the new variation.
        """
        if not self.undone:
            return self
        here = self.round, self.ply
        moves = [text for number, text in reversed(self.undone) if number == self.round]
        notes = {"comments": self.comments, "glyphs": self.glyphs}
        lines = with_moves_taken_back(self.lines, here, moves, notes)
        comments, glyphs = (
            {key: text for key, text in notes.items() if position_of(key) <= here}
            for notes in (self.comments, self.glyphs)
        )
        return self._with(undone=(), lines=tuple(lines), comments=comments, glyphs=glyphs)

    @property
    def deal_code(self) -> str | None:
        """A short code for the deal of the current round; None if the round was set up from a dump."""
        return None if self.current.cards is None else deal_code(self.type.deck, self.current.cards)

    # -- data

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
            "rounds": [round_record(self.type, entry, self.setup) for entry in self.rounds],
            "variations": deepcopy(list(settled.lines)),
            "comments": dict(settled.comments),
            "glyphs": dict(settled.glyphs),
        }
        if self.cut is not None:
            data["cut"] = self.type.deck.texts(self.cut)
        return data  # type: ignore[return-value]  # mypy cannot know that "cut" is optional here
