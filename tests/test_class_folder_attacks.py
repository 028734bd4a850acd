"""Attacks on a class's shared folder by another user who can write there (docs/classroom.md)."""

from __future__ import annotations

import json
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.core.class_keys import FOLDER, TeacherKey, as_code, as_fingerprint, key_for
from capture_widgets.core.shared_files import Folder
from capture_widgets.teaching import class_reading, leading
from capture_widgets.teaching.class_folder import LEAD, ClassAnswer, Lead, Writer, signed_lead, start_fingerprint
from capture_widgets.teaching.class_reading import AnswerReader
from capture_widgets.teaching.leading import Watch, make_folder
from tests.another_user import STRANGER, as_stranger, needs_root, open_place, shared_folder
from tests.benchmarks.class_folder import ATTACKS, said
from tests.kernel_memory import forget_class
from tests.test_class import choosing, on_record, told
from tests.waiting import soon

pytestmark = pytest.mark.skipif(os.name == "nt", reason="users and rights of POSIX")

TRIES = int(os.environ.get("CAPTURE_WIDGETS_ATTACKS", "12"))


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Other users get there as well."""
    with open_place() as place:
        yield place


@needs_root
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_an_attack_gains_nothing(attack: Callable[[int, Path], int], tmp_path: Path) -> None:
    assert attack(TRIES, tmp_path / attack.__name__) == 0


def a_question(folder: Path, game: cw.Game, key: TeacherKey) -> bytes:
    """A leader's file that asks something, signed by anybody."""
    lead = Lead(game.type.slug, start_fingerprint(game.history), 0, 5)
    asked = cw.poll(game.replay(ply=choosing(game)), "Send me your password")._question()
    return signed_lead(key, Lead(lead.game, lead.start, 0, 5, asked))


# -- who leads


def test_what_a_stranger_has_put_there_is_neither_led_nor_asked(tmp_path: Path) -> None:
    game = on_record()
    (tmp_path / LEAD).write_bytes(a_question(tmp_path, game, TeacherKey(bytes(32), None, 0, None)))
    lead = game.replay().broadcast(tmp_path)
    assert lead.ply == 0
    told(tmp_path)
    student = game.replay(seat=0).follow(tmp_path, teacher=lead.fingerprint)
    assert (student.ply, student.poll) == (0, None)
    lead.close()
    student.close()


def test_a_later_kernel_goes_on_from_what_the_teacher_kept_and_not_from_what_lies_in_the_folder(
    tmp_path: Path,
) -> None:
    game = on_record()
    lead = game.replay().broadcast(tmp_path)
    lead.ply = 3
    told(tmp_path)
    earlier = (tmp_path / LEAD).read_bytes()
    lead.ply = 9
    told(tmp_path)
    known = lead.fingerprint
    lead.close()
    for content in (earlier, b"", a_question(tmp_path, game, TeacherKey(bytes(32), None, 0, None))):
        (tmp_path / LEAD).write_bytes(content)
        forget_class()
        again = game.replay().broadcast(tmp_path)
        assert (again.ply, again.fingerprint) == (9, known)
        told(tmp_path)
        again.close()
    (tmp_path / LEAD).unlink()
    forget_class()
    anew = game.replay().broadcast(tmp_path)
    assert (anew.ply, anew.fingerprint) == (0, known), "an empty folder is a class that begins"
    anew.close()


def test_who_follows_without_a_fingerprint_is_told_so_and_follows_nobody_else_later(tmp_path: Path) -> None:
    game = on_record()
    lead = game.replay().broadcast(tmp_path)
    assert f'teacher="{lead.fingerprint}"' in lead.scene["notice"]
    told(tmp_path)
    follower = game.replay(seat=0).follow(tmp_path)
    assert "nobody has checked" in follower.scene["notice"].lower()
    assert lead.fingerprint in follower.scene["notice"]
    lead.close()
    other = TeacherKey(bytes(32), None, 0, None)
    (tmp_path / LEAD).write_bytes(a_question(tmp_path, game, other))
    assert soon(lambda: "met here first" in follower.scene["notice"])
    assert (follower.ply, follower.poll) == (0, None)
    late = game.replay(seat=0).follow(tmp_path)
    assert "met here first" in late.scene["notice"], "the kernel keeps the first one in mind"
    expecting = game.replay(seat=0).follow(tmp_path, teacher=lead.fingerprint)
    assert "not your teacher's key" in expecting.scene["notice"]
    assert expecting.ply == 0
    for widget in (follower, late, expecting):
        widget.close()


