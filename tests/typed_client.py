"""What somebody writes who checks types strictly: every value has its type, and every type its name in `cw`."""

from __future__ import annotations

import capture_widgets as cw


class Shortest(cw.Bot):
    """Plays the move with the shortest text."""

    name = "Shortest"

    def choose(self, view: cw.View) -> str:
        return min(view.legal_moves(), key=len)


def lead(game: cw.Game) -> cw.Teacher:
    return game.teacher.freeze(0).reveal(1, to="public").release()


def last_words(game: cw.Game, seat: cw.Viewer) -> str:
    entries: list[cw.LogEntry] = game.log(seat)
    return entries[-1]["text"] if entries else ""


def best(game: cw.Game) -> tuple[str, float]:
    hint: cw.Hint = game.hint(simulations=20, seed=1)
    belief: cw.Belief = game.belief("public", 20)
    return hint.move, max(belief.where("10r").values(), default=0.0)


def tables(slug: str, players: int) -> list[cw.Game]:
    """Games of which only a running program knows the slug and the options."""
    made: cw.Game = cw.new(slug, players=players)
    return [made, cw.new("commander", players=3)]


def main() -> None:
    game: cw.Game = cw.new("kommando", seed=7, seats=["you", Shortest()])
    try:
        game.play(game.legal_moves()[0]).run()
    except (cw.IllegalMove, cw.ActionRefused) as error:
        print(error.reason)
    dump: cw.Dump = game.dump(seat=0)
    record: cw.Record = game.record()
    moments: list[cw.Moment] = game.find(event="played", by=0)
    table: cw.Table = game.table(seat=0, theme="dark")
    replay: cw.Replay = cw.replay(record, seat="public")
    poll: cw.Poll = cw.poll(game, "What now?", seat=0)
    votes: list[cw.Vote] = poll.vote("Ann", game.legal_moves()[0]).votes
    console: cw.Console = cw.console(table)
    result: cw.Duel = cw.duel("kommando", [Shortest(), cw.bots.Random()], deals=1, progress=False)
    played: tuple[cw.Played, ...] = result.played
    print(last_words(lead(game).game, 0), best(game), dump["ply"], moments[0].move, replay.seat, votes[0]["who"])
    print(console.game.ply, played[0].points, result.table[0].bot, len(tables("commander", 4)))


if __name__ == "__main__":
    main()
