"""Messages from a page to any widget: each gets a reply in plain words, and a refused one changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from capture_widgets.library import kept_games
from capture_widgets.protocol.requests import Request
from tests.hostile_messages import JSON_VALUES, SLOW, WIDGETS, Page, broken, declared, faults
from tests.thorough import little_or_much


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No games are kept on this machine, and none of a person's own are found."""
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")


def standing(widget: Any) -> str:
    """What stands in a widget and its game."""
    game = getattr(widget, "game", None)
    record = None if game is None else game.record()
    told = {key: value for key, value in widget.get_state().items() if key not in ("_esm", "_css")}
    return json.dumps([record, told], default=str)


def test_every_request_has_a_kind_that_names_its_shapes() -> None:
    assert Request is not None
    kinds = {message["kind"] for message in declared()}
    assert {"hello", "play", "lead", "edit", "choose", "learn", "front_end"} <= kinds
    assert len(kinds) > 50


@pytest.mark.parametrize("step_by", little_or_much(12, 1))
@pytest.mark.parametrize("name", WIDGETS)
def test_no_reply_names_an_error_of_python_and_a_refusal_changes_nothing(name: str, step_by: int) -> None:
    """Each kind with each field replaced by each type of JSON, left out, and with fields that nobody declared.

    A run that is not thorough sends each widget a part of it, and another part than the widget before.
    """
    offset = [*WIDGETS].index(name)
    counts = {"refused": 0, "done": 0}
    found: list[str] = []
    page = Page(WIDGETS[name]())
    before = standing(page.widget)
    for message in declared():
        step = page.widget.scene["step"] if name == "editor" else None
        for number, one in enumerate([message, *broken(message)]):
            if number and (number + offset) % step_by:
                continue
            if message["kind"] in SLOW and repr(one) == repr(message):
                continue  # takes its time where it is sound; tests of its own try it
            asked = {**one, "step": step} if step is not None and one.get("step") == "x" else one
            answers = page.send({"id": number, **asked})
            found += [f"{text} <- {str(asked)[:200]}" for text in faults(answers)]
            refused = all(answer["kind"] == "refused" for answer in answers) and answers != []
            counts["refused" if refused else "done"] += 1
            if not refused:  # the next one is sent to a widget that stands as this one did
                page.widget.close()
                page = Page(WIDGETS[name]())
                before = standing(page.widget)
                step = page.widget.scene["step"] if name == "editor" else None
        assert standing(page.widget) == before or name == "lobby"
    page.widget.close()
    assert found == []
    assert counts["refused"] > 5000 / step_by
    assert counts["done"] >= 3


@pytest.mark.parametrize("name", WIDGETS)
def test_a_trait_that_a_page_sets_to_nonsense_goes_back_in_plain_words(name: str) -> None:
    page = Page(WIDGETS[name]())
    for trait in [*page.widget.keys, "self", "__class__", "nothing"]:
        if trait.startswith("_") or trait in ("layout", "tooltip", "tabbable"):
            continue  # of ipywidgets
        for value in JSON_VALUES:
            page.heard.clear()
            page.widget.set_state({trait: value})
            assert faults(page.heard) == [], (trait, str(value)[:60])
    page.widget.close()
