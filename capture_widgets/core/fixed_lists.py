"""A type annotation for JSON lists of fixed length."""

from __future__ import annotations

from typing import Any


class Fixed:
    """The type of each item of a list: ``Annotated[list[Any], Fixed(int, str)]`` is a list of a seat and a card.

    A tuple type would not do, because the data must be lists to be JSON-ready. The generators of the schemas and of
    ``js/src/kernel/messages`` read this.

    Attributes:
        items: the types of the first items.
        rest: the type of all further items; None if there are none.
    """

    __slots__ = ("items", "rest")

    def __init__(self, *items: Any, rest: Any = None) -> None:
        self.items = items
        self.rest = rest
