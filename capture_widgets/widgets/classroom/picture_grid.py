"""Pictures in rows and columns that change one by one, for a projector."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ipywidgets import HTML, GridBox, Layout


class PictureGrid(GridBox):  # type: ignore[misc]  # ipywidgets has no types
    """Cells of HTML in columns of equal width. A cell that stays the same is not sent again."""

    def __init__(self, cells: Callable[[int], Sequence[str]], columns: Callable[[], int]) -> None:
        """Make the grid.

        Args:
            cells: gives the HTML of each cell, for so many columns.
            columns: gives how many columns there are.
        """
        self._cells, self._columns = cells, columns
        self._places: list[HTML] = []
        super().__init__(layout=Layout(width="100%", grid_gap="4px 10px"))
        self.refresh()

    def refresh(self) -> None:
        """Show the cells as they are now."""
        if self.comm is None:
            return
        columns = self._columns()
        cells = self._cells(columns)
        if len(cells) != len(self._places):
            self._places = [HTML(layout=Layout(margin="0", width="100%")) for _ in cells]
            self.layout.grid_template_columns = f"repeat({columns}, minmax(0, 1fr))"
            self.children = self._places
        for place, cell in zip(self._places, cells, strict=True):
            place.value = cell
