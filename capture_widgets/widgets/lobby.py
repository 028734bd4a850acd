"""The lobby: a person chooses a game there without code, and its table takes the lobby's place."""

from __future__ import annotations

import json
import time
import weakref
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final, Literal

from traitlets import Dict, List, observe

from capture_widgets.analysis.par import par_analysis
from capture_widgets.bots.levels import BOTS, make_bot
from capture_widgets.core.background import run_in_background, run_to_end
from capture_widgets.core.errors import JournalHeld, shown
from capture_widgets.core.phrases import listed, number_of
from capture_widgets.engine.names import distinct_names
from capture_widgets.export.pages import replay_html
from capture_widgets.games import game_type
from capture_widgets.library import kept_games
from capture_widgets.library.keepers import trouble_of
from capture_widgets.library.kept_analyses import AnalysisStore
from capture_widgets.library.kept_figures import figures, match_words, partner_of, played_games
from capture_widgets.library.kept_games import MOST_OFFERED, KeptGame, bring_back, go_on
from capture_widgets.library.kept_lessons import forget_lesson, kept_lesson
from capture_widgets.play.daily import day_of_game, today
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.protocol.lobby_messages import Choice, Chosen, Deals, KeptInfo, LobbyGame, LobbyScene
from capture_widgets.records.journal import journal_at
from capture_widgets.records.sources import is_text_of_game
from capture_widgets.teaching.shelf import lesson
from capture_widgets.widgets.daily_deals import deals_of_day, find_par, game_of_day, kept_of_day
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.lesson.lesson import RunningLesson
from capture_widgets.widgets.lesson.progress import KeptPlace
from capture_widgets.widgets.replay.mistake_finder import offer_mistakes
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.replay.scene import note_ended
from capture_widgets.widgets.settings import LOOKS, SETTINGS, check_settings
from capture_widgets.widgets.table.after_game import ANSWERED
from capture_widgets.widgets.table.choices import (
    YOU,
    check_choice,
    chosen_game,
    is_large_deal,
    offered_games,
    read_choice,
    waits,
)
from capture_widgets.widgets.table.table import Table, table_of

HERE: Final = "here"
"""The name of the game that this lobby made last, if no file keeps it."""

LESSON: Final = "lesson "
"""The first word of the name of a first hand that was left, before the slug of its game."""

MOST_CODE: Final = 100_000
"""The largest number of characters in the text of a game that a page sends."""

PAR_SECONDS: Final = 10
"""How long the solver searches for the shortest win of a deal."""

_SEATED: Final[weakref.WeakSet[Game]] = weakref.WeakSet()
"""The games whose tables lobbies of this kernel have shown. A table that was left is kept for a day, and its game is
open meanwhile."""

_LOBBIES: Final[weakref.WeakSet[Lobby]] = weakref.WeakSet()
"""The lobbies of this kernel: a cell that runs again makes another one, and a page that is reloaded leaves no word."""


