"""Freezes saved notebooks: static replays and pictures take the places of widgets."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.export.embedding import embedded
from capture_widgets.export.fallback import (
    MARK,
    PICTURED,
    PngOutput,
    picture_html,
    picture_in,
    png_image,
    png_in,
    png_output,
)
from capture_widgets.export.html import plain_text
from capture_widgets.records.view_reader import read_view, whole_table

_VIEW: Final = "application/vnd.jupyter.widget-view+json"
_STATE: Final = "application/vnd.jupyter.widget-state+json"

_DEFAULTS: Final[dict[str, Any]] = {
    "tail": None, "notes": {}, "rules": [], "seat": "public", "round": 0, "ply": 0, "playing": False, "who": "",
    "settings": {}, "timeline": None,
}  # fmt: skip
"""Default values of traits, which a notebook may leave out."""

_OURS: Final = re.compile(r"<(Table|Replay|Inspector|Poll|Console) of |<Lobby\b")


def freeze_notebook(notebook: str | Path, to: str | Path | None = None, *, strict: bool = False) -> Path:
    """Write a copy of a saved notebook in which every table is a picture, and replays step without a kernel.

    A replay can step if the notebook was saved with widget state (in JupyterLab: Settings, Save Widget State
    Automatically; ``jupyter nbconvert --execute`` saves it). Otherwise the copy shows a picture of its last position.
    The copy contains the front end once. A warning tells if no cell of the notebook has run.

    Args:
        notebook: the notebook file, which does not change.
        to: the path of the copy; by default ``name-frozen.ipynb`` in the same folder.
        strict: write a copy for pages that keep no picture in HTML, as GitHub and mail: each widget and each static
            replay becomes an output that is a picture alone, PNG with the extra ``png``, otherwise SVG.

    Returns:
        The path of the copy.

    Raises:
        ValueError: the file is no notebook of format 4.
        OSError: it cannot be read, or the copy cannot be written.
    """
    source = path_of(notebook)
    target = source.with_name(f"{source.stem}-frozen.ipynb") if to is None else path_of(to)
    try:
        book = json.loads(source.read_text(encoding="utf-8"))
    except ValueError:
        book = None
    if not isinstance(book, dict) or book.get("nbformat") != 4 or not isinstance(book.get("cells"), list):
        raise ValueError(f"{shown(str(source))} is no notebook of format 4")
    if _never_ran(book):
        words = f"no cell of {shown(source.name)} has run, so the copy has no pictures: run the notebook, save it"
        warnings.warn(f"{words} and freeze it again", stacklevel=2)
    return replace_file(target, json.dumps(frozen(book, strict=strict), ensure_ascii=False, indent=1) + "\n")


def _never_ran(book: Mapping[str, Any]) -> bool:
    cells = [cell for cell in book["cells"] if cell.get("cell_type") == "code" and _text(cell.get("source")).strip()]
    return bool(cells) and not any(cell.get("execution_count") or cell.get("outputs") for cell in cells)


def frozen(book: dict[str, Any], *, strict: bool = False) -> dict[str, Any]:
    """Freeze a notebook given as data, in place; for `strict` see `freeze_notebook`."""
    saved = book.get("metadata", {}).get("widgets", {}).get(_STATE)
    kept = {} if saved is None else saved.get("state", {})
    numbers = count()
    others = False
    for cell in book["cells"]:
        outputs = _joined(cell.get("outputs", []))
        made: list[Any] = []
        for at, output in enumerate(outputs):
            data = output.get("data", {})
            if _VIEW not in data:
                made.append(output)
                continue
            still = outputs[at + 1] if at + 1 < len(outputs) and _is_still(outputs[at + 1]) else None
            model = data[_VIEW].get("model_id")
            state = kept.get(model, {})
            ours = _is_ours(state, data) or still is not None
            if not ours and saved is not None and _is_gone(model, kept):
                continue
            others |= not ours
            html = _instead(state.get("state", {}), still, numbers) if ours else None
            if html is not None:
                if still is not None:
                    outputs[at + 1] = {"output_type": "frozen"}
                made.append({**output, "data": {**_rest(data), **html}})
            elif not ours:
                made.append(output)
            elif still is None:
                made.append({**output, "data": _rest(data)})
        if "outputs" in cell:
            made = [output for output in made if output["output_type"] != "frozen"]
            cell["outputs"] = [_picture_alone(output) for output in made] if strict else made
    if not others:
        book.get("metadata", {}).pop("widgets", None)
    else:
        for name in [name for name, state in kept.items() if _is_ours(state, {}) or _is_front_end(state)]:
            del kept[name]
    return book


def _picture_alone(output: dict[str, Any]) -> dict[str, Any]:
    """An output that shows a picture of ours as that picture and words; any other as it is."""
    data = output.get("data", {})
    html = _text(data.get("text/html"))
    svg = picture_in(html)
    made = png_in(html) if svg is None else png_output(svg)
    plain = {"text/plain": data["text/plain"]} if "text/plain" in data else {}
    if made is not None:
        return {**output, "data": {**plain, "image/png": made.png}, "metadata": {"image/png": made.about}}
    return output if svg is None else {**output, "data": {**plain, "image/svg+xml": svg}}


def _joined(outputs: list[Any]) -> list[Any]:
    """The outputs of a cell, in which each still whose picture is an output of its own contains that picture."""
    joined: list[Any] = []
    for output in outputs:
        picture = _picture_of_still(output)
        if picture is None or not joined or not _is_still(joined[-1]):
            joined.append(output)
            continue
        still = joined[-1]
        head, end, words = _text(still["data"]["text/html"]).partition("</style>")
        html = f"{head.replace(PICTURED, '', 1)}{end}{png_image(picture)}{words}"
        joined[-1] = {**still, "data": {**still["data"], "text/html": html}}
    return joined


def _picture_of_still(output: Mapping[str, Any]) -> PngOutput | None:
    about = output.get("metadata", {})
    png = _text(output.get("data", {}).get("image/png")).strip()
    size = about.get("image/png")
    if MARK not in about or not png or not isinstance(size, dict):
        return None
    is_sized = all(isinstance(size.get(side), int | float) for side in ("width", "height"))
    return PngOutput(png, size) if is_sized else None


def _is_still(output: Mapping[str, Any]) -> bool:
    return "data-cw-still=" in _text(output.get("data", {}).get("text/html"))


def _is_ours(state: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    own = state.get("state", {})
    if state.get("model_module") == "anywidget":
        return (
            own.get("view") in ("table", "replay", "inspector", "lobby", "poll", "console", "tournament")
            and "scene" in own
        )
    return _OURS.match(_text(data.get("text/plain"))) is not None


def _is_gone(model: str, kept: Mapping[str, Any]) -> bool:
    """Whether a widget whose states were kept was closed, as progress bars are: nothing shows it any more.

    JupyterLab forgets a closed widget. nbclient keeps it, so a bar is known by the hidden box that tqdm leaves.
    """
    if model not in kept:
        return True
    layout = str(kept[model].get("state", {}).get("layout", "")).removeprefix("IPY_MODEL_")
    hidden: bool = kept.get(layout, {}).get("state", {}).get("visibility") == "hidden"
    return hidden


def _is_front_end(state: Mapping[str, Any]) -> bool:
    """Whether this is the model that holds the front end of our widgets."""
    own = state.get("state", {})
    return "front_key" in own or (state.get("model_name") == "WidgetModel" and "_esm" in own)


def _rest(data: Mapping[str, Any]) -> dict[str, Any]:
    return {kind: value for kind, value in data.items() if kind != _VIEW}


def _instead(state: Mapping[str, Any], still: Mapping[str, Any] | None, numbers: count[int]) -> dict[str, str] | None:
    """The output that replaces a widget; None if the still picture is already as good."""
    try:
        if state.get("view") == "replay" and state.get("frames"):
            first = read_view(state["frames"][0]["dumps"][0])
            with whole_table():
                picture = picture_html(first, [])
                plain = plain_text(first)
            if still is not None:
                picture = _text(still["data"]["text/html"])
                plain = _text(still["data"].get("text/plain"))
            data = {"state": _offline(state), "all": [state["frames"]]}
            return {"text/html": embedded(data, picture, carries=next(numbers) == 0), "text/plain": plain}
        if still is None and state.get("dump"):
            dump = read_view(state["dump"])
            log = [entry for number in _pages(state) for entry in state[number]]
            with whole_table():
                return {"text/html": picture_html(dump, log), "text/plain": plain_text(dump, log)}
    except (RecordError, KeyError, IndexError, TypeError, AttributeError):
        return None  # our widgets did not write this state: leave the other parts of the output
    return None


def _pages(state: Mapping[str, Any]) -> list[str]:
    return sorted((name for name in state if re.fullmatch(r"log\d+", name)), key=lambda name: int(name[3:]))


def _offline(state: Mapping[str, Any]) -> dict[str, Any]:
    """The traits of a replay for a page without a kernel: one viewer, the main line, the plies seen so far."""
    scene = dict(state["scene"])
    seat = state.get("seat", "public")
    scene["lenses"] = [lens for lens in scene["lenses"] if lens["seat"] == seat]
    scene.update(more=False, spoilers=True, edits=False)
    named = {name: state.get(name, usual) for name, usual in _DEFAULTS.items()}
    return {
        **named, "view": "replay", "scene": scene, "lines": [], "line": 0, "question": None, "told": None,
        "following": None, "playing": False,
    }  # fmt: skip


def _text(value: object) -> str:
    """A text of an output, which notebook files may store as a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""
