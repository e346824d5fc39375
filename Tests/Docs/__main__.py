"""python3 Tests/Docs TOOL [PAGE…]: tries each block of the pages, and says of each that is not tried why."""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import links
import page
import reference
import shell

ROOT = Path(__file__).resolve().parents[2]

def main(tool: str, names: list[str]) -> int:
    os.chdir(ROOT)
    everything = [Path("README.md"), *sorted(Path("docs").rglob("*.md"))]
    wrong: list[str] = [] if names else reference.outdated(tool)
    chosen = [Path(name) for name in names] or everything
    pages = []
    for path in chosen:
        try:
            pages.append(page.read(path))
        except page.Mistake as mistake:
            wrong.append(str(mistake))

    with tempfile.TemporaryDirectory(prefix="understudy-docs-") as folder:
        (Path(folder) / "understudy").symlink_to(Path(tool).resolve())
        # As in a terminal, where curl draws no meter.
        (Path(folder) / ".curlrc").write_text("no-progress-meter\n")
        # The pages' tool is `understudy`, and nobody's settings reach it.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_")}
        environment |= {"PATH": f"{folder}:{environment['PATH']}", "CHECKOUT": str(ROOT), "LC_ALL": "C.UTF-8"}
        environment |= {"CURL_HOME": folder}
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for each, found in zip(pages, threads.map(lambda one: shell.try_page(one, ROOT, environment), pages)):
                wrong += found
                print(f"test-docs: {summary(each)}", flush=True)

    wrong += links.broken(chosen, ROOT)
    if not names:
        documentation = [each for each in everything if each.parts[0] == "docs"]
        wrong += links.unlinked(documentation, Path("docs/README.md"))
        wrong += links.not_once(documentation, Path("docs/llms.txt"))
    print("".join(f"{each}\n" for each in wrong), end="", file=sys.stderr)
    print(f"test-docs: {len(pages)} pages, {len(wrong)} mistakes")
    return 1 if wrong else 0


def summary(each: page.Page) -> str:
    words = {"run": "run", "compare": "compared", "file": "written", "excerpt": "held against a file", "skip": "not run"}
    counts = {kind: sum(step.kind == kind for step in each.steps) for kind in words}
    line = f"{each.path}: " + (", ".join(f"{n} {words[kind]}" for kind, n in counts.items() if n) or "no blocks")
    return line + "".join(f"\n  line {s.line} is not run: {s.text}" for s in each.steps if s.kind == "skip")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
