"""The README's code runs, and the files in its commands exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import capture_widgets as cw

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_ten_lines_run_as_printed() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 10
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own text
    game = names["game"]
    assert isinstance(game, cw.Game)
    assert game.ply == 0


def test_every_file_in_a_command_is_there() -> None:
    """Links are followed in test_site.py."""
    named = re.findall(r"(?:notebooks|tests)/\w+\.(?:ipynb|py)", README)
    assert {"notebooks/kommando.ipynb", "tests/run.py"} <= set(named)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_commands_for_powershell_are_ones_that_windows_knows() -> None:
    """Version 5, which comes with Windows, has no ``&&``; programs of an environment lie in ``Scripts`` there."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    for page in (README, (ROOT / "docs/installing.md").read_text("utf-8")):
        (block,) = re.findall(r"```powershell\n(.*?)```", page, re.DOTALL)
        for line in block.splitlines():
            assert not re.search(r"&&|/|python3|--allow-root", line), line
            program, *arguments = line.split()
            assert program in {"py", *(f".venv\\Scripts\\{name}" for name in ("python", "jupyter", *scripts))}, line
            for path in arguments:
                assert "\\" not in path or (ROOT / path.replace("\\", "/")).is_file(), line
