"""Deals that were replaced can be brought back; cards seen before a move was taken back are named."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.play.snapshot import MOST_EARLIER
from capture_widgets.widgets.table.takebacks import note_lines, takeback_totals, takeback_words
from tests.cases import CASES, case_id, random_move
from tests.leaks import find_cards
from tests.wire import Wire


def begun(plies: int = 3, game: str = "kommando", **options: Any) -> cw.Game:
    """A game in which some moves were made."""
    g = cw.new(game, **{"seed": 7, **options})
    for _ in range(plies):
        g.play(busy(g)[0])
    return g


def busy(game: cw.Game) -> list[str]:
    """The legal moves but giving up."""
    return [move for move in game.legal_moves() if move != "resign"]


def records(game: cw.Game) -> list[Any]:
    return [one.record() for one in game.ended]


# -- a game put aside


@pytest.mark.parametrize("case", CASES[::5], ids=case_id)
def test_what_restart_ends_is_a_game_of_its_own_and_comes_back(case: tuple[str, dict[str, Any]]) -> None:
    slug, options = case
    rng = Random(case_id(case))
    game = cw.new(slug, seed=2, **options)
    while not game.is_over and game.ply < 9:
        game.play(str(random_move(game.state, rng)))
    before, dump = game.record(), game.dump()
    game.restart(seed=3)
    (kept,) = game.ended
    assert (kept.record(), kept.dump()) == (before, dump)
    if not kept.is_over:
        kept.play(kept.legal_moves()[0])
    assert records(game) == [before], "independent of it"
    assert (game.bring_back().record(), game.dump(), game.ended) == (before, dump, [])


def test_a_game_in_which_nobody_has_moved_is_not_kept() -> None:
    game = cw.new("kommando", seed=7)
    assert not game.history.under_way
    assert game.restart(seed=8).restart(same=True).ended == []
    with pytest.raises(ValueError, match="no game -1 to bring back"):
        game.bring_back()


def test_bringing_back_puts_the_other_game_aside() -> None:
    game = begun()
    first = game.record()
    game.restart(seed=8)
    game.play(game.legal_moves()[0])
    second = game.record()
    for _ in range(3):
        assert (game.bring_back().record(), records(game)) == (first, [second])
        assert (game.bring_back().record(), records(game)) == (second, [first])
    game.restart(seed=9)
    assert records(game) == [first, second]
    assert game.bring_back(0).record() == first
    before = game.record(), records(game)
    for wrong in (1, -2, "0", True, None):
        with pytest.raises(ValueError, match="to bring back"):
            game.bring_back(wrong)  # type: ignore[arg-type]
    assert (game.record(), records(game)) == before


def test_players_come_back_with_their_game_and_what_was_taken_back_as_a_variation() -> None:
    bot = cw.bots.Random(1)
    game = begun(4, seats=["Ann", bot])
    game.undo().undo()
    line = game.variations
    game.restart(seed=8).sit(1, "Ben")
    game.bring_back()
    assert (game.names, game.seats[1] is bot, game.variations, game.can_redo) == (["Ann", "Random"], True, line, False)


def test_no_more_than_so_many_games_are_kept_aside() -> None:
    game = cw.new("kommando", seed=0)
    for seed in range(1, MOST_EARLIER + 5):
        game.play(game.legal_moves()[0]).restart(seed=seed)
    assert [one.seed for one in game.ended] == list(range(4, MOST_EARLIER + 4))


def test_a_copy_has_what_was_put_aside() -> None:
    game = begun()
    game.restart(seed=8)
    for other in (game.copy(), copy.deepcopy(game)):
        assert records(other) == records(game) != []
        other.bring_back()
    assert len(game.ended) == 1


# -- in a journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def same(path: Path, game: cw.Game) -> None:
    """Check that a journal gives back the game and what was put aside for it."""
    again = cw.load(path)
    assert (again.record(), again.dump()) == (game.record(), game.dump())
    assert records(again) == records(game)


def test_a_journal_keeps_what_was_put_aside_for_its_game(path: Path) -> None:
    game = begun(3, match=True, target=1)
    game.restart(seed=5)
    game.play(game.legal_moves()[0]).autosave(path)
    same(path, game)
    game.undo().restart(seed=8)
    same(path, game)
    game.play(game.legal_moves()[0]).bring_back(0)
    same(path, game)
    game.play(game.legal_moves()[-1]).autosave(path)
    same(path, game)
    game.bring_back().comment("again", ply=0)
    same(path, game)
    assert len(game.ended) == 2


def test_a_resumed_journal_still_has_it(path: Path) -> None:
    game = begun(autosave=path)
    first = game.record()
    game.restart(seed=8)
    game.play(game.legal_moves()[0]).close()
    for _ in range(2):
        again = cw.resume(path)
        assert records(again) == [first]
        again.close()
    assert cw.resume(path).bring_back().record() == first


def test_a_journal_that_cannot_be_written_changes_nothing(path: Path) -> None:
    game = begun(autosave=path)
    game.restart(seed=8)
    before = game.record(), records(game)
    path.unlink()
    for act in (game.bring_back, game.restart):
        with pytest.raises(OSError, match="moved or removed"):
            act()
    assert (game.record(), records(game)) == before


# -- at a table


def test_a_table_says_whether_a_deal_would_end_something_and_brings_it_back() -> None:
    game = cw.new("kommando", seed=7, match=True, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table())

    def scene() -> tuple[bool, bool]:
        return wire.table.scene["under_way"], wire.table.scene["can"]["bring_back"]

    assert scene() == (False, False)
    assert wire.ask(kind="bring_back")["kind"] == "refused"
    wire.play(game.legal_moves()[0])
    made = game.record()
    assert scene() == (True, False)
    assert wire.ask(kind="new", same=False)["kind"] == "done"
    assert scene() == (False, True)
    assert wire.ask(kind="bring_back")["kind"] == "done"
    assert (game.record(), scene()) == (made, (True, False))
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert scene() == (False, False)


def test_only_tables_that_may_begin_anew_bring_back() -> None:
    game = begun(2)
    game.restart(seed=8)
    for seat, may in ((0, False), ("public", False), ("auto", True), (None, True)):
        wire = Wire(game.table(seat=seat))
        assert wire.table.scene["can"]["bring_back"] is may
        if not may:
            assert wire.ask(kind="bring_back")["kind"] == "refused"
    assert len(game.ended) == 1


def test_a_table_knows_the_path_of_its_journal_as_it_was_written(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    game = begun()
    table = game.table()

    def named() -> Any:
        return table.scene["kept_in"]

    assert named() is None
    game.autosave("mine.jsonl")
    assert named() == game.kept_in == "mine.jsonl"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begun(autosave="mine.jsonl")
    assert named() == "mine-1.jsonl", "it has moved aside for a later game"
    assert cw.load(named()).record() == game.record()
    game.close()
    assert named() is None


# -- moves taken back after cards were seen


def test_the_words_for_what_was_seen() -> None:
    assert takeback_words(1) == "Taken back, after seeing one card."
    assert takeback_words(30) == "Taken back, after seeing 30 cards."
    said = "\n".join(["A bold attack.", takeback_words(2), takeback_words(30)])
    assert note_lines(said) == [takeback_words(2), takeback_words(30)]
    assert takeback_totals([said, takeback_words(12), "Taken back, after seeing many cards."]) == (3, 44)


@pytest.mark.parametrize(
    ("slug", "seed"),
    [
        ("kommando", 7),  # the bot's answer
        ("columns", 7),  # all that was turned up, and the next hand
        ("commander", 28),  # a battle
        ("fourx", 136),  # around the king
    ],
)
def test_moves_taken_back_are_said_with_the_cards_seen(slug: str, seed: int) -> None:
    seats: list[str | cw.bots.Bot] = ["you"] if slug == "fourx" else ["you", cw.bots.Random(1)]
    game = cw.new(slug, seed=seed, seats=seats).run()
    start, wire = game.ply, Wire(game.table())
    before = find_known(game)
    wire.play(busy(game)[0])
    game.run()
    found = len(find_known(game) - before)
    assert found > 0
    assert slug != "kommando" or found == 1
    assert wire.undo()["kind"] == "done"
    assert game.ply == start
    assert game.comments == {f"0/{start}": takeback_words(found)}
    assert (wire.table.scene["taken_back"], wire.table.scene["seen"]) == (1, found)
    wire.play(busy(game)[-1])
    assert log_of(wire)[start]["again"] == takeback_words(found)
    assert game.record()["comments"] == game.comments


def find_known(game: cw.Game) -> set[str]:
    """The cards that seat A knows, each by its text."""
    return {card for card in game.type.deck.text if find_cards(game.dump(0)["table"], {card})}


def log_of(wire: Wire) -> list[dict[str, Any]]:
    state = wire.table.get_state()
    pages = sorted((name for name in state if name[:3] == "log" and name[3:].isdigit()), key=lambda name: int(name[3:]))
    return [entry for name in pages for entry in state[name]]


def test_what_was_seen_is_still_said_after_more_is_taken_back() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table())
    for _ in range(2):
        wire.play(game.legal_moves()[0])
        game.run()
    game.comment("Hm.", ply=0)
    seen = []
    while game.ply:
        start = wire.table.scene["seen"]
        assert wire.undo()["kind"] == "done"
        seen.append(wire.table.scene["seen"] - start)
    said = "\n".join(["Hm.", *map(takeback_words, seen)])
    assert game.comments == {"0/0": said}
    wire.play(game.legal_moves()[-1])
    assert game.comments == {"0/0": said}, "not lost with the moves that were taken back"
    again = Wire(cw.load(game.record()).table())
    assert (again.table.scene["taken_back"], again.table.scene["seen"]) == (len(seen), sum(seen))


def test_in_a_match_a_table_takes_nothing_back_that_was_seen_unless_that_was_asked_for() -> None:
    for undo, may in ((True, True), (None, False)):
        game = cw.new("kommando", seed=7, match=True, undo=undo, seats=["you", cw.bots.Random(1)])
        wire = Wire(game.table())
        wire.play(game.legal_moves()[0])
        assert wire.table.scene["can"]["undo"], "nobody has answered: nothing was seen"
        game.run()
        assert wire.table.scene["can"]["undo"] is may
        answer = wire.undo()
        assert (answer["kind"], game.ply) == (("done", 0) if may else ("refused", 2))
        assert may or "seen cards" in answer["text"]
        assert bool(game.comments) is may
        if not may:
            assert game.undo().ply == 1, "programs take back what they like"


def test_nothing_is_said_where_nothing_was_seen() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table())
    wire.play(game.legal_moves()[0])
    wire.undo()
    everything = Wire(begun(2).table(seat=None))
    everything.undo()
    assert (game.comments, everything.table.game.comments) == ({}, {})
