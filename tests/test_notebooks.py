"""Every notebook runs, is committed without outputs, and saved with its widgets contains no hidden card."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import portalocker
import pytest
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbconvert import HTMLExporter

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.leaks import find_cards, unseen
from tests.notebook_cells import ANSWERS, ILLUSTRATED, shown
from tests.run import RUN
from tests.thorough import thorough_but

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

PROBE = """
import json
from ipywidgets.widgets.widget import _instances
from capture_widgets.widgets.host.base import CaptureWidget
print(json.dumps({
    id: {"seat": widget.seat if widget.view == "replay" else widget.dump["seat"],
         "view": widget.view, "record": widget.game.record()}
    for id, widget in _instances.items()
    if isinstance(widget, CaptureWidget) and widget.view in ("table", "replay", "inspector", "poll")
}))
"""
"""A last cell that tells, for every widget of the notebook that shows a position, who looks and what is true."""


class ThisPython(KernelSpecManager):
    """Kernels of any name run on the Python that runs the tests."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(
            argv=[*command, "--HistoryManager.enabled=False"], display_name=kernel_name, language="python"
        )


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]


class Executed(NamedTuple):
    """What came of running a notebook."""

    notebook: Any
    """As it is saved after all cells ran."""
    truth: dict[str, Any]
    """What the probe says of its widgets."""
    files: list[str]
    """What is in the folder that it ran in, but for what is hidden."""


def executed(path: Path, folder: Path) -> Executed:
    """A notebook that has run in an empty folder; once in a run of all checks, in which several look at it."""
    if RUN not in os.environ:
        return execute(path, folder)
    kept = Path(os.environ[RUN]) / f"{path.stem}.json"
    with portalocker.Lock(kept.with_suffix(".lock"), timeout=600):
        if not kept.exists():
            kept.write_text(json.dumps(execute(path, folder)), encoding="utf-8")
    return Executed(*json.loads(kept.read_text(encoding="utf-8")))


def execute(path: Path, folder: Path) -> Executed:
    """Run a notebook in an empty folder."""
    notebook = read(path)
    notebook.cells.append(nbformat.v4.new_code_cell(PROBE))  # type: ignore[no-untyped-call]
    manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ThisPython())
    client = NotebookClient(notebook, km=manager, timeout=60, resources={"metadata": {"path": str(folder)}})
    client.execute(cleanup_kc=True, env={**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / ".ipython")})
    truth = json.loads(notebook.cells.pop().outputs[0].text)
    saved = folder / "saved.ipynb"
    nbformat.write(notebook, saved)  # type: ignore[no-untyped-call]
    files = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
    return Executed(json.loads(saved.read_text(encoding="utf-8")), truth, files)


def displays(notebook: Any) -> list[tuple[str, Any]]:
    """Each widget shown, in order: its model and all that its cell's output holds."""
    return [
        (output["data"][WIDGET_VIEW]["model_id"], output["data"])
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        if WIDGET_VIEW in output.get("data", {})
    ]


def test_each_game_has_a_notebook_and_there_are_a_tour_and_a_lesson() -> None:
    assert {*cw.games(), "tour", "classroom", "write_a_bot", *ILLUSTRATED} <= {path.stem for path in NOTEBOOKS}


