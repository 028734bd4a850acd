"""The games that a person can choose, and the game that their choice makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.bots.fair_deals import fair_seed
from capture_widgets.bots.levels import bot_id, make_bot
from capture_widgets.core.errors import IllegalDeal, UnknownOption
from capture_widgets.engine.state import GameType
from capture_widgets.games import GAMES, game_type
from capture_widgets.model.deal import LEVELS
from capture_widgets.model.view import Bot
from capture_widgets.play.daily import day_of, day_of_game, featured, seed_of, today
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.teaching.first_hands import has_first_hand

if TYPE_CHECKING:
    from capture_widgets.bots.levels import Level
    from capture_widgets.library.kept_games import KeptGame
    from capture_widgets.library.kept_rows import KeptRow
    from capture_widgets.protocol.lobby_messages import Choice, Chosen, LobbyGame

YOU: Final = "you"
GUEST: Final = "guest"

WEAKEST: Final = "beginner"
"""The level against which a person's deals are fair ones, unless they ask for a certain deal."""

DAILY: Final = "daily"
"""The first word of a deal that is the deal of a day."""


def offered_games(kept: Iterable[KeptGame] | None = None) -> list[LobbyGame]:
    """Every game that a person can choose, as a page needs it.

    Args:
        kept: the games kept on this machine; without them they are read.
    """
    from capture_widgets.library import kept_games
    from capture_widgets.library.kept_figures import match_of

    rows: dict[str, list[KeptRow]] = {slug: [] for slug in GAMES}
    begun: dict[str, tuple[str, str]] = {}
    for one in kept_games.kept() if kept is None else kept:
        rows.setdefault(one.row["game"], []).append(one.row)
        if one.goes_on and not is_large_deal(one.row["game"], one.row["day"]):
            words = waits(one.row["seats"], one.row["day"], match_of(one.row))
            begun.setdefault(one.row["game"], (one.path.name, words))
    return [_offered(game, rows[game.slug], *begun.get(game.slug, ("", ""))) for game in GAMES.values()]


def is_large_deal(slug: str, day: str | None) -> bool:
    """Whether a game is the deal that the lobby shows large today, where its own button continues it."""
    now = today()
    return day == now.isoformat() and slug == featured(now)


def waits(seats: Sequence[str], day: str | None, match: str = "") -> str:
    """Say that a game waits for the person, and which one, in few words: the card of the game has one line for them."""
    if day == today().isoformat():
        return "Today’s deal waits"
    if match:
        return f"{match[:1].upper()}{match[1:]}, waits"
    others = [name for name in seats if name != YOU]
    if len(others) > 1:
        return f"Game for {len(seats)} players waits"
    return f"Game against {others[0]} waits" if others and len(seats) > 1 else "Your game waits"


def _offered(game: GameType, rows: list[KeptRow], begun: str, waits: str) -> LobbyGame:
    from capture_widgets.library.kept_figures import LEVELS_TO_BEAT, beaten_levels, next_level
    from capture_widgets.library.kept_lessons import kept_lesson, was_finished

    left = kept_lesson(game.slug) if has_first_hand(game.slug) else None
    summary = game.summary
    beaten = beaten_levels(rows)
    rival = next_level(beaten) or LEVELS_TO_BEAT[-1]
    # a deal of the day has the standard options, whatever a person plays otherwise
    last = next((row for row in rows if row["fault"] is None and row["day"] is None), None)
    fewest = min((row["turns"] for row in rows if row["result"] == "won" and row["turns"] is not None), default=None)
    bots = [] if last is None else _bots_of(last)
    if len(set(bots)) == 1 and last is not None and last["result"] != "won":
        rival = bots[0]  # a person who has chosen a level plays on against it until they beat it
    return {
        "slug": game.slug,
        "title": game.title,
        "words": summary.words if summary else game.guide(game.options(), False).goal,
        "takes": summary.takes if summary else "",
        "people": summary.people if summary else "",
        "learn": has_first_hand(game.slug),
        "learn_step": 0 if left is None else left.step + 1,
        "learned": was_finished(game.slug),
        "finished": any(row["over"] for row in rows),
        "levels": {} if game.graded is None else dict(game.level_words),
        "beaten": beaten,
        "rival": rival.id,
        "last_rivals": [bot.id for bot in bots] if len(set(bots)) > 1 else [],
        "luck": summary.luck if summary else "",
        "memory": dict(summary.memory) if summary else {},
        "deal": "" if game.graded is None else LEVELS[0] if fewest is None or last is None else last["hardness"],
        "fewest": fewest,
        "options": [
            {
                "name": item["name"],
                "words": item["words"],
                "rule": item["rule"],
                "default": item["default"],
                "values": item["choices"] or None,
                "labels": [item["labels"].get(one, "") for one in item["choices"]] or None,
                "least": item["least"],
                "seats": item["seats"],
            }
            for item in game.options.described()
        ],
        "last": {} if last is None else dict(last["options"]),
        "last_match": last is not None and last["match"],
        "begun": begun,
        "waits": waits,
    }


