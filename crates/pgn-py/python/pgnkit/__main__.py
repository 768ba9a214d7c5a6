"""`python -m pgnkit`: the command `pgn` that was installed with the package."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def find_pgn() -> Path | None:
    """The file of the command, from the places where pip puts programs."""
    name = "pgn.exe" if os.name == "nt" else "pgn"
    scheme = sysconfig.get_preferred_scheme("user")
    package = Path(__file__).resolve().parent
    places = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme=scheme),
        # `pip install --target FOLDER`
        package.parent / "bin",
        # `pip install --prefix FOLDER`
        *(parent / folder for parent in package.parents for folder in ("bin", "Scripts")),
    ]
    return next((file for place in places if (file := Path(place, name)).is_file()), None)


def main() -> int:
    """Runs the command in place of this process, or waits for it where that is not possible."""
    pgn = find_pgn()
    if pgn is None:
        print(
            "pgnkit: this build of the package has no command `pgn`; the wheels of releases have "
            "it, and `cargo install pgn-cli` builds it",
            file=sys.stderr,
        )
        return 2
    line = [str(pgn), *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.run(line, check=False).returncode
    os.execv(pgn, line)


if __name__ == "__main__":
    sys.exit(main())
