"""Hosts that differ from an ordinary kernel, as far as they can be imitated."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import sys
import threading
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic, thread_time
from types import ModuleType
from typing import Any

import pytest
from ipywidgets.widgets.widget import _remove_buffers
from traitlets import TraitError

import capture_widgets as cw
from capture_widgets.analysis import par
from capture_widgets.bots.levels import BOTS, Level
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.games.fourx.solving.answers import SLICE
from capture_widgets.model.history import History
from capture_widgets.widgets import Replay, Table
from tests import lite_parts
from tests.oldest import lower_bounds
from tests.thorough import thorough_but
from tests.wire import say


@pytest.fixture
def jsnull(monkeypatch: pytest.MonkeyPatch) -> object:
    """What JavaScript's null is in Pyodide's Python: an object of its own."""
    ffi = ModuleType("pyodide.ffi")
    null = object()
    ffi.jsnull = null  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return null


def finished() -> cw.Game:
    game = cw.new("kommando", seed=7)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def test_a_page_may_choose_to_see_everything_where_null_is_no_none(jsnull: object) -> None:
    replay = Replay(finished(), 0, lenses=[0, None])
    replay.set_state({"seat": jsnull})
    assert replay.seat is None


def test_null_within_a_request_is_none_too(jsnull: object, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay(finished(), None)
    replies: list[object] = []
    monkeypatch.setattr(replay, "send", replies.append)
    say(replay, {"id": jsnull, "kind": "hello", "view": "page"})
    assert replies == [{"kind": "hello", "id": None}]
    table = cw.new("kommando", seed=7).table()
    console = cw.console(table)
    monkeypatch.setattr(console, "send", replies.append)
    nobody = {"seat": jsnull, "text": "", "number": 0, "flag": False}
    say(console, {"id": 2, "kind": "lead", "what": "conceal", **nobody})
    assert replies[-1] == {"kind": "done", "id": 2}


def test_none_reaches_a_page_as_null(jsnull: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyodide makes undefined of None, and a key whose value is undefined does not arrive."""
    game = cw.new("kommando", seed=7)
    told: list[Any] = []
    monkeypatch.setattr(type(game.table().comm), "publish_msg", lambda self, kind, data=None, **_: told.append(data))
    replay = Replay(game, None)
    (first,) = [one["state"] for one in told if "tail" in one.get("state", ())]
    assert first["tail"] is jsnull
    assert first["seat"] is jsnull
    assert replay.seat is None
    table = game.table(seat=0)
    game.play(game.legal_moves()[0])
    scenes = [one["state"]["scene"] for one in told if "scene" in one.get("state", ())]
    assert scenes[-1]["thinking"] is jsnull
    assert table.scene["thinking"] is None


def test_what_pages_are_sent_is_plain_and_needs_no_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=7)
    game.play(game.legal_moves()[0])
    sent: list[tuple[Any, Any]] = []
    editor = cw.lesson("kommando").edit()
    shows = [game.table(None), game.replay(None), game.inspect(), cw.lobby(), editor, cw.console(game)]
    for widget in shows:
        sent.clear()
        monkeypatch.setattr(widget.comm, "send", lambda data, buffers=None: sent.append((data, buffers)))
        widget.send_state()
        assert [(msg["method"], buffers) for msg, buffers in sent] == [("update", None)]
        state = sent[0][0]["state"]
        assert _remove_buffers(state) == (state, [], [])
        assert json.dumps(state)


def test_a_game_answers_as_its_table_where_a_host_asks_for_a_widget() -> None:
    """What ``mo.ui.anywidget`` of marimo asks: comm, identity, traits of a page both ways."""
    game = cw.new("kommando", seed=7)
    asked: Any = game  # type checkers are not told of what is meant for a host
    table = game.table()
    assert asked.comm is table.comm
    assert asked._model_id == table.model_id
    game.play(game.legal_moves()[0])
    assert asked.get_state() == table.get_state()
    assert asked.get_state()["ply"] == 1
    asked.set_state({"settings": {**table.settings, "theme": "dark"}})
    assert table.settings["theme"] == "dark"
    table.close()
    assert asked.comm is game.table().comm
    assert game.table() is not table
    assert not hasattr(game, "comms")
    assert {"comm", "get_state", "set_state"}.isdisjoint(dir(game)), "nor people who press Tab"