def _bots_of(row: KeptRow) -> list[Level]:
    """The levels of the other seats of a game, from the one after the person on; empty unless all of them are bots."""
    from capture_widgets.library.kept_rows import level_named

    if row["own"] is None:
        return []
    after = row["own"] + 1
    levels = [level_named(name) for name in (*row["seats"][after:], *row["seats"][: row["own"]])]
    return [level for level in levels if level is not None] if None not in levels else []


def read_choice(message: dict[str, Any]) -> Choice:
    """The choice in a request."""
    choice: Choice = message["choice"]
    return {**choice, "deal": choice["deal"].strip()}


def _read(choice: Choice) -> tuple[GameType, Any]:
    """The game type of a choice and its options."""
    game = game_type(choice["game"])
    # the option "cut" decides later who is dealt the first card, and changes nothing here
    return game, game.options.of({name: value for name, value in choice["options"].items() if value != "cut"})


def _has_levels(choice: Choice) -> bool:
    """Whether the game of a choice lists deals by level for its options."""
    game = game_type(choice["game"])
    if game.graded is None:
        return False
    try:
        return bool(game.graded(LEVELS[0], game.options.of(choice["options"])))
    except IllegalDeal:
        return False


def _arguments_of(choice: Choice) -> dict[str, Any]:
    """The arguments with which `new` makes the game of a choice.

    Raises:
        ValueError: there is no such game, option, opponent or deal.
    """
    game, options = _read(choice)
    count = game.seats(options)
    rival = choice["opponent"]
    rivals = [rival, *choice.get("others", [])[: count - 2]]
    rivals += [rival] * (count - 1 - len(rivals))
    guests = rivals[: count - 1].count("person")
    others: list[str | Bot] = [
        (GUEST if guests == 1 else f"{GUEST} {number}") if one == "person" else make_bot(one)
        for number, one in enumerate(rivals[: count - 1], 1)
    ]
    # the level stays chosen in the form while options are tried that no list of deals is for
    deal = "" if choice["deal"] in LEVELS and not _has_levels(choice) else choice["deal"]
    arguments: dict[str, Any] = {"game": game.slug, "seats": [YOU, *others], **_deal(game, deal)}
    if choice["match"] is not False:
        arguments["match"] = choice["match"]
    return {**arguments, **choice["options"]}


def _deal(game: GameType, text: str) -> dict[str, Any]:
    """The arguments for a deal: from a seed, from a deal code, or from ``daily 2026-11-22``, the deal of a day."""
    word, _, rest = text.partition(" ")
    if word.lower() == DAILY:
        return {"seed": seed_of(game.slug, day_of(rest.strip() or None))}
    if not text:
        return {}
    return {"seed": int(text)} if text.isascii() and text.isdigit() and len(text) < 19 else {"deal": text}


def chosen_game(choice: Choice) -> Game:
    """Make the game that a person chose.

    Raises:
        ValueError: there is no such game, option, opponent or deal.
    """
    if fault := check_choice(choice)["fault"]:
        raise UnknownOption(fault)
    arguments = _arguments_of(choice)
    if choice["opponent"] == WEAKEST and not arguments.keys() & {"seed", "deal"}:
        game, _ = _read(choice)
        arguments["seed"] = fair_seed(game, game.options.of(choice["options"]), 0, match=choice["match"])
    return new(**arguments)


def seed_of_next(game: Game) -> int | None:
    """The seed of a fair deal for a person against the weakest level; None at other tables, where any deal will do."""
    persons = [seat for seat, player in enumerate(game.seats) if not isinstance(player, Bot)]
    if len(persons) != 1 or {bot_id(player) for player in game.seats} != {None, WEAKEST}:
        return None
    history = game.history
    return fair_seed(game.type, history.settings, persons[0], match=history.match)


def check_choice(choice: Choice) -> Chosen:
    """The line of Python that makes the game of a choice, or what is wrong with the choice."""
    chosen: Chosen = {
        "game": str(choice["game"]),
        "line": "",
        "fault": "",
        "seats": 2,
        "hands": 1,
        "levels": False,
    }
    try:
        game, options = _read(choice)
        chosen["seats"] = game.seats(options)
        chosen["hands"] = max(1, round(game.match_hands(options)))
        chosen["levels"] = _has_levels(choice)
        refused = game.match_refused(options)
        if choice["match"] and refused is not None:
            raise UnknownOption(refused)
        arguments = _arguments_of(choice)
        made = new(**arguments)  # refuses whatever else is wrong, such as the deal
        day = day_of_game(made.history)
        if choice["deal"].lower().startswith(DAILY) and day is None:
            raise UnknownOption(
                "the deal of a day has the standard options, so that everybody plays the same game; change no option"
            )
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
    """A Python literal with double quotes in place of single ones."""
    return f'"{value[1:-1]}"' if value.startswith("'") and '"' not in value and "\\" not in value else value
