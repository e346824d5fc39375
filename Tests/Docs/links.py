"""Links between pages lead somewhere, and each page is reached."""

import re
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
# Pictures for the two colour schemes are HTML.
PICTURE = re.compile(r'\b(?:src|srcset)="([^"\s]+)"')


def broken(pages: list[Path], root: Path) -> list[str]:
    wrong = []
    for page in pages:
        for number, line in enumerate(prose(page), start=1):
            for target in LINK.findall(line) + PICTURE.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                if not file.exists():
                    wrong.append(f"{page}:{number}: {target} leads nowhere")
                elif anchor and anchor not in anchors(file):
                    wrong.append(f"{page}:{number}: {file.resolve().relative_to(root.resolve())} has no heading for #{anchor}")
    return wrong


def unlinked(pages: list[Path], index: Path) -> list[str]:
    """Pages that the index of their folder does not link to. The index of a folder below is a page of the folder above."""
    wrong = []
    for page in pages:
        above = page.parent.parent / "README.md" if page.name == "README.md" else page.parent / "README.md"
        if page != index and page.resolve() not in linked(above if above.is_file() else index):
            wrong.append(f"{above}: no link to {page}")
    return wrong


def not_once(pages: list[Path], index: Path) -> list[str]:
    """Pages that this list names twice or not at all, and what it names that is no page."""
    named = [(index.parent / target).resolve() for target in LINK.findall(index.read_text())]
    wrong = [f"{index}: {page} is named {count} times" for page in pages if (count := named.count(page.resolve())) != 1]
    known = {page.resolve() for page in pages}
    return wrong + [f"{index}: {file} is no page" for file in named if file not in known]


def linked(index: Path) -> set[Path]:
    return {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(index.read_text())}


def anchors(page: Path) -> set[str]:
    return {anchor(line.lstrip("#").strip()) for line in prose(page) if line.startswith("#")}


def anchor(heading: str) -> str:
    """As GitHub names headings."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def prose(page: Path) -> list[str]:
    """The lines, those of blocks emptied."""
    lines, inside = [], False
    for line in page.read_text().splitlines():
        fence = line.startswith("```")
        lines.append("" if inside or fence else line)
        inside ^= fence
    return lines
