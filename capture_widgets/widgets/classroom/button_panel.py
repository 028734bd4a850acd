"""A panel with words that change and a row of buttons, for a notebook."""

from __future__ import annotations

import html
import weakref
from collections.abc import Callable, Mapping

from ipywidgets import HTML, Button, HBox, VBox

from capture_widgets.core.errors import ActionRefused


def button_panel(
    words: Callable[[], str], buttons: Mapping[str, Callable[[], object]]
) -> tuple[VBox, Callable[[], None]]:
    """Make a panel.

    Args:
        words: gives what the panel shows, as HTML.
        buttons: what each button does, by its name; a refusal is shown below the buttons.

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

    return VBox([shown, HBox(row()), said]), refresh
