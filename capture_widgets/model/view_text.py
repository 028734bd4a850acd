"""What a seat knows as a text, for players that read: a language model, or a person at a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import IllegalMove
from capture_widgets.engine.faces import has_faces, suit_names
from capture_widgets.engine.names import Names, sentence
from capture_widgets.engine.seats import SEAT_NAMES, Seat

if TYPE_CHECKING:
    from capture_widgets.engine.state import GameType
    from capture_widgets.model.dump import Dump
    from capture_widgets.model.log_entry import LogEntry
    from capture_widgets.model.view import View

MOST_IN_WORDS: Final = 60
"""If there are more legal moves than these, they are listed in notation alone."""

TABLE: Final = "The table, as you know it:"

ANSWER: Final = "Answer with one move in square brackets, as in {example}. Only the last pair of brackets counts."


def view_text(view: View, *, moves: bool = True, rules: bool = True) -> str:
    """The prompt of `View.to_text`."""
    parts = [rules_text(view.game, view.options, match=view.dump["match"] is not None)] if rules else []
    return "\n\n".join([*parts, position_text(view, moves=moves)])


def rules_text(game: GameType, options: Any, *, match: bool) -> str:
    """The rules that apply, how cards and moves are written, and how to answer."""
    told = game.guide(options, match)
    lines = [f"You play {game.title}. {told.goal}", "", "Rules:"]
    stand = game.rules_in_force(options, match)
    # the rules of all games say how moves and seats are named, which the prompt shows; a match is told in GE-8
    lines += [f"{name}: {text}" for name, text in stand.items() if name in game.rules or name == "GE-8"]
    cards = f"Cards are written as a rank and a suit, such as {game.deck.text[0]} and {game.deck.text[-1]}"
    if has_faces(game.deck):
        cards += f"; suits: {', '.join(f'{letter} {name}' for letter, name in suit_names(game.deck).items())}"
    return "\n".join([*lines, "", f"{cards}. ?? is a card that you do not see."])


def position_text(view: View, *, moves: bool = True) -> str:
    """The position as the seat knows it, the moves so far, and what to do."""
    lines = [dump_text(view.game, view.options, view.dump, view.seat, view.log)]
    if view.dump["to_play"] != view.seat:
        return lines[0]
    legal = view.legal_moves()
    if moves:
        lines += ["Legal moves:", *_listed(view, legal)]
    else:
        form = notation_forms(view)
        lines += [f"Moves are written {form}."] if form else []
    return "\n".join([*lines, "", ANSWER.format(example=f"[{legal[0]}]" if moves else "[move]")])


def dump_text(game: GameType, settings: Any, dump: Dump, seat: Seat, log: Sequence[LogEntry]) -> str:
    """A position as the dump of a seat has it, the moves so far, and whose turn it is."""
    alone = len(dump["points"]) == 1
    you = Names(SEAT_NAMES[: len(dump["points"])], seat)
    table: Any = dump["table"]
    lines = [f"You sit at seat {SEAT_NAMES[seat]}. This is round {dump['round'] + 1}, move {dump['ply'] + 1}."]
    if alone:
        lines = [f"This is move {dump['ply'] + 1}."]
    if game.counts_points(settings) and not alone:
        scope = "Points in the match" if dump["match"] is not None else "Points"
        # colons and semicolons, so that "you 9, B 0" is not read as a card
        counted = "; ".join(f"{you.who(one)}: {points}" for one, points in enumerate(dump["points"]))
        lines.append(f"{scope}. {counted}.")
    lines += ["", TABLE, game.drawn(table, Names(SEAT_NAMES[: len(dump["points"])]))]
    if log:
        lines += ["", "Moves so far:", *map(_line, log)]
    turn = sentence(f"{you.turn(dump['to_play'])}.") if dump["to_play"] != seat else "It is your turn."
    if dump["returns"] is not None:
        turn = f"The game is over. You {('drew', 'won', 'lost')[dump['returns'][seat]]}."
    return "\n".join([*lines, "", turn])


def names_of(view: View) -> Names:
    """The players by the letters of their seats, and the viewer as "you"."""
    return Names(SEAT_NAMES[: len(view.dump["points"])], view.seat)


def notation_forms(view: View) -> str:
    """How moves are written, as the refusal of a text that is no move says it; empty if it does not."""
    try:
        view.world().parse("?")
    except IllegalMove as error:
        return error.reason.partition("moves are written ")[2]
    return ""


def _listed(view: View, legal: Sequence[str]) -> list[str]:
    if len(legal) > MOST_IN_WORDS:
        return [" | ".join(legal)]
    world, you = view.world(), names_of(view)
    told = []
    for text in legal:
        words = world.phrase(world.parse(text), you)
        told.append(f"[{text}]" if words == text else f"[{text}] {words}")
    return told


def _line(entry: LogEntry | Mapping[str, Any]) -> str:
    move = f" [{entry['move']}]" if entry["move"] is not None else ""
    told = f"{entry['ply']}.{move} {entry['text']}"
    for reason in entry.get("why", ()):
        told += f" ({reason['rule']})" if reason["text"] in told else f" {reason['text']} ({reason['rule']})."
    return told
