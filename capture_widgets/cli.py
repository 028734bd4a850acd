"""The command ``capture-widgets``: opens JupyterLab with the notebooks, and converts and shows files of games."""

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
from capture_widgets.lab.settings import START, lab_environment
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.protocol.widget_settings import HostSettings

_HOMES: Final = (Path(__file__).parent / "notebooks", Path(__file__).parent.parent / "notebooks")
"""The folders of the notebooks: in an installed package, and in a clone of the repository."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 0, or 1 after printing an error."""
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
    """A parser whose error messages contain no control characters of the user's arguments."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="capture-widgets",
        description="Five capture card games in Jupyter. Without a command it opens JupyterLab, ready to play.",
    )
    parser.add_argument(
        "--folder", type=Path, help="the folder of your notebooks, made if missing; by default in your documents"
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the notebook's address, ready to paste")
    parser.set_defaults(act=_start)
    commands = parser.add_subparsers(title="commands", metavar="command")
    replay = _command(commands, "replay", _replay, "write a page that replays a game in any browser, offline")
    _output(replay, "the page, such as page.html", required=True)
    export = _command(commands, "export", _export, "write a game in another form", seat=False)
    _output(export, "the file; without it the game is printed", required=False)
    export.add_argument(
        "--as", dest="form", choices=_FORMS, default="record", help="the form; by default record, which is JSON"
    )
    _host_command(commands)
    _tournament_command(commands)
    _mcp_command(commands)
    show = _command(commands, "show", _show, "print a game's last position and its moves")
    show.add_argument("--ply", type=int, help="the position after this number of moves; by default the last one")
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
        command.add_argument(
            "--seat", type=_viewer, default="public", help="the viewer: 0, 1 ..., public (the default), or all"
        )
    return command


def _host_command(commands: argparse._SubParsersAction[_Parser]) -> None:
    words = "play on several devices: open a room, and print a link for each person"
    host = commands.add_parser("host", help=words, description=words[:1].upper() + words[1:] + ".")
    host.set_defaults(act=_host)
    host.add_argument("game", help="a game such as kommando, or a file with a game")
    host.add_argument("--seats", default="", help="the players, such as Ann,Ben or Ann,greedy")
    host.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to serve at; by default this machine only; 0.0.0.0 for the whole network",
    )
    host.add_argument("--port", type=int, default=0, help="the port; by default a free one")
    host.add_argument("--address", help="the address in the links, where a proxy leads to the room")
    host.add_argument("--folder", type=Path, help="saves the game and the links; the same command continues them")
    host.add_argument(
        "--certificate", nargs=2, metavar=("FILE", "KEY"), help="a certificate and its key, to encrypt all connections"
    )
    host.add_argument(
        "--grace", type=float, default=60.0, help="seconds until somebody counts as away for long; by default 60"
    )
    host.add_argument("--stand-in", metavar="LEVEL", help="the bot that plays for whoever is away for long")


def _tournament_command(commands: argparse._SubParsersAction[_Parser]) -> None:
    words = "let the bots of a folder play each other, each in a closed process of its own, and rate them"
    command = commands.add_parser("tournament", help=words, description=words[:1].upper() + words[1:] + ".")
    command.set_defaults(act=_tournament)
    command.add_argument("entrants", type=Path, metavar="folder", help="every .py and .ipynb file in it has one bot")
    command.add_argument("--game", required=True, help="the game, such as kommando")
    command.add_argument("--deals", type=int, default=20, help="the number of deals; by default 20")
    command.add_argument("--seed", type=int, help="the seed of the deals; by default a secret one")
    command.add_argument("--workers", type=int, help="games at the same time; by default one for each processor")
    command.add_argument("--cpu-seconds", type=float, default=2.0, help="CPU seconds for a move; by default 2")
    command.add_argument("--memory", type=int, default=1024, help="megabytes of memory for an entrant; by default 1024")
    command.add_argument("--keep", type=Path, help="a file in which each game is saved; the same command continues it")
    _output(command, "a page with the result, such as result.html", required=False, also="")


def _mcp_command(commands: argparse._SubParsersAction[_Parser]) -> None:
    words = "let an assistant take a seat, by the Model Context Protocol over standard input and output"
    command = commands.add_parser("mcp", help=words, description=words[:1].upper() + words[1:] + ".")
    command.set_defaults(act=_mcp)
    command.add_argument("game", nargs="?", help="a game such as kommando, against bots; not with --link")
    command.add_argument("--link", help="the link of a seat in a room, for a game of a notebook")
    command.add_argument(
        "--seat", type=int, default=0, help="the assistant's seat in a game without --link: 0, 1 ...; by default 0"
    )
    command.add_argument(
        "--against", default="greedy", help="the bots at the other seats, such as club,random; by default greedy"
    )
    command.add_argument("--seed", type=int, help="the seed of the deal in a game without --link")


def _output(
    command: argparse.ArgumentParser, words: str, *, required: bool, also: str = "; never over the game itself"
) -> None:
    command.add_argument("-o", "--output", type=Path, required=required, help=words)
    command.add_argument("--force", action="store_true", help=f"overwrite an existing file{also}")


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
    # one document without a sidebar gives a table the whole window; the printed address opens it, too; the log level
    # leaves only the lines that the user needs
    options = [
        f"--LabApp.default_url=/doc/tree/{START}",
        "--ServerApp.jpserver_extensions=capture_widgets.lab.first_page=True",
        "--log-level=WARN",
    ]
    command = [sys.executable, "-m", "jupyterlab", *options]
    if given.no_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container; JupyterLab would refuse to start
    _say(f"Your notebooks are in {visible(str(folder))}. Press Ctrl+C here, twice, to end JupyterLab.")
    return _run(command, folder)


GRACE = 30.0
"""Seconds that JupyterLab gets to shut down its kernels after a signal."""


class _TerminationSignal(BaseException):
    """The system has asked this process to terminate."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _run(command: Sequence[str], folder: Path) -> int:
    """Run a program until it ends; pass a termination signal on to it before this process terminates."""
    child: subprocess.Popen[bytes] | None = None
    try:
        with _termination_signals():
            child = subprocess.Popen(command, cwd=folder, env=lab_environment())  # noqa: S603 # our own arguments
            while True:
                try:
                    return child.wait()
                except KeyboardInterrupt:  # the terminal sent it to JupyterLab as well, which asks for confirmation
                    continue
    except KeyboardInterrupt:  # before the program was started
        return 0
    except _TerminationSignal as termination:
        if child is not None:
            _end(child, termination.number)
        signal.signal(termination.number, signal.SIG_DFL)
        os.kill(os.getpid(), termination.number)
        return 128 + termination.number


