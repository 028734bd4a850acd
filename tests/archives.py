"""Whether a wheel and a source archive are fit to be published: ``python -m tests.archives dist``.

A wheel is built without a word where somebody told the build hook to leave the front end alone, and shows blank cells
to everybody who installs it. So what is published is looked into first. Standard library only.
"""

from __future__ import annotations

import os
import re
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

BUNDLE = ("licences.txt", "screens.js", "widget.css", "widget.js")
LEAST = 1000
"""Bytes that each of them has at least."""


def faults_of(folder: Path, tag: str = "") -> list[str]:
    """What is wrong with the archives in a folder, in words.

    Args:
        folder: holds one wheel and one source archive.
        tag: the release that they are for (``v1.2.3``), if it is one.
    """
    wheels, sources = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        return [f"{len(wheels)} wheels and {len(sources)} source archives instead of one of each"]
    with zipfile.ZipFile(wheels[0]) as wheel:
        sizes = {item.filename: item.file_size for item in wheel.infolist()}
        (about,) = (name for name in sizes if name.endswith(".dist-info/METADATA"))
        facts = message_from_bytes(wheel.read(about))
    with tarfile.open(sources[0]) as archive:
        shipped = {member.name.partition("/")[2]: member.size for member in archive.getmembers()}
    faults = [
        f"{place.name}: {name} is missing or empty"
        for place, content in ((wheels[0], sizes), (sources[0], shipped))
        for name in (f"capture_widgets/static/{output}" for output in BUNDLE)
        if content.get(name, 0) < LEAST
    ]
    if tag and tag != f"v{facts['Version']}":
        faults.append(f"the release is called {tag}, the package {facts['Version']}")
    if not facts.get_all("Project-URL"):
        faults.append("the metadata name no address of the project: set CAPTURE_WIDGETS_HOME to the repository's page")
    relative = re.findall(r"\]\((?![a-z]+://|#)([^)]+)\)", str(facts.get_payload()))
    if relative:
        faults.append(f"links of the README lead nowhere from an index: {', '.join(relative[:3])}")
    return faults


def main() -> int:
    """Say what is wrong; 0 when nothing is."""
    faults = faults_of(Path(sys.argv[1]), os.environ.get("RELEASE_TAG", ""))
    print("\n".join(faults) or "The archives are fit to be published.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
