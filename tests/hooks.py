"""The hooks of the front end, `data-` attributes: those that docs/contract.md keeps, and those that are free."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONTRACT = ROOT / "docs/contract.md"
HEAD = "## In the browser\n"
FREE = "What else there is serves the front end's own styles, keys and motion, and may change with any release:\n"
HOSTS = frozenset({"data-lm-suppress-shortcuts"})
"""Attributes of others that the front end heeds."""

NAMED = re.compile(r"\bdata-[a-z]+(?:-[a-z]+)*")


def used() -> set[str]:
    """Every hook that the front end sets or looks for."""
    sources = (path for path in (ROOT / "js/src").rglob("*.ts*") if path.suffix in {".ts", ".tsx"})
    return {name for path in sources for name in NAMED.findall(path.read_text("utf-8"))} - HOSTS


def kept() -> set[str]:
    """Every hook that the contract keeps."""
    browser = CONTRACT.read_text("utf-8").partition(HEAD)[2].partition(FREE)[0]
    return set(NAMED.findall(browser))


def contract_md() -> str:
    """The contract with the hooks that are free."""
    before, mark, _ = CONTRACT.read_text("utf-8").partition(FREE)
    assert mark, "docs/contract.md has lost the place for the hooks that are free"
    return f"{before}{mark}{', '.join(f'`{name}`' for name in sorted(used() - kept()))}.\n"
