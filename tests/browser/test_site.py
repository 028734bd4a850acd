"""The documentation site in a real browser, read from the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import capture_widgets as cw
from tests.puzzles import puzzle
from tests.run import RUN, SITE

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `python3 tests/run.py` has built, or one that is built in the same way elsewhere."""
    if RUN in os.environ:
        return SITE
    out = tmp_path_factory.mktemp("site")
    sphinx = (sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", ROOT / "docs", out)
    done = subprocess.run(sphinx, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


def test_the_gallery_steps_through_every_game_and_asks_nobody(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "gallery.html").as_uri())
    for slug, title in cw.games().items():
        frame = page.frame_locator(f"iframe[title='A replay of {title}']")
        page.locator(f"iframe[title='A replay of {title}']").scroll_into_view_if_needed()
        replay = f".capture-widgets[data-game={slug}]"
        frame.locator(f"{replay}[data-ply='0']").wait_for()
        frame.locator(f"{replay} [data-go=forward]").click()
        frame.locator(f"{replay}[data-ply='1']").wait_for()
    place = page.locator("iframe[title='An inspector of Kommando']")
    place.scroll_into_view_if_needed()
    inspector = place.content_frame.locator(".capture-widgets[data-view=inspector][data-state=ready]")
    inspector.get_by_label("Search").fill("points")
    inspector.locator("summary", has_text="points").first.wait_for()
    assert len(asked) > len(cw.games())
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    page.close()


def test_every_page_opens_without_an_error(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    for path in sorted((ROOT / "docs").glob("*.md")):
        page.goto((site / f"{path.stem}.html").as_uri())
        assert page.locator("h1").first.inner_text().strip()
    assert faults == []
    page.close()


def test_the_first_page_leads_to_the_games(site: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((site / "index.html").as_uri())
    moving = page.get_by_role("img", name="A hand of Kommando, played move by move")
    assert moving.evaluate("async image => { await image.decode(); return image.naturalWidth }") > 500
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("link", name="Play now").click()
    if not (site / "lite" / "play").is_dir():  # a copy without the games says how to play
        page.wait_for_url("**/play.html")
    page.goto((site / "404.html").as_uri())
    page.get_by_role("link", name="The first page").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Five capture card games")
    page.close()


def test_a_page_of_a_game_has_a_lesson_a_puzzle_and_its_solution(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    for slug, title in cw.games().items():
        page.goto((site / f"{slug}.html").as_uri())
        lesson = page.locator(".cw-paged").first
        expect(lesson.locator("section:visible")).to_have_count(1)
        go_on = lesson.get_by_role("button", name="Next")
        go_on.click()
        expect(lesson.locator("section:visible .cw-count")).to_contain_text("Step 2 of")
        go_on.evaluate("button => { while (!button.disabled) button.click(); }")
        expect(lesson.locator("section:visible .cw-count")).to_contain_text(f"Step {len(cw.lesson(slug))} of")
        page.get_by_text("The solution, to step through").evaluate("summary => summary.click()")
        replay = page.frame_locator(f"iframe[title='The solution of the puzzle of {title}']")
        replay.locator(f".capture-widgets[data-game={slug}][data-ply='{puzzle(slug).ply}']").wait_for()
    page.close()
