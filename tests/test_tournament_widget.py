"""The widget of a tournament: what it shows, the games of a cell, and a game from the move that lost it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import Bot, View
from capture_widgets.tournaments.page import points
from tests.wire import say


class Fails(Bot):
    """Raises an error at its third move."""

    def choose(self, view: View) -> str:
        if view.dump["ply"] >= 4:
            raise RuntimeError("lost <b>the</b> thread")
        return view.legal_moves()[0]


ENTRANTS: dict[str, Any] = {"greedy": cw.bots.Greedy(), "random": cw.bots.Random(), "fails": Fails()}


@pytest.fixture(scope="module")
def cup() -> cw.Tournament:
    """A small tournament; its bots play in this process, so that it is there on every system."""
    return played(deals=2)


def played(**more: Any) -> cw.Tournament:
    return cw.tournament(ENTRANTS, "kommando", seed=5, trusted=list(ENTRANTS), progress=False, **more)


@pytest.fixture
def widget(cup: cw.Tournament) -> Iterator[cw.TournamentWidget]:
    made = cup.widget(simulations=400)
    yield made
    made.close()


def found(widget: cw.TournamentWidget) -> dict[str, Any]:
    """What the widget shows once its search has ended."""
    deadline = time.monotonic() + 60
    while widget.scene["search"] is not None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return widget.scene


def losses_of(cup: cw.Tournament, number: int) -> dict[int, float]:
    """What each move of the loser lost, by ply, as far as a short search sees it."""
    loser = cup.played[number].returns.index(-1)
    judged = cw.analyse(cup.game(number), simulations=400, progress=False)
    return {row.ply: row.loss for row in judged.standings if row.seat == row.to_play == loser and row.loss}


def test_it_has_the_ratings_the_cross_table_and_the_faults(cup: cw.Tournament, widget: cw.TournamentWidget) -> None:
    scene = widget.scene
    names = [row["name"] for row in scene["entrants"]]
    assert names == [row.name for row in cup.standings]
    for shown, row in zip(scene["entrants"], cup.standings, strict=True):
        assert (shown["rating"], shown["low"], shown["high"]) == (row.rating, row.low, row.high)
        assert (shown["games"], shown["points"], shown["faults"]) == (row.games, row.points, row.faults)
    for r, one in enumerate(names):
        for c, other in enumerate(names):
            assert scene["cross"][r][c] == (None if one == other else cup.shares()[one, other])
    (fault,) = scene["faults"]
    assert (fault["name"], fault["kind"], fault["times"]) == ("fails", "crash", 8)
    assert cup.played[fault["game"]].fault is not None


def test_a_rating_of_nearly_zero_has_no_sign_of_minus() -> None:
    assert [points(rating) for rating in (-0.3, 0.3, -0.6, 173.5, float("-inf"))] == ["+0", "+0", "-1", "+174", "-inf"]


def test_its_head_names_the_game_once(cup: cw.Tournament, widget: cw.TournamentWidget, tmp_path: Path) -> None:
    """The screen's title is “Tournament of Kommando”; the page that is saved has the same one."""
    assert (widget.scene["title"], widget.scene["caption"]) == ("Kommando", cup.counts())
    assert cup.caption() == f"kommando, {cup.counts()}"
    page = cup.save_html(tmp_path / "cup.html").read_text(encoding="utf-8")
    head = page[page.index("<body>") : page.index("</caption>")]
    assert head.lower().count("kommando") == 1


def test_a_cell_lists_its_games_and_those_that_its_row_lost_come_first(
    cup: cw.Tournament, widget: cw.TournamentWidget
) -> None:
    names = [row["name"] for row in widget.scene["entrants"]]
    row, column = names.index("random"), names.index("greedy")
    say(widget, {"kind": "games_of", "id": 1, "one": row, "other": column})
    listed = widget.scene["listed"]
    assert (listed["one"], listed["other"], listed["left"]) == (row, column, 0)
    assert {one["game"] for one in listed["games"]} == {
        number for number, game in enumerate(cup.played) if {*game.seating} == {"random", "greedy"}
    }
    for one in listed["games"]:
        game = cup.played[one["game"]]
        assert one["deal"] == game.deal
        assert one["lost"] == (game.returns[game.seating.index("random")] < 0)
        assert "random (seat " in one["words"]
    lost = [one["lost"] for one in listed["games"]]
    assert lost == sorted(lost, reverse=True)
    say(widget, {"kind": "games_of", "id": 2, "one": names.index("fails"), "other": None})
    assert len(widget.scene["listed"]["games"]) == 8
    assert "fails (seat A) lost by a fault (crash)" in str(widget.scene["listed"])


