"""Game: a thread-safe, observable game to play, take back, record and look into."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self

from traitlets import Bool, HasTraits, Int, List

from capture_widgets import record as records
from capture_widgets.bots.hints import Hint, hint_for
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.cards import Card
from capture_widgets.deal import cut_for, deal_code, deal_for, deal_of_code, is_seed
from capture_widgets.dump import Dump, read_dump, whole_dump
from capture_widgets.errors import IllegalDeal, IllegalMove, RecordError, UnknownOption, shown
from capture_widgets.explain import Explanation
from capture_widgets.files import replace_file
from capture_widgets.games import game_type
from capture_widgets.history import Round, match_returns, opener, totals_after
from capture_widgets.journal import Journal, identity, is_journal, make_way, read_journal
from capture_widgets.plain import is_a
from capture_widgets.record import (
    MOST_NAME,
    Reading,
    Record,
    Variation,
    check_comment,
    is_name,
    place,
    position_of,
    read_deal,
    read_record,
    write_rounds,
)
from capture_widgets.state import SEAT_NAMES, GameType, Move, Seat, State, Viewer
from capture_widgets.view import Bot, View

if TYPE_CHECKING:
    from threading import Event

    from pandas import DataFrame

    from capture_widgets.widgets import Inspector, Replay, Table


class _Fresh(List[int]):
    """A list that is handed out as a copy, so that nobody changes the game by changing what it told."""

    def get(self, obj: HasTraits, cls: Any = None) -> list[int] | None:
        found = super().get(obj, cls)
        return None if found is None else list(found)


class Game(HasTraits):
    """A game that is played, watched and kept; `new`, `load` and `from_dump` make one.

    ``ply``, ``round``, ``to_play``, ``is_over``, ``points`` and ``returns`` are traits to observe or link. Everything
    may be called from any thread; observers run on the thread that made the change, while the game's lock is held.
    """

    ply = Int(0, read_only=True)
    """Moves made in this round."""
    round = Int(0, read_only=True)
    """Number of this round, from 0."""
    to_play = Int(0, allow_none=True, read_only=True)
    """The seat to move; None when over."""
    is_over = Bool(False, read_only=True)
    """Whether the game, or the whole match, has ended; at the last ply of an earlier round (`at`), that round."""
    points = _Fresh(Int(), read_only=True)
    """Points by seat; in a match the running total."""
    returns = _Fresh(Int(), allow_none=True, default_value=None, read_only=True)
    """+1, 0 or -1 by seat once over, else None."""
    revision = Int(0, read_only=True)
    """Grows with every change of any kind: one trait to observe for all of them."""

    def __init__(
        self,
        reading: Reading,
        *,
        deals: Mapping[int, list[Card]] | None = None,
        setup: Dump | None = None,
        players: Sequence[str | Bot] | None = None,
        can_undo: bool = True,
        totals: Sequence[list[int]] | None = None,
    ) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._type = reading.game
        self._options = reading.options
        self._match = reading.match
        self._seed = reading.seed
        self._cut = reading.cut
        self._rounds = reading.rounds
        self._round_base = reading.round_base
        self._variations = reading.variations
        self._comments = reading.comments
        self._glyphs = reading.glyphs
        self._deals = dict(deals or {})
        self._setup = setup
        self._undone: list[tuple[int, str]] = []
        self._journal: Journal | None = None
        self._file: tuple[int, int] | None = None
        """Identity of the journal that holds this game and may be written anew."""
        self._can_undo = can_undo
        # points by seat before each round
        self._totals = list(totals or [list(reading.totals) or [0] * self._type.seats(self._options)])
        for entry in self._rounds[len(self._totals) - 1 : -1]:
            self._totals.append(totals_after(self._totals[-1], entry.state))
        names = list(players) if players is not None else list(reading.seats)
        self._players: list[str | Bot] = [*names, *SEAT_NAMES[len(names) : len(self._totals[0])]]
        self._bot_seeds = [secrets.randbits(32) for _ in self._players]
        self._bot_chance = ""
        self._sync()

    # -- what there is to read

    @property
    def type(self) -> GameType:
        """The facts and rules of the game."""
        return self._type

    @property
    def options(self) -> dict[str, Any]:
        """The options it is played with, by name."""
        return dict(self._options.as_dict())

    @property
    def is_match(self) -> bool:
        """Whether rounds are played to a target."""
        return self._match

    @property
    def seed(self) -> int | None:
        """The seed of the deals, None where they were given."""
        return self._seed

    @property
    def state(self) -> State:
        """The rules' own value of the position: everything, hidden cards too."""
        with self._lock:
            return self._rounds[-1].state

    @property
    def seats(self) -> list[str | Bot]:
        """Who sits where: persons by name, or bots."""
        with self._lock:
            return list(self._players)

    @property
    def names(self) -> list[str]:
        """Who sits where, by name, bots too."""
        with self._lock:
            return [_name_of(player) for player in self._players]

    @property
    def round_over(self) -> bool:
        """Whether nobody is to play here, in the middle of a match too."""
        return self.to_play is None

    def last_state(self, round: int | None = None) -> State:
        """The rules' own value of a round's last position, this round's by default."""
        with self._lock:
            return self._round(round).state

    def legal_moves(self) -> list[str]:
        """Notation of every legal move, sorted as text; empty when over."""
        return sorted(map(str, self.state.legal_moves()))

    def held(self) -> threading.RLock:
        """The game's lock, to be held (``with g.held():``) by whoever reads or does several things that belong
        together.
        """
        return self._lock

    def movers(self) -> list[Seat]:
        """Who made each move that `undo` could take back, in order."""
        with self._lock:
            made = [state.to_play for entry in self._rounds for state in entry.states[: len(entry.moves)]]
            return [seat for seat in made if seat is not None]

    def moves(self, round: int | None = None) -> list[str]:
        """Notation of the moves made in a round, this one by default."""
        with self._lock:
            return [str(move) for move in self._round(round).moves]

    def round_numbers(self) -> range:
        """Numbers of the rounds kept."""
        with self._lock:
            return range(self._round_base, self._round_base + len(self._rounds))

    def plies(self, round: int | None = None) -> range:
        """The plies of a round that `at` can go to, from its first position to its last."""
        with self._lock:
            found = self._round(round)
            return range(found.base, found.ply + 1)

    def dump(self, seat: Viewer = None) -> Dump:
        """The position as a viewer knows it: a seat, ``"public"``, or None for everything (CONTRACT, dump)."""
        with self._lock:
            return self._dump_at(len(self._rounds) - 1, self._rounds[-1].ply, seat)

    def dump_at(self, ply: int, *, round: int | None = None, seat: Viewer = None) -> Dump:
        """The same as ``g.at(ply, round=round).dump(seat)``, without making a game of it."""
        with self._lock:
            index = self._index(round)
            self._check_ply(self._rounds[index], ply)
            return self._dump_at(index, ply, seat)

    def log(
        self, seat: Viewer = None, *, ply: int | None = None, round: int | None = None, after: int = 0
    ) -> list[dict[str, Any]]:
        """The moves of a round as a viewer knows them after so many plies, or only those of them ``after`` a ply.

        Each entry has ``ply`` (counted after the move), ``seat``, ``move`` (None while hidden from the viewer, GE-4)
        and ``text``, a sentence; a move that was hidden at first has ``veiled``, the sentence for that moment; one that
        decided something has ``why``, a list of what (``of``), why (``text``) and by which ``rule``.
        """
        with self._lock:
            self._check_viewer(seat)
            entry = self._round(round)
            last = entry.ply if ply is None else ply
            self._check_ply(entry, last)
            first = max(0, after - entry.base)
            return [self._log_entry(entry, i, seat, last) for i in range(first, last - entry.base)]

    def _log_entry(self, entry: Round, i: int, seat: Viewer, last: int) -> dict[str, Any]:
        before, move, after = entry.states[i], entry.moves[i], entry.states[i + 1]
        ply = entry.base + i + 1
        mover = before.to_play
        assert mover is not None
        hides = before.hides_move and seat is not None and seat != mover
        veiled = f"{SEAT_NAMES[mover]} has chosen; nobody else sees it yet."
        if hides and ply == last:
            return {"ply": ply, "seat": mover, "move": None, "text": veiled}
        told = {"ply": ply, "seat": mover, "move": str(move), "text": before.narrate(move, after)}
        why = [reason._asdict() for reason in before.reasons(move, after)]
        return {**told, **({"why": why} if why else {}), **({"veiled": veiled} if hides else {})}

    def explain(self, move: str) -> Explanation:
        """Whether a text could be played here, which rules bear on it, and what it would change."""
        with self._lock:
            state = self._rounds[-1].state
        try:
            made = self._read(state, move)
        except IllegalMove as error:
            return Explanation(error.move, False, error.reason, error.rule, self._rule_texts((error.rule,)), ())
        return Explanation(str(made), True, "", "", self._rule_texts(state.bearing(made)), (_foreseen(state, made),))

    def _rule_texts(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        rules = self._type.all_rules
        return tuple((name, rules[name]) for name in names if name in rules)

    # -- playing

    def play(self, move: str, *, at: tuple[int, int] | None = None) -> Self:
        """Make a move, given in notation; in a match the move that ends a round deals the next (GE-8).

        Args:
            move: its notation.
            at: the round and ply it is meant for; refused when the game stands elsewhere by now.

        Raises:
            IllegalMove: it is no move, or the position refuses it; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        with self._lock:
            if at is not None and at != (self.round, self.ply):
                raise IllegalMove("GE-5", str(move)[:60], "the game has moved on since; look again and choose anew")
            made = self._read(self._rounds[-1].state, move)
            text = str(made)
            again = bool(self._undone) and self._undone[-1] == (self.round, text)
            notes = self._standing() if self._undone and not again else None
            self._make(made)
            try:
                self._write({"play": text})
            except OSError:
                self._take_back()
                raise
            if again:
                self._undone.pop()
            elif notes is not None:
                self._undone.clear()
                self._variations, self._comments, self._glyphs = notes
            self._sync()
        return self

    def _read(self, state: State, text: str) -> Move:
        if not isinstance(text, str):
            raise IllegalMove("GE-3", repr(text)[:60], "a move is a text, such as those of legal_moves()")
        move = state.parse(text)
        if state.to_play is None and self._match:
            over = self._type.match_over(totals_after(self._totals[-1], state), self._options)
            raise IllegalMove("GE-8", text, "the match is over" if over else "this round is over; the next one goes on")
        state.check(move)
        return move

    def _make(self, move: Move) -> None:
        self._rounds[-1].play(move)
        if self._rounds[-1].state.to_play is None and self._match:
            self._next_round()

    def _next_round(self) -> None:
        totals = totals_after(self._totals[-1], self._rounds[-1].state)
        if self._type.match_over(totals, self._options):
            return
        number = self._round_base + len(self._rounds)
        first = opener(self._type, self._options, number)
        cards = self._deals.get(number)
        if cards is None:
            if self._seed is None:
                self._seed = secrets.randbits(32)
            cards = self._deals[number] = deal_for(self._type, self._seed, self._options, number, first)
        self._rounds.append(Round(first, cards, self._type.state.deal(cards, self._options, first)))
        self._totals.append(totals)

    def undo(self) -> Self:
        """Take the last move back; the record keeps it as a variation.

        Raises:
            IllegalMove: there is nothing to take back, or this game was made without undo.
        """
        with self._lock:
            self._may_undo("undo")
            if not self.can_undo:
                raise IllegalMove("GE-5", "undo", "there is no move to take back")
            self._write({"undo": True})
            self._undone.append(self._take_back())
            self._sync()
        return self

    def redo(self) -> Self:
        """Make the move that was taken back last once more.

        Raises:
            IllegalMove: nothing was taken back, or this game was made without undo.
        """
        with self._lock:
            self._may_undo("redo")
            if not self._undone:
                raise IllegalMove("GE-5", "redo", "no move was taken back")
            self._write({"redo": True})
            _, text = self._undone.pop()
            self._make(self._rounds[-1].state.parse(text))
            self._sync()
        return self

    def _may_undo(self, what: str) -> None:
        if not self._can_undo:
            raise IllegalMove("GE-5", what, "this game is played without taking moves back")

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take a move back."""
        with self._lock:
            return self._can_undo and (bool(self._rounds[-1].moves) or len(self._rounds) > 1)

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would make a move again."""
        with self._lock:
            return self._can_undo and bool(self._undone)

    def _take_back(self) -> tuple[int, str]:
        """Take the last move out, over the start of a round too; returns its round and notation."""
        if not self._rounds[-1].moves:
            self._rounds.pop()
            self._totals.pop()
            self._rounds[-1] = self._rounds[-1].until(self._rounds[-1].ply)  # `at` shares finished rounds
        return self._round_base + len(self._rounds) - 1, str(self._rounds[-1].back())

    def _standing(self) -> tuple[list[Variation], dict[str, str], dict[str, str]]:
        """Variations, comments and signs that have a place in the game as it stands, without the moves taken back.

        The moves taken back are a variation here. Lines that left from among them begin here, too; what was said about
        positions that are no more has no place.
        """
        variations, comments, glyphs = list(self._variations), dict(self._comments), dict(self._glyphs)
        if not self._undone:
            return variations, comments, glyphs
        number, ply = self._round_base + len(self._rounds) - 1, self._rounds[-1].ply
        moves = [text for other, text in reversed(self._undone) if other == number]
        here = place(number, ply)
        kept: list[Variation] = []
        for line in variations:
            at_round, at_ply = position_of(line["at"])
            if (at_round, at_ply) <= (number, ply):
                kept.append(line)
            elif at_round == number:
                _add_line(kept, {"at": here, "moves": [*moves[: at_ply - ply], *line["moves"]]})
        if moves:
            _add_line(kept, {"at": here, "moves": moves})
        for notes in (comments, glyphs):
            for key in list(notes):
                if position_of(key) > (number, ply):
                    del notes[key]
        return kept, comments, glyphs

    def restart(self, *, same: bool = False, seed: int | None = None) -> Self:
        """Begin again with the same options and seats: from a new deal, or the same one.

        Args:
            same: the same deal once more; not for a game set up from a dump without one.
            seed: the seed of the new deal; drawn when None.

        Raises:
            UnknownOption: the seed is no whole number; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        _check_seed(seed)
        with self._lock:
            before = dict(self.__dict__)
            options = self._options
            cut = self._cut
            if same and self._setup is not None:
                position = read_dump(self._setup)
                self._rounds = [Round(position["first"], None, position["state"], position["ply"])]
                self._totals = self._totals[:1]
            else:
                if not same:
                    self._seed = secrets.randbits(32) if seed is None else seed
                    self._deals = {}
                    self._setup = None
                    self._round_base = 0
                first = opener(self._type, options, 0)
                cards = (
                    list(self._rounds[0].cards or ())
                    if same
                    else deal_for(self._type, self._seed or 0, options, 0, first)
                )
                self._rounds = [Round(first, cards, self._type.state.deal(cards, options, first))]
                self._totals = [[0] * self._type.seats(options)]
            self._cut = cut if same else None
            self._undone = []
            self._variations, self._comments, self._glyphs = [], {}, {}
            try:
                self._write({"game": self.record()})
            except OSError:
                self.__dict__.update(before)
                raise
            self._sync()
        return self

    # -- seats and bots

    def sit(self, seat: Seat, player: str | Bot) -> Self:
        """Give a seat to a person (a name) or a bot.

        Raises:
            ValueError: there is no such seat, or this is neither a name nor a bot.
            OSError: the journal cannot be written; nothing has changed.
        """
        _check_player(player)
        with self._lock:
            if type(seat) is not int or seat not in range(len(self._players)):
                raise ValueError(f"there is no seat {seat!r}; seats are 0 to {len(self._players) - 1}")
            self._write({"sit": [seat, _name_of(player)]})
            self._players[seat] = player
            self._sync()
        return self

    def seed_bots(self, seed: str | int) -> Self:
        """Make all chance of this game's bots repeatable, those without a seed of their own included."""
        with self._lock:
            self._bot_seeds = list(range(len(self._players)))
            self._bot_chance = f"{seed}/"
        return self

    def view(self, cancelled: Event | None = None) -> View:
        """What the seat to play may know, as a bot is given it.

        Raises:
            IllegalMove: the game is over.
        """
        with self._lock:
            state = self._rounds[-1].state
            seat = state.to_play
            if seat is None:
                raise IllegalMove("GE-5", "", "the game is over; nobody is to play")
            player = self._players[seat]
            seed = player.seed if isinstance(player, Bot) and player.seed is not None else self._bot_seeds[seat]
            rng = Random(f"{self._bot_chance}{seed}/{self.round}/{self.ply}/{seat}")
            return View(
                self._type,
                self._options,
                seat,
                self.dump(seat),
                lambda chance: state.determinize(seat, chance),
                rng,
                cancelled,
            )

    def run(self) -> Self:
        """Let bots play until a person is to move or the game is over.

        Raises:
            IllegalMove: a bot chose a move that is not legal; the game stands before it.
        """
        while True:
            with self._lock:
                if self.to_play is None or not isinstance(bot := self._players[self.to_play], Bot):
                    return self
                view = self.view()
                at = (self.round, self.ply, self.revision)
            choice = bot.choose(view)
            with self._lock:
                if (self.round, self.ply, self.revision) == at:
                    self.play(choice)

    def hint(
        self, seconds: float | None = None, simulations: int | None = None, seed: int | None = None,
        cancelled: Event | None = None,
    ) -> Hint:
        """A move for the seat to play: what it is for and how sure the search is, from what that seat may know.

        Args:
            seconds: how long to search, at most; half a second where neither this nor ``simulations`` is given.
            simulations: how many simulations to make, so that the same hint comes again for a seed.
            seed: makes the search repeatable, together with ``simulations``.
            cancelled: set it to have the answer at once, as good as it is by then.

        Raises:
            IllegalMove: the game is over.
        """
        if seconds is None and simulations is None:
            seconds = 0.5
        bot = ISMCTS(seconds, simulations, seed)
        view = self.view(cancelled)
        view.rng = Random(f"hint/{secrets.randbits(32) if seed is None else seed}/{self.round}/{self.ply}")
        return hint_for(view, bot)

    # -- going back and looking

    def at(self, ply: int, *, round: int | None = None) -> Game:
        """The game as it stood after so many moves of a round, this one by default, independent of this game.

        Costs the same for any ply; for a late round of a match, copying a few references more.

        Raises:
            ValueError: there is no such round or ply.
        """
        with self._lock:
            index = self._index(round)
            entry = self._rounds[index]
            self._check_ply(entry, ply)
            reading = Reading(
                self._type,
                self._options,
                match=self._match,
                seed=self._seed,
                cut=self._cut,
                rounds=[*self._rounds[:index], entry.until(ply)],
                round_base=self._round_base,
            )
            return Game(
                reading,
                deals=self._deals,
                setup=self._setup,
                players=self._players,
                can_undo=self._can_undo,
                totals=self._totals[: index + 1],
            )

    def _index(self, round: int | None) -> int:
        number = self.round if round is None else round
        if type(number) is not int or number not in self.round_numbers():
            kept = self.round_numbers()
            raise ValueError(f"there is no round {number!r}; rounds {kept.start} to {kept.stop - 1} are kept")
        return number - self._round_base

    def _round(self, round: int | None) -> Round:
        return self._rounds[self._index(round)]

    @staticmethod
    def _check_ply(entry: Round, ply: int) -> None:
        if type(ply) is not int or not entry.base <= ply <= entry.ply:
            raise ValueError(f"there is no ply {ply!r} in this round; it has plies {entry.base} to {entry.ply}")

    def _check_viewer(self, seat: object) -> None:
        if not (seat is None or seat == "public" or (type(seat) is int and 0 <= seat < len(self._players))):
            raise ValueError(f'there is no viewer {seat!r}; choose 0 to {len(self._players) - 1}, "public" or None')

    def _dump_at(self, index: int, ply: int, seat: Viewer) -> Dump:
        self._check_viewer(seat)
        entry = self._rounds[index]
        state = entry.state_at(ply)
        return whole_dump(
            self._type,
            self._options,
            state,
            seat,
            totals=self._totals[index] if self._match else None,
            round_number=self._round_base + index,
            ply=ply,
            first=entry.first,
            seed=self._seed,
        )

    # -- keeping

    def record(self) -> Record:
        """The whole game as JSON-ready data (CONTRACT, record)."""
        with self._lock:
            variations, comments, glyphs = self._standing()
            made: dict[str, Any] = {
                "format": records.FORMAT,
                "version": records.VERSION,
                "game": self._type.slug,
                "options": self.options,
                "match": self._match,
                "seed": self._seed,
                "seats": self.names,
                "rounds": write_rounds(self._type, self._rounds, deepcopy(self._setup)),
                "variations": deepcopy(variations),
                "comments": comments,
                "glyphs": glyphs,
            }
            if self._cut is not None:
                made["cut"] = self._type.deck.texts(self._cut)
            return made  # type: ignore[return-value]  # built key by key to place "cut" only where there was one

    def save(self, path: str | Path) -> Path:
        """Write the record to a file as JSON and return its path; what was there stays where that fails."""
        return replace_file(path, json.dumps(self.record(), ensure_ascii=False, indent=1) + "\n")

    def autosave(self, path: str | Path) -> Self:
        """Keep a journal from now on: every move is on disk before `play` returns; `load` gives the game back.

        Where the file holds another game, that one moves aside, to ``game-1.jsonl``, and a warning says so.

        Raises:
            FileExistsError: the file is there and is no journal; it stays as it is.
            OSError: the file cannot be written.
        """
        with self._lock:
            if self._match and self._seed is None:
                self._seed = secrets.randbits(32)  # the next deals' seed has no line of its own
            # moves taken back are made and taken back in the journal as well, so that they can be made again
            ahead = self.at(self.ply)
            ahead._undone = list(self._undone)
            ahead._variations, ahead._comments, ahead._glyphs = self._variations, self._comments, self._glyphs
            while ahead._undone:
                ahead.redo()
            if self._file is None or identity(path) != self._file:
                make_way(path)
            journal = Journal(path, ahead.record(), can_undo=self._can_undo)
            self._file = identity(path)
            for _ in self._undone:
                journal.write({"undo": True})
            if self._journal is not None:
                self._journal.close()
            self._journal = journal
        return self

    def _write(self, step: dict[str, Any]) -> None:
        if self._journal is None:
            return
        entry = self._rounds[-1]
        if "play" in step and not entry.moves and entry.cards is not None:
            step["deal"] = self._type.deck.texts(entry.cards)
        self._journal.write(step)

    def comment(self, text: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the comment at a position (this one by default); an empty text takes it away."""
        if isinstance(text, str):
            text = text.encode("utf-8", "replace").decode()  # half a surrogate pair could not be written
        return self._note("comment", self._comments, text, ply, round)

    def glyph(self, sign: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the sign (!, ?, !!, ??, !?, ?!) that judges the move leading to a position; empty takes it away."""
        if sign and sign not in records.GLYPHS:
            raise ValueError(f"there is no sign {sign!r}; choose one of {' '.join(records.GLYPHS)}")
        return self._note("glyph", self._glyphs, sign, ply, round)

    def _note(self, kind: str, notes: dict[str, str], text: str, ply: int | None, round: int | None) -> Self:
        with self._lock:
            if not isinstance(text, str):
                raise ValueError(f"a {kind} is a text")
            entry = self._round(round)
            at = entry.ply if ply is None else ply
            self._check_ply(entry, at)
            key = place(self.round if round is None else round, at)
            if kind == "comment":
                check_comment(text, {other: words for other, words in notes.items() if other != key})
            self._write({kind: [key, text]})
            if text:
                notes[key] = text
            else:
                notes.pop(key, None)
            self._sync()
        return self

    @property
    def comments(self) -> dict[str, str]:
        """Comments by position, ``"round/ply"``."""
        with self._lock:
            return dict(self._comments)

    @property
    def glyphs(self) -> dict[str, str]:
        """Signs by position, ``"round/ply"``."""
        with self._lock:
            return dict(self._glyphs)

    @property
    def variations(self) -> list[Variation]:
        """Lines that were played and taken back, or loaded."""
        with self._lock:
            return deepcopy(self._standing()[0])

    @property
    def deal_code(self) -> str | None:
        """A short code of this round's deal that ``new(..., deal=code)`` takes; None without a deal."""
        with self._lock:
            cards = self._rounds[-1].cards
            return None if cards is None else deal_code(self._type.deck, cards)

    # -- showing

    def text(self, seat: Viewer = "public") -> str:
        """The table as aligned text, as a viewer knows it."""
        dump = self.dump(seat)
        head = (
            f"{self._type.title}, round {dump['round'] + 1}, ply {dump['ply']}"
            if self._match
            else (f"{self._type.title}, ply {dump['ply']}")
        )
        turn = "over" if dump["to_play"] is None else f"{SEAT_NAMES[dump['to_play']]} to play"
        points = "  ".join(f"{SEAT_NAMES[seat]} {points}" for seat, points in enumerate(dump["points"]))
        return f"{head}, {turn}\npoints  {points}\n{self._type.draw(dump['table'])}"

    def to_text(self, seat: Viewer = "public") -> str:
        """The same as `text`: the position as aligned text."""
        return self.text(seat)

    def to_svg(self, seat: Viewer = "public") -> str:
        """The position as a viewer knows it, as an SVG picture."""
        from capture_widgets.svg import dump_svg

        return dump_svg(self.dump(seat))

    def to_png(self, seat: Viewer = "public", scale: float = 2.0) -> bytes:
        """The same as PNG; raises ImportError where no converter (cairosvg) is installed."""
        from capture_widgets.svg import svg_png

        return svg_png(self.to_svg(seat), scale)

    def save_html(self, path: str | Path, seat: Viewer = "public") -> Path:
        """Write one file that replays the game offline in any browser, holding only what a viewer may know.

        What was there stays where that fails.
        """
        from capture_widgets.export import replay_html

        return replace_file(path, replay_html(self, seat))

    def moves_frame(self, seat: Viewer = None) -> DataFrame:
        """One row a move, as a pandas data frame (see `dataframes`)."""
        from capture_widgets.dataframes import moves_frame

        return moves_frame(self, seat)

    def states_frame(self, seat: Viewer = None) -> DataFrame:
        """One row a position, as a pandas data frame (see `dataframes`)."""
        from capture_widgets.dataframes import states_frame

        return states_frame(self, seat)

    def __str__(self) -> str:
        return self.text(self.default_viewer())

    def __repr__(self) -> str:
        return f"<Game {self._type.slug}, round {self.round}, ply {self.ply}>"

    def default_viewer(self) -> Viewer:
        """For whom a table is drawn when nobody says: the only person's seat, else the person to play, else the
        public.
        """
        with self._lock:
            persons = [seat for seat, player in enumerate(self._players) if isinstance(player, str)]
            if len(persons) == 1:
                return persons[0]
            return self.to_play if self.to_play in persons else "public"

    def table(self, seat: Viewer | str = "auto", **settings: Any) -> Table:
        """A table to play at: for a seat, ``"public"`` (only looks), None (everything face up), or as the seats ask
        for.

        ``"auto"`` shows the only person's seat, lets several persons share the screen in turn (covered between turns),
        and shows bots among themselves as a spectator sees them.
        """
        from capture_widgets.widgets import Table

        return Table(self, seat=seat, **settings)

    def replay(self, seat: Viewer = "public", **settings: Any) -> Replay:
        """A replay of the game so far as a viewer could follow it."""
        from capture_widgets.widgets import Replay

        return Replay(self.record(), seat=seat, **settings)

    def inspect(self, seat: Viewer = None, **settings: Any) -> Inspector:
        """The dump as a tree beside the table, following the game."""
        from capture_widgets.widgets import Inspector

        return Inspector(self, seat=seat, **settings)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = self.table()._repr_mimebundle_(**kwargs)
        return bundle

    # -- keeping the traits true

    def _sync(self) -> None:
        """Set the traits from the position; observers hear of one change with everything in place."""
        index = len(self._rounds) - 1
        facts = self._facts(index, self._rounds[index].state)
        facts["revision"] = self.revision + 1
        if not self._trait_notifiers:
            # nobody observes, as where thousands of games are played by a script: put straight where `set_trait`
            # would after a tour that takes longer than all the rest of a move
            self._trait_values.update(facts)
            return
        with self.hold_trait_notifications():
            for name, value in facts.items():
                if getattr(self, name) != value:
                    self.set_trait(name, value)

    def _facts(self, index: int, state: State) -> dict[str, Any]:
        points = list(state.points)
        returns = None if state.returns is None else list(state.returns)
        over = state.to_play is None
        if self._match:
            points = totals_after(self._totals[index], state)
            if over and self._type.match_over(points, self._options):
                returns = match_returns(self._type, self._options, points)
        return {
            "ply": self._rounds[index].ply,
            "round": self._round_base + index,
            "to_play": state.to_play,
            "is_over": over,
            "points": points,
            "returns": returns,
        }


def _add_line(lines: list[Variation], line: Variation) -> None:
    """Keep a line unless a longer one says it already; a longer one takes its place."""
    for i, kept in enumerate(lines):
        if kept["at"] == line["at"]:
            shorter = min(len(kept["moves"]), len(line["moves"]))
            if kept["moves"][:shorter] == line["moves"][:shorter]:
                if len(line["moves"]) > shorter:
                    lines[i] = line
                return
    lines.append(line)


def _foreseen(state: State, move: Move) -> str:
    """What sampled worlds that the mover cannot tell apart agree on about a move."""
    assert state.to_play is not None
    told = set()
    for seed in range(8):
        world = state.determinize(state.to_play, Random(seed))
        told.add(world.narrate(move, world.apply(move)))
    return told.pop() if len(told) == 1 else "What comes of it depends on cards that you cannot see."


def _check_player(player: object) -> None:
    if not isinstance(player, str | Bot):
        raise ValueError(f"a seat takes a person's name or a bot, not {type(player).__name__}")
    if not is_name(_name_of(player)):
        raise ValueError(
            f"a name is a text that can be written, of at most {MOST_NAME:,} characters, not {shown(_name_of(player))}"
        )


def _name_of(player: str | Bot) -> str:
    return player if isinstance(player, str) else player.name


def _check_seed(seed: object) -> None:
    if seed is not None and not is_seed(seed):
        raise UnknownOption(f"seed={shown(seed)}: a whole number (of at most 300 digits)")


def new(
    game: str,
    *,
    seed: int | None = None,
    deal: Sequence[Any] | str | None = None,
    match: bool = False,
    seats: Sequence[str | Bot] | None = None,
    autosave: str | Path | None = None,
    undo: bool = True,
    **options: Any,
) -> Game:
    """A game to play.

    Args:
        game: its slug, see `games`.
        seed: makes the deals; drawn when there is neither seed nor deal.
        deal: an explicit deal, a list of card texts or its code (see `Game.deal_code`); for a match, a list of such.
        match: play rounds to a target (GE-8).
        seats: who sits where, names of persons or bots; persons by default.
        autosave: path of a journal to keep.
        undo: whether moves may be taken back.
        **options: the game's own, see RULEBOOK.

    Raises:
        UnknownGame, UnknownOption, IllegalDeal: what is wrong and what would be right.
    """
    kind = game_type(game)
    _check_seed(seed)
    for name, value in (("match", match), ("undo", undo)):
        if type(value) is not bool:
            raise UnknownOption(f"{name}={shown(value)}: True or False")
    if not isinstance(seats, list | tuple | None):
        raise UnknownOption(f"seats={shown(seats)}: a list of names or bots")
    read = kind.options.of(options)
    cut = None
    if kind.cut is not None and options.get("dealer") == "cut":
        if seed is None:
            raise UnknownOption('dealer="cut" draws the cards from a seed: give one (UC-1)')
        cut = cut_for(kind, seed)
        read = kind.options.of({**options, "dealer": kind.cut(*cut)})
    if match and (refused := kind.match_refused(read)):
        raise UnknownOption(f"match=True: {refused}")
    count = kind.seats(read)
    players = list(seats or ())
    for player in players:
        _check_player(player)
    if len(players) > count:
        raise UnknownOption(f"seats: this game has {count}, and {len(players)} were named")
    deals: dict[int, list[Card]] = {}
    if deal is not None:
        several = (
            match
            and isinstance(deal, list | tuple)
            and bool(deal)
            and not all(isinstance(card, str) and kind.deck.find(card) is not None for card in deal)
        )
        given = list(deal) if several else [deal]
        for number, one in enumerate(given):
            where = f"deal[{number}]" if several else "deal"
            deals[number] = deal_of_code(kind.deck, one) if isinstance(one, str) else read_deal(kind, one, where)
            kind.state.deal(deals[number], read, opener(kind, read, number))  # refuses now rather than in mid-match
    elif seed is None:
        seed = secrets.randbits(32)
    first = opener(kind, read, 0)
    if 0 not in deals:
        assert seed is not None
        deals[0] = deal_for(kind, seed, read, 0, first)
    start = Round(first, deals[0], kind.state.deal(deals[0], read, first))
    made = Game(
        Reading(kind, read, match=match, seed=seed, cut=cut, rounds=[start], totals=[0] * count),
        deals=deals,
        players=players,
        can_undo=undo,
    )
    return made.autosave(autosave) if autosave is not None else made


def load(record: Record | Mapping[str, Any] | str | Path) -> Game:
    """A game at the end of a record: a dict, or the path of a record or journal.

    Raises:
        RecordError: with ``where``, the path to the first fault, and all ``faults``.
        OSError: there is no such file.
    """
    if is_a(record, str) or is_a(record, Path):
        if is_journal(record):
            return _load_journal(record)
        record = records.parse_json(records.read_text(record))
    reading = read_record(record)
    if reading.faults:
        where, reason = reading.faults[0]
        raise RecordError(where, reason, tuple(reading.faults))
    return game_of_reading(reading)


def game_of_reading(reading: Reading) -> Game:
    """The game that a reading leads to; in a match whose last round is over the next is dealt."""
    deals = {
        reading.round_base + i: list(entry.cards) for i, entry in enumerate(reading.rounds) if entry.cards is not None
    }
    made = Game(reading, deals=deals, setup=reading.setup)
    if made.is_match and made.to_play is None:
        made._next_round()
        made._sync()
    return made


def _load_journal(path: str | Path) -> Game:
    can_undo, ((start, first), *steps) = read_journal(path)
    try:
        made = load(first["game"] if isinstance(first["game"], dict) else {})
    except RecordError as error:
        raise RecordError(f"line {start}", str(error)) from None
    for number, step in steps:
        where = f"line {number}"
        try:
            _redo_step(made, step)
        except (IllegalMove, IllegalDeal, RecordError) as error:
            raise RecordError(where, str(error)) from None
        except ValueError as error:
            raise RecordError(where, f"no step of a journal: {error}") from None
    made._file = identity(path)
    made._can_undo = can_undo
    return made


def _redo_step(game: Game, step: dict[str, Any]) -> None:
    kind = next(iter(step), "")
    told: Any = step.get(kind)
    if kind == "play" and set(step) <= {"play", "deal"}:
        if "deal" in step:
            game._deals[game.round + 1] = read_deal(game.type, step["deal"])
        game.play(step["play"])
    elif kind in ("undo", "redo") and len(step) == 1 and step[kind] is True:
        getattr(game, kind)()
    elif kind in ("comment", "glyph") and len(step) == 1 and _is_pair(told, str):
        number, ply = position_of(told[0])
        getattr(game, kind)(told[1], ply=ply, round=number)
    elif kind == "sit" and len(step) == 1 and _is_pair(told, int):
        game.sit(*told)
    else:
        raise ValueError(shown(kind))


def _is_pair(value: Any, first: type) -> bool:
    """Whether this is a list of a value of some type and a text."""
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is first and isinstance(value[1], str)


def from_dump(dump: Dump | Mapping[str, Any]) -> Game:
    """A game that goes on from a position, with no history before it.

    What follows from the table (points, returns, legal moves, whether it is over) may be left out or out of date: it is
    worked out anew, and the game keeps nothing of the dump but what was checked.

    Raises:
        RecordError: the dump is a seat's view, or no position that the rules allow; says where and why.
    """
    position = read_dump(dump)
    start = Round(position["first"], None, position["state"], position["ply"])
    reading = Reading(
        position["game"],
        position["options"],
        match=position["totals"] is not None,
        seed=position["seed"],
        rounds=[start],
        round_base=position["round"],
        totals=list(position["totals"] or ()),
    )
    return Game(reading, setup=position["dump"])