def _end(child: subprocess.Popen[bytes], number: int) -> None:
    child.send_signal(number)
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@contextmanager
def _termination_signals() -> Iterator[None]:
    """Raise `_TerminationSignal` when the system asks this process to terminate."""

    def tell(number: int, _frame: Any) -> None:
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)  # one signal is enough
        raise _TerminationSignal(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # Python allows signal handlers in the main thread only
    former = {number: signal.signal(number, tell) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in former.items():
            if signal.getsignal(number) is tell:
                signal.signal(number, handler)


def default_folder() -> Path:
    """The default folder for notebooks: in the user's documents folder, or in the home folder if there is none."""
    from platformdirs import user_documents_path

    documents = user_documents_path()
    return (documents if documents.is_dir() else Path.home()) / "capture-widgets"


def prepare(folder: Path) -> list[Path]:
    """Create a folder with the notebooks; existing files do not change. Returns the paths of the new files.

    Raises:
        OSError: the folder cannot be created or written to.
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
    """The notebooks of the package.

    Raises:
        FileNotFoundError: they are missing.
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
    """The output file; None to print.

    Raises:
        FileExistsError: the file exists and ``--force`` was not given, or it is the input file.
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


def _host(given: argparse.Namespace) -> int:
    from capture_widgets.rooms.hosting import host

    seats = [name for name in given.seats.split(",") if name]
    certificate = None if given.certificate is None else tuple(given.certificate)
    settings: HostSettings = {
        "address": given.address, "certificate": certificate, "grace": given.grace, "stand_in": given.stand_in,
    }  # fmt: skip
    return host(given.game, seats, _say, at=(given.host, given.port), folder=given.folder, settings=settings)


def _tournament(given: argparse.Namespace) -> int:
    from concurrent.futures import ThreadPoolExecutor

    from capture_widgets.tournaments.tournament import tournament

    if given.output is not None and given.output.exists() and not given.force:
        raise FileExistsError(f"there is a file {given.output} already: choose another name, or use --force")
    workers = (os.cpu_count() or 1) if given.workers is None else given.workers
    with ThreadPoolExecutor(max(1, workers)) as pool:  # threads are enough: entrants have processes of their own
        result = tournament(
            given.entrants, given.game, deals=given.deals, seed=given.seed, executor=pool, keep=given.keep,
            cpu_seconds=given.cpu_seconds, memory=given.memory,
        )  # fmt: skip
    _say(str(result))
    for line in dict.fromkeys(f"{one['name']}: {one['kind']}: {one['words']}" for one in result.faults):
        _say(visible(line, keep="\n"))
    if given.output is not None:
        _say(f"wrote {visible(str(result.save_html(given.output)))}")
    return 0


def _mcp(given: argparse.Namespace) -> int:
    from capture_widgets.bots.levels import make_bot
    from capture_widgets.rooms.assistant import seat_by_link, seat_in_own_game
    from capture_widgets.rooms.mcp_server import serve

    if given.link is not None:
        return serve(seat_by_link(given.link))
    if given.game is None:
        raise ValueError("name a game such as kommando, or a seat's link with --link")
    bots = [make_bot(name) for name in given.against.split(",")]
    return serve(seat_in_own_game(given.game, given.seat, bots, given.seed, {}))


def _show(given: argparse.Namespace) -> int:
    game = _game(given)
    ply = game.ply if given.ply is None else given.ply
    history = game.history
    # a name with a line end must not break the output
    game_at_ply = Game(history.with_names([visible(name) for name in history.names])).at(ply)
    _say(visible(game_at_ply.text(given.seat), keep="\n"))
    for entry in game_at_ply.log(given.seat, ply=ply):
        _say(f"{entry['ply']:>4} {visible(entry['text'])}")
    return 0


def _say(text: str) -> None:
    """Print text that may contain any characters."""
    encoding = sys.stdout.encoding or "utf-8"
    # characters that the encoding of the console lacks become "?"
    sys.stdout.write(text.rstrip().encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()