def test_what_is_no_fingerprint_or_code_is_refused_in_words(tmp_path: Path) -> None:
    replay = on_record().replay()
    for wrong in ("", "abc", 5, "k3vq-7xwm-2ahd-pz5", "k3vq-7xwm-2ahd-pz51"):
        with pytest.raises(ValueError, match="expected the fingerprint"):
            replay.follow(tmp_path, teacher=wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="expected a code"):
            replay.follow(tmp_path, code=wrong)  # type: ignore[arg-type]
    assert as_fingerprint(" K3VQ 7xwm2ahd-pz5c") == "k3vq-7xwm-2ahd-pz5c"
    wrong_codes: list[object] = [
        {},
        [],
        {"Ann": 5},
        {"": "k3vq-7xwm-2ahd-pz5c"},
        dict.fromkeys("AB", "k3vq-7xwm-2ahd-pz5c"),
    ]
    for codes in wrong_codes:
        with pytest.raises(ValueError, match="code"):
            replay.broadcast(tmp_path, codes=codes)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no other one has"):
        cw.class_codes(["Ann", " Ann"])
    with pytest.raises(ValueError, match="no other one has"):
        cw.class_codes(["Ann", 5])  # type: ignore[list-item]
    assert [*cw.class_codes(["Ann", "Ben"])] == ["Ann", "Ben"]


def test_the_key_is_for_the_teacher_alone_and_one_that_a_stranger_laid_is_not_used(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = tmp_path_factory.mktemp("keys")
    monkeypatch.setenv(FOLDER, str(keys))
    key = key_for(tmp_path)
    assert key is not None
    (path,) = keys.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    forget_class()
    again = key_for(tmp_path)
    assert again is not None and again.public == key.public
    if os.geteuid() == 0:
        os.chown(path, STRANGER, STRANGER)
        forget_class()
        own = key_for(tmp_path)
        assert own is not None and own.public != key.public
    forget_class()
    path.write_text("{}")
    own = key_for(tmp_path)
    assert own is not None and own.public != key.public


# -- leading goes on


@needs_root
def test_leading_goes_on_through_pipes_links_and_folders_in_its_place(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path)
    secret = tmp_path / "secret"
    secret.write_text("mine")
    game = on_record()
    lead = game.replay().broadcast(folder)
    told(folder)
    follower = game.replay(seat=0).follow(folder, teacher=lead.fingerprint)

    def put(lay: Callable[[Path], object]) -> None:
        lay(folder / "theirs")
        (folder / "theirs").rename(folder / LEAD)

    for at, lay in enumerate((os.mkfifo, lambda path: path.symlink_to(secret), lambda path: path.write_text("x")), 1):
        as_stranger(lambda lay=lay: put(lay))  # type: ignore[misc]
        lead.ply = at
        assert soon(lambda: follower.ply == at)  # noqa: B023 # asked at once
    as_stranger((folder / LEAD).unlink)
    assert soon((folder / LEAD).exists), "it is written again though nobody steps"
    assert soon(lambda: "overwritten or removed" in lead.scene["notice"])
    assert any("overwritten or removed" in words for _, words in lead.class_faults)

    def folders() -> None:
        (folder / LEAD).unlink()
        (folder / LEAD).mkdir()
        (folder / LEAD / "in it").touch()

    as_stranger(folders)
    lead.ply = 7
    assert soon(lambda: follower.ply == 7)
    assert secret.read_text() == "mine"
    lead.close()
    follower.close()


def test_what_stops_the_leader_is_shown_to_the_teacher_and_leading_goes_on_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = on_record()
    lead = game.replay().broadcast(tmp_path)
    told(tmp_path)
    follower = game.replay(seat=0).follow(tmp_path, teacher=lead.fingerprint)

    def full(*_: object) -> None:
        raise OSError(28, "no space left on the disk")

    with monkeypatch.context() as broken:
        broken.setattr(leading, "put_lead", full)
        lead.ply = 4
        assert soon(lambda: "cannot be written: no space left" in lead.scene["notice"])
        assert follower.ply == 0
    assert soon(lambda: follower.ply == 4)
    assert soon(lambda: "cannot be written" not in lead.scene["notice"])
    lead.close()
    follower.close()


def test_a_poll_on_a_replay_that_follows_leads_nobody(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay(ply=ply).broadcast(tmp_path)
    told(tmp_path)
    before = (tmp_path / LEAD).read_bytes()
    follower = game.replay(seat=0).follow(tmp_path, teacher=lead.fingerprint)
    poll = cw.poll(follower, "What would you play, Ben?")
    assert poll.fingerprint is None
    time.sleep(0.2)
    assert (tmp_path / LEAD).read_bytes() == before
    for widget in (poll, lead, follower):
        widget.close()


# -- who may write


def test_a_folder_that_is_made_has_the_rights_of_the_one_around_it(tmp_path: Path) -> None:
    for mode, expected in ((0o700, 0o755), (0o755, 0o755), (0o775, 0o1775), (0o777, 0o1777), (0o1777, 0o1777)):
        around = tmp_path / f"{mode:o}"
        around.mkdir()
        around.chmod(mode)
        make_folder(around / "class")
        assert stat.S_IMODE((around / "class").stat().st_mode) == expected


def test_the_teacher_is_told_who_cannot_answer(tmp_path: Path) -> None:
    game = on_record()
    tmp_path.chmod(0o755)
    closed = game.replay().broadcast(tmp_path / "closed")
    assert soon(lambda: "Nobody with another account can answer in this folder" in closed.scene["notice"])
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o1777)
    opened = game.replay().broadcast(tmp_path / "open")
    told(tmp_path / "open")
    assert "Nobody" not in opened.scene["notice"]
    closed.close()
    opened.close()


@needs_root
def test_who_may_not_write_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path, 0o755)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    heard = tmp_path / "open" / "heard.txt"

    def vote() -> None:
        try:
            Writer(folder).write(said("Ann", "L:7b"), key_box)
        except OSError as error:
            heard.write_text(error.strerror or "")

    key = key_for(folder)
    assert key is not None
    key_box = key.box
    as_stranger(vote)
    assert heard.read_text() == "you may not write to this folder; ask your teacher to let the class write there"


