"""Polls and lessons on the pages of a class: answers are kept and graded, and no page gets more than its own."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from tests.cases import random_move
from tests.test_game_class import NAMES, come, during, played
from tests.test_rooms import Page, page_at
from tests.test_sealed import alike

OPEN = "comm_open"


def kommando(moves: int = 4) -> cw.Game:
    game, rng = cw.new("kommando", seed=7), Random(1)
    for _ in range(moves):
        game.play(str(random_move(game.state, rng)))
    return game


def steps() -> list[dict[str, Any]]:
    return [
        {"position": kommando(), "text": "Look at your hand.", "ask": "look"},
        {
            "text": "Which card is strongest?",
            "ask": "choice",
            "choices": ["the two", "the ace", "the nine"],
            "right": "the ace",
            "reply": "Look again.",
            "hints": ["A SECRET HINT"],
            "reveal": {"text": "A SECRET REVEAL"},
            "tries": 2,
        },
        {"text": "How many suits are there?", "ask": "number", "right": 4},
    ]


async def heard(page: Page, kind: str) -> Any:
    return await page.until(lambda one: one["type"] == kind)


async def in_lesson(leader: cw.GameClass, name: str) -> tuple[Page, str]:
    """Somebody comes to the class, whose pages show a lesson; returns the page and the own link."""
    page, own = await come(leader, name)
    await page.until(lambda one: one["type"] == OPEN and one["data"]["state"]["view"] == "lesson")
    return page, own


def scene_of(page: Page) -> dict[str, Any]:
    """The lesson's scene as the page knows it after all that it has heard."""
    scene: dict[str, Any] = {}
    for text in page.heard:
        message = json.loads(text)
        found = message.get("data", {}).get("state", {}).get("scene", {})
        scene = found if "step" in found else scene
    return scene


async def ask(page: Page, request: int, **content: Any) -> Any:
    reply = await page.answer(id=request, **content)
    while reply.get("id") != request:
        reply = (await page.until(lambda one: one["data"].get("method") == "custom"))["data"]["content"]
    return reply


def test_votes_come_from_pages_and_are_shown_when_the_teacher_chooses(tmp_path: Path) -> None:
    game = kommando()
    moves = game.legal_moves()

    async def act(leader: cw.GameClass) -> None:
        pages = {name: (await come(leader, name))[0] for name in NAMES[:3]}
        poll = leader.poll(game, "What now?")
        for page in pages.values():
            await heard(page, OPEN)
            assert "What now?" in (await heard(page, "say"))["text"]
            assert page.dump["legal_moves"] == moves
        at = {"round": 0, "ply": game.ply}
        for request, (name, page) in enumerate(pages.items()):
            move = moves[0] if name == "Ann" else moves[1]
            assert (await page.answer(kind="play", move=move, id=request, **at))["kind"] == "done"
        again = await pages["Ann"].answer(kind="play", move=moves[1], id=9, **at)  # the last vote of each counts
        assert again["kind"] == "done"
        assert [json.loads(text)["type"] for text in pages["Ann"].heard[-2:]] == ["say", "comm_msg"]
        assert "You chose to" in pages["Ann"].heard[-2]
        assert poll.tally() == {moves[1]: 3}
        assert {vote["source"] for vote in poll.votes} == {"page"}
        assert poll.scene["choices"] == []
        assert poll.scene["count"] == 3
        poll.show("votes")
        assert poll.scene["choices"][0]["votes"] == 3
        assert (await pages["Ben"].answer(kind="play", move="L:99z", id=10, **at))["kind"] == "refused"
        poll.end()
        refused = await pages["Ben"].answer(kind="play", move=moves[0], id=11, **at)
        assert refused["kind"] == "refused"
        assert poll.tally() == {moves[1]: 3}
        assert game.ply == 4, "a vote moves nothing"
        assert poll.play().moves()[-1] == moves[1]
        leader.back_to_games()
        assert "you are in" in (await heard(pages["Cleo"], "wait"))["text"]

    during(cw.open_class("kommando", NAMES, keep=tmp_path), act)


