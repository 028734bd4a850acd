"""What a person reads at once in the lobby: where to start, what a match counts, what waits, and their results."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Cells
from tests.browser.lab import attribute, wait_attribute
from tests.browser.test_lobby_lab import FILLED, fill, lobby_of, play_first, sheet, sources

__all__ = ["sheet"]

FOUR = """
for slug in ("commander", "columns"):
    more = dict(players=4, scoring=True) if slug == "commander" else {}
    rivals = [cw.bots.Beginner(seed) for seed in range(3 if more else 1)]
    g = cw.new(slug, seed=1, seats=["you", *rivals], **more)
    kept_games.keep(g)
    while not g.is_over:
        g.play(g.legal_moves()[0])
    g.close()
"""


def test_a_match_says_that_points_are_counted_and_counts_them(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        lobby.locator('[data-choose="commander"]').click()
        match, scoring, target = (
            lobby.locator(f'label:has([data-option="{one}"])') for one in ("match", "scoring", "target")
        )
        expect(match).to_have_text("A match for points: hand after hand, until somebody reaches 25, about 12 hands")
        lobby.locator(".cw-setup summary:visible").first.click()
        expect(scoring).to_have_text("Count points for captured commanders")
        expect(target.locator("small")).to_have_text("For a match")
        match.locator("input").check()
        expect(scoring.locator("input")).to_be_checked()
        expect(target.locator("small")).to_have_text("Usually: 25")
        match.locator("input").uncheck()
        expect(scoring.locator("input")).not_to_be_checked()
        scoring.locator("input").check()
        for chosen in (True, False):
            match.locator("input").set_checked(chosen)
            expect(match.locator("input")).to_be_checked(checked=chosen)
            expect(scoring.locator("input")).to_be_checked()
        assert lobby.locator(".cw-fault").count() == 0


def test_a_first_hand_that_waits_is_offered_beside_a_game_that_waits(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": 390, "height": 844})
        lobby = lobby_of(book)
        fill(lobby)
        lobby.locator('[data-first="universal"]').click()
        lesson = book.widget(view="lesson")
        lesson.locator("[data-go=next]").click()
        lesson.locator('[data-step="1"]').wait_for()
        lobby.locator('[data-mark="back"]').click()
        lobby.locator('[data-play="universal"]').click()
        play_first(book.widget(), book)
        lobby.locator('[data-mark="back"]').click()
        waits = [lobby.locator(f'[data-{one}="universal"]') for one in ("go-on", "play", "first")]
        for one in waits:
            expect(one).to_be_visible()
        expect(waits[2]).to_have_text("First hand, step 2")
        boxes = [one.bounding_box() for one in waits]
        go_on, play, first = (one for one in boxes if one)
        assert go_on["x"] + go_on["width"] <= play["x"]
        assert max(go_on["y"] + go_on["height"], play["y"] + play["height"]) <= first["y"], "a line each"
        waits[2].click()
        lesson.locator('[data-step="1"]').wait_for()
        assert book.errors == []


@pytest.mark.parametrize("size", [(360, 740), (1366, 768)], ids=["telephone", "laptop"])
def test_the_results_of_all_games_can_be_seen_at_once(sheet: Cells, tmp_path: Path, size: tuple[int, int]) -> None:
    setup, shown = sources(tmp_path)
    with sheet(setup + FILLED + FOUR, shown) as book:
        book.page.set_viewport_size({"width": size[0], "height": size[1]})
        lobby = lobby_of(book)
        fill(lobby)
        lobby.locator('[data-tab="games"]').click()
        results = lobby.locator("[data-figures]")
        expect(results).to_have_count(3)
        edge = lobby.bounding_box()
        assert edge
        for one in results.all():
            box = one.locator("summary").bounding_box()
            assert box
            assert box["x"] >= edge["x"]
            assert box["x"] + box["width"] <= edge["x"] + edge["width"], "nothing is to be swiped"
            assert one.locator(".cw-drawing").count() == 1, "each has the picture of its game"
        ladder = results.first.locator(".cw-ladder")
        if size[0] < 700:
            expect(ladder).to_be_hidden()
            results.first.locator("summary").click()
        expect(ladder).to_be_visible()
        rows = lobby.locator("[data-games] > li")
        several = rows.filter(has_text="Beginner × 3").locator(".cw-game-name")
        expect(several).to_contain_text("the others")
        wait_attribute(lobby, "data-state", "ready")
        assert attribute(ladder.locator("li span[title]").first, "title").endswith(".")
        assert book.errors == []


def test_the_end_of_five_columns_stays_when_the_page_is_loaded_again(cells: Cells) -> None:
    end = """
g = cw.new("columns", seed=1)
while not g.is_over:
    g.play(g.legal_moves()[0])
g.table(seat=0)"""
    with cells(end) as book:
        book.run_all()
        table = book.widget()
        wait_attribute(table, "data-state", "over")
        expect(table.locator(".cw-b-comes")).to_have_count(0)
        assert table.locator(".cw-b-shown").count() > 0, "the columns of the last round, with their reasons"
        assert book.errors == []
