"""Every generated file is what its generator would write."""

from __future__ import annotations

import pytest

from tests.generate import DIGESTS, GENERATED, ROOT


@pytest.mark.parametrize("name", [name for name in GENERATED if name != DIGESTS])
def test_a_generated_file_is_fresh(name: str) -> None:
    committed = ROOT / name
    assert committed.exists(), f"{name} is missing: run `python -m tests.generate`"
    # compared line by line, so that a failure shows the first difference instead of two long texts
    old, new = committed.read_text(encoding="utf-8").splitlines(), GENERATED[name]().splitlines()
    pairs = enumerate(zip(old, new, strict=False), 1)
    line = next((i for i, (was, now) in pairs if was != now), min(len(old), len(new)) + 1)
    assert old == new, f"{name}, line {line}: run `python -m tests.generate` and look at what changed"


def test_nothing_lies_beside_the_generated_files() -> None:
    """A file that nothing generates any more is deleted, not kept."""
    for folder in ("capture_widgets/protocol/schemas", "tests/goldens", "js/src/kernel/messages"):
        files = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".json", ".txt", ".ts")]
        made = {name for name in GENERATED if name.startswith(folder)}
        assert {path.relative_to(ROOT).as_posix() for path in files} == made
