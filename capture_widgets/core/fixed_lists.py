"""Lists of fixed length: a type annotation for JSON that Python's own types lack."""

from __future__ import annotations

from typing import Any


class Fixed:
    """The types of a list's items by place: ``Annotated[list[Any], Fixed(int, str)]`` is a seat and a card.

    A tuple would say the same, but is no list, and what leaves the package is JSON-ready as it stands. Read by the
    generators of the schemas and of ``js/src/kernel/messages``.

    Attributes:
        items: the types at the first places.
        rest: the type of all that follow; None where nothing may.
    """

    __slots__ = ("items", "rest")

    def __init__(self, *items: Any, rest: Any = None) -> None:
        self.items = items
        self.rest = rest
