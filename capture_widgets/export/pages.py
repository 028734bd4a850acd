"""Offline replays: a single HTML page with the front end and the frames of one viewer."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Final, NamedTuple

from capture_widgets.engine.state import Viewer
from capture_widgets.export.brought_views import brought_view
from capture_widgets.export.bundle import bundle, whole_script
from capture_widgets.export.html import dump_html
from capture_widgets.export.marked_moves import all_marks, blamed_marks, losing_marks
from capture_widgets.export.replay_frames import (
    lens_list,
    moves_of,
    names_of,
    notes,
    round_frames,
    rule_texts,
    seat_names,
    viewer_words,
)
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.model.record_format import position_of
from capture_widgets.protocol.replay_messages import Frames, Note, Timeline
from capture_widgets.records.variations import line_history

MOST_LINE_PLIES: Final = 20_000
"""The most plies of all variations in a page; each variation contains the plies before it."""

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'{blob}; \
style-src 'unsafe-inline'; img-src data:">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 1rem; max-width: 90rem; font-family: system-ui, sans-serif; }}
{style}
</style>
</head>
<body>
<main id="replay"></main>
<noscript>{plain}</noscript>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
</script>
</body>
</html>
"""

MODEL: Final = """
const offline = ({ state, all, said = [] }) => {
  state.frames = all[0];
  const heard = new Map();
  const tell = (name) => { for (const act of heard.get(name) ?? []) act(); };
  const changed = new Set();
  return {
    get: (name) => state[name],
    set(name, value) {
      if (Object.is(state[name], value)) return;
      state[name] = value;
      changed.add(name);
      if (name === "line") {
        state.frames = all[value];
        state.notes = said[value] ?? {};
        changed.add("frames").add("notes");
      }
    },
    save_changes() {
      const names = [...changed];
      changed.clear();
      for (const name of names) tell(`change:${name}`);
    },
    on(name, act) { heard.set(name, [...(heard.get(name) ?? []), act]); },
    off(name, act) { heard.set(name, (heard.get(name) ?? []).filter((one) => one !== act)); },
    send() { throw new Error("a file has no kernel"); },
  };
};
"""
"""A JavaScript model for the front end that works without a kernel."""

_BOOT: Final = """
{
const CODE = /^#((?:[0-9A-Z]+-)+[0-9A-Z]+)$/i;
const PLACE = /^#(\\d{1,6})\\/(\\d{1,6})$/;
const MOST = 20e6;

const to = (model, hash) => {
  const [, round, ply] = (PLACE.exec(hash) ?? []).map(Number);
  const entry = model.get("frames").find((one) => one.round === round);
  if (!entry) return;
  const first = entry.dumps[0].ply;
  model.set("round", round);
  model.set("ply", Math.min(Math.max(ply, first), first + entry.dumps.length - 1));
  model.save_changes();
};

const unpacked = async (text) => {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let whole = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    whole += decoder.decode(next.value, { stream: true });
    if (whole.length > MOST) throw new Error("too long");
  }
  return JSON.parse(whole);
};

const sent = async (hash) => {
  const { state, frames } = await unpacked(hash.slice("#game:".length));
  const { scene, seat, round, ply, notes } = state;
  const shown = { ...scene, edits: false, more: false, spoilers: true };
  const plain = { lines: [], timeline: null, rules: [], line: 0, tail: null };
  return { state: { ...fresh().state, ...plain, scene: shown, seat, round, ply, notes }, all: [frames], said: [notes] };
};

let ending = null;
const open = (data) => {
  ending?.abort();
  ending = new AbortController();
  const { signal } = ending;
  const el = document.createElement("div");
  document.getElementById("replay").replaceChildren(el);
  const model = offline(data);
  front.render({ el, model, signal });
  if (el.querySelector(".capture-widgets") === null) throw new Error("nothing to show");
  addEventListener("hashchange", () => to(model, location.hash), { signal });
  to(model, location.hash);
};

const fresh = () => JSON.parse(document.getElementById("data").textContent);
const instead = (words) => {
  const data = fresh();
  data.state.scene.notice = `${words} This is the game of the page.`;
  open(data);
};
const brings = () => location.hash.startsWith("#game:") || CODE.test(location.hash);
const opened = async () => {
  if (!brings()) {
    if (ending === null) open(fresh());
    return;
  }
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code) {
    instead(`${code} is a code, which needs the rules to be read: cw.load("${code}"), or the lobby, opens it.`);
    return;
  }
  try {
    open(await sent(location.hash));
  } catch {
    instead("The game in this link cannot be read.");
  }
};
addEventListener("hashchange", () => { if (brings()) opened(); });
opened();
}
"""
"""A script that shows the game of the page, or one in its address (`links`); ``#0/12`` opens round 0 at ply 12.

It is in a block, so that its names do not collide with those of the front end before it.
"""


