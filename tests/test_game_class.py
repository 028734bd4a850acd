"""A class: one link, a name, rounds on pages of their own, and standings that follow from the games."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.rooms.class_file import ClassFile, Kept
from capture_widgets.rooms.class_games import Standings, shown_points
from capture_widgets.rooms.pairing import everybody, in_groups, met, seated, swiss
from tests.test_rooms import Page, close_pages, page_at
from tests.test_sealed import alike
from tests.thorough import little_or_much
from tests.waiting import soon

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


def during(leader: cw.GameClass, act: Callable[[cw.GameClass], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        try:
            await asyncio.wait_for(act(leader), 60)
        finally:
            await close_pages()

    with leader:
        asyncio.run(all_of_it())


async def come(leader: cw.GameClass, name: str) -> tuple[Page, str]:
    """Somebody opens the link for all and writes a name; returns the page and the link of their own."""
    page = await page_at(leader.link)
    assert (await page.read())["type"] == "ask"
    base, _, secret = leader.link.partition("#")
    await page.say(json.dumps({"secret": secret, "name": name}))
    said = await page.read()
    return page, f"{base}#{said['secret']}" if said["type"] == "you" else said["problem"]


def seat_dump(page: Page) -> Callable[[Any], bool]:
    return lambda message: message["type"] == "comm_open"


def played(leader: cw.GameClass, rng: Random) -> None:
    """Play all games of the round to their ends, in the kernel."""
    for one in leader.games:
        while not one.is_over:
            one.game.play(rng.choice(one.game.legal_moves()))


def test_people_choose_a_name_are_admitted_and_play_on_their_own_pages() -> None:
    async def act(leader: cw.GameClass) -> None:
        ann, own = await come(leader, " Ann ")
        assert "Ann, wait here" in (await ann.until(lambda one: one["type"] == "wait"))["text"]
        ben, _ = await come(leader, "Ben")
        _, problem = await come(leader, "ann")
        assert problem.startswith("ann is here already.")
        with pytest.raises(cw.ActionRefused, match="2 people must be in, and 0 are"):
            leader.next_round()
        leader.admit()
        assert "you are in" in (await ann.until(lambda one: one["type"] == "wait"))["text"]
        (one,) = leader.next_round()
        pages = {"Ann": ann, "Ben": ben}
        for name, page in pages.items():
            await page.until(seat_dump(page))
            assert page.dump == one.game.dump(one.seat_of(name))
        first = one.names[0]
        assert first is not None
        move = one.game.legal_moves()[0]
        assert (await pages[first].answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "done"
        again = await page_at(own)  # as after a reload
        await again.until(seat_dump(again))
        assert (await ann.until(lambda said: said["type"] == "left"))["why"] == "replaced"
        assert again.dump == one.game.dump(one.seat_of("Ann"))

    during(cw.open_class("kommando"), act)


def test_a_name_of_the_list_comes_in_at_once_and_no_other() -> None:
    async def act(leader: cw.GameClass) -> None:
        page = await page_at(leader.link)
        assert (await page.read())["names"] == NAMES[:2]
        for name in ("Zoe", "", "x" * 41, "you", 3, None, ["Ann"], "a\u0000b"):
            _, problem = await come(leader, name)  # type: ignore[arg-type]
            assert problem
        await come(leader, "Ann")
        assert [one["admitted"] for one in leader.people] == [True]
        leader.lock()
        _, problem = await come(leader, "Ben")
        assert "locked" in problem

    during(cw.open_class("kommando", NAMES[:2]), act)


def test_without_a_secret_of_the_class_nothing_comes_and_who_was_sent_away_is_gone() -> None:
    async def act(leader: cw.GameClass) -> None:
        other = await page_at(leader.link[:-3])
        assert await other.read() == {"type": "left", "why": "unknown"}
        page, own = await come(leader, "Ann")
        new = leader.new_link("Ann")
        assert (await page.until(lambda one: one["type"] == "left"))["why"] == "removed"
        assert (await (await page_at(own)).read())["why"] == "unknown"
        assert (await (await page_at(new)).read())["type"] == "wait"
        leader.send_away("Ann")
        assert (await (await page_at(new)).read())["why"] == "unknown"
        with pytest.raises(ValueError, match="nobody here is called 'Ann'"):
            leader.admit("Ann")

    during(cw.open_class("kommando"), act)


def test_strangers_who_ask_and_go_do_not_fill_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.rooms.class_people.MOST", 4)

    async def act(leader: cw.GameClass) -> None:
        ann, _ = await come(leader, "Ann")
        leader.admit()
        for number in range(3):
            page, _ = await come(leader, f"Stranger {number}")
            await page.until(lambda one: one["type"] == "wait")
            page.socket.close()
        assert await until(lambda: [one["here"] for one in leader.people] == [True, False, False, False])
        await come(leader, "Ben")
        assert [one["name"] for one in leader.people] == ["Ann", "Ben"]
        _, problem = await come(leader, "Cleo")
        _, problem = await come(leader, "Dan")
        _, problem = await come(leader, "Eve")
        assert problem == "The class is full."
        assert not ann.has_ended

    async def until(true: Callable[[], bool]) -> bool:
        for _ in range(100):
            if true():
                return True
            await asyncio.sleep(0.05)
        return False

    during(cw.open_class("kommando"), act)


def test_worlds_that_a_seat_cannot_tell_apart_give_its_page_the_same_bytes_class_and_standings_included() -> None:
    """The own game lies otherwise, and the game of others ends otherwise; the page of a seat and its words do not."""
    game = cw.new("kommando", seed=7)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    seat = game.to_play
    assert seat is not None
    received: list[list[str]] = []
    ends: set[str] = set()

    async def act(leader: cw.GameClass, number: int) -> None:
        pages = {name: await come(leader, name) for name in NAMES[:4]}
        monkeypatch.setattr("secrets.SystemRandom", lambda: Random(5))  # who plays whom is by lot
        own, other = leader.next_round()
        for page, _ in pages.values():
            await page.until(seat_dump(page))
        own.game.teacher.set_up(alike(game, Random(number)))
        other.game.teacher.set_up(cw.new("kommando", seed=number))
        while not other.is_over:
            other.game.play(other.game.legal_moves()[0])
        ends.add(str(other.game.returns))
        leader.show("standings")
        name = str(own.names[seat])
        page, link = await page_at(pages[name][1]), pages[name][1]
        await page.until(seat_dump(page))
        await page.answer(kind="again", id=1)
        texts = [text.replace(page.model, "") for text in page.heard]
        assert link.partition("#")[2] not in "".join(texts)
        received.append([name, *texts])

    with pytest.MonkeyPatch.context() as monkeypatch:
        for number in range(3):
            during(cw.open_class("kommando", NAMES[:4]), lambda leader, number=number: act(leader, number))  # type: ignore[misc]
    assert len(ends) > 1, "the game of the others ended otherwise"
    assert received[0] == received[1] == received[2]


def test_nobody_begins_another_game_in_a_class_or_plays_for_another() -> None:
    async def act(leader: cw.GameClass) -> None:
        pages = {name: (await come(leader, name))[0] for name in NAMES[:2]}
        (one,) = leader.next_round()
        for page in pages.values():
            await page.until(seat_dump(page))
        second = pages[str(one.names[1])]
        move = one.game.legal_moves()[0]
        assert (await second.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "refused"
        leader.stop()
        first = pages[str(one.names[0])]
        assert (await first.answer(kind="play", move=move, round=0, ply=0, id=1))["kind"] == "refused"
        leader.go_on()
        played(leader, Random(1))
        for page in pages.values():
            refused = await page.answer(kind="new", same=False, id=2)
            assert refused["text"] == "This cannot be done in a room."
        assert one.is_over

    during(cw.open_class("kommando", NAMES), act)


def test_a_page_learns_of_its_own_game_alone() -> None:
    """Games of others, their results and their people change nothing of what a seat gets."""

    async def act(leader: cw.GameClass) -> None:
        pages = {name: (await come(leader, name))[0] for name in NAMES[:4]}
        own, other = leader.next_round()
        for page in pages.values():
            await page.until(seat_dump(page))
        watched = pages[str(own.names[0])]
        await watched.answer(kind="again", id=6)
        before = len(watched.heard)
        while not other.is_over:
            other.game.play(other.game.legal_moves()[0])
        assert (await watched.answer(kind="again", id=7))["id"] == 7
        assert len(watched.heard) == before + 1
        text = "".join(watched.heard[1:])  # the first one asks for a name, with the names that are left
        assert not any(f'"{name}"' in text for name in other.people)

    during(cw.open_class("kommando", NAMES), act)


def test_a_swiss_of_three_rounds_and_its_standings() -> None:
    rng = Random(4)
    with cw.open_class("kommando", NAMES) as leader:
        for name in NAMES:
            leader._people.register(name)
        for number in (1, 2, 3):
            games = leader.next_round()
            assert [one.round for one in games] == [number, number]
            with pytest.raises(cw.ActionRefused, match="still play"):
                leader.next_round()
            played(leader, rng)
        pairs = [frozenset(one.people) for games in leader.rounds for one in games]
        assert len(set(pairs)) == 6
        rests = [name for rests in leader.rests for name in rests]
        assert len(set(rests)) == 3
        standings = leader.standings()
        assert sum(row["points"] for row in standings) == 6 + 3
        assert [row["points"] for row in standings] == sorted((row["points"] for row in standings), reverse=True)
        assert len(leader.results()) == 12
        assert [cw.load(record).is_over for record in leader.records()] == [True] * 6


def test_a_bot_plays_with_whoever_is_left_over() -> None:
    with cw.open_class("kommando", NAMES[:3], odd="greedy") as leader:
        for name in NAMES[:3]:
            leader._people.register(name)
        games = leader.next_round()
        assert sorted(len(one.people) for one in games) == [1, 2]
        (alone,) = [one for one in games if len(one.people) == 1]
        assert [type(player).__name__ for player in alone.game.seats] == ["str", "Greedy"]


def test_games_of_one_and_of_four_are_played_in_a_class() -> None:
    for slug, options, groups in (("fourx", {}, 5), ("commander", {"players": 4}, 1)):
        with cw.open_class(slug, NAMES, options=options) as leader:
            for name in NAMES:
                leader._people.register(name)
            assert len(leader.next_round()) == groups
            leader.next_round(unfinished=True)
            assert len(leader.standings()) == 5
            assert all(one.points(0) == 0.5 for one in leader.rounds[0])


def test_a_teacher_moves_people_between_seats() -> None:
    with cw.open_class("kommando", NAMES[:4]) as leader:
        for name in NAMES[:4]:
            leader._people.register(name)
        first, second = leader.next_round()
        one, other = first.people[0], second.people[1]
        leader.move(one, 2, 1)
        assert (second.names[1], first.names[0]) == (one, other)
        assert (second.game.names[1], first.game.names[0]) == (one, other)
        with pytest.raises(ValueError, match="there is no seat 2"):
            leader.move(one, 1, 2)
        with pytest.raises(ValueError, match="there is no game 9"):
            leader.move(one, 9, 0)


def test_a_teacher_stops_points_and_sets_up_at_all_tables_of_a_round() -> None:
    with cw.open_class("kommando", NAMES[:4]) as leader:
        for name in NAMES[:4]:
            leader._people.register(name)
        games = [one.game for one in leader.next_round()]
        tables = [game.table(seat=seat) for game in games for seat in (0, 1)]
        leader.stop().spotlight("L")
        assert all(table.scene["teacher"]["stopped"] and table.dump["legal_moves"] == [] for table in tables)
        assert {table.scene["teacher"]["spot"] for table in tables} == {"L"}
        leader.go_on().spotlight()
        assert {table.scene["teacher"] for table in tables} == {None}
        leader.clock(0.05, freeze=True)
        assert {table.scene["teacher"]["clock"]["seconds"] for table in tables} == {0.05}
        assert soon(lambda: all(table.scene["teacher"]["stopped"] for table in tables))
        leader.clock(None).go_on()
        assert {table.scene["teacher"] for table in tables} == {None}
        position = cw.new("kommando", seed=8).play("L:4b")
        leader.set_up(position)
        assert [game.dump()["table"] for game in games] == 2 * [position.dump()["table"]]
        assert [table.dump["table"] for table in tables] == 2 * [position.dump(seat)["table"] for seat in (0, 1)]


def test_a_class_goes_on_after_its_kernel_was_started_again(tmp_path: Path) -> None:
    links: list[str] = []

    async def first(leader: cw.GameClass) -> None:
        for name in NAMES[:2]:
            _page, own = await come(leader, name)
            links.append(own)
        leader.next_round()
        leader.games[0].game.play(leader.games[0].game.legal_moves()[0])
        links.append(leader.link)

    async def again(leader: cw.GameClass) -> None:
        assert leader.link == links[2]
        (one,) = leader.games
        assert one.game.ply == 1
        for name, own in zip(NAMES, links[:2], strict=False):
            page = await page_at(own)
            await page.until(seat_dump(page))
            assert page.dump == one.game.dump(one.seat_of(name))

    during(cw.open_class("kommando", NAMES, keep=tmp_path), first)
    assert (tmp_path / "class.json").stat().st_mode & 0o077 == 0
    during(cw.open_class("kommando", NAMES, keep=tmp_path), again)
    with pytest.raises(ValueError, match="plays kommando"):
        cw.open_class("universal", NAMES, keep=tmp_path)
    (tmp_path / "class.json").write_text("{}")
    with pytest.raises(ValueError, match="no file of a class"):
        cw.open_class("kommando", NAMES, keep=tmp_path)


def test_swiss_pairs_meet_once_and_rests_are_shared() -> None:
    for people in range(2, 14):
        names = [f"p{at}" for at in range(people)]
        before: list[tuple[str, ...]] = []
        rests: list[list[str]] = []
        rng = Random(people)
        for _ in range(min(3, people - 1)):
            ranked = rng.sample(names, people)
            pairs, rest = swiss(ranked, met(before), rests)
            assert sorted([*(name for pair in pairs for name in pair), *rest]) == sorted(names)
            before += pairs
            rests.append(rest)
        if people > 5:
            assert len(met(before)) == len(before)
        assert max(sum(name in one for one in rests) for name in names) <= 1


@pytest.mark.parametrize("people", [2, 3, 4, 5, 8, 9])
def test_all_play_all_pairs_everybody_once_and_changes_seats(people: int) -> None:
    names = [f"p{at}" for at in range(people)]
    rounds = people - 1 + people % 2
    pairs = [pair for number in range(rounds) for pair in everybody(names, number)[0]]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == people * (people - 1) // 2
    back = [pair for number in range(rounds, 2 * rounds) for pair in everybody(names, number)[0]]
    assert {(b, a) for a, b in pairs} == set(back)
    firsts = [sum(pair[0] == name for pair in pairs) for name in names]
    assert max(firsts) - min(firsts) <= 2


def test_seats_and_groups() -> None:
    assert seated([("a", "b")], {"a": 1}) == [("b", "a")]
    assert in_groups(list("abcdefg"), 3) == ([("a", "b", "c"), ("d", "e", "f")], ["g"])


def test_standings_share_places_and_write_halves() -> None:
    rows = Standings(["a", "b"], [], ["b"])
    assert [(row["place"], row["name"], row["points"]) for row in rows] == [(1, "b", 1.0), (2, "a", 0.0)]
    assert [row["place"] for row in Standings(["a", "b"], [], [])] == [1, 1]
    assert [shown_points(points) for points in (0, 0.5, 2, 1.5, 4 / 3)] == ["0", "½", "2", "1½", "1.33"]
    assert "<td>1</td><td>b</td>" in rows._repr_html_()


@contextmanager
def opened(**given: Any) -> Iterator[cw.GameClass]:
    with cw.open_class("kommando", **given) as leader:
        yield leader


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": ["Ann", "ann"]}, "a name comes twice"),
        ({"players": [""]}, "A name has 1 to 40 letters"),
        ({"scheme": "knockout"}, "scheme='knockout': swiss or all"),
        ({"odd": "genius"}, "there is no player 'genius'"),
        ({"options": {"colour": 3}}, "colour"),
        ({"port": -1}, "a whole number from 0"),
    ],
)
def test_a_class_that_cannot_be_opened_says_why(given: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, cw.UnknownOption), match=words), opened(**given):
        pass


def test_each_name_of_the_list_can_have_a_link_of_its_own() -> None:
    async def act(leader: cw.GameClass) -> None:
        links = leader.links
        assert list(links) == NAMES[:2]
        page = await page_at(leader.link)
        assert (await page.read())["names"] == []
        ben = await page_at(links["Ben"])
        assert "Ben, you are in" in (await ben.until(lambda one: one["type"] == "wait"))["text"]

    during(cw.open_class("kommando", NAMES[:2]), act)


def test_the_panel_of_a_class_shows_the_link_for_all_and_nobodys_own() -> None:
    from capture_widgets.rooms.class_words import words_of

    with cw.open_class("kommando", NAMES) as leader:
        for name in NAMES[:2]:
            leader._people.register(name)
        leader.next_round()
        words = words_of(leader)
        assert leader.link in words
        assert "Round 1" in words
        assert not any(person.secret in words for person in leader._people.all)
        leader._ipython_display_()
        leader.close()
        assert words_of(leader) == "<p>This class is closed.</p>"


def test_whoever_goes_while_a_place_is_given_out_is_not_counted_as_here(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cw.GameClass._sit

    def slow(self: cw.GameClass, *given: Any) -> Any:
        time.sleep(0.2)
        return real(self, *given)

    async def act(leader: cw.GameClass) -> None:
        page, _ = await come(leader, "Ann")
        await page.until(lambda one: one["type"] == "wait")
        monkeypatch.setattr(cw.GameClass, "_sit", slow)
        leader.back_to_games()  # all pages get their places anew
        page.socket.close()
        await asyncio.sleep(0.6)
        assert not leader.people[0]["here"]

    during(cw.open_class("kommando"), act)


@pytest.mark.parametrize("people", little_or_much(20, 200))
def test_a_class_that_comes_at_one_moment_is_seated_and_written_down_once(
    people: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[object] = []
    real = ClassFile.write

    def counted(self: ClassFile, kept: Kept) -> None:
        writes.append(kept)
        real(self, kept)

    monkeypatch.setattr(ClassFile, "write", counted)

    async def act(leader: cw.GameClass) -> None:
        links = leader.links
        leader.next_round()
        before = len(writes)
        for _ in range(2):  # and again, as after a cut of the network
            pages = await asyncio.gather(*(page_at(link) for link in links.values()))
            await asyncio.gather(*(page.until(seat_dump(page)) for page in pages))
            await close_pages()
        assert len(writes) == before, "who is connected is written nowhere"

    during(cw.open_class("kommando", [f"Person {at}" for at in range(people)], keep=tmp_path), act)
