"""SharedHistory: a history that several threads read and change, with traits to observe."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, cast

from traitlets import All, Bool, Bunch, HasTraits, Int, List, TraitError, Unicode
from traitlets.traitlets import EventHandler

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.errors import failure_words
from capture_widgets.core.interrupts import LockedBlock, TryLock
from capture_widgets.engine.state import GameType, Seat, State, Viewer
from capture_widgets.model.dump import Dump
from capture_widgets.model.explain import Explanation
from capture_widgets.model.history import History
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.record_format import Record, Variation
from capture_widgets.model.view import Bot
from capture_widgets.play.readable_dump import readable
from capture_widgets.play.snapshot import Snapshot, Step

_FACTS = ("ply", "round", "to_play", "is_over", "points", "returns")
"""The traits that follow the history."""

if TYPE_CHECKING:
    from pandas import DataFrame

    from capture_widgets.bots.beliefs import Belief
    from capture_widgets.records.finding import Moment
    from capture_widgets.records.journal import Journal

    _HistoryInt, _HistoryBool = Int, Bool
else:

    class _HistoryTrait:
        """A trait that reads its value from the history, so that it is never out of date."""

        def get(self, obj: SharedHistory, cls: Any = None) -> Any:
            now = obj._now
            return now.revision if self.name == "revision" else getattr(now.history, self.name)

        def set(self, obj: SharedHistory, value: Any) -> None:
            if value != self.get(obj):
                raise TraitError(f'"{self.name}" follows the moves of the game; it cannot be set')

    class _HistoryInt(_HistoryTrait, Int):
        pass

    class _HistoryBool(_HistoryTrait, Bool):
        pass

    class _HistoryList(_HistoryTrait, List):
        pass


class SharedHistory(HasTraits):
    """A history and its players, and the only code that changes them.

    An operation computes the new `history`, writes a step to the journal and replaces the history in one assignment.
    After the lock is released, observers are notified in order, one change at a time. An exception of one observer does
    not affect the others; it is logged and described in ``trouble``. An interrupt (the stop button) leaves history,
    journal and traits either before the operation or after it, never in between.
    """

    ply = _HistoryInt(0, read_only=True)
    """The number of moves made in the current round."""
    round = _HistoryInt(0, read_only=True)
    """The number of the current round, from 0."""
    to_play = _HistoryInt(0, allow_none=True, read_only=True)
    """The seat to move; None when the game is over."""
    is_over = _HistoryBool(False, read_only=True)
    """Whether the game is over, or the whole match; after ``g.at(ply, round=0)``, whether that round is over."""
    if TYPE_CHECKING:

        @property
        def points(self) -> list[int]:
            """Points by seat; in a match the running total."""

        @property
        def returns(self) -> list[int] | None:
            """+1, 0 or -1 by seat when the game is over, else None."""

    else:
        points = _HistoryList(Int(), read_only=True)
        """Points by seat; in a match the running total."""
        returns = _HistoryList(Int(), allow_none=True, default_value=None, read_only=True)
        """+1, 0 or -1 by seat when the game is over, else None."""
    revision = _HistoryInt(0, read_only=True)
    """Increases with every change of any kind; observe it to be notified of all changes."""
    trouble = Unicode(None, allow_none=True, read_only=True)
    """The error of an observer of the last change, in words, or None."""

    faults: tuple[tuple[str, str], ...] = ()
    """What `salvage` left out, as pairs of where and why."""

    def __init__(self, history: History, players: tuple[str | Bot, ...]) -> None:
        """Share a history; ``players`` are the players by seat."""
        self._now = Snapshot(history, players, 0)
        self._lock = threading.RLock()
        self._delivered = 0  # the number of the last change that observers were notified of
        self._notifier = TryLock()
        super().__init__()

    def __eq__(self, other: object) -> bool:
        """Whether both games have the same moves and notes (see `History.__eq__`), whoever the players are."""
        if not isinstance(other, SharedHistory):
            return NotImplemented
        return self is other or self._now.history == other._now.history

    # A game changes, and so does what it is equal to. Its hash is therefore that of the object; use `history` as a key
    # to look games up by their moves.
    __hash__ = object.__hash__

    # -- reading

    @property
    def history(self) -> History:
        """All moves, variations and notes, as an immutable value."""
        return self._now.history

    @property
    def type(self) -> GameType:
        """The game type, with the rules."""
        return self._now.history.type

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game, by name."""
        return self._now.history.options

    @property
    def is_match(self) -> bool:
        """Whether this is a match, in which rounds are played to a target."""
        return self._now.history.match

    @property
    def seed(self) -> int | None:
        """The seed of the deals; None if the deals were given explicitly."""
        return self._now.history.seed

    @property
    def state(self) -> State:
        """The true state of the position, including hidden cards."""
        return self._now.history.current.state

    @property
    def seats(self) -> list[str | Bot]:
        """The players by seat: names of persons, or bots."""
        return list(self._now.players)

    @property
    def names(self) -> list[str]:
        """The names of the players by seat, bots included."""
        return self._now.history.names

    @property
    def comments(self) -> dict[str, str]:
        """Comments by position, ``"round/ply"``."""
        return dict(self._now.history.comments)

    @property
    def glyphs(self) -> dict[str, str]:
        """Signs such as "!?" by position, ``"round/ply"``."""
        return dict(self._now.history.glyphs)

    @property
    def variations(self) -> list[Variation]:
        """The variations: moves that were taken back, and variations that were added or loaded."""
        return self._now.history.variations

    @property
    def deal_code(self) -> str | None:
        """A short code of the current deal, for ``new(..., deal=code)``; None if there is no deal."""
        return self._now.history.deal_code

    def legal_moves(self) -> list[str]:
        """The notation of every legal move, sorted as text; empty when the game is over."""
        return self._now.history.legal_moves()

    def moves(self, round: int | None = None) -> list[str]:
        """The notation of the moves made in a round, by default the current one."""
        return self._now.history.moves(round)

    def round_numbers(self) -> range:
        """The numbers of all rounds."""
        return self._now.history.round_numbers()

    def plies(self, round: int | None = None) -> range:
        """The plies of a round that `at` accepts, from the first position to the last."""
        return self._now.history.plies(round)

    def dump(self, seat: Viewer = None) -> Dump:
        """The position as a viewer knows it: a seat, ``"public"``, or None for everything (see docs/contract.md).

        A notebook shows it as a table, with the data folded below.
        """
        return readable(self._now.history.dump(seat))

    def dump_at(self, ply: int, *, round: int | None = None, seat: Viewer = None) -> Dump:
        """The same as ``g.at(ply, round=round).dump(seat)``, but faster."""
        return self._now.history.dump_at(ply, round=round, seat=seat)

    def log(
        self, seat: Viewer = None, *, ply: int | None = None, round: int | None = None, after: int = 0
    ) -> list[LogEntry]:
        """The moves of a round as a viewer knows them; `History.log` describes the entries and arguments."""
        return self._now.history.log(seat, ply=ply, round=round, after=after)

    def explain(self, move: str) -> Explanation:
        """Whether a move is legal, which rules apply, and what the move would change."""
        return self._now.history.explain(move)

    def record(self) -> Record:
        """The whole game as JSON-ready data (see docs/contract.md)."""
        return self._now.history.record()

    # -- as text, pictures and tables

    def text(self, seat: Viewer = "public") -> str:
        """The table as aligned text, as a viewer knows it."""
        from capture_widgets.engine.names import names_for
        from capture_widgets.export.html import table_text

        return table_text(self.dump(seat), names_for(self.history.seats))

    def to_svg(self, seat: Viewer = "public") -> str:
        """The position as a viewer knows it, as an SVG picture."""
        from capture_widgets.export.svg import dump_svg

        return dump_svg(self.dump(seat))

    def to_png(self, seat: Viewer = "public", scale: float = 2.0) -> bytes:
        """The same picture as PNG; raises ImportError if no converter is installed (the extra `png`)."""
        from capture_widgets.export.svg import svg_png

        return svg_png(self.to_svg(seat), scale)

    def moves_frame(self, seat: Viewer = None) -> DataFrame:
        """The moves as a pandas data frame, one row each."""
        from capture_widgets.export.data_frames import moves_frame

        return moves_frame(self.history, seat)

    def states_frame(self, seat: Viewer = None) -> DataFrame:
        """The positions as a pandas data frame, one row each."""
        from capture_widgets.export.data_frames import states_frame

        return states_frame(self.history, seat)

    def find(
        self,
        where: Callable[[Any], object] | None = None,
        *,
        card: str | None = None,
        event: str | None = None,
        by: Seat | None = None,
        seat: Viewer = None,
    ) -> list[Moment]:
        """Find all moves of the game that meet every given condition, in order.

        A result is a named tuple: round, ply (of the position after the move), seat (that moved), move, text, events
        (what happened to which card), and ``at``, such as ``"0/12"``.

        Args:
            where: a function that gets the dump after each move and returns whether the move meets the condition.
            card: the text of a card that the move affected.
            event: what happened to a card: ``"played"`` (it left a hand, or attacked), ``"taken"``, ``"drawn"`` (into a
                hand), ``"turned"`` (face up) or ``"moved"``.
            by: the seat that moved.
            seat: the viewer; only events that this viewer could see count. None sees everything.

        Raises:
            ValueError: there is no such card, event or seat, or no condition is given.
        """
        from capture_widgets.records.finding import moments

        return moments(self.history, where, card=card, event=event, by=by, viewer=seat)

    def belief(self, seat: Viewer, samples: int = 1000, *, seed: int = 0) -> Belief:
        """Estimate where the cards lie that a viewer does not see, from worlds that fit what the viewer has seen.

        The result depends on nothing that the viewer does not know. ``.frame()`` has a row for each card and place with
        the probability and its interval; ``.at("hands/1")`` and ``.where("10r")`` are parts of it.

        Args:
            seat: the viewer: a seat or ``"public"``.
            samples: how many worlds to draw.
            seed: the same seed gives the same worlds.

        Raises:
            ValueError: there is no such viewer, the viewer is None, or the number of samples is not valid.
        """
        from capture_widgets.bots.beliefs import belief

        return belief(self.history, seat, samples, seed)

    def code(self) -> str:
        """The game as one line of letters and digits, to paste into a chat or to read aloud; `load` reads it.

        The code contains options, deals and moves. Whoever has it can find every hidden card, even of the next rounds
        of a match if a seed deals them; so the code of an unfinished game begins with ``OPEN-``. It contains no
        comments, signs, variations and names. `load` detects any wrong character and any two neighbours that were
        swapped; it ignores case, spaces and hyphens.

        Raises:
            ValueError: the game is too long for a code.
        """
        from capture_widgets.records.code_text import code_of

        return code_of(self._now.history)

    def notation(self) -> str:
        """The whole game as readable text: headers, numbered moves, comments, variations; `load` reads it.

        The text contains the deals, and with them every hidden card. The same game always gives the same text.
        """
        from capture_widgets.records.notation_text import notation_of

        return notation_of(self._now.history)

    def link(self, base: str, seat: Viewer = "public", *, ply: int | None = None, round: int | None = None) -> str:
        """A link to a replay of the game so far, for everybody who opens it.

        The replay, with only what the viewer could see, is compressed in the part after ``#``, which browsers do not
        send to a server. For one round that part has some thousand characters.

        Args:
            base: the address of a page that `save_html` wrote, of any game.
            seat: the viewer; None shows every hidden card, even of an unfinished game.
            ply: the ply to begin at.
            round: the round to begin with.

        Raises:
            ValueError: there is no such viewer or position, ``base`` is not a text, or the game is too long for a link.
        """
        from capture_widgets.export.links import link

        return link(self._now.history, base, seat, ply, round)

    def question(self, base: str) -> str:
        """A link to a page that shows the position to the seat to play and asks "What would you play here?".

        The link contains what that seat knows: its hand, its legal moves and what it saw; the code of the game (`code`)
        would reveal every hand.

        Args:
            base: the address of a page that `save_html` wrote, of any game.

        Raises:
            ActionRefused: the game is over.
        """
        from capture_widgets.export.links import question

        return question(self._now.history, base)

    # -- changing

    @property
    def lock(self) -> threading.RLock:
        """The lock of the game, for code that only reads: ``with g.lock:``. Code that changes something uses `held`.

        An interrupt cannot leave the lock acquired.
        """
        return self._lock

    def held(self) -> AbstractContextManager[object]:
        """Lock the game for several reads or changes that belong together: ``with g.held():``.

        Observers are notified when the lock is released.
        """
        return cast(AbstractContextManager[object], LockedBlock(self._lock, self._notify_twice))

    def _notify_twice(self) -> None:
        """Notify observers, and once more if an interrupt ended the first attempt."""
        try:
            self._notify()
        finally:
            if self._now.news:
                self._notify()

    def _change(self, work: Callable[[Snapshot], tuple[Snapshot, Step | None]]) -> None:
        """Carry out an operation completely, or change nothing."""
        try:
            try:
                with self._lock:
                    now = self._now
                    if now.journal is not None and now.journal.length != now.mark:
                        now.journal.rollback(
                            now.mark
                        )  # an interrupt came after the step was written and before the snapshot was replaced
                    after, step = work(now)
                    if after.journal is None:
                        self._commit(now, after)
                    else:
                        self._commit_journaled(now, after, after.journal, step)
            finally:
                if self._now.news:
                    self._notify()
        finally:
            if self._now.news:
                self._notify()

    def _commit_journaled(self, before: Snapshot, after: Snapshot, journal: Journal, step: Step | None) -> None:
        """Write a step to the journal and replace the snapshot, both or neither."""
        try:
            if step is not None:
                journal.write(step)
            after = after._replace(mark=journal.length)
            self._commit(before, after)
        finally:
            if self._now is before and journal is before.journal:
                journal.rollback(before.mark)

    def _commit(self, before: Snapshot, after: Snapshot) -> None:
        """Replace the snapshot, and add the changes for observers."""
        if self._trait_notifiers:
            facts = [(name, getattr(before.history, name), getattr(after.history, name)) for name in _FACTS]
            changes = [("revision", before.revision, after.revision), *(one for one in facts if one[1] != one[2])]
            bunches = (Bunch(name=name, old=old, new=new, owner=self, type="change") for name, old, new in changes)
            after = after._replace(news=self._merged(self._undelivered(), list(bunches)))
        self._now = after

    def _merged(self, waiting: list[tuple[int, Bunch]], changes: list[Bunch]) -> tuple[tuple[int, Bunch], ...]:
        """The changes to deliver to observers, in order; two waiting changes of one trait become one.

        At most one change for each trait waits, so a thread that notifies for others comes to an end. The first waiting
        change may be on its way to observers already, so it is not merged.
        """
        number = waiting[-1][0] if waiting else self._delivered
        earlier = {change["name"]: change for _, change in waiting[1:]}
        names = {change["name"] for change in changes}
        for change in changes:
            if change["name"] in earlier:
                change["old"] = earlier[change["name"]]["old"]
        kept = [news for at, news in enumerate(waiting) if at == 0 or news[1]["name"] not in names]
        return (*kept, *enumerate(changes, number + 1))

    def _undelivered(self) -> list[tuple[int, Bunch]]:
        return [news for news in self._now.news if news[0] > self._delivered]

    def _notify(self) -> None:
        """Notify observers, unless the lock is still held or another thread is notifying them now.

        If an interrupt stops an observer, it is called again.
        """
        if self._notifier.owned:
            return  # an observer changed the game; the loop below, further up the stack, delivers that change
        try:
            while self._may_notify() and self._notifier.acquire():
                while waiting := self._undelivered():
                    number, change = waiting[0]
                    self.notify_change(change)
                    self._delivered = number
                self._notifier.release()
        except BaseException:
            self._notifier.release()
            run_in_background(self._notify_again(), "capture-widgets-observers")
            raise
        finally:
            self._notifier.release()

    def _notify_again(self) -> Steps[None]:
        self._notify()
        yield 0

    def _may_notify(self) -> bool:
        return bool(self._undelivered()) and not self._lock._is_owned()  # type: ignore[attr-defined]

    def notify_change(self, change: Bunch) -> None:
        """Call the observers of a change; an exception of one does not stop the others."""
        if change["name"] == "revision":
            set_trouble(self, None)
        for name in (change["name"], All):
            for kind in (change["type"], All):
                for observer in list(self._trait_notifiers.get(name, {}).get(kind, ())):
                    self._call(observer, change)

    def _call(self, observer: Any, change: Bunch) -> None:
        try:
            (getattr(self, observer.name or "") if isinstance(observer, EventHandler) else observer)(change)
        except Exception as error:  # an observer may raise anything
            import logging

            logging.getLogger(__name__).exception("an observer of %r failed", self)
            if change["name"] != "trouble":  # a failing observer of `trouble` would be called again for ever
                set_trouble(self, f"An observer of the game failed with {failure_words(error)}"[:600])


def notify_journal_changed(game: SharedHistory) -> None:
    """Notify the tables of a game that its journal has changed."""
    game._change(lambda now: (now.then(now.history), None))


def set_trouble(game: SharedHistory, words: str | None) -> None:
    """Set ``trouble`` of a game; observers hear of it if it changes."""
    game.set_trait("trouble", words)
