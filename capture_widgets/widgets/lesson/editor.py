"""The editor of lessons: positions set up by hand, questions on them, and each step as a student will see it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Any, Final

from traitlets import Dict

from capture_widgets.bots.levels import BOTS
from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, shown
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import GAMES, titles
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.protocol.lesson_messages import EditorPlace, EditorScene
from capture_widgets.teaching.drafts import Draft
from capture_widgets.teaching.lesson import Lesson
from capture_widgets.teaching.positions import Positions
from capture_widgets.teaching.reading import EMPTY, MOST_STEPS, MOST_TITLE
from capture_widgets.teaching.setting_up import Place, Setup
from capture_widgets.teaching.shelf import lesson as opened
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.lesson.lesson import RunningLesson
from capture_widgets.widgets.settings import SETTINGS, check_settings

MOST_LISTED: Final = 120
"""More moves than this are not listed; they can be typed."""

MOST_PLIES: Final = 200
"""Moves that bots make at one request."""

_MOST_ID: Final = 60

_MOST_TOLD: Final = 400
"""Characters of a text that could not be written, which are told so that they are not lost."""


class LessonEditor(CaptureWidget):
    """Writes a lesson; `capture_widgets.lesson_editor` makes one.

    All of it is in the page, right answers too: it is a teacher's, and so is the notebook that it is saved in.
    """

    again = "a lesson to write"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, source: Any = None, *, title: str = "", **settings: Any) -> None:
        """Begin a lesson, or open one.

        Args:
            source: a game to begin with, or its slug; or a lesson, its data or its file. By default a new game.
            title: the lesson's name.
            **settings: how it looks, as on a table.

        Raises:
            ValueError: this is none of these, or the game cannot be set up by hand; a `RecordError` where a lesson
                cannot be read.
        """
        check_settings(settings)
        self._drafts, self._title = _begun(source)
        self._title = title or self._title
        self._at = 0
        self._ids = 0
        for draft in self._drafts:
            draft.id = self._new_id()
        self._trial: RunningLesson | None = None
        super().__init__(view="editor", settings={**SETTINGS, **settings})
        self._show()

    def __repr__(self) -> str:
        count = len(self._drafts)
        return f"<Editor of {self._title!r}, {count} {'step' if count == 1 else 'steps'}>"

    @property
    def lesson(self) -> Lesson:
        """The lesson as it is written now.

        Raises:
            RecordError: something is missing or wrong; ``where`` is a path to it, such as ``steps[1].right``.
        """
        return Lesson(self._title.strip() or "A lesson", self._data())

    def _data(self) -> list[dict[str, Any]]:
        steps = []
        for number, draft in enumerate(self._drafts):
            try:
                steps.append(draft.data())
            except RecordError as error:
                raise RecordError(f"steps[{number}].{error.where}", error.reason) from None
        return steps

    @property
    def _draft(self) -> Draft:
        return self._drafts[self._at]

    def _faults(self) -> dict[int, str]:
        """What is missing or wrong, by step."""
        try:
            _ = self.lesson
        except RecordError as error:
            found: dict[int, str] = {}
            for where, reason in error.faults:
                number, _, rest = where.removeprefix("steps[").partition("]")
                part = rest.removeprefix(".")
                words = reason if not rest else f"the {part} is empty" if reason == EMPTY else f"{part}: {reason}"
                found.setdefault(int(number) if number.isdigit() else 0, words)
            return found
        return {}

    def _show(self) -> None:
        draft, setup = self._draft, self._draft.setup
        faults = self._faults()
        history = None if setup is None else setup.history
        moves = [] if history is None else history.legal_moves()
        if history is not None:
            self._bring_view(history)
        scene: EditorScene = {
            "title": self._title,
            "game": "" if history is None else history.type.slug,
            "games": titles(),
            "steps": [
                {"id": one.id, "text": one.fields["text"].strip()[:60], "fault": faults.get(number)}
                for number, one in enumerate(self._drafts)
            ],
            "step": self._at,
            "fields": dict(draft.fields),
            "places": [] if setup is None else [_place(one) for one in setup.places()],
            "tray": [] if setup is None else setup.tray,
            "by_hand": setup is not None,
            "moves": [] if history is None else history.moves(),
            "legal": moves[:MOST_LISTED],
            "seats": [SEAT_NAMES[seat] for seat in range(len(history.seats) if history is not None else 2)],
            "bots": {level.id: level.name for level in BOTS},
            "first": self._at == 0,
            "trial": None if self._trial is None else str(self._trial.model_id),
        }
        self.scene = dict(scene)
        self._still.change()

    # -- from Python as from the page

    def add(self) -> None:
        """Begin another step after this one, at the same position.

        Raises:
            ValueError: there are as many as a lesson can have.
        """
        self._add(self._new_id())

    def open_step(self, number: int) -> None:
        """Turn to a step, by its number from 0; raises ValueError where there is none."""
        if type(number) is not int or not 0 <= number < len(self._drafts):
            raise ValueError(f"there is no step {shown(number)}; steps are 0 to {len(self._drafts) - 1}")
        self._at = number
        self._end_trial()
        self._show()

    def write(self, /, **fields: object) -> None:
        """Write into fields of the step: text, seat, ask, right, choices, replies ..., each as it stands in the form.

        Raises:
            ValueError: there is no such field; those before it are written.
        """
        for name, text in fields.items():
            self._draft.write(name, str(text))
        self._changed()

    def put(self, card: str, place: str, onto: str | None = None) -> None:
        """Lay a card at a place; see `places`.

        Raises:
            ValueError: there is no such card or place; nothing has changed.
            IllegalDeal, IllegalMove: the rules allow no such position; nothing has changed.
        """
        self._setup().put(card, place, onto)
        self._changed()

    @property
    def places(self) -> dict[str, list[str]]:
        """The cards that were laid, by the key of their place."""
        return {one.key: list(one.cards) for one in self._setup().places()}

    def clear(self) -> None:
        """Put all cards of the position back into the tray."""
        self._setup().clear()
        self._changed()

    def finish(self, seed: int | None = None) -> None:
        """Lay all cards of the tray by lot, as the rules allow."""
        self._setup().finish(seed)
        self._changed()

    def play(self, move: str) -> None:
        """Make a move, so that the step begins after it; raises IllegalMove where it cannot be made."""
        self._setup().play(move)
        self._changed()

    def undo(self) -> None:
        """Take the last move of the position back; raises IllegalMove where there is none."""
        self._setup().undo()
        self._changed()

    def preview(self) -> RunningLesson:
        """The step as a student will see it; what is answered there is not kept.

        Raises:
            RecordError: something is missing or wrong in the lesson.
        """
        self._end_trial()
        running = self.lesson.run(**{key: value for key, value in self.settings.items() if key != "legal"})
        running._go_to(self._at)
        self._trial = running
        self._show()
        return running

    def _add(self, name: str) -> None:
        if len(self._drafts) >= MOST_STEPS:
            raise ValueError(f"a lesson has at most {MOST_STEPS} steps")
        made = self._draft.copy()
        made.id = name
        self._drafts.insert(self._at + 1, made)
        self.open_step(self._at + 1)

    def _new_id(self) -> str:
        """A name for a step that no step has had."""
        self._ids += 1
        return str(self._ids)

    def _number_of(self, name: object) -> int | None:
        return next((number for number, draft in enumerate(self._drafts) if draft.id == name), None)

    def _setup(self) -> Setup:
        setup = self._draft.setup
        if setup is None:
            raise ValueError("this step goes on from another position, which is not set up here")
        return setup

    def _changed(self) -> None:
        self._end_trial()
        self._show()

    def _end_trial(self) -> None:
        if self._trial is not None:
            self._trial.close()
            self._trial = None

    def _let_go(self) -> None:
        self._end_trial()

    # -- what a browser asks for

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message.get("kind")
        if kind != "edit":
            raise ValueError(f"an editor does not know {str(kind)[:40]!r}")
        what, one, to = (message.get(key) for key in ("what", "one", "to"))
        action = _ACTIONS.get(what) if isinstance(what, str) else None
        if action is None or not isinstance(one, str) or not isinstance(to, str):
            raise ValueError(f"an editor does not know {str(what)[:40]!r}")
        step = message.get("step")
        at = self._at if step is None else self._number_of(step)
        if at is None:
            # told whole: the page has no place for it any more
            unwritten = f", so this was not written: {to[:_MOST_TOLD]}" if what == "write" and to else ""
            raise ValueError(f"that step is no longer in the lesson{unwritten}")
        try:
            self._act_at(at, lambda: action(self, one, to), stays=what in _WITHIN)
        except IllegalDeal as error:  # told with its rule, like a move that is refused
            raise IllegalMove(error.rule, one[:60], error.reason) from None
        return None

    def _act_at(self, at: int, act: Callable[[], None], *, stays: bool) -> None:
        """Do something at a step that need not be the open one; if it `stays`, that one is open afterwards."""
        was = self._draft
        with self.hold_sync():  # no page sees that another step was open meanwhile
            self._at = at
            try:
                act()
            except Exception:
                self._at = self._drafts.index(was)
                raise
            if stays and self._draft is not was:
                self._at = self._drafts.index(was)
                self._show()

    def _begin(self, _one: str, name: str) -> None:
        # a page names the step that it begins, so that it can write into it before the reply is there
        if len(name) > _MOST_ID or self._number_of(name) is not None or name.isdigit():
            raise ValueError(f"a new step cannot be called {shown(name)}")
        self._add(name or self._new_id())

    def _try(self, _one: str, _to: str) -> None:
        self.preview()

    def _lay(self, card: str, to: str) -> None:
        place, _, onto = to.partition("|")
        self.put(card, place, onto or None)

    def _fill_in(self, name: str, text: str) -> None:
        self._draft.write(name, text)
        self._changed()

    def _take(self, card: str, _to: str) -> None:
        self._setup().take(card)
        self._changed()

    def _named(self, title: str, _to: str) -> None:
        if len(title) > MOST_TITLE:
            raise ValueError(f"a title has at most {MOST_TITLE} characters")
        self._title = title
        self._show()

    def _other_game(self, slug: str, _to: str) -> None:
        if slug not in GAMES:
            raise ValueError(f"there is no game {shown(slug)}")
        self._draft.setup, self._draft.position = Setup(new(slug).history), None
        self._changed()

    def _let_play(self, number: str, _to: str) -> None:
        if not (number.isascii() and number.isdigit()) or not 0 < int(number[:6]) <= MOST_PLIES:
            raise ValueError(f"expected a number of moves, 1 to {MOST_PLIES}")
        self._setup().play_on(int(number))
        self._changed()

    def _drop(self, _one: str, _to: str) -> None:
        if len(self._drafts) == 1:
            raise ValueError("a lesson has one step at least")
        del self._drafts[self._at]
        self.open_step(min(self._at, len(self._drafts) - 1))

    def _move(self, by: str, _to: str) -> None:
        other = self._at + (1 if by == "down" else -1)
        if not 0 <= other < len(self._drafts):
            raise ValueError("there is no step on that side")
        self._drafts[self._at], self._drafts[other] = self._drafts[other], self._drafts[self._at]
        self.open_step(other)

    # -- without a widget

    def plain(self) -> tuple[Any, list[Any]]:
        """The position that is set up."""
        setup = self._setup()
        return setup.history.dump(), setup.history.log()

    def in_words(self) -> str:
        """What it is."""
        return repr(self)

    def standing_in(self) -> tuple[str, str]:
        """The lesson's title alone: what it asks is nobody's to see but the teacher's."""
        return repr(self), f"<p>{escape(repr(self))}</p>"


