"""The games as environments for PettingZoo, Gymnasium, OpenSpiel, TextArena and verifiers (docs/environments.md).

Each library is an extra of its own, and is imported when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from capture_widgets.engine.seats import Viewer
from capture_widgets.envs.versions import VERSIONS

if TYPE_CHECKING:
    from types import ModuleType

    from capture_widgets.envs.aec_env import CaptureAEC
    from capture_widgets.envs.base_encoding import Encoding, Layout, Part
    from capture_widgets.envs.gym_env import CaptureGym, Opponents
    from capture_widgets.envs.policy_bot import PolicyBot
    from capture_widgets.envs.spiel_game import CaptureGame, CaptureState
    from capture_widgets.envs.text_arena import CaptureTextArena
    from capture_widgets.envs.text_game import TextGame

__all__ = [
    "VERSIONS",
    "CaptureAEC",
    "CaptureGame",
    "CaptureGym",
    "CaptureState",
    "Encoding",
    "Layout",
    "Part",
    "PolicyBot",
    "TextGame",
    "aec",
    "encoding",
    "gym",
    "openspiel",
    "register",
    "textarena",
    "verifiers",
]

_HOMES = {
    "aec_env": "CaptureAEC",
    "base_encoding": "Encoding Layout Part",
    "gym_env": "CaptureGym",
    "policy_bot": "PolicyBot",
    "spiel_game": "CaptureGame CaptureState",
    "text_arena": "CaptureTextArena",
    "text_game": "TextGame",
}
"""The classes of each module that needs a library."""


def encoding(slug: str, **options: Any) -> Encoding:
    """The numbered actions of a game and the layout of its observations; needs NumPy.

    Args:
        slug: the slug of the game.
        **options: its options, as for ``cw.new``, ``match=True`` among them.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ValueError: the game, which another package brings, has no encoding.
    """
    from capture_widgets.envs.encodings import encoding_of

    return encoding_of(slug, options)


def aec(
    slug: str,
    *,
    render_mode: str | None = None,
    viewer: Viewer = "public",
    max_cycles: int | None = None,
    illegal: str = "lose",
    **options: Any,
) -> CaptureAEC:
    """A PettingZoo environment in which agents act in turn (AEC); needs the extra ``pettingzoo``.

    Args:
        slug: the slug of the game.
        render_mode: ``"ansi"`` to get the table as text from ``render``, ``"human"`` to print it after each step.
        viewer: the viewer for whom it is rendered: a seat, ``"public"``, or None to see everything.
        max_cycles: the number of steps after which the episode is truncated; None for no limit.
        illegal: ``"lose"`` ends the episode at an illegal action, with -1 for its agent and the reason in its info;
            ``"raise"`` raises IllegalMove, and nothing changes.
        **options: the options of the game, as for ``cw.new``, ``match=True`` among them.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ImportError: PettingZoo is not installed.
    """
    needs("pettingzoo", "pettingzoo")
    from capture_widgets.envs.aec_env import CaptureAEC

    return CaptureAEC(slug, render_mode=render_mode, viewer=viewer, max_cycles=max_cycles, illegal=illegal, **options)


def gym(
    slug: str,
    *,
    seat: int = 0,
    opponents: Opponents = None,
    render_mode: str | None = None,
    viewer: Viewer | str = "seat",
    illegal: str = "lose",
    **options: Any,
) -> CaptureGym:
    """A Gymnasium environment of one seat; bots play the other seats. Needs the extra ``gymnasium``.

    Args:
        slug: the slug of the game.
        seat: the seat to play.
        opponents: a bot for all other seats, a dict of bots by seat, or a list of bots clockwise from the seat; by
            default bots that play at random.
        render_mode: ``"ansi"`` to get the table as text from ``render``, ``"human"`` to print it after each step.
        viewer: the viewer for whom it is rendered: ``"seat"`` for the seat itself, another seat, ``"public"``, or None
            to see everything.
        illegal: ``"lose"`` ends the episode at an illegal action, with -1 and the reason in the info; ``"raise"``
            raises IllegalMove, and nothing changes.
        **options: the options of the game, as for ``cw.new``, ``match=True`` among them.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ValueError: there is no such seat or viewer, or an opponent is no bot.
        ImportError: Gymnasium is not installed.
    """
    needs("gymnasium", "gymnasium")
    from capture_widgets.envs.gym_env import CaptureGym

    return CaptureGym(
        slug,
        seat=seat,
        opponents=opponents,
        render_mode=render_mode,
        viewer=viewer,
        illegal=illegal,
        **options,
    )


def openspiel(slug: str, **options: Any) -> CaptureGame:
    """An OpenSpiel game; needs the extra ``openspiel``.

    Chance deals the whole deck of a round, card by card. After `register`,
    ``pyspiel.load_game("python_capture_kommando(dealer=0)")`` gives the same.

    Args:
        slug: the slug of the game.
        **options: the options of the game, as for ``cw.new``, ``match=True`` among them. OpenSpiel has only games of
            bounded length: so ``max_rounds`` (30) ends a match after so many rounds, by its points, and ``max_steps``
            (500) ends 4X Solitaire after so many actions, with a return of 0.

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ImportError: OpenSpiel is not installed.
    """
    needs("pyspiel", "openspiel")
    from capture_widgets.envs.spiel_game import load

    return load(slug, options)


def textarena(slug: str, **settings: Any) -> CaptureTextArena:
    """A TextArena environment, for players that read and write; needs the extra ``textarena``.

    Args:
        slug: the slug of the game.
        **settings: ``bots``, a dict of bots by seat that play at once; ``moves``, whether prompts list the legal moves;
            and the options of the game, as for ``cw.new`` (`TextGame`).

    Raises:
        UnknownGame, UnknownOption: an argument is not valid.
        ImportError: TextArena is not installed.
    """
    needs("textarena", "textarena")
    from capture_widgets.envs.text_arena import CaptureTextArena

    return CaptureTextArena(slug, **settings)


def verifiers() -> ModuleType:
    """The module with the taskset ``"capture_widgets_games"`` and its environment, for the library verifiers.

    After this call the library finds the taskset by that id. Needs the extra ``verifiers``.

    Raises:
        ImportError: verifiers is not installed.
    """
    needs("verifiers", "verifiers")
    from capture_widgets.envs import verifiers_games

    verifiers_games.register()
    return verifiers_games


def register() -> None:
    """Enter the environments under the ``make`` of each library that is installed; to call it again changes nothing.

    Then ``pettingzoo.make("aec", "capture_widgets/kommando_v1")``, ``gymnasium.make("capture_widgets/Kommando-v1")``,
    ``textarena.make("capture_widgets/Kommando-v1")`` and ``pyspiel.load_game("python_capture_kommando")`` make them,
    with options as keywords or parameters.
    """
    from importlib import import_module

    for library, module in _REGISTERS.items():
        if _installed(library):
            import_module(f"{__name__}.{module}").register()


_REGISTERS = {"pettingzoo": "aec_env", "gymnasium": "gym_env", "pyspiel": "spiel_game", "textarena": "text_arena"}
"""By library the module that registers its environments."""


def _installed(library: str) -> bool:
    from importlib.util import find_spec

    return find_spec(library) is not None


def needs(library: str, extra: str) -> None:
    """Raise ImportError with the extra that installs a library, unless it is there."""
    if not _installed(library):
        raise ImportError(f'these environments need {library}: pip install "capture-widgets[{extra}]"')


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names.split():
                return getattr(import_module(f"{__name__}.{home}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
