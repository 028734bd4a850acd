"""Running lessons: what a page is sent, how they continue, and the shipped lessons from start to end."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.asking import ask as ask_bot
from capture_widgets.games import GAMES
from capture_widgets.library.kept_games import SWITCH
from capture_widgets.widgets import RunningLesson
from tests.test_editor import STRANGE, in_words
from tests.test_lessons import everything
from tests.test_schemas import faults
from tests.wire import ask


def move(run: RunningLesson, text: str) -> dict[str, Any]:
    """A move at the lesson's table, as a page asks for it."""
    game = run.table.game
    return ask(run.table, kind="play", move=text, round=game.round, ply=game.ply)


def go_on(run: RunningLesson, times: int = 1) -> None:
    for _ in range(times):
        assert ask(run, kind="next") == {"kind": "done", "id": 1}


def answer_right(run: RunningLesson) -> None:
    """Answer the step that is shown as its author would."""
    step = run.step
    if step.ask == "move":
        assert move(run, str(step.right[0])) == {"kind": "done", "id": 1}
    elif step.ask in ("choice", "number"):
        ask(run, kind="say", answer=str(step.right[0]))
    elif step.ask == "until":
        play_on(run)


def play_on(run: RunningLesson) -> None:
    game, player = run.table.game, cw.bots.Greedy(1)
    game.run()
    while run.takes_moves:
        # a solitaire is not won by bots alone: whoever looks around comes to the end here
        explores = [one for one in game.legal_moves() if one.startswith("explore")]
        travels = [one for one in game.legal_moves() if one.startswith("travel f2 d3") or one == "travel d3 b2"]
        assert move(run, (explores or travels or [ask_bot(player, game.view())])[0])["kind"] == "done"
        game.run()


def sent(run: RunningLesson) -> str:
    """Everything that pages and saved notebooks have of a lesson and its table now."""
    words, html = run.standing_in()
    return json.dumps([run.get_state(), run.table.get_state()], default=str) + words + html


def test_wrong_answers_get_their_reply_and_the_table_stays() -> None:
    run = cw.lesson(everything()).run()
    go_on(run)
    table = run.table
    game = cw.new("kommando", seed=7)
    first, _, third, fourth = game.legal_moves()[:4]
    assert ask(run, kind="next")["kind"] == "refused"
    assert move(run, fourth)["kind"] == "done"
    assert run.scene["reply"] == {"right": False, "text": "Too dear."}
    assert table.game.ply == 0
    illegal = next(f"L:{card}" for card in game.dump()["table"]["hands"][0] if f"L:{card}" not in game.legal_moves())
    refused = move(run, illegal)
    assert refused["rule"] == game.explain(illegal).rule
    reason = game.explain(illegal).reason
    assert run.scene["reply"]["text"] == f"{reason[0].upper()}{reason[1:]}.", "the table has the rule as a link"
    assert move(run, "nonsense")["rule"] == "GE-3"
    assert run.scene["tries"] == 2, "a move that the rules refuse costs no try"
    assert move(run, first)["kind"] == "done"
    assert run.scene["reply"] == {"right": True, "text": "Very good."}
    assert [one["answer"] for one in run.lesson.answers] == [fourth, illegal, first]
    assert run.table.seat is None, "what it reveals is seen"
    assert run.table.game.ply == 2, "the other side has answered"
    assert move(run, third)["kind"] == "refused"


def test_a_typed_move_counts_in_every_form_that_an_answer_may_have() -> None:
    attack = {"position": cw.new("kommando", seed=7), "text": "Attack.", "ask": "move", "right": "L:8b", "tries": 1}
    play = {
        "position": cw.new("kommando", seed=7),
        "text": "Play.",
        "ask": "until",
        "until": {"moves": 1},
        "bot": "random",
    }
    run = cw.Lesson("Typed", [attack, play]).run()
    assert move(run, "l 8B") == {"kind": "done", "id": 1}
    assert run.scene["reply"] == {"right": True, "text": "Right."}
    assert [one["answer"] for one in run.lesson.answers] == ["L:8b"]
    go_on(run)
    assert move(run, "l:8B")["kind"] == "done"
    assert run.table.game.moves()[0] == "L:8b"


