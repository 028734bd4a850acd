"""The state of a class in words: for its panel in a notebook, and for who waits on a page."""

from __future__ import annotations

import html
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from capture_widgets.engine.names import distinct_names
from capture_widgets.engine.state import Viewer
from capture_widgets.rooms.absences import Absences
from capture_widgets.rooms.class_games import ClassGame, shown_points
from capture_widgets.rooms.class_people import Person
from capture_widgets.rooms.links import code_of

if TYPE_CHECKING:
    from capture_widgets.rooms.game_class import GameClass


def words_of(leader: GameClass) -> str:
    """The state of a class as HTML; it holds the link for all and nobody's own."""
    if leader.closed:
        return "<p>This class is closed.</p>"
    people = leader.people
    asking = [one["name"] for one in people if not one["admitted"]]
    link, projector = html.escape(leader.link), html.escape(leader.projector_link)
    here = sum(one["here"] for one in people)
    invitation = (
        f'<div style="display:flex;gap:1.5em;align-items:center;flex-wrap:wrap">{code_of(leader.link)}'
        f'<p>Everybody opens<br><a href="{link}" target="_blank" rel="noreferrer">{link}</a><br>and chooses a name. '
        f"{here} of {len(people)} are here.</p>"
        f'<p><a href="{projector}" target="_blank" rel="noreferrer">A page for the projector</a></p></div>'
    )
    parts = [invitation]
    if leader.warning is not None:
        parts.append(f"<p>{html.escape(leader.warning)}</p>")
    if asking:
        parts.append(f"<p><b>They ask to come in:</b> {html.escape(', '.join(asking))}</p>")
    if leader.games:
        rows = "".join(
            f"<tr><td>{one.number}</td><td>{html.escape(' - '.join(one.game.names))}</td>"
            f"<td>{'over' if one.is_over else f'move {one.game.ply + 1}'}</td></tr>"
            for one in leader.games
        )
        parts.append(
            f"<p><b>Round {len(leader.rounds)}</b></p><table><thead><tr><th>Game</th><th>Players</th><th></th></tr>"
            f"</thead><tbody>{rows}</tbody></table><p><b>Standings</b></p>{leader.standings()._repr_html_()}"
        )
    late = [one["name"] for one in people if one["late"]]
    if late:
        stand_in = leader.stand_in
        plays = "" if stand_in is None else f"; {html.escape(stand_in.name)} plays for them"
        parts.append(f"<p><b>Away for long:</b> {html.escape(', '.join(late))}{plays}</p>")
    if not leader.games and people:
        names = [one["name"] for one in people if one["admitted"]]
        parts.append(f"<p>In the class: {html.escape(', '.join(names) or 'nobody yet')}</p>")
    return "".join(parts)


def room_words(one: ClassGame, seat: Viewer, here: AbstractSet[str], absences: Absences) -> dict[str, Any]:
    """The message to a page that says which game this is, which of its people are here, and who is away for long."""
    people = [
        {"seat": at, "name": name, "bot": one.names[at] is None, "here": one.names[at] in here,
         **absences.words(one.names[at])}
        for at, name in enumerate(distinct_names(one.game.names))
    ]  # fmt: skip
    return {
        "type": "room", "title": f"Round {one.round}, game {one.number}", "seat": seat, "people": people, "watching": 0
    }  # fmt: skip


def waiting_words(leader: GameClass, person: Person) -> str:
    """What the page of somebody without a seat says."""
    if not person.admitted:
        return f"{person.name}, wait here until your teacher lets you in."
    row = next((row for row in leader.standings() if row["name"] == person.name), None)
    points = "" if row is None or not leader.rounds else f" You have {shown_points(row['points'])} points."
    if leader.rests and person.name in leader.rests[-1]:
        return f"{person.name}, you rest in round {len(leader.rounds)} and get one point for it.{points}"
    return f"{person.name}, you are in. The next round begins soon.{points}"
