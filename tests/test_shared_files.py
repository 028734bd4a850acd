"""Files in folders that others can write to: links and files placed there by others are not followed."""

from __future__ import annotations

import os
import re
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

import pytest

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.shared_files import Folder, opener, others_can_replace, others_can_write, read_file, sentence
from tests.another_user import as_stranger, needs_root, open_place, shared_folder, stranger_at_work

SECRET = b"the teacher's own words\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and rights of POSIX")


def lay_link(path: Path, to: Path) -> None:
    path.symlink_to(to)


def lay_pipe(path: Path, _to: Path) -> None:
    os.mkfifo(path)


def lay_socket(path: Path, _to: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))  # a socket's path is short


def lay_folder(path: Path, _to: Path) -> None:
    path.mkdir()


def lay_device(path: Path, _to: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes devices")
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("no devices may be made here")


TRAPS: dict[str, Callable[[Path, Path], None]] = {
    "a symbolic link": lay_link,
    "a pipe": lay_pipe,
    "a socket": lay_socket,
    "a folder": lay_folder,
    "a device": lay_device,
}


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Other users get there as well."""
    with open_place() as place:
        yield place


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that nobody may change by way of another name."""
    path = tmp_path / "own" / "secret.txt"
    path.parent.mkdir()
    path.write_bytes(SECRET)
    path.chmod(0o600)
    return path


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    return shared_folder(tmp_path)


@pytest.mark.parametrize("kind", TRAPS)
def test_what_is_no_file_is_refused_in_a_sentence_and_at_once(kind: str, shared: Path, secret: Path) -> None:
    TRAPS[kind](shared / "x", secret)
    began = time.monotonic()
    with Folder(shared) as folder:
        for act in (
            lambda: folder.read("x", 100),
            lambda: folder.open("x", os.O_RDWR),
            lambda: folder.open("x", os.O_RDWR | os.O_CREAT | os.O_TRUNC),
        ):
            with pytest.raises(OSError, match=re.escape(str(shared / "x"))) as caught:
                act()
            assert sentence(caught.value) == f"{kind} stands here where a file is expected; it was not opened"
    for path in (shared / "x", str(shared / "x")):
        with pytest.raises(OSError, match=r"not opened|not followed"):
            read_file(path, 100)
        with pytest.raises(OSError, match=r"not opened|not followed"):
            FileIO(str(path), "r+", opener=opener)
        with pytest.raises(OSError, match=r"not opened|not followed"):
            replace_file(path, "new")
    assert time.monotonic() - began < 5
    assert secret.read_bytes() == SECRET
    assert [path.name for path in shared.iterdir()] == ["x"]


@pytest.mark.parametrize("kind", [kind for kind in TRAPS if kind != "a folder"])
def test_a_file_takes_the_place_of_what_stands_there_and_nothing_is_written_through_it(
    kind: str, shared: Path, secret: Path
) -> None:
    TRAPS[kind](shared / "x", secret)
    with Folder(shared) as folder:
        folder.replace("x", b"new")
        assert folder.read("x", 100) == b"new"
    assert not (shared / "x").is_symlink()
    assert secret.read_bytes() == SECRET
    assert [path.name for path in shared.iterdir()] == ["x"]


def test_a_file_is_read_up_to_a_bound_and_opened_existing_or_new(shared: Path) -> None:
    with Folder(shared) as folder:
        with pytest.raises(FileNotFoundError):
            folder.read("x", 3)
        with FileIO(str(shared / "x"), "x+", opener=opener) as file:
            file.write(b"abc")
        assert folder.read("x", 3) == b"abc"
        with pytest.raises(OSError, match="longer than the 2 bytes"):
            folder.read("x", 2)
        with pytest.raises(FileExistsError):
            FileIO(str(shared / "x"), "x+", opener=opener)
        with open(shared / "x", "w", encoding="ascii", opener=opener) as words:
            words.write("d")
        assert read_file(shared / "x", 3) == b"d"
        for name in ("", ".", "..", "../own", "a/b"):
            with pytest.raises(OSError, match="not a name"):
                folder.read(name, 3)


def test_a_folder_stays_the_one_that_was_opened(shared: Path, secret: Path) -> None:
    (shared / "class").mkdir()
    (shared / "class" / "x").write_text("here")
    with Folder(shared / "class") as folder:
        (shared / "class").rename(shared / "before")
        (shared / "class").symlink_to(secret.parent)
        assert folder.read("x", 100) == b"here"
        folder.replace("secret.txt", b"new")
    assert secret.read_bytes() == SECRET
    assert (shared / "before" / "secret.txt").read_bytes() == b"new"


def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Folder(tmp_path / "a" / "b")
    with Folder(tmp_path / "a" / "b", make=True) as folder:
        folder.replace("x", b"1")
    assert (tmp_path / "a" / "b" / "x").read_bytes() == b"1"
    with pytest.raises(NotADirectoryError):
        Folder(tmp_path / "a" / "b" / "x")


def test_who_can_write_a_folder_and_who_can_replace_files_in_it(tmp_path: Path) -> None:
    found = {}
    for mode in (0o700, 0o755, 0o775, 0o777, 0o1777, 0o1770):
        tmp_path.chmod(mode)
        status = tmp_path.stat()
        found[mode] = (others_can_write(status), others_can_replace(status))
    tmp_path.chmod(0o700)
    assert found == {
        0o700: (False, False),
        0o755: (False, False),
        0o775: (True, True),
        0o777: (True, True),
        0o1777: (True, False),
        0o1770: (True, False),
    }


# -- links that a user may follow


def test_links_of_ones_own_are_followed_where_nobody_else_can_lay_any(tmp_path: Path, secret: Path) -> None:
    (tmp_path / "here").symlink_to("own")
    (tmp_path / "own" / "also.txt").symlink_to("../here/secret.txt")
    assert read_file(tmp_path / "here" / "also.txt", 100) == SECRET
    replace_file(tmp_path / "here" / "also.txt", "new")
    assert secret.read_text() == "new"
    assert (tmp_path / "own" / "also.txt").is_symlink()
    (tmp_path / "own" / "round.txt").symlink_to("round.txt")
    with pytest.raises(OSError, match="in a circle"):
        read_file(tmp_path / "own" / "round.txt", 100)


def test_a_link_of_ones_own_is_followed_in_a_sticky_folder_and_not_where_others_can_rename_it(
    tmp_path: Path, secret: Path
) -> None:
    shared = shared_folder(tmp_path, 0o1777)
    (shared / "x").symlink_to(secret)
    assert read_file(shared / "x", 100) == SECRET
    shared.chmod(0o777)
    for act in (lambda: read_file(shared / "x", 100), lambda: replace_file(shared / "x", "new")):
        with pytest.raises(
            OSError, match="in a folder that others can write; it was not followed: name the file itself"
        ):
            act()
    assert secret.read_bytes() == SECRET


@needs_root
@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_a_link_of_another_user_is_not_followed_at_the_end_or_on_the_way(
    tmp_path: Path, secret: Path, mode: int
) -> None:
    shared = shared_folder(tmp_path, mode)

    def lay() -> None:
        (shared / "file").symlink_to(secret)
        (shared / "way").symlink_to(secret.parent)

    as_stranger(lay)
    for path in (shared / "file", shared / "way" / "secret.txt", shared / "way" / "new.txt"):
        for act in (
            lambda path=path: read_file(path, 100),
            lambda path=path: replace_file(path, "new"),
            lambda path=path: FileIO(str(path), "a+", opener=opener),
        ):
            with pytest.raises(OSError, match=r"another user .* has laid"):
                act()
    with pytest.raises(OSError, match=r"another user .* has laid"):
        Folder(shared / "way" / "deep", make=True)
    assert secret.read_bytes() == SECRET
    assert [path.name for path in secret.parent.iterdir()] == ["secret.txt"]


@needs_root
def test_the_owner_is_checked_where_one_is_expected(shared: Path) -> None:
    as_stranger(lambda: (shared / "x").write_text("theirs"))
    with Folder(shared) as folder:
        assert folder.read("x", 100) == b"theirs"
        with pytest.raises(PermissionError, match="belongs to another user"):
            folder.read("x", 100, owner=os.geteuid())
        with pytest.raises(PermissionError, match="belongs to another user"):
            folder.open("x", os.O_RDWR | os.O_TRUNC, owner=os.geteuid())
    assert (shared / "x").read_text() == "theirs"


@needs_root
def test_a_strangers_file_gives_ours_neither_its_owner_nor_its_permissions(shared: Path) -> None:
    def lay() -> None:
        (shared / "x").write_text("theirs")
        (shared / "x").chmod(0o666)

    as_stranger(lay)
    before = os.umask(0o077)
    try:
        replace_file(shared / "x", "ours")
    finally:
        os.umask(before)
    status = (shared / "x").stat()
    assert (status.st_uid, stat.S_IMODE(status.st_mode)) == (os.geteuid(), 0o600)


# -- races

TURNS = int(os.environ.get("CAPTURE_WIDGETS_RACES", "300"))


@needs_root
def test_swaps_between_two_calls_gain_nothing(shared: Path, secret: Path) -> None:
    """Another user puts links, pipes and files at one name in turn while we read and write there."""

    def swap() -> None:
        for lay in (lambda at: at.symlink_to(secret), os.mkfifo, lambda at: at.write_text("theirs")):
            new = shared / "theirs.new"
            lay(new)
            new.rename(shared / "x")

    refused = 0
    began = time.monotonic()
    with stranger_at_work(swap), Folder(shared) as folder:
        for turn in range(TURNS):
            try:
                assert folder.read("x", 100) in (b"theirs", b"ours")
                os.close(folder.open("x", os.O_RDWR | os.O_CREAT | os.O_TRUNC))
            except (OSError, AssertionError) as error:
                if isinstance(error, AssertionError) and (shared / "x").is_symlink():
                    raise
                refused += 1
            try:
                if turn % 2:
                    folder.replace("x", b"ours")
                else:
                    replace_file(shared / "x", "ours")
            except OSError:
                refused += 1
    assert secret.read_bytes() == SECRET
    assert refused > 0
    assert time.monotonic() - began < 60


# -- what is written to as it stands


def test_a_pipe_is_written_where_nobody_else_can_lay_one_and_never_waited_for(tmp_path: Path, shared: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    began = time.monotonic()
    with pytest.raises(OSError, match="nobody reads from this pipe"):
        replace_file(pipe, "words")
    assert time.monotonic() - began < 10
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()), daemon=True)
    reader.start()
    replace_file(pipe, "words" * 50_000)
    reader.join(10)
    assert heard == ["words" * 50_000]


