"""A seccomp filter for Linux: refuses the system calls that a player of cards has no use for.

Landlock closes files and TCP; this filter closes what it leaves: other sockets, other processes, shared memory between
processes, and every way to change a file. It needs no rights and cannot be taken off again. Refused calls fail with
EPERM, so that Python raises PermissionError and the entrant's traceback names the call.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from typing import Final

_PR_SET_SECCOMP: Final = 22
_MODE_FILTER: Final = 2

_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_REFUSE: Final = 0x00050000 | 1
"""The call fails with EPERM."""
_MISSING: Final = 0x00050000 | 38
"""The call fails with ENOSYS, as on a kernel that does not know it; libraries then use another one."""

_LOAD: Final = 0x20
_JUMP: Final = 0x05
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

_CALL, _ARCHITECTURE = 0, 4


def _argument(number: int) -> int:
    """The offset of the lower half of an argument of a call; the upper half does not matter for those that are read."""
    return 16 + 8 * number


_ARCHITECTURES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""By machine: the column of the tables below, and the kernel's number of the architecture."""

_NEWEST: Final = 462
"""The last call that this table was checked for; a newer one is missing to entrants until somebody has looked at it."""

_REFUSED: Final = {
    # processes: their making, their memory, signals to them
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440),
    "process_mrelease": (448, 448), "kcmp": (312, 272), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130), "setpgid": (109, 154), "setsid": (112, 157), "get_robust_list": (274, 100),
    "move_pages": (279, 239), "migrate_pages": (256, 238), "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "perf_event_open": (298, 241),
    # sockets of every kind: TCP, UDP, Unix, netlink
    "socket": (41, 198), "socketpair": (53, 199), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    "accept4": (288, 242), "connect": (42, 203), "sendto": (44, 206), "recvfrom": (45, 207), "sendmsg": (46, 211),
    "recvmsg": (47, 212), "sendmmsg": (307, 269), "recvmmsg": (299, 243), "shutdown": (48, 210),
    # memory and messages that two entrants could share
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197), "semget": (64, 190),
    "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "mq_open": (240, 180), "mq_unlink": (241, 181),
    # ways around this filter
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "userfaultfd": (323, 282), "bpf": (321, 280),
    # files that change
    "creat": (85, None), "unlink": (87, None), "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38),
    "renameat2": (316, 276), "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "link": (86, None),
    "linkat": (265, 37), "symlink": (88, None), "symlinkat": (266, 36), "mknod": (133, None), "mknodat": (259, 33),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "truncate": (76, 45), "utime": (132, None),
    "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "flock": (73, 32),
    # what others do with their files, and the disk that all share
    "inotify_init": (253, None), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27), "sync": (162, 81),
    "syncfs": (306, 267),
    # the system
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "fanotify_init": (300, 262), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225),
    "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "acct": (163, 89), "quotactl": (179, 60),
    "quotactl_fd": (443, 443), "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None),
    "personality": (135, 92), "syslog": (103, 116), "statmount": (457, 457), "listmount": (458, 458),
    "lsm_set_self_attr": (460, 460),
}  # fmt: skip
"""The numbers of the refused calls on x86_64 and aarch64; None where there is no such call."""

_REFUSED_WITH: Final = {
    # F_SETOWN, F_SETSIG and F_SETOWN_EX let the kernel send any signal to another process when a pipe can be read
    "fcntl": ((72, 25), 1, (8, 10, 15)),
    # FIOSETOWN and SIOCSPGRP do the same; TIOCSTI types into a terminal
    "ioctl": ((16, 29), 1, (0x8901, 0x8902, 0x5412)),
    # PR_SET_PDEATHSIG and PR_SET_DUMPABLE would undo what the layer "apart" has set
    "prctl": ((157, 167), 0, (1, 4)),
}
"""Calls that are refused with some values of an argument: their numbers, the argument, the values."""

_WRITING: Final = os.O_WRONLY | os.O_RDWR | getattr(os, "O_CREAT", 0) | getattr(os, "O_TRUNC", 0)
_THREAD: Final = 0x00010000
"""The flag by which `clone` makes a thread and not a process."""


def filter_calls(own: int) -> str:
    """Refuse the calls of this module to this process and its threads, for ever.

    Args:
        own: the number of this process, which may send signals to itself.

    Returns:
        An empty text, or why this system cannot do it.
    """
    machine = platform.machine()
    if not hasattr(os, "uname") or os.uname().sysname != "Linux":
        return "there is no seccomp on this system"
    if machine not in _ARCHITECTURES or struct.calcsize("P") != 8:
        return f"the numbers of the system calls of {machine} are not known here"
    program = _program(machine, own)
    code = ctypes.create_string_buffer(b"".join(program), 8 * len(program))
    head = struct.pack("@HP", len(program), ctypes.addressof(code))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), ctypes.c_char_p(head), 0, 0):
        return f"the kernel refuses a filter: {os.strerror(ctypes.get_errno())}"
    return ""


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, value)


def _program(machine: str, own: int) -> list[bytes]:
    """The steps of the filter; each jump skips the return that follows it."""
    column, architecture = _ARCHITECTURES[machine]
    steps = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, architecture, 1, 0),
        _step(_RETURN, _KILL),  # calls in the manner of another architecture have other numbers
        _step(_LOAD, _CALL),
    ]
    refused = [numbers[column] for numbers in _REFUSED.values()]
    for number in sorted(number for number in refused if number is not None):
        steps += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _REFUSE)]
    for number in (435, 437):  # clone3 and openat2 have their flags in memory, which a filter cannot read
        steps += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _MISSING)]
    steps += [_step(_AT_LEAST, _NEWEST + 1, 0, 1), _step(_RETURN, _MISSING)]  # with the calls of the x32 manner
    special = {
        "clone": ((56, 220), [_step(_LOAD, _argument(0)), _step(_ANY_BIT, _THREAD, 1, 0)]),
        "kill": ((62, 129), [_step(_LOAD, _argument(0)), _step(_EQUAL, own, 1, 0)]),
        "tgkill": ((234, 131), [_step(_LOAD, _argument(0)), _step(_EQUAL, own, 1, 0)]),
        "prlimit64": ((302, 261), [_step(_LOAD, _argument(0)), _step(_EQUAL, 0, 1, 0)]),
        "open": ((2, None), [_step(_LOAD, _argument(1)), _step(_ANY_BIT, _WRITING, 0, 1)]),
        "openat": ((257, 56), [_step(_LOAD, _argument(2)), _step(_ANY_BIT, _WRITING, 0, 1)]),
    }
    for numbers, condition in special.values():
        if (special_number := numbers[column]) is not None:
            # where the condition is met, the refusal is skipped; the number of the call is loaded anew in any case
            block = [*condition, _step(_RETURN, _REFUSE), _step(_RETURN, _ALLOW)]
            steps += [_step(_EQUAL, special_number, 0, len(block)), *block]
    for numbers, argument, values in _REFUSED_WITH.values():
        block = [_step(_LOAD, _argument(argument))]
        for value in values:
            block += [_step(_EQUAL, value, 0, 1), _step(_RETURN, _REFUSE)]
        block.append(_step(_RETURN, _ALLOW))
        steps += [_step(_EQUAL, numbers[column], 0, len(block)), *block]
    return [*steps, _step(_RETURN, _ALLOW)]