def test_tries_close_a_step_and_hints_come_one_by_one() -> None:
    run = cw.lesson(everything()).run()
    go_on(run)
    assert ask(run, kind="hint")["kind"] == "done"
    assert (run.scene["hints"], run.scene["more_hints"]) == (["On the left."], 1)
    game = run.table.game
    for wrong in game.legal_moves()[3:6]:
        move(run, wrong)
    assert run.scene["closed"]
    assert run.scene["next"]
    assert run.scene["reveal"] == "It was easy."
    assert [one["hints"] for one in run.lesson.answers] == [1, 1, 1]
    assert run.lesson.score() == (0, 7)
    ask(run, kind="again")
    assert not run.scene["closed"]
    assert run.scene["hints"] == ["On the left."]


def test_whoever_is_stuck_can_skip_once_there_is_no_hint_left() -> None:
    data = everything()
    del data["steps"][1]["tries"]
    run = cw.lesson(data).run()
    go_on(run)
    for _ in range(2):
        ask(run, kind="hint")
    assert not run.scene["next"]
    move(run, run.table.game.legal_moves()[3])
    assert run.scene["next"]
    assert run.scene["skips"]
    go_on(run)
    assert run.scene["text"] == "And now?"
    assert run.table.game.ply == 2, "the lesson goes on where the right answer leads"


def test_back_and_forth_shows_what_was_answered() -> None:
    run = cw.lesson(everything()).run()
    go_on(run)
    answer_right(run)
    go_on(run)
    ask(run, kind="say", answer="A")
    ask(run, kind="say", answer="b")
    assert run.scene["reply"]["right"]
    ask(run, kind="back")
    assert (run.scene["step"], run.scene["reply"]["text"], run.scene["next"]) == (1, "Very good.", True)
    assert run.table.game.ply == 2
    ask(run, kind="back")
    assert run.table.game.ply == 0
    go_on(run, 2)
    assert run.scene["said"] == "b"


def test_nothing_ahead_and_no_right_answer_is_in_the_page_or_the_saved_notebook() -> None:
    data = everything()
    data["steps"][2]["choices"] = ["Alpha", "Beta", "Gamma"]
    data["steps"][2]["right"] = "Beta"
    for number, step in enumerate(data["steps"]):
        step["text"] = f"secret-text-{number}"
        if step.get("ask", "look") != "look":
            step["praise"], step["reply"] = f"secret-praise-{number}", f"secret-reply-{number}"
            step["hints"] = [f"secret-hint-{number}"]
            step["reveal"] = {"text": f"secret-reveal-{number}"}
    data["steps"][1].pop("replies")
    run = cw.lesson(data).run()
    for number, step in enumerate(run.lesson.steps):
        page = sent(run)
        assert f"secret-text-{number}" in page
        assert "secret-praise" not in page
        assert "secret-hint" not in page
        assert "secret-reveal" not in page
        assert not any(f"secret-text-{later}" in page for later in range(number + 1, len(data["steps"])))
        assert "right" not in run.scene
        if step.ask == "choice":
            state = json.dumps(run.get_state(), default=str)
            assert state.count("Beta") == state.count("Alpha") == state.count("Gamma")
        answer_right(run)
        if number < len(data["steps"]) - 1:
            go_on(run)


def test_what_is_played_on_ends_with_its_condition_and_is_kept_in_no_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr("capture_widgets.library.kept_games.keep", lambda game: pytest.fail("it was kept"))
    data = everything()
    data["steps"][7]["until"] = {"moves": 3}
    run = cw.lesson({**data, "steps": data["steps"][7:]}).run(pace=10_000)
    ask(run, kind="hello", view="page")
    ask(run.table, kind="hello", view="page")
    play_on(run)
    assert run.scene["reply"]["right"]
    assert run.lesson.answers[0]["answer"] == run.table.game.moves()
    again = run.lesson.answers[0]["answer"]
    assert run.lesson.check(0, again).right
    position = run.table.game.dump()
    go_on(run)
    assert run.table.game.dump() == position, "the last step looks at what was played"
    go_on(run)
    assert run.scene["over"]


@pytest.mark.parametrize("kind", ["undo", "redo", "new", "hint", "seat", "name", "open", "uncover", "bring_back", "x"])
def test_the_table_of_a_lesson_has_no_way_round_the_question(kind: str) -> None:
    run = cw.lesson(everything()).run()
    go_on(run)
    fields: dict[str, dict[str, object]] = {
        "undo": {"round": 0, "ply": 0}, "redo": {"round": 0, "ply": 0}, "new": {"same": True},
        "seat": {"seat": 0, "player": "random"}, "name": {"seat": 0, "name": "x"},
    }  # fmt: skip
    asked = ask(run.table, kind=kind, **fields.get(kind, {}))
    assert asked["kind"] == "refused"
    assert "only answers to the lesson's question" in asked["text"]
    assert run.table.game.ply == 0


