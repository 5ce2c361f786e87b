"""Virtual environments with the built program installed, and the build itself.

Nothing is downloaded: libraries and build tools come from the environment that runs the tests. The
new environments see these libraries through a `.pth` file. Unlike the start of an interpreter, this
does not run the `.pth` files in that folder, so an editable install used by the tests themselves
stays invisible.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Environment:
    """A virtual environment and how to run things in it."""

    folder: Path

    @property
    def scripts(self) -> Path:
        """The folder of its commands."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def packages(self) -> Path:
        """Its site-packages folder."""
        variables = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", scheme="venv", vars=variables))

    def run(self, *command: str, cwd: Path | None = None) -> str:
        """Run a command of this environment outside any checkout; return its output."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        result = subprocess.run(
            [self.scripts / command[0], *command[1:]],
            cwd=cwd or self.folder,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def install(self, *what: str) -> None:
        """Install with the running environment's pip, offline."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.folder), "install", "--quiet"]
        offline = ["--no-deps", "--no-index", "--no-build-isolation"]
        subprocess.run([*pip, *offline, *what], check=True, capture_output=True, text=True)


def make_environment(folder: Path) -> Environment:
    """Create a virtual environment that sees the libraries of the running one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    environment = Environment(folder)
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    lines = "".join(f"{path}\n" for path in sorted(libraries))
    (environment.packages / "libraries.pth").write_text(lines, encoding="utf-8")
    return environment


def build(source: Path, kind: str, folder: Path) -> Path:
    """Build a `wheel` or an `sdist` of the tree `source` into `folder`; return the file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, text=True)
    (made,) = folder.iterdir()
    return made