@pytest.mark.parametrize("slug", cw.games())
def test_every_rule_of_a_game_is_met_in_its_notebook(slug: str) -> None:
    words = "\n".join(cell.source for cell in read(ROOT / "notebooks" / f"{slug}.ipynb").cells)
    for letters, low, high in re.findall(r"\b([A-Z]{2})-(\d+) to \1-(\d+)", words):
        words += "".join(f" {letters}-{number}" for number in range(int(low), int(high)))
    assert [rule for rule in GAMES[slug].rules if re.search(rf"\b{rule}\b", words) is None] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_committed_clean(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert "widgets" not in notebook.metadata
    cells = notebook.cells
    # the first notebook begins with the lobby, which the command opens by itself
    assert cells[0].cell_type == ("code" if path.stem == "start" else "markdown")
    assert cells[0].source.startswith("# ")
    assert len({cell.id for cell in cells}) == len(cells)
    for cell in cells:
        if cell.cell_type == "code":
            assert cell.execution_count is None
            assert path.stem in ILLUSTRATED or cell.outputs == []
            for output in cell.outputs:
                assert set(output.data) == {"image/svg+xml", "text/plain"}
                assert len(output.data["image/svg+xml"]) < 12_000
    assert path.stat().st_size < 40_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_temporary_folder_keeps_its_name_to_the_end_of_a_notebook(path: Path) -> None:
    """A folder that no name refers to any more is deleted, with the class that follows a leader in it."""
    code = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "code")
    kept = re.findall(r"^(\w+) = tempfile.TemporaryDirectory\(", code, re.MULTILINE)
    assert [name for name in kept if len(re.findall(rf"\b(?:as {name}\b|{name} = )", code)) > 1] == []


@pytest.mark.parametrize("name", ILLUSTRATED)
def test_exercises_know_right_answers_from_wrong_ones_and_pictures_are_those_that_the_cells_make(name: str) -> None:
    path = ROOT / "notebooks" / f"{name}.ipynb"
    shipped = {cell.id: cell.get("outputs") for cell in read(path).cells}
    assert re.search(r"\*\*Goals\..*\*\*Time\.", read(path).cells[0].source, re.DOTALL)
    assert {cell for cell in shipped if cell.startswith("ex-") and not cell.endswith("-words")} == set(ANSWERS[name])
    assert any(shipped.values()), "it is shipped with pictures"
    told: dict[str, list[str]] = {}
    for ran in shown(name):
        told.setdefault(ran.id, []).append(f"{ran.printed}{ran.text}")
        if ran.svg:
            (output,) = shipped[ran.id]
            title = re.findall("<title>(.*?)</title>", ran.svg)
            assert re.findall("<title>(.*?)</title>", output.data["image/svg+xml"]) == title
    for cell in ANSWERS[name]:
        right, wrong = told[cell]
        assert "Right." in right, f"{cell}: cw.answer_key({ANSWERS[name][cell][0]}) makes the key of this answer"
        assert "Not right yet." in wrong, cell


def test_the_notebook_to_start_with_shows_the_lobby(tmp_path: Path) -> None:
    notebook, truth, _ = executed(ROOT / "notebooks/start.ipynb", tmp_path)
    ((model, data),) = displays(notebook)
    assert "Kommando" in "".join(data["text/plain"])
    assert notebook["metadata"]["widgets"][WIDGET_STATE]["state"][model]["state"]["view"] == "lobby"
    assert truth == {}


@pytest.mark.parametrize(
    "path",
    thorough_but(
        [path for path in NOTEBOOKS if path.stem != "start"],
        # the illustrated ones run in every run of the tests, see above
        *(path for path in NOTEBOOKS if path.stem not in {"start", *ILLUSTRATED} - {"classroom"}),
    ),
    ids=lambda path: path.stem,
)
def test_notebooks_run_and_saved_with_their_widgets_they_hold_no_hidden_card(path: Path, tmp_path: Path) -> None:
    notebook, truth, files = executed(path, tmp_path)
    shown = displays(notebook)
    outputs = [
        output["data"]
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        if "text/html" in output.get("data", {})
    ]
    first = [cell["id"] for cell in notebook["cells"] if cell["cell_type"] == "code"][:3]
    early = [cell for cell in notebook["cells"] if cell["id"] in first]
    assert displays({"cells": early}), "a table is ready to play near the top"

    states = notebook["metadata"]["widgets"][WIDGET_STATE]["state"]
    assert set(truth) <= set(states)
    hiding = 0
    for model, facts in truth.items():
        state, game = states[model]["state"], cw.load(facts["record"])
        assert state["view"] == facts["view"]
        for number in game.round_numbers() if facts["view"] == "replay" else [game.round]:
            hidden = unseen(game, facts["seat"], round=number)
            hiding += bool(hidden)
            parts = [frames for frames in state["frames"] if frames["round"] == number] if "frames" in state else state
            assert parts or model not in {each for each, _ in shown}, "what no page shows has nothing yet"
            assert find_cards(parts, hidden) == []
            if number == game.round:
                own = [data for shown_model, data in shown if shown_model == model]
                stills = [data for data in outputs if f'data-cw-still="{state["still"]}"' in "".join(data["text/html"])]
                assert len(stills) == len(own), "each widget shown has a picture below it"
                assert find_cards([own, stills], hidden) == []
    assert hiding, "no widget of this notebook has anything to hide, so this test shows nothing"
    assert files == ["saved.ipynb"]


