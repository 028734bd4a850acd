"""JupyterLab as the command opens it: its settings, and the lobby that stands there without a click."""