def test_votes_are_kept_in_the_form_of_a_poll_and_a_new_kernel_goes_on_with_them(tmp_path: Path) -> None:
    game = kommando()
    moves = game.legal_moves()
    links: list[str] = []

    async def first(leader: cw.GameClass) -> None:
        page, own = await come(leader, "Ann")
        links.append(own)
        leader.poll(game, "What now?")
        await heard(page, OPEN)
        await page.answer(kind="play", move=moves[2], round=0, ply=game.ply, id=1)

    async def again(leader: cw.GameClass) -> None:
        poll = leader.poll(game, "What now?")
        assert poll.tally() == {moves[2]: 1}
        page = await page_at(links[0])
        await heard(page, OPEN)
        assert "You chose to" in (await heard(page, "say"))["text"]

    during(cw.open_class("kommando", NAMES, keep=tmp_path), first)
    (file,) = tmp_path.glob("poll-*.jsonl")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with file.open("a") as out:
        out.write('{"who": "Be')  # as after a loss of power
    assert cw.poll(game, "Another", voters=[file]).tally() == {moves[2]: 1}
    during(cw.open_class("kommando", NAMES, keep=tmp_path), again)


def test_a_vote_that_cannot_be_kept_does_not_count(tmp_path: Path) -> None:
    game = kommando()

    def spoil() -> None:
        (file,) = tmp_path.glob("poll-*.jsonl")
        file.unlink()
        file.mkdir()

    async def act(leader: cw.GameClass) -> None:
        page, _ = await come(leader, "Ann")
        poll = leader.poll(game)
        await heard(page, OPEN)
        spoil()
        reply = await page.answer(kind="play", move=game.legal_moves()[0], round=0, ply=game.ply, id=1)
        assert "could not be saved" in reply["text"]
        assert poll.votes == []

    during(cw.open_class("kommando", NAMES, keep=tmp_path), act)


@pytest.mark.parametrize("begun", [True, False])
def test_a_page_of_a_poll_gets_the_seats_own_view_and_no_vote_of_others(begun: bool) -> None:
    """Two worlds that the seat to play cannot tell apart, and other votes, give the same bytes."""
    game = kommando()
    seat = game.to_play
    assert seat is not None
    received: list[list[str]] = []

    async def act(leader: cw.GameClass, number: int) -> None:
        poll = leader.poll(alike(game, Random(number)), "What now?", begin=begun)
        poll.vote("Somebody else", game.legal_moves()[number])
        page, _ = await come(leader, "Ann")
        if begun:
            await heard(page, OPEN)
            await heard(page, "say")
            poll.show("votes")
            await ask(page, 1, kind="again")
        else:
            assert "soon" in (await heard(page, "wait"))["text"]
        received.append([text.replace(page.model, "") for text in page.heard[2:]])

    for number in range(3):
        during(cw.open_class("kommando", NAMES), lambda leader, number=number: act(leader, number))  # type: ignore[misc]
    assert received[0] == received[1] == received[2]
    assert "Somebody" not in "".join(received[0])


def test_a_game_that_somebody_of_the_class_plays_is_not_shown_to_all() -> None:
    async def act(leader: cw.GameClass) -> None:
        for name in NAMES[:2]:
            await come(leader, name)
        (one,) = leader.next_round()
        with pytest.raises(cw.ActionRefused, match="game 1 goes on"):
            leader.poll(one.game)
        with pytest.raises(cw.ActionRefused, match="game 1 goes on"):
            leader.poll(one.game.table(seat=0))
        with pytest.raises(ValueError, match="expected a lesson"):
            leader.lesson("kommando")  # type: ignore[arg-type]
        played(leader, Random(1))
        poll = leader.poll(one.game.replay(seat=None, ply=2))
        assert leader.activity is poll
        leader.next_round()  # the games begin, so the poll is over
        assert poll.closed
        assert repr(leader.activity) == "None"

    during(cw.open_class("kommando", NAMES), act)


