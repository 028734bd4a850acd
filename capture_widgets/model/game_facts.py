"""The options and the rules of a game, which a notebook shows as tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, TypedDict

from capture_widgets.games import game_type


class OptionFacts(TypedDict):
    """One option of a game."""

    words: str
    """Its purpose, in a sentence."""
    rule: str
    """Identifier of the rule that names it."""
    default: Any
    values: list[Any] | str
    """A list of all allowed values, or a description of them."""


class GameOptions(dict[str, OptionFacts]):
    """The options of a game by name, each an `OptionFacts`."""

    def __repr__(self) -> str:
        return "\n".join(
            f"{name} = {option['default']!r}\n    {option['words']} ({option['rule']})\n    values: {_values(option)}"
            for name, option in self.items()
        )

    def _repr_html_(self) -> str:
        rows = [
            (name, repr(option["default"]), _values(option), f"{option['words']} ({option['rule']})")
            for name, option in self.items()
        ]
        return _table(("option", "default", "values", ""), rows)


class GameRules(dict[str, str]):
    """The rules of a game by identifier, the rules of all games last."""

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {text}" for name, text in self.items())

    def _repr_html_(self) -> str:
        return _table(("rule", ""), list(self.items()))


def options(game: str) -> GameOptions:
    """The options of a game by name, with words, rule, default and values.

    Args:
        game: its slug, see `games`.

    Raises:
        UnknownGame: there is no such game.
    """
    return GameOptions(
        (
            item["name"],
            OptionFacts(
                words=item["words"],
                rule=item["rule"],
                default=item["default"],
                values=item["choices"] or f"a whole number, {item['least']} or more",
            ),
        )
        for item in game_type(game).options.described()
    )


def rules(game: str) -> GameRules:
    """The rules of a game as texts by identifier, such as ``"KO-5"``; the rules that all games share come last.

    Args:
        game: its slug, see `games`.

    Raises:
        UnknownGame: there is no such game.
    """
    return GameRules(game_type(game).all_rules)


def _values(option: OptionFacts) -> str:
    values = option["values"]
    return values if isinstance(values, str) else ", ".join(map(repr, values))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def row(kind: str, texts: Sequence[str]) -> str:
        return f"<tr>{''.join(f'<{kind} style=text-align:left>{escape(text)}</{kind}>' for text in texts)}</tr>"

    body = "".join(row("td", texts) for texts in rows)
    return f"<table><thead>{row('th', heads)}</thead><tbody>{body}</tbody></table>"
