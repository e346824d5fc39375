"""TAP as a consumer of it reads it."""

import io

import pytest
from tap.parser import Parser

from recorded import NASTY, breaks, runs, text

FILES = [("report.tap", "report.json"), ("both.tap", "both.json")]


def lines(name: str) -> list:
    found = list(Parser().parse(io.StringIO(text(name))))
    assert not [line for line in found if line.category == "unknown"], "a line that is no TAP"
    return found


@pytest.mark.parametrize("name", [file for file, _ in FILES])
def test_has_version_and_plan(name: str) -> None:
    found = lines(name)
    assert text(name).startswith("TAP version 14\n1..")
    plan = next(line for line in found if line.category == "plan")
    tests = [line for line in found if line.category == "test"]
    assert plan.expected_tests == len(tests)
    assert [test.number for test in tests] == list(range(1, len(tests) + 1))


@pytest.mark.parametrize(("name", "json"), FILES)
def test_says_what_json_says(name: str, json: str) -> None:
    tests = iter(line for line in lines(name) if line.category == "test")
    for run in runs(json):
        for check in run["checks"]:
            test = next(tests)
            assert test.description.endswith(check["id"])
            block = test.yaml_block
            assert block["verdict"] == check["verdict"] and block["clause"] == check["clause"]
            assert [line.split(":")[0] for line in block.get("evidence", [])] == [each["class"] for each in check["evidence"]]
            if check["verdict"] == "skip":
                assert test.skip and test.directive.reason
            elif breaks(check):
                assert not test.ok and not test.todo
                assert block["fix"] == check["fix"] and block["curl"] == check["curl"]
            elif check["verdict"] in ("pass", "warn"):
                assert test.ok and not test.todo
            else:
                assert not test.ok and test.todo
        for id in run["stale"]:
            test = next(tests)
            assert not test.ok and not test.todo and id in test.description
    assert next(tests, None) is None


def test_keeps_nasty_texts() -> None:
    test = next(line for line in lines("report.tap") if line.category == "test" and line.description.endswith("code-2k"))
    for piece in NASTY:
        assert piece in test.yaml_block["reason"]
