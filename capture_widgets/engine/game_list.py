"""The list of games: the games of this package, registered games, and the games of other installed packages."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from capture_widgets.core.callers import callers_level
from capture_widgets.core.errors import UnknownGame, did_you_mean, failure_words, shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.faces import has_faces
from capture_widgets.engine.state import GameType

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class GameList(Mapping[str, GameType]):
    """Every game by its slug; a game is loaded on first access.

    Installed packages are searched only for the list of all games, or for a slug that this package does not have,
    because the search takes longer than loading a game.

    Args:
        titles: the titles of this package's own games by slug, so that they can be listed without loading a game.
        load: loads one of these games.
        group: the group of entry points by which other packages declare games; the name of each is the slug.
    """

    def __init__(self, titles: Mapping[str, str], load: Callable[[str], GameType], group: str) -> None:
        self._titles = titles
        self._load = load
        self._group = group
        self._loaded: dict[str, GameType] = {}
        self._registered: dict[str, GameType] = {}
        self._points: dict[str, EntryPoint] | None = None
        self._brought: dict[str, GameType] = {}
        self._broken: dict[str, str] = {}
        """The reasons why games of other packages cannot be loaded, by slug."""

    # -- the mapping

    def __getitem__(self, slug: str) -> GameType:
        game = self._here(slug) or self._of_package(slug)
        if game is None:
            raise KeyError(slug)
        return game

    def __contains__(self, slug: object) -> bool:
        return is_a(slug, str) and (slug in self._titles or self.get(slug) is not None)

    def __iter__(self) -> Iterator[str]:
        yield from self._titles
        yield from (registered := list(self._registered))
        for slug in self._entry_points():
            if slug not in self._titles and slug not in registered and self._of_package(slug) is not None:
                yield slug

    def __len__(self) -> int:
        return sum(1 for _ in self)

    # -- lookup

    def titles(self) -> dict[str, str]:
        """The title of each game by its slug; loads the games of other packages, but not those of this one."""
        return {slug: self._titles[slug] if slug in self._titles else self[slug].title for slug in self}

    def find(self, slug: object) -> GameType:
        """The game with a slug; raises UnknownGame, which lists all slugs, if there is none."""
        name = str.__str__(slug) if is_a(slug, str) else None
        if name is not None:
            if (game := self._here(name)) is not None:
                return game
            self._points = None  # a package may have been installed since
            if (game := self._of_package(name)) is not None:
                return game
        titles = self.titles()
        meant = did_you_mean(slug, {**{titles[one]: one for one in titles}, **{one: one for one in titles}})
        why = f"; {self._broken[name]}" if name in self._broken else ""
        raise UnknownGame(f"there is no game {shown(slug)}{meant}; the games are: {', '.join(titles)}{why}")

    def packaged(self, slug: str) -> bool:
        """Whether a new process finds the game by its slug: it belongs to this package or to an installed one."""
        return slug in self._titles or (slug not in self._registered and slug in self._brought)

    # -- registration

    def register(self, game: GameType) -> None:
        """Add a game for the rest of this process; see `capture_widgets.games.register`."""
        check_game(game)
        there = self._registered.get(game.slug)
        if game.slug in self._titles or (there is not None and not _same(there, game)):
            holder = self._titles.get(game.slug) or (there and there.title)
            raise ValueError(f"the slug {game.slug!r} is taken by {holder}: choose another for {game.title}")
        self._registered[game.slug] = game

    def _here(self, slug: str) -> GameType | None:
        """A game of this package, or one that was registered."""
        if slug in self._titles:
            if slug not in self._loaded:
                self._loaded[slug] = self._load(slug)
            return self._loaded[slug]
        return self._registered.get(slug)

    def _entry_points(self) -> dict[str, EntryPoint]:
        if self._points is None:
            from importlib.metadata import entry_points

            points: dict[str, EntryPoint] = {}
            for point in entry_points(group=self._group):
                points.setdefault(point.name, point)
            self._points = points
        return self._points

    def _of_package(self, slug: str) -> GameType | None:
        """The game of another package with a slug, or None; warns once if the game cannot be loaded."""
        if slug in self._brought:
            return self._brought[slug]
        point = self._entry_points().get(slug)
        if point is None or slug in self._titles:
            return None
        try:
            game: GameType = point.load()
            check_game(game)
            if game.slug != slug:
                raise ValueError(f"its slug is {game.slug!r}, and the entry point has another name")
        except Exception as error:  # noqa: BLE001 # a fault in another package must not affect the other games
            package = point.dist.name if point.dist is not None else point.value
            words = f"the game {slug!r} of the package {package} cannot be loaded: {failure_words(error)}"
            if self._broken.get(slug) != words:
                self._broken[slug] = words
                warnings.warn(words, RuntimeWarning, stacklevel=callers_level())
            return None
        self._broken.pop(slug, None)
        self._brought[slug] = game
        return game


def check_game(game: object) -> None:
    """Raise TypeError or ValueError unless this is a valid game."""
    if not isinstance(game, GameType):
        raise TypeError(f"{shown(game)} is no game: register(GAME) takes the GameType that describes it")
    slug = game.slug
    if re.fullmatch("[a-z][a-z0-9_]*", slug if is_a(slug, str) else "") is None:
        raise ValueError(f"slug={shown(slug)}: a game is named by small plain letters, digits and _, as in 'kommando'")
    if not is_a(game.title, str) or not game.title.strip():
        raise ValueError(f"title={shown(game.title)}: the name of {slug} for people")
    if not has_faces(game.deck):
        raise ValueError(f"deck={game.deck!r}: its cards have no faces; a deck is all or some of those in cards.py")
    if not (game.view is None or is_a(game.view, str) or hasattr(game.view, "read_text")):
        raise TypeError(f"view={shown(game.view)}: the text of an ES module, or its file")


def _same(there: GameType, game: GameType) -> bool:
    """Whether two game types are the same game, perhaps because the cell that defines it was run again."""
    old, new = there.state, game.state
    return there is game or (old.__module__, old.__qualname__) == (new.__module__, new.__qualname__)


def pickled(game: GameType, games: GameList, find: Callable[..., GameType]) -> str | tuple[object, ...]:
    """The pickle of a game: its slug, because it contains functions without a name, which cannot be pickled."""
    if games.get(game.slug) is not game:
        return object.__reduce_ex__(game, 2)
    home = game.state.__module__
    if games.packaged(game.slug):
        return find, (game.slug,)
    # the other process imports the module that registered the game; it cannot import a cell of a notebook
    return object.__reduce_ex__(game, 2) if home == "__main__" else (find, (game.slug, home))
