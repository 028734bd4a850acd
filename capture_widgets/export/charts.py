"""Small charts as SVG, drawn without a library: lines, bars, stacked bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10
from pathlib import Path
from typing import Final

from capture_widgets.core.atomic_files import replace_file

INK: Final = "#222"
SOFT: Final = "#666"
COLOURS: Final = ("#2f6fb5", "#c2571a", "#26835a", "#7d4fa8", "#8a6d00", "#b03060")
"""Colours of series, which most people can distinguish, also on paper; lines have different dashes, too."""
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 3")
WIDE: Final = 560
_LETTER: Final = 7.0
"""The approximate width of a letter."""

_HEAD: Final = ' font-weight="600" font-size="14"'

Point = tuple[float, float]


@dataclass(frozen=True)
class Chart:
    """A chart that a notebook shows as a picture, and a console as text.

    Attributes:
        svg: the chart as an SVG document.
        words: the chart as text.
    """

    svg: str
    words: str

    def __repr__(self) -> str:
        return self.words

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the SVG to a file and return its path; if that fails, the old file stays."""
        return replace_file(path, self.svg)


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.4g}" y="{y:.4g}"{more}>{escape(words)}</text>'


def _document(title: str, body: Sequence[str], height: float, wide: float = WIDE) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {height:g}" width="{wide:g}" '
        f'height="{height:g}" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="12" fill="{INK}" '
        f'role="img"><title>{escape(title)}</title><rect width="{wide:g}" height="{height:g}" fill="#fff"/>'
        f"{_text(10, 20, title, _HEAD)}{''.join(body)}</svg>"
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """About ``about`` round numbers, from below one end of a range to above the other."""
    if not (isfinite(low) and isfinite(high)) or high <= low:
        high = low + 1
    rough = (high - low) / about
    size = 10.0 ** floor(log10(rough))
    step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [number * step for number in range(first, last + 1)]


def number(value: float) -> str:
    """A number as charts show it."""
    return f"{value:.10g}" if float(value).is_integer() else f"{value:.3g}"