class Lobby(CaptureWidget):
    """Lets a person choose a game and shows its table; `capture_widgets.lobby` makes one.

    Attributes:
        game: the game being played, or played last; None before the first.
    """

    again = "a lobby to choose and play in"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    bots_info: List[Any] = List().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        self.game: Game | None = None
        self._table: Table | None = None
        self._replay: Replay | None = None
        self._lesson: RunningLesson | None = None
        self._chosen: Chosen | None = None
        self._asked: Choice | None = None
        self._games: list[LobbyGame] = []
        self._days: Deals
        self._follows: tuple[WeakObserver, ...] = ()
        _LOBBIES.add(self)
        check_settings(settings)
        super().__init__(
            view="lobby",
            settings={**SETTINGS, **settings},
            bots_info=[{"id": bot.id, "name": bot.name, "words": bot.words} for bot in BOTS],
        )
        self._show()

    def __repr__(self) -> str:
        return f"<Lobby with {self.game!r}>" if self.game is not None else "<Lobby>"

    @property
    def table(self) -> Table | None:
        """The table that it shows; None before a game is chosen."""
        return self._table

    def _show(self) -> None:
        shown = self._lesson or self._replay or self._table
        games = [] if shown is not None else kept_games.kept()
        if shown is None:
            self._games = offered_games(games)
            own = self.game
            if own is not None and own.history.under_way and not is_large_deal(own.type.slug, _day(own)):
                match = match_words(own.type.slug, own.options, own.round, match=own.history.match)
                for one in (offered for offered in self._games if offered["slug"] == own.type.slug):
                    one["begun"], one["waits"] = HERE, waits(own.names, _day(own), match)
            self._days, fault = deals_of_day(games, today())
        else:
            fault = None
        scene: LobbyScene = {
            "games": self._games,
            "kept": [] if shown is not None else self._kept(games),
            "unfinished": sum(one.goes_on or one.was_ended for one in games),
            "today": self._days,
            "shows": self._shows(),
            "chosen": self._chosen,
            "table": None if shown is None else str(shown.model_id),
            "notice": (self._notice() or fault) if shown is None else None,
            "title": "" if shown is None else self._lesson.lesson.title if self._lesson else shown.game.type.title,
        }
        self.scene = dict(scene)
        self._still.change()

    def _notice(self) -> str | None:
        """Why games are not kept on this machine, if they should be."""
        why = kept_games.why_not()
        return None if why is None else f"Games are not kept on this machine just now: {why}. You can still play."

    def _shows(self) -> Literal["table", "replay", "lesson"] | None:
        if self._lesson is not None:
            return "lesson"
        return "replay" if self._replay is not None else None if self._table is None else "table"

    def _kept(self, games: Sequence[KeptGame]) -> list[KeptInfo]:
        """The games to continue, that of this lobby first: those with a button already, and the newest others."""
        kept: list[KeptInfo] = []
        own = self.game
        if own is not None and own.history.under_way:
            words = f"{_stands(own)}, just now"
            kept.append({"which": HERE, "title": own.type.title, "words": words, "offered": True})
        on_cards = {game["begun"] for game in self._games}
        room = MOST_OFFERED
        for one in [one for one in games if one.goes_on]:
            journal = journal_at(one.path)
            offered = one.path.name in on_cards or is_large_deal(one.row["game"], one.row["day"])
            if (own is None or journal is None or journal.owner is not own) and (offered or room > 0):
                ago = time_ago(time.time() - one.row["changed"])
                words = f"{_against(one.row['seats'], partner_of(one.row))}{one.reaches}, {ago}"
                kept.append({"which": one.path.name, "title": one.row["title"], "words": words, "offered": offered})
                room -= not offered
        lessons = [(game, kept_lesson(game["slug"])) for game in self._games if game["learn_step"]]
        return kept + [
            {
                "which": f"{LESSON}{game['slug']}",
                "title": game["title"],
                "words": f"with help, {left.place}",
                "offered": True,
            }
            for game, left in lessons
            if left is not None
        ]

    def _shown_by(self, page: str) -> None:
        super()._shown_by(page)
        if self._shows() is None:
            self._show()  # a page that comes later finds the games that wait by then
        find_par(today(), _showing(self))

    def _let_go(self) -> None:
        for follower in self._follows:
            follower.stop()
        for one in (self._table, self._replay, self._lesson):
            if one is not None:
                one.close()

    @observe("settings")
    def _pass_on(self, _change: object) -> None:
        """Give the table the looks of the lobby."""
        if getattr(self, "_table", None) is not None and self._table is not None:
            self._table.settings = self.settings
        if getattr(self, "_lesson", None) is not None and self._lesson is not None:
            self._lesson.settings = self.settings
        if getattr(self, "_replay", None) is not None and self._replay is not None:
            self._replay.settings = {name: self.settings[name] for name in LOOKS}

    # -- what a browser asks for

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message.get("kind")
        if kind == "choose":
            self._asked = read_choice(message)
            self._chosen = check_choice(self._asked)
            self._show()
        elif kind == "begin":
            choice = self._asked = read_choice(message)
            self._chosen = check_choice(choice)
            self._seat(chosen_game(choice))
        elif kind == "continue":
            self._go_on(message["which"])
        elif kind == "daily":
            self._daily(game_type(message.get("game")).slug)
        elif kind == "learn":
            self._learn(message.get("game"), anew=message.get("anew") is True)
        elif kind == "back":
            self._table = None
            self._end_lesson()
            # what was opened in between has cleared the reply that the form on the page goes by
            self._chosen = None if self._asked is None else check_choice(self._asked)
            self._put_replay(None)
        elif kind in _OF_GAMES:
            return _OF_GAMES[kind](self, message)
        else:
            raise ValueError(f"a lobby does not know {shown(kind)}")
        return None

    # -- the games kept on this machine

    def _list(self, message: dict[str, Any]) -> dict[str, Any]:
        games = kept_games.kept()
        return {
            "kind": "games",
            "played": played_games(games),
            "figures": figures(games),
            "keeps": kept_games.can_keep(),
            "par": {one.which: _possible(one) for one in games if one.row["key"] in ANSWERED},
        }

    def _forget(self, message: dict[str, Any]) -> dict[str, Any]:
        if (which := message["which"]).startswith(LESSON):
            forget_lesson(game_type(which.removeprefix(LESSON)).slug)
        else:
            kept_games.forget(which, message.get("key"), release=self._put_away)
        self._show()
        return self._list(message)

    def _put_away(self, path: Path) -> None:
        """Let go of a game of a lobby if its file is to be changed: it is saved, and its table was left here.

        Where another lobby still shows its table, that lobby offers its games again: the page may be gone.
        """
        journal = journal_at(path)
        game = None if journal is None else journal.owner
        if not isinstance(game, Game) or game not in _SEATED or trouble_of(game) is not None:
            return
        if self.game is game and self._table is not None:
            return
        game.close()
        for lobby in list(_LOBBIES):
            if lobby.game is game:
                lobby.game = lobby._table = None
                lobby._show()

    def _replayed(self, message: dict[str, Any]) -> None:
        """Show a replay of a game, from the person's own seat."""
        one, history = kept_games.kept_history(message["which"])
        looks = {name: self.settings[name] for name in LOOKS}
        own = one.row["own"]
        replay = Replay(history, seat="public" if own is None else own, **looks)
        if own is not None:
            offer_mistakes(replay, own, AnalysisStore(one.path, own))
        if one.was_ended:
            note_ended(replay)
        self._put_replay(replay)

    def _open_code(self, message: dict[str, Any]) -> None:
        """Replay the game of a code, or continue it: the person plays the seat to move, bots play the others."""
        text: str = message["text"]
        if len(text) > MOST_CODE:
            raise ValueError(f"a text has at most {MOST_CODE:,} characters here")
        if "#game:" in text:
            raise ValueError("this is a link: open it in a browser. Paste a code here, such as g.code() returns")
        if not is_text_of_game(text):  # `load` would take another text as the name of a file
            raise ValueError("this is no code of a game; a code looks like KO1-2F7KX9-... or OPEN-KO1-...")
        history = load(text).history
        own = history.to_play
        if own is None:
            self._put_replay(Replay(history, **{name: self.settings[name] for name in LOOKS}))
            return
        self._chosen = None
        players = [YOU if seat == own else make_bot("club") for seat in range(len(history.seats))]
        self._seat(Game(history, players=players))

    def _put_replay(self, replay: Replay | None) -> None:
        former, self._replay = self._replay, replay
        self._show()
        if former is not None:
            former.close()

    def _export(self, message: dict[str, Any]) -> dict[str, Any]:
        one, history = kept_games.kept_history(message["which"])
        name = one.path.stem
        if message["form"] == "record" and history.is_over:
            text = json.dumps(history.record(), ensure_ascii=False, indent=1) + "\n"
            return {"kind": "file", "name": f"{name}.json", "media": "application/json", "text": text}
        if message["form"] != "page":
            raise ValueError("a game that is not over can be saved only as a page: a record would show every card")
        own = one.row["own"]
        page = replay_html(history, "public" if own is None else own)
        return {"kind": "file", "name": f"{name}.html", "media": "text/html", "text": page}

    def _par(self, message: dict[str, Any]) -> dict[str, Any]:
        """What was possible in a game, in the words of its table at the end."""
        one, history = kept_games.kept_history(message["which"])
        if (found := par_analysis(history, lambda: False, PAR_SECONDS)) is not None:
            ANSWERED[one.row["key"]] = found.words
        return {"kind": "par", "which": one.which, "text": _possible(one)}

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a page's request. The search for par takes a while, so it runs in the background."""
        content = received(content)
        if isinstance(content, dict) and content.get("kind") == "par":
            run_in_background(self._answering(content), "capture-widgets-par")
        else:
            run_to_end(self._answering(content))

    def _daily(self, slug: str) -> None:
        """Play the deal of the day: begin it, continue it, or replay it if it is over."""
        day = today()
        own = self.game
        if own is not None and own.history.under_way and own.type.slug == slug and day_of_game(own.history) == day:
            self._seat(own)
            return
        one = kept_of_day(kept_games.kept(), slug, day)
        self._chosen = None
        if one is None:
            self._seat(game_of_day(slug, day))
        elif one.row["over"]:
            self._replayed({"which": one.which})
        else:
            self._go_on(one.which)

    def _learn(self, game: object, *, anew: bool) -> None:
        """Show the lesson about a game's first hand, at the step where it was left unless it begins anew."""
        slug = game_type(game).slug
        first_hand, begin = lesson(slug), self._begin_after_lesson
        self._end_lesson()
        self._lesson = RunningLesson(first_hand, begin=begin, place=KeptPlace(slug, anew=anew), **self.settings)
        self._chosen = None
        self._show()

    def _begin_after_lesson(self, game: Game) -> None:
        """Play the game that a first hand offers at its end."""
        self._end_lesson()
        self._seat(game)

    def _end_lesson(self) -> None:
        ended, self._lesson = self._lesson, None
        if ended is not None:
            ended.close()

    def _go_on(self, which: str) -> None:
        if which == HERE and self.game is not None:
            self._seat(self.game)
            return
        if which.startswith(LESSON):
            self._learn(which.removeprefix(LESSON), anew=False)
            return
        # a page may name kept games only, and no other file
        names = ((one, [one.path.name, one.which] if one.goes_on else [one.which]) for one in kept_games.kept())
        kept = next((one for one, named in names if not one.row["over"] and which in named), None)
        if kept is None:
            raise ValueError("this game is not on this machine any more; choose another one")
        try:
            game = go_on(kept.path) if kept.goes_on else bring_back(kept.which)
        except JournalHeld as error:
            raise ValueError(_held_elsewhere(error)) from error
        self._chosen = None
        self._seat(game)

    def _seat(self, game: Game) -> None:
        """Show the table of a game."""
        self.game = game
        _SEATED.add(game)
        if self._replay is not None:
            self._replay.close()
            self._replay = None
        self._table = table_of(game, "auto", **self.settings)
        for follower in self._follows:
            follower.stop()
        self._follows = (
            WeakObserver(self._shows_other, self._table, ["dump"]),
            WeakObserver(self._other_game, self._table, ["guide"]),
        )
        self._show()

    def _other_game(self, _change: object) -> None:
        """A person has begun another game at the table."""
        self._chosen = None
        self._show()

    @property
    def replay(self) -> Replay | None:
        """The replay that it shows; None if it shows none."""
        return self._replay

    def plain(self) -> tuple[Any, list[Any]]:
        """The position and the moves of the table; before a game is chosen there are none."""
        if self._table is None:
            raise ValueError("no game has been chosen")
        return self._table.plain()

    def in_words(self) -> str:
        """The games that it offers."""
        return f"{self!r}: {', '.join(game['title'] for game in self._games)}"

    def standing_in(self) -> tuple[str, str]:
        """The table, or the games that can be chosen."""
        if self._lesson is not None:
            return self._lesson.standing_in()
        if self._table is not None:
            return super().standing_in()
        words = ", ".join(game["title"] for game in self._games)
        return words, f"<p>{escape(words)}</p>"


