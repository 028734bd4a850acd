"""Closes the process of an entrant in layers, without root, and says which of them hold on this machine.

Every layer is one of the operating system and cannot be taken off by the process. A layer that is missing is named with
the reason; the others hold nevertheless.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypedDict

from capture_widgets.tournaments.landlock import close_files_and_network
from capture_widgets.tournaments.system_calls import filter_calls

LAYERS: Final = {
    "limits": "CPU time, memory, size of files and number of open files are limited",
    "privileges": "the process can gain no privileges, and has none of an administrator",
    "apart": "it has a session of its own, dies with its parent, and cannot be traced by other entrants",
    "files": "it can read Python and its packages alone, and write no file",
    "writing": "it can change nothing on the disk",
    "tcp": "it cannot connect, and nobody can connect to it",
    "calls": "no other sockets, no other processes, no signals, no shared memory",
}
"""What each layer ensures, in the words of reports."""


class Limits(TypedDict):
    """The limits of the process of an entrant."""

    cpu: int
    """CPU seconds for the whole process, all moves of a game and its start together."""
    memory: int
    """Bytes of its address space."""
    output: int
    """Bytes that it may print."""


Layers = dict[str, str]
"""By the names of `LAYERS`: an empty text where the layer holds, or why it does not."""


def close_process(limits: Limits, readable: Iterable[str]) -> Layers:
    """Close this process for ever; the caller has given it its descriptors and its folder already."""
    layers: Layers = {"limits": _limit(limits)}
    layers |= _privileges() if sys.platform == "linux" else dict.fromkeys(("privileges", "apart"), _ELSEWHERE)
    layers["files"], layers["tcp"] = close_files_and_network(readable)
    layers["calls"] = layers["writing"] = filter_calls(os.getpid())
    if not layers["files"]:
        layers["writing"] = ""
    if not layers["calls"]:
        layers["tcp"] = ""
    return {name: layers[name] for name in LAYERS}


_ELSEWHERE: Final = f"not on {sys.platform}: run tournaments of strangers on Linux"


def _limit(limits: Limits) -> str:
    try:
        import resource
    except ImportError:
        return _ELSEWHERE
    wanted = {
        "RLIMIT_CPU": limits["cpu"],
        "RLIMIT_AS": limits["memory"],
        "RLIMIT_FSIZE": limits["output"],
        "RLIMIT_NOFILE": 64,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_SIGPENDING": 64,  # timers and queued signals of one user share a number
    }
    if sys.platform != "linux":
        wanted["RLIMIT_NPROC"] = 0  # on Linux this would count threads too; there the filter of calls is exact
        del wanted["RLIMIT_SIGPENDING"]  # there is none
    missing = []
    for name, most in wanted.items():
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (AttributeError, ValueError, OSError) as error:
            missing.append(f"{name}: {error}")
    return "; ".join(missing)


_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
_CAPABILITIES: Final = 64
_VERSION_3: Final = 0x20080522


def _privileges() -> dict[str, str]:
    """Drop all capabilities, for ever; die with the parent; let nobody trace this process."""
    import ctypes
    import struct

    library = ctypes.CDLL(None, use_errno=True)
    apart = library.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0) or library.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    for number in range(_CAPABILITIES):
        library.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)  # fails without rights: then there is nothing to drop
    head, none = struct.pack("=Ii", _VERSION_3, 0), bytes(24)
    dropped = library.capset(ctypes.c_char_p(head), ctypes.c_char_p(none))
    raised = library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    words = os.strerror(ctypes.get_errno()) if apart or dropped or raised else ""
    return {"privileges": words if dropped or raised else "", "apart": words if apart else ""}


def readable_paths() -> list[str]:
    """The files and folders that Python and its packages need: no home folder, no folder of notebooks, no /proc."""
    package = str(Path(__file__).parents[1])
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    paths |= {*site.getsitepackages(), package, str(Path(package).resolve())}
    libraries = Path(sys.base_prefix, "lib")
    paths |= {*map(str, libraries.glob("lib*.so*")), str(libraries / "python3.zip")}
    paths |= {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime"}
    paths |= {"/usr/share/zoneinfo", "/dev/null", "/dev/urandom", "/dev/zero", "/System/Library", "/usr/lib/system"}
    return sorted({path for path in paths if path and Path(path).exists()})


def report(layers: Layers) -> list[str]:
    """A line for each layer: what holds, and what is not enforced on the machine and why."""
    return [
        f"{'held' if not layers[name] else 'NOT ENFORCED'}: {words}" + (f" ({layers[name]})" if layers[name] else "")
        for name, words in LAYERS.items()
    ]


def hide_referee() -> None:
    """Keep processes of the same user from reading this one below /proc; needed only where Landlock is missing."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