def _place(one: Place) -> EditorPlace:
    return {"key": one.key, "words": one.words, "cards": list(one.cards), "free": one.free}


def _begun(source: Any) -> tuple[list[Draft], str]:
    """The steps to begin with, and the title."""
    if source is None:
        source = next(iter(GAMES))
    if isinstance(source, str) and source in GAMES:
        source = new(source)
    if isinstance(source, Game):
        return [Draft(Setup(source.history.at(source.ply)))], ""
    found = source if isinstance(source, Lesson) else opened(source)
    data = found.data()
    positions = Positions()
    return [_draft(step, positions) for step in data["steps"]], found.title


def _draft(step: dict[str, Any], positions: Positions) -> Draft:
    """A step of a lesson; its position can be changed by hand where it was dealt."""
    setup = None
    if "position" in step:
        with suppress(ValueError):  # a position without its deal stays as it is
            setup = Setup(positions.read(step["position"], "position"))
    return Draft(setup, step)


_ACTIONS: Final[dict[str, Callable[[LessonEditor, str, str], None]]] = {
    "put": LessonEditor._lay,
    "take": LessonEditor._take,
    "clear": lambda editor, _one, _to: editor.clear(),
    "finish": lambda editor, _one, _to: editor.finish(),
    "play": lambda editor, move, _to: editor.play(move),
    "on": LessonEditor._let_play,
    "back": lambda editor, _one, _to: editor.undo(),
    "write": LessonEditor._fill_in,
    "title": LessonEditor._named,
    "game": LessonEditor._other_game,
    "add": LessonEditor._begin,
    "open": lambda editor, _one, _to: editor.open_step(editor._at),
    "drop": LessonEditor._drop,
    "move": LessonEditor._move,
    "try": LessonEditor._try,
}

_WITHIN: Final = frozenset({"put", "take", "clear", "finish", "play", "on", "back", "write", "game"})
"""What changes something within a step: the open step stays open."""
