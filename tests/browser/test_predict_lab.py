"""Predicting moves on the table of a replay: in every game, by mouse and by keys, in every theme."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Book, wait_attribute, wait_until
from tests.browser.play import FOCUSED, MID_GAME, MIDWAY, click, press
from tests.browser.test_axe_lab import in_every_theme
from tests.browser.test_replay_lab import value
from tests.picks import steps
from tests.thorough import thorough_but

ASKED = """
asked = [ply for ply in range(g.ply) if g.at(ply).to_play == 0][-2:]
t = g.replay(seat=0, predict=asked)
while t.question is None:
    t.ply += 1
t
"""


@pytest.mark.parametrize("made", thorough_but(MID_GAME, MID_GAME[0], MID_GAME[-1]))
def test_moves_are_predicted_on_the_table_by_mouse_and_keys(desk: Book, made: str) -> None:
    desk.fresh(MIDWAY, f"g = {made}", ASKED)
    replay = desk.widget(view="replay")
    game = str(replay.get_attribute("data-game"))
    objections: list[str] = []
    for number, aim in enumerate((click, press)):
        replay.locator("[data-question]").wait_for()
        ply, legal = value(desk, "[t.ply, g.at(t.ply).legal_moves()]")
        # the longest way to a move that does not give up
        move = max((one for one in legal if one not in ("resign", "draw")), key=lambda one: len(steps(game, one)))
        *way, last = steps(game, move)
        if aim is press:
            replay.locator(".cw-board [tabindex='0']").focus()
        for step in way:
            aim(replay, step)
        if aim is click:  # running cells takes the focus away
            objections = in_every_theme(desk, replay, f"{move} but for {last}")
        aim(replay, last)
        wait_attribute(replay, "data-ply", str(ply + 1))
        replay.locator("[data-told]").wait_for()
        assert replay.evaluate(FOCUSED)
        answers = value(desk, "t.answers")
        assert [(one["ply"], one["chosen"]) for one in answers[number:]] == [(ply, move)]
        desk.run("while t.question is None and t.scene['more']:\n    t.ply += 1")
    assert objections == []
    assert desk.errors == []


IN_VIEW = """replay => {
    const outer = replay.closest(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const board = replay.querySelector(".cw-board").getBoundingClientRect();
    const question = replay.querySelector("[data-question]").getBoundingClientRect();
    const beside = question.left >= board.right && question.top < board.bottom;
    return [beside, question.bottom - replay.getBoundingClientRect().top <= outer.height];
}"""


def test_the_question_stands_in_its_own_words_beside_the_table_on_a_projector(desk: Book) -> None:
    words = "Somebody says that waiting is better than attacking here. What would you play, and why?"
    desk.fresh(
        MIDWAY,
        'g = midway(11, "kommando", seed=7)\nseat, moves = g.to_play, g.legal_moves()\ng.play(moves[-1])',
        f'ask = {{g.ply - 1: {{"question": "{words}", "right": moves}}}}',
        'g.replay(seat=seat, predict=ask, ply=g.ply, size="projector")',
    )
    replay = desk.widget(view="replay")
    for width, height in ((1920, 1080), (1024, 768)):
        desk.page.set_viewport_size({"width": width, "height": height})
        replay.locator("[data-question]").get_by_text(words).wait_for()
        wait_until(replay, f"replay => ({IN_VIEW})(replay).every(Boolean)")
    replay.locator("[data-question] summary").click()
    replay.locator("[data-question] [data-move]").first.click()
    expect(replay.locator("[data-told]")).to_have_attribute("data-right", "true")