def test_turned_into_html_with_its_widgets_a_notebook_holds_what_they_show_and_no_hidden_card(tmp_path: Path) -> None:
    """Online such a page shows the tables as pictures and steps through the replay; see below for one without state."""
    cells = ['g = cw.new("kommando", seed=7)\ng.play("L:1r")\ng.table(seat=0)', "g.replay(seat=0)"]
    book = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_code_cell(cell) for cell in ["import capture_widgets as cw", *cells]]  # type: ignore[no-untyped-call]
    )
    nbformat.write(book, tmp_path / "short.ipynb")  # type: ignore[no-untyped-call]
    notebook, truth, _ = execute(tmp_path / "short.ipynb", tmp_path)
    hidden = unseen(cw.new("kommando", seed=7).play("L:1r"), 0)

    def script(kind: str) -> list[Any]:
        found = re.findall(rf'<script type="{re.escape(kind)}">(.*?)</script>', html, re.DOTALL)
        return [json.loads(each) for each in found]

    html = as_html(notebook)
    assert {view["model_id"] for view in script(WIDGET_VIEW)} == set(truth)
    [kept] = script(WIDGET_STATE)
    assert kept["state"] == notebook["metadata"]["widgets"][WIDGET_STATE]["state"]
    assert find_cards(kept, hidden) == []
    assert find_cards(body(html), hidden) == []

    del notebook["metadata"]["widgets"]
    html = as_html(notebook)
    assert script(WIDGET_VIEW) == script(WIDGET_STATE) == []
    for who, text in (("you", "You attack the yellow 7"), ("A", "A attacks the yellow 7")):  # the table, and the replay
        assert body(html).count(f"<th>Seen by</th><td>{who}</td>") == 1
        assert body(html).count(f"{text} on the left with the red 1.") == 1
    assert find_cards(body(html), hidden) == []


def as_html(notebook: Any, **options: Any) -> str:
    """The page that ``jupyter nbconvert --to html`` makes of a notebook."""
    html: str
    html, _ = HTMLExporter(**options).from_notebook_node(nbformat.reads(json.dumps(notebook), as_version=4))  # type: ignore[no-untyped-call]
    return html


def body(html: str) -> str:
    """What a page shows, without its code and styles."""
    return re.sub(r"<(script|style)\b.*?</\1>", "", html[html.index("<body") :], flags=re.DOTALL)


def test_the_search_finds_a_hidden_card_where_there_is_one() -> None:
    game = cw.new("kommando", seed=7)
    hidden = unseen(game, 0)
    assert len(hidden) == 12
    assert find_cards(game.dump(0), hidden) == []
    assert {card for _, card in find_cards(game.dump(1), hidden)} == set(game.dump(1)["table"]["hands"][1])
    assert {card for _, card in find_cards(game.dump(), hidden)} == hidden
    game.play("L:1r")
    game.play(game.legal_moves()[0])
    assert len(unseen(game, 0)) == 11
