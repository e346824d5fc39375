"""What the Swift tests have recorded."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "Tests" / "ExaminerTests" / "Recorded"
NASTY = ["]]>", "<script>alert(1)</script>", "&amp;", "😀", "\\x1b[31m", "\\x00", "\\u202e", "\\ufffe"]


def text(name: str) -> str:
    """As it is: nobody reads line breaks as he likes."""
    return (RECORDED / name).read_bytes().decode()


def runs(name: str) -> list[dict[str, Any]]:
    tree = json.loads(text(name))
    return tree if isinstance(tree, list) else [tree]


def breaks(check: dict[str, Any]) -> bool:
    return check["required"] and not check["known"] and check["verdict"] in ("fail", "inconclusive", "error")
