"""A notebook without its kernel: still pictures of the games, static replays, frozen copies."""

from __future__ import annotations

import copy
import functools
import json
import re
import sys
import tomllib
import warnings
from base64 import b64encode
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import bleach  # type: ignore[import-untyped]
import nbformat
import pytest
from nbconvert.exporters import get_exporter

import capture_widgets as cw
from capture_widgets.engine.names import Names
from capture_widgets.export.bundle import bundle, whole_script
from capture_widgets.export.converting import FrozenHTML, FrozenSlides, Spread
from capture_widgets.export.embedding import StaticReplay
from capture_widgets.export.fallback import png_in
from capture_widgets.export.freezing import frozen
from capture_widgets.export.svg import dump_svg, svg_png
from capture_widgets.widgets.host.front_end import front_end_reply, front_end_traits
from tests.leaks import find_cards, pictures, unseen
from tests.test_notebooks import NOTEBOOKS, ROOT, WIDGET_VIEW, as_html, body, execute, read
from tests.thorough import thorough_but

FRONT = "dispatchEvent(new Event(key))"


def run(folder: Path, *cells: str) -> Any:
    """A notebook of these cells as it is saved after all of them ran, with the state of its widgets."""
    book = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_code_cell(cell) for cell in ("import capture_widgets as cw", *cells)]  # type: ignore[no-untyped-call]
    )
    nbformat.write(book, folder / "made.ipynb")  # type: ignore[no-untyped-call]
    return execute(folder / "made.ipynb", folder).notebook


def html_of(cell: Any) -> list[str]:
    """The HTML of a cell's outputs."""
    return ["".join(output["data"].get("text/html", "")) for output in cell["outputs"] if "data" in output]


def finished(slug: str = "kommando") -> cw.Game:
    return cw.new(slug, seed=3, seats=[cw.bots.Greedy(seed=1), cw.bots.Greedy(seed=2)]).run()


def picture_for(game: cw.Game, seat: int) -> str:
    """The picture below the table of a person at a seat."""
    return dump_svg(game.dump(seat), Names(game.names, seat))


def png(svg: str, scale: float = 1) -> str:
    """A picture as it stands in a notebook."""
    return b64encode(svg_png(svg, scale)).decode()


def pngs(cell: Any) -> list[str]:
    """The pictures of a cell that are outputs of their own."""
    return [output["data"]["image/png"].strip() for output in cell["outputs"] if "image/png" in output.get("data", {})]


# -- pictures


def test_the_picture_below_a_table_shows_the_position_at_the_end_and_no_hidden_card(tmp_path: Path) -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    saved = run(tmp_path, 'g = cw.new("kommando", seed=7)\ng.table(seat=0)', "g", 'g.play("L:1r");')
    table, shared, _ = saved["cells"][1:]
    assert [WIDGET_VIEW in output["data"] for output in table["outputs"]] == [True, False, False]
    widget, still, alone = html_of(table)
    assert "<img" not in widget + still
    assert alone == "", "where a page keeps no picture in HTML, this output has one"
    assert pngs(table) == [png(picture_for(game, 0))]
    assert "Kommando, 1 move, B to play" in table["outputs"][2]["metadata"]["image/png"]["alt"]
    assert len(json.dumps(table["outputs"])) < 60_000
    assert "moves 1, B to play" in still
    assert "You attack the yellow 7 on the left with the red 1." in still
    assert find_cards(table["outputs"], unseen(game, 0)) == []
    # several persons in turn at one screen: what all may see
    assert pngs(shared) == [png(game.to_svg("public"))]


def test_without_a_converter_the_picture_is_in_the_html_of_its_still(tmp_path: Path) -> None:
    gone = "import sys\nsys.modules['resvg_py'] = None"
    saved = run(tmp_path, gone, 'g = cw.new("kommando", seed=7)\ng.table(seat=0)', 'g.play("L:1r");')
    table = saved["cells"][2]
    assert len(table["outputs"]) == 2
    assert pictures(html_of(table)[1]) == [picture_for(cw.new("kommando", seed=7).play("L:1r"), 0)]