def _possible(one: KeptGame) -> str:
    """In how many turns a game was won, and how many were possible, once that is known."""
    return f"Won in {number_of(one.row['turns'] or 0, 'turn')}. {ANSWERED[one.row['key']]}"


def _showing(lobby: Lobby) -> Callable[[], None]:
    """A function that shows yesterday's par in a lobby, and does not keep the lobby alive."""
    reference = weakref.ref(lobby)

    def show() -> None:
        lobby = reference()
        if lobby is not None and not lobby.closed and lobby._shows() is None:
            lobby._show()

    return show


def _held_elsewhere(error: JournalHeld) -> str:
    """What a person can do about a game that is open elsewhere, in words."""
    process = "" if error.pid is None else f" (process {error.pid})"
    return (
        f"this game is open in another notebook{process}: play on there, or shut down that notebook's kernel and choose"
        " the game here again. A kernel runs on after its notebook is closed"
    )


def _day(game: Game) -> str | None:
    """The date of a game's deal of the day; None for other deals."""
    day = day_of_game(game.history)
    return None if day is None else day.isoformat()


def _stands(game: Game) -> str:
    names = game.names
    partner = game.type.partners(game.history.settings, names.index(YOU)) if YOU in names else None
    number = len(game.history.rounds) - 1
    turns = game.history.dump("public")["table"].get("turns")
    return _against(names, partner) + kept_games.reached(number, game.ply, match=game.history.match, turns=turns)


def _against(names: Sequence[str], partner: int | None) -> str:
    every = distinct_names(names)
    others = [name for seat, name in enumerate(every) if name != YOU and seat != partner] if len(names) > 1 else []
    team = f"in a team with {every[partner]} " if partner is not None and partner < len(every) else ""
    return f"{team}against {listed(others)}, " if others else ""


def time_ago(seconds: float) -> str:
    """How long ago something was, in words."""
    for length, unit in ((86_400, "day"), (3600, "h"), (60, "min")):
        number = int(seconds // length)
        if number > 0:
            return f"{number} {unit}{'s' if unit == 'day' and number > 1 else ''} ago"
    return "just now"


_OF_GAMES: Final[dict[object, Callable[[Lobby, dict[str, Any]], dict[str, Any] | None]]] = {
    "games": Lobby._list,
    "forget": Lobby._forget,
    "replay": Lobby._replayed,
    "export": Lobby._export,
    "par": Lobby._par,
    "code": Lobby._open_code,
}
