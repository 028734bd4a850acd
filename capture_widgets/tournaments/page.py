"""The result of a tournament as HTML: ratings with bars, the cross table, faults."""

from __future__ import annotations

from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Final

from capture_widgets.games import game_type
from capture_widgets.tournaments.sandbox import LAYERS

if TYPE_CHECKING:
    from capture_widgets.protocol.tournament_messages import FaultGroup
    from capture_widgets.tournaments.tournament_result import Standing, Tournament

_MOST_FAULTS: Final = 60
_MOST_WORDS: Final = 700
_WIDTH, _HEIGHT = 260, 16


def tables(result: Tournament) -> str:
    """The tables of a result, for a cell of a notebook."""
    return _tables(result, result.caption())


def _tables(result: Tournament, caption: str) -> str:
    parts = [_ratings(result, caption), _cross(result), _faults(result)]
    return f'<div class="capture-widgets-tournament">{"".join(parts)}</div>'


def whole_page(result: Tournament) -> str:
    """A page that needs no network and runs no script."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    title = escape(f"Tournament of {game_type(result.slug).title}")
    style = (
        "body{font-family:system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}"
        "table{border-collapse:collapse;margin:1em 0}caption{text-align:left;font-weight:600;padding:.3em 0}"
        "td,th{padding:.2em .6em;text-align:right;border-bottom:1px solid #ccc}"
        "td:first-child,th:first-child{text-align:left}"
        "pre{white-space:pre-wrap;margin:0;text-align:left}"
        "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}"
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{policy}"><meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{style}</style></head><body><h1>{title}</h1>"
        f"{_tables(result, result.counts())}{_sandboxes(result)}</body></html>\n"
    )


def _table(caption: str, head: list[str], rows: list[list[str]]) -> str:
    cells = "".join(f'<th scope="col">{one}</th>' for one in head)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>" for row in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _ratings(result: Tournament, caption: str) -> str:
    standings = result.standings
    ends = [end for row in standings for end in (row.low, row.high, row.rating) if isfinite(end)] or [0.0]
    least, most = min(ends), max(ends)
    rows = [
        [
            escape(row.name), points(row.rating), f"{points(row.low)} to {points(row.high)}", _bar(row, least, most),
            str(row.games), f"{row.points:.3f}", str(row.faults),
        ]
        for row in standings
    ]  # fmt: skip
    if result.saving is not None:
        caption += f"; deals mirrored over the seats need {result.saving:.2f} times the games that fresh deals need"
    return _table(caption, ["name", "rating", "95%", "", "games", "points", "faults"], rows)


def points(rating: float) -> str:
    """Rating points without a fraction and with a sign; zero is never negative."""
    return f"{rating:+z.0f}"


def _bar(row: Standing, least: float, most: float) -> str:
    """The rating as a dot on a line from the lower to the upper end of its interval."""
    span = most - least or 1.0

    def place(value: float) -> float:
        return 4 + (_WIDTH - 8) * (min(max(value, least), most) - least) / span

    words = f"{points(row.rating)}, 95% from {points(row.low)} to {points(row.high)}"
    return (
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{words}"><line x1="{place(row.low):.1f}" '
        f'x2="{place(row.high):.1f}" y1="8" y2="8" stroke="currentColor" stroke-width="2"/>'
        f'<circle cx="{place(row.rating):.1f}" cy="8" r="4" fill="currentColor"/></svg>'
    )


def _cross(result: Tournament) -> str:
    shares = result.shares()
    order = [row.name for row in result.standings]
    if not shares or len(order) > 40:
        return ""
    rows = [
        [escape(name), *(f"{shares[name, other]:.2f}" if (name, other) in shares else "–" for other in order)]
        for name in order
    ]
    return _table("Points of each against each other, 0 to 1", ["", *map(escape, order)], rows)


def _faults(result: Tournament) -> str:
    rows = [
        [
            escape(one["name"]),
            escape(one["kind"]),
            str(one["times"]),
            str(one["game"]),
            f"<pre>{escape(one['words'])}</pre>",
        ]
        for one in fault_groups(result)
    ]
    return _table("Faults", ["name", "kind", "times", "first in game", "what happened"], rows) if rows else ""


def fault_groups(result: Tournament) -> list[FaultGroup]:
    """Count equal faults of an entrant once, with the number of the first game; the last part of long words."""
    counts: dict[tuple[str, str, str], list[int]] = {}
    for fault in result.faults:
        counts.setdefault((fault["name"], fault["kind"], fault["words"][-_MOST_WORDS:]), []).append(fault["game"])
    return [
        {"name": name, "kind": kind, "times": len(games), "game": games[0], "words": words}
        for (name, kind, words), games in sorted(counts.items())[:_MOST_FAULTS]
    ]


def _sandboxes(result: Tournament) -> str:
    """Which layers of the sandbox held on which machine, in all games there."""
    machines: dict[str, dict[str, str]] = {}
    for game in result.played:
        for layers in game.layers:
            if set(layers) == set(LAYERS):
                known = machines.setdefault(game.machine, dict(layers))
                known |= {name: words for name, words in layers.items() if words}
    rows = [
        [escape(machine), escape(LAYERS[name]), "held" if not words else f"not enforced: {escape(words)}"]
        for machine, layers in sorted(machines.items())
        for name, words in layers.items()
    ]
    return _table("What was enforced", ["machine", "layer", ""], rows) if rows else ""