def test_many_moves_in_one_cell_are_one_picture(tmp_path: Path) -> None:
    counted = """
from capture_widgets.widgets.host import stills
made = []
drawn = stills.Still._outputs
stills.Still._outputs = lambda self: made.append(1) or drawn(self)
g = cw.new("kommando", seed=7)
g.table(seat=0)"""
    saved = run(tmp_path, counted, "while not g.is_over:\n    g.play(g.legal_moves()[0])", "print(len(made))")
    assert saved["cells"][3]["outputs"][0]["text"] == ["2\n"]
    assert "moves 20, over" in html_of(saved["cells"][1])[1]


def test_below_a_lobby_stands_what_can_be_chosen_and_then_its_table(tmp_path: Path) -> None:
    choice = {"game": "kommando", "opponent": "person", "match": False, "options": {}, "deal": "7"}
    begin = {"kind": "begin", "id": 1, "choice": choice}
    shown = "from tests.wire import say\ncw.keep_games(False)\nlobby = cw.lobby()\nlobby"
    saved = run(
        tmp_path, shown, "other = cw.lobby()\nother",
        f"say(lobby, {begin})", "lobby.game.play(lobby.game.legal_moves()[0]);",
    )  # fmt: skip
    lobby, other = (html_of(cell) for cell in saved["cells"][1:3])
    assert "Kommando" in other[1]
    assert pictures(other[1]) == []
    assert [len(pictures(html)) for html in lobby] == [0, 1], "a lobby has no picture of its own"
    assert "moves 1, B to play" in lobby[1]


def test_without_widgets_and_scripts_only_the_picture_of_a_still_is_left() -> None:
    """As GitHub and untrusted notebooks take out styles and scripts: nothing hangs on them."""
    page = finished().replay(seat=0)._repr_mimebundle_()[0]["text/html"]
    assert re.findall(r"<(script|style|svg)\b", page) == []
    assert page.startswith("<img alt=")


def test_below_a_box_stand_the_pictures_of_all_that_is_in_it(tmp_path: Path) -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    made = 'g = cw.new("kommando", seed=7)\nfrom ipywidgets import HBox, IntSlider, Tab, VBox\nt = g.table(0)'
    saved = run(
        tmp_path, made, "VBox([t, Tab([g.replay(seat=1), t]), IntSlider()])", "HBox([IntSlider()])", 'g.play("L:1r");'
    )
    boxed, other = saved["cells"][2:4]
    assert [WIDGET_VIEW in output["data"] for output in boxed["outputs"]] == [True, False, False, False, False]
    assert [WIDGET_VIEW in output["data"] for output in other["outputs"]] == [True]
    other_game = cw.new("kommando", seed=7)
    assert pngs(boxed) == [png(picture_for(game, 0)), png(other_game.to_svg(1))]
    kept = ["".join(html_of(cell)).count("<img ") for cell in frozen(saved)["cells"][2:4]]
    assert kept == [2, 0]


# -- static replays


def test_a_static_replay_holds_what_its_viewer_may_know() -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    page = game.replay(seat=0).static().html
    data = json.loads(page.split('<script type="application/json">')[1].split("</script>")[0])
    assert [lens["seat"] for lens in data["state"]["scene"]["lenses"]] == [0]
    assert unseen(game, 0)
    assert find_cards(data, unseen(game, 0)) == []
    assert find_cards(page.split("<script")[0], unseen(game, 0)) == []
    assert pictures(page) == [game.to_svg(0)]


def test_a_static_inspector_holds_what_its_viewer_may_know() -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    html = game.inspect(0).static().html
    assert find_cards(re.sub(r"<script>.*?</script>", "", html, flags=re.DOTALL), unseen(game, 0)) == []
    assert pictures(html) == [game.to_svg(0)]
    assert "You can unfold this position" in html
    game.play(game.legal_moves()[0])
    replay = game.replay(seat=0)
    replay.ply = 1
    assert '"ply":1' in replay.inspect().static().html


def test_one_output_of_a_notebook_carries_the_front_end(tmp_path: Path) -> None:
    replay = 'cw.new("kommando", seed=3, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run().replay(seat=0).static()'
    saved = run(tmp_path, replay, replay, f"display({replay}, {replay.replace('static()', 'static(alone=True)')})")
    carries = [FRONT in html for cell in saved["cells"] for html in html_of(cell)]
    assert carries == [True, False, False, True]
    assert WIDGET_VIEW not in json.dumps(saved["cells"])


