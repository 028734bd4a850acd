"""The editor of lessons: a teacher sets up positions by hand, writes questions, and tries each step as a student."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, Final

from traitlets import Dict

from capture_widgets.bots.levels import BOTS
from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, shown
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import GAMES, titles
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.protocol.lesson_messages import EditorPlace, EditorScene
from capture_widgets.teaching.dealt import is_dealt
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
"""The largest number of legal moves that the page lists; a teacher can type the others."""

MOST_PLIES: Final = 200
"""The largest number of moves that bots make at one request."""

_MOST_ID: Final = 60

_MOST_TOLD: Final = 400
"""The largest number of characters that a refusal repeats of a text that could not be written."""


class LessonEditor(CaptureWidget):
    """An editor for a lesson; `capture_widgets.lesson_editor` makes one.

    Its page holds the whole lesson with its right answers. So do not show the page, or a notebook that holds it, to
    students.
    """

    again = "a lesson to write"

    scene: Dict[str, Any] = Dict().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(self, source: Any = None, *, title: str = "", **settings: Any) -> None:
        """Begin a new lesson, or open one.

        Args:
            source: a game to begin with, or its slug; or a lesson, its data or its file. By default a new game.
            title: the lesson's title.
            **settings: its looks, as on a table.

        Raises:
            ValueError: this is none of these, or the game cannot be set up by hand; a `RecordError` if a lesson cannot
                be read.
        """
        check_settings(settings)
        self._drafts, self._title, self._more = _read_source(source)
        self._title = title or self._title
        self._at = 0
        self._ids = 0
        for draft in self._drafts:
            draft.id = self._new_id()
        self._trial: RunningLesson | None = None
        self._path = Path(source) if isinstance(source, str | Path) and str(source).endswith(".json") else None
        self._saved = ""
        super().__init__(view="editor", settings={**SETTINGS, **settings})
        self._show()

    def __repr__(self) -> str:
        count = len(self._drafts)
        return f"<Editor of {self._title!r}, {count} {'step' if count == 1 else 'steps'}>"

    @property
    def lesson(self) -> Lesson:
        """The lesson as it stands in the editor now.

        Raises:
            RecordError: something is missing or wrong; ``where`` is the path to it, such as ``steps[1].right``.
        """
        return Lesson(self._title.strip() or "A lesson", self._data(), **self._more)

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
        """What is missing or wrong, by the number of the step."""
        try:
            _ = self.lesson
        except RecordError as error:
            faults: dict[int, str] = {}
            for where, reason in error.faults:
                number, _, rest = where.removeprefix("steps[").partition("]")
                part = rest.removeprefix(".")
                words = reason if not rest else f"the {part} is empty" if reason == EMPTY else f"{part}: {reason}"
                faults.setdefault(int(number) if number.isdigit() else 0, words)
            return faults
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
            "made": draft.position is not None or (setup is not None and setup.is_changed),
            "saved": self._saved,
            "moves": [] if history is None else history.moves(),
            "legal": moves[:MOST_LISTED],
            "seats": [SEAT_NAMES[seat] for seat in range(len(history.seats) if history is not None else 2)],
            "bots": {level.id: level.name for level in BOTS},
            "first": self._at == 0,
            "trial": None if self._trial is None else str(self._trial.model_id),
        }
        self.scene = dict(scene)
        self._still.change()

    # -- editing, from Python or from the page

    def add(self) -> None:
        """Add a step after this one, at the same position.

        Raises:
            ValueError: the lesson has as many steps as a lesson can have.
        """
        self._add(self._new_id())

    def open_step(self, number: int) -> None:
        """Open a step by its number, from 0; raises ValueError if there is no such step."""
        if type(number) is not int or not 0 <= number < len(self._drafts):
            raise ValueError(f"there is no step {shown(number)}; steps are 0 to {len(self._drafts) - 1}")
        self._at = number
        self._end_trial()
        self._show()

    def write(self, /, **fields: object) -> None:
        """Set fields of the step: text, seat, ask, right, choices, replies ..., each as a text of the form.

        Raises:
            ValueError: there is no such field; the fields before it are set.
        """
        for name, text in fields.items():
            self._draft.write(name, str(text))
        self._changed()

    def put(self, card: str, place: str, onto: str | None = None) -> None:
        """Put a card on a place; see `places`.

        Raises:
            ValueError: there is no such card or place; nothing has changed.
            IllegalDeal, IllegalMove: the rules allow no such position; nothing has changed.
        """
        self._made().put(card, place, onto)
        self._changed()

    @property
    def places(self) -> dict[str, list[str]]:
        """The cards that were put on places, by the key of the place."""
        return {one.key: list(one.cards) for one in self._setup().places()}

    def clear(self) -> None:
        """Put all cards of the position back into the tray."""
        self._made().clear()
        self._changed()

    def finish(self, seed: int | None = None) -> None:
        """Put all cards of the tray on free places at random, as the rules allow."""
        self._made().finish(seed)
        self._changed()

    def play(self, move: str) -> None:
        """Make a move, so that the step begins after it; raises IllegalMove if the rules refuse it."""
        self._moved().play(move)
        self._changed()

    def undo(self) -> None:
        """Take the last move of the position back; raises IllegalMove if there is none."""
        self._moved().undo()
        self._changed()

    def preview(self) -> RunningLesson:
        """Show the step as a student will see it; answers there are not kept.

        Raises:
            RecordError: something is missing or wrong in the lesson.
        """
        self._end_trial()
        running = self.lesson.run(**{key: value for key, value in self.settings.items() if key != "legal"})
        running._go_to(self._at)
        self._trial = running
        self._show()
        return running

    def save(self, path: str | Path | None = None) -> Path:
        """Write the lesson to a file and return its path.

        Args:
            path: the file; by default the one that was opened or saved last, else a new one named after the title.

        Raises:
            RecordError: something is missing or wrong in the lesson.
            OSError: the file cannot be written; an old file stays.
        """
        lesson = self.lesson
        name = re.sub(r"[^a-z0-9]+", "-", lesson.title.lower()).strip("-")[:60] or "lesson"
        names = (Path(f"{name}{number}.json") for number in ("", *(f"-{more}" for more in range(2, 1000))))
        chosen = self._path or next(one for one in names if not one.exists()) if path is None else Path(path)
        self._path = lesson.save(chosen)
        self._saved = str(self._path)
        self._show()
        return self._path

    def _add(self, name: str) -> None:
        if len(self._drafts) >= MOST_STEPS:
            raise ValueError(f"a lesson has at most {MOST_STEPS} steps")
        draft = self._draft.copy()
        draft.id = name
        self._drafts.insert(self._at + 1, draft)
        self.open_step(self._at + 1)

    def _new_id(self) -> str:
        """A new name, which no step has had."""
        self._ids += 1
        return str(self._ids)

    def _number_of(self, name: object) -> int | None:
        return next((number for number, draft in enumerate(self._drafts) if draft.id == name), None)

    def _setup(self) -> Setup:
        setup = self._draft.setup
        if setup is None:
            raise ValueError(
                "this step has no position of its own: it goes on from the step before. Choose a game first"
            )
        return setup

    def _moved(self) -> Setup:
        """The position, before a move changes who is to move: the step is seen as before."""
        self._draft.keep_view()
        return self._made()

    def _made(self) -> Setup:
        """The position, now that somebody sets it up by hand."""
        setup = self._setup()
        setup.is_changed = True
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
            # repeat the text: the page does not show the step any more
            unwritten = f", so this was not written: {to[:_MOST_TOLD]}" if what == "write" and to else ""
            raise ValueError(f"this step has been removed from the lesson{unwritten}")
        try:
            self._act_at(at, lambda: action(self, one, to), stays=what in _WITHIN)
        except IllegalDeal as error:  # an IllegalMove, so that the page shows the rule
            raise IllegalMove(error.rule, one[:60], error.reason) from None
        return None

    def _act_at(self, at: int, act: Callable[[], None], *, stays: bool) -> None:
        """Act on a step, which need not be the open one; with ``stays``, the open step stays open."""
        was = self._draft
        with self.hold_sync():  # no page is sent the step that is open meanwhile
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
        # the page names the new step, so that it can write to it before the reply arrives
        if len(name) > _MOST_ID or self._number_of(name) is not None or name.isdigit():
            raise ValueError(f"a new step cannot have the name {shown(name)}")
        self._add(name or self._new_id())

    def _try(self, _one: str, _to: str) -> None:
        self.preview()

    def _save(self, _one: str, _to: str) -> None:
        self.save()

    def _lay(self, card: str, to: str) -> None:
        place, _, onto = to.partition("|")
        self.put(card, place, onto or None)

    def _fill_in(self, name: str, text: str) -> None:
        self._draft.write(name, text)
        self._changed()

    def _take(self, card: str, _to: str) -> None:
        self._made().take(card)
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
        self._draft.write("seat", "")
        self._changed()

    def _let_play(self, number: str, _to: str) -> None:
        if not (number.isascii() and number.isdigit()) or not 0 < int(number[:6]) <= MOST_PLIES:
            raise ValueError(f"expected a number of moves, 1 to {MOST_PLIES}")
        self._moved().play_on(int(number))
        self._changed()

    def _drop(self, _one: str, _to: str) -> None:
        if len(self._drafts) == 1:
            raise ValueError("a lesson has at least one step")
        del self._drafts[self._at]
        self.open_step(min(self._at, len(self._drafts) - 1))

    def _move(self, by: str, _to: str) -> None:
        other = self._at + (1 if by == "down" else -1)
        if not 0 <= other < len(self._drafts):
            raise ValueError("there is no step there to change places with")
        self._drafts[self._at], self._drafts[other] = self._drafts[other], self._drafts[self._at]
        self.open_step(other)

    # -- without a widget

    def plain(self) -> tuple[Any, list[Any]]:
        """The position of the step."""
        setup = self._setup()
        return setup.history.dump(), setup.history.log()

    def in_words(self) -> str:
        """The title and the number of steps."""
        return repr(self)

    def standing_in(self) -> tuple[str, str]:
        """The lesson's title alone, since only the teacher may see the questions and answers."""
        return repr(self), f"<p>{escape(repr(self))}</p>"


