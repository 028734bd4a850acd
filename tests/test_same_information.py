"""Lessons, polls and consoles tell the same, byte for byte, in worlds that cannot be told apart (docs/secrecy.md).

Held against each other is all that leaves the kernel: every message to a page, what a saved notebook keeps, and what
lies in a class's folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

import capture_widgets as cw
from capture_widgets.engine.state import Viewer
from capture_widgets.games import GAMES
from capture_widgets.teaching.class_folder import LEAD
from tests.cases import case_id
from tests.leaks import SKIPPED
from tests.test_class import told
from tests.test_running_lessons import move
from tests.test_sealed import alike, positions
from tests.waiting import soon
from tests.wire import say

CASES = [*((slug, {}) for slug in GAMES), ("commander", {"players": 4}), ("fourx", {"tech": True})]

NAMES = re.compile(r"[0-9a-f]{32}|cw-[0-9a-f]{12}")
"""The names of models, which are drawn anew for every widget."""


class Wire(BaseComm):
    """The way to a page, which keeps what goes over it."""

    sent: list[Any]

    def publish_msg(self, msg_type: str, data: Any = None, *_more: Any, **_named: Any) -> None:
        state = data.get("state", {}) if isinstance(data, dict) else {}
        kept = {**data, "state": {name: each for name, each in state.items() if name not in SKIPPED}} if state else data
        # written at once: what is changed afterwards was not sent
        self.sent.append([msg_type, self.comm_id, json.dumps(kept, default=str)])


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All that went to pages so far."""
    sent: list[Any] = []
    monkeypatch.setattr(Wire, "sent", sent, raising=False)
    monkeypatch.setattr(comm, "create_comm", Wire)
    return sent


def taken(wire: list[Any], *more: Any) -> str:
    """What went over the wire since the last time, and more, with names that stand for those of models."""
    text = json.dumps([wire, more], default=str)
    wire.clear()
    names: dict[str, str] = {}
    return NAMES.sub(lambda found: names.setdefault(found.group(), f"name {len(names)}"), text)


def worlds(case: tuple[str, dict[str, Any]], count: int) -> Iterator[list[cw.Game]]:
    """Positions from all over a round, each with two others that the seat to play cannot tell from it."""
    rng, differing = Random(case_id(case)), 0
    for game in positions(case, seed=3, count=count):
        dumps = [one.dump() for one in (game, alike(game, rng), alike(game, rng))]
        differing += any(dump != dumps[0] for dump in dumps)
        yield [cw.from_dump(dump) for dump in dumps]
    assert differing, "the worlds differed in what was hidden"


def ask(widget: Any, **request: Any) -> None:
    """A page's request, as it comes over the wire; the reply goes there too."""
    say(widget, {"id": 1, **request})


def same(told_by: list[Any]) -> bool:
    assert len(told_by) == 3
    return bool(told_by[0] == told_by[1] == told_by[2])


def safe_answer(games: list[cw.Game]) -> str | None:
    """A move that shows its player the same in all worlds, so that what follows it may be the same too."""
    seat: Viewer = games[0].to_play
    for text in games[0].legal_moves():
        after = [one.copy().play(text).dump(seat) for one in games]
        if same(after):
            return text
    return None


