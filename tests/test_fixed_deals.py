"""The benchmark: the same deals for everybody, refused answers counted, and a table in the docs that was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.bots.chat import Message
from capture_widgets.bots.levels import BOTS
from capture_widgets.games import GAMES
from tests.benchmarks import fixed_deals
from tests.test_chat import first_listed


def test_deals_are_the_same_for_every_player_and_every_time() -> None:
    one, two = (
        cw.benchmark([cw.bots.Random(seed)], ["kommando", "fourx"], deals=3, judged=0, progress=False)
        for seed in (1, 2)
    )
    for first, second in zip(one.duels, two.duels, strict=True):
        assert [game.seed for game in first.played] == [game.seed for game in second.played]
    again = cw.benchmark(cw.bots.Random(1), ["kommando", "fourx"], deals=3, judged=0, progress=False)
    assert again.rows == one.rows
    more = cw.benchmark(cw.bots.Random(1), ["kommando"], deals=4, judged=0, progress=False)
    assert more.duels[0].played[:6] == one.duels[0].played, "more deals begin with the same ones"


def test_scores_are_those_of_the_duels_and_regret_is_that_of_the_analysis() -> None:
    told = cw.benchmark(cw.bots.Random(1), ["kommando"], deals=2, judged=1, simulations=100, progress=False)
    (row,), (duel,) = told.rows, told.duels
    assert (row.score, row.within) == duel.ahead()
    assert (row.game, row.bot, row.deals, row.games) == ("kommando", "Random", 2, 4)
    losses = []
    for number in (0, 1):
        seat = duel.played[number].seating.index(0)
        analysis = cw.analyse(duel.game(number), seat=seat, simulations=100, progress=False)
        losses.append(analysis.losses(seat))
    assert row.moves == sum(one.moves for one in losses) == 20
    assert row.unknown == sum(one.unknown for one in losses)
    known = [one for one in losses if one.mean is not None]
    mean = sum((one.mean or 0) * (one.moves - one.unknown) for one in known)
    assert row.regret == pytest.approx(mean / sum(one.moves - one.unknown for one in known))


def test_answers_that_were_refused_are_counted_and_so_are_forfeits() -> None:
    calls = 0

    def model(messages: list[Message]) -> str:
        nonlocal calls
        calls += 1
        return "no move" if calls % 5 == 0 else first_listed([messages[1]])

    row = cw.benchmark(cw.bots.Chat(model), ["kommando"], deals=2, judged=0, progress=False).rows[0]
    assert row.refused == calls // 5 > 0
    assert (row.faults, row.moves, row.regret) == (0, 0, None)
    lost = cw.benchmark(cw.bots.Chat(lambda _: "no"), ["kommando"], deals=2, judged=1, progress=False).rows[0]
    assert (lost.faults, lost.refused, lost.score) == (4, 8, -1.0)


def test_the_result_is_a_frame_a_table_and_a_page(tmp_path: Path) -> None:
    told = cw.benchmark(cw.bots.Random(1), ["kommando"], deals=2, judged=0, progress=False)
    frame = told.frame()
    assert frame.to_dict("records")[0]["score"] == told.rows[0].score
    page = told.save_html(tmp_path / "page.html").read_text("utf-8")
    for text in ("kommando", "Random", f"{told.rows[0].score:+.2f}", "Against Greedy"):
        assert text in page
        assert text in str(told)
    assert "<script" not in page


@pytest.mark.parametrize(
    ("given", "words"),
    [({"deals": 0}, "deals=0: a whole number"), ({"judged": 3, "deals": 2}, "judged=3"), ({"bots": []}, "no player")],
)
def test_what_cannot_be_measured_is_refused(given: dict[str, object], words: str) -> None:
    asked = {"bots": cw.bots.Random(1), "games": ["kommando"], **given}
    with pytest.raises(ValueError, match=words):
        cw.benchmark(**asked)  # type: ignore[arg-type]
    with pytest.raises(cw.UnknownGame):
        cw.benchmark(cw.bots.Random(1), ["whist"])


# -- the table in the docs


def test_the_page_has_the_measured_table_of_every_bot_and_game() -> None:
    page = fixed_deals.PAGE.read_text("utf-8")
    assert fixed_deals.table() in page
    rows = fixed_deals.kept()
    assert [(row["game"], row["bot"]) for row in rows] == [(slug, level.name) for slug in GAMES for level in BOTS]
    assert all(row["deals"] == fixed_deals.DEALS for row in rows)
    assert f"(deals of each game: {fixed_deals.DEALS}; of these analysed: {fixed_deals.JUDGED}; simul" in page
    assert f"simulations a ply: {fixed_deals.SIMULATIONS}, and {fixed_deals.SIMULATIONS // 20} in 4X" in page


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_kept_comes_out_again(slug: str) -> None:
    (now,) = fixed_deals.measured(slug, judged=0, levels=("random",))
    (then,) = (row for row in fixed_deals.kept() if (row["game"], row["bot"]) == (slug, "Random"))
    same = ("game", "bot", "deals", "games", "score", "within", "faults", "refused")
    assert {name: now[name] for name in same} == {name: then[name] for name in same}
