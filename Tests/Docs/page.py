"""A page of Markdown as the steps that a reader would take."""

import re
from dataclasses import dataclass, field
from pathlib import Path

# A comment that says what becomes of the block behind it, or a step that a reader does not see.
MARKERS = ("run", "file", "to", "of", "excerpt", "not run", "generated")
FENCE = re.compile(r"^(`{3,})(\S*)\s*$")
COMMENT = re.compile(r"^<!-- ([a-z ]+?)(?:: ?|\n)(.*?)\s*-->", re.DOTALL | re.MULTILINE)


class Mistake(Exception):
    """What the page's author has to mend."""


@dataclass
class Step:
    """One thing to do, in the page's one shell."""

    line: int
    # run: must succeed. compare: what it prints must be `expected`. file: `text` goes into the file `name`.
    # excerpt: `text` stands in the file `name`. skip: `text` is the reason.
    kind: str
    text: str = ""
    name: str = ""
    expected: str = ""


@dataclass
class Page:
    path: Path
    steps: list[Step] = field(default_factory=list)


def read(path: Path) -> Page:
    """The steps of a page, in its order. Throws `Mistake` where nothing says how a block is tested."""
    page = Page(path)
    lines = path.read_text().splitlines()
    marker: tuple[str, str] | None = None
    at = 0
    while at < len(lines):
        start = at + 1
        if fence := FENCE.match(lines[at]):
            end = next((n for n in range(at + 1, len(lines)) if lines[n] == fence[1]), None)
            if end is None:
                raise Mistake(f"{path}:{start}: the block has no end")
            page.steps += steps(path, start, fence[2], "\n".join(lines[at + 1 : end]) + "\n", marker)
            marker, at = None, end
        elif lines[at].startswith("<!--"):
            end = next((n for n in range(at, len(lines)) if "-->" in lines[n]), at)
            found = COMMENT.match("\n".join(lines[at : end + 1]))
            if found is None or found[1] not in MARKERS:
                raise Mistake(f"{path}:{start}: a comment is one of {', '.join(MARKERS)}, with a colon behind it")
            if found[1] == "generated":
                pass
            elif found[1] == "run":
                page.steps.append(Step(start, "run", found[2] + "\n"))
            else:
                marker = (found[1], found[2])
            at = end
        elif lines[at].strip() and marker:
            raise Mistake(f"{path}:{start}: the comment before this line is about a block, and none follows")
        at += 1
    return page


def steps(path: Path, line: int, language: str, text: str, marker: tuple[str, str] | None) -> list[Step]:
    """What a block asks for. Shell code and shell sessions need no marker."""
    kind, value = marker or ("", "")
    if kind == "file":
        return [Step(line, "file", text, name=value)]
    if kind == "to":
        return [Step(line, "run", f"{value} <<'END OF BLOCK'\n{text}END OF BLOCK\n")]
    if kind == "of":
        return [Step(line, "compare", value + "\n", expected=text)]
    if kind == "excerpt":
        return [Step(line, "excerpt", text, name=value)]
    if kind == "not run":
        return [Step(line, "skip", value)]
    if language == "sh":
        return [Step(line, "run", text)]
    if language == "console":
        return session(path, line, text)
    raise Mistake(
        f"{path}:{line}: nothing says how this block ({language or 'of no language'}) is tested; put one of "
        "these before it: <!-- file: NAME -->, <!-- to: COMMAND -->, <!-- of: COMMAND -->, "
        "<!-- excerpt: PATH -->, <!-- not run: REASON -->"
    )


def session(path: Path, line: int, text: str) -> list[Step]:
    """`$ command`, and below it what it prints. A command goes on in lines that are indented by four."""
    found: list[Step] = []
    command = False
    for number, each in enumerate(text.splitlines(), start=line + 1):
        command = each.startswith("$ ") or (command and each.startswith("    "))
        if each.startswith("$ "):
            found.append(Step(number, "compare", each[2:] + "\n"))
        elif not found:
            raise Mistake(f"{path}:{number}: a session begins with a command: $ …")
        elif command:
            found[-1].text += each + "\n"
        else:
            found[-1].expected += each + "\n"
    return found
