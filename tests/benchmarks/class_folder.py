"""Attacks on a folder that a class shares, by another user of the machine who can write there; each many times.

    python -m tests.benchmarks.class_folder [--tries 1000]

Needs root, which may become anybody. Every attack says how often it was tried and what it gained, which must be 0.
`tests/test_class_folder_attacks.py` runs each of them some few times.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import secrets
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from capture_widgets.core.class_keys import TeacherKey, as_code, class_codes, key_for
from capture_widgets.core.sealing import seal
from capture_widgets.core.shared_files import Folder
from capture_widgets.teaching.class_folder import (
    LEAD,
    ClassAnswer,
    Lead,
    Writer,
    newest,
    put_lead,
    read_lead,
    signed_lead,
)
from capture_widgets.teaching.class_reading import AnswerReader, LeadReader
from capture_widgets.teaching.votes import read_answers
from tests.another_user import as_stranger, open_place, shared_folder, stranger_at_work

SLOW = 5.0
"""Seconds after which a call counts as one that hangs."""

SECRET = b"the teacher's own file"


def said(who: str, move: str, when: float | None = None, ply: int = 3) -> ClassAnswer:
    """A vote."""
    return ClassAnswer("vote", who, "0" * 16, 0, ply, move, "1" * 16, 1.0, time.time() if when is None else when)


def lead_at(ply: int) -> Lead:
    """The teacher stands at a ply."""
    return Lead("kommando", "0" * 16, 0, ply)


def turns(tries: int) -> Iterator[int]:
    """So many turns, and as many more as it takes to let the other user have theirs."""
    at, until = 0, time.monotonic() + 0.5
    while at < tries or time.monotonic() < until:
        at += 1
        yield at


class Ground:
    """A class's folder that everybody can write, and a file of the teacher's that nobody else may touch."""

    def __init__(self, place: Path, mode: int = 0o777) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.folder = shared_folder(place, mode)
        self.secret = place / "secret"
        self.secret.write_bytes(SECRET)
        self.secret.chmod(0o600)
        key = key_for(self.folder)
        assert key is not None
        self.key: TeacherKey = key
        self.gains = 0
        self._rng = Random(str(place.name))

    def lead(self, ply: int) -> None:
        """The teacher goes to a ply; that it cannot be done at a moment is no gain, as it is tried again."""
        with self.timed(), Folder(self.folder) as folder, suppress(OSError):
            put_lead(folder, signed_lead(self.key, lead_at(ply)))

    def say(self, who: str, move: str, code: str = "") -> Writer:
        """Somebody votes."""
        writer = Writer(self.folder, code)
        writer.write(said(who, move), self.key.box)
        return writer

    def reader(self, codes: dict[str, str] | None = None) -> AnswerReader:
        """What the teacher reads answers with."""
        return AnswerReader(self.folder, self.key, codes)

    def votes(self, reader: AnswerReader) -> dict[str, str]:
        """What counts for whom."""
        with self.timed():
            reader.update(60)
            return {one.who: one.move for one in newest(reader.answers())}

    @contextmanager
    def timed(self) -> Iterator[None]:
        """What hangs is a gain."""
        began = time.monotonic()
        yield
        self.gains += time.monotonic() - began > SLOW

    def settle(self) -> int:
        """What was gained in all."""
        self.gains += self.secret.read_bytes() != SECRET
        return self.gains

    def swaps(self, name: str, content: Callable[[], bytes]) -> Callable[[], None]:
        """Puts links, pipes, folders and files in place of a file, in turn."""

        def lay_file(path: Path) -> None:
            path.write_bytes(content())

        def lay_folder(path: Path) -> None:
            path.mkdir()
            (path / "in it").touch()

        def act() -> None:
            for lay in (lambda path: path.symlink_to(self.secret), os.mkfifo, lay_file, lay_folder, lay_file):
                new = self.folder / f".theirs-{secrets.token_hex(4)}"
                lay(new)
                there = self.folder / name
                if there.is_dir() and not there.is_symlink():
                    there.rename(self.folder / f".aside-{secrets.token_hex(4)}")
                new.rename(there)

        return act


def links_at_the_leaders_file(tries: int, place: Path) -> int:
    """A link to a file of the teacher's, where the leader's file is written."""
    ground = Ground(place)
    for at in range(tries):

        def lay() -> None:
            (ground.folder / LEAD).unlink(missing_ok=True)
            (ground.folder / LEAD).symlink_to(ground.secret)

        as_stranger(lay)
        ground.lead(at)
        with Folder(ground.folder) as folder:
            ground.gains += read_lead(folder.read(LEAD, 1 << 14)).lead.ply != at
    return ground.settle()


def swaps_at_the_leaders_file(tries: int, place: Path) -> int:
    """Links, pipes, folders and forged files in its place, over and over, while it is written and followed."""
    ground = Ground(place)
    ground.lead(0)
    follower = LeadReader(ground.folder, ground.key.fingerprint)
    own = TeacherKey(bytes(32), None, 0, None)
    with stranger_at_work(ground.swaps(LEAD, lambda: signed_lead(own, lead_at(666)))):
        at = 0
        for at in turns(tries):
            ground.lead(at)
            with ground.timed():
                found = follower.read()
            ground.gains += found is not None and not 0 <= found.lead.ply <= at
    ground.lead(at + 1)
    found = follower.read()
    ground.gains += found is None or found.lead.ply != at + 1
    return ground.settle()


def forged_leads(tries: int, place: Path) -> int:
    """Files signed by another key, changed in a byte, or signed earlier, for those who check and those who do not."""
    ground = Ground(place)
    rng = Random(1)
    ground.lead(0)
    with Folder(ground.folder) as folder:
        earlier = folder.read(LEAD, 1 << 14)
    ground.lead(7)
    with Folder(ground.folder) as folder:
        whole = folder.read(LEAD, 1 << 14)
    followers = [LeadReader(ground.folder, ground.key.fingerprint), LeadReader(ground.folder)]
    for follower in followers:
        follower.read()
    for _ in range(tries):
        kind = rng.randrange(4)
        if kind == 0:
            content = earlier
        elif kind == 1:
            content = signed_lead(TeacherKey(rng.randbytes(32), None, 0, None), lead_at(666))
        elif kind == 2:
            data = {**json.loads(whole), "ply": 666}
            if rng.random() < 0.5:
                data["number"] += 1000
            if rng.random() < 0.2:
                data[rng.choice([*data])] = rng.choice([666, "x", None, data["key"]])
            content = json.dumps(data).encode()
        else:
            changed = bytearray(whole)
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            content = bytes(changed)
        new = ground.folder / ".new"
        new.write_bytes(content)
        new.rename(ground.folder / LEAD)
        for follower in followers:
            found = follower.read()
            ground.gains += found is None or found.lead.ply != 7
    return ground.settle()


def a_stranger_leads_first(tries: int, place: Path) -> int:
    """A file of the leader's that lies there before the lesson."""
    gains = 0
    for at in range(tries):
        ground = Ground(place / str(at))
        theirs = signed_lead(TeacherKey(bytes(32), None, 0, None), lead_at(666))
        as_stranger(lambda: (ground.folder / LEAD).write_bytes(theirs))  # noqa: B023 # done at once
        follower = LeadReader(ground.folder, ground.key.fingerprint)
        gains += follower.read() is not None
        gains += ground.key.lead is not None
        ground.lead(3)
        found = follower.read()
        gains += found is None or found.lead.ply != 3
        gains += ground.settle()
    return gains


