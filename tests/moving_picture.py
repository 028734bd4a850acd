"""docs/hand.svg, a picture of a hand of Kommando that moves: made from a recorded hand, without any script.

Each card is drawn once, and rules of its style say where it lies at each ply. Whoever has asked the system for less
motion sees the end of the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

import capture_widgets as cw
from capture_widgets.engine.card_pictures import HEIGHT, WIDTH, Picture
from capture_widgets.engine.cards import HIDDEN, KOMMANDO
from capture_widgets.export.svg import SVG
from capture_widgets.games import game_type

SLUG, SEED, SEAT = "kommando", 7, 0
SECONDS = 1.8
"""How long each ply is seen."""
MOVING = 0.3
"""The share of that time in which a card moves."""
LAST = 3
"""The plies' time for which the end is seen."""
TOP = 14
CLOTH, INK = "#24483b", "#f4f1e6"
FRAME = 'width="54" height="74" rx="6" fill="none" stroke="#ffd75e" stroke-width="4"'
STYLE = (
    ".m,.s{{animation-duration:{whole:g}s;animation-iteration-count:infinite;animation-timing-function:ease-in-out}}"
    ".s{{animation-timing-function:step-end}}"
    "@media (prefers-reduced-motion:reduce){{.m,.s{{animation:none}}}}"
)


class Lying(NamedTuple):
    """A card at one ply."""

    x: float
    y: float
    face: str
    """What the viewer sees of it."""
    mark: str | None


class Watcher(Picture):
    """A picture that keeps which card is drawn where."""

    drawn: list[tuple[str | None, float, float, str | None]]

    def card(self, x: float, y: float, card: str | None, mark: str | None = None) -> None:
        """Draw a card, and keep its place."""
        self.drawn = [*getattr(self, "drawn", []), (card, x, y, mark)]
        super().card(x, y, card, mark)


class Timeline:
    """The rules of a style that show things at some plies only."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self.rules: list[str] = []

    @property
    def whole(self) -> float:
        """The seconds of one round of the picture."""
        return (self.plies + LAST) * SECONDS

    def at(self, ply: float) -> str:
        """When a ply begins, as a percentage."""
        return f"{100 * ply / (self.plies + LAST):.4g}%"

    def shows(self, seen: Sequence[bool], later: float = 0) -> str:
        """The attributes of a thing that is seen at these plies, or so much of a ply later."""
        if all(seen):
            return ""
        changes = {ply + later: now for ply, (before, now) in enumerate(pairwise(seen), 1) if now != before}
        steps = {0.0: seen[0], **changes}
        return self._rule("s", "opacity", {self.at(ply): str(int(now)) for ply, now in steps.items()}, int(seen[-1]))

    def moves(self, places: Sequence[tuple[float, float]]) -> str:
        """The attributes of a thing that lies at one place at each ply."""
        steps = {"0%": places[0]}
        for ply, (before, now) in enumerate(pairwise(places), 1):
            if now != before:
                steps |= {self.at(ply): before, self.at(ply + MOVING): now}
        spots = {at: f"translate({x:g}px,{y:g}px)" for at, (x, y) in steps.items()}
        last = spots[list(spots)[-1]]
        if len(spots) == 1:
            return f' style="transform:{last}"'
        return self._rule("m", "transform", spots, last)

    def _rule(self, kind: str, what: str, steps: dict[str, str], last: object) -> str:
        # the whole picture begins again at once, so the end of a round is its last step
        name = f"k{len(self.rules)}"
        steps = {**steps, "100%": str(last)}
        self.rules.append(f"@keyframes {name}{{{''.join(f'{at}{{{what}:{value}}}' for at, value in steps.items())}}}")
        return f' class="{kind}" style="{what}:{last};animation-name:{name}"'


def hand_svg() -> str:
    """The text of the picture."""
    game = cw.new(SLUG, seed=SEED, seats=[cw.bots.Greedy(1), cw.bots.Greedy(2)]).run()
    draw = game_type(SLUG).picture
    assert draw is not None
    frames: list[dict[str, Lying]] = []
    for ply in game.plies():
        known, whole = Watcher(KOMMANDO), Watcher(KOMMANDO)
        draw(known, game.dump_at(ply, seat=SEAT)["table"], TOP)
        draw(whole, game.dump_at(ply)["table"], TOP)
        pairs = zip(known.drawn, whole.drawn, strict=True)
        frames.append({str(card): Lying(x, y, str(face), mark) for (face, x, y, mark), (card, *_) in pairs})
    said = ["A and B have ten cards each; ten more lie in a row.", *(entry["text"] for entry in game.log(SEAT))]
    totals = [game.dump_at(ply)["points"] for ply in game.plies()]
    return _drawn(frames, [f"{words[0].upper()}{words[1:]}" for words in said], [f"A {a}, B {b}" for a, b in totals])


def _drawn(frames: list[dict[str, Lying]], said: list[str], points: list[str]) -> str:
    time = Timeline(len(frames))
    pen = Picture(KOMMANDO)
    wide, bottom = 10 * (WIDTH + 8) - 8, TOP + 20 + 5 * (HEIGHT + 8)
    parts = [
        f'<text y="{y}">{words}</text>' for y, words in ((TOP + 13, "B\u2019s hand"), (TOP + 345, "A\u2019s hand"))
    ]
    row = TOP + 20 + 2 * (HEIGHT + 8)
    # the row first, since cards from the hands pass over it
    for card in sorted(frames[0], key=lambda card: frames[0][card].y != row):
        lying = [frame[card] for frame in frames]
        faces = [one.face == card for one in lying]
        front = f"<g{time.shows(faces)}>{_shape(pen, card)}</g>" if any(faces) else ""
        back = "" if all(faces) else f"<g{time.shows([not face for face in faces])}>{_shape(pen, HIDDEN)}</g>"
        wins = [one.mark is not None for one in lying]
        frame = f'<rect{time.shows(wins, MOVING)} x="-2" y="-2" {FRAME}/>' if any(wins) else ""
        parts.append(f"<g{time.moves([(one.x, one.y) for one in lying])}>{back}{front}{frame}</g>")
    for ply, words in enumerate(said):
        shown = time.shows([one == ply for one in range(len(said))])
        parts.append(f'<text y="{bottom + 34}" font-size="15"{shown}>{escape(words)}</text>')
    for words in dict.fromkeys(points):
        shown = time.shows([one == words for one in points], MOVING)
        parts.append(f'<text x="{wide}" y="{TOP + 13}" text-anchor="end"{shown}>{words}</text>')
    style = STYLE.format(whole=time.whole) + "".join(time.rules)
    size = f'width="{wide + 28}" height="{bottom + 60}"'
    return (
        f'<svg xmlns="{SVG}" viewBox="-14 -6 {wide + 28} {bottom + 60}" {size} '
        'font-family="system-ui,Helvetica,Arial,sans-serif" role="img"><title>A hand of Kommando, move by move</title>'
        f"<style>{style}</style><defs>{''.join(pen.defined.values())}</defs>"
        f'<rect x="-14" y="-6" {size} rx="14" fill="{CLOTH}"/>'
        f'<g fill="{INK}" font-size="13">{"".join(parts)}</g></svg>\n'
    )


def _shape(pen: Picture, card: str) -> str:
    pen.parts.clear()
    pen.card(0, 0, card)
    return f'<g font-weight="700" text-anchor="middle">{pen.parts[0]}</g>'