def test_the_second_script_comes_once_and_with_the_first_screen_that_is_not_a_table(tmp_path: Path) -> None:
    count = "from capture_widgets.widgets.host import front_end\nprint(len(front_end._holder.screens))"
    table, replay = 'g = cw.new("kommando", seed=7)\ng.table(seat=0)', "g.replay(seat=0)"
    saved = run(tmp_path, table, count, replay, count)
    sizes = [int(cell["outputs"][0]["text"][0]) for cell in (saved["cells"][2], saved["cells"][4])]
    assert sizes == [0, len(bundle("screens.js"))]
    state = saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert json.dumps(state).count(json.dumps(bundle("screens.js"))) == 1
    # where pages find no models: a table needs only the first
    assert [whole_script() == front_end_traits(view)["_esm"] for view in ("table", "replay")] == [False, True]
    assert front_end_reply()["screens"] == bundle("screens.js")


def test_a_static_replay_ends_where_a_replay_without_spoilers_was() -> None:
    replay = finished().replay(seat=0, spoilers=False)
    replay.ply = 3
    static = replay.static()
    assert len(static._replay.every[0][0]["dumps"]) == 4
    assert "Moves    3" in repr(static)


# -- quizzes


def test_a_quiz_that_is_not_over_refuses_to_be_a_page(tmp_path: Path) -> None:
    quiz = finished().replay(seat=0, predict=[0, 3])
    for make in (lambda: quiz.save_html(tmp_path / "quiz.html"), quiz.static):
        with pytest.raises(ValueError, match=r"this quiz is not over.*quiz\.answers"):
            make()
    assert list(tmp_path.iterdir()) == []
    while quiz.scene["more"]:
        if quiz.question is None:
            quiz.ply += 1
        else:
            quiz.answer(quiz.dump()["legal_moves"][0])  # type: ignore[index]
    assert quiz.save_html(tmp_path / "quiz.html").exists()
    assert isinstance(quiz.static(), StaticReplay)


# -- frozen copies