def swaps_at_an_answer(tries: int, place: Path) -> int:
    """Links, pipes, folders and other votes in place of somebody's answers, over and over, while they are read."""
    ground = Ground(place)
    ground.say("Ann", "L:7b")
    (name,) = [path.name for path in ground.folder.glob("by-*")]
    reader = ground.reader()
    ground.gains += ground.votes(reader) != {"Ann": "L:7b"}

    def forged() -> bytes:
        letter = json.dumps({"said": [{**_plain(said("Ann", "R:2c", time.time() + 1e6))}]}).encode()
        box = b64encode(seal(ground.key.box, letter)).decode()
        return json.dumps(
            {"format": "capture-widgets/class", "version": 2, "kind": "said", "box": box, "mark": ""}
        ).encode()

    with stranger_at_work(ground.swaps(name, forged)):
        for _ in turns(tries):
            ground.gains += ground.votes(reader).get("Ann") != "L:7b"
    return ground.settle()


def _plain(one: ClassAnswer) -> dict[str, object]:
    return {name: getattr(one, name) for name in ClassAnswer.__dataclass_fields__}


def answers_taken_away(tries: int, place: Path) -> int:
    """Somebody's answers are removed, cut off or renamed after they were read."""
    ground = Ground(place)
    reader, rng = ground.reader(), Random(2)
    for at in range(tries):
        ground.say(f"S{at}", "L:7b")
    ground.gains += len(ground.votes(reader)) != tries

    def take_away() -> None:
        for path in [*ground.folder.glob("by-*")]:
            if rng.random() < 0.5:
                path.unlink()
            else:
                path.rename(path.with_name("." + path.name))

    as_stranger(take_away)
    ground.gains += ground.votes(reader) != {f"S{at}": "L:7b" for at in range(tries)}
    ground.gains += len(reader.faults) < min(tries, 100)
    return ground.settle()


