"""What somebody wants to play: the games on offer, a choice read from a page, and what it comes to in Python."""

from __future__ import annotations

from typing import Any, Final

from capture_widgets.bots.levels import make_bot
from capture_widgets.core.errors import UnknownOption
from capture_widgets.engine.state import GameType
from capture_widgets.games import GAMES, game_type
from capture_widgets.model.deal import LEVELS
from capture_widgets.model.view import Bot
from capture_widgets.play.daily import day_of, day_of_game, seed_of
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.protocol.lobby_messages import Choice, Chosen, LobbyGame
from capture_widgets.teaching.shelf import has_first_hand

YOU: Final = "you"
GUEST: Final = "guest"

DAILY: Final = "daily"
"""How a deal begins that is the one of a day."""


def offered_games() -> list[LobbyGame]:
    """Every game that may be chosen."""
    return [_offered(game) for game in GAMES.values()]


def _offered(game: GameType) -> LobbyGame:
    invitation = game.invitation
    return {
        "slug": game.slug,
        "title": game.title,
        "words": invitation.words if invitation else game.guide(game.options(), False).goal,
        "takes": invitation.takes if invitation else "",
        "people": invitation.people if invitation else "",
        "learn": has_first_hand(game.slug),
        "levels": [] if game.graded is None else [*LEVELS],
        "options": [
            {
                "name": item["name"],
                "words": item["words"],
                "rule": item["rule"],
                "default": item["default"],
                "values": item["choices"] or None,
                "least": item["least"],
                "seats": item["seats"],
            }
            for item in game.options.described()
        ],
    }


def read_choice(message: dict[str, Any]) -> Choice:
    """The choice in a request."""
    choice: Choice = message["choice"]
    return {**choice, "deal": choice["deal"].strip()}


def _facts(choice: Choice) -> tuple[GameType, int, str | None]:
    """The game of a choice, how many play, and why there is no match of it."""
    game = game_type(choice["game"])
    # who draws the first card decides later, and changes nothing here
    options = game.options.of({name: value for name, value in choice["options"].items() if value != "cut"})
    return game, game.seats(options), game.match_refused(options)


def _arguments_of(choice: Choice) -> dict[str, Any]:
    """The arguments of `new` for a choice.

    Raises:
        ValueError: there is no such game, option, opponent or deal.
    """
    game, count, _ = _facts(choice)
    rival = choice["opponent"]
    others: list[str | Bot] = [
        (GUEST if count == 2 else f"{GUEST} {number}") if rival == "person" else make_bot(rival)
        for number in range(1, count)
    ]
    arguments: dict[str, Any] = {"game": game.slug, "seats": [YOU, *others], **_deal(game, choice["deal"])}
    if choice["match"] is not False:
        arguments["match"] = choice["match"]
    return {**arguments, **choice["options"]}


def _deal(game: GameType, text: str) -> dict[str, Any]:
    """What a deal is made from: a seed, the code of one, or ``daily 2026-11-22``, the deal of a day."""
    word, _, rest = text.partition(" ")
    if word.lower() == DAILY:
        return {"seed": seed_of(game.slug, day_of(rest.strip() or None))}
    if not text:
        return {}
    return {"seed": int(text)} if text.isascii() and text.isdigit() and len(text) < 19 else {"deal": text}


def begun(choice: Choice) -> Game:
    """The game that was chosen.

    Raises:
        ValueError: there is no such game, option, opponent or deal.
    """
    if fault := said_of(choice)["fault"]:
        raise UnknownOption(fault)
    return new(**_arguments_of(choice))


def said_of(choice: Choice) -> Chosen:
    """A choice in Python, or what is wrong with it."""
    chosen: Chosen = {"game": str(choice["game"]), "line": "", "fault": "", "seats": 2, "matches": False}
    try:
        _, chosen["seats"], refused = _facts(choice)
        chosen["matches"] = refused is None
        if choice["match"] and refused is not None:
            raise UnknownOption(refused)
        arguments = _arguments_of(choice)
        made = new(**arguments)  # says what else would be wrong, the deal above all
        day = day_of_game(made.history)
        if choice["deal"].lower().startswith(DAILY) and day is None:
            raise UnknownOption("the deal of a day is played as usual, so that it is the same for everybody")
    except ValueError as error:
        chosen["fault"] = (words := str(error))[:1].upper() + words[1:300]
        return chosen
    seats = [repr(one) if isinstance(one, str) else f"cw.bots.{type(one).__name__}()" for one in arguments["seats"]]
    given = {name: repr(value) for name, value in arguments.items() if name not in ("game", "seats")}
    call = f'cw.new("{arguments["game"]}", '
    if day is not None:
        del given["seed"]
        call = f'cw.daily("{arguments["game"]}", "{day.isoformat()}", '
    more = "".join(f", {name}={_double(value)}" for name, value in given.items())
    chosen["line"] = f"{call}seats=[{', '.join(map(_double, seats))}]{more})"
    return chosen


def _double(value: str) -> str:
    """A value as it is written here: texts in double quotes."""
    return f'"{value[1:-1]}"' if value.startswith("'") and '"' not in value and "\\" not in value else value