def _place(one: Place) -> EditorPlace:
    return {"key": one.key, "words": one.words, "cards": list(one.cards), "free": one.free, "down": one.down}


def _read_source(source: Any) -> tuple[list[Draft], str, dict[str, Any]]:
    """The steps and the title to begin with, and what else the lesson says, for which the form has no field."""
    if source is None:
        source = next(iter(GAMES))
    if isinstance(source, str) and source in GAMES:
        source = new(source)
    if isinstance(source, Game):
        setup = Setup(source.history.at(source.ply))
        setup.is_changed = source.ply > 0
        return [Draft(setup)], "", {}
    lesson = source if isinstance(source, Lesson) else opened(source)
    data = lesson.data()
    if is_dealt(data):
        raise ValueError(
            "this lesson deals each student another position, which cannot be set up by hand; change its file, or edit "
            'the lesson of one student: lesson.variant("Ann").edit()'
        )
    positions = Positions()
    more: dict[str, Any] = {key: data[key] for key in ("words", "solutions") if key in data}
    return [_draft(step, positions) for step in data["steps"]], lesson.title, more


def _draft(step: dict[str, Any], positions: Positions) -> Draft:
    """A step of a lesson in the editor; its position can be set up by hand if it was reached from a deal."""
    setup = None
    if "position" in step:
        with suppress(ValueError):  # a position without its deal stays as it is
            setup = Setup(positions.read(step["position"], "position"))
            setup.is_changed = True
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
    "save": LessonEditor._save,
}

_WITHIN: Final = frozenset({"put", "take", "clear", "finish", "play", "on", "back", "write", "game"})
"""The actions that change a step; the open step stays open."""
