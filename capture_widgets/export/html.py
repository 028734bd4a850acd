"""Positions and moves as plain HTML or text, for pages that show no widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from capture_widgets.engine.names import LETTERS, Names, sentence
from capture_widgets.games import game_type
from capture_widgets.model.dump import Dump

MOST_ROWS: Final = 300
"""The most moves in a list; a notebook stores every output, so it must not grow too long."""


def dump_html(dump: Dump, log: Sequence[str | Mapping[str, Any]] = (), names: Names = LETTERS) -> str:
    """A dump of any viewer as HTML, with the moves below."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in facts(dump, names))
    table: Any = dump["table"]
    return (
        f"<table>{rows}</table><pre>{escape(game_type(dump['game']).drawn(table, names))}</pre>{moves_html(log, names)}"
    )


def facts(dump: Dump, names: Names = LETTERS) -> list[tuple[str, str]]:
    """The facts about a dump, without its table, as pairs of a name and a text."""
    kind = game_type(dump["game"])
    told = [
        ("Game", kind.title),
        ("Seen by", _viewer(dump["seat"], names)),
        ("Round", str(dump["round"] + 1)),
        ("Moves", f"{dump['ply']}, {names.turn(dump['to_play'])}" if len(dump["points"]) > 1 else str(dump["ply"])),
    ]
    return [*told, ("Points", names.points(dump["points"]))] if counts_points(dump) else told


def counts_points(dump: Dump) -> bool:
    """Whether points are counted in the game of a dump."""
    kind = game_type(dump["game"])
    return kind.counts_points(kind.options.of(dump["options"]))


def moves_html(log: Sequence[str | Mapping[str, Any]], names: Names = LETTERS) -> str:
    """An HTML table of moves, given as log entries or sentences; a long log is cut to its last moves."""
    if not log:
        return ""
    left_out = len(log) - MOST_ROWS
    rows = [f'<tr><td colspan="4">{left_out} earlier moves are left out.</td></tr>'] if left_out > 0 else []
    for number, entry in enumerate(log[-MOST_ROWS:], max(0, left_out) + 1):
        cells = (str(number), "", entry, "") if isinstance(entry, str) else _cells(entry, names)
        rows.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    head = "<tr><th>Move</th><th>Player</th><th>In words</th><th>Notation</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _cells(entry: Mapping[str, Any], names: Names) -> tuple[str, str, str, str]:
    seat, move = entry["seat"], entry["move"]
    return (
        str(entry["ply"]),
        "" if seat is None else sentence(names.who(seat)),
        entry["text"],
        "(hidden)" if move is None else move,
    )


def plain_text(dump: Dump, log: Sequence[str | Mapping[str, Any]] = (), names: Names = LETTERS) -> str:
    """A dump and its moves as aligned text, for pages without HTML (nbconvert to PDF)."""
    table: Any = dump["table"]
    lines = [f"{name:<8} {words}" for name, words in facts(dump, names)]
    lines += ["", game_type(dump["game"]).drawn(table, names)]
    if log:
        sentences = [entry if isinstance(entry, str) else entry["text"] for entry in log[-MOST_ROWS:]]
        lines += ["", *(f"{number:>4} {text}" for number, text in enumerate(sentences, len(log) - len(sentences) + 1))]
    return "\n".join(lines)


def table_text(dump: Dump, names: Names = LETTERS) -> str:
    """The table of a dump as aligned text, below a line with the game, round, ply and turn."""
    table: Any = dump["table"]
    kind = game_type(dump["game"])
    round_words = "" if dump["match"] is None else f"round {dump['round'] + 1}, "
    turn = names.turn(dump["to_play"])
    points = "  ".join(f"{names.who(seat)} {points}" for seat, points in enumerate(dump["points"]))
    return f"{kind.title}, {round_words}ply {dump['ply']}, {turn}\npoints  {points}\n{kind.drawn(table, names)}"


def _viewer(seat: int | str | None, names: Names) -> str:
    if seat is None:
        return "somebody who sees all cards"
    return "a spectator" if seat == "public" else names.who(int(seat))
