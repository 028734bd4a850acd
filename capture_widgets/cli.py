"""The command: opens JupyterLab ready to play, and does from a shell what people do with files of games."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import RecordError
from capture_widgets.core.escapes import visible, visible_json
from capture_widgets.core.file_names import is_file, path_of
from capture_widgets.engine.state import Viewer
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load

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
    sys.stderr.write(f"capture-widgets: {visible(words)}\n")
    return 1


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints quote nothing that a terminal would obey."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="capture-widgets",
        description="Five capture card games in Jupyter. Without a command it opens JupyterLab, ready to play.",
    )
    parser.add_argument("--folder", type=Path, help="where your notebooks are; made if missing")
    parser.add_argument("--no-browser", action="store_true", help="only print the notebook's address, ready to paste")
    parser.set_defaults(act=_start)
    commands = parser.add_subparsers(title="commands", metavar="")
    replay = _command(commands, "replay", _replay, "write a page that replays a game in any browser, offline")
    _output(replay, "the page, such as page.html", required=True)
    export = _command(commands, "export", _export, "write a game in another form", seat=False)
    _output(export, "the file; without it the game is printed", required=False)
    export.add_argument(
        "--as", dest="form", choices=_FORMS, default="record", help="record (as JSON, the default), notation, or code"
    )
    show = _command(commands, "show", _show, "print a game's last position and its moves")
    show.add_argument("--ply", type=int, help="the position after so many moves, rather than the last")
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser],
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


def _output(command: argparse.ArgumentParser, words: str, *, required: bool) -> None:
    command.add_argument("-o", "--output", type=Path, required=required, help=words)
    command.add_argument(
        "--force", action="store_true", help="write over a file that is there; never over the game itself"
    )


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
    _say(f"Your notebooks are in {visible(str(folder))}. Press Ctrl+C here, twice, to end JupyterLab.")
    return _run(command, folder)


GRACE = 30.0
"""Seconds that JupyterLab has to end its kernels once it was told to end."""


class _ToldToEnd(BaseException):
    """The system tells this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _run(command: Sequence[str], folder: Path) -> int:
    """Run a program as long as it goes; when this process is told to end, end the program, too, and then obey."""
    child: subprocess.Popen[bytes] | None = None
    try:
        with _told_to_end():
            child = subprocess.Popen(command, cwd=folder)  # noqa: S603 # our own arguments
            while True:
                try:
                    return child.wait()
                except KeyboardInterrupt:  # the terminal sent it to the program as well, which asks what is meant
                    continue
    except KeyboardInterrupt:  # before there was a program
        return 0
    except _ToldToEnd as told:
        if child is not None:
            _end(child, told.number)
        signal.signal(told.number, signal.SIG_DFL)
        os.kill(os.getpid(), told.number)
        return 128 + told.number


def _end(child: subprocess.Popen[bytes], number: int) -> None:
    child.send_signal(number)
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@contextmanager
def _told_to_end() -> Iterator[None]:
    """Raise `_ToldToEnd` where the system tells this process to end."""

    def tell(number: int, _frame: Any) -> None:
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)  # once is enough: the program is being ended
        raise _ToldToEnd(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # elsewhere Python sets no handlers
    former = {number: signal.signal(number, tell) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in former.items():
            if signal.getsignal(number) is tell:
                signal.signal(number, handler)


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


def _target(given: argparse.Namespace) -> Path | None:
    """Where to write.

    Raises:
        FileExistsError: there is a file, and nobody said that it may go; or it is the game itself.
    """
    if given.output is None:
        return None
    output = path_of(given.output)
    if os.path.lexists(output):
        if is_file(given.game) and is_file(str(output)) and output.samefile(given.game):
            raise FileExistsError(f"{output} is the game itself: choose another name for what is written")
        if output.is_dir():
            raise FileExistsError(f"{output} is a folder: name a file in it")
        if not given.force:
            raise FileExistsError(
                f"there is a file {output} already: choose another name, or write over it with --force"
            )
    return output


def _replay(given: argparse.Namespace) -> int:
    target = _target(given)
    assert target is not None
    _say(f"wrote {visible(str(_game(given).save_html(target, given.seat)))}")
    return 0


_FORMS: Final = ("record", "notation", "code")


def _export(given: argparse.Namespace) -> int:
    target = _target(given)
    game = _game(given)
    if given.form == "record":
        import json

        text = visible_json(json.dumps(game.record(), ensure_ascii=False, indent=1))
    else:
        text = game.notation() if given.form == "notation" else game.code()
    if target is None:
        _say(text)
    else:
        _say(f"wrote {visible(str(replace_file(target, text.rstrip() + chr(10))))}")
    return 0


def _show(given: argparse.Namespace) -> int:
    game = _game(given)
    ply = game.ply if given.ply is None else given.ply
    history = game.history
    # a name stands on one line, whatever it is
    shown = Game(history.with_names([visible(name) for name in history.names])).at(ply)
    _say(visible(shown.text(given.seat), keep="\n"))
    for entry in shown.log(given.seat, ply=ply):
        _say(f"{entry['ply']:>4} {visible(entry['text'])}")
    return 0


def _say(text: str) -> None:
    """Print lines in which every sign may be shown."""
    encoding = sys.stdout.encoding or "utf-8"
    # a console that knows fewer signs than a game uses shows the others as "?"
    sys.stdout.write(text.rstrip().encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()