def test_everybody_goes_through_a_lesson_alone_and_answers_are_kept_and_graded(tmp_path: Path) -> None:
    lesson = cw.Lesson("Cards", steps())

    async def act(leader: cw.GameClass) -> None:
        given = leader.lesson(lesson)
        ann, own = await in_lesson(leader, "Ann")
        ben, _ = await in_lesson(leader, "Ben")
        assert (await ask(ann, 1, kind="next"))["kind"] == "done"
        assert (scene_of(ann)["step"], scene_of(ben)["step"]) == (1, 0)
        await ask(ann, 2, kind="say", answer="the two")
        assert scene_of(ann)["tries"] == 1
        await ask(ann, 2, kind="say", answer="the two")  # the same request again: it was answered, and counts once
        assert scene_of(ann)["tries"] == 1
        again = await page_at(own)  # as after a reload: place, answer and tries stay
        await again.until(lambda one: one["type"] == OPEN and one["data"]["state"]["view"] == "lesson")
        scene = scene_of(again)
        assert (scene["step"], scene["tries"], scene["said"]) == (1, 1, "the two")
        await ask(again, 3, kind="say", answer="the ace")
        assert scene_of(again)["reveal"] == "A SECRET REVEAL"
        await ask(again, 4, kind="next")
        await ask(again, 5, kind="say", answer="4")
        await ask(again, 6, kind="next")
        assert scene_of(again)["over"]
        assert [(one["name"], one["step"], one["over"]) for one in given.progress] == [
            ("Ann", 2, True),
            ("Ben", 0, False),
        ]
        assert given.grade()["Ann"].points == lesson.grade(tmp_path / "answers")["Ann"].points == 2
        assert "Ann" in given._repr_html_()
        leader.back_to_games()
        assert "you are in" in (await heard(again, "wait"))["text"]
        assert leader.lesson(lesson) is given
        await again.until(lambda one: one["type"] == OPEN and one["data"]["state"]["view"] == "lesson")
        assert scene_of(again)["over"]

    during(cw.open_class("kommando", NAMES, keep=tmp_path), act)


async def at_the_first_question(leader: cw.GameClass, links: list[str]) -> Page:
    """Ann's page of a lesson at its first question; her link is noted."""
    leader.lesson(cw.Lesson("Cards", steps()))
    page, own = await in_lesson(leader, "Ann")
    links.append(own)
    await ask(page, 1, kind="next")
    return page


async def back_in_the_lesson(leader: cw.GameClass, links: list[str]) -> Page:
    """Her page of the same lesson in another kernel."""
    leader.lesson(cw.Lesson("Cards", steps()))
    page = await page_at(links[0])
    await page.until(lambda one: one["type"] == OPEN and one["data"]["state"]["view"] == "lesson")
    return page


def test_a_lesson_goes_on_in_a_new_kernel_where_the_answers_end(tmp_path: Path) -> None:
    links: list[str] = []

    async def first(leader: cw.GameClass) -> None:
        page = await at_the_first_question(leader, links)
        await ask(page, 2, kind="say", answer="the two")

    async def again(leader: cw.GameClass) -> None:
        page = await back_in_the_lesson(leader, links)
        await ask(page, 1, kind="next")
        assert (scene_of(page)["step"], scene_of(page)["tries"]) == (1, 1), "the tries are used up as before"
        await ask(page, 2, kind="say", answer="the ace")
        await ask(page, 3, kind="next")
        assert (scene_of(page)["step"], scene_of(page)["points"]) == (2, 1)

    during(cw.open_class("kommando", NAMES, keep=tmp_path), first)
    during(cw.open_class("kommando", NAMES, keep=tmp_path), again)


