"""Makes the pictures of README and docs anew: ``python -m tests.screenshots [folder]`` (docs/ by default).

Real tables in a real JupyterLab, with motion off, from fixed deals: the same code gives the same pictures. Look at them
before they are committed.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator

from tests.browser.lab import Book, attribute, launch, opened, serve, wait_for_turn, wait_until, write_notebook
from tests.browser.play import moves, place

DOCS = Path(__file__).resolve().parent.parent / "docs"
LARGEST = 250_000
"""Bytes of a picture at most: a README is read on slow lines, too."""
EACH = 1400
"""Milliseconds for which each picture of a moving one is seen."""


@dataclass
class Shot:
    """A table to take a picture of."""

    cell: str
    """Makes and shows the table, last in the cell."""
    begun: int = 0
    """Moves of the person that are made at the table before, from the list of legal moves."""
    last: Callable[[Locator], object] = lambda table: None
    """What is done at the table last."""
    page: bool = False
    """Whether all of JupyterLab is in the picture."""
    turns: int = 0
    """How many turns of the person a moving picture shows, each with a card picked; 0 for a picture that stands."""


GAME = """bots = [cw.bots.Greedy(seed=nth) for nth, _ in enumerate(cw.new("{slug}").seats)]
game = cw.new("{slug}", seed={seed}, seats=["you", *bots[1:]])
for move in cw.new("{slug}", seed={seed}, seats=bots).run().moves()[:{plies}]:
    game.play(move)
