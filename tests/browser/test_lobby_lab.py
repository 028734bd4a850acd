"""The lobby in JupyterLab: chosen by mouse and by keys, played in place, gone on with when the kernel was dead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import capture_widgets as cw
from tests.browser.conftest import Cells
from tests.browser.lab import Book, attribute, wait_attribute, wait_for_turn
from tests.browser.play import new_game
from tests.browser.test_axe_lab import in_every_theme, too_wide

CUT_OFF = """table => {
    const board = table.querySelector(".cw-board").getBoundingClientRect();
    return [...table.querySelectorAll("[data-place]")].filter(place => {
        const { left, right, width } = place.getBoundingClientRect();
        return left < board.left || right > board.right || width < 24;
    }).map(place => place.dataset.place);
}"""
"""The places that are cut off, or too narrow for a finger."""


@pytest.fixture
def sheet(sheet: Cells, desk: Book) -> Iterator[Cells]:
    """The desk's kernel keeps games for these tests alone."""
    yield sheet
    desk.run("import os; os.environ.update(CAPTURE_WIDGETS_KEEP='0'); os.environ.pop('XDG_DATA_HOME', None);")


def sources(folder: Path) -> tuple[str, str]:
    """Cells with a lobby that keeps its games in a folder."""
    setup = f"import os\nos.environ.update(CAPTURE_WIDGETS_KEEP='1', XDG_DATA_HOME={str(folder)!r})"
    return setup, "lobby = cw.lobby()\nlobby"


def lobby_of(book: Book) -> Locator:
    book.run_all()
    lobby = book.widget(view="lobby")
    wait_attribute(lobby, "data-state", "ready")
    return lobby


def fill(lobby: Locator) -> None:
    """Let the lobby fill the page, as it does where it stands by itself."""
    lobby.locator('[data-mark="fill"]').click()
    lobby.page.locator(".cw-frame[data-fills]").wait_for()


def play_first(table: Locator, book: Book) -> str:
    """Play any legal move at a table, and return the ply at which the person is to move again."""
    assert wait_for_turn(table)
    ply = attribute(table, "data-ply")
    table.locator("[data-move]").first.evaluate("move => move.click()")
    book.page.wait_for_function(
        "before => Number(document.querySelector('[data-view=table]').dataset.ply) > before", arg=int(ply)
    )
    assert wait_for_turn(table)
    return attribute(table, "data-ply")