def test_a_page_sees_in_a_new_kernel_that_an_answer_without_a_limit_of_tries_counts_already(tmp_path: Path) -> None:
    links: list[str] = []

    async def first(leader: cw.GameClass) -> None:
        page = await at_the_first_question(leader, links)
        await ask(page, 2, kind="say", answer="the ace")
        await ask(page, 3, kind="next")
        assert (scene_of(page)["step"], scene_of(page)["tries"], scene_of(page)["given"]) == (2, None, 0)
        await ask(page, 4, kind="say", answer="5")  # the kernel dies before this reply is read
        assert scene_of(page)["given"] == 1

    async def again(leader: cw.GameClass) -> None:
        page = await back_in_the_lesson(leader, links)
        assert (scene_of(page)["step"], scene_of(page)["given"]) == (2, 1)

    during(cw.open_class("kommando", NAMES, keep=tmp_path), first)
    during(cw.open_class("kommando", NAMES, keep=tmp_path), again)


def test_no_page_gets_what_is_right_before_the_lesson_says_it_nor_the_answers_of_others() -> None:
    """A lesson with other right answers, other hints and other answers of others gives a page the same bytes."""
    received: list[list[str]] = []

    async def act(leader: cw.GameClass, other: bool) -> None:
        own = steps()
        if other:
            own[1] |= {"right": "the nine", "hints": ["ANOTHER HINT"], "reveal": {"text": "ANOTHER REVEAL"}}
            own[2] |= {"right": 5, "text": "How many colours are there?"}
        leader.lesson(cw.Lesson("Cards", own))
        ben, _ = await in_lesson(leader, "Ben")
        await ask(ben, 1, kind="next")
        await ask(ben, 2, kind="say", answer="the nine" if other else "the ace")
        ann, _ = await in_lesson(leader, "Ann")
        await ask(ann, 1, kind="next")
        await ask(ann, 2, kind="say", answer="the two")
        for number, kind in enumerate(("leave", "first_game", "front_end", "undo", "show", "edit", "grade"), 3):
            assert (await ask(ann, number, kind=kind))["text"] == "This cannot be done in a room."
        models = {json.loads(text)["comm"] for text in ann.heard if "comm" in json.loads(text)}
        texts = ann.heard[2:]
        for number, model in enumerate(sorted(models, key="".join(texts).index)):
            texts = [text.replace(model, f"model {number}") for text in texts]
        received.append(texts)

    for other in (False, True):
        during(cw.open_class("kommando", NAMES), lambda leader, other=other: act(leader, other))  # type: ignore[misc]
    assert received[0] == received[1]
    assert '"tries": 1' in "".join(received[0])
    assert not any(word in "".join(received[0]) for word in ("SECRET", "suits", '"Ben"'))


def test_a_move_of_a_lesson_is_made_at_its_table_and_judged_in_the_kernel() -> None:
    game = kommando()
    right = game.legal_moves()[0]
    text = "You are to attack."
    lesson = cw.Lesson("Attack", [{"position": game, "text": text, "ask": "move", "right": right, "tries": 3}])

    async def act(leader: cw.GameClass) -> None:
        leader.lesson(lesson)
        page, _ = await in_lesson(leader, "Ann")
        table = scene_of(page)["table"]

        async def play(move: str, number: int) -> Any:
            content = {"kind": "play", "move": move, "round": 0, "ply": game.ply, "id": number}
            await page.say(json.dumps({"comm": table, "data": {"method": "custom", "content": content}}))
            return await page.until(lambda one: one.get("comm") == table and one["data"].get("method") == "custom")

        wrong = game.legal_moves()[1]
        for _ in range(2):  # a request that comes twice costs one try
            assert (await play(wrong, 1))["data"]["content"] == {"kind": "done", "id": 1}
        assert (await play(right, 2))["data"]["content"]["kind"] == "done"
        await ask(page, 3, kind="hint")
        assert (scene_of(page)["tries"], scene_of(page)["points"]) == (2, 1)
        assert [one["right"] for one in leader._lessons[lesson.fingerprint].answers] == [False, True]

    during(cw.open_class("kommando", NAMES), act)


