"""The default settings of JupyterLab, as the command opens it; what the user has set otherwise stays."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

START: Final = "start.ipynb"
"""The notebook that opens first."""

_CONFIG: Final = Path(__file__).parent.parent / "jupyter_config"
"""The folder with default settings: no question about news, no status bar, a kernel for each notebook."""

_ADAPTIVE: Final = _CONFIG / "adaptive_theme"
"""The folder with one setting more: the theme is that of the system."""

_THEMES: Final = Path("@jupyterlab", "apputils-extension", "themes.jupyterlab-settings")
"""Where JupyterLab keeps what the user has chosen about themes, below the folder of the user's settings."""


def lab_environment() -> dict[str, str]:
    """The environment variables with which the command starts JupyterLab."""
    # JupyterLab would no longer look at a theme that was chosen once
    own = [_CONFIG] if _chose_theme() else [_CONFIG, _ADAPTIVE]
    paths = [*map(str, own), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(paths)}


def _chose_theme() -> bool:
    """Whether the user has chosen a theme in JupyterLab."""
    from jupyter_core.paths import jupyter_config_dir

    named = os.environ.get("JUPYTERLAB_SETTINGS_DIR")
    settings = Path(named) if named else Path(jupyter_config_dir(), "lab", "user-settings")
    try:
        text = (settings / _THEMES).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return re.search(r'^[\s{]*"theme"\s*:', text, re.MULTILINE) is not None  # it is JSON with comments