def votes_under_anothers_name(tries: int, place: Path) -> int:
    """Votes as somebody else who has a code: without one, with one's own, with a guessed one, or an old file again."""
    ground = Ground(place)
    rng = Random(3)
    codes = {name: as_code(code) for name, code in class_codes(["Ann", "Ben"]).items()}
    writer = ground.say("Ann", "L:2c", codes["Ann"])
    (path,) = ground.folder.glob("by-ann-*")
    old = path.read_bytes()
    time.sleep(0.01)
    writer.write(said("Ann", "L:7b"), ground.key.box)
    for _ in range(tries):
        kind = rng.randrange(4)
        if kind == 0:
            ground.say("Ann", "R:2c")
        elif kind == 1:
            ground.say("Ann", "R:2c", codes["Ben"])
        elif kind == 2:
            ground.say("Ann", "R:2c", "".join(rng.choices("abcdefghijklmnopqrstuvwxyz234567", k=16)))
        else:
            (ground.folder / f"by-{secrets.token_hex(6)}.json").write_bytes(old)
    for reader in (ground.reader(codes), ground.reader(codes)):
        ground.gains += ground.votes(reader).get("Ann") != "L:7b"
        # what Ben says with his own code is Ben's, whatever name he puts into it
        ground.gains += not set(ground.votes(reader)) <= {"Ann", "Ben"}
    return ground.settle()


def floods(tries: int, place: Path) -> int:
    """Thousands of files of one user, before and after thirty others vote."""
    ground = Ground(place)

    def flood() -> None:
        for _ in range(tries):
            (ground.folder / f"by-{secrets.token_hex(6)}.json").write_bytes(b"x" * 100)

    as_stranger(flood)
    for at in range(30):
        ground.say(f"S{at}", "L:7b")
    as_stranger(flood)
    reader = ground.reader()
    ground.gains += ground.votes(reader) != {f"S{at}": "L:7b" for at in range(30)}
    return ground.settle()


def votes_dated_in_the_future(tries: int, place: Path) -> int:
    """Of somebody whose clock is wrong the last vote counts all the same."""
    ground = Ground(place)
    rng = Random(4)
    for at in range(tries):
        writer = Writer(ground.folder)
        for move in ("L:2c", "L:7b"):
            writer.write(said(f"S{at}", move, time.time() + rng.uniform(-1e3, 1e9)), ground.key.box)
        if at % 2:  # and another kernel of theirs, whose clock is right
            time.sleep(0.01)
            ground.say(f"S{at}", "R:2c")
    found = ground.votes(ground.reader())
    for at in range(tries):
        ground.gains += found.get(f"S{at}") != ("R:2c" if at % 2 else "L:7b")
    return ground.settle()


def damaged_answers(tries: int, place: Path) -> int:
    """Files of answers with any bytes changed, and of any bytes: the others count, and nothing is raised."""
    ground = Ground(place)
    rng = Random(5)
    ground.say("Ann", "L:7b")
    ground.say("Ben", "L:7b")
    (path,) = ground.folder.glob("by-ben-*")
    whole = path.read_bytes()
    reader = ground.reader()
    for _ in range(tries):
        changed = bytearray(whole if rng.random() < 0.8 else rng.randbytes(rng.randrange(3000)))
        for _ in range(rng.randrange(1, 4)):
            if changed:
                changed[rng.randrange(len(changed))] = rng.randrange(256)
        path.write_bytes(changed)
        found = ground.votes(reader)
        ground.gains += found.get("Ann") != "L:7b" or found.get("Ben", "L:7b") != "L:7b"
    return ground.settle()