game.table({table})"""
"""A game against Greedy that has gone on for so many plies, as two of them play it."""


def game(slug: str, seed: int, plies: int, table: str = "pace=0") -> str:
    """The cell of such a game."""
    return GAME.format(slug=slug, seed=seed, plies=plies, table=table)


def pick(*names: str) -> Callable[[Locator], None]:
    """Clicks places."""

    def click(table: Locator) -> None:
        for name in names:
            place(table, name).click()
        table.page.mouse.move(0, 0)

    return click


def first_pick(table: Locator) -> None:
    """Clicks the card of the first legal move."""
    pick(moves(table)[0].split(":")[-1])(table)


SHOTS = {
    "kommando": Shot(
        'game = cw.new("kommando", seed=4, seats=["you", cw.bots.Greedy(seed=1)])\ngame',
        begun=5, last=first_pick, page=True, turns=4,
    ),
    "gallery-commander": Shot(game("commander", 3, 6)),
    "gallery-columns": Shot(game("columns", 7, 0), begun=1),
    "gallery-fourx": Shot(game("fourx", 24, 34)),
    "gallery-universal": Shot(game("universal", 5, 36)),
    "gallery-kommando": Shot(game("kommando", 5, 12, 'pace=0, theme="dark"')),
}  # fmt: skip


def take(book: Book, shot: Shot, path: Path) -> None:
    """Take one picture."""
    book.page.set_viewport_size({"width": 1080, "height": 860} if shot.page else {"width": 1060, "height": 1300})
    book.fresh("import capture_widgets as cw", shot.cell)
    table = book.widget()
    for _ in range(shot.begun):
        wait_for_turn(table)
        ply = attribute(table, "data-ply")
        table.locator(f'[data-move="{moves(table)[0]}"]').evaluate("entry => entry.click()")
        wait_until(table, "(table, ply) => table.dataset.ply !== ply", ply)
    if shot.begun == 0 or shot.page:
        wait_for_turn(table)
    book.page.add_style_tag(content=".Toastify, .jp-toolbar-overlay { display: none !important; }")
    seen = []
    for turn in range(max(1, shot.turns)):
        if turn:
            ply = attribute(table, "data-ply")
            table.locator(f'[data-move="{moves(table)[0]}"]').evaluate("entry => entry.click()")
            wait_until(table, "(table, ply) => table.dataset.ply !== ply", ply)
            if not wait_for_turn(table):
                break
        shot.last(table)
        seen.append(picture(book, table, shot))
    path.write_bytes(smaller(book, seen))


def picture(book: Book, table: Locator, shot: Shot) -> bytes:
    """What is seen now, once all is at rest."""
    book.page.wait_for_timeout(1000)
    return (book.page if shot.page else table).screenshot()


PALETTE = """async addresses => {
    const images = await Promise.all(addresses.map(async address => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image;
    }));
    const { width, height } = images[0];
    const canvas = new OffscreenCanvas(width, height * images.length).getContext("2d");
    images.forEach((image, nth) => canvas.drawImage(image, 0, nth * height));
    const { data } = canvas.getImageData(0, 0, width, height * images.length);
    const rough = at => (data[at] >> 3 << 10) | (data[at + 1] >> 3 << 5) | (data[at + 2] >> 3);
    const counts = new Map(), exact = new Map();
    for (let at = 0; at < data.length; at += 4) {
        const key = rough(at), colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
        counts.set(key, (counts.get(key) ?? 0) + 1);
        if (!exact.has(key)) exact.set(key, new Map());
        exact.get(key).set(colour, (exact.get(key).get(colour) ?? 0) + 1);
    }
    const most = colours => [...colours].sort((a, b) => b[1] - a[1])[0][0];
    const kept = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([key]) => most(exact.get(key)));
    const parts = kept.map(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]);
    const nearest = new Map();
    const rows = [];
    for (let at = 0, row = ""; at < data.length; at += 4) {
        const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
        if (!nearest.has(colour)) {
            let best = 0, least = Infinity;
            parts.forEach(([r, g, b], nth) => {
                const far = (r - data[at]) ** 2 + (g - data[at + 1]) ** 2 + (b - data[at + 2]) ** 2;
                if (far < least) [best, least] = [nth, far];
            });
            nearest.set(colour, best);
        }
        row += String.fromCharCode(nearest.get(colour));
        if (row.length === width) { rows.push(btoa(row)); row = ""; }
    }
    return [width, height, parts.flat(), rows];
}"""
"""Pictures one below the other in the 256 colours that they have most of, row by row."""


def smaller(book: Book, pngs: list[bytes]) -> bytes:
    """The same picture with a palette, a third of the bytes; of several pictures one that moves (APNG)."""
    addresses = ["data:image/png;base64," + base64.b64encode(png).decode() for png in pngs]
    width, height, palette, coded = book.page.evaluate(PALETTE, addresses)
    rows = [base64.b64decode(row) for row in coded]
    frames = [rows[start : start + height] for start in range(0, len(rows), height)]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    made = [
        pngs[0][:8],
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        chunk(b"PLTE", bytes(palette)),
    ]
    if len(frames) > 1:
        made.append(chunk(b"acTL", struct.pack(">II", len(frames), 0)))
    number = 0
    for nth, frame in enumerate(frames):
        left, top, right, bottom = changed(frames[nth - 1], frame) if nth else (0, 0, width, height)
        data = zlib.compress(b"".join(b"\0" + row[left:right] for row in frame[top:bottom]), 9)
        if len(frames) > 1:
            size = (right - left, bottom - top, left, top)
            made.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *size, EACH, 1000, 0, 0)))
            number += 1
        if nth:
            data = struct.pack(">I", number) + data
            number += 1
        made.append(chunk(b"fdAT" if nth else b"IDAT", data))
    return b"".join([*made, chunk(b"IEND", b"")])


def changed(before: list[bytes], after: list[bytes]) -> tuple[int, int, int, int]:
    """The smallest rectangle outside of which two pictures are alike: left, top, right, bottom."""
    rows = [nth for nth, (old, new) in enumerate(zip(before, after, strict=True)) if old != new] or [0]
    columns = [
        nth for row in rows for nth, (old, new) in enumerate(zip(before[row], after[row], strict=True)) if old != new
    ] or [0]
    return min(columns), rows[0], max(columns) + 1, rows[-1] + 1


def main() -> int:
    """Take all pictures, or those that are named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    heavy = 0
    with tempfile.TemporaryDirectory() as root, launch() as browser, serve("lab", Path(root)) as server:
        write_notebook(Path(root) / "kommando.ipynb", ["import capture_widgets as cw"])
        for name, shot in SHOTS.items():
            if len(sys.argv) > 2 and name not in sys.argv[2:]:
                continue
            with opened(browser, server, "kommando.ipynb", reduced_motion="reduce") as book:
                book.run_all()
                take(book, shot, folder / f"{name}.png")
            size = (folder / f"{name}.png").stat().st_size
            heavy += size > LARGEST
            print(f"{name}: {size:,} bytes")
    return 1 if heavy else 0


if __name__ == "__main__":
    sys.exit(main())
