"""The barest widget there is: a click sends a message, the kernel sets a trait, the page writes it."""

from __future__ import annotations

from typing import Any

import anywidget
from traitlets import Int

_ESM = """
export default {
  render({ model, el }) {
    let asked = 0;
    el.classList.add("echo");
    el.innerHTML = "<button>ask</button><output>0</output>";
    el.querySelector("button").addEventListener("click", () => model.send({ n: ++asked }));
    model.on("change:n", () => { el.querySelector("output").textContent = String(model.get("n")); });
  },
};
"""


class Echo(anywidget.AnyWidget):
    """Sends back the number it is sent."""

    _esm = _ESM
    n = Int(0).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._heard)

    def _heard(self, _widget: object, content: Any, _buffers: object) -> None:
        self.n = content["n"]
