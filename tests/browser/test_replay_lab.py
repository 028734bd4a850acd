"""Replays, inspectors and exported files in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter, LatexExporter
from playwright.sync_api import Browser, Locator, expect

import capture_widgets as cw
from capture_widgets.engine.names import Names
from tests.browser.conftest import Cells
from tests.browser.lab import Book, attribute, wait_attribute, write_notebook
from tests.cases import random_move
from tests.leaks import find_cards, unseen

GAME = """
from random import Random
g, rng = cw.new("kommando", seed=5, seats=["Ada", "Bo"]), Random(5)
while not g.is_over:
    g.play(rng.choice(g.legal_moves()))
"""


def finished(seed: int = 5) -> cw.Game:
    game, rng = cw.new("kommando", seed=seed, seats=["Ada", "Bo"]), Random(seed)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    return game


def go(widget: Locator, where: str) -> None:
    widget.locator(f"[data-go={where}]").click()


def value(book: Book, expression: str) -> Any:
    """What an expression is in the kernel."""
    return json.loads(book.run(f"import json; print(json.dumps({expression}, default=str))"))


def choose(widget: Locator, label: str, option: str) -> None:
    widget.locator(f'.cw-field:has(> span:text-is("{label}")) select').select_option(label=option)


def test_step_scrub_keys_list_and_the_moments_of_a_card(sheet: Cells) -> None:
    game = finished()
    with sheet(GAME, "r = g.replay(seat=None); r") as book:
        book.run_all()
        replay = book.widget(view="replay")
        go(replay, "forward")
        wait_attribute(replay, "data-ply", "1")
        go(replay, "last")
        wait_attribute(replay, "data-ply", "20")
        assert attribute(replay, "data-state") == "over"
        replay.locator("[data-scrub]").fill("7")
        wait_attribute(replay, "data-ply", "7")
        for key, ply in (("ArrowLeft", "6"), ("ArrowRight", "7"), ("End", "20"), ("Home", "0")):
            replay.locator("[data-go=forward]").focus()
            book.page.keyboard.press(key)
            wait_attribute(replay, "data-ply", ply)
        replay.locator("[data-log] li").nth(3).click()
        wait_attribute(replay, "data-ply", "4")
        card = game.at(4).dump()["table"]["hands"][0][0]
        at = next(ply for ply in range(5, 21) if card not in str(game.at(ply).dump()["table"]["hands"]))
        replay.locator(f'[data-card="{card}"]').click()
        replay.locator('[data-moment="played"]').click()
        wait_attribute(replay, "data-ply", str(at))
        assert value(book, "r.ply") == at
        book.run("r.ply = 2")
        wait_attribute(replay, "data-ply", "2")
        choose(replay, "Speed", "Very fast")
        go(replay, "play")
        wait_attribute(replay, "data-ply", "20")
        book.page.wait_for_function("text => document.querySelector('[data-go=play]').innerText === text", arg="Play")
        while value(book, "r.playing"):  # the page says so a moment before its message has come
            pass
        assert book.errors == []
        assert book.requests == []


def test_the_lens_shows_and_sends_what_the_seat_could_know(sheet: Cells) -> None:
    game = finished()
    with sheet(GAME, "r = g.replay(seat=0, lenses=[0, 1]); r") as book:
        book.run_all()
        replay = book.widget(view="replay")
        wait_attribute(replay, "data-seat", "0")
        replay.locator("[data-scrub]").fill("3")
        assert replay.locator("[data-down]").count() == str(game.at(3).dump(0)["table"]).count("??")
        known = {card for ply in game.plies() for _, card in find_cards(
            [game.dump_at(ply, seat=0)["table"], game.dump_at(ply, seat=1)["table"]], game.type.deck.text)}  # fmt: skip
        secret = set(game.type.deck.text) - known
        choose(replay, "Seen", "as Bo sees it")
        wait_attribute(replay, "data-seat", "1")
        wait_attribute(replay, "data-ply", "3")
        assert value(book, "r.seat") == 1
        assert [card for frame in book.frames if "comm_" in frame for card in secret if f'"{card}"' in frame] == []


def test_notes_and_lines_are_written_in_the_browser_and_kept_in_the_record(sheet: Cells) -> None:
    game = finished()
    with sheet(GAME, "r = g.replay(seat=None, ply=6); r") as book:
        book.run_all()
        replay = book.widget(view="replay")
        wait_attribute(replay, "data-ply", "6")
        replay.locator("[data-tab=notes]").click()
        choose(replay, "Sign", "!?")
        replay.locator("textarea[data-comment]").fill("<img src=x onerror=alert(1)> bold")
        replay.locator("[data-keep]").click()
        replay.locator("[data-tab=log]").click()
        replay.locator("[data-said]").wait_for()
        assert replay.locator("img").count() == 0
        assert value(book, "r.record['comments']") == {"0/6": "<img src=x onerror=alert(1)> bold"}
        assert value(book, "r.record['glyphs']") == {"0/6": "!?"}
        replay.locator("[data-tab=lines]").click()
        other = next(move for move in game.at(6).legal_moves() if move != game.moves()[6])
        for step in reversed(other.split(":")):
            replay.locator(f'.cw-board [data-place="{step}"]').press("Enter")
        wait_attribute(replay, "data-line", "1")
        wait_attribute(replay, "data-ply", "7")
        replay.locator("[data-line='0']").click()
        wait_attribute(replay, "data-line", "0")
        replay.locator("button[data-line='1']").click()
        wait_attribute(replay, "data-line", "1")
        replay.locator("[data-promote]").click()
        wait_attribute(replay, "data-line", "0")
        assert value(book, "r.record['rounds'][0]['moves']") == [*game.moves()[:6], other]
        assert value(book, "r.record['variations']") == [{"at": "0/6", "moves": game.moves()[6:]}]
        assert book.errors == []


def test_spoiler_free_and_predict(sheet: Cells) -> None:
    game = finished()
    with sheet(GAME, "r = g.replay(seat=0, predict=True); r") as book:
        book.run_all()
        replay = book.widget(view="replay")
        first = next(ply for ply in range(20) if game.at(ply).to_play == 0)
        for ply in range(first):
            go(replay, "forward")
            wait_attribute(replay, "data-ply", str(ply + 1))
        replay.locator("[data-question]").wait_for()
        assert replay.locator("[data-go=forward]").get_attribute("aria-disabled") == "true"
        played = game.history.log(0, names=Names(game.names))[first]["text"]
        assert not any(played in frame for frame in book.frames if "comm_" in frame)
        replay.get_by_label("Your name").fill("Ada")
        replay.get_by_label("Your name").press("Tab")
        chosen = game.at(first).legal_moves()[0]
        for step in reversed(chosen.split(":")):
            replay.locator(f'.cw-board [data-place="{step}"]').click()
        wait_attribute(replay, "data-ply", str(first + 1))
        assert game.moves()[first] in replay.locator("[data-told]").inner_text()
        second = next(ply for ply in range(first + 1, 20) if game.at(ply).to_play == 0)
        for ply in range(first + 1, second):
            go(replay, "forward")
            wait_attribute(replay, "data-ply", str(ply + 1))
        replay.locator("[data-question] summary").click()
        from_list = game.at(second).legal_moves()[-1]
        replay.locator(f'[data-question] [data-move="{from_list}"]').click()
        wait_attribute(replay, "data-ply", str(second + 1))
        answers = [(one["who"], one["ply"], one["chosen"]) for one in value(book, "r.answers")]
        assert answers == [("Ada", first, chosen), ("Ada", second, from_list)]
        assert replay.locator(".cw-count").inner_text() == f"After move {second + 1}"
        assert book.errors == []


def test_linked_sliders_leaders_and_inspectors_step_together(sheet: Cells) -> None:
    code = """