class OfflineReplay(NamedTuple):
    """The data of a replay without a kernel, and the dump and log to show if no script runs."""

    state: dict[str, Any]
    """The traits of the widget, without the frames."""
    every: list[list[Frames]]
    """The frames of the main line and of each variation."""
    notes: list[dict[str, Note]]
    """Comments and signs of each of them."""
    dump: Dump
    log: list[LogEntry]


def offline_replay(
    history: History, seat: Viewer, reached: tuple[int, int] | None = None, timeline: Timeline | None = None
) -> OfflineReplay:
    """The offline replay of a game as a viewer could follow it, up to the position ``reached``.

    It contains variations only if the viewer sees all cards. The caller limits the timeline to what the viewer may see.
    """
    numbers = history.round_numbers()
    number, ply = reached or (numbers[-1], history.plies()[-1])
    rounds = [round_frames(history, one, seat, ply if one == number else None) for one in numbers if one <= number]
    lines = [] if seat is not None or reached is not None else history.variations
    every, all_notes = [rounds], [notes(history, seat, reached)]
    left = MOST_LINE_PLIES
    for line in lines:
        number_of, at = position_of(line["at"])
        before = rounds[: number_of - numbers[0]]
        left -= sum(len(entry["dumps"]) for entry in before) + at - history.plies(number_of)[0] + len(line["moves"])
        if left < 0:
            break
        with_line = line_history(history, line)
        every.append([*before, round_frames(with_line, number_of, seat)])
        all_notes.append(notes(with_line, seat))
    kept = len(every) - 1
    notice = None if kept == len(lines) else f"Only the first {kept} of {len(lines)} variations are in this file."
    lines = lines[:kept]
    lost = losing_marks(history) if seat is None and reached is None else []
    state: dict[str, Any] = {
        "view": "replay",
        "game_view": brought_view(history),
        "tail": None,
        "scene": {
            "title": history.type.title,
            "seats": seat_names(history),
            "lenses": lens_list(history, [seat]),
            "notice": notice,
            "more": False,
            "spoilers": True,
            "edits": False,
            "marks": all_marks(lost, blamed_marks(timeline)),
            "learn": None,
        },
        "notes": all_notes[0],
        "lines": [moves_of(line, history) for line in lines],
        "timeline": timeline,
        "rules": rule_texts(history),
        "question": None,
        "told": None,
        "seat": seat,
        "round": numbers[0],
        "ply": history.plies(numbers[0])[0],
        "line": 0,
        "playing": False,
        "following": None,
        "who": "",
        "settings": {},
    }
    return OfflineReplay(
        state,
        every,
        all_notes,
        history.dump_at(ply, round=number, seat=seat),
        history.log(seat, ply=ply, round=number, names=names_of(history, seat)),
    )


def replay_html(
    history: History, seat: Viewer, reached: tuple[int, int] | None = None, timeline: Timeline | None = None
) -> str:
    """A page that replays a game as a viewer could follow it, up to the position ``reached``, without a network."""
    state, every, all_notes, dump, log = offline_replay(history, seat, reached, timeline)
    return _PAGE.format(
        title=escape(f"{history.type.title}, {viewer_words(seat)}"),
        # a game of another package may have a view of its own, which the page loads as a module
        blob=" blob:" if state["game_view"] is not None and state["game_view"]["script"] else "",
        style=bundle("widget.css").replace("</", "<\\/"),
        plain=dump_html(dump, log),
        data=inert({"state": state, "all": every, "said": all_notes}),
        script=f"{front_end()}{MODEL}{_BOOT}",
    )


def front_end() -> str:
    """The front end as the beginning of a module, with its default export in the constant ``front``."""
    script = whole_script("const front = %s;")
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def inert(value: Any) -> str:
    """JSON that is safe inside a ``<script>`` element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text
