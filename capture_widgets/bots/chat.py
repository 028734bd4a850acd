"""A player that asks a function for its moves, in words: a language model, or anything else that reads and writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Literal, TypedDict

from capture_widgets.bots.answers import read_answer, refusal_text
from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.engine.card_names import named_cards
from capture_widgets.engine.seats import SEAT_NAMES, Seat
from capture_widgets.engine.state import GameType
from capture_widgets.games import game_type
from capture_widgets.model.dump import Dump
from capture_widgets.model.dump_groups import groups
from capture_widgets.model.view import Bot, View
from capture_widgets.model.view_text import TABLE, position_text, rules_text

TRIES: Final = 2
"""A first answer, and one more after a refusal."""


class Message(TypedDict):
    """A message in the form that chat models take."""

    role: Literal["system", "user", "assistant"]
    content: str


Complete = Callable[[list[Message]], str]
"""Takes the messages so far, and returns the answer."""


class Forfeit(IllegalMove):
    """A player has not named a legal move in its tries, and so gives up its game."""


@dataclass(frozen=True)
class Exchange:
    """The prompt that a player got at one position, and its answers.

    Attributes:
        dump: the position as its seat knew it.
        messages: all messages, its answers among them, in order.
        refusals: the reasons for which answers were refused.
        move: the move; None after a forfeit.
    """

    dump: Dump
    messages: tuple[Message, ...]
    refusals: tuple[str, ...]
    move: str | None

    @property
    def answers(self) -> list[str]:
        """The texts with which the player answered."""
        return [message["content"] for message in self.messages if message["role"] == "assistant"]

    def __str__(self) -> str:
        return "\n\n".join(f"--- {message['role']} ---\n{message['content']}" for message in self.messages)


class Chat(Bot):
    """A player that asks ``complete`` for each move: it gets messages in the form of chat models and returns a text.

    It is told what its seat knows (`View.to_text`), and answers with ``[move]``. After an answer that names no legal
    move it hears the reason with the rule and has one more try; then it forfeits: in a duel it loses that game, at a
    table the table says so.

    Attributes:
        exchanges: what it was told and what it said, in order; they hold cards of its seat.
    """

    reads_log = True

    def __init__(
        self,
        complete: Complete,
        *,
        name: str = "Chat",
        moves: bool = True,
        rules: bool = True,
        seed: int | None = None,
    ) -> None:
        """Take a function of yours, which may call any model.

        Args:
            complete: gets a list of messages, dicts with ``role`` and ``content``, and returns the answer as a text.
            name: the name at tables.
            moves: whether it is told the legal moves.
            rules: whether it is told the rules of the game.
            seed: not used for the answers; it makes the view's generator repeatable.

        Raises:
            TypeError: ``complete`` cannot be called.
        """
        if not callable(complete):
            raise TypeError(f"complete={shown(complete)}: a function that takes messages and returns a text")
        self.complete, self.name, self.seed = complete, name, seed
        self._moves, self._rules = moves, rules
        self.exchanges: list[Exchange] = []

    def choose(self, view: View) -> str:
        """Ask for a move, and once more after an answer that is none.

        Raises:
            Forfeit: the second answer names no legal move either.
            TypeError: ``complete`` returned something that is not a text.
        """
        messages = opening_messages(view, moves=self._moves, rules=self._rules)
        refusals: list[str] = []
        for left in reversed(range(TRIES)):
            answer: object = self.complete([{**message} for message in messages])
            if not isinstance(answer, str):
                raise TypeError(f"complete returned {type(answer).__name__}, and not a text")
            messages.append({"role": "assistant", "content": answer})
            try:
                move = read_answer(view, answer)
            except IllegalMove as error:
                refusals.append(error.reason)
                if left:
                    messages.append({"role": "user", "content": refusal_text(view, error)})
                    continue
                self._keep(view, messages, refusals, None)
                raise Forfeit(error.rule, error.move, f"no legal move in {TRIES} tries: {error.reason}") from None
            self._keep(view, messages, refusals, move)
            return move
        raise AssertionError

    def _keep(self, view: View, messages: list[Message], refusals: list[str], move: str | None) -> None:
        self.exchanges.append(Exchange(view.dump, tuple(messages), tuple(refusals), move))

    # -- looking at it; a `Game` is of a layer above, so its type is not named here

    def seat_in(self, game: Any) -> Seat:
        """The seat that this player had in a game.

        Raises:
            ValueError: it made no move in the game, or at several seats.
        """
        seats = {exchange.dump["seat"] for exchange in self.exchanges if _is_in(exchange, game)}
        if len(seats) != 1:
            raise ValueError(f"this player moved at {len(seats)} seats of the game; say which: seat=0")
        (seat,) = seats
        assert isinstance(seat, int)
        return seat

    def replay(self, game: Any, seat: Seat | None = None) -> Any:
        """A replay of a game for the seat of this player, with what it was told and what it said as comments.

        Nobody else's view can be chosen in it. Cards that the player named without having seen them are left out: they
        are in `exchanges`.

        Args:
            game: the game, or a copy of it, such as ``duel.game(3)``.
            seat: its seat; not needed if it moved at one seat only.

        Raises:
            ValueError: it made no move in the game at that seat.
        """
        seat = self.seat_in(game) if seat is None else seat
        own = [one for one in self.exchanges if one.dump["seat"] == seat and _is_in(one, game)]
        if not own:
            raise ValueError(f"this player made no move at seat {SEAT_NAMES[seat]} of the game")
        shown_game = game.copy()
        with shown_game.held():
            for one in own:
                ply, number = one.dump["ply"], one.dump["round"]
                shown_game.comment(_as_comment(one, _seen(game, seat, number, ply)), ply=ply, round=number)
        return shown_game.replay(seat, lenses=[seat])

    def _repr_html_(self) -> str:
        count = len(self.exchanges)
        refused = sum(len(one.refusals) for one in self.exchanges)
        return f"<p>{escape(self.name)}: {count} moves asked for, {refused} answers refused</p>"


def opening_messages(view: View, *, moves: bool = True, rules: bool = True) -> list[Message]:
    """The messages with which a player is asked for a move: the rules, and the position."""
    messages: list[Message] = []
    if rules:
        told = rules_text(view.game, view.options, match=view.dump["match"] is not None)
        messages.append({"role": "system", "content": told})
    messages.append({"role": "user", "content": position_text(view, moves=moves)})
    return messages


def _is_in(exchange: Exchange, game: Any) -> bool:
    """Whether an exchange was about a position of a game."""
    dump: Any = exchange.dump
    if dump["game"] != game.type.slug or dump["round"] not in game.round_numbers():
        return False
    if dump["ply"] not in game.plies(dump["round"]) or not 0 <= dump["seat"] < len(game.seats):
        return False
    return bool(game.dump_at(dump["ply"], round=dump["round"], seat=dump["seat"]) == dump)


def _seen(game: Any, seat: Seat, number: int, last: int) -> set[str]:
    """The cards that a seat had seen in a round, as comments are judged by."""
    plies = [ply for ply in game.plies(number) if ply <= last]
    dumps = [game.dump_at(ply, round=number, seat=seat) for ply in plies]
    return {card for dump in dumps for group in groups(dump) for card in group.cards}


def _as_comment(exchange: Exchange, seen: set[str]) -> str:
    """Told and said in one text, which names no card that the seat had not seen."""
    kind = game_type(exchange.dump["game"])
    parts = []
    for message in exchange.messages:
        if message["role"] != "system":
            who = "Said" if message["role"] == "assistant" else "Told"
            # the replay draws the table, whose letters and numbers could be taken for cards
            text = re.sub(
                rf"{TABLE}\n.*?\n\n", f"{TABLE} as the replay draws it.\n\n", message["content"], flags=re.DOTALL
            )
            parts.append(f"{who}: {_without_guesses(kind, text, seen)}")
    return "\n\n".join(parts)


def _without_guesses(game: GameType, text: str, known: set[str]) -> str:
    for card in sorted(named_cards(game.deck, text) - known, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(card)}(?![A-Za-z0-9])", "(a card it had not seen)", text)
    if named_cards(game.deck, text) - known:  # in words
        return "(this names cards that it had not seen; it is in `exchanges`)"
    return text
