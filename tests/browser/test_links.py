"""A page for a replay opens at the place and with the game that its address names, from a file, without a network."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

import capture_widgets as cw


def test_the_address_of_a_page_brings_a_place_a_game_or_a_question(browser: Browser, tmp_path: Path) -> None:
    own, other = cw.new("kommando", seed=7), cw.new("universal", seed=3)
    for game in (own, other):
        for _ in range(8):
            game.play(game.legal_moves()[0])
    base = own.save_html(tmp_path / "page.html").as_uri()
    page = browser.new_context(reduced_motion="reduce").new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    replay = page.locator('[data-view="replay"]')

    def shown() -> list[str | None]:
        replay.wait_for()
        return [replay.get_attribute(f"data-{name}") for name in ("game", "seat", "round", "ply")]

    page.goto(f"{base}#0/5")
    assert shown() == ["kommando", "public", "0", "5"]
    page.evaluate("location.hash = '#0/99'")
    page.wait_for_function("document.querySelector('[data-view=replay]').dataset.ply === '8'")
    page.evaluate("hash => { location.hash = hash; }", other.link(base, 0, ply=3).partition("#")[2])
    page.locator('[data-game="universal"]').wait_for()
    assert shown() == ["universal", "0", "0", "3"]
    page.locator('[data-go="last"]').click()
    assert shown() == ["universal", "0", "0", "8"]
    page.goto("about:blank")
    page.goto(other.question(base))
    page.locator("[data-message] >> text=What would you play here?").wait_for()
    assert shown() == ["universal", str(other.to_play), "0", "8"]
    assert page.locator("[data-go='forward']").get_attribute("aria-disabled") == "true"
    page.goto("about:blank")
    page.goto(f"{base}#game:AAAA")
    page.locator("[data-message] >> text=cannot be read").wait_for()
    assert shown() == ["kommando", "public", "0", "0"]
    page.evaluate("code => { location.hash = code; }", own.code())
    page.locator(f"[data-message] >> text={own.code()} is a code").wait_for()
    assert shown() == ["kommando", "public", "0", "0"]
    deal = cw.new("universal", deal=other.deal_code)
    page.evaluate("hash => { location.hash = hash; }", deal.link(base, seat=None).partition("#")[2])
    page.locator('[data-game="universal"]').wait_for()
    assert shown() == ["universal", "all", "0", "0"], "a deal is a game in which nobody has moved"
    assert errors == []
    page.context.close()
