"""Kommando in JupyterLab, from opening the notebook to the end of the record."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Locator

import capture_widgets as cw
from tests.browser.conftest import Cells
from tests.browser.lab import (
    Server,
    attribute,
    notebook_json,
    opened,
    reach,
    wait_attribute,
    wait_for_turn,
    wait_past,
)
from tests.leaks import find_cards


def steps(move: str) -> list[str]:
    """The places to click for a move of Kommando, the card first."""
    return move.split(":")[::-1]


def play_by_mouse(table: Locator) -> int:
    """Play the hand to its end by clicking cards; returns how many moves were made by hand."""
    made = 0
    while wait_for_turn(table):
        ply = attribute(table, "data-ply")
        move = table.locator("[data-move]").first.get_attribute("data-move") or ""
        for place in steps(move):
            table.locator(f'[data-place="{place}"]').click()
        wait_past(table, ply)
        made += 1
    return made


def play_by_keyboard(table: Locator) -> int:
    """Play the hand to its end with Tab, arrows and Enter alone."""
    keys = table.page.keyboard
    made = 0
    while wait_for_turn(table):
        ply = attribute(table, "data-ply")
        move = table.locator("[data-move]").first.get_attribute("data-move") or ""
        for place in steps(move):
            reach(table, place)
            keys.press("Enter")
        wait_past(table, ply)
        made += 1
    return made


def test_notebook_mouse_keyboard_record_replay_dump(lab: Server, browser: Browser) -> None:
    """The whole path: run all, a hand by mouse, one by keyboard, the record saved, replayed and dumped."""
    with opened(browser, lab, "kommando.ipynb") as book:
        book.run_all()
        table = book.widget()
        assert attribute(table, "data-seat") == "0"
        assert play_by_mouse(table) == 10
        table.get_by_role("button", name="New deal").first.click()
        wait_attribute(table, "data-ply", "0")
        table.locator("[data-place]").first.focus()
        assert play_by_keyboard(table) == 10
        name = book.run(
            "next(name for name, value in globals().items() if isinstance(value, cw.Game) and value.is_over)"
        )
        name = name.strip("'")
        assert book.run(f"print({name}.save('kept.json'))") == "kept.json"
        record = json.loads((lab.root / "kept.json").read_text(encoding="utf-8"))
        assert len(record["rounds"][0]["moves"]) == 20
        assert cw.load(record).is_over
        dump = json.loads(book.run(f"import json; print(json.dumps({name}.dump()))"))
        assert dump == json.loads(json.dumps(cw.load(record).dump()))
        book.run("cw.replay('kept.json', seat=0)")
        replay = book.page.locator('.capture-widgets[data-view="replay"]').last
        replay.wait_for(state="visible")
        replay.locator('[data-go="last"]').click()
        wait_attribute(replay, "data-ply", "20")
        assert book.errors == []
        assert book.requests == []


def test_a_move_in_a_cell_is_seen_on_every_table_and_the_other_way_round(cells: Cells) -> None:
    with cells('g = cw.new("kommando", seed=7)', "g.table(seat=0)", "g.table(seat=1)") as book:
        book.run_all()
        first, second = book.widget(0), book.widget(1)
        book.run("g.play(g.legal_moves()[0])")
        for table in (first, second):
            wait_attribute(table, "data-ply", "1")
        assert first.locator("[data-move]").count() == 0
        second.locator("[data-move]").first.evaluate("entry => entry.click()")
        for table in (first, second):
            wait_attribute(table, "data-ply", "2")
        assert book.run("g.ply") == "2"
        mine = first.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)")
        theirs = second.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)")
        hands = json.loads(book.run("import json; print(json.dumps(g.dump()['table']['hands']))"))
        assert set(hands[0]) <= set(mine)
        assert set(hands[1]) <= set(theirs)
        assert not set(hands[0]) & set(theirs)
        assert not set(hands[1]) & set(mine)


def test_nothing_hidden_leaves_the_kernel(cells: Cells, lab: Server) -> None:
    """Messages, traits and the saved notebook hold no card that the seat does not know, move after move."""
    with cells('g = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(3)])', "g.table(seat=0)") as book:
        book.run_all()
        table = book.widget()
        game = cw.new("kommando", seed=7)
        hidden = set(game.dump()["table"]["hands"][1])
        hidden |= {game.dump()["table"]["row"][place]["card"] for place in (3, 6)}
        wait_for_turn(table)
        frames = [BUNDLE.sub("", frame) for frame in book.frames]
        assert any("comm_open" in frame for frame in frames)
        assert find_cards(frames, hidden) == []
        book.save()
        name = book.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
        assert find_cards(notebook_json(lab, name), hidden) == []


BUNDLE = re.compile(r'"_(esm|css)": "(?:[^"\\]|\\.)*"')
"""The code and the style that every widget carries; a path in a drawing may look like a card."""


def test_refusals_are_seen_and_change_nothing(cells: Cells) -> None:
    with cells('g = cw.new("kommando", seed=7)', "g.table(seat=0)") as book:
        book.run_all()
        table = book.widget()
        entry = table.locator("input[data-entry]")
        entry.fill("L:9y")
        entry.press("Enter")
        message = table.locator('[data-message][data-rule="KO-5"]')
        message.wait_for()
        assert "cannot attack" in message.inner_text()
        assert book.run("g.ply") == "0"
        entry.fill("nonsense")
        entry.press("Enter")
        table.locator('[data-message][data-rule="GE-3"]').wait_for()
        entry.fill("L:1r")
        entry.press("Enter")
        wait_attribute(table, "data-ply", "1")


def test_hot_seat_covers_the_screen_between_turns(cells: Cells) -> None:
    with cells('g = cw.new("kommando", seed=7)', "g") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        assert attribute(table, "data-seat") == "0"
        table.locator("[data-move]").first.evaluate("entry => entry.click()")
        wait_attribute(table, "data-seat", "public")
        assert table.locator("[data-move]").count() == 0
        hands = json.loads(book.run("import json; print(json.dumps(g.dump()['table']['hands']))"))
        shown = set(table.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)"))
        assert not shown & {*hands[0], *hands[1]}
        table.get_by_role("button", name="show my cards").click()
        wait_attribute(table, "data-seat", "1")
        assert wait_for_turn(table)


def test_a_dead_kernel_is_said(cells: Cells) -> None:
    with cells('g = cw.new("kommando", seed=7)', "g.table(seat=0)") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        book.restart()
        wait_attribute(table, "data-state", "lost")
        assert table.locator('[data-place][aria-disabled="false"]').count() == 0


def test_two_bots_play_by_themselves_and_can_be_paused(cells: Cells) -> None:
    with cells(
        'g = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)])', "g.table(pace=30)"
    ) as book:
        book.run_all()
        table = book.widget()
        wait_attribute(table, "data-state", "over")
        assert attribute(table, "data-seat") == "public"
        assert book.run("g.is_over") == "True"