def test_freeze_makes_replays_step_and_tables_pictures_with_one_front_end(tmp_path: Path) -> None:
    made = 'g = cw.new("kommando", seed=7)\ng.table(seat=0)'
    run(tmp_path, made, "g.replay(seat=0)", 'g.play("L:1r")\ng.replay(seat="public")', "g.inspect(0)")
    before = (tmp_path / "saved.ipynb").read_bytes()
    path = cw.freeze_notebook(tmp_path / "saved.ipynb")
    assert path == tmp_path / "saved-frozen.ipynb"
    assert (tmp_path / "saved.ipynb").read_bytes() == before
    book = nbformat.read(path, as_version=nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    assert "widgets" not in book.metadata
    shown = [html_of(cell) for cell in book.cells[1:]]
    assert [len(outputs) for outputs in shown] == [1, 1, 1, 1]
    assert ["cw-static" in html for [html] in shown] == [False, True, True, False]
    assert [FRONT in html for [html] in shown] == [False, True, False, False]
    assert WIDGET_VIEW not in path.read_text("utf-8")
    game = cw.new("kommando", seed=7).play("L:1r")
    image = png_in(shown[0][0])
    assert image is not None
    assert image.png == png(picture_for(game, 0))
    for [html] in shown[:2]:
        words = re.sub(r"<script>.*?</script>|<style>.*?</style>", "", html, flags=re.DOTALL)
        assert find_cards(words, unseen(game, 0)) == []


def test_freeze_without_the_state_of_widgets_leaves_pictures(tmp_path: Path) -> None:
    """As JupyterLab saves by default."""
    saved = run(tmp_path, 'g = cw.new("kommando", seed=7)\ng.table(seat=0)', "g.replay(seat=0)")
    del saved["metadata"]["widgets"]
    book = frozen(saved)
    assert ["".join(html_of(cell)).count("<img ") for cell in book["cells"][1:]] == [1, 1]
    assert [pngs(cell) for cell in book["cells"][1:]] == [[], []]
    assert WIDGET_VIEW not in json.dumps(book)


def test_freeze_lets_other_widgets_be() -> None:
    view = {WIDGET_VIEW: {"model_id": "a"}, "text/plain": "IntSlider(value=0)"}
    kept = {"a": {"model_module": "@jupyter-widgets/controls"}}
    shown = [{"output_type": "display_data", "data": view}]
    book = {
        "nbformat": 4,
        "metadata": {"widgets": {"application/vnd.jupyter.widget-state+json": {"state": kept}}},
        "cells": [{"cell_type": "code", "outputs": shown}, {"cell_type": "raw"}],
    }
    assert frozen(copy.deepcopy(book)) == book
    # the front end goes with ours, that of another anywidget stays
    script = {"_esm": "export default {}"}
    mixed: Any = copy.deepcopy(book)
    state = mixed["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    state["b"] = {"model_name": "AnyModel", "model_module": "anywidget", "state": {**script, "front_key": "front"}}
    state["c"] = {"model_name": "AnyModel", "model_module": "anywidget", "state": script}
    assert [*frozen(mixed)["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]] == ["a", "c"]


def test_freeze_drops_what_showed_a_widget_that_was_closed() -> None:
    """A progress bar: JupyterLab forgets its state, nbclient keeps it with a hidden box."""
    bar = {
        "output_type": "display_data",
        "data": {WIDGET_VIEW: {"model_id": "a"}, "text/plain": "  0%|          | 0/40"},
    }
    words = {"output_type": "stream", "name": "stdout", "text": "40 games"}
    box = {"model_module": "@jupyter-widgets/controls", "state": {"layout": "IPY_MODEL_b"}}

    def left(widgets: dict[str, Any]) -> Any:
        cell = {"cell_type": "code", "outputs": [bar, words]}
        book = {"nbformat": 4, "metadata": {"widgets": widgets}, "cells": [cell]}
        return frozen(copy.deepcopy(book))["cells"][0]["outputs"]

    state = "application/vnd.jupyter.widget-state+json"
    assert left({state: {"state": {}}}) == [words]
    assert left({state: {"state": {"a": box, "b": {"state": {"visibility": "hidden"}}}}}) == [words]
    # a widget that is there, and one of a notebook without states, which nobody knows
    assert left({state: {"state": {"a": box, "b": {"state": {"visibility": None}}}}}) == [bar, words]
    assert left({}) == [bar, words]


@pytest.mark.parametrize("text", ["", "[]", '{"nbformat": 3}', '{"nbformat": 4, "cells": 5}'])
def test_freeze_refuses_what_is_no_notebook(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.ipynb").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="no notebook of format 4"):
        cw.freeze_notebook(tmp_path / "x.ipynb")
    assert [path.name for path in tmp_path.iterdir()] == ["x.ipynb"]


@pytest.mark.parametrize("state", [{}, {"frames": 1}, {"frames": [{}]}, {"frames": [{"dumps": [{"game": "x"}]}]}])
def test_freeze_leaves_the_words_of_a_widget_whose_state_is_damaged(state: dict[str, Any]) -> None:
    model = {"model_module": "anywidget", "state": {"view": "replay", "scene": {}, **state}}
    data = {WIDGET_VIEW: {"model_id": "a"}, "text/html": "<p>words</p>"}
    book = frozen({
        "nbformat": 4,
        "metadata": {"widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"a": model}}}},
        "cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data", "data": data}]}],
    })  # fmt: skip
    assert book["cells"][0]["outputs"] == [{"output_type": "display_data", "data": {"text/html": "<p>words</p>"}}]


# -- nbconvert


@functools.cache
def exporter(kind: str) -> Any:
    """An exporter by its name, which reads its templates once."""
    make: Any = get_exporter
    return make(kind)()


@pytest.mark.parametrize("name", thorough_but([path.stem for path in NOTEBOOKS], "classroom", "kommando"))
def test_a_notebook_that_never_ran_can_be_converted(name: str) -> None:
    (path,) = [path for path in NOTEBOOKS if path.stem == name]
    text = ""
    for kind, ending in (("html", ".html"), ("slides", ".slides.html"), ("markdown", ".md"), ("script", ".py")):
        text, resources = exporter(kind).from_notebook_node(read(path))
        assert resources["output_extension"] == ending
        assert re.match(r"# ([^*]+)", read(path).cells[0].source.splitlines()[0])[1] in text  # type: ignore[index]
    compile(text, path.name, "exec")


def test_the_lesson_has_slides() -> None:
    lesson = read(next(path for path in NOTEBOOKS if path.stem == "classroom"))
    kinds = [cell.metadata.slideshow.slide_type for cell in lesson.cells]
    assert kinds.count("slide") == sum(
        cell.cell_type == "markdown" and cell.source.startswith("#") for cell in lesson.cells
    )
    assert set(kinds) == {"slide", "subslide", "-"}


def test_each_replay_and_picture_has_a_slide_of_its_own() -> None:
    still = {"output_type": "display_data", "metadata": {}, "data": {"text/html": ['<div class="cw-still" ', ">"]}}
    said = {"output_type": "stream", "name": "stdout", "text": "B answers\n"}
    code: Any = nbformat.v4.new_code_cell
    words: Any = nbformat.v4.new_markdown_cell

    def slides(*cells: Any) -> list[list[str]]:
        """The sources of the cells of each slide; a picture stands as "picture"."""
        found: list[list[str]] = []
        whole: Any = nbformat.v4.new_notebook
        book, _ = Spread().preprocess(whole(cells=list(cells)), {})
        ends = [cell.metadata.get("subslide_end") for cell in book.cells if "subslide_end" in cell.metadata]
        for cell in book.cells:
            found += [[]] if cell.metadata.get("subslide_start") else []
            hidden = cell.metadata["slide_type"] == "skip"
            picture = cell.metadata.get("transient", {}).get("remove_source")
            found[-1].extend([] if hidden else ["picture" if picture else cell.source])
        assert ends.count(True) == len(found)
        return found

    marked = {"slideshow": {"slide_type": "slide"}}
    skipped = {"slideshow": {"slide_type": "skip"}}
    table = code("table", outputs=[said, still])
    assert slides(words("# A", metadata=marked), table, code("then"), code("no", metadata=skipped)) == [
        ["# A", "table"], ["picture"], ["then"],
    ]  # fmt: skip
    assert table.outputs == [said], "what the cell said stays beside it"
    assert slides(words("# A"), words("text"), code("x", outputs=[still]), words("## B")) == [
        ["# A"], ["text", "x"], ["picture"], ["## B"],
    ]  # fmt: skip


@pytest.mark.parametrize("exporter", [FrozenHTML, FrozenSlides])
def test_nbconvert_freezes_by_name(tmp_path: Path, exporter: Any) -> None:
    saved = run(tmp_path, 'g = cw.new("kommando", seed=7)\ng.table(seat=0)', "g.replay(seat=0)")
    page, _ = exporter().from_notebook_node(nbformat.reads(json.dumps(saved), as_version=4))  # type: ignore[no-untyped-call]
    assert page.count(FRONT) == 1
    assert page.count('class="cw-static"') == 1
    assert f'type="{WIDGET_VIEW}"' not in page
    assert page.count("<img ") == 2


def test_a_converted_page_shows_each_picture_once(tmp_path: Path) -> None:
    saved = run(tmp_path, 'g = cw.new("kommando", seed=7)\ng.table(seat=0)')
    del saved["metadata"]["widgets"]
    assert body(as_html(saved)).count("<img ") == 1


# -- strict pages

GITHUB = (
    "h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p ol ul table thead tbody tfoot "
    "blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure figcaption "
    "abbr bdo cite dfn mark small span time wbr"
).split()
"""The elements that the published filter of GitHub's pages (``html-pipeline``) keeps."""


def on_github(html: str) -> str:
    """What that filter leaves of HTML; images keep addresses of the web alone."""
    attributes = {"*": ["alt", "open", "colspan", "rowspan", "scope", "title"], "img": ["src"], "a": ["href"]}
    kept: str = bleach.clean(html, tags=GITHUB, attributes=attributes, protocols=["http", "https"], strip=True)
    return kept


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A notebook with a table, a replay, a static one, a position and a chart, all of one player's view."""
    made = 'g = cw.new("kommando", seed=7).play("L:1r")\ng.table(seat=0)'
    shown = ("g.replay(seat=0)", "g.replay(seat=0).static()", "cw.show(g.dump(0))", 'print("words")\n"<b>not ours</b>"')
    return run(tmp_path_factory.mktemp("strict"), made, *shown)


def test_of_a_still_github_keeps_a_line_and_folded_words(strict: Any) -> None:
    kept = on_github(html_of(strict["cells"][1])[1])
    folded = re.sub(r"<details>.*?</details>", "", kept, flags=re.DOTALL)
    assert "You attack the yellow 7" in kept
    assert "You attack" not in folded
    assert len(re.sub(r"<[^>]*>|\s+", " ", folded)) < 1200


@pytest.mark.parametrize("converter", [True, False])
def test_a_strict_copy_shows_each_picture_on_pages_that_keep_none_in_html(
    strict: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, converter: bool
) -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    seen = [picture_for(game, 0), game.to_svg(0), game.to_svg(0), game.to_svg(0)]
    made = [png(svg, scale) if converter or scale == 1 else svg for svg, scale in zip(seen, (1, 1, 2, 2), strict=True)]
    if not converter:
        monkeypatch.setitem(sys.modules, "resvg_py", None)
    (tmp_path / "a.ipynb").write_text(json.dumps(strict), encoding="utf-8")
    book = json.loads(cw.freeze_notebook(tmp_path / "a.ipynb", strict=True).read_text("utf-8"))
    nbformat.validate(book)
    drawn = [output["data"] for cell in book["cells"][1:5] for output in cell["outputs"]]
    # stills have a PNG already; the static replay and the position get one now if they can
    kind = "image/png" if converter else "image/svg+xml"
    kinds = ["image/png", "image/png", kind, kind]
    assert [[*data] for data in drawn] == [["text/plain", one] for one in kinds]
    assert [data[one].strip() for data, one in zip(drawn, kinds, strict=True)] == made
    whose = book["cells"][1]["outputs"][0]["metadata"]["image/png"]
    assert "Kommando, 1 move, B to play" in whose["alt"]
    assert find_cards([data["text/plain"] for data in drawn], unseen(game, 0)) == []
    assert book["cells"][5] == strict["cells"][5]
    # nbconvert shows what it keeps, and an SVG has nothing that a page takes out
    page = body(as_html(book, sanitize_html=True))
    assert [*re.findall(r'src="data:([\w/+]+);base64,', page)] == kinds
    assert "&lt;" not in page[: page.index("words")]
    for svg in seen:
        assert re.findall(r"<(?:script|style|foreignObject|image|a)\b|\son\w+=|(?:href|src)=\"(?!#)", svg) == []


def test_a_notebook_that_is_not_frozen_has_a_picture_of_each_widget_on_strict_pages(strict: Any) -> None:
    book = copy.deepcopy(strict)
    del book["metadata"]["widgets"]  # as JupyterLab saves by default
    del book["cells"][3:]
    game = cw.new("kommando", seed=7).play("L:1r")
    page = body(as_html(book, sanitize_html=True))
    shown = re.findall(r'src="data:image/png;base64,([^"]*)"', page)
    assert ["".join(one.split()) for one in shown] == [png(picture_for(game, 0)), png(game.to_svg(0))]
    # what the page does not keep of the words stands there as text, but no picture's data
    assert len(re.sub(r"<[^>]*>|\s", "", page)) < 6000


def test_the_page_with_static_replays_is_strict_where_nbconvert_sanitizes(strict: Any) -> None:
    exporter: Any = FrozenHTML(sanitize_html=True)
    page, _ = exporter.from_notebook_node(nbformat.reads(json.dumps(strict), as_version=4))  # type: ignore[no-untyped-call]
    assert body(page).count("<img ") == 4
    assert len(re.sub(r"<[^>]*>|\s", "", body(page))) < 700, "the cells, and no words of a picture"


def test_freeze_says_that_a_notebook_never_ran(tmp_path: Path) -> None:
    cells: list[dict[str, Any]]
    cells = [{"cell_type": "code", "source": "g.table()", "outputs": [], "execution_count": None, "metadata": {}}]
    path = tmp_path / "new.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}), encoding="utf-8")
    with pytest.warns(UserWarning, match=r"no cell of 'new\.ipynb' has run, .* run the notebook, save it"):
        assert cw.freeze_notebook(path).exists()
    cells[0]["execution_count"] = 1  # it ran, and showed nothing
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cw.freeze_notebook(path)


def test_nbconvert_finds_the_exporters_under_their_names() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = described["project"]["entry-points"]["nbconvert.exporters"]
    found = {name: EntryPoint(name, value, "nbconvert.exporters").load() for name, value in named.items()}
    assert found == {"capture_html": FrozenHTML, "capture_slides": FrozenSlides}
