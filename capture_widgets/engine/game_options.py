"""The options of a game: typed and validated, each with a sentence about its purpose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self

from capture_widgets.core.errors import UnknownOption, did_you_mean, shown
from capture_widgets.engine.names import LETTERS, Names, sentence

MOST: Final = 1_000_000_000
"""The largest value of an option."""


def option(
    default: Any,
    words: str,
    *,
    rule: str,
    choices: tuple[Any, ...] = (),
    least: int = 1,
    short: Mapping[Any, str] | None = None,
    labels: Mapping[Any, str] | None = None,
    seats: bool = False,
) -> Any:
    """A dataclass field for one option.

    Args:
        default: the default value; its type is the type of the option if there are no choices.
        words: one sentence for people.
        rule: identifier of the rule that names it.
        choices: the allowed values; without choices any bool, or any int from ``least`` to `MOST`.
        least: the smallest int if there are no choices.
        short: for each choice but the default, a few words for the table, and for a seat its verb ("deal first"); None
            if the match score shows it anyway.
        labels: for each choice that is a word of the code, what a person reads instead of it.
        seats: whether the choices are seats.
    """
    if isinstance(default, bool):
        choices = (False, True)
    named = dict(short or {})
    return field(
        default=default,
        metadata={
            "words": words,
            "rule": rule,
            "choices": choices,
            "least": least,
            "short": named,
            "labels": dict(labels or {}),
            "seats": seats,
        },
    )


@dataclass(frozen=True)
class Options:
    """Base class of the options of a game: a frozen dataclass whose fields are made by `option`."""

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """Options from keywords; raises UnknownOption for an unknown name, an invalid value or a contradiction."""
        known = {item.name: item for item in fields(cls)}
        for name, value in given.items():
            if name not in known:
                names = ", ".join(known) or "none"
                meant = did_you_mean(name, list(known))
                raise UnknownOption(f"there is no option {shown(name)}{meant}; this game has: {names}")
            meta = known[name].metadata
            choices = meta["choices"]
            if choices:
                # bool is an int in Python, so 1 would pass for True: compare types as well
                if not any(type(value) is type(choice) and value == choice for choice in choices):
                    allowed = ", ".join(repr(choice) for choice in choices)
                    raise UnknownOption(f"option {name}={shown(value)}: choose one of {allowed} ({meta['rule']})")
            elif type(value) is not int or not meta["least"] <= value <= MOST:
                bound = f"at most {MOST:,}" if type(value) is int and value > MOST else f"{meta['least']} or more"
                raise UnknownOption(f"option {name}={shown(value)}: a whole number, {bound} ({meta['rule']})")
        options = cls(**cls.completed(dict(given)))
        options.validate()
        return options

    @classmethod
    def completed(cls, given: dict[str, Any]) -> dict[str, Any]:
        """The keywords with those that others imply (``teams`` implies ``players=4``)."""
        return given

    def validate(self) -> None:
        """Raise UnknownOption if the values contradict each other; in most games none do."""

    def as_dict(self) -> dict[str, Any]:
        """All options by name, JSON-ready."""
        return dict(vars(self))

    def variants(self, names: Names = LETTERS) -> list[dict[str, str]]:
        """Name, rule, sentence and short words of each option without its default value; the words name players.

        An option that another one implies is left out.
        """
        chosen = {item.name: value for item in fields(self) if (value := getattr(self, item.name)) != item.default}
        variants = []
        for item in fields(self):
            value = chosen.get(item.name)
            words = item.metadata["short"].get(value)
            others = {name: value for name, value in chosen.items() if name != item.name}
            if words is not None and item.name in chosen and item.name not in type(self).completed(others):
                if item.metadata["seats"] and type(value) is int:
                    words = sentence(names.does(value, words))
                elif "{0}" in words:  # names all players of a game of four
                    words = words.format(*(names.who(seat) for seat in range(4)))
                variant = {"name": item.name, "short": words, "words": item.metadata["words"]}
                variants.append({**variant, "rule": item.metadata["rule"]})
        return variants

    @classmethod
    def described(cls) -> list[dict[str, Any]]:
        """A description of each option as a dict."""
        return [
            {
                "name": item.name,
                "default": item.default,
                "choices": list(item.metadata["choices"]),
                "least": item.metadata["least"],
                "labels": dict(item.metadata["labels"]),
                "seats": item.metadata["seats"],
                "rule": item.metadata["rule"],
                "words": item.metadata["words"],
            }
            for item in fields(cls)
        ]