@pytest.mark.parametrize("request_of", [{"kind": "say", "answer": 7}, {"kind": "say"}, {"kind": "x"}, {"kind": None}])
def test_what_a_page_must_not_ask_is_refused(request_of: dict[str, Any]) -> None:
    run = cw.lesson(everything()).run()
    assert ask(run, **request_of)["kind"] == "refused"
    assert ask(run, kind="leave")["kind"] == "refused"
    assert run.lesson.answers == []


def test_whatever_a_page_asks_of_a_lesson_and_its_table_is_answered_in_words() -> None:
    rng = Random(24)
    for source in ("kommando", "fourx", everything()):
        run = cw.lesson(source).run(pace=0)
        for _ in range(200):
            widget = rng.choice([run, run.table])
            kinds = ["say", "next", "back", "again", "hint", "new", "leave", "play", *STRANGE]
            request = {key: rng.choice(STRANGE) for key in ("answer", "move", "round", "ply") if rng.random() < 0.7}
            reply = ask(widget, kind=rng.choice(kinds), **request)
            assert in_words(reply), (request, reply)


# -- the lessons that are shipped


def test_every_game_has_a_lesson_and_they_are_listed_by_name() -> None:
    assert list(cw.lessons()) == list(GAMES)
    for name, title in cw.lessons().items():
        lesson = cw.lesson(name)
        assert lesson.title == title
        assert {step.start.type.slug for step in lesson.steps if step.start} == {name}
        assert faults(cw.schema("lesson"), lesson.data()) == []
        assert len(lesson) <= 20


@pytest.mark.parametrize("slug", GAMES)
def test_a_first_hand_is_played_through_by_its_right_answers_to_the_end_of_the_round(slug: str) -> None:
    run = cw.lesson(slug).run(pace=0)
    over = False
    while not run.scene["over"]:
        for _ in run.step.hints:
            ask(run, kind="hint")
        answer_right(run)
        assert run.scene["next"], run.step
        assert run.scene["reply"] is None or run.scene["reply"]["right"]
        over = over or run.table.game.is_over
        go_on(run)
    assert over, "the hand was played to its end"
    assert [step.number for step in run.lesson.steps if step.own_position] == [0], "and nothing of it was left out"
    points, of = run.lesson.score()
    assert points == of > 4


def test_an_allowed_move_beside_the_first_hand_is_noted_and_no_mistake() -> None:
    run = cw.lesson("commander").run(pace=0)
    while run.step.ask != "move":
        answer_right(run)
        go_on(run)
    assert move(run, "1xB1")["kind"] == "done"
    assert run.scene["reply"] == {"right": False, "text": run.step.reply, "note": True}
    assert move(run, "13xB1")["kind"] == "refused"
    assert "note" not in run.scene["reply"], "what the rules refuse is a mistake"


@pytest.mark.parametrize("slug", GAMES)
def test_the_last_hint_of_a_first_hand_lights_its_move_until_the_answer(slug: str) -> None:
    run = cw.lesson(slug).run(pace=0)
    while run.step.ask != "move":
        answer_right(run)
        go_on(run)
    assert run.table.scene["hinted"] is None
    for left in reversed(range(len(run.step.hints))):
        ask(run, kind="hint")
        assert run.table.scene["hinted"] == (None if left else run.step.right[0])
    answer_right(run)
    assert run.table.scene["hinted"] is None


def test_the_hints_of_a_teachers_lesson_light_nothing() -> None:
    game = cw.new("kommando", seed=3)
    step = {"position": game, "text": "Attack.", "ask": "move", "right": game.legal_moves()[0], "hints": ["An end."]}
    run = cw.Lesson("One move", [step]).run(pace=0)
    ask(run, kind="hint")
    assert run.scene["hints"] == ["An end."]
    assert run.table.scene["hinted"] is None


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_of_a_first_hand_has_hints_or_replies_for_whoever_is_wrong(slug: str) -> None:
    for step in cw.lesson(slug).steps:
        if step.ask in ("move", "choice", "number"):
            assert step.reply or step.hints or step.replies, step
            assert step.praise, step
        if step.ask == "choice":
            wrong = set(step.choices) - set(map(str, step.right))
            assert step.reply or wrong <= set(step.replies), step
