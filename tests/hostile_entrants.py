"""Entrants that do what nobody should do to a tournament, and what the referee has to say of each."""

from __future__ import annotations

from typing import Final, NamedTuple

HEAD: Final = """
import ctypes, gc, os, signal, socket, struct, subprocess, sys, threading, time
from capture_widgets.bots import Bot

class Entrant(Bot):
    def choose(self, view):
"""


class Hostile(NamedTuple):
    """An entrant."""

    body: str
    """The body of its method `choose`."""
    kind: str
    """The kind of its fault; "tried" if it plays on."""
    words: str
    """What its fault says, among other things; for one that plays on, what it tried."""


def _quietly(line: str) -> str:
    """A body that tries something, hides the error, and plays on."""
    return f"try:\n    {line}\nexcept Exception:\n    pass\nreturn view.legal_moves()[0]"


HOSTILE: Final[dict[str, Hostile]] = {
    "hangs": Hostile("while True: pass", "time", "CPU"),
    "sleeps": Hostile("time.sleep(1000)", "sleep", "did not answer"),
    "stops-itself": Hostile("os.kill(os.getpid(), signal.SIGSTOP)", "sleep", "did not answer"),
    "crashes": Hostile("raise RuntimeError('lost the thread')", "crash", "lost the thread"),
    "exits": Hostile("os._exit(3)", "crash", "exit code 3"),
    "raises-system-exit": Hostile("sys.exit('enough')", "crash", "SystemExit: enough"),
    "breaks-memory": Hostile("ctypes.string_at(1)", "killed", "SIGSEGV"),
    "kills-itself": Hostile("os.kill(os.getpid(), signal.SIGKILL)", "killed", "SIGKILL"),
    "allocates": Hostile("big = []\nwhile True: big.append(bytes(10_000_000))", "memory", "MemoryError"),
    "allocates-at-once": Hostile("return bytes(1 << 36)", "memory", "MemoryError"),
    "prints": Hostile("while True: print('x' * 1000)", "output", "printed more"),
    "prints-below-python": Hostile("while True: os.write(1, b'x' * 1000)", "output", "printed more"),
    "recurses": Hostile("return self.choose(view)", "crash", "RecursionError"),
    "forks": Hostile("os.fork()", "crash", "PermissionError"),
    "forks-for-ever": Hostile(
        "while True:\n    try:\n        os.fork()\n    except OSError:\n        pass", "time", "CPU"
    ),
    "starts-a-shell": Hostile("subprocess.run(['/bin/sh', '-c', 'id'])", "crash", "PermissionError"),
    "becomes-another": Hostile("os.execv('/bin/sh', ['sh'])", "crash", "PermissionError"),
    "starts-threads": Hostile(
        "while True: threading.Thread(target=time.sleep, args=(1000,)).start()", "crash", "can't start new thread"
    ),
    "connects": Hostile("socket.create_connection(('127.0.0.1', 22))", "crash", "PermissionError"),
    "sends-udp": Hostile(
        "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 53))", "crash", "PermissionError"
    ),
    "unix-socket": Hostile("socket.socket(socket.AF_UNIX)", "crash", "PermissionError"),
    "connects-quietly": Hostile(_quietly("socket.socket()"), "tried", "socket."),
    "writes": Hostile("open('notes.txt', 'w').write('x')", "crash", "PermissionError"),
    "writes-quietly": Hostile(_quietly("open('/notes.txt', 'w')"), "tried", "write to /notes.txt"),
    "deletes": Hostile("os.remove(sys.executable)", "crash", "PermissionError"),
    "opens-files": Hostile("files = []\nwhile True: files.append(open('/dev/null'))", "crash", "Too many open files"),
    "reads-files": Hostile("open('/etc/passwd').read()", "crash", "PermissionError"),
    "reads-referee": Hostile("open(f'/proc/{os.getppid()}/environ').read()", "crash", "PermissionError"),
    "reads-referee-quietly": Hostile(_quietly("open('/proc/1/mem', 'rb')"), "tried", "read /proc/1/mem"),
    "reads-itself": Hostile("open('/proc/self/maps').read()", "crash", "PermissionError"),
    "lists-folders": Hostile("os.listdir('/')", "crash", "PermissionError"),
    "reads-environment": Hostile(
        "raise RuntimeError(os.environ.get('CARDS_OF_THE_REFEREE', 'nothing there'))", "crash", "nothing there"
    ),
    "reads-memory": Hostile(
        "buffer = ctypes.create_string_buffer(64)\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.ptrace(16, os.getppid(), 0, 0) == -1\n"
        "raise OSError(ctypes.get_errno(), 'ptrace')",
        "crash",
        "PermissionError",
    ),
    "signals-parent": Hostile("os.kill(os.getppid(), signal.SIGKILL)", "crash", "PermissionError"),
    "signals-everybody": Hostile("os.kill(-1, signal.SIGKILL)", "crash", "PermissionError"),
    "signals-group": Hostile("os.killpg(0, signal.SIGKILL)", "crash", "PermissionError"),
    "signals-parent-by-a-pipe": Hostile(
        "import fcntl\nends = os.pipe()\nfcntl.fcntl(ends[0], fcntl.F_SETOWN, os.getppid())", "crash", "PermissionError"
    ),
    "chooses-another-signal": Hostile("import fcntl\nfcntl.fcntl(os.pipe()[0], 10, 9)", "crash", "PermissionError"),
    "signals-parent-by-ioctl": Hostile(
        "import fcntl\nfcntl.ioctl(os.pipe()[0], 0x8901, struct.pack('i', os.getppid()))", "crash", "PermissionError"
    ),
    "outlives-its-parent": Hostile(
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.prctl(1, 0, 0, 0, 0) == -1\n"
        "raise OSError(ctypes.get_errno(), 'prctl')",
        "crash",
        "PermissionError",
    ),
    "can-be-traced": Hostile(
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.prctl(4, 1, 0, 0, 0) == -1\n"
        "raise OSError(ctypes.get_errno(), 'prctl')",
        "crash",
        "PermissionError",
    ),
    "watches-files": Hostile(
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.inotify_init1(0) == -1\n"
        "raise OSError(ctypes.get_errno(), 'inotify')",
        "crash",
        "PermissionError",
    ),
    "queues-timers": Hostile(
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "made = 0\n"
        "while libc.timer_create(0, None, ctypes.byref(ctypes.c_void_p())) == 0: made += 1\n"
        "assert made <= 64, made\n"
        "raise OSError(ctypes.get_errno(), 'timer_create')",
        "crash",
        "timer_create",
    ),
    "finds-a-descriptor": Hostile(
        "def is_open(number):\n"
        "    try: os.fstat(number)\n"
        "    except OSError: return False\n"
        "    return True\n"
        "raise RuntimeError([number for number in range(1000) if is_open(number)])",
        "crash",
        "[0, 1, 2, 3, 4]",
    ),
    "raises-limits": Hostile(
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))", "crash", "not allowed to raise"
    ),
    "illegal": Hostile("return 'L:10r' if 'L:10r' not in view.legal_moves() else 'L:9r'", "illegal", "KO-"),
    "nonsense": Hostile("return 'I win'", "illegal", "GE-3"),
    "no-text": Hostile("return 5", "illegal", "is no move"),
    "changes-view": Hostile("view.dump['legal_moves'][:] = ['cheat']\nreturn 'cheat'", "illegal", "GE-3"),
    "writes-into-pipe": Hostile("os.write(4, b'x' * 100)\nreturn view.legal_moves()[0]", "message", "answered with"),
    "answers-twice": Hostile(
        "import json, struct\ntext = json.dumps({'n': 2, 'move': view.legal_moves()[0]}).encode()\n"
        "os.write(4, struct.pack('>I', len(text)) + text)\nreturn view.legal_moves()[0]",
        "message",
        "asked",
    ),
    "sends-pickle": Hostile(
        "import pickle, struct\ntext = pickle.dumps(os.system)\n"
        "os.write(4, struct.pack('>I', len(text)) + text)\nreturn view.legal_moves()[0]",
        "message",
        "no JSON",
    ),
    "closes-pipe": Hostile("os.close(4)\ntime.sleep(1000)", "message", "closed the pipe"),
    "floods-pipe": Hostile("while True: os.write(4, bytes(1 << 16))", "message", "no JSON"),
    "reads-pipe": Hostile("os.set_blocking(3, False)\nos.read(3, 1 << 20)", "crash", "BlockingIOError"),
    "forges-layers": Hostile(
        "import json, struct\ntext = json.dumps({'n': 2, 'move': 'x', 'rating': 3000}).encode()\n"
        "os.write(4, struct.pack('>I', len(text)) + text)\nreturn view.legal_moves()[0]",
        "message",
        "rating",
    ),
    "searches-garbage": Hostile(
        "states = [one for one in gc.get_objects() if type(one).__name__ in ('Game', 'History', 'SharedHistory')]\n"
        "assert not states, 'found the game'\nreturn view.legal_moves()[0]",
        "tried",
        "gc.get_objects",
    ),
    "searches-frames": Hostile(
        "frame = sys._getframe()\nwhile frame:\n    for value in frame.f_locals.values():\n"
        "        assert type(value).__name__ not in ('Game', 'History', 'KommandoState'), 'found the game'\n"
        "    frame = frame.f_back\nsys._current_frames()\nreturn view.legal_moves()[0]",
        "tried",
        "sys._current_frames",
    ),
}  # fmt: skip


def source(name: str) -> str:
    """The file of an entrant."""
    return HEAD + "\n".join(f"        {line}" for line in HOSTILE[name].body.splitlines()) + "\n"
