"""A history that many share: read from any thread, changed in one way, observed through traits."""

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
from capture_widgets.play.snapshot import Snapshot, Step

_FACTS = ("ply", "round", "to_play", "is_over", "points", "returns")
"""Traits whose value is the history's."""

if TYPE_CHECKING:
    from pandas import DataFrame

    from capture_widgets.bots.beliefs import Belief
    from capture_widgets.records.finding import Moment
    from capture_widgets.records.journal import Journal

    _HistoryInt, _HistoryBool = Int, Bool
else:

    class _HistoryTrait:
        """A trait whose value is read from the history, so that it is always true."""

        def get(self, obj: SharedHistory, cls: Any = None) -> Any:
            now = obj._now
            return now.revision if self.name == "revision" else getattr(now.history, self.name)

        def set(self, obj: SharedHistory, value: Any) -> None:
            if value != self.get(obj):
                raise TraitError(f'"{self.name}" follows what is played; it cannot be set')

    class _HistoryInt(_HistoryTrait, Int):
        pass

    class _HistoryBool(_HistoryTrait, Bool):
        pass

    class _HistoryList(_HistoryTrait, List):
        pass


class SharedHistory(HasTraits):
    """A history and its players, with the one way to change both.

    An operation works out the new `history`, writes it to the journal, takes it over at once, and tells observers when
    the lock is let go: in order, one at a time, each apart from the others. An exception of an observer is logged and
    stands in ``trouble``. An interrupt (the stop button) leaves the position before or after the operation, never
    between, in history, journal and traits alike.
    """

    ply = _HistoryInt(0, read_only=True)
    """Moves made in this round."""
    round = _HistoryInt(0, read_only=True)
    """Number of this round, from 0."""
    to_play = _HistoryInt(0, allow_none=True, read_only=True)
    """The seat to move; None when over."""
    is_over = _HistoryBool(False, read_only=True)
    """Whether the game, or the whole match, has ended; at the last ply of an earlier round (`at`), that round."""
    if TYPE_CHECKING:

        @property
        def points(self) -> list[int]:
            """Points by seat; in a match the running total."""

        @property
        def returns(self) -> list[int] | None:
            """+1, 0 or -1 by seat once over, else None."""

    else:
        points = _HistoryList(Int(), read_only=True)
        """Points by seat; in a match the running total."""
        returns = _HistoryList(Int(), allow_none=True, default_value=None, read_only=True)
        """+1, 0 or -1 by seat once over, else None."""
    revision = _HistoryInt(0, read_only=True)
    """Grows with every change of any kind: one trait to observe for all of them."""
    trouble = Unicode(None, allow_none=True, read_only=True)
    """The error of an observer of the last change, in words, else None."""

    faults: tuple[tuple[str, str], ...] = ()
    """What salvaging left out, as (where, reason)."""

    def __init__(self, history: History, players: tuple[str | Bot, ...]) -> None:
        """Share a history; ``players`` sit where its names do."""
        self._now = Snapshot(history, players, 0)
        self._lock = threading.RLock()
        self._heard = 0  # number of the last news that observers have heard
        self._telling = TryLock()
        super().__init__()

    def __eq__(self, other: object) -> bool:
        """Whether the same was played and said in both games (see `History.__eq__`), whoever sits there."""
        if not isinstance(other, SharedHistory):
            return NotImplemented
        return self is other or self._now.history == other._now.history

    # A game changes, so what equals another one today may not tomorrow: in sets, as a key and to those who follow it,
    # it is itself. `history` is the value to count or to look up what was played by.
    __hash__ = object.__hash__

    # -- what there is to read

    @property
    def history(self) -> History:
        """What was played, taken back and said, as a value that does not change any more."""
        return self._now.history

    @property
    def type(self) -> GameType:
        """The facts and rules of the game."""
        return self._now.history.type

    @property
    def options(self) -> dict[str, Any]:
        """The options it is played with, by name."""
        return self._now.history.options

    @property
    def is_match(self) -> bool:
        """Whether rounds are played to a target."""
        return self._now.history.match

    @property
    def seed(self) -> int | None:
        """The seed of the deals, None where they were given."""
        return self._now.history.seed

    @property
    def state(self) -> State:
        """The state of the position: everything, hidden cards too."""
        return self._now.history.current.state

    @property
    def seats(self) -> list[str | Bot]:
        """Who sits where: persons by name, or bots."""
        return list(self._now.players)

    @property
    def names(self) -> list[str]:
        """Who sits where, by name, bots too."""
        return self._now.history.names

    @property
    def comments(self) -> dict[str, str]:
        """Comments by position, ``"round/ply"``."""
        return dict(self._now.history.comments)

    @property
    def glyphs(self) -> dict[str, str]:
        """Signs by position, ``"round/ply"``."""
        return dict(self._now.history.glyphs)

    @property
    def variations(self) -> list[Variation]:
        """Variations: moves taken back, and variations added or loaded."""
        return self._now.history.variations

    @property
    def deal_code(self) -> str | None:
        """A short code of this round's deal that ``new(..., deal=code)`` takes; None without a deal."""
        return self._now.history.deal_code

    def legal_moves(self) -> list[str]:
        """Notation of every legal move, sorted as text; empty when over."""
        return self._now.history.legal_moves()

    def moves(self, round: int | None = None) -> list[str]:
        """Notation of the moves made in a round, this one by default."""
        return self._now.history.moves(round)

    def round_numbers(self) -> range:
        """Numbers of the rounds kept."""
        return self._now.history.round_numbers()

    def plies(self, round: int | None = None) -> range:
        """The plies of a round that `at` can go to, from its first position to its last."""
        return self._now.history.plies(round)

    def dump(self, seat: Viewer = None) -> Dump:
        """The position as a viewer knows it: a seat, ``"public"``, or None for everything (docs/contract.md, dump)."""
        return self._now.history.dump(seat)

    def dump_at(self, ply: int, *, round: int | None = None, seat: Viewer = None) -> Dump:
        """The same as ``g.at(ply, round=round).dump(seat)``, without making a game of it."""
        return self._now.history.dump_at(ply, round=round, seat=seat)

    def log(
        self, seat: Viewer = None, *, ply: int | None = None, round: int | None = None, after: int = 0
    ) -> list[LogEntry]:
        """The moves of a round as a viewer knows them after so many plies, or only those of them ``after`` a ply.

        Each entry is a dict as `History.log` describes it.
        """
        return self._now.history.log(seat, ply=ply, round=round, after=after)

    def explain(self, move: str) -> Explanation:
        """Whether a move is legal here, the rules that apply, and what it would change."""
        return self._now.history.explain(move)

    def record(self) -> Record:
        """The whole game as JSON-ready data (docs/contract.md, record)."""
        return self._now.history.record()

    # -- as text, pictures and tables

    def text(self, seat: Viewer = "public") -> str:
        """The table as aligned text, as a viewer knows it."""
        from capture_widgets.export.html import table_text

        return table_text(self.dump(seat))

    def to_svg(self, seat: Viewer = "public") -> str:
        """The position as a viewer knows it, as an SVG picture."""
        from capture_widgets.export.svg import dump_svg

        return dump_svg(self.dump(seat))

    def to_png(self, seat: Viewer = "public", scale: float = 2.0) -> bytes:
        """The same as PNG; raises ImportError where no converter is installed (the extra `png`)."""
        from capture_widgets.export.svg import svg_png

        return svg_png(self.to_svg(seat), scale)

    def moves_frame(self, seat: Viewer = None) -> DataFrame:
        """One row a move, as a pandas data frame (see `dataframes`)."""
        from capture_widgets.export.data_frames import moves_frame

        return moves_frame(self.history, seat)

    def states_frame(self, seat: Viewer = None) -> DataFrame:
        """One row a position, as a pandas data frame (see `dataframes`)."""
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
        """The plies of all rounds kept where everything that is asked for holds, in order.

        Each is a named tuple: round, ply (the position after it), seat (who moved), move, text, events (what happened
        to which card), and ``at``, ``"0/12"``.

        Args:
            where: a function that gets the dump of each position; true where it is to be found.
            card: the text of a card to which something happened.
            event: what happened: ``"played"`` (it left a hand, or attacked), ``"taken"``, ``"drawn"`` (it came to a
                hand), ``"turned"`` (up, where it lay) or ``"moved"``.
            by: the seat that moved.
            seat: who looks; nothing is found that this viewer could not see happen. None sees everything.

        Raises:
            ValueError: there is no such card, event or seat, or nothing is asked for.
        """
        from capture_widgets.records.finding import moments

        return moments(self.history, where, card=card, event=event, by=by, viewer=seat)

    def belief(self, seat: Viewer, samples: int = 1000, *, seed: int = 0) -> Belief:
        """How likely each hidden card is where, to a viewer: by drawing worlds that fit all that it has seen.

        Depends on nothing that the viewer does not know. ``.frame()`` has one row a card and place, with the chance
        and its interval; ``.at("hands/1")`` and ``.where("10r")`` are parts of it.

        Args:
            seat: who looks: a seat or ``"public"``.
            samples: how many worlds to draw.
            seed: makes them repeatable.

        Raises:
            ValueError: there is no such viewer, None sees everything, or it is no number of samples.
        """
        from capture_widgets.bots.beliefs import belief

        return belief(self.history, seat, samples, seed)

    def code(self) -> str:
        """The game as one line of letters and digits, to paste into a chat or read aloud; `load` reads it.

        It holds options, deals and moves, and so shows every hand and every hidden card to whoever has it, those of a
        match's next rounds too where a seed deals them; while the game goes on it begins with ``OPEN-`` to say so.
        Comments, signs, variations and names are not in it. `load` notices any wrong character, and any two
        neighbours that were swapped; small letters, spaces and left-out hyphens make no difference.

        Raises:
            ValueError: the game is too long for a code.
        """
        from capture_widgets.records.code_text import code_of

        return code_of(self._now.history)

    def notation(self) -> str:
        """The whole game as readable text: headers, numbered moves, comments, variations; `load` reads it.

        The deals stand in it, and with them every hidden card. The same game always gives the same text.
        """
        from capture_widgets.records.notation_text import notation_of

        return notation_of(self._now.history)

    def link(self, base: str, seat: Viewer = "public", *, ply: int | None = None, round: int | None = None) -> str:
        """The address of a page with a replay of the game so far, for everybody who opens it.

        All that a viewer could follow, and nothing else, stands compressed in the part after ``#``, which browsers send
        to no server: some thousand characters for a hand.

        Args:
            base: the address of a page that `save_html` wrote, of any game.
            seat: who looks; None shows every hidden card, of a game that goes on, too.
            ply: the ply to begin at.
            round: the round to begin with.

        Raises:
            ValueError: there is no such viewer or position, ``base`` is no text, or the game is too long for a link.
        """
        from capture_widgets.export.links import link

        return link(self._now.history, base, seat, ply, round)

    def question(self, base: str) -> str:
        """The address of a page that asks "What would you play here?": the position as the seat to play knows it.

        It holds that seat's hand, the moves it could play and what it saw, and no card that it does not know. A code of
        the game (`code`) would show every hand.

        Args:
            base: the address of a page that `save_html` wrote, of any game.

        Raises:
            ActionRefused: the game is over.
        """
        from capture_widgets.export.links import question

        return question(self._now.history, base)

    # -- one way to change

    @property
    def lock(self) -> threading.RLock:
        """What keeps others from changing the game, for those who only read: no interrupt comes between taking it and
        the block, nor between the block and letting it go. Whoever changes something takes `held`.
        """
        return self._lock

    def held(self) -> AbstractContextManager[object]:
        """Keep others from changing the game (``with g.held():``) while several things that belong together are read
        or done; observers are notified when the lock is released.
        """
        return cast(AbstractContextManager[object], LockedBlock(self._lock, self._tell_all))

    def _tell_all(self) -> None:
        try:
            self._tell()
        finally:
            if self._now.news:  # an interrupt may have kept the first from telling all
                self._tell()

    def _change(self, work: Callable[[Snapshot], tuple[Snapshot, Step | None]]) -> None:
        """Carry out an operation, or change nothing."""
        try:
            try:
                with self._lock:
                    now = self._now
                    if now.journal is not None and now.journal.length != now.mark:
                        now.journal.rollback(now.mark)  # an interrupt kept it from being taken over or taken back
                    after, step = work(now)
                    if after.journal is None:
                        self._announce(now, after)
                    else:
                        self._keep(now, after, after.journal, step)
            finally:
                if self._now.news:
                    self._tell()
        finally:
            if self._now.news:  # an interrupt may have kept the first from telling all
                self._tell()

    def _keep(self, before: Snapshot, after: Snapshot, journal: Journal, step: Step | None) -> None:
        """Write a step to the journal and take the new snapshot over; both or neither."""
        try:
            if step is not None:
                journal.write(step)
            after = after._replace(mark=journal.length)
            self._announce(before, after)
        finally:
            if self._now is before and journal is before.journal:
                journal.rollback(before.mark)

    def _announce(self, before: Snapshot, after: Snapshot) -> None:
        """Take a snapshot over, together with the changes for observers."""
        if self._trait_notifiers:
            facts = [(name, getattr(before.history, name), getattr(after.history, name)) for name in _FACTS]
            changes = [("revision", before.revision, after.revision), *(one for one in facts if one[1] != one[2])]
            bunches = (Bunch(name=name, old=old, new=new, owner=self, type="change") for name, old, new in changes)
            after = after._replace(news=self._joined(self._untold(), list(bunches)))
        self._now = after

    def _joined(self, untold: list[tuple[int, Bunch]], changes: list[Bunch]) -> tuple[tuple[int, Bunch], ...]:
        """The changes that observers will hear of, in order; two waiting changes of one trait become one.

        So at most one change for each trait waits, and a thread that notifies for others comes to an end. The first one
        may be on its way to observers already, and stays as it is.
        """
        number = untold[-1][0] if untold else self._heard
        earlier = {change["name"]: change for _, change in untold[1:]}
        names = {change["name"] for change in changes}
        for change in changes:
            if change["name"] in earlier:
                change["old"] = earlier[change["name"]]["old"]
        kept = [news for at, news in enumerate(untold) if at == 0 or news[1]["name"] not in names]
        return (*kept, *enumerate(changes, number + 1))

    def _untold(self) -> list[tuple[int, Bunch]]:
        return [news for news in self._now.news if news[0] > self._heard]

    def _tell(self) -> None:
        """Notify observers, unless the lock is still held or another thread is notifying them now.

        An observer that was being called when an interrupt came is called again.
        """
        if self._telling.owned:
            return  # an observer has changed the game: its turn comes later
        try:
            while self._may_tell() and self._telling.acquire():
                while untold := self._untold():
                    number, change = untold[0]
                    self.notify_change(change)
                    self._heard = number
                self._telling.release()
        except BaseException:
            self._telling.release()
            run_in_background(self._telling_again(), "capture-widgets-observers")
            raise
        finally:
            self._telling.release()

    def _telling_again(self) -> Steps[None]:
        self._tell()
        yield 0

    def _may_tell(self) -> bool:
        return bool(self._untold()) and not self._lock._is_owned()  # type: ignore[attr-defined]

    def notify_change(self, change: Bunch) -> None:
        """Call the observers of a change, each apart from the others."""
        if change["name"] == "revision":
            self._set_trouble(None)
        for name in (change["name"], All):
            for kind in (change["type"], All):
                for observer in list(self._trait_notifiers.get(name, {}).get(kind, ())):
                    self._call(observer, change)

    def _call(self, observer: Any, change: Bunch) -> None:
        try:
            (getattr(self, observer.name or "") if isinstance(observer, EventHandler) else observer)(change)
        except Exception as error:  # an observer is anybody's code
            import logging

            logging.getLogger(__name__).exception("an observer of %r failed", self)
            if change["name"] != "trouble":  # else it would be called for its own failure without an end
                self._set_trouble(f"Something that follows the game failed with {failure_words(error)}"[:600])

    def _set_trouble(self, words: str | None) -> None:
        if words != self.trouble:
            self.set_trait("trouble", words)