def lines(
    series: Mapping[str, Sequence[Point]],
    *,
    title: str = "",
    x: str = "",
    y: str = "",
    bands: Mapping[str, Sequence[tuple[float, float, float]]] | None = None,
    steps: bool = False,
    dots: bool = False,
    diagonal: bool = False,
) -> Chart:
    """A line chart.

    Args:
        series: the points of each line, by name.
        title: the title of the chart.
        x: the label of the horizontal axis.
        y: the label of the vertical axis.
        bands: intervals around a line as (x, low, high), by its name.
        steps: whether each value lasts until the next point.
        dots: whether to mark each point.
        diagonal: whether both axes go from 0 to 1, with a diagonal line.
    """
    all_points = [point for points in series.values() for point in points]
    spread = [(at, value) for band in (bands or {}).values() for at, low, high in band for value in (low, high)]
    every = [*all_points, *spread] or [(0.0, 0.0), (1.0, 1.0)]
    sides = (0.0, 1.0) if diagonal else (min(at for at, _ in every), max(at for at, _ in every))
    across = ticks(*sides, 8)
    low, high = sides if diagonal else (min(value for _, value in every), max(value for _, value in every))
    upward = ticks(low, high)
    left, top, right, bottom = 56.0, 54.0, WIDE - 16.0, 270.0

    def place(at: float, value: float) -> tuple[float, float]:
        return (
            left + (at - across[0]) / (across[-1] - across[0]) * (right - left),
            bottom - (value - upward[0]) / (upward[-1] - upward[0]) * (bottom - top),
        )

    body = []
    for value in upward:
        _, height = place(across[0], value)
        body.append(f'<path d="M{left:g} {height:.4g}H{right:g}" stroke="#ddd"/>')
        body.append(_text(left - 6, height + 4, number(value), f' text-anchor="end" fill="{SOFT}"'))
    for value in across:
        at, _ = place(value, upward[0])
        body.append(_text(at, bottom + 16, number(value), f' text-anchor="middle" fill="{SOFT}"'))
    if diagonal:
        (ax, ay), (bx, by) = place(across[0], across[0]), place(across[-1], across[-1])
        body.append(f'<path d="M{ax:.4g} {ay:.4g}L{bx:.4g} {by:.4g}" stroke="#999" stroke-dasharray="3 3"/>')
    body.append(_text((left + right) / 2, bottom + 34, x, f' text-anchor="middle" fill="{SOFT}"'))
    body.append(_text(10, 38, y, f' fill="{SOFT}"'))
    legend = left + max(0.0, len(y) * _LETTER - 30)
    for which, (name, points) in enumerate(series.items()):
        colour, dash = COLOURS[which % len(COLOURS)], DASHES[which % len(DASHES)]
        band = (bands or {}).get(name, ())
        if band:
            edge = [place(at, high) for at, _, high in band] + [place(at, low) for at, low, _ in reversed(band)]
            shape = " ".join(f"{at:.4g},{value:.4g}" for at, value in edge)
            body.append(f'<polygon points="{shape}" fill="{colour}" opacity="0.15"/>')
        placed = [place(at, value) for at, value in points]
        form = "H{:.4g}V{:.4g}" if steps else "L{:.4g} {:.4g}"
        path = "".join((form if spot else "M{:.4g} {:.4g}").format(*where) for spot, where in enumerate(placed))
        body.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
        if dots:
            body += [f'<circle cx="{at:.4g}" cy="{value:.4g}" r="3.5" fill="{colour}"/>' for at, value in placed]
        if len(series) > 1:
            body.append(f'<path d="M{legend:.4g} 34h20" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
            body.append(_text(legend + 25, 38, name))
            legend += 40 + len(name) * _LETTER
    words = [
        f"{name}: {', '.join(f'({number(at)}, {number(value)})' for at, value in points[:40])}"
        f"{' ...' if len(points) > 40 else ''}"
        for name, points in series.items()
    ]
    return Chart(_document(title, body, bottom + 46), "\n".join([title, *words]))


def stacked(
    rows: Mapping[str, Mapping[str, float]], *, title: str = "", marked: str | None = None, shares: bool = False
) -> Chart:
    """A chart of stacked bars: one bar for each name, with a piece and a number for each kind.

    Args:
        rows: the length of each piece by kind, for each name.
        title: the title of the chart.
        marked: the name of a bar to highlight.
        shares: whether to show numbers as percentages.
    """
    kinds = list(dict.fromkeys(kind for pieces in rows.values() for kind in pieces))
    longest = max((sum(pieces.values()) for pieces in rows.values()), default=0) or 1
    left = min(240.0, 24 + max((len(name) for name in rows), default=0) * _LETTER)
    room, top = WIDE - left - 64, 54.0 if len(kinds) > 1 else 34.0

    def label(value: float) -> str:
        return f"{100 * value:.0f}%" if shares else number(value)

    body, legend = [], 10.0
    if len(kinds) > 1:
        for which, kind in enumerate(kinds):
            colour = COLOURS[which % len(COLOURS)]
            body.append(f'<rect x="{legend:.4g}" y="30" width="11" height="11" fill="{colour}"/>')
            body.append(_text(legend + 16, 40, kind))
            legend += 34 + len(kind) * _LETTER
    for line, (name, pieces) in enumerate(rows.items()):
        y, at = top + 24 * line, left
        strong = ' font-weight="700"' if name == marked else ""
        shown = name if len(name) * _LETTER < left - 12 else f"{name[: int((left - 24) / _LETTER)]}…"
        body.append(_text(left - 8, y + 14, shown, f' text-anchor="end"{strong}'))
        for kind, value in pieces.items():
            wide = room * value / longest
            colour = COLOURS[kinds.index(kind) % len(COLOURS)]
            body.append(f'<rect x="{at:.5g}" y="{y:g}" width="{wide:.5g}" height="19" fill="{colour}"/>')
            if len(kinds) > 1 and wide > 8 + len(label(value)) * _LETTER:
                body.append(_text(at + 4, y + 14, label(value), ' fill="#fff"'))
            at += wide
        if len(kinds) == 1:
            body.append(_text(at + 5, y + 14, label(sum(pieces.values()))))
    words = [
        f"{name}: {', '.join(f'{kind} {label(value)}'.strip() for kind, value in pieces.items())}"
        for name, pieces in rows.items()
    ]
    return Chart(_document(title, body, top + 24 * len(rows) + 12), "\n".join([title, *words]))


def bars(values: Mapping[str, float], *, title: str = "", marked: str | None = None, shares: bool = False) -> Chart:
    """A chart with a bar and a number for each name; see `stacked`."""
    return stacked({name: {"": value} for name, value in values.items()}, title=title, marked=marked, shares=shares)