def test_the_ply_of_a_table_follows_the_game_and_no_page_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=7)
    table = game.table()
    heard: list[int] = []
    table.observe(lambda change: heard.append(change.new), "ply")
    game.play(game.legal_moves()[0]).play(game.legal_moves()[0]).undo()
    assert heard == [1, 2, 1]
    said: list[object] = []
    monkeypatch.setattr(table, "send", said.append)
    monkeypatch.setattr(table, "send_state", said.append)
    table.set_state({"ply": 1})
    assert said == []
    table.set_state({"ply": 40})
    assert said == ["ply"]  # the true one goes back, without a word to the person
    assert table.ply == 1
    with pytest.raises(TraitError, match="read-only"):
        table.ply = 3


@pytest.fixture
def threadless(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread can be started, as in Pyodide."""

    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


class Page:
    """A page that shows a table, and hears what the kernel answers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.heard: list[dict[str, Any]] = []
        table.send = lambda content, buffers=None: self.heard.append(content)
        self.say("hello", view="page")

    def say(self, kind: str, **more: Any) -> None:
        say(self.table, {"id": len(self.heard), "kind": kind, **more})

    async def hint(self) -> dict[str, Any]:
        self.say("hint")
        await until(lambda: self.heard[-1]["kind"] in ("hint", "refused"))
        return self.heard[-1]


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 # what is waited for is anything
            await asyncio.sleep(0.01)


async def longest_wait(work: Awaitable[None]) -> float:
    """How long (seconds) others on the loop had to wait while some work went on."""
    task = asyncio.ensure_future(work)
    longest, last = 0.0, monotonic()
    while not task.done():
        await asyncio.sleep(0)
        now = monotonic()
        longest, last = max(longest, now - last), now
    await task
    return longest


@pytest.mark.usefixtures("threadless")
@pytest.mark.parametrize("level", thorough_but(BOTS, BOTS[0], BOTS[2]), ids=lambda level: level.id)
def test_without_threads_a_hand_is_played_to_its_end_against_a_bot_with_a_hint(level: Level) -> None:
    async def hand() -> None:
        game = cw.new("kommando", seed=7, seats=["you", level.make()])
        page = Page(game.table(pace=0))
        hints = 0
        while True:
            await until(lambda: game.to_play in (0, None))
            moves = game.legal_moves()
            if not moves:
                break
            if game.ply < 2:
                hint = await page.hint()
                assert hint["move"] in moves
                hints += 1
            page.say("play", move=moves[0], round=0, ply=game.ply)
        assert hints
        assert game.is_over
        assert [entry["seat"] for entry in game.log()].count(1) == 10
        assert page.table.scene["thinking"] is None

    asyncio.run(hand())


@pytest.mark.usefixtures("threadless")
def test_without_threads_a_search_lets_others_have_their_turn_and_can_be_stopped() -> None:
    async def think() -> None:
        game = cw.new("kommando", seed=7, seats=[cw.bots.ISMCTS(seconds=30), "you"])
        page = Page(game.table(pace=0))
        await until(lambda: page.table.scene["thinking"] == 0)
        await asyncio.sleep(0.5)
        page.say("stop")
        await until(lambda: page.table.scene["thinking"] is None)
        assert page.table.scene["stopped"]
        assert game.ply == 0

    # of the 30 seconds that the search would take; a busy machine makes everybody wait
    assert asyncio.run(longest_wait(think())) < 5


@pytest.mark.usefixtures("threadless")
def test_without_threads_mistakes_are_looked_for_between_other_work_until_that_is_enough() -> None:
    async def judge() -> None:
        game = cw.new("kommando", seed=7, seats=["you", cw.bots.Greedy()])
        while not game.is_over:
            game.play(game.legal_moves()[0])
        page = Page(game.table(pace=0))
        page.say("mistakes")
        await until(lambda: sum(one["kind"] == "progress" for one in page.heard) == 3)
        page.say("unjudge")
        await until(lambda: page.heard[-1]["kind"] == "judged")
        assert not page.heard[-1]["complete"]
        assert sum(one["kind"] == "progress" for one in page.heard) < game.ply

    asyncio.run(judge())


@pytest.mark.usefixtures("threadless")
def test_without_threads_what_was_possible_is_found_in_short_steps_between_other_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[float] = []
    par_steps = par.par_steps

    def timed(history: History, stop: Any) -> Steps[Any]:
        work = par_steps(history, stop)
        while True:
            since = thread_time()
            try:
                wait = next(work)
            except StopIteration as end:
                return end.value
            finally:
                steps.append(thread_time() - since)
            yield wait

    monkeypatch.setattr(par, "par_steps", timed)
    turns = 0

    async def tell() -> None:
        nonlocal turns
        game = cw.new("fourx", seed=11, seats=["Ann"]).play("king c").play("resign")
        page = Page(game.table())
        while not page.table.scene["par"]["text"]:
            await asyncio.sleep(0)
            turns += 1
        assert page.table.scene["par"]["line"]

    asyncio.run(tell())
    assert len(steps) > 3, "it takes long enough to have been cut"
    assert turns >= len(steps), "after each step the loop is free"
    assert max(steps) < 5 * SLICE


@pytest.mark.usefixtures("threadless")
def test_without_threads_a_bot_with_a_choice_of_its_own_makes_it_in_one_step() -> None:
    class Last(cw.bots.ISMCTS):
        def choose(self, view: cw.View) -> str:
            return view.legal_moves()[-1]

    async def move() -> None:
        game = cw.new("kommando", seed=7, seats=[Last(), "you"])
        last = game.legal_moves()[-1]
        page = Page(game.table(pace=0))
        await until(lambda: game.ply == 1)
        assert game.moves() == [last]
        assert page.table.trouble is None

    asyncio.run(move())


@pytest.mark.usefixtures("threadless")
def test_with_neither_threads_nor_a_loop_it_is_said() -> None:
    with pytest.raises(RuntimeError, match="thread"):
        run_in_background(iter_nothing(), "nothing")


def iter_nothing() -> Steps[None]:
    yield 0


def subscripted(source: str) -> list[str]:
    """Names from traitlets that are followed by brackets where Python evaluates them; annotations are not."""
    tree = ast.parse(source)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "traitlets"]
    traits = {alias.asname or alias.name for node in imports for alias in node.names}
    found: list[str] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in traits:
            found.append(f"{node.value.id}[...] in line {node.lineno}")
        skipped = {"annotation", "returns"}
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped.add("body")
        for name, value in ast.iter_fields(node):
            for part in () if name in skipped else value if isinstance(value, list) else (value,):
                if isinstance(part, ast.AST):
                    visit(part)

    visit(tree)
    return found