import ipywidgets
a, slider = g.replay(seat=0), ipywidgets.IntSlider(max=20)
b = g.replay(seat=1).follow(a)
ipywidgets.jslink((slider, "value"), (a, "ply"))
display(slider, a, b, a.inspect())
"""
    with sheet(GAME, code) as book:
        book.run_all()
        a, b, tree = book.widget(0, "replay"), book.widget(1, "replay"), book.widget(0, "inspector")
        a.locator("[data-scrub]").fill("5")
        for widget in (a, b, tree):
            wait_attribute(widget, "data-ply", "5")
        assert value(book, "slider.value") == 5
        book.run("slider.value = 9")
        for widget in (a, b, tree):
            wait_attribute(widget, "data-ply", "9")
        go(b, "back")
        wait_attribute(b, "data-ply", "8")
        go(a, "forward")
        wait_attribute(a, "data-ply", "10")
        assert value(book, "b.ply") == 8
        b.locator("[data-follow]").click()
        wait_attribute(b, "data-ply", "10")
        assert tree.locator(".cw-changed").count() > 0
        assert tree.locator(".cw-board .cw-card").count() > 10
        tree.get_by_label("Search").fill("attacker")
        assert tree.locator(".cw-tree > li").count() == 1
        assert book.errors == []


@pytest.mark.parametrize("seat", [0, None])
def test_an_exported_file_replays_from_disk_without_asking_anybody(browser: Browser, tmp_path: Path, seat: Any) -> None:
    game = finished().comment("</script><script>window.hit = 1</script>", ply=2)
    path = game.save_html(tmp_path / "game.html", seat=seat)
    page = browser.new_context(offline=True).new_page()
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    page.goto(path.as_uri())
    replay = page.locator(".capture-widgets")
    replay.wait_for()
    for ply in range(1, 21):
        page.keyboard.press("ArrowRight") if ply > 1 else go(replay, "forward")
        wait_attribute(replay, "data-ply", str(ply))
        down = str(game.at(ply).dump(seat)["table"]).count("??")
        assert replay.locator("[data-down]").count() == down
    replay.locator("[data-tab=notes]").click()
    replay.locator("[data-scrub]").fill("2")
    assert "</script>" in replay.locator("[data-comment]").inner_text()
    assert replay.locator("textarea").count() == 0
    assert page.evaluate("window.hit") is None
    assert asked == [path.as_uri()]
    assert errors == []
    page.context.close()


BOOK = """<!doctype html><title>A page of a book</title><h1>A hand</h1>
<div id="hand"></div><div id="inspector"></div><div id="lesson"></div>
<script type="module">
// as the pages that MyST makes: a shadow root, and a model that can do little
const model = { get: () => undefined, set() {}, on() {}, off() { throw new Error(); },
                get widget_manager() { throw new Error(); } };
