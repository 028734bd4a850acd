"""A panel with words that change and a row of buttons, a list to choose from and a field, for a notebook."""

from __future__ import annotations

import html
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ipywidgets import HTML, Button, Dropdown, HBox, Text, VBox

from capture_widgets.core.errors import ActionRefused


def button_panel(
    words: Callable[[], str], buttons: Mapping[str, Callable[[], object]], below: Sequence[Any] = ()
) -> tuple[VBox, Callable[[], None]]:
    """Make a panel.

    Args:
        words: gives what the panel shows, as HTML.
        buttons: what each button does, by its name; a refusal is shown below the buttons.
        below: widgets that stand below them.

    Returns:
        The panel, and a function that shows the words anew.
    """
    shown, said = HTML(words()), HTML()
    to_show = weakref.ref(shown)

    def refresh() -> None:
        there = to_show()
        if there is not None and there.comm is not None:
            there.value = words()

    def row() -> list[Button]:
        made = []
        for name, act in buttons.items():
            button = Button(description=name)
            button.on_click(lambda _button, act=act: press(act))
            made.append(button)
        return made

    def press(act: Callable[[], object]) -> None:
        said.value = ""
        try:
            act()
        except (ActionRefused, OSError, ValueError) as error:
            said.value = f"<p>{html.escape(str(error))}</p>"
        refresh()

    return VBox([shown, HBox(row()), said, *below]), refresh


def text_field(name: str) -> Text:
    """Make a field for a line of text.

    Args:
        name: what stands before it.
    """
    return Text(description=name)


def choice_list(
    name: str, offered: Callable[[], Sequence[tuple[str, Any]]], now: Callable[[], Any], choose: Callable[[Any], object]
) -> tuple[Dropdown, Callable[[], None]]:
    """Make a list to choose from.

    Args:
        name: what stands before it.
        offered: gives what can be chosen, as (words, value).
        now: gives the value that is chosen now.
        choose: called with the value that a person chooses.

    Returns:
        The list, and a function that shows anew what is offered and chosen.
    """
    made = Dropdown(description=name, options=tuple(offered()), value=now())
    to_show = weakref.ref(made)
    is_shown_anew = False

    def refresh() -> None:
        nonlocal is_shown_anew
        there = to_show()
        if there is None or there.comm is None:
            return
        is_shown_anew = True
        try:
            if there.options != tuple(offered()):
                there.options = tuple(offered())
            there.value = now()
        finally:
            is_shown_anew = False

    def chosen(change: Any) -> None:
        if not is_shown_anew and change["new"] is not None:
            choose(change["new"])

    made.observe(chosen, "value")
    return made, refresh