def test_a_game_opens_at_the_move_that_lost_it_by_the_analysis(cup: cw.Tournament, widget: cw.TournamentWidget) -> None:
    number, losses = next(
        (number, losses)
        for number, game in enumerate(cup.played)
        if game.fault is None and (losses := losses_of(cup, number))
    )
    say(widget, {"kind": "lost", "id": 1, "game": number})
    scene, replay = found(widget), widget.replay
    assert replay is not None
    assert (scene["game"], scene["replay"]) == (number, str(replay.model_id))
    loser = cup.played[number].returns.index(-1)
    assert losses[replay.ply] == max(losses.values())
    assert replay.game.moves() == [*cup.played[number].moves]
    assert f"{cup.played[number].seating[loser]} lost most with the next move" in scene["found"]
    say(widget, {"kind": "back", "id": 2})
    assert (widget.replay, widget.scene["replay"], widget.scene["game"]) == (None, None, None)
    assert replay.closed
    begun = time.monotonic()
    say(widget, {"kind": "lost", "id": 3, "game": number})
    assert widget.scene["replay"] is not None, "it is not searched twice"
    assert time.monotonic() - begun < 5


def test_a_search_that_is_too_short_says_what_it_could_not_tell(cup: cw.Tournament) -> None:
    short = cup.widget(simulations=20)
    number = next(n for n, game in enumerate(cup.played) if game.fault is None and -1 in game.returns)
    say(short, {"kind": "lost", "id": 1, "game": number})
    assert "found no move that lost this game" in found(short)["found"]
    assert "could not tell what " in short.scene["found"]
    short.close()


def test_a_game_lost_by_a_fault_opens_at_its_end(cup: cw.Tournament, widget: cw.TournamentWidget) -> None:
    number = widget.scene["faults"][0]["game"]
    say(widget, {"kind": "lost", "id": 1, "game": number})
    replay = widget.replay
    assert replay is not None
    assert replay.ply == len(cup.played[number].moves)
    assert "fails lost by a fault" in widget.scene["found"]
    assert "thread" in str(replay.game.record()["comments"])


def test_a_search_can_be_stopped_and_another_game_opened_meanwhile(cup: cw.Tournament) -> None:
    slow = cup.widget(simulations=20_000)
    clean = [n for n, game in enumerate(cup.played) if game.fault is None and -1 in game.returns]
    say(slow, {"kind": "lost", "id": 1, "game": clean[0]})
    assert slow.scene["search"]["game"] == clean[0]
    say(slow, {"kind": "lost", "id": 2, "game": slow.scene["faults"][0]["game"]})
    assert slow.scene["search"] is None
    assert slow.scene["replay"] is not None, "a fault needs no search"
    say(slow, {"kind": "lost", "id": 3, "game": clean[1]})
    assert slow.scene["replay"] is None
    say(slow, {"kind": "unjudge", "id": 4})
    scene = found(slow)
    assert scene["game"] == clean[1]
    assert "stopped before the end" in scene["found"]
    slow.close()


def test_a_game_of_one_player_lists_the_games_of_both_entrants() -> None:
    bots: dict[str, Any] = {"g": cw.bots.Greedy(), "r": cw.bots.Random()}
    alone = cw.tournament(bots, "fourx", deals=2, seed=1, trusted=list(bots), progress=False)
    widget = alone.widget()
    say(widget, {"kind": "games_of", "id": 1, "one": 0, "other": 1})
    assert len(widget.scene["listed"]["games"]) == 4
    widget.close()


def test_a_page_without_widgets_has_the_tables_and_nothing_that_an_entrant_wrote_as_markup(
    cup: cw.Tournament, widget: cw.TournamentWidget
) -> None:
    words, html = widget.standing_in()
    assert words == str(cup)
    assert "Points of each against each other" in html
    assert "lost &lt;b&gt;the&lt;/b&gt; thread" in html
    assert "<b>the</b>" not in html


def test_an_interrupted_tournament_is_shown_as_far_as_it_was_played(tmp_path: Any) -> None:
    class Stops(cw.bots.Random):
        games = 0

        def choose(self, view: View) -> str:
            self.games += view.dump["ply"] < 2
            if self.games > 3:
                raise KeyboardInterrupt
            return super().choose(view)

    bots: dict[str, Any] = {"stops": Stops(), "greedy": cw.bots.Greedy()}
    stopped = cw.tournament(
        bots, "kommando", deals=9, seed=4, trusted=list(bots), progress=False, keep=tmp_path / "cup.jsonl"
    )
    widget = stopped.widget()
    assert not widget.scene["complete"]
    assert "interrupted" in widget.scene["caption"]
    say(widget, {"kind": "games_of", "id": 1, "one": 0, "other": 1})
    assert len(widget.scene["listed"]["games"]) == len(stopped.played) == 3
    assert cw.Tournament.load(tmp_path / "cup.jsonl").played == stopped.played
    widget.close()


def test_wrong_settings_are_refused_in_words(cup: cw.Tournament) -> None:
    with pytest.raises(ValueError, match="there is no setting 'pace'"):
        cup.widget(pace=3)
    with pytest.raises(ValueError, match="theme="):
        cup.widget(theme="pink")
    with pytest.raises(ValueError, match="simulations=0"):
        cup.widget(simulations=0)