def what_neighbours_read(tries: int, place: Path) -> int:
    """A move in somebody's file, as it lies there or by its length."""
    ground = Ground(place)
    for at in range(tries):
        ground.say(f"S{at}", "5r" if at % 2 else "L:7b x R:2c")
    files = [path.read_bytes() for path in ground.folder.glob("by-*")]
    ground.gains += sum(b"L:7b" in one for one in files)
    ground.gains += len({len(one) for one in files}) > 1
    other = TeacherKey(bytes(32), None, 0, None)
    reader = AnswerReader(ground.folder, other)
    ground.gains += len(ground.votes(reader))
    return ground.settle()


def pipes_as_voters(tries: int, place: Path) -> int:
    """A pipe where a poll is told to read votes."""
    ground = Ground(place)
    as_stranger(lambda: os.mkfifo(ground.folder / "votes.jsonl"))
    for _ in range(tries):
        with ground.timed():
            found, faults = read_answers(ground.folder / "votes.jsonl", 0, 3)
        ground.gains += bool(found) or len(faults) != 1
    return ground.settle()


ATTACKS: list[Callable[[int, Path], int]] = [
    links_at_the_leaders_file,
    swaps_at_the_leaders_file,
    forged_leads,
    a_stranger_leads_first,
    swaps_at_an_answer,
    answers_taken_away,
    votes_under_anothers_name,
    floods,
    votes_dated_in_the_future,
    damaged_answers,
    what_neighbours_read,
    pipes_as_voters,
]
"""Each is tried so many times in a place, and returns what it gained."""


def reading(files: int, answers: int, place: Path) -> tuple[float, float, int]:
    """Seconds and MiB that it takes to read so many files of so many answers, and how many answers counted."""
    ground = Ground(place)
    for at in range(files):
        everything = [{**_plain(said(f"S{at}", "L:7b", 1.0, ply)), "poll": f"{ply:016x}"} for ply in range(answers)]
        box = b64encode(seal(ground.key.box, json.dumps({"said": everything}).encode())).decode()
        data = {"format": "capture-widgets/class", "version": 2, "kind": "said", "box": box, "mark": ""}
        (ground.folder / f"by-{at}.json").write_text(json.dumps(data))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reader = AnswerReader(ground.folder, ground.key, keep=lambda one: one.ply == 3)
    began = time.perf_counter()
    while not reader.update(60):
        pass
    took = time.perf_counter() - began
    return took, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, len(reader.answers())


def finding(files: int, place: Path) -> tuple[float, float, int]:
    """Seconds until thirty votes are found among so many files of another user, seconds of a later look, and votes."""
    ground = Ground(place)

    def flood() -> None:
        for at in range(files):
            (ground.folder / f"by-0-{at}.json").touch()

    as_stranger(flood)
    for at in range(30):
        ground.say(f"S{at}", "L:7b")
    reader = ground.reader()
    took = []
    for _ in range(2):
        began = time.perf_counter()
        reader.update(60)
        took.append(time.perf_counter() - began)
    return took[0], took[1], len(reader.answers())


def main() -> int:
    """Run all attacks and print what they gained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=1000)
    tries = parser.parse_args().tries
    gains = 0
    with open_place() as place:
        os.environ["CAPTURE_WIDGETS_CLASS_KEYS"] = f"{place}/keys"
        for files, answers in ((1000, 100), (2000, 100)):
            took, room, counted = reading(files, answers, place / f"reading-{files}")
            print(f"{files:,} files of {answers} answers: {took:.1f} s, {room:.0f} MiB, {counted:,} that are asked for")
        for attack in ATTACKS:
            began = time.perf_counter()
            gained = attack(tries, place / attack.__name__)
            gains += gained
            name = attack.__name__.replace("_", " ")
            print(f"{name:32} {tries:6,} tries {gained:3} gains {time.perf_counter() - began:7.1f} s", flush=True)
        first, later, counted = finding(100_000, place / "finding")
        print(f"among 100,000 files of another user: {first:.1f} s, later {later:.1f} s, {counted} of 30 votes")
    return gains != 0


if __name__ == "__main__":
    sys.exit(main())
