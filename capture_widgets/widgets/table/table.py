"""The table: a game to play at, for one seat, for several in turn, or to watch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Self

from traitlets import Dict, Int, List

from capture_widgets.bots.beliefs import MOST_SAMPLES, worlds
from capture_widgets.bots.hints import hinting
from capture_widgets.bots.levels import BOTS, bot_id, make_bot
from capture_widgets.core.background import Steps, beside, through
from capture_widgets.core.errors import ActionRefused, failure_words, shown
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.solver_notes import TOLD, remember, winnable_words
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.export.links import question_in_words
from capture_widgets.export.outcome import outcome
from capture_widgets.export.replay_frames import frames_since, game_guide, rule_texts
from capture_widgets.library.game_keeper import trouble_of
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.daily import line_to_share
from capture_widgets.play.game import Game
from capture_widgets.play.teacher_settings import with_reveals
from capture_widgets.protocol.table_messages import Logged, Scene, Teacher
from capture_widgets.records.last_move import Laid, touched, turn_before
from capture_widgets.teaching.shelf import has_first_hand, lesson
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.settings import SETTINGS, check_settings, is_pause
from capture_widgets.widgets.table.bot_lines import says
from capture_widgets.widgets.table.choices import begun, offered_games, read_choice, said_of
from capture_widgets.widgets.table.log_pages import LogPages
from capture_widgets.widgets.table.next_game import Judge, after, again
from capture_widgets.widgets.table.reveals import known, learners_since
from capture_widgets.widgets.table.session import session_of
from capture_widgets.widgets.table.taking_back import before, cards_seen, say, seen_since, takebacks_said

if TYPE_CHECKING:
    from capture_widgets.widgets.lesson.lesson import RunningLesson

_LOG = logging.getLogger(__name__)

_MOST_BELIEFS = 6
"""Cards that a place with hidden ones names at most."""


class Table(CaptureWidget):
    """A game's table in the browser; `Game.table` makes one.

    Its traits hold what its viewer may know and nothing else. Attributes:
        game: the game it is bound to.
        seat: for whom it was made: a seat, ``"public"``, None or ``"auto"``.
        ply: the ply that is shown, to observe or link; what a page says of it only makes marimo run its cells.
    """

    again = "a table to play at"

    leads = False
    """Whether a teacher leads with it: it goes on where other tables are stopped."""

    dump: Dict[str, Any] = Dict().tag(sync=True)
    scene: Dict[str, Any] = Dict().tag(sync=True)
    logged: Dict[str, Any] = Dict().tag(sync=True)
    rules: List[Any] = List().tag(sync=True)
    bots_info: List[Any] = List().tag(sync=True)
    guide: Dict[str, Any] = Dict().tag(sync=True)
    ply = Int(0, read_only=True).tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, game: Game, seat: Viewer | str = "auto", **settings: Any) -> None:
        self.game = game
        self.seat = _viewer_of(game, seat)
        check_settings(settings)
        self._session = session_of(game)
        self._ready: Seat | None = None
        self._log = LogPages()
        self._is_torn = False
        self._is_stale = True
        self._fault: str | None = None
        self._judge = Judge()
        self._seeking: dict[int, Flag] = {}
        self._believes = 0
        self._lesson: RunningLesson | None = None
        self._believed: tuple[Any, dict[str, list[str]]] | None = None
        self._laid: tuple[Laid, ...] = ()
        """The tables that were shown last."""
        self._told: object = None
        """The game and options whose rules pages have been told."""
        persons = self._persons()
        if seat == "auto" and len(persons) > 1:
            self._ready = game.to_play if game.to_play in persons else None
        super().__init__(
            view="table",
            settings={**SETTINGS, **settings},
            bots_info=[{"id": bot.id, "name": bot.name, "words": bot.words} for bot in BOTS],
            **self._rules_of(game.history),
        )
        self._session.join(self)
        self.observe(self._set_pace, "settings")
        self._set_pace()
        self.refresh()

    def __repr__(self) -> str:
        return f"<Table of {self.game!r} for {'everyone' if self.seat is None else self.seat}>"

    def show_belief(self, samples: int = 200) -> Self:
        """Show on each place with hidden cards which of them is likeliest to lie there, by `Game.belief` of whoever
        looks at this table; 0 samples take it off again. A table where everything lies open shows none.

        Args:
            samples: how many worlds to draw for each position.

        Raises:
            ValueError: it is no number of samples.
        """
        if type(samples) is not int or not 0 <= samples <= MOST_SAMPLES:
            raise ValueError(f"samples={shown(samples)}: a whole number from 0 to {MOST_SAMPLES:,}")
        self._believes = samples
        self.refresh()
        return self

    def _beliefs(self, at: dict[str, int], viewer: Viewer) -> dict[str, list[str]] | None:
        """The likeliest cards of each place, in words, where that was asked for."""
        if not self._believes or viewer is None or self._cover() is not None:
            return None
        game = self.game
        key = (game.revision, viewer, self._believes, *at.values())
        if self._believed is None or self._believed[0] != key:
            state = game.history.round_at(at["round"]).state_at(at["ply"])
            drawn = worlds(game.dump_at(at["ply"], round=at["round"], seat=viewer), state, self._believes, Random(0))
            self._believed = key, drawn.likeliest(_MOST_BELIEFS)
        return self._believed[1]

    # -- what is shown

    def _persons(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.game.seats) if not isinstance(player, Bot)]

    def _shared(self) -> bool:
        """Whether several persons use this screen in turn."""
        return self.seat == "auto" and len(self._persons()) > 1

    def _viewer(self) -> Viewer:
        """Who looks just now."""
        if self.seat != "auto":
            # a game with fewer seats may have been begun in the place of the one that this table was made for
            return "public" if self.seat in range(len(self.game.seats), len(SEAT_NAMES)) else self.seat
        persons = self._persons()
        if len(persons) == 1:
            return persons[0]
        return self._ready if self._shared() and self._ready is not None else "public"

    def _cover(self) -> Seat | None:
        """The person who is to take the screen before anything hidden is shown."""
        to_play = self.game.to_play
        if self._shared() and to_play in self._persons() and self._ready != to_play and self._session.held is None:
            return to_play
        return None

    def _acts(self) -> list[Seat]:
        """Seats that this table may act for now."""
        stopped = () if self.leads else self.game.teacher.frozen
        persons = [seat for seat in self._persons() if seat not in stopped]
        if self.seat is None:
            return persons
        viewer = self._viewer()
        return [viewer] if isinstance(viewer, int) and viewer in persons and self._cover() is None else []

    def _stopped(self) -> bool:
        """Whether a teacher has stopped all who act here."""
        stopped = () if self.leads else self.game.teacher.frozen
        if not stopped:
            return False
        own = [self.seat] if isinstance(self.seat, int) else self._persons()
        return bool(own) and set(own) <= set(stopped)

    def _teacher(self, dump: Dump) -> Teacher | None:
        """What a teacher has set, as this table's viewer may know it."""
        settings, stopped = self.game.teacher.settings, self._stopped()
        shown = [] if dump["seat"] is None else self.game.teacher.revealed_to(dump["seat"], dump["round"])
        spot = settings.spot
        if spot is not None and self.game.type.deck.find(spot) is not None and spot not in known(dump):
            spot = None  # where a card lies that is not seen here is nothing to look at
        if not (stopped or shown or spot or settings.clock):
            return None
        clock = settings.clock
        return {
            "stopped": stopped,
            "shown": [one.words() for one in shown],
            "spot": spot,
            "clock": None if clock is None else {"seconds": clock.seconds, "ends": clock.ends, "stops": clock.stops},
        }

    def refresh(self) -> None:
        """Bring the traits up to the game, in one message.

        If another thread is doing so, this returns at once and that thread does it once more.
        """
        self._is_stale = True
        self._turns(self._refresh)

    def _refresh(self) -> None:
        if not self._is_stale or self.closed:
            return
        self._is_stale = False  # what changes from here on makes it so again
        again, self._is_torn = self._is_torn, True
        try:
            if not self._show() or again:
                # a fault may have come when traits were set and pages had not heard of it
                self.send_state({"dump", "scene", "logged", "ply", *self._log.state()})
        except BaseException:
            self._is_stale = True
            raise
        self._is_torn = False

    def _show(self) -> bool:
        """Set the traits to the game's position; returns False if an observer of a trait failed."""
        # what is shown is computed under the game's lock; observers of the traits, anybody's code, run without it
        with self.game.lock:
            dump, scene, history = self._now()
        shown = {"dump": dict(dump), "scene": dict(scene), "logged": self._logged(history, dump), "ply": dump["ply"]}
        fault = self._put(**self._rules_of(history), **shown)
        if fault != self._fault:
            self._fault = fault
            with self.game.lock:
                dump, scene, history = self._now()
            self._put(dump=dict(dump), scene=dict(scene), logged=self._logged(history, dump), ply=dump["ply"])
        return fault is None

    def _rules_of(self, history: History) -> dict[str, Any]:
        """The rules and what the game is about, where it is another game than before."""
        told = (history.type, history.settings)
        if told == self._told:
            return {}
        self._told = told
        return {"rules": rule_texts(history), "guide": dict(game_guide(history))}

    def _logged(self, history: History, dump: Dump) -> dict[str, Any]:
        """The log up to the position shown; only what is new of it is worked out."""
        self._log.follow(history, dump["seat"], dump["round"], dump["ply"], takebacks_said(history, dump["round"]))
        logged: Logged = {"count": self._log.count, "changes": self._log.changes}
        return dict(logged)

    def _put(self, **traits: Any) -> str | None:
        """Set traits in one message, each of them even if observers fail; returns the last failure in words."""
        fault = None
        with self.hold_sync():
            for name, value in traits.items():
                try:
                    self.set_trait(name, value)
                except Exception as error:  # noqa: BLE001 # observers are anybody's code
                    _LOG.exception("an observer of %r failed", self)
                    fault = f"Something that follows this table failed with {failure_words(error)}"[:600]
        return fault

    def _take_state(self, given: dict[str, Any]) -> None:
        told = {name: value for name, value in given.items() if name != "ply"}
        if given.get("ply", self.ply) != self.ply:
            self.send_state("ply")  # the page is behind; it was told no more than that
        super()._take_state(told)

    # -- the log goes in pages beside the traits, those that are new with `logged`

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The traits, as ipywidgets has it, and the pages of the log."""
        if key is None:
            return {**super().get_state(None, drop_defaults), **self._log.state()}
        names = {key} if isinstance(key, str) else set(key)
        pages = self._log.state(names)
        return {**super().get_state(names - pages.keys(), drop_defaults), **pages}

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send traits; with `logged` the pages of the log that are new."""
        names = None if key is None else {key} if isinstance(key, str) else set(key)
        if names is None or "logged" not in names:
            super().send_state(names)
        else:
            news = self._log.news
            super().send_state(names | news)
            self._log.news = self._log.news - news

    def _now(self) -> tuple[Dump, Scene, History]:
        """What is shown now: the position, everything beside it, and the history that its log is read from."""
        game = self.game
        # the screen goes dark as soon as the turn passes to another person
        if self._cover() is not None:
            self._ready = None
        viewer = self._viewer()
        at, held = self._at()
        dump = game.dump_at(at["ply"], round=at["round"], seat=viewer)
        scene = self._scene(at, viewer, held, dump)
        if dump["to_play"] not in self._acts():
            dump["legal_moves"] = []
        shown = [] if viewer is None else game.teacher.revealed_to(viewer, at["round"])
        if shown:
            dump = with_reveals(dump, game.dump_at(at["ply"], round=at["round"]), shown)
        scene["teacher"] = self._teacher(dump)
        if self._stopped():
            nothing: Any = {"undo": False, "redo": False, "new": False, "bring_back": False, "hint": False, "sit": []}
            scene["can"].update(nothing)
        return dump, scene, game.history

    def _at(self) -> tuple[dict[str, int], int | None]:
        """Round and ply of the position that is shown, and the round where that is a finished one."""
        game, held = self.game, self._session.held
        if held is not None and held in game.round_numbers() and held < game.round:
            return {"round": held, "ply": game.plies(held)[-1]}, held
        return {"round": game.round, "ply": game.ply}, None

    def _scene(self, at: dict[str, int], viewer: Viewer, held: int | None, dump: Dump) -> Scene:
        """What stands beside a position; of its dump it takes what is the same for every viewer."""
        game, session = self.game, self._session
        match = dump["match"]
        acts = self._acts()
        looks_on = self.seat == "public"
        times, seen = cards_seen(game.comments.values())
        undoes = 0 if looks_on else self._undoes()
        state = game.history.round_at(at["round"]).state_at(at["ply"])
        self._laid = (*self._laid[-1:], Laid(state, viewer, dump["table"]))
        return {
            # first what every move changes: a page compares a scene with the one it has, until something differs
            "last": touched(game.history, at["ply"], round=at["round"], seat=viewer, laid=self._laid),
            "title": game.type.title,
            "seats": [
                {
                    "name": name,
                    "kind": "bot" if isinstance(player, Bot) else "person",
                    "level": bot_id(player),
                }
                for name, player in zip(game.names, game.seats, strict=True)
            ],
            "acts": acts,
            "can": {
                "undo": undoes > 0
                and not (session.opened or self._showed(undoes))
                and (game.undoes_seen or not self._learned(undoes)),
                "redo": not looks_on and game.can_redo and self._own(game.to_play),
                "new": not looks_on and self._may_begin(),
                "bring_back": not looks_on and self._may_begin() and game.can_bring_back,
                "hint": held is None and dump["to_play"] in acts,
                "next": held is not None,
                "sit": self._gives(),
                "again": at["ply"] > game.plies(at["round"])[0],
                "open": held is None and self._may_open(),
                "winnable": game.type.solver is not None and game.to_play in acts,
                "learn": not looks_on and has_first_hand(game.type.slug),
            },
            "taken_back": max(session.taken_back, times),
            "seen": seen,
            "under_way": game.history.under_way,
            "kept_in": game.kept_in,
            "thinking": session.thinking,
            "stopped": session.stopped,
            "cover": self._cover(),
            "match": None
            if match is None
            else {
                "target": game.options["target"],
                # at the end of a round the score holds what the round brought
                "totals": dump["points"] if dump["is_over"] else match["totals"],
                "over": match["over"],
            },
            "outcome": outcome(game.history, at["round"], "public" if self._shared() else viewer)
            if dump["is_over"]
            else None,
            "says": says(game, at["round"], at["ply"]),
            "after": after(game) if isinstance(viewer, int) and game.is_over and self._may_begin() else None,
            "par": None if looks_on or not dump["is_over"] else session.telling.par,
            "share": line_to_share(game.history, viewer) if isinstance(viewer, int) and game.is_over else None,
            "beliefs": self._beliefs(at, viewer),
            "lesson": None if self._lesson is None else str(self._lesson.model_id),
            "notice": self._notice(viewer),
            "teacher": None,
        }

    def _notice(self, viewer: Viewer) -> Any:
        """What is wrong with a bot, an observer or how the game is kept, in words that name no card to the viewer."""
        trouble, everything = self._session.trouble, viewer is None
        if trouble is not None:
            return {"text": trouble.whole if everything or viewer == trouble.seat else trouble.short, "rule": None}
        words = self.game.trouble or self._fault
        if words is None:
            words = None if self.seat == "public" else trouble_of(self.game)
            return None if words is None else {"text": words, "rule": None}
        # an error's own words may name cards
        short = f"{words.partition(':')[0]}; `table.trouble` in a cell says more and may name hidden cards."
        return {"text": words if everything else short, "rule": None}

    @property
    def trouble(self) -> str | None:
        """What is wrong with the bot to move, or with an observer of the game or of this table, in full: it may name
        hidden cards.
        """
        trouble = self._session.trouble
        return trouble.whole if trouble is not None else self.game.trouble or self._fault

    def _undoes(self) -> int:
        """How many moves to take back so that a person is to play again; 0 when there is none to take back.

        A seat's table takes back its own person's moves, and what bots have answered; nobody else's.
        """
        game = self.game
        if not game.can_undo:
            return 0
        persons = self._persons()
        if not persons:
            return 1
        for count, seat in enumerate(game.history.movers_back(), 1):
            if seat in persons:
                return count if self._own(seat) else 0
        return 0

    def _may_open(self) -> bool:
        """Whether what was hidden may be shown: once the whole game is over, to those who played it."""
        game, viewer = self.game, self._viewer()
        return game.is_over and self.seat != "public" and game.dump(viewer)["table"] != game.dump()["table"]

    def _own(self, seat: Seat | None) -> bool:
        """Whether this table may take a seat's moves back: those of its own seat, or of bots among themselves."""
        return not isinstance(self.seat, int) or seat == self.seat or not self._persons()

    def _others(self) -> list[Seat]:
        """The other persons at a seat's table, who must agree to a new game; none at a table for everybody."""
        return [seat for seat in self._persons() if seat != self.seat] if isinstance(self.seat, int) else []

    def _gives(self) -> list[Seat]:
        """Seats that this table may give to another player."""
        others = self._others()
        return [] if self.seat == "public" else [one for one in range(len(self.game.seats)) if one not in others]

    def _showed(self, count: int) -> bool:
        """Whether one of the last moves showed hidden cards, so that a seat's table cannot take it back.

        Against bots alone the player takes back what they like, but not in a match (`_seen`).
        """
        return bool(self._others()) and learners_since(self.game.history, count) != set()

    def _learned(self, count: int) -> bool:
        """Whether a person at this table has come to see a card by the last moves."""
        found = learners_since(self.game.history, count)
        return bool(self._watching()) and (found is None or not found.isdisjoint(self._watching()))

    def _seen(self, count: int) -> int:
        """How many cards a person at this table has come to see by the last moves."""
        persons = self._watching()
        return seen_since(self.game, before(self.game, count), persons) if persons else 0

    def _watching(self) -> list[Seat]:
        """The persons for whom something is hidden at this table."""
        return [] if self.seat is None else self._persons()

    # -- what a browser asks for

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        self._session.on_screen()

    def _let_go(self) -> None:
        self._session.leave(self)
        self._judge.close()
        if self._lesson is not None:
            self._lesson.close()

    def _learn(self, message: dict[str, Any]) -> None:
        """Put the first hand of this game in the table's place, until it is left."""
        from capture_widgets.widgets.lesson.lesson import RunningLesson  # whose tables are tables like this one

        self._end_lesson()
        looks = {name: self.settings[name] for name in SETTINGS}
        self._lesson = RunningLesson(lesson(self.game.type.slug), leave=self._end_lesson, **looks)
        self.refresh()

    def _end_lesson(self) -> None:
        """The game stands as it was left."""
        ended, self._lesson = self._lesson, None
        self.refresh()
        if ended is not None:
            ended.close()

    def _set_pace(self, _change: object = None) -> None:
        pace = self.settings.get("pace")
        if is_pause(pace):
            self._session.pace = pace / 1000

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind: str = message["kind"]
        action = _ACTIONS.get(kind)
        if self.seat == "public" and kind != "again":
            raise ActionRefused(str(kind)[:40], "this table is only for watching; a seat's own table plays")
        if action is None:
            raise ValueError(f"a table does not know {shown(kind)}")
        if kind not in _STILL_ALLOWED and self._stopped():
            raise ActionRefused(str(kind), "your teacher has stopped this table; it goes on as soon as they let it")
        return action(self, message)

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a browser's request; a hint takes time, and so is looked for beside all else."""
        content = received(content)
        if isinstance(content, dict) and content.get("kind") in _LONG and self.seat != "public":
            self._seeking[id(content)] = Flag()  # here, so that a request to stop finds it
            beside(self._answering(content), f"capture-widgets-{content['kind']}")
        elif isinstance(content, dict) and content.get("kind") == "mistakes":
            beside(self._answering(content), "capture-widgets-mistakes")
        else:
            through(self._answering(content))

    def _answering(self, content: object) -> Steps[None]:
        try:
            yield from super()._answering(content)
        finally:
            self._seeking.pop(id(content), None)

    def _acting(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        if message.get("kind") in _LONG and self.seat != "public" and not self._stopped():
            return (yield from self._sought(message))
        if message.get("kind") == "mistakes" and self.seat != "public":
            return (yield from self._mistakes())
        return (yield from super()._acting(message))

    def _play(self, message: dict[str, Any]) -> None:
        move: str = message["move"]
        with self.game.held():
            to_play = self.game.to_play
            if to_play is not None and to_play not in self._acts():
                raise ActionRefused(
                    move,
                    f"it is {SEAT_NAMES[to_play]}'s turn, and this table does not play for {SEAT_NAMES[to_play]}",
                )
            self._session.keep()  # before the move, so that the first one cannot be lost either
            self.game.play(move, at=_place(message))

    def _undo(self, message: dict[str, Any]) -> None:
        with self.game.held():
            self._meant_to_undo(message)
            if self._session.opened:
                raise ActionRefused("undo", "what was hidden has been shown; a new deal begins another game")
            count = self._undoes()
            if count == 0 and self.game.can_undo:
                raise ActionRefused("undo", "the last move is another person's; only they can take it back")
            if self._showed(count):
                raise ActionRefused("undo", "cards have been shown since; they cannot be hidden again")
            if count:
                if not self.game.undoes_seen and self._learned(count):
                    words = "you have seen cards since; a match made with undo=True takes moves back all the same"
                    raise ActionRefused("undo", words)
                at = before(self.game, count)
                say(self.game, at, self._seen(count))
                if self._session.telling.told:
                    remember(self.game, TOLD, at)
            for _ in range(max(1, count)):
                self.game.undo()
            self._session.taken_back += 1

    def _meant_to_undo(self, message: dict[str, Any]) -> None:
        """Refuse a request for another position, unless only bots have moved since: their moves go, too."""
        game = self.game
        number, ply = _place(message)
        followed = number == game.round and 0 <= ply <= game.ply
        since = islice(game.history.movers_back(), max(0, game.ply - ply))
        if not followed or any(not isinstance(game.seats[seat], Bot) for seat in since):
            _meant_here(game, message)

    def _redo(self, message: dict[str, Any]) -> None:
        with self.game.held():
            _meant_here(self.game, message)
            if self.game.can_redo and not self._own(self.game.to_play):
                raise ActionRefused("redo", "the move is another person's; only they can make it again")
            self.game.redo()
            persons = self._persons()
            while persons and self.game.can_redo and self.game.to_play not in persons:
                self.game.redo()

    def _may_begin(self) -> bool:
        """Whether this table may put the game aside for another one: one that is over is nobody's any more."""
        return self.game.is_over or not self._others()

    def _new(self, message: dict[str, Any]) -> None:
        self._begin(message, lambda: self.game.restart(same=message["same"]))

    def _bring_back(self, message: dict[str, Any]) -> None:
        if not self.game.can_bring_back:
            raise ActionRefused("bring back", "no game was put aside for this one, so there is none to bring back")
        self._begin(message, self.game.bring_back)

    def _choices(self, message: dict[str, Any]) -> dict[str, Any]:
        """What a new game may be chosen from."""
        return {"kind": "choices", "games": offered_games()}

    def _choose(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"kind": "chosen", "chosen": said_of(read_choice(message))}

    def _begin_chosen(self, message: dict[str, Any]) -> dict[str, Any]:
        """Begin another game, of any kind, in the place of this one."""
        self._begin_other(message, begun(read_choice(message)))
        return {"kind": "begun"}

    def _rematch(self, message: dict[str, Any]) -> None:
        """Play the same deal once more, with others."""
        if not self.game.is_over:
            raise ActionRefused("again", "the game is not over yet; play it to its end first")
        self._begin_other(message, again(self.game, message["how"]))

    def _unjudge(self, message: dict[str, Any]) -> None:
        self._judge.stop()

    def _begin_other(self, message: dict[str, Any], other: Game) -> None:
        count = len(other.seats)
        for table in self._session.tables():
            if isinstance(table.seat, int) and table.seat >= count:
                seats = "seats" if count > 1 else "seat"
                words = f"{SEAT_NAMES[table.seat]} has a table here, and the new game has {count} {seats}"
                raise ActionRefused("begin", f"{words}; close that table, or choose a game for as many")
        self._begin(message, lambda: self.game.begin(other))

    def _begin(self, message: dict[str, Any], begin: Callable[[], object]) -> None:
        if not self._may_begin():
            words = "others play here, too: a table for one seat cannot end their game; begin at a table for everybody"
            raise ActionRefused(message["kind"], words)
        self._ready = None
        self._judge.stop()
        self._session.taken_back = 0  # of the other game nothing is known but what its comments say
        begin()
        if self._shared():
            self._uncover(message)

    def _next(self, message: dict[str, Any]) -> None:
        self._session.go_on()

    def _uncover(self, message: dict[str, Any]) -> None:
        with self.game.held():
            if self._shared() and self.game.to_play in self._persons():
                self._ready = self.game.to_play
        self.refresh()

    def _sit(self, message: dict[str, Any]) -> None:
        seat, player = self._meant_seat(message), message["player"]
        if seat not in self._gives():
            words = f"seat {SEAT_NAMES[seat]} belongs to another person; only they can give it away"
            raise ActionRefused("seat", words)
        self.game.sit(seat, self._session.person(seat) if player == "person" else make_bot(player))

    def _meant_seat(self, message: dict[str, Any]) -> Seat:
        seat: Seat = message["seat"]
        if not 0 <= seat < len(self.game.seats):
            raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(self.game.seats) - 1}")
        return seat

    def _name(self, message: dict[str, Any]) -> None:
        """Name the person at a seat that this table plays or may give."""
        seat, name = self._meant_seat(message), message["name"]
        with self.game.held():
            if seat not in self._gives():
                words = f"seat {SEAT_NAMES[seat]} belongs to another person; only they name it"
                raise ActionRefused("name", words)
            if isinstance(self.game.seats[seat], Bot):
                raise ActionRefused("name", f"a bot plays seat {SEAT_NAMES[seat]}, and it has its own name")
            self.game.sit(seat, " ".join(name.split()) or SEAT_NAMES[seat])

    def _stop(self, message: dict[str, Any]) -> None:
        self._session.stop()

    def _go(self, message: dict[str, Any]) -> None:
        self._session.go()

    def _read(self, message: dict[str, Any]) -> None:
        self._session.read()

    def _again(self, message: dict[str, Any]) -> dict[str, Any]:
        """The moves since this viewer's own last one, as the viewer could follow them."""
        with self.game.lock:
            at, _ = self._at()
            viewer, history = self._viewer(), self.game.history
            first = turn_before(history, viewer, **at)
            return {"kind": "again", "frames": frames_since(history, at["round"], viewer, first, at["ply"])}

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """What somebody at this table may ask others: the position as the seat to play knows it, which is on screen."""
        with self.game.lock:
            if self._session.held is not None or self.game.to_play not in self._acts():
                raise ActionRefused("ask", "only whose turn it is at this table asks what others would play")
            return {"kind": "asked", "text": question_in_words(self.game.history)}

    def _open(self, message: dict[str, Any]) -> dict[str, Any]:
        """The last position with everything face up; from then on no move is taken back at these tables."""
        game = self.game
        with game.held():
            if not self._may_open():
                raise ActionRefused("open", "what is hidden is shown when the whole game is over, not before")
            self._session.opened = True
            seen, whole = game.dump(self._viewer()), game.dump()
        self._session.tell()
        return {"kind": "open", "dump": {**seen, "table": whole["table"]}}

    def _line(self, message: dict[str, Any]) -> None:
        """Show the best line of a game that is over as a replay below the tables, or put it away.

        From then on no move is taken back at these tables.
        """
        shows = message["kind"] == "line"
        with self.game.held():
            if shows and not self._session.telling.show():
                raise ActionRefused("line", "there is no best line to show: it is known once the game is over")
            if shows:
                self._session.opened = True
            else:
                self._session.telling.put_away()
        self._session.tell()

    def _unhint(self, message: dict[str, Any]) -> None:
        """Stop searching for hints: nobody wants them any more."""
        for stop in [*self._seeking.values()]:
            stop.set()

    def _sought(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        """The answer to a question that takes time, unless the game goes on meanwhile."""
        game = self.game
        stop = self._seeking.get(id(message)) or Flag()
        at = game.revision

        def on_change(_change: object) -> None:
            stop.set()

        with game.lock:
            if self._session.held is not None or game.to_play not in self._acts():
                raise ActionRefused("hint", "a hint is for the player whose turn it is at this table")
            game.observe(on_change, "revision")
        reply: dict[str, Any]
        try:
            if message["kind"] == "hint":
                hint = yield from hinting(game.view(stop))
                said, reply = "", {"kind": "hint", "move": hint.move, "text": hint.text}
            else:
                yield 0
                answer = yield from game.type.solving().deciding(game.state, _WINNABLE, stop.is_set)
                said, reply = winnable_words(answer), {"kind": "hint", "move": None, "text": _STILL[answer]}
        finally:
            game.unobserve(on_change, "revision")
        if game.revision != at:
            raise ActionRefused("hint", "the game has moved on; ask again for this position")
        if stop.is_set():
            return None  # nobody wants it any more
        if said:
            remember(game, said)
        return reply

    def _mistakes(self) -> Steps[dict[str, Any]]:
        """The mistakes of the person who looks, by what they could know."""
        viewer = self._viewer()
        if not isinstance(viewer, int):
            raise ActionRefused("mistakes", "mistakes are told to the person at a seat, at that seat's table")

        def tell(done: int, of: int) -> None:
            self.send({"kind": "progress", "id": None, "done": done, "of": of})

        return dict((yield from self._judge.judging(self.game, viewer, self.settings, tell)))

    def plain(self) -> tuple[Any, list[Any]]:
        """The dump and the moves shown; where persons share the screen in turn, what all of them may see."""
        if not self._shared():
            return self.dump, self._log.entries
        with self.game.lock:
            at = {"ply": self.dump["ply"], "round": self.dump["round"]}
            if at["round"] not in self.game.round_numbers() or at["ply"] not in self.game.plies(at["round"]):
                at = {"ply": self.game.ply, "round": self.game.round}
            return self.game.dump_at(seat="public", **at), self.game.history.log("public", **at)


def table_of(game: Game, seat: Viewer | str = "auto", **settings: Any) -> Table:
    """A game's table for a viewer: the same one again as long as it is open, where it was asked for with the same
    settings.
    """
    _viewer_of(game, seat)
    check_settings(settings)
    session = session_of(game)
    key = (seat, *({**SETTINGS, **settings}.items()))
    table = session.model(key)
    if table is None:
        table = Table(game, seat, **settings)
        session.keep_model(key, table)
    return table


def _viewer_of(game: Game, seat: object) -> Viewer | Literal["auto"]:
    if seat is None or seat == "auto" or seat == "public" or (type(seat) is int and 0 <= seat < len(game.seats)):
        return seat
    raise ValueError(f'there is no viewer {shown(seat)}; choose 0 to {len(game.seats) - 1}, "public", None or "auto"')


def _place(message: dict[str, Any]) -> tuple[int, int]:
    return message["round"], message["ply"]


def _meant_here(game: Game, message: dict[str, Any]) -> None:
    if _place(message) != (game.round, game.ply):
        raise ActionRefused(message["kind"], "the game has moved on; look again and choose again")


_STILL_ALLOWED = ("again", "read", "unhint", "uncover", "open", "unline")
"""What can be asked of a table that a teacher has stopped."""

_LONG = ("hint", "winnable")
"""Requests that take time."""
_WINNABLE = 1.0
"""Seconds for the question whether a game can still be won."""
_STILL = {
    True: "It can still be won, by who knows every card. The record remembers that you asked.",
    False: "It cannot be won any more, whatever you do. The record remembers that you asked.",
    None: "Whether it can still be won was not found out in time. The record remembers that you asked.",
}

_ACTIONS: dict[str, Callable[[Table, dict[str, Any]], dict[str, Any] | None]] = {
    "play": Table._play,
    "undo": Table._undo,
    "redo": Table._redo,
    "new": Table._new,
    "bring_back": Table._bring_back,
    "choices": Table._choices,
    "choose": Table._choose,
    "begin": Table._begin_chosen,
    "rematch": Table._rematch,
    "unjudge": Table._unjudge,
    "next": Table._next,
    "uncover": Table._uncover,
    "seat": Table._sit,
    "name": Table._name,
    "stop": Table._stop,
    "go": Table._go,
    "unhint": Table._unhint,
    "again": Table._again,
    "ask": Table._ask,
    "open": Table._open,
    "line": Table._line,
    "unline": Table._line,
    "learn": Table._learn,
    "read": Table._read,
}