def test_the_newest_page_has_the_lesson_and_an_old_one_changes_nothing() -> None:
    async def act(leader: cw.GameClass) -> None:
        leader.lesson(cw.Lesson("Cards", steps()))
        old, own = await in_lesson(leader, "Ann")
        new = await page_at(own)
        await new.until(lambda one: one["type"] == OPEN and one["data"]["state"]["view"] == "lesson")
        assert (await heard(old, "left"))["why"] == "replaced"
        await ask(new, 1, kind="next")
        assert scene_of(new)["step"] == 1

    during(cw.open_class("kommando", NAMES), act)


def test_a_program_that_has_joined_plays_on_after_a_lesson() -> None:
    async def act(leader: cw.GameClass) -> None:
        _, own = await come(leader, "Ann")
        await come(leader, "Ben")
        leader.next_round()
        with cw.join(own) as seat:
            leader.lesson(cw.Lesson("Cards", steps()))
            leader.back_to_games()
            assert seat.dump()["game"] == "kommando"

    during(cw.open_class("kommando", NAMES), act)


def test_what_a_page_keeps_to_read_has_the_steps_that_its_person_came_to_and_answers_that_they_were_told() -> None:
    lesson = cw.Lesson("Cards", steps())

    def kept(page: Page) -> dict[int, str]:
        said = [json.loads(text) for text in page.heard]
        begun = max(at for at, one in enumerate(said) if one["type"] == "lesson")
        return {one["at"]: one["html"] for one in said[begun:] if one["type"] == "step"}

    async def act(leader: cw.GameClass) -> None:
        leader.lesson(lesson)
        ann, own = await in_lesson(leader, "Ann")
        await ask(ann, 1, kind="next")
        assert list(kept(ann)) == [0, 1]
        assert "<svg" in kept(ann)[0]
        assert "Which card is strongest?" in kept(ann)[1]
        assert "<li>the ace</li>" in kept(ann)[1]
        await ask(ann, 2, kind="say", answer="the two")
        assert "Your answer: the two. Look again." in kept(ann)[1]
        assert not any(word in kept(ann)[1] for word in ("SECRET", "details", "Right"))
        await ask(ann, 3, kind="say", answer="the nine")  # the last try
        assert "A SECRET HINT" in kept(ann)[1]
        assert '<details class="cw-right"><summary>The ace' in kept(ann)[1]
        assert 2 not in kept(ann), "a step to which she has not come"
        await ask(ann, 4, kind="next")
        assert "How many suits" in kept(ann)[2]
        assert "details" not in kept(ann)[2]
        again = await page_at(own)  # a telephone that has lost what it kept
        await ask_and_wait(again)
        assert kept(again) == kept(ann)

    async def ask_and_wait(page: Page) -> None:
        await page.until(lambda one: one["type"] == "step" and one["at"] == 2)

    during(cw.open_class("kommando", NAMES), act)


def test_a_lesson_that_never_tells_what_was_right_gives_no_page_an_answer_to_keep() -> None:
    lesson = cw.Lesson("Cards", steps(), solutions="never")

    async def act(leader: cw.GameClass) -> None:
        leader.lesson(lesson)
        page, _ = await in_lesson(leader, "Ann")
        await ask(page, 1, kind="next")
        await ask(page, 2, kind="say", answer="the ace")
        await ask(page, 3, kind="next")
        await ask(page, 4, kind="say", answer="5")
        said = "".join(text for text in page.heard if json.loads(text)["type"] == "step")
        assert "Your answer: the ace." in said
        assert not any(word in said for word in ("SECRET", "details"))

    during(cw.open_class("kommando", NAMES), act)
