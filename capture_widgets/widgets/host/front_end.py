"""Sends the front end once for each notebook: one model holds it, and each widget's script gets it from there.

The front end has some 430 kB. A widget that holds it itself sends it again for each table. In a Jupyter notebook a
widget holds a few lines instead. A first table sends that model before anything else (`first_message`). anywidget runs
the script as soon as the page has it, while the kernel still makes the table, and the script puts itself under a key
that these lines know. So do a page that is loaded again and a notebook that was saved with its widgets. If there is no
such model, the lines ask the kernel.
marimo has no such models, and in Colab and VS Code this was not tried: there each widget holds the whole front end.

A table needs the first of the two scripts. The model gets the second one when the kernel makes the first widget with
another screen; its page reads it there (`secondScript` in `js/src/kernel/model.ts`).
"""

from __future__ import annotations

import json
import threading
from typing import Any, Final

from anywidget import AnyWidget
from ipywidgets import Widget
from traitlets import TraitError, Unicode

from capture_widgets.export.bundle import bundle, whole_script
from capture_widgets.widgets.host.first_message import finds_models, first_script, front_end_state, take_over

ASKS: Final = "front_end"
"""The kind of a page's request for the front end, and of the reply."""

_FETCH: Final = """\
const key = %(key)s;

const fromKernel = (model) => new Promise((come, fail) => {
  const heard = (message) => {
    if (message?.kind === %(asks)s) end(come, message);
  };
  const end = (how, what) => {
    clearTimeout(timer);
    model.off("msg:custom", heard);
    how(what);
  };
  const timer = setTimeout(() => end(fail, new Error(%(missing)s)), 60000);
  model.on("msg:custom", heard);
  model.send({ kind: %(asks)s, id: 0 });
});

const fromModel = async (model) =>
  model.widget_manager.get_model(model.get("front").slice("IPY_MODEL_".length));

const texts = (holder) => ({ _esm: holder.get("_esm"), _css: holder.get("_css") });

const load = async (holder, model) => {
  const { _esm, _css } = holder ? texts(holder) : await fromKernel(model);
  const url = URL.createObjectURL(new Blob([_esm], { type: "text/javascript" }));
  const front = await import(url);
  URL.revokeObjectURL(url);
  const sheet = document.createElement("style");
  sheet.textContent = _css;
  document.head.append(sheet);
  return front.default;
};

// the model that holds the script, or null; the script puts itself under the key when it has been loaded
const find = async (model) => {
  const holder = await fromModel(model).catch(() => null);
  for (let asked = 0; holder && !globalThis[key] && asked < 400; asked += 1) {
    await new Promise((next) => setTimeout(next, 5));
  }
  return holder;
};

export default {
  async render(props) {
    if (!globalThis[key]) {
      const holder = await find(props.model);
      globalThis[key] ??= load(holder, props.model);
    }
    let front;
    try {
      front = await globalThis[key];
    } catch (error) {
      delete globalThis[key];
      throw error;
    }
    return props.signal?.aborted ? undefined : front.render(props);
  },
};
"""

_MISSING: Final = "the front end of capture_widgets is not in this page, and no kernel sends it: run the cell again"


class FrontEnd(Widget):  # type: ignore[misc]  # ipywidgets has no types
    """The model that holds the front end; it has no view. In a page anywidget runs its script."""

    _model_name = Unicode("AnyModel", read_only=True).tag(sync=True)
    _model_module = Unicode("anywidget", read_only=True).tag(sync=True)
    _model_module_version = Unicode(AnyWidget._model_module_version.default_value, read_only=True).tag(sync=True)
    _anywidget_id = Unicode("").tag(sync=True)
    front_key = Unicode("").tag(sync=True)
    """Under this name the script puts itself into the page."""
    # the same names as in a widget that holds the front end itself
    _esm = Unicode("").tag(sync=True)
    _css = Unicode("").tag(sync=True)
    screens = Unicode("").tag(sync=True)
    """The second script; empty until a widget needs it."""

    def open(self) -> None:
        """Tell pages that the model exists, unless they have been told before it was made (`first_message`)."""
        sent = take_over()
        if sent is not None:
            connection, state = sent
            try:
                if {**self.get_state(), "screens": ""} == state:
                    self.comm = connection
            except TraitError:
                pass  # an ipywidgets that makes connections of another class
            if self.comm is None:
                connection.close()
            elif self.screens:
                self.send_state("screens")
        super().open()


def _name(holder: FrontEnd | None, _widget: object) -> str | None:
    """The name by which a page finds the model; None if the model was closed, for which ipywidgets would fail."""
    return None if holder is None or holder.comm is None else f"IPY_MODEL_{holder.model_id}"


FOUND_BY_NAME: Final = {"to_json": _name}
"""Tells ipywidgets to send the trait as the name of the model."""

_lock = threading.Lock()
_holder: FrontEnd | None = None
_is_on_page = False


def leave_front_end_to_page() -> None:
    """Send the front end to nobody from now on: the page loads it by itself."""
    global _is_on_page  # noqa: PLW0603  # one page for the process
    _is_on_page = True


def front_end_traits(view: str) -> dict[str, Any]:
    """The traits with the front end for a screen, or with the lines that fetch it."""
    if _is_on_page:
        return {}
    only_first = view == "table"
    if not finds_models():
        return {**first_script(), **({} if only_first else {"_esm": whole_script()})}
    holder = _shared(only_first=only_first)
    texts = {"key": holder.front_key, "asks": ASKS, "missing": _MISSING}
    return {"_esm": _FETCH % {name: json.dumps(text) for name, text in texts.items()}, "front": holder}


def front_end_reply() -> dict[str, Any]:
    """The reply with the front end, for a page that does not have its model."""
    return {"kind": ASKS, **first_script(), "screens": bundle("screens.js")}


def _shared(*, only_first: bool) -> FrontEnd:
    global _holder  # noqa: PLW0603  # one for the process, like the registry of widgets
    state = front_end_state()
    screens = "" if only_first else bundle("screens.js")
    with _lock:
        # a new one if `Widget.close_all()` has closed it, or the front end was built again
        if _holder is None or _holder.comm is None or _holder.front_key != state["front_key"]:
            _holder = FrontEnd(**state, screens=screens)
        elif screens:  # set again, the same text is not sent again
            _holder.screens = screens
        return _holder
