"""What a type checker sees of options and settings: mypy reads this file with the others, and nobody runs it.

Each slip is marked with the error that it must be: mypy complains where it sees none.
"""

from __future__ import annotations

from typing import assert_type

import capture_widgets as cw
from capture_widgets.play.typed import KommandoTable


def right() -> None:
    game = cw.new("kommando", seed=1, dealer=0, no_choice="chosen end", seats=["you", cw.bots.Random()])
    assert_type(game, cw.Game)
    assert_type(game.returns, list[int] | None)
    assert_type(game.to_play, int | None)
    assert_type(game.points, list[int])
    table: KommandoTable = game.dump()["table"]
    assert_type(table["row"][0]["winner"], int | None)
    assert_type(game.copy(), cw.Game)
    assert_type(cw.load(game.code()), cw.Game)
    slug: str = "kommando"
    assert_type(cw.new(slug, seed=1), cw.Game)
    assert_type(cw.new(slug, players=len(slug), seats=["you"]), cw.Game)
    assert_type(cw.new("commander", players=3), cw.Game)
    game.table(seat=0, size="projector", pace=200)
    cw.replay(game, spoilers=False)


def wrong(game: cw.Game, table: KommandoTable) -> None:
    cw.new("kommando", dealr=1)  # type: ignore[call-overload]
    cw.new("kommando", dealer=2)  # type: ignore[call-overload]
    cw.new("kommando", aces="lock")  # type: ignore[call-overload]
    cw.new("columns", aces="swings")  # type: ignore[call-overload]
    cw.new(str(game), players="2")  # type: ignore[call-overload]
    cw.new("fourx", tech="yes")  # type: ignore[call-overload]
    print(game.returns[0])  # type: ignore[index]
    game.table(seat=0, sise="normal")  # type: ignore[call-arg]
    game.table(seat=0, size="huge")  # type: ignore[arg-type]
    cw.replay(game, spoiler=False)  # type: ignore[call-arg]
    print(table["rows"])  # type: ignore[typeddict-item]