def the_lesson(game: cw.Game, right: str) -> cw.Lesson:
    """Every kind of question at one position, as its player sees it."""
    seat, wrong = game.to_play, [text for text in game.legal_moves() if text != right][:1]
    return cw.Lesson(
        "Worlds",
        [
            {"position": game, "seat": seat, "text": "Look."},
            {
                "text": "Move.", "ask": "move", "right": right, "reply": "No.", "hints": ["One.", "Two."],
                "replies": dict.fromkeys(wrong, "Not that."), "praise": "Yes.", "reveal": {"text": "So it was."},
            },
            {"position": game, "seat": seat, "text": "Choose.", "ask": "choice", "choices": ["A", "B"], "right": "B"},
            {"text": "Count.", "ask": "number", "right": 3, "tries": 1},
        ],
        who="Ann",
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_lesson_tells_the_same_of_worlds_that_the_learner_cannot_tell_apart(
    case: tuple[str, dict[str, Any]], wire: list[Any]
) -> None:
    answered = 0
    for games in worlds(case, 1):
        right = safe_answer(games)
        told_by = []
        for game in games:
            run = the_lesson(game, right or game.legal_moves()[0]).run(pace=0)
            ask(run, kind="hello", view="page")
            ask(run, kind="next")
            others = [text for text in game.legal_moves() if text != str(run.step.right[0])]
            for text in [*others[:2], "nonsense", *([right] if right else [])]:
                ask(run, kind="hint")
                move(run, text)
            ask(run, kind="back")
            ask(run, kind="next")
            if right:
                ask(run, kind="next")
                for text in ("A", "B"):
                    ask(run, kind="say", answer=text)
                ask(run, kind="next")
                ask(run, kind="say", answer="7")
                ask(run, kind="next")
                assert run.scene["over"]
                answered += 1
            told_by.append(taken(wire, run.standing_in(), run._repr_mimebundle_()))
            run.close()
            wire.clear()
        assert same(told_by)
    assert answered


@pytest.mark.parametrize("case", CASES[: len(GAMES)], ids=case_id)
def test_a_poll_tells_the_same_of_worlds_that_the_seat_to_play_cannot_tell_apart(
    case: tuple[str, dict[str, Any]], wire: list[Any], tmp_path: Path
) -> None:
    for at, games in enumerate(worlds(case, 1)):
        told_by = []
        for number, game in enumerate(games):
            folder = tmp_path / f"{at}-{number}"
            folder.mkdir()
            folder.chmod(0o777)  # so that there is nothing to tell the teacher of it, at whatever moment
            lead = game.replay(seat=game.to_play).broadcast(folder)
            poll = cw.poll(lead, "What now?")
            ballot = poll.ballot("Ben")
            moves = game.legal_moves()
            poll.vote("Ann", moves[0]).vote("Cem", moves[-1])
            assert soon(lambda: poll.scene["count"] == 2)  # noqa: B023 # asked at once
            before = (poll.standing_in(), ballot.standing_in())
            ask(poll, kind="hello", view="page")
            poll.show("votes").search(simulations=16, seed=1)
            told(folder)
            wire.clear()  # in how many messages a page hears of the folder is a matter of time: what it has in the end
            states = [
                {name: value for name, value in each.get_state().items() if name not in SKIPPED}
                for each in (poll, ballot)
            ]
            kept = json.loads((folder / LEAD).read_text())
            assert kept.pop("number") > 0, "by the clock"
            told_by.append(taken(wire, before, states, poll._repr_mimebundle_(), kept, poll.judged))
            poll.close()
            lead.close()
            ballot.close()
            wire.clear()
        assert same(told_by)


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_console_tells_the_same_of_worlds_that_a_seat_cannot_tell_apart_until_something_is_shown(
    case: tuple[str, dict[str, Any]], wire: list[Any]
) -> None:
    for games in worlds(case, 1):
        told_by = []
        for game in games:
            seat = game.to_play
            assert seat is not None
            console, table = cw.console(game, seat=seat), game.table(seat=seat)
            for widget in (console, console.projector, table):
                ask(widget, kind="hello", view="page")
            spot = game.type.places(game.history.settings)[0]
            game.teacher.freeze(0).spotlight(spot).release().hand_over(0, "Ann")
            told: Any = ("freeze", {}), ("view", {"seat": seat}), ("release", {}), ("spotlight", {"text": spot})
            for what, more in told:
                plain = {"seat": None, "text": "", "number": 0, "flag": False}
                ask(console, kind="lead", what=what, **{**plain, **more})
            bundles = [each._repr_mimebundle_() for each in (console, console.projector, table)]
            told_by.append(taken(wire, bundles, game.comments))
            console.close()
            table.close()
            wire.clear()
        assert same(told_by)
