"""The command `understudy`, also as `python -m understudy`."""

import os
import sys
from pathlib import Path
from typing import NoReturn

BINARY = Path(__file__).with_name("bin") / "understudy"


def main() -> NoReturn:
    """Replaces this process by the binary, so that signals and the exit code are the binary's own."""
    try:
        os.execv(BINARY, ["understudy", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"understudy: cannot run {BINARY}: {error.strerror}. Install the wheel again: pip install --force-reinstall")


if __name__ == "__main__":
    main()