def test_no_trait_is_subscripted_when_the_package_is_imported() -> None:
    """Before 5.10 traitlets' classes take no brackets; ``python -m tests.oldest`` runs the tests with such versions."""
    wrong = "from traitlets import Dict, TraitType\nclass A(TraitType[int, int]): x: Dict[str] = Dict()"
    assert subscripted(wrong) == ["TraitType[...] in line 2"]
    package = Path(cw.__file__).parent
    assert {str(path): found for path in package.rglob("*.py") if (found := subscripted(path.read_text("utf-8")))} == {}


def test_the_metadata_allows_what_colab_has() -> None:
    bounds = lower_bounds()
    assert (bounds["traitlets"], bounds["ipywidgets"]) == ("5.7", "7.7")


LAB, SEVEN, VOILA = "test_tables_lab", "test_hosts_lab::test_notebook_7", "test_hosts_lab::test_voila"
APP, EDITED = "test_hosts_lab::test_marimo", "test_hosts_lab::test_marimo_while_editing"
HAND, CLASS = (
    "test_lite_lab::test_a_hand_against_a_bot_and_a_replay_without_any_kernel_server",
    "test_lite_lab::test_the_lesson_for_a_class_runs_from_its_first_cell_to_its_last",
)
ALONE = "test_lite_lab::test_a_telephone_plays_a_hand_of_each_game_and_finds_them_again_without_a_network"
SHARED = "test_shared_lab::test_two_browsers_play_a_hand_of_each_game_and_the_notebook_grows_by_less_than_1_mb"
SAVED = "test_saved_lab::test_what_was_saved_is_seen_without_a_kernel"
FEATURES = ("table", "bot", "hint", "replay", "inspector", "reopened without a kernel", "exported")
TRIED: dict[str, tuple[str | None, ...]] = {
    "JupyterLab": (
        f"{LAB}::test_moves_are_made_by_keyboard_and_by_mouse",
        "test_kommando_lab::test_two_bots_play_by_themselves_and_can_be_paused",
        "test_hosts_lab::test_a_hand_whichever_thread_of_the_kernel_hears_the_page",
        "test_replay_lab::test_step_scrub_keys_list_and_the_moments_of_a_card",
        "test_replay_lab::test_linked_sliders_leaders_and_inspectors_step_together",
        SAVED,
        "test_converted::test_no_output_of_a_converted_notebook_is_blank",
    ),
    "Notebook 7": (SEVEN, SEVEN, SEVEN, SEVEN, SEVEN, SAVED, None),
    "Two browsers in one document": (SHARED, *(None,) * 6),
    "JupyterLite": (HAND, HAND, CLASS, HAND, CLASS, None, CLASS),
    "The site in the browser alone": (ALONE, ALONE, None, ALONE, None, ALONE, None),
    "marimo, as an app": (APP, APP, APP, APP, APP, None, APP),
    "marimo, while editing": (EDITED, EDITED, None, None, None, None, None),
    "Voila": (VOILA, VOILA, VOILA, VOILA, VOILA, None, None),
    "Colab": (None,) * 7,
    "VS Code": (None,) * 7,
}
"""The test that plays a feature in a host, for each *yes* of the page about hosts."""


