"""The command: opens JupyterLab ready to play, and does from a shell what people do with files of games."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from capture_widgets.errors import RecordError
from capture_widgets.files import replace_file
from capture_widgets.game import Game
from capture_widgets.loading import load
from capture_widgets.state import Viewer

START: Final = "start.ipynb"
"""The notebook that is opened."""

_HOMES: Final = (Path(__file__).parent / "notebooks", Path(__file__).parent.parent / "notebooks")
"""Where the notebooks are: in what pip installs, and in a clone."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what a command line asks; returns 0, or 1 after saying what is wrong."""
    parser = _parser()
    given = parser.parse_args(arguments)
    act: Callable[[argparse.Namespace], int] = given.act
    try:
        return act(given)
    except RecordError as error:
        return _refuse(f"{given.game} cannot be read: {error}")
    except (OSError, ValueError, ImportError) as error:
        return _refuse(str(error))


def _refuse(words: str) -> int:
    sys.stderr.write(f"capture-widgets: {words}\n")
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="capture-widgets",
        description="Five capture card games in Jupyter. Without a command it opens JupyterLab, ready to play.",
    )
    parser.add_argument("--folder", type=Path, help="where your notebooks are; made if missing")
    parser.add_argument("--no-browser", action="store_true", help="only print the notebook's address, ready to paste")
    parser.set_defaults(act=_start)
    commands = parser.add_subparsers(title="commands", metavar="")
    replay = _command(commands, "replay", _replay, "write a page that replays a game in any browser, offline")
    replay.add_argument("-o", "--output", type=Path, required=True, help="the page, such as page.html")
    export = _command(commands, "export", _export, "write a game in another form", seat=False)
    export.add_argument("-o", "--output", type=Path, help="the file; without it the game is printed")
    export.add_argument(
        "--as", dest="form", choices=_FORMS, default="record", help="record (as JSON, the default), notation, or code"
    )
    show = _command(commands, "show", _show, "print a game's last position and its moves")
    show.add_argument("--ply", type=int, help="the position after so many moves, rather than the last")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    act: Callable[[argparse.Namespace], int],
    words: str,
    *,
    seat: bool = True,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=words, description=words[:1].upper() + words[1:] + ".")
    command.set_defaults(act=act)
    command.add_argument("game", help="a file with a record, notation, code or journal; or a code")
    if seat:
        command.add_argument("--seat", type=_viewer, default="public", help="who looks: 0, 1 ..., public, or all")
    return command


def _viewer(text: str) -> Viewer:
    if text == "public":
        return "public"
    if text == "all":
        return None
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"there is no viewer {text!r}; choose 0, 1 ..., public or all") from None


# -- opening JupyterLab


def _start(given: argparse.Namespace) -> int:
    folder = given.folder or default_folder()
    prepare(folder)
    if find_spec("jupyterlab") is None:
        return _refuse(f'JupyterLab is missing: pip install "capture-widgets[lab]". The notebooks are in {folder}')
    # the address that is printed leads to the notebook, too, and stands alone: no other line says what matters here
    shown = [f"--LabApp.default_url=/lab/tree/{START}", "--log-level=WARN"]
    command = [sys.executable, "-m", "jupyterlab", START, *shown]
    if given.no_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # as in a container, where JupyterLab would not start
    sys.stdout.write(f"Your notebooks are in {folder}. Press Ctrl+C here, twice, to end JupyterLab.\n")
    sys.stdout.flush()
    try:
        return subprocess.call(command, cwd=folder)  # noqa: S603 # our own arguments
    except KeyboardInterrupt:
        return 0


def default_folder() -> Path:
    """A folder of the user's own: in their documents, where there are some."""
    from platformdirs import user_documents_path

    documents = user_documents_path()
    return (documents if documents.is_dir() else Path.home()) / "capture-widgets"


def prepare(folder: Path) -> list[Path]:
    """Make a folder with the notebooks in it; what is there already stays as it is. Returns what was written.

    Raises:
        OSError: it cannot be made, or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for source in notebooks():
        copy = folder / source.name
        data = source.read_bytes()
        try:
            with copy.open("xb") as file:
                file.write(data)
        except FileExistsError:
            continue
        made.append(copy)
    return made


def notebooks() -> list[Path]:
    """The notebooks that come with the package.

    Raises:
        FileNotFoundError: they are not there.
    """
    for home in _HOMES:
        if (home / START).is_file():
            return sorted(home.glob("*.ipynb"))
    raise FileNotFoundError("the notebooks are missing: install capture-widgets again")


# -- files of games


def _game(given: argparse.Namespace) -> Game:
    try:
        return load(given.game)
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no file {given.game}") from None


def _replay(given: argparse.Namespace) -> int:
    _say(f"wrote {_game(given).save_html(given.output, given.seat)}")
    return 0


_FORMS: Final = ("record", "notation", "code")


def _export(given: argparse.Namespace) -> int:
    game = _game(given)
    if given.form == "record" and given.output is not None:
        _say(f"wrote {game.save(given.output)}")
        return 0
    if given.form == "record":
        import json

        text = json.dumps(game.record(), ensure_ascii=False, indent=1)
    else:
        text = game.notation() if given.form == "notation" else game.code()
    if given.output is None:
        _say(text)
    else:
        _say(f"wrote {replace_file(given.output, text.rstrip() + chr(10))}")
    return 0


def _show(given: argparse.Namespace) -> int:
    game = _game(given)
    ply = game.ply if given.ply is None else given.ply
    at = game.at(ply)
    _say(at.text(given.seat))
    for entry in game.log(given.seat, ply=ply):
        _say(f"{entry['ply']:>4} {entry['text']}")
    return 0


def _say(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    # a console that knows fewer signs than a game uses shows the others as "?"
    sys.stdout.write(text.rstrip().encode(encoding, "replace").decode(encoding) + "\n")