for (const name of ["hand", "inspector", "lesson"]) {
  const { default: widget } = await import(`./${name}.mjs`);
  await widget.initialize?.({ model });
  const root = document.getElementById(name).attachShadow({ mode: "open" });
  const el = root.appendChild(document.createElement("div"));
  const end = await widget.render({ model, el });
  addEventListener("leave", () => end?.());
}
</script>"""


def test_modules_show_a_replay_an_inspector_and_a_lesson_in_a_book_of_myst(browser: Browser, tmp_path: Path) -> None:
    game = cw.new("kommando", seed=5, seats=["Ada", "Bo"])
    for _ in range(6):
        game.play(game.legal_moves()[0])
    hidden = unseen(game, 0)
    assert hidden
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("http://book.example/", lambda route: route.fulfill(body=BOOK, content_type="text/html"))
    for static, name in ((game.replay(seat=0).static(), "hand"), (game.inspect(0).static(), "inspector")):
        script = static.save_module(tmp_path / f"{name}.mjs").read_text("utf-8")
        data = json.loads(script.rpartition("const data = ")[2].partition(";\nconst style")[0])
        assert find_cards(data, hidden) == []
    cw.lesson("kommando").static().save_module(tmp_path / "lesson.mjs")
    page.route("**/*.mjs", lambda route: route.fulfill(path=tmp_path / route.request.url.rpartition("/")[2]))
    page.goto("http://book.example/")
    replay = page.locator('.capture-widgets[data-view="replay"]')
    go(replay, "forward")
    wait_attribute(replay, "data-ply", "1")
    replay.locator(".cw-board").focus()
    page.keyboard.press("End")
    wait_attribute(replay, "data-ply", str(game.ply))
    assert replay.locator(".cw-card").first.evaluate("card => getComputedStyle(card).position") != "static"
    inspector = page.locator('.capture-widgets[data-view="inspector"]')
    inspector.get_by_label("Search").fill("points")
    expect(inspector.locator("summary").first).to_contain_text("points")
    expect(inspector).to_have_attribute("data-state", "ready")
    lesson = page.locator(".cw-paged")
    expect(lesson.locator("section:visible")).to_have_count(1)
    assert lesson.locator("svg use").first.evaluate("one => one.getBoundingClientRect().width") > 20
    lesson.get_by_role("button", name="Next").click()
    expect(lesson.locator("section:visible .cw-count")).to_contain_text("Step 2 of")
    lesson.get_by_text("Only the first and the last").click()
    expect(lesson.locator("details.cw-right:visible p")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('leave'))")
    expect(page.locator(".capture-widgets, .cw-paged")).to_have_count(0)
    assert faults == []
    page.close()


def test_an_executed_notebook_shows_position_and_moves_through_nbconvert(browser: Browser, tmp_path: Path) -> None:
    game = finished()
    path = write_notebook(
        tmp_path / "book.ipynb", ["import capture_widgets as cw" + GAME, "g.replay(seat=0)", "g.table(seat=0)"]
    )
    book = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, store_widget_state=False).execute()
    html, _ = HTMLExporter().from_notebook_node(book)  # type: ignore[no-untyped-call]
    tex, _ = LatexExporter().from_notebook_node(book)  # type: ignore[no-untyped-call]
    page = browser.new_context(offline=True).new_page()
    page.set_content(html, wait_until="domcontentloaded")
    outputs = page.locator(".jp-OutputArea-output:has(table)")
    assert outputs.count() == 2
    for nth, names in enumerate((Names(game.names), Names(game.names, 0))):
        assert "Points" not in outputs.nth(nth).inner_text(), "the words are folded"
        outputs.nth(nth).locator("summary").click()
        text = outputs.nth(nth).inner_text()
        assert "Points" in text
        assert all(entry["text"] in text for entry in game.history.log(0, names=names))
    last = game.history.log(0, names=Names(game.names))[-1]["text"].split(";")[0]
    assert last[:30] in tex
    page.context.close()


def test_a_long_game_scrubs_at_sixty_frames_a_second(browser: Browser, tmp_path: Path) -> None:
    game, rng = cw.new("fourx", seed=3), Random(1)
    while game.ply < 400:
        moves = [move for move in game.state.legal_moves() if str(move) != "resign"]
        travels = [move for move in moves if str(move).startswith("travel")]
        game.play(str(rng.choice(travels)) if travels and game.ply > 30 else str(random_move(game.state, rng)))
        if game.is_over:
            game, rng = cw.new("fourx", seed=game.seed + 1 if game.seed else 1), Random(rng.random())
    path = game.save_html(tmp_path / "long.html")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.locator(".capture-widgets").wait_for()
    took = page.evaluate(
        """async () => {
            const scrub = document.querySelector("[data-scrub]");
            const times = [];
            for (let ply = 1; ply <= 400; ply += 3) {
                await new Promise(requestAnimationFrame);
                const start = performance.now();
                scrub.value = String(ply);
                scrub.dispatchEvent(new Event("input", { bubbles: true }));
                times.push(performance.now() - start);
            }
            return times.sort((a, b) => a - b);
        }"""
    )
    middle = took[len(took) // 2]
    print(f"script a frame: {middle:.1f} ms in the middle, {took[int(len(took) * 0.95)]:.1f} ms for 19 of 20")
    assert middle < 8
    page.close()


HEIGHTS = """replay => {
    const pane = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const top = replay.getBoundingClientRect().top;
    return [replay.querySelector(".cw-timeline").getBoundingClientRect().bottom - top, pane.height];
}"""
"""What a replay takes to the end of its curves, and the height of the pane that it stands in."""


@pytest.mark.parametrize("slug", ["commander", "kommando", "columns", "universal"])
def test_the_curves_are_in_one_view_with_the_board_on_a_laptop(desk: Book, slug: str) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    made = f"g = cw.new({slug!r}, seed=4, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()"
    made += "\na = cw.analyse(g, simulations=20, seat=0, progress=False)"
    desk.fresh(f"import capture_widgets as cw\n{made}", "r = cw.replay(g.record(), seat=0, analysis=a)\nr")
    replay = desk.widget(view="replay")
    replay.locator(".cw-timeline").wait_for()
    taken, room = replay.evaluate(HEIGHTS)
    assert taken + 12 <= room, f"{taken} of {room} px and the margin below"
    replay.locator(".cw-timeline-table > summary").click()
    side = replay.locator(".cw-side").evaluate("side => side.offsetHeight")
    assert side <= room, f"the list beside an open table is {side} px high: its current move may be out of view"


TOPS = """async replay => {
    const slider = replay.querySelector('input[type="range"]');
    const tops = [];
    for (let ply = 0; ply <= Number(slider.max); ply++) {
        slider.value = String(ply);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        tops.push(Math.round(replay.querySelector(".cw-board").getBoundingClientRect().top
            - replay.getBoundingClientRect().top));
    }
    return tops;
}"""
"""The tops of the board at all positions."""


def test_the_board_of_a_replay_stays_where_it_is_however_long_a_move_is_told(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    made = 'g = cw.new("columns", seed=4, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()'
    desk.fresh(f"import capture_widgets as cw\n{made}", "g.replay(seat=0)")
    replay = desk.widget(view="replay")
    assert len(set(replay.evaluate(TOPS))) == 1


WHOLE = """async replay => {
    const slider = replay.querySelector('input[type="range"]');
    const heights = new Set(), cut = [];
    for (let ply = 0; ply <= Number(slider.max); ply++) {
        slider.value = String(ply);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const told = replay.querySelector(".cw-head > .cw-turn");
        if (told.scrollHeight > told.clientHeight + 1) cut.push(told.textContent);
        heights.add(Math.round(replay.querySelector(".cw-b-columns").getBoundingClientRect().height));
    }
    return { heights: heights.size, cut };
}"""
"""How many heights the board has at all positions, and the sentences of moves that are not whole."""


def test_a_replay_of_five_columns_tells_each_move_whole_on_a_telephone_and_its_board_keeps_its_height(
    desk: Book,
) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 740})
    made = 'g = cw.new("columns", seed=4, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()'
    desk.fresh(f"import capture_widgets as cw\n{made}", "g.replay(seat=0)")
    replay = desk.widget(view="replay")
    replay.locator('[data-mark="fill"]').click()
    assert replay.evaluate(WHOLE) == {"heights": 1, "cut": []}
    desk.page.evaluate("document.exitFullscreen()")


def test_the_hand_is_whole_above_the_buttons_of_a_replay_on_a_telephone_below_the_bar_of_a_lobby(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    made = 'g = cw.new("columns", seed=4, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()'
    desk.fresh(f"import capture_widgets as cw\n{made}", "g.replay(seat=0)")
    replay = desk.widget(view="replay")
    replay.locator('[data-mark="fill"]').click()
    desk.page.locator(".cw-frame[data-fills]").wait_for()
    try:
        hand = replay.locator(".cw-b-hand.is-near").bounding_box()
        assert hand
        bar, buttons = 43, 96  # "All games" above the replay, and the two rows below it
        assert hand["y"] + hand["height"] + bar <= 844 - buttons
    finally:
        desk.page.evaluate("document.exitFullscreen()")
