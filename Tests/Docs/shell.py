"""One page, tried in a folder of its own by one shell."""

import difflib
import os
import re
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from page import Page, Step

# A page that shows the port of `serve` is tried at a free one.
DEFAULT, SECONDS = "127.0.0.1:8400", 180

# In the shell itself and not in a function, where what a step declares would end with it.
START = "set -uo pipefail; status=0; was() { return $status; }\n"
RUN = 'echo {0} >"$STEPS/last"; exec >"$STEPS/{0}.out" 2>&1; set -e; . "$STEPS/{0}.sh"; set +e\n'
COMPARE = 'echo {0} >"$STEPS/last"; exec >"$STEPS/{0}.out" 2>&1; was; . "$STEPS/{0}.sh"; status=$?\n'


def try_page(page: Page, root: Path, environment: dict[str, str]) -> list[str]:
    """What is wrong with the page: each with its place."""
    wrong = [found for step in page.steps if step.kind == "excerpt" and (found := excerpt(page, step, root))]
    with tempfile.TemporaryDirectory(prefix="understudy-docs-") as folder:
        return wrong + run(page, Path(folder), environment)


def run(page: Page, folder: Path, environment: dict[str, str]) -> list[str]:
    steps, work = folder / "steps", folder / "work"
    steps.mkdir()
    work.mkdir()
    port = free_port()
    here = f"127.0.0.1:{port}"
    script = START
    for number, step in enumerate(page.steps):
        if step.kind == "file":
            script += f"mkdir -p \"$(dirname '{step.name}')\"; cp '{steps}/{number}.sh' '{step.name}'\n"
        elif step.kind in ("run", "compare"):
            script += (RUN if step.kind == "run" else COMPARE).format(number)
        else:
            continue
        (steps / f"{number}.sh").write_text(step.text.replace(DEFAULT, here))
    script += 'echo end >"$STEPS/last"\n'

    own = {"STEPS": str(steps), "FREE_PORT": str(port), "XDG_DATA_HOME": str(folder / "data"), "TMPDIR": str(folder)}
    shell = subprocess.Popen(
        ["bash", "-c", script], cwd=work, env=environment | own, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    late = False
    try:
        shell.wait(SECONDS)
    except subprocess.TimeoutExpired:
        late = True
    finally:
        # Servers that the page started are in the shell's group, and end with the page.
        for each in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(shell.pid, each)
                shell.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass

    def printed(number: int) -> str:
        file = steps / f"{number}.out"
        return file.read_text(errors="replace").replace(here, DEFAULT) if file.exists() else ""

    last = (steps / "last").read_text().strip() if (steps / "last").exists() else "0"
    wrong = []
    for number, step in enumerate(page.steps):
        if step.kind == "compare" and (last == "end" or number < int(last)):
            if difference := compare(step.expected, printed(number)):
                wrong.append(f"{page.path}:{step.line}: it prints something else\n{difference}")
    if last != "end":
        step = page.steps[int(last)]
        why = f"not done after {SECONDS} seconds" if late else "it fails"
        wrong.append(f"{page.path}:{step.line}: {why}\n{indented(printed(int(last)))}")
    return wrong


def compare(expected: str, actual: str) -> str:
    """Nothing where they agree. `…` stands for whatever a line has there, a line of `…` for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else ".*?".join(map(re.escape, line.rstrip().split("…"))) + r"[ \r]*\n"
        for line in expected.splitlines()
    )
    actual = actual if actual.endswith("\n") or not actual else actual + "\n"
    if re.fullmatch(pattern, actual):
        return ""
    lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "the page", "printed", lineterm="", n=2)
    return indented("\n".join(lines))


def excerpt(page: Page, step: Step, root: Path) -> str:
    """Whether the block's lines stand in the file, one behind another, however far they are indented."""
    wanted = "\n".join(line.strip() for line in step.text.strip().splitlines())
    file = root / step.name
    if file.exists() and wanted in "\n".join(line.strip() for line in file.read_text().splitlines()):
        return ""
    return f"{page.path}:{step.line}: {step.name} {'reads otherwise' if file.exists() else 'is not there'}"


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines()[-60:])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