STDOUT = """
from pathlib import Path
from capture_widgets.core.atomic_files import replace_file
replace_file("/dev/stdout", "first\\n")
replace_file(Path("/dev/fd/1"), "second\\n")
replace_file("/dev/null", "third")
"""


@pytest.mark.parametrize("into", ["pipe", "file"])
def test_what_is_written_to_the_standard_output_gets_there(into: str, tmp_path: Path) -> None:
    if into == "pipe":
        out = subprocess.run([sys.executable, "-c", STDOUT], capture_output=True, text=True, check=True).stdout
    else:
        with (tmp_path / "out").open("w") as file:
            subprocess.run([sys.executable, "-c", STDOUT], stdout=file, check=True)
        out = (tmp_path / "out").read_text()
    assert out == "first\nsecond\n"
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# -- without descriptors


def test_where_names_cannot_be_looked_up_in_an_open_folder_paths_do(
    monkeypatch: pytest.MonkeyPatch, shared: Path, secret: Path
) -> None:
    monkeypatch.setattr("capture_widgets.core.shared_files.BY_DESCRIPTOR", False)
    with Folder(shared / "made", make=True) as folder:
        assert folder.number is None
        folder.replace("x", b"1")
        assert folder.read("x", 10) == b"1"
        (shared / "made" / "y").symlink_to(secret)
        os.mkfifo(shared / "made" / "z")
        for name in "yz":
            with pytest.raises(OSError, match="not opened"):
                folder.read(name, 100)
    assert replace_file(shared / "made" / "x", "2").read_text() == "2"
    with pytest.raises(FileNotFoundError):
        replace_file(shared / "nowhere" / "x", "2")
