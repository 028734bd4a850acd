"""The entrants of a tournament: bots, files and notebooks, read without running a line of their code."""

from __future__ import annotations

import os
import pickle
import stat
import sys
import sysconfig
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

from capture_widgets.core.errors import shown
from capture_widgets.core.escapes import visible
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import is_text
from capture_widgets.core.shared_files import Folder
from capture_widgets.model.view import Bot
from capture_widgets.tournaments.notebook_code import bot_code, code_of_notebook

MOST_ENTRANTS: Final = 500
MOST_FILE: Final = 8 << 20
"""The most bytes of an entrant's file; a notebook has outputs beside its code (`notebook_code.MOST_CODE`)."""
MOST_NAME: Final = 60


@dataclass(frozen=True)
class Entrant:
    """Somebody's bot, as data that only its own process turns into a bot."""

    name: str
    kind: Literal["pickle", "source"]
    data: bytes
    """A pickled bot, or the text of a module with one class."""
    digest: str
    """Tells whether a file is the same as before; for a bot object, its class's name."""
    trusted: Bot | None = None
    """A bot that plays in the referee's process."""
    refused: str = ""
    """Why the file of this entrant holds no bot that can play; the entrant loses each of its games. Empty otherwise."""


def read_entrants(entrants: object, trusted: Collection[str] = ()) -> list[Entrant]:
    """Read the entrants that a caller names, in the order of their names.

    Args:
        entrants: a dict from names to bots or paths of .py and .ipynb files; a list of bots or of paths; or a folder,
            in which every such file is an entrant whose name is that of the file, with its ending if two would have
            the same. A file of a folder that has no bot, has several, cannot be read, or whose name is no line of 60
            characters is an entrant that is `refused`, so that it does not stop the others.
        trusted: the names of bots that play in the referee's process.

    Raises:
        ValueError: these are no entrants, two that the caller names have the same name, or a file that the caller
            names has no bot or several.
        OSError: such a file, or the folder, cannot be read.
    """
    is_folder = isinstance(entrants, str | Path)
    if isinstance(entrants, str | Path):
        named = _named_files(path_of(entrants))
    elif isinstance(entrants, Mapping):
        named = dict(entrants)
    elif isinstance(entrants, Sequence):
        named = {}
        for one in entrants:
            name = _name(one)
            if name in named:
                raise ValueError(f"two entrants have the name {shown(name)}: a dict gives each its own")
            named[name] = one
    else:
        raise ValueError(f"entrants={shown(entrants)}: a dict from names to bots or paths, a list, or a folder")
    if not 1 <= len(named) <= MOST_ENTRANTS:
        words = f"there are {len(named)} entrants; a tournament has 1 to {MOST_ENTRANTS}"
        if is_folder:
            words += ". Each .py or .ipynb file of the folder is one"
            if named:
                words += "; an underscore in front of its name leaves a file out"
        raise ValueError(words)
    for name in named:
        _check_name(name)
    own = {name: one for name, one in named.items() if name in trusted and isinstance(one, Bot)}
    for name in trusted:
        if name not in own:
            raise ValueError(f"trusted: there is no entrant {shown(name)} that is a bot, and files are never trusted")
    return [
        Entrant(name, "pickle", b"", type(own[name]).__name__, own[name])
        if name in own
        else (_read_or_refuse if is_folder else read_entrant)(named[name], name)
        for name in sorted(named)
    ]


def _read_or_refuse(path: Path, name: str) -> Entrant:
    """Read an entrant of a folder into which others have put their files."""
    try:
        _check_name(path.stem)
        if not stat.S_ISREG(path.lstat().st_mode):  # a link may lead to a file that its owner cannot read
            raise ValueError(f"{path.name} is no regular file")
        return read_entrant(path, name)
    except (ValueError, OSError) as error:
        return Entrant(name, "source", b"", "refused", refused=visible(str(error))[:600])


def _name(one: object) -> str:
    return one.name if isinstance(one, Bot) else path_of(one).stem