def test_the_page_of_hosts_says_yes_where_a_test_plays() -> None:
    tests = Path(__file__).parent
    page = (tests.parent / "docs/hosts.md").read_text("utf-8")
    page = page.partition("\n\nThese were the versions")[0]  # further down are trials that no test repeats
    head, _, *rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert tuple(head) == FEATURES
    said = {host: [re.sub(r" \(\d\)$", "", cell) for cell in cells] for host, *cells in rows}
    assert said == {
        host: ["no" if host == "Voila" and name is None else "yes" if name else "not tried" for name in names]
        for host, names in TRIED.items()
    }
    notes = set(re.findall(r" \((\d)\)", "".join(map(str, rows))))
    assert notes == set(re.findall(r"^(\d)\. ", page, re.MULTILINE))
    assert re.findall(r"test_\w+|\.test\.", page) == []
    for name in {name for names in TRIED.values() for name in names if name}:
        file, _, function = name.partition("::")
        assert f"\ndef {function}(" in (tests / "browser" / f"{file}.py").read_text("utf-8")


def test_the_page_of_hosts_names_what_the_site_without_a_server_downloads() -> None:
    root = Path(__file__).parent.parent
    page = (root / "docs/hosts.md").read_text("utf-8").partition("## In the browser alone")[2].partition("\n## ")[0]
    groups = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    builds = [re.split("[<>=]", name)[0] for group in ("lite", "node") for name in groups[group]]
    assert [name for name in (*lite_parts.OWN, *lite_parts.PYODIDES, *builds) if name not in page] == []
