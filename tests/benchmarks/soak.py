"""The soak: all games with random options at real tables in a real JupyterLab, with one fault after another.

``python -m tests.benchmarks.soak --seconds 600 [--seed 1] [--stops 500]``

Moves are made by clicks, by typing and by cells; meanwhile the stop button is pressed, the kernel is restarted or
killed, the page is loaded again, cells are closed and run again, and the disk is full. After each of these game,
journal, traits, tables and screens are compared. Every difference is printed with the seed and the step at which it was
found; at the end comes a summary as JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import Error as PageError

from tests.benchmarks.soak_kernel import STACKS
from tests.browser.lab import Book, Server, launch, opened, serve, wait_at_most, write_notebook

ROOT = Path(__file__).parent.parent.parent

SETUP = f"""import sys
if {str(ROOT)!r} not in sys.path: sys.path.insert(0, {str(ROOT)!r})
from tests.benchmarks.soak_kernel import desk
soak = desk("games")"""

SEATS = ([0, None], [0, 1, "public"], ["auto", "public"], [1, 0], [None, None], ["auto", 0])
"""For whom tables stand on the page, one set after the other."""

KINDS = ("stop", "restart", "kill", "reload", "rerun", "full_disk")
"""The faults."""

PATIENCE = 90
"""Seconds after which a step counts as hung; the longest takes some ten on a busy machine."""

LIBRARY = """() => {
    const widget = () => window.jupyterapp.shell.currentWidget;
    const kernel = () => widget().sessionContext.session.kernel;
    const pause = ms => new Promise(next => setTimeout(next, ms));
    const ask = async (code, begun = () => {}) => {
        let out = "";
        const future = kernel().requestExecute({ code, store_history: false, stop_on_error: false });
        // an interrupt just before or after a cell's code hits ipykernel itself, which is idle then but never replies
        const swallowed = new Promise(next => {
            future.onIOPub = ({ header, content }) => {
                if (header.msg_type === "execute_input") begun();
                if (header.msg_type === "stream" && content.name === "stdout") out += content.text;
                if (header.msg_type === "status" && content.execution_state === "idle")
                    setTimeout(next, 5000, { content: { status: "error", ename: "KeyboardInterrupt", evalue: "" } });
            };
        });
        const { content } = await Promise.race([future.done, swallowed]);
        return { out, status: content.status, error: content.ename ? `${content.ename}: ${content.evalue}` : "" };
    };
    const tables = () => [...document.querySelectorAll('.capture-widgets[data-view="table"]')];
    const read = table => {
        const spots = {}, held = [];
        for (const hit of table.querySelectorAll("[data-place]")) {
            const spot = hit.closest(".cw-spot");
            if (!spot) continue;
            const card = spot.querySelector(".cw-card");
            const text = card === null ? null : card.dataset.card ?? "??";
            spots[hit.dataset.place] = text;
            const position = /(\\w+'s|your) position \\d+/.exec(hit.getAttribute("aria-label"));
            if (position) spots[position[0]] = text;
            if (text === hit.dataset.place) held.push(text);
        }
        return {
            ...table.dataset,
            moves: [...table.querySelectorAll("[data-move]")].map(entry => entry.dataset.move).sort(),
            log: table.querySelectorAll("[data-log] li").length,
            cards: [...table.querySelectorAll(".cw-board [data-card]")].map(card => card.dataset.card),
            spots,
            held: held.sort(),
        };
    };
    const unlike = (meant, shown) => {
        const found = [];
        for (const name of ["game", "round", "ply", "state", "moves", "log"]) {
            const [a, b] = [shown[name], meant[name]].map(value => JSON.stringify(value));
            if (a !== b) found.push(`${name} is ${a.slice(0, 200)}, the kernel's ${b.slice(0, 200)}`);
        }
        for (const card of shown.cards)
            if (!meant.cards.includes(card)) found.push(`${card} is shown, the kernel's table has no such card`);
        for (const [place, card] of Object.entries(meant.spots)) {
            const at = meant.you !== null ? place.replace(`${meant.you}'s`, "your") : place;
            const seen = at in shown.spots ? at : place.replace(/^\\w+'s/, "your");
            const now = shown.spots[seen];
            if (!card.includes(now)) found.push(`${seen} shows ${now}, the kernel's table has ${card}`);
        }
        if (meant.held !== null && JSON.stringify(shown.held) !== JSON.stringify(meant.held))
            found.push(`the hand is ${shown.held}, the kernel's ${meant.held}`);
        return found;
    };
    const screens = (look, count) => {
        const shown = tables();
        for (const table of shown) table.querySelector("[data-reveal]")?.click();
        const found = shown.length === count ? [] : [`${shown.length} tables on the page instead of ${count}`];
        for (const table of shown) {
            const now = read(table);
            const all = look.screens.filter(({ seat }) => seat === now.seat).map(meant => unlike(meant, now));
            all.sort((a, b) => a.length - b.length);
            const wrong = all[0] ?? ["the kernel has no table for this viewer"];
            found.push(...wrong.slice(0, 5).map(words => `screen of ${now.seat}: ${words}`));
        }
        return found;
    };
    const compare = async count => {
        const end = performance.now() + 4000;
        let look, wrong;
        do {
            const { out, error } = await ask("soak.look()");
            if (error) return { wrong: [`looking failed with ${error}`], moves: 0, at: null, over: true };
            look = JSON.parse(out);
            const again = performance.now() + 500;
            do {
                wrong = screens(look, count);
                if (wrong.length) await pause(15);
            } while (wrong.length && performance.now() < again);
        } while (wrong.length && performance.now() < end);
        return { ...look, screens: 0, wrong: [...look.wrong, ...wrong] };
    };
    const stop = async ([code, wait, button, count]) => {
        let begun;
        const started = new Promise(go => { begun = go; });
        const done = ask(code, begun);
        await started;
        await pause(wait);
        if (button) await window.jupyterapp.commands.execute("notebook:interrupt-kernel");
        else await kernel().interrupt();
        const { status, error } = await done;
        return { heard: status === "error" && error.startsWith("KeyboardInterrupt"), error, ...await compare(count) };
    };
    window.soak = { ask, compare, stop, tables, kernel, pause };
}"""


class Hung(Exception):
    """A step that did not end, with what every thread of the kernel does."""


class Soak:
    """One run: what is done, what came of it."""

    def __init__(self, book: Book, seed: int, say: Callable[[str], None]) -> None:
        self.book = book
        self.seed = seed
        self.say = say
        self.rng = Random(seed)
        self.count: Counter[str] = Counter()
        self.differences: list[str] = []
        self.step = 0
        self.shown: list[Any] = []
        self.path = ""
        self.game: dict[str, Any] = {}
        self.pid = 0
        self.moves = 0
        self.over = False
        self.doubtful = False

    # -- the page and the kernel

    def page(self, script: str, argument: Any = None) -> Any:
        """Run a function in the page, with the library there. Raises Hung when it does not end."""
        try:
            return self.book.page.evaluate(
                f"""argument => Promise.race([({script})(argument), new Promise((_, fail) =>
                    setTimeout(() => fail(new Error("the step hangs")), {PATIENCE * 1000}))])""",
                argument,
            )
        except PageError as error:
            if "the step hangs" not in error.message:
                raise
            raise Hung(f"seed {self.seed}, step {self.step}, {self.game}, {argument!r}: {self._stacks()}") from error

    def _stacks(self) -> str:
        """What every thread of the kernel does."""
        file = self.book.server.root / STACKS
        if not self.pid or not file.exists():
            return "the kernel had not begun"
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGUSR1)
        wait = time.monotonic() + 5
        while time.monotonic() < wait and not file.stat().st_size:
            time.sleep(0.05)
        return file.read_text("utf-8") or "the kernel is gone"

    def ask(self, code: str) -> str:
        """Run code in the kernel, as a cell that leaves no trace; returns what it printed."""
        found = self.page("code => window.soak.ask(code)", code)
        if found["status"] != "ok":
            self.differ("cell", [f"{code[:60]} failed with {found['error']}"])
        return str(found["out"]).strip()

    def differ(self, what: str, words: Sequence[str]) -> None:
        """Note and print what differs."""
        for word in words[:6]:
            line = f"seed {self.seed}, step {self.step}, {what}, {json.dumps(self.game)}: {word}"
            self.differences.append(line)
            self.say(line)
        self.doubtful = self.doubtful or bool(words)

    def compare(self, what: str, found: Any = None) -> None:
        """Compare everything after what was done."""
        found = found or self.page("count => window.soak.compare(count)", len(self.shown))
        self.count["comparisons"] += 1
        self.over = found["over"]
        # a kernel counts its own from 0
        self.count["moves by cells"] += found["moves"] - (self.moves if found["moves"] >= self.moves else 0)
        self.moves = found["moves"]
        self.differ(what, found["wrong"])

    def set_up(self) -> None:
        """The library in the page and the desk in the kernel."""
        self.page(LIBRARY)
        self.pid = int(self.ask(SETUP))

    def show(self) -> None:
        """Run the cells of the tables."""
        self.book.fresh(*(f"soak.show({seat!r})" for seat in self.shown))
        self.book.page.wait_for_function(
            """count => { const shown = window.soak.tables();
                return shown.length === count && shown.every(({ dataset }) => dataset.state !== "busy"); }""",
            arg=len(self.shown),
        )

    # -- steps

    def new_game(self) -> None:
        """Another game at other tables."""
        self.game = json.loads(self.ask(f"soak.begin({self.rng.randrange(1_000_000)})"))
        self.path = self.game.pop("path")
        self.shown = list(self.rng.choice(SEATS))
        if self.game["game"] == "fourx":
            self.shown = [0 if seat == 1 else seat for seat in self.shown]
        self.show()
        self.count["games"] += 1
        self.doubtful = False
        self.compare("new game")

    def click(self) -> None:
        """Click a move of a table's list, type one, or press a key for undo and redo."""
        way = self.rng.choice(["list", "list", "list", "entry", "u", "r"])
        done = self.page(
            """async ([way, pick]) => {
                const shown = window.soak.tables();
                const able = shown.filter(table => table.querySelector("[data-move]"));
                const all = way === "u" || way === "r" || able.length === 0 ? shown : able;
                const table = all[Math.floor(pick * all.length)];
                const listed = [...table.querySelectorAll("[data-move]")];
                const moves = listed.filter(({ dataset }) => dataset.move !== "resign");
                table.querySelector("[data-next], .cw-cover button")?.click();
                if (way === "u" || way === "r" || moves.length === 0) {
                    const key = way === "r" ? "r" : "u";
                    table.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                    return false;
                }
                const move = moves[Math.floor(pick * 997) % moves.length];
                if (way === "list") move.click();
                else {
                    const entry = table.querySelector("input[data-entry]");
                    entry.focus();
                    entry.value = move.dataset.move;
                    entry.dispatchEvent(new Event("input", { bubbles: true }));
                    await window.soak.pause(0);
                    entry.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
                    entry.form?.requestSubmit();
                }
                return true;
            }""",
            [way, self.rng.random()],
        )
        self.count["clicks"] += bool(done)
        self.compare(f"click ({way})")

    def cell(self) -> None:
        """Something by a cell: one that is seen in the notebook, or one that is not."""
        code = f"soak.step({self.rng.randrange(1_000_000)}, {self.rng.randrange(1, 4)})"
        if self.rng.random() < 0.2:
            self.book.run(code)
            self.book.page.evaluate(
                """() => { const book = window.jupyterapp.shell.currentWidget.content.model.sharedModel;
                    book.deleteCell(book.cells.length - 1); }"""
            )
            done = "a cell"
        else:
            done = self.ask(code)
        self.compare(f"{code}: {done}")

    def stop(self) -> None:
        """Press the stop button while a cell plays, takes back, comments ..."""
        seed, wait = self.rng.randrange(1_000_000), self.rng.random() ** 2 * 120
        button = self.rng.random() < 0.5
        found = self.page("args => window.soak.stop(args)", [f"soak.work({seed})", wait, button, len(self.shown)])
        self.count["stops"] += 1
        self.count["stops unheard"] += not found["heard"]
        self.compare(f"stop of soak.work({seed}) after {wait:.0f} ms", found)

    def restart(self) -> None:
        """Restart the kernel; the journal has everything."""
        known = self.ask("from tests.benchmarks.soak_kernel import digest\nprint(digest(soak.game))")
        self.book.restart()
        self.count["restarts"] += 1
        self._lost("restart")
        self._resume("restart", known, known)

    def kill(self) -> None:
        """Kill the kernel while it plays; the journal has everything that it had done."""
        told = self.book.server.root / f"told-{self.step}.txt"
        code = f"soak.promise({self.rng.randrange(1_000_000)}, {str(told)!r})"
        self.page("code => { window.soak.ask(code).catch(() => {}); }", code)
        wait = time.monotonic() + 5
        while time.monotonic() < wait and not (told.exists() and told.stat().st_size > 200):
            time.sleep(0.005)
        time.sleep(self.rng.random() * 0.2)
        os.kill(self.pid, signal.SIGKILL)
        self.count["kills"] += 1
        self._again()
        self._lost("kill")
        lines = told.read_text("utf-8").split("\n")
        # the last line may be torn, since a kill is one for this file, too
        done = [line.split()[1] for line in lines[:-1] if line.startswith("done ")]
        pending = lines[-2].startswith("begins ") or bool(lines[-1])
        self._resume("kill", done[-1] if done else "", "" if pending else done[-1])

    def _again(self) -> None:
        """Wait until the server has noticed and started another kernel; its dialog goes away."""
        page = self.book.page
        page.wait_for_function("() => window.soak.kernel().status !== 'busy'", timeout=40_000)
        with contextlib.suppress(PageError):
            page.locator(".jp-Dialog button.jp-mod-accept").click(timeout=15_000)
        page.wait_for_function("() => window.soak.kernel().status === 'idle'", timeout=40_000)

    def _lost(self, what: str) -> None:
        try:
            self.book.page.wait_for_function(
                "() => window.soak.tables().every(({ dataset }) => dataset.state === 'lost')", timeout=15_000
            )
        except PageError:
            self.differ(what, ["a table of a kernel that is gone does not say so"])

    def _resume(self, what: str, done: str, exactly: str) -> None:
        self.set_up()
        found = json.loads(self.ask(f"soak.resume({self.path!r})") or "{}")
        if not found:
            self.new_game()
            return
        kept = found["digest"]
        if not self.game["bots"] and kept != done and (exactly or found.get("before") != done):
            self.differ(what, [f"the journal has {found}, what had been done is {done}"])
        self.show()
        self.compare(what)

    def reload(self) -> None:
        """Load the page again: the tables are there, bound to their games."""
        self.book.save()
        page = self.book.page
        page.reload()
        page.wait_for_selector(".jp-Notebook")
        page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext")
        page.evaluate(
            """async () => {
                const { sessionContext } = window.jupyterapp.shell.currentWidget;
                await sessionContext.ready;
                const status = () => sessionContext.session?.kernel?.status;
                while (status() !== "idle") await new Promise(next => setTimeout(next, 20));
            }"""
        )
        self.page(LIBRARY)
        self.count["reloads"] += 1
        with contextlib.suppress(PageError):
            page.wait_for_function(
                """count => { const shown = window.soak.tables();
                    return shown.length === count && shown.every(({ dataset }) => dataset.state !== "busy"); }""",
                arg=len(self.shown), timeout=45_000,
            )  # fmt: skip
        self.compare("reload")

    def rerun(self) -> None:
        """Run a table's cell again, or close it and open another."""
        if len(self.shown) > 1 and self.rng.random() < 0.5:
            self.shown.pop(self.rng.randrange(len(self.shown)))
        else:
            self.rng.shuffle(self.shown)
        if len(self.shown) < 3 and self.rng.random() < 0.5:
            self.shown.append(self.rng.choice([0, "public", None]))
        self.show()
        self.count["cells run again"] += 1
        self.compare("cells run again")

    def full_disk(self) -> None:
        """A disk that takes a few bytes more and then none."""
        if not hasattr(signal, "SIGXFSZ"):
            return
        failed = self.ask(f"soak.fill_disk({self.rng.randrange(1_000_000)})")
        self.count["full disks"] += failed not in ("", '""')
        self.compare(f"full disk at {failed}")

    # -- the whole

    def run(self, seconds: float, stops: int, kinds: Sequence[str] = KINDS) -> None:
        """Go on for so long and until the stop button was pressed so often, but not three times as long."""
        start = time.monotonic()
        end = start + seconds
        # in turn, each as often as the others
        faults: list[Callable[[], None]] = [getattr(self, kind) for kind in kinds if kind != "stop"]
        stops = stops if "stop" in kinds else 0
        self.set_up()
        waiting: list[Callable[[], None]] = []
        while time.monotonic() < end or (self.count["stops"] < stops and time.monotonic() < start + 3 * seconds):
            self.step += 1
            self.new_game()
            share = (time.monotonic() - start) / seconds
            behind = stops * min(1, share + 0.1) - self.count["stops"]
            often = 0.0 if "stop" not in kinds else 0.7 if behind > 0 else 0.4
            for _ in range(self.rng.randrange(6, 14)):
                self.step += 1
                if self.over or self.doubtful or time.monotonic() > start + 3 * seconds:
                    break
                kind = self.rng.random()
                if kind < often:
                    self.stop()
                elif kind < 0.95:
                    self.click()
                else:
                    self.cell()
            if faults and not self.doubtful:
                self.step += 1
                if not waiting:
                    waiting = list(faults)
                    self.rng.shuffle(waiting)
                waiting.pop()()
        self.differ("page", [f"the page raised {error}" for error in self.book.errors])
        self.count["seconds"] = round(time.monotonic() - start)

    def summary(self) -> dict[str, Any]:
        """What was done and how often, and how much of it differed."""
        names = ("seconds", "games", "moves by cells", "clicks", "comparisons", "stops", "stops unheard", "kills",
                 "restarts", "reloads", "cells run again", "full disks")  # fmt: skip
        return {"seed": self.seed, **{name: self.count[name] for name in names}, "differences": len(self.differences)}


def soak(
    browser: Browser,
    server: Server,
    seconds: float,
    seed: int = 1,
    stops: int = 0,
    say: Callable[[str], None] = print,
    kinds: Sequence[str] = KINDS,
) -> Soak:
    """Run the soak in a notebook of its own."""
    write_notebook(server.root / "soak.ipynb", [""])
    viewport = {"width": 1280, "height": 5000}
    with opened(browser, server, "soak.ipynb", reduced_motion="reduce", viewport=viewport) as book:
        wait_at_most(book.page, 60_000)
        run = Soak(book, seed, say)
        run.run(seconds, stops, kinds)
        return run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and say by the exit code whether anything differed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stops", type=int, default=500, help="go on until the stop button was pressed so often")
    parser.add_argument("--fault", action="append", choices=KINDS, help="only this fault; may be repeated")
    told = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        serve("lab", Path(folder)) as server,
        launch() as browser,
    ):
        run = soak(
            browser,
            server,
            told.seconds,
            told.seed,
            told.stops,
            lambda line: print(line, flush=True),
            told.fault or KINDS,
        )
    print(json.dumps(run.summary(), indent=1))
    return 1 if run.differences else 0


if __name__ == "__main__":
    sys.exit(main())
