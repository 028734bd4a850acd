"""What the first hands say is so: each of their statements is held against its position."""

from __future__ import annotations

import re

import pytest

import capture_widgets as cw
from tests.first_hands import columns, commander, fourx, kommando, universal
from tests.first_hands.moments import ASKS, STATES, Check, Claims, moments, sentences, told

CLAIMS: dict[str, Claims] = {
    "columns": columns.CLAIMS,
    "commander": commander.CLAIMS,
    "fourx": fourx.CLAIMS,
    "kommando": kommando.CLAIMS,
    "universal": universal.CLAIMS,
}

NAMES = {
    "columns": columns.named,
    "commander": commander.named,
    "fourx": fourx.named,
    "kommando": kommando.named,
    "universal": universal.named,
}
"""For each game: whether what a sentence names is what the step asks for."""

STATED = [(slug, *claim) for slug, claims in CLAIMS.items() for claim in claims]


@pytest.mark.parametrize(
    ("slug", "number", "words", "holds"),
    STATED,
    ids=[f"{slug}-{number + 1}-{words[:30]}" for slug, number, words, _ in STATED],
)
def test_what_a_first_hand_states_is_so(slug: str, number: int, words: str, holds: Check) -> None:
    moment = moments(slug)[number]
    assert any(words in sentence for sentence in sentences(moment.step)), "the lesson says something else by now"
    assert holds(moment)


def asks_for(slug: str) -> list[tuple[int, str]]:
    """The sentences that ask for something, with the numbers of their steps."""
    return [
        (moment.step.number, one)
        for moment in moments(slug)
        for one in sentences(moment.step)
        if ASKS.match(one) and STATES.search(one)
    ]


@pytest.mark.parametrize("slug", cw.games())
def test_what_a_first_hand_asks_for_is_its_right_answer(slug: str) -> None:
    quoted = [(number, words) for number, words, _ in CLAIMS[slug]]
    for number, sentence in asks_for(slug):
        if not any(number == at and words in sentence for at, words in quoted):
            assert NAMES[slug](moments(slug)[number], sentence), (number + 1, sentence)


@pytest.mark.parametrize("slug", cw.games())
def test_every_statement_of_a_first_hand_has_a_check(slug: str) -> None:
    quoted = [(number, words) for number, words, _ in CLAIMS[slug]]
    missing = [
        (moment.step.number + 1, sentence)
        for moment in moments(slug)
        for sentence in sentences(moment.step)
        if STATES.search(sentence)
        and not ASKS.match(sentence)
        and not any(number == moment.step.number and words in sentence for number, words in quoted)
    ]
    assert missing == []


@pytest.mark.parametrize("slug", cw.games())
def test_a_first_hand_calls_no_player_by_a_letter(slug: str) -> None:
    names = moments(slug)[0].before.seats
    for moment in moments(slug):
        for text in [*told(moment.step), *moment.step.choices]:
            assert not re.search(r"(?<![\w:])(?:[B-D](?![\w:])|A's)", text), text
    assert len(names) == 1 or any(names[1] in text for text in told(moments(slug)[0].step))


@pytest.mark.parametrize("slug", cw.games())
def test_every_reply_of_a_first_hand_is_to_an_answer_that_can_be_given(slug: str) -> None:
    for moment in moments(slug):
        if moment.step.ask == "move":
            assert set(moment.step.replies) <= set(moment.legal) - {moment.right}
        elif moment.step.ask == "choice":
            assert set(moment.step.replies) <= set(moment.step.choices) - {moment.right}


@pytest.mark.parametrize(
    ("sentence", "states"),
    [
        ("It takes five turns.", True),
        ("The card lies above on the right.", True),
        ("For the second card nothing fits.", True),
        ("Eleven cards are hidden in the corner.", True),
        ("Look at f6.", True),
        ("The queen can help.", True),
        ("You need 25 turns.", True),
        ("Well done.", False),
        ("That was a good idea.", False),
    ],
)
def test_a_sentence_that_needs_a_check_is_known_by_its_words(sentence: str, states: bool) -> None:
    assert (STATES.search(sentence) is not None) is states


@pytest.mark.parametrize("slug", cw.games())
def test_no_question_of_a_first_hand_is_answered_by_the_points_or_the_result_beside_it(slug: str) -> None:
    for moment in moments(slug):
        asked = moment.step.ask
        if asked == "number":
            assert moment.step.right[0] not in moment.before.points, moment.step
        words = moment.right.lower().split()
        # a single colour or card is named in many sentences
        if asked == "choice" and len(words) > 3 and not re.search(r"\b(king|of diamonds)\b", moment.right):
            said = " ".join(entry["text"] for entry in moment.before.log(0)).lower()
            assert " ".join(words[-3:]) not in said, moment.step
