"""Names the unit test files that what changed since main concerns, nearest first: ``python -m tests.changed``.

A test file is as far from a change as the shortest way there through imports, in `tests` and in the package, is long. A
file that is no Python concerns the tests in whose text its name or its folder's stands. Standard library only.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAIN = ("origin/main", "main")
"""What is compared with: the first that there is."""


def git(*arguments: str) -> list[str]:
    """The lines that git answers; none where it fails."""
    done = subprocess.run(("git", *arguments), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed() -> list[str]:
    """Files that differ from where this branch left main, committed or not, and new ones; paths from the root."""
    known = git("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes")
    base = next((found for name in MAIN if name in known for found in git("merge-base", "HEAD", name)), "HEAD")
    return sorted({*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")})


def module(path: Path) -> str:
    """The dotted name of a Python file, given from the root."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, names: Iterable[str]) -> Iterator[str]:
    """Those of these modules that a file imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            within = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in within if name in names)
            if node.module in names and not all(name in names for name in within):
                yield node.module


@cache
def graph() -> dict[str, set[str]]:
    """What each module of the package and of the tests imports, by its name."""
    paths = {module(path.relative_to(ROOT)): path for top in ("capture_widgets", "tests") for path in files(top)}
    return {
        name: {*imported(ast.parse(path.read_text(encoding="utf-8")), paths.keys())} for name, path in paths.items()
    }


def files(top: str) -> list[Path]:
    """The Python files below a folder."""
    return sorted((ROOT / top).rglob("*.py"))


def distances(imports: Mapping[str, set[str]], start: Iterable[str]) -> dict[str, int]:
    """How many imports each module that leads to one of these is away from it."""
    found = {name: 0 for name in start if name in imports}
    waiting = list(found)
    for name in waiting:
        for other, needs in imports.items():
            if name in needs and other not in found:
                found[other] = found[name] + 1
                waiting.append(other)
    return found


def concerned(changes: Iterable[str]) -> list[str]:
    """The unit test files that changes of these files concern, nearest first."""
    paths = [Path(change) for change in changes]
    away = distances(graph(), [module(path) for path in paths if path.suffix == ".py"])
    words = {f'"{word}"' for path in paths if path.suffix != ".py" for word in (path.name, path.parent.name)}
    words |= {f"{path.parent.as_posix()}/" for path in paths if path.suffix != ".py" and len(path.parts) > 1}
    found: list[tuple[int, str]] = []
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        at = away.get(module(path.relative_to(ROOT)))
        if words and any(word in path.read_text(encoding="utf-8") for word in words):
            at = min(1, at if at is not None else 1)
        if at is not None:
            found.append((at, path.relative_to(ROOT).as_posix()))
    return [name for _, name in sorted(found)]


def main() -> int:
    """Print their paths from the root."""
    print("\n".join(concerned(changed())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