def _is_name(name: object) -> bool:
    return isinstance(name, str) and is_text(name, MOST_NAME) and bool(name.strip()) and name.isprintable()


def _check_name(name: object) -> None:
    if not _is_name(name):
        raise ValueError(f"{shown(name)} is no name for an entrant: a line of at most {MOST_NAME} characters")


def _named_files(folder: Path) -> dict[str, Path]:
    """The files of a folder that may be entrants; names with a dot or an underscore in front are left out.

    Whatever their names are, each file is one entrant: others have put them there, and none may stop the rest.
    """
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    files = [
        path
        for path in sorted(folder.iterdir())
        if path.suffix in (".py", ".ipynb") and not path.name.startswith((".", "_"))
    ]
    stems = [path.stem for path in files]
    named: dict[str, Path] = {}
    for path in files:
        name = path.stem if stems.count(path.stem) == 1 else path.name
        if not _is_name(name) or name in named:
            mark = sha256(os.fsencode(path.name)).hexdigest()[:8]  # two such names may begin alike
            start = "".join(sign if sign.isprintable() else "?" for sign in path.stem[: MOST_NAME - 12])
            name = f"{start.strip()}… {mark}"
        named[name] = path
    return named


def read_entrant(one: object, name: str) -> Entrant:
    """Read one entrant: a bot, or the path of a file; raises as `read_entrants`."""
    if isinstance(one, Bot):
        return Entrant(name, "pickle", pickled_bot(one), f"{type(one).__name__}({one.seed})")
    path = path_of(one)
    if path.suffix not in (".py", ".ipynb"):
        raise ValueError(f"{path} is no entrant: a bot, a .py file, or a .ipynb notebook")
    folder, file = Folder.of(path)
    with folder:
        status = folder.status(file)
        if status is None:
            raise FileNotFoundError(f"there is no file {path}")
        if not stat.S_ISREG(status.st_mode):
            raise ValueError(f"{path} is no regular file")
        data = folder.read(file, MOST_FILE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no text in UTF-8") from None
    if path.suffix == ".ipynb":
        text = code_of_notebook(text, path.name)
    else:
        bot_code(text, path.name)  # raises unless there is one bot; a module is run whole
    return Entrant(name, "source", text.encode(), sha256(data).hexdigest()[:16])


def pickled_bot(bot: Bot) -> bytes:
    """A bot as bytes, with its class if that is not of an installed package.

    Raises:
        ValueError: the bot cannot be pickled.
    """
    try:
        import cloudpickle
    except ImportError:
        cloudpickle = None
    if cloudpickle is None and not type(bot).__module__.startswith("capture_widgets."):
        raise ValueError(
            f"{shown(bot)} cannot be sent to a process of its own without cloudpickle "
            '(pip install "capture-widgets[duels]"); a .py file can'
        )
    try:
        if cloudpickle is None:
            return pickle.dumps(bot)
        with ExitStack() as stack:
            for module in _own_modules(type(bot)):
                cloudpickle.register_pickle_by_value(module)
                stack.callback(cloudpickle.unregister_pickle_by_value, module)
            data: bytes = cloudpickle.dumps(bot)
    except Exception as error:  # noqa: BLE001 # the bot's own methods may raise anything
        raise ValueError(f"{shown(bot)} cannot be sent to a process of its own: {error}") from None
    return data


def _own_modules(kind: type) -> list[Any]:
    """The modules of a class and its bases that an entrant's process cannot import: all that is not installed."""
    installed = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    found = []
    for name in dict.fromkeys(one.__module__ for one in kind.__mro__):
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        top = name.partition(".")[0]
        if module is None or file is None or name == "__main__" or top == "capture_widgets":
            continue
        if not any(Path(file).is_relative_to(place) for place in installed if place) and not _is_zip(file):
            found.append(module)
    return found


def _is_zip(file: str) -> bool:
    return os.fspath(file).startswith(sys.base_prefix) and ".zip" in file
