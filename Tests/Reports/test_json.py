"""JSON against the schema that ships."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from recorded import ROOT, breaks, runs, text

SCHEMA = json.loads((ROOT / "fixtures" / "checks" / "report.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", ["report.json", "both.json"])
def test_is_valid(name: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(text(name)))] == []


def objects(value: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(value, dict):
        if path[-1:] != ("twins",):
            yield path
        for name, member in value.items():
            yield from objects(member, path + (name,))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from objects(member, path + (index,))


def test_the_schema_knows_each_member() -> None:
    """A member that has another name, in whatever object, is found."""
    tree = json.loads(text("report.json"))
    tried = 0
    for path in objects(tree):
        here = tree
        for part in path:
            here = here[part]
        for name in here:
            changed = copy.deepcopy(tree)
            target = changed
            for part in path:
                target = target[part]
            target[name + "_"] = target.pop(name)
            assert not VALIDATOR.is_valid(changed), (path, name)
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("name", ["report.json", "both.json"])
def test_counts(name: str) -> None:
    for run in runs(name):
        verdicts = [check["verdict"] for check in run["checks"]]
        summary = run["summary"]
        assert summary["total"] == len(verdicts)
        for verdict in ("pass", "fail", "warn", "inconclusive", "skip", "error"):
            assert summary[verdict] == verdicts.count(verdict)
        assert summary["broken"] == sum(map(breaks, run["checks"]))
        assert run["green"] == (summary["broken"] == 0 and not run["stale"] and not run["interrupted"])