def test_a_game_is_chosen_by_mouse_played_in_place_and_gone_on_with_after_the_kernels_death(
    cells: Cells, tmp_path: Path
) -> None:
    with cells(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        assert lobby.locator("[data-choose]").count() == 5
        assert lobby.locator("[data-choose] .cw-drawing").count() == 5, "each has its picture"
        lobby.locator('[data-choose="kommando"]').click()
        lobby.locator('[data-opponent="random"]').check()
        lobby.locator('[data-option="match"]').check()
        lobby.locator(".cw-setup summary").first.click()
        lobby.locator('[data-option="deal"]').fill("7")
        lobby.get_by_label("If no other attack is possible at the end that you choose").check()
        line = 'cw.new("kommando", seats=["you", cw.bots.Random()], seed=7, match=True, no_choice="chosen end")'
        lobby.locator(".cw-setup .cw-line-more > summary").click()
        lobby.locator("[data-line]", has_text=line).wait_for()
        assert book.run("print(lobby.game)") == "None"
        lobby.locator("[data-start]").click()
        table = book.widget()
        assert book.run(f"print(lobby.game == {line})") == "True"
        ply = play_first(table, book)
        assert book.run("print(lobby.game.ply)") == ply
        moves = book.run("print(lobby.game.moves())")

        book.page.set_viewport_size({"width": 360, "height": 900})
        assert table.evaluate(CUT_OFF) == [], "on a telephone every card of the hand can be reached"
        book.page.set_viewport_size({"width": 1280, "height": 900})

        lobby.locator('[data-mark="back"]').click()
        lobby.locator('[data-choose="kommando"]').wait_for()
        assert book.page.locator("[data-view=table]").count() == 0
        lobby.locator('[data-go-on="kommando"]').click()
        assert attribute(book.widget(), "data-ply") == ply

        book.restart()
        lobby = lobby_of(book)
        lobby.locator('[data-go-on="kommando"]').click()
        table = book.widget()
        assert attribute(table, "data-ply") == ply
        assert book.run("print(lobby.game.moves())") == moves
        assert book.run("print(lobby.game.names, lobby.game.is_match)") == "['you', 'Random'] True"
        assert play_first(table, book) != ply, "its bot sits there again"
        assert book.errors == []


def overview_of(lobby: Locator, *, left: bool) -> None:
    """Check that the lobby shows all games, the deal of the day, and once the game that was left if there is one."""
    lobby.locator(".cw-choices:not(.is-chosen)").wait_for()
    pictures = lobby.locator(".cw-choice-picture")
    assert [one.is_visible() for one in pictures.all()] == [True] * 5
    assert lobby.locator(".cw-daily-play").is_visible()
    assert [one.is_visible() for one in lobby.locator("[data-go-on], [data-continue]").all()] == [True] * left
    assert lobby.locator('[data-start], [data-mark="overview"]').count() == 0


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["laptop", "telephone"])
def test_all_games_leads_from_a_setup_and_from_a_table_to_the_overview(
    sheet: Cells, tmp_path: Path, size: tuple[int, int]
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": size[0], "height": size[1]})
        lobby = lobby_of(book)
        if size[0] < 560:  # as the lobby stands there by itself
            fill(lobby)
        overview_of(lobby, left=False)
        kommando = lobby.locator('[data-choose="kommando"]')
        kommando.click()
        back = lobby.locator('[data-mark="overview"]')
        expect(back).to_have_text("All games")
        expect(back).to_be_in_viewport(ratio=0.95)
        expect(lobby.locator("[data-start]")).to_be_in_viewport(ratio=0.95)
        back.click()
        overview_of(lobby, left=False)
        assert book.page.evaluate("document.activeElement.dataset.choose") == "kommando", "the focus is not lost"
        if size[0] < 560:
            book.page.evaluate("document.exitFullscreen()")

        kommando.click()
        lobby.locator("[data-start]").click()
        play_first(book.widget(), book)
        lobby.locator('[data-mark="back"]').click()
        overview_of(lobby, left=True)

        lobby.locator('[data-choose="columns"]').click()
        lobby.locator("[data-start]").wait_for()
        lobby.locator('[data-tab="play"]').click()
        overview_of(lobby, left=True)
        lobby.locator('[data-choose="columns"]').click()
        lobby.locator('[data-tab="games"]').click()
        lobby.locator('[data-tab="play"]').click()
        lobby.locator("[data-start]").wait_for()  # a look at the list of games keeps what was chosen
        assert book.errors == []


def test_a_game_is_chosen_and_begun_by_keys_alone(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        keys = book.page.keyboard
        lobby.locator('[data-choose="fourx"]').focus()
        keys.press("Enter")
        lobby.locator("[data-start]").wait_for()
        assert lobby.locator("[data-opponent]").count() == 0, "one plays alone"
        lobby.locator('[data-choose="kommando"]').focus()
        keys.press("Space")
        lobby.locator('[data-opponent="beginner"]:checked').wait_for()
        for _ in range(3):
            keys.press("Tab")  # past the other games, to the opponents
        assert book.page.evaluate("document.activeElement.dataset.opponent") == "beginner"
        keys.press("ArrowDown")
        lobby.locator('[data-opponent="greedy"]:checked').wait_for()
        for _ in range(3):
            keys.press("Tab")  # past a match and the variants
        starts = "'start' in document.activeElement.dataset"
        assert book.page.evaluate(starts)
        keys.press("Tab")
        assert book.page.evaluate("'lesson' in document.activeElement.dataset"), "somebody new may learn first"
        keys.press("Shift+Tab")
        keys.press("Enter")
        assert attribute(book.widget(), "data-game") == "kommando"
        assert book.run("print(lobby.game.names)") == "['you', 'Greedy']"


def test_the_opponent_is_named_and_changed_where_a_game_is_chosen(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        menus = lobby.locator("[data-rival]")
        assert menus.count() == 5
        told = menus.evaluate_all("all => all.map(one => [one.parentElement.innerText.split('\\n')[0], one.value])")
        assert sorted(map(tuple, told)) == [("against", "beginner")] * 4 + [("deal:", "easy")]
        keys = book.page.keyboard
        lobby.locator('[data-rival="kommando"]').focus()
        keys.press("ArrowDown")
        lobby.locator('[data-opponent="greedy"]:checked').wait_for()
        assert book.page.evaluate("document.activeElement.dataset.choose") == "kommando", "the focus is not lost"
        assert menus.first.is_hidden(), "the setup of the game says who plays"
        lobby.locator("[data-start]").click()
        book.widget()
        assert book.run("print(lobby.game.names)") == "['you', 'Greedy']"


@pytest.mark.parametrize("width", [390, 1366])
def test_play_begins_a_game_at_once_and_options_opens_the_form(sheet: Cells, tmp_path: Path, width: int) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": width, "height": 844})
        lobby = lobby_of(book)
        play = lobby.locator("[data-play]")
        names = [one.get_attribute("aria-label") for one in play.all()]
        assert "Play Kommando against Beginner" in names
        assert "Play 4X Solitaire, deal: easy" in names
        lobby.locator('[data-choose="kommando"] >> text="Options"').click()
        lobby.locator("[data-start]").wait_for()
        assert [one.is_visible() for one in play.all()] == [False] * 5, "the form has its own button"
        lobby.locator('[data-mark="overview"]').click()
        lobby.locator('[data-play="kommando"]').focus()
        book.page.keyboard.press("Enter")
        assert attribute(book.widget(), "data-game") == "kommando"
        assert book.run("print(lobby.game.names)") == "['you', 'Beginner']"
        assert book.errors == []


CUT_MENUS = """menus => menus.flatMap(menu => {
    const style = getComputedStyle(menu);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = menu.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
    return [...menu.options].map(one => one.text).filter(text => pen.measureText(text).width > room);
})"""
"""The names that menus cut: at the end of a menu, its arrow needs 18 pixels."""

UNDER_MENUS = """menus => menus.filter(menu => {
    const texts = [...menu.closest("li").querySelectorAll("button > b, button > .cw-choice-words")];
    return texts.some(text => text.getClientRects()[0]?.bottom > menu.getBoundingClientRect().top);
}).map(menu => menu.dataset.rival)"""
"""The menus that lie over words of their games."""


PLAYED = "all => all.forEach(one => one.remove())"
"""Leaves the cards without the buttons for somebody new, as after a game."""


@pytest.mark.parametrize("width", [390, 930, 1366])
def test_a_menu_of_players_cuts_no_name_and_covers_no_words(sheet: Cells, tmp_path: Path, width: int) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": width, "height": 800})
        lobby = lobby_of(book)
        first = lobby.locator("[data-first]")
        assert first.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)") == []
        assert [one.inner_text() for one in first.all()] == ["First hand with help"] * 5
        menus = lobby.locator("[data-rival]")
        assert menus.first.is_visible() == (width > 560), "for somebody new a telephone has help in the menu's place"
        first.evaluate_all(PLAYED)
        assert menus.evaluate_all(CUT_MENUS) == []
        assert menus.evaluate_all(UNDER_MENUS) == []
        assert menus.evaluate_all("all => all.every(one => one.labels[0].textContent.match(/against|deal/))")


FORM = """lobby => [".cw-daily-play", ".cw-begin > .cw-button", ".cw-segments:not(.cw-options > *) > :first-child"]
    .flatMap(one => [...lobby.querySelectorAll(one)])
    .filter(one => one.getClientRects().length > 0)
    .map(one => (one.matches(".is-strong, .is-new") ? "*" : "") + one.innerText)"""
"""The labels and buttons of the form for a game without its variants, coloured ones with a star."""


PLACED = """lobby => [".cw-begin > .cw-button", ".cw-segments:not(.cw-options > *)"]
    .flatMap(one => [...lobby.querySelectorAll(one)])
    .map(one => {
        const { x, y } = one.getBoundingClientRect();
        return [(one.querySelector("span") ?? one).innerText, x, y];
    })"""
"""Where the buttons and the rows of the form begin, without the variants, which are folded."""


def test_the_form_says_what_each_button_starts_and_what_stays_does_not_move(sheet: Cells, tmp_path: Path) -> None:
    setup, shown = sources(tmp_path)
    with sheet(setup + FILLED, shown) as book:
        lobby = lobby_of(book)
        assert lobby.locator("[data-first]").count() == 5, "no card has a hole, as long as one game is new"
        assert lobby.locator(".cw-start-here").count() == 0, "who has finished a game knows where to start"
        level = lobby.locator('label:has([data-rival="universal"])')
        assert "first games" in attribute(level, "title"), "what a level does, where it is named"
        known = lobby.locator("[data-first].is-known").evaluate_all("all => all.map(one => one.dataset.first)")
        assert known == ["kommando"], "a game of it was finished: a telephone has the menu there"
        lobby.locator('[data-choose="commander"]').click()
        teams = lobby.locator('[data-players="teams"]')
        teams.scroll_into_view_if_needed()
        *begin, players, _ = lobby.evaluate(PLACED)
        what_it_does = lobby.locator(".cw-level-words")
        for count in ("3", "4", "teams"):
            lobby.locator(f'[data-players="{count}"]').check()
            lobby.locator("[data-opponent-3]" if count != "3" else "[data-opponent-2]").first.wait_for()
            others = [one.inner_text() for one in what_it_does.all()[1:]]
            if count != "teams":
                assert others == ["Beginner: as above."] * (int(count) - 2), "no seat has a gap in this place"
            *buttons, row = lobby.evaluate(PLACED)[:4]
            assert [(one[0], one[2]) for one in buttons] == [(one[0], one[2]) for one in begin], "in this order"
            assert row == players, "what was clicked stays under the mouse"
        what_it_does.nth(1).wait_for()
        levels = [one.inner_text().split(":")[0] for one in what_it_does.all()]
        assert levels == ["Beginner", "Greedy", "Beginner"], "a partner remembers aces at least"
        rows = lobby.evaluate(PLACED)[3:]
        lobby.locator('[data-opponent="greedy"]').check()
        expect(what_it_does.first).to_contain_text("Greedy")
        assert lobby.evaluate(PLACED)[3:] == rows, "nor changes its name"
        assert [one.inner_text().split(":")[0] for one in what_it_does.all()] == ["Greedy", "Greedy", "Beginner"], (
            "by seat"
        )
        labels = lobby.evaluate(FORM)
        in_teams = ["*Play this game", "Play the first hand with help, for two", "Deal of the day, for two"]
        assert labels[:3] == in_teams, "these have no teams, and say so"
        assert labels[3:] == ["Players", "Opponent Ben", "Partner Cleo", "Opponent Dan"]
        lobby.locator('[data-players="2"]').check()
        lobby.locator("[data-opponent-2]").first.wait_for(state="detached")
        assert lobby.evaluate(FORM)[:3] == in_teams, "who opened the form wants to play what it says"
        assert lobby.locator("[data-line]").is_hidden(), "Python is for those who open it"
        lobby.locator('[data-choose="kommando"]').click()
        lobby.locator('[data-start].is-strong >> text="Play this game"').wait_for()
        assert lobby.locator(".cw-begin .is-strong").count() == 1, "the same for who has finished a game"


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)], ids=["telephone", "laptop"])
def test_the_button_that_plays_follows_the_choices_and_stays_in_view(
    sheet: Cells, tmp_path: Path, size: tuple[int, int]
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": size[0], "height": size[1]})
        lobby = lobby_of(book)
        fill(lobby)
        lobby.locator('[data-choose="commander"]').click()
        lobby.locator(".cw-setup summary").first.click()
        last = lobby.locator('[data-option="deal"]')
        start = lobby.locator("[data-start]")
        for seen in (lobby.locator("[data-players]").first, last):
            seen.scroll_into_view_if_needed()
            expect(start).to_be_in_viewport(ratio=0.99)
        assert last.evaluate(
            "(one, start) => one.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING",
            start.element_handle(),
        ), "by key, too"
        assert lobby.locator("[data-daily] >> visible=true").count() == 1, "one way to the deal of the day"


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_on_a_telephone_each_game_says_in_one_line_what_it_is_about(
    sheet: Cells, tmp_path: Path, size: tuple[int, int]
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": size[0], "height": size[1]})
        lobby = lobby_of(book)
        fill(lobby)
        words = lobby.locator(".cw-choice > .cw-choice-words:not(.cw-soft)")
        heights = words.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert len(heights) == 5
        assert all(0 < height < 26 for height in heights)
        assert words.first.inner_text() == "Find the hidden Commander"


VARIANTS = """lobby => [...lobby.querySelectorAll(".cw-setup summary, .cw-options > *")].map(one => {
    const { top, height } = one.getBoundingClientRect();
    return [Math.round(top - lobby.querySelector(".cw-setup").getBoundingClientRect().top), Math.round(height)];
})"""
"""Where the variants of the form stand, folded open."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_telephone_no_variant_moves_when_another_or_a_level_is_chosen(
    sheet: Cells, tmp_path: Path, width: int, height: int
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": width, "height": height})
        lobby = lobby_of(book)
        for game in ("commander", "kommando", "fourx", "universal"):
            lobby.locator(f'[data-choose="{game}"]').click()
            lobby.locator(f'.cw-setup[aria-label="{cw.games()[game]}"] > .cw-line-more').wait_for(state="attached")
            lobby.locator(".cw-setup details:not(.cw-line-more)").evaluate("one => one.open = true")
            chosen = lobby.locator(".cw-setup :is([data-opponent], .cw-options :is([type=radio], [type=checkbox]))")
            stood = lobby.evaluate(VARIANTS)[: 1 + lobby.locator(".cw-options > *").count()]
            for number in range(chosen.count()):
                chosen.nth(number).evaluate("one => one.click()")
                book.page.wait_for_timeout(150)
                assert lobby.evaluate(VARIANTS)[: len(stood)] == stood, (game, number)


SEATS = """lobby => [...lobby.querySelectorAll(".cw-setup-choices :is(.cw-seat-level label, summary)")].map(one =>
    Math.round(one.getBoundingClientRect().top - lobby.querySelector(".cw-setup").getBoundingClientRect().top))"""
"""Where the buttons of all opponents and what is folded below them stand."""

HOLES = """lobby => [...lobby.querySelectorAll(".cw-setup-choices > *")].filter(one =>
    one.offsetHeight > 0 && getComputedStyle(one).visibility === "hidden").length"""
"""How many lines keep their places though nothing is seen of them."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_telephone_no_opponent_moves_when_another_one_is_chosen_and_the_form_has_no_hole(
    sheet: Cells, tmp_path: Path, width: int, height: int
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": width, "height": height})
        lobby = lobby_of(book)
        lobby.locator('[data-choose="commander"]').click()
        for count, last in (("4", 3), ("3", 2), ("teams", 3)):
            lobby.locator(f'[data-players="{count}"]').check()
            expect(lobby.locator(".cw-seat-level")).to_have_count(last)
            assert lobby.evaluate(HOLES) == 0
            stood = lobby.evaluate(SEATS)
            for seat in ("", *(f"-{number}" for number in range(2, last + 1))):
                for level in ("random", "strong", "person", "greedy"):
                    lobby.locator(f'[data-opponent{seat}="{level}"]').check()
                    book.page.wait_for_timeout(100)
                    assert lobby.evaluate(SEATS) == stood, (count, seat, level)
        lobby.get_by_text("What each level does").click()
        told = [one.inner_text().split(":")[0] for one in lobby.locator(".cw-levels-more > p").all()]
        assert told == ["Random", "Beginner", "Greedy", "Club player", "Strong player"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_telephone_all_that_one_chooses_for_four_players_fits_on_one_screen(
    sheet: Cells, tmp_path: Path, width: int, height: int
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": width, "height": height})
        lobby = lobby_of(book)
        fill(lobby)
        lobby.locator('[data-choose="commander"]').click()
        lobby.locator('[data-players="4"]').check()
        expect(lobby.locator(".cw-seat-level")).to_have_count(3)
        for seat in lobby.locator(".cw-seat-level").all():
            tops = seat.locator("label").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
            assert len(set(tops)) == 1, "its levels stand in one row"
        match = lobby.locator('.cw-check:has([data-option="match"])').bounding_box()
        start = lobby.locator("[data-start]").bounding_box()
        assert match and start
        assert 0 < match["y"] + match["height"] <= start["y"]


def test_on_a_large_screen_a_level_is_told_beside_its_seat_and_no_row_moves(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": 1920, "height": 1080})
        lobby = lobby_of(book)
        lobby.locator('[data-choose="commander"]').click()
        lobby.locator('[data-players="4"]').check()
        expect(lobby.locator(".cw-seat-level")).to_have_count(3)
        stood = lobby.evaluate(SEATS)
        lobby.locator('[data-opponent-2="greedy"]').check()
        told = lobby.locator(".cw-level-words").nth(1)
        told.wait_for()
        words, last = told.bounding_box(), lobby.locator('[data-opponent-2="person"]').bounding_box()
        assert words and last and words["x"] > last["x"] + last["width"], "below it each seat had an empty line"
        assert lobby.evaluate(SEATS) == stood


def test_what_cannot_be_played_is_said_and_the_page_stays_as_it_is(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        lobby.locator('[data-choose="kommando"]').click()
        lobby.locator(".cw-setup summary").first.click()
        lobby.locator('[data-option="deal"]').fill("no code")
        lobby.locator(".cw-fault").wait_for()
        lobby.locator("[data-start]").click()
        lobby.locator("[data-message] >> text=code").wait_for()
        assert book.run("print(lobby.game)") == "None"


def test_axe_finds_nothing_in_any_theme_and_nothing_is_cut_off_at_any_width(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": 1280, "height": 1800})
        book.page.emulate_media(reduced_motion="reduce")  # or a colour is seen on its way from theme to theme
        lobby = lobby_of(book)
        lobby.locator('[data-choose="commander"]').click()
        lobby.locator(".cw-setup summary").first.click()
        lobby.locator(".cw-setup summary").last.click()
        lobby.locator("[data-line]").wait_for()
        assert in_every_theme(book, lobby, "choices", "lobby") == []
        assert too_wide(lobby) == {}


LETTERS = """lobby => [...lobby.querySelectorAll(".cw-choice-picture text")]
    .filter(text => text.getBoundingClientRect().width > 0)
    .map(text => [text.textContent, Math.round(parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)])
    .filter(([, size]) => size < 12)"""
"""The words and letters in the pictures of games that are too small to be read, with their sizes in pixels."""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_what_the_pictures_of_games_say_can_be_read(sheet: Cells, tmp_path: Path, size: tuple[int, int]) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": size[0], "height": size[1]})
        lobby = lobby_of(book)
        if size[0] < 560:  # as the lobby stands there by itself
            fill(lobby)
        assert lobby.locator(".cw-choice-picture text").count() > 10
        newcomer = lobby.locator(".cw-start-here")
        assert newcomer.evaluate_all("all => all.map(one => one.closest('button').dataset.choose)") == ["kommando"]
        expect(newcomer).to_have_text("Start here")
        assert lobby.evaluate(LETTERS) == []
        plays = lobby.locator("[data-choose] > .cw-choice-words > b")
        assert [one.inner_text() for one in plays.all() if one.is_visible()] == ["Options"] * 5
        assert too_wide(lobby) == {}


NARROW = """lobby => {
    const daily = lobby.querySelector(".cw-daily");
    daily.querySelector("b").textContent = "Capture for the Universal Card Deck";
    return { daily: daily.offsetHeight, wide: daily.querySelector("button").offsetWidth / daily.offsetWidth,
        beside: [...lobby.querySelectorAll(".cw-choices > li")].map(card =>
            card.querySelector("select").getBoundingClientRect().left >
            card.querySelector(".cw-choice-picture").getBoundingClientRect().right) };
}"""
"""What a telephone shows on the day of the longest name, and whether menus stand beside the pictures."""


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_telephone_the_deal_of_the_day_is_low_and_menus_stand_beside_the_pictures(
    sheet: Cells, tmp_path: Path, width: int
) -> None:
    with sheet(*sources(tmp_path)) as book:
        book.page.set_viewport_size({"width": width, "height": 800})
        lobby = lobby_of(book)
        fill(lobby)
        lobby.locator("[data-first]").evaluate_all(PLAYED)
        shown = lobby.evaluate(NARROW)
        assert shown["daily"] < 200
        why = lobby.locator("[data-why]").bounding_box()
        assert why and why["height"] < 26, "what it is for, in one line"
        assert shown["wide"] > 0.85
        assert shown["beside"] == [True] * 5
        assert too_wide(lobby) == {}


FILLED = """
from capture_widgets.library import kept_games
for seed in range(3):
    g = cw.new("kommando", seed=seed, seats=["you", cw.bots.Greedy(seed)])
    kept_games.keep(g)
    while not g.is_over and (seed or g.ply < 4):
        g.play(g.legal_moves()[0])
    g.close()
"""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["laptop", "telephone"])
def test_the_lobby_leads_to_all_unfinished_games(sheet: Cells, tmp_path: Path, size: tuple[int, int]) -> None:
    setup, shown = sources(tmp_path)
    many = FILLED.replace("range(3)", "range(7)").replace("(seed or g.ply < 4)", "(seed < 2 or g.ply < 4)")
    with sheet(setup + many, shown) as book:
        book.page.set_viewport_size({"width": size[0], "height": size[1]})
        lobby = lobby_of(book)
        card = lobby.locator("li", has=book.page.locator('[data-go-on="kommando"]'))
        expect(card.locator(".cw-choice > .cw-soft")).to_contain_text("Game against Greedy waits")
        expect(card.locator("[data-rival]")).to_be_hidden()
        expect(lobby.locator("[data-all-games]")).to_have_text("All 5 unfinished games")
        lobby.locator("[data-all-games]").click()
        lobby.locator("[data-games]").wait_for()
        assert lobby.locator("[data-games] [data-continue]").count() == 5
        assert lobby.locator("[data-games] > li").count() == 5, "the list begins with the games that it was opened for"
        lobby.locator('[data-tab="play"]').click()
        lobby.locator('[data-tab="games"]').click()
        expect(lobby.locator("[data-games] > li")).to_have_count(7)
        lobby.locator('[data-tab="play"]').click()
        expect(lobby.locator('[data-play="kommando"]')).to_have_text("New game")
        lobby.locator('[data-go-on="kommando"]').click()
        assert attribute(book.widget(), "data-ply") == "4", "it goes on, and no new one begins"


BELOW_LOBBY = "row => row.getBoundingClientRect().top - row.closest('[data-view]').getBoundingClientRect().top"


def test_your_games_are_counted_replayed_and_removed_and_axe_finds_nothing(sheet: Cells, tmp_path: Path) -> None:
    setup, shown = sources(tmp_path)
    with sheet(setup + FILLED, shown) as book:
        book.page.set_viewport_size({"width": 1280, "height": 1200})
        book.page.emulate_media(reduced_motion="reduce")  # or a colour is seen on its way from theme to theme
        lobby = lobby_of(book)
        lobby.locator('[data-tab="games"]').click()
        lobby.locator("[data-games]").wait_for()
        assert lobby.locator("[data-games] > li").count() == 3
        assert "3 games" in lobby.locator('[data-figures="kommando"]').inner_text()
        assert in_every_theme(book, lobby, "games", "lobby") == []
        assert too_wide(lobby) == {}
        rows = lobby.locator("[data-games] > li")
        assert [row.locator(".cw-button:not(.is-quiet)").count() for row in rows.all()] == [1, 1, 1]
        assert rows.last.locator("[data-continue]").count() == 1, "its first button goes on with an open game"
        rows.last.locator("[data-more-of]").click()
        rows.last.locator("[data-replay]").click()
        replay = book.widget(view="replay")
        assert attribute(replay, "data-seat") == "0"
        lobby.locator('[data-mark="back"]').click()
        lobby.locator("[data-games]").wait_for()
        lobby.locator("[data-more-of]").first.click()
        book.page.keyboard.press("Escape")
        assert lobby.locator("[data-delete]").count() == 0, "Escape puts the line away"
        lobby.locator("[data-more-of]").first.click()
        assert in_every_theme(book, lobby, "what else a game offers", "lobby") == []
        assert too_wide(lobby) == {}
        lobby.locator("[data-delete]").first.click()
        question = rows.first.get_by_role("alertdialog")
        assert question.inner_text().startswith("Delete this game of Kommando against "), (
            "it names the game, in its row"
        )
        expect(question.get_by_role("button").first).to_be_focused()
        book.page.keyboard.press("Escape")
        expect(rows.first.locator("[data-delete]")).to_be_focused()
        lobby.locator("[data-delete]").first.click()
        lobby.locator('[data-confirm="no"]').click()
        assert lobby.locator("[data-games] > li").count() == 3
        book.run("from capture_widgets.library import deleting; at = deleting.journal_at")
        for closes in (True, False):
            lobby.locator("[data-delete]").first.click()
            book.run("deleting.journal_at = lambda path: path")  # as if somebody played it
            stood = rows.first.evaluate(BELOW_LOBBY)
            lobby.locator('[data-confirm="yes"]').click()
            expect(rows.first.locator("[data-message]")).to_contain_text("being played")
            assert rows.first.evaluate(BELOW_LOBBY) == stood, "it pushes nothing down"
            if closes:
                rows.first.locator(".cw-message-close").click()
            else:
                lobby.locator('[data-tab="play"]').click()
            expect(lobby.locator(".cw-message.is-refused")).to_have_count(0)
            lobby.locator('[data-tab="games"]').click()
            lobby.locator("[data-more-of]").first.click()
        book.run("deleting.journal_at = at")
        lobby.locator("[data-delete]").first.click()
        lobby.locator('[data-confirm="yes"]').click()
        lobby.locator("[role=status] >> text=2 games").wait_for()
        assert book.run("print(len(cw.kept_games()))") == "2"
        lobby.locator("[data-games] [data-continue]").first.click()
        book.widget().wait_for()
        lobby.locator('[data-mark="back"]').click()
        lobby.locator("[data-games]").wait_for()
        expect(lobby.locator('[data-tab="games"]')).to_have_attribute("aria-selected", "true")
        assert book.errors == []


CLEAR = """cards => cards.flatMap(card => {
    const parts = ["[data-choose] > .cw-soft > b", ".cw-drawing", "[data-play]", "[data-first]", "[data-go-on]"];
    const [options, ...others] = parts
        .map(one => card.querySelector(one)?.getBoundingClientRect())
        .filter(box => box?.width > 0);
    return others.map(({ left, right, top, bottom }) =>
        Math.max(left - options.right, options.left - right, top - options.bottom, options.top - bottom));
})"""
"""How far *Options* stands from the picture and the buttons of its card."""


def test_on_a_telephone_options_stands_apart_from_what_plays(sheet: Cells, tmp_path: Path) -> None:
    setup, shown = sources(tmp_path)
    with sheet(setup + FILLED, shown) as book:
        book.page.set_viewport_size({"width": 390, "height": 844})
        lobby = lobby_of(book)
        fill(lobby)
        cards = lobby.locator(".cw-choices > li")
        assert min(cards.evaluate_all(CLEAR)) >= 2
        looks = cards.locator("[data-choose] > .cw-soft > b").evaluate_all(
            "all => all.map(one => [one.offsetWidth, one.offsetHeight, one.offsetLeft].join())"
        )
        assert len(set(looks)) == 1, "the same on each card"


def test_the_lobby_comes_back_at_its_head(sheet: Cells, tmp_path: Path) -> None:
    setup, shown = sources(tmp_path)
    with sheet(setup + FILLED, shown) as book:
        book.page.set_viewport_size({"width": 390, "height": 700})
        lobby = lobby_of(book)
        fill(lobby)
        frame = book.page.locator(".cw-frame[data-fills]")
        lobby.locator('[data-go-on="kommando"]').click()
        book.widget().wait_for()
        frame.evaluate("one => one.scrollTo(0, 4)")
        lobby.locator('[data-mark="back"]').click()
        lobby.locator("[data-go-on]").wait_for()
        book.page.wait_for_function("document.querySelector('.cw-frame[data-fills]').scrollTop === 0")


def test_a_match_chosen_in_the_form_has_its_points_counted(sheet: Cells, tmp_path: Path) -> None:
    with sheet(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        lobby.locator('[data-choose="commander"]').click()
        expect(lobby.locator('[data-option="scoring"]')).not_to_be_checked()
        lobby.locator('[data-players="4"]').check()
        lobby.locator("[data-opponent-3]").first.wait_for()
        expect(lobby.locator('[data-option="match"]')).not_to_be_checked()
        expect(lobby.locator("[data-start]")).to_have_text("Play this game")
        lobby.locator('[data-option="match"]').check()
        expect(lobby.locator('[data-option="scoring"]')).to_be_checked()
        expect(lobby.locator("[data-start]")).to_have_text("Play this game: Match to 25")
        lobby.locator("[data-start]").click()
        book.widget()
        assert book.run("print(lobby.game.is_match, lobby.game.type.slug)") == "True commander"


def test_a_match_belongs_to_the_number_of_players_that_played_it_last(sheet: Cells, tmp_path: Path) -> None:
    setup, shown = sources(tmp_path)
    played = """
from capture_widgets.library import kept_games
g = cw.new("commander", players=3, seats=["you", cw.bots.Random(), cw.bots.Random()], scoring=True, match=True)
kept_games.keep(g)
g.play(g.legal_moves()[0])
g.close()
"""
    with sheet(setup + played, shown) as book:
        lobby = lobby_of(book)
        lobby.locator('[data-choose="commander"]').click()
        lobby.locator("[data-opponent-2]").first.wait_for()
        match = lobby.locator('[data-option="match"]')
        expect(match).to_be_checked()
        for count, checked in (("4", False), ("2", False), ("3", True), ("teams", False)):
            lobby.locator(f'[data-players="{count}"]').check()
            expect(match).to_be_checked(checked=checked)
        match.check()
        lobby.locator('[data-players="4"]').check()
        expect(match).to_be_checked()  # it was chosen in this form
        assert book.errors == []


def test_on_a_telephone_the_list_of_games_keeps_its_place_when_one_is_deleted(sheet: Cells, tmp_path: Path) -> None:
    setup, shown = sources(tmp_path)
    with sheet(setup + FILLED, shown) as book:
        book.page.set_viewport_size({"width": 390, "height": 844})
        lobby = lobby_of(book)
        fill(lobby)
        lobby.locator('[data-tab="games"]').click()
        filters = lobby.locator(".cw-filters")
        stood = filters.bounding_box()
        for left in (2, 1):
            lobby.locator("[data-more-of]").first.click()
            lobby.locator("[data-delete]").click()
            lobby.locator('[data-confirm="yes"]').click()
            expect(lobby.locator("[data-games] > li")).to_have_count(left)
            assert filters.bounding_box() == stood


def test_the_next_game_is_chosen_at_a_table_and_the_one_before_is_brought_back(sheet: Cells) -> None:
    with sheet("g = cw.new('kommando', seed=7, seats=['you', cw.bots.Random()])\ng") as book:
        book.run_all()
        table = book.widget()
        ply = play_first(table, book)
        new_game(table, "Another game").click()
        table.locator('[data-choose="fourx"]').click()
        table.locator(".cw-line-more > summary").click()
        table.locator("[data-line] >> text=fourx").wait_for()
        table.locator("[data-start]").click()
        table.locator('[data-confirm="yes"]').click()
        table = book.page.locator('[data-view="table"][data-game="fourx"]')
        table.wait_for()
        assert book.run("print(g.type.slug, len(g.ended))") == "fourx 1"
        new_game(table, "Bring back").click()
        table = book.page.locator(f'[data-view="table"][data-game="kommando"][data-ply="{ply}"]')
        table.wait_for()
        assert book.run("print(g.names)") == "['you', 'Random']"
        assert book.errors == []


def test_a_first_hand_that_was_left_goes_on_at_its_step_and_nobody_is_to_move_while_it_talks(
    sheet: Cells, tmp_path: Path
) -> None:
    with sheet(*sources(tmp_path)) as book:
        lobby = lobby_of(book)
        lobby.locator('[data-first="kommando"]').click()
        lesson = book.widget(view="lesson")
        table = lesson.locator('[data-view="table"]')
        turn = table.locator(".cw-turn"), table.locator(".cw-to-move").last
        assert [one.is_visible() for one in turn] == [False, False], "while the lesson talks"
        lesson.locator("[data-go=next]").click()
        answers = lesson.locator("[data-say]")
        top, hand = answers.first.bounding_box(), table.locator(".cw-b-hand.is-near").bounding_box()
        answers.nth(1).click()
        lesson.locator("[data-reply][data-right=false]").wait_for()
        assert lesson.locator("[data-go=again]").count() == 0, "another answer can be clicked"
        answers.first.click()
        lesson.locator("[data-reply][data-right=true]").wait_for()
        assert answers.first.bounding_box() == top, "the answers stay where they are"
        assert lesson.locator("[data-go=again]").count() == 0, "nothing is to be tried again after a right answer"
        for number in (2, 3):
            lesson.locator("[data-go=next]").click()
            lesson.locator(f'[data-step="{number}"]').wait_for()
            if number == 2:
                answers.nth(1).click()
                lesson.locator("[data-reply][data-right=true]").wait_for()
        wait_for_turn(table)
        assert [one.is_visible() for one in turn] == [True, True], "where it asks for a move"
        assert table.locator(".cw-b-hand.is-near").bounding_box() == hand, "and the hand keeps its place"

        lobby.locator('[data-mark="back"]').click()
        lobby.locator('[data-choose="kommando"]').click()
        on, anew = lobby.locator('[data-lesson="kommando"]'), lobby.locator('[data-lesson-anew="kommando"]')
        assert on.inner_text() == "First hand with help: go on at step 4"
        assert lobby.locator("[data-lesson] + [data-lesson-anew]").inner_text() == "First hand from the start"
        lobby.locator('[data-mark="overview"]').click()
        lobby.locator('[data-tab="games"]').click()
        left = lobby.locator('[data-games] [data-continue="lesson kommando"]')
        expect(left).to_be_visible()
        lobby.locator("[data-more-of]").click()
        assert lobby.locator(".cw-game-more button").count() == 1, "it has neither a replay nor files"
        lobby.locator("[data-delete]").click()
        expect(lobby.get_by_role("alertdialog")).to_contain_text("Delete the first hand of Kommando, for good?")
        lobby.locator('[data-confirm="no"]').click()
        expect(left).to_be_visible()
        lobby.locator('[data-tab="play"]').click()
        lobby.locator('[data-first="kommando"]').click()
        lesson.locator('[data-step="3"]').wait_for()
        assert lesson.locator("[data-go=first]").inner_text() == "Begin anew"
        lobby.locator('[data-mark="back"]').click()
        lobby.locator('[data-choose="kommando"]').click()
        anew.click()
        lesson.locator('[data-step="0"]').wait_for()
        lesson.locator("[data-go=next]").click()
        lesson.locator('[data-step="1"]').wait_for()
        lobby.locator('[data-mark="back"]').click()
        lobby.locator('[data-tab="games"]').click()
        lobby.locator("[data-more-of]").click()
        lobby.locator("[data-delete]").click()
        lobby.locator('[data-confirm="yes"]').click()
        lobby.locator("[data-to-games]").click()
        lobby.locator('[data-choose="kommando"]').click()
        on.wait_for()
        assert (on.inner_text(), anew.count()) == ("Play the first hand with help", 0)
        assert book.errors == []