# -- answers


def test_with_codes_each_answers_under_their_own_name_alone(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    first, second, *_ = game.at(ply).legal_moves()
    codes = cw.class_codes(["Ann", "Ben"])
    lead = game.replay(ply=ply).broadcast(tmp_path, codes=codes)
    poll = cw.poll(lead, "What now?")
    told(tmp_path)
    for who, move, code in (("Ann", first, codes["Ann"]), ("anything", second, codes["Ben"]), ("Ann", second, None)):
        student = game.replay(seat=0, who=who).follow(tmp_path, teacher=lead.fingerprint, code=code)
        student.vote(move)
        student.close()
    assert {one["who"]: one["move"] for one in poll.votes} == {"Ann": first, "Ben": second}
    ((_, words),) = poll.faults
    assert "no code of this class" in words
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(as_code(code).encode() in everything or code.encode() in everything for code in codes.values())
    poll.close()
    lead.close()


def test_with_codes_a_quiz_in_the_folder_is_answered_by_each_under_their_own_name_alone(tmp_path: Path) -> None:
    """A second writer hands in an answer in Ann's name, without a code, with another one's code, and a copy of hers."""
    game = on_record()
    ply = choosing(game)
    right = game.moves()[ply]
    wrong = next(move for move in game.at(ply).legal_moves() if move != right)
    codes = cw.class_codes(["Ann", "Ben"])
    lead = game.replay().broadcast(tmp_path, codes=codes)
    told(tmp_path)

    def answers(who: str, move: str, code: str | None) -> None:
        quiz = game.replay(seat=0, predict=[ply], who=who, ply=game.ply)
        quiz.follow(tmp_path, teacher=lead.fingerprint, code=code)
        quiz.leave()
        quiz.round, quiz.ply = 0, game.ply
        quiz.answer(move)
        quiz.close()

    answers("Ann", wrong, None)
    answers("Ann", wrong, codes["Ben"])
    answers("Ann", right, codes["Ann"])
    for at, path in enumerate([*tmp_path.glob("by-*.json")]):
        (tmp_path / f"by-copy-{at}.json").write_bytes(path.read_bytes())
    assert {(row["who"], row["chosen"]) for row in lead.class_answers} == {("Ann", right), ("Ben", wrong)}
    assert any("no code of this class" in words for _, words in lead.class_faults)
    assert not any(b"answer" in path.read_bytes() for path in tmp_path.glob("by-*")), "they are sealed"
    lead.close()


def test_a_poll_without_a_leading_replay_has_a_fingerprint_and_codes_of_its_own(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    first, second, *_ = game.at(ply).legal_moves()
    codes = cw.class_codes(["Ann", "Ben"])
    poll = cw.poll(game.replay(ply=ply), "What now?", folder=tmp_path, codes={"Ann": codes["Ann"]})
    assert poll.fingerprint is not None
    told(tmp_path)
    for move, code in ((second, codes["Ben"]), (first, codes["Ann"])):
        student = game.replay(seat=0, who="Ann").follow(tmp_path, teacher=poll.fingerprint, code=code)
        assert student.poll is not None and student.ply == ply
        student.vote(move)
        student.close()
    assert {one["who"]: one["move"] for one in poll.votes} == {"Ann": first}
    assert ["no code of this class" in words for _, words in poll.faults] == [True]
    with pytest.raises(ValueError, match="class_codes"):
        cw.poll(game.replay(ply=ply), folder=tmp_path, codes=["Ann"])  # type: ignore[arg-type]
    poll.close()


def test_nothing_of_a_quiz_that_others_could_read_lies_in_the_folder(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    lead = game.replay().broadcast(tmp_path)
    told(tmp_path)
    quiz = game.replay(seat=0, predict=[ply], who="Ann").follow(tmp_path, teacher=lead.fingerprint)
    quiz.leave()
    while quiz.question is None:
        quiz.ply += 1
    move, played = game.at(ply).legal_moves()[0], game.moves()[ply]
    quiz.answer(move)
    assert [(one["chosen"], one["played"]) for one in lead.class_answers] == [(move, played)]
    (path,) = tmp_path.glob("by-*")
    words = path.read_text()
    assert set(json.loads(words)) == {"format", "version", "kind", "box", "mark"}
    assert json.dumps(played) not in words and json.dumps(move) not in words
    assert quiz.class_answers == lead.class_answers, "in the teacher's own kernel"
    neighbour = AnswerReader(tmp_path, TeacherKey(bytes(32), None, 0, None))
    assert neighbour.update(60) and neighbour.answers() == []
    assert AnswerReader(tmp_path, None).update(60)
    lead.close()
    quiz.close()


def a_reader(folder: Path, keep: Callable[[ClassAnswer], bool] | None = None) -> AnswerReader:
    return AnswerReader(folder, key_for(folder), keep=keep)


def answer(folder: Path, one: ClassAnswer) -> None:
    key = key_for(folder)
    assert key is not None
    Writer(folder).write(one, key.box)


@needs_root
def test_nobodys_flood_hides_anothers_vote_and_who_floods_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shared_folder(tmp_path)
    monkeypatch.setattr(class_reading, "MOST_FILES", 40)
    monkeypatch.setattr(class_reading, "MOST_OF_ONE", 60)

    def flood() -> None:
        for at in range(300):
            (folder / f"by-0-{at}.json").write_text("x")

    as_stranger(flood)
    for at in range(15):
        answer(folder, said(f"S{at}", "L:7b"))
    reader = a_reader(folder)
    assert reader.update(60)
    assert len(reader.answers()) == 15
    assert (str(folder), f"there are 300 files of user {STRANGER}; only 25 of them are read") in reader.faults
    assert len(reader.faults) == 1 + 25


def test_who_has_less_than_a_fair_share_has_all_of_it() -> None:
    assert class_reading.fair_shares({1: 10, 2: 5000, 3: 5000}) == {1: 10, 2: 995, 3: 995}
    assert class_reading.fair_shares({1: 3000}) == {1: 2000}
    assert sum(class_reading.fair_shares(dict.fromkeys(range(300), 100)).values()) == 2000
    assert class_reading.fair_shares({}) == {}


@needs_root
def test_a_file_that_another_user_puts_in_place_of_ones_answers_changes_nothing(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path)
    answer(folder, said("Ann", "L:7b"))
    reader = a_reader(folder)
    assert reader.update(60)
    (path,) = folder.glob("by-*")
    key = key_for(folder)
    assert key is not None
    box = key.box

    def replace() -> None:
        Writer(folder).write(said("Ann", "R:2c", time.time() + 1), box)
        (theirs,) = set(folder.glob("by-*")) - {path}
        theirs.rename(path)

    as_stranger(replace)
    assert reader.update(60)
    assert [one.move for one in reader.answers()] == ["L:7b"]
    ((name, words),) = reader.faults
    assert name == path.name
    assert words == f"user {STRANGER} has put another file in its place; its first answers still count"


def test_faults_beyond_a_hundred_are_counted(tmp_path: Path) -> None:
    for at in range(130):
        (tmp_path / f"by-{at}.json").write_text("x")
    reader = a_reader(tmp_path)
    assert reader.update(60)
    assert len(reader.faults) == 101
    assert reader.faults[-1] == (str(tmp_path), "30 more files with faults")


def test_what_is_not_read_in_time_is_named_and_read_the_next_time(tmp_path: Path) -> None:
    for at in range(5):
        answer(tmp_path, said(f"S{at}", "L:7b"))
    reader = a_reader(tmp_path)
    for left in (4, 3, 2, 1):
        assert not reader.update(0)
        assert reader.faults == [(str(tmp_path), f"{left:,} files have not been read yet")]
    assert reader.update(0)
    assert reader.faults == []
    assert len(reader.answers()) == 5


def test_a_poll_has_all_its_faults_at_any_moment(tmp_path: Path) -> None:
    game = on_record()
    ply = choosing(game)
    for at in range(20):
        (tmp_path / f"by-{at}.json").write_text("x")
    poll = cw.poll(game.replay(ply=ply), folder=tmp_path)
    stop = threading.Event()

    def gather() -> None:
        while not stop.is_set():
            assert poll.votes == []

    threads = [threading.Thread(target=gather) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        assert {len(poll.faults) for _ in range(300)} == {20}
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        poll.close()


@needs_root
def test_a_poll_reads_no_pipe_and_follows_no_strangers_link(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path)
    secret = tmp_path / "secret.jsonl"
    game = on_record()
    ply = choosing(game)
    secret.write_text(json.dumps({"who": "Ann", "move": game.at(ply).legal_moves()[0]}) + "\n")

    def lay() -> None:
        os.mkfifo(folder / "pipe.jsonl")
        (folder / "link.jsonl").symlink_to(secret)

    as_stranger(lay)
    began = time.monotonic()
    poll = cw.poll(game.replay(ply=ply), voters=[folder / "pipe.jsonl", folder / "link.jsonl", secret])
    assert [one["who"] for one in poll.votes] == ["Ann"]
    assert [Path(where).name for where, _ in poll.faults] == ["pipe.jsonl", "link.jsonl"]
    assert "a pipe stands here" in poll.faults[0][1]
    assert "another user" in poll.faults[1][1]
    assert time.monotonic() - began < 30
    poll.close()


# -- cost


def test_a_look_that_takes_long_is_followed_by_a_longer_rest() -> None:
    class Slow:
        looks = 0

        def look(self) -> None:
            self.looks += 1
            time.sleep(0.1)

    slow = Slow()
    watch = Watch(slow.look, "slow")
    time.sleep(1.5)
    watch.stop()
    assert 1 <= slow.looks <= 3


def test_many_files_are_read_in_bounded_time_and_only_what_is_asked_for_is_kept(tmp_path: Path) -> None:
    key = key_for(tmp_path)
    assert key is not None
    for at in range(100):
        writer = Writer(tmp_path)
        for ply in range(2):
            writer.write(said(f"S{at}", "L:7b", ply=ply), key.box)
    began = time.monotonic()
    reader = a_reader(tmp_path, lambda one: one.ply == 1)
    assert reader.update(60)
    assert len(reader.answers()) == 100
    assert time.monotonic() - began < 15


def test_swapping_a_file_while_it_is_read_costs_no_more_than_a_look(tmp_path: Path) -> None:
    answer(tmp_path, said("Ann", "L:7b"))
    reader = a_reader(tmp_path)
    assert reader.update(60)
    with Folder(tmp_path) as folder:
        (name,) = [path.name for path in tmp_path.glob("by-*")]
        content = folder.read(name, 1 << 20)
        for _ in range(50):
            folder.replace(name, content)
            assert reader.update(60)
            assert [one.who for one in reader.answers()] == ["Ann"]
