"""JUnit XML as CI systems read it."""

from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from lxml import etree

from recorded import NASTY, RECORDED, breaks, runs, text

FILES = [("report.junit.xml", "report.json"), ("both.junit.xml", "both.json")]


@pytest.mark.parametrize("name", [file for file, _ in FILES])
def test_is_valid(name: str) -> None:
    schema = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))
    schema.assertValid(etree.fromstring(text(name).encode()))


@pytest.mark.parametrize(("name", "json"), FILES)
def test_says_what_json_says(name: str, json: str) -> None:
    suites = list(JUnitXml.fromfile(str(RECORDED / name)))
    for suite, run in zip(suites, runs(json), strict=True):
        assert suite.name == run["profile"]
        cases = {case.name: case for case in suite}
        assert suite.tests == len(cases) == len(run["checks"]) + len(run["stale"])
        for check in run["checks"]:
            results = cases[check["id"]].result
            if breaks(check):
                kind = Failure if check["verdict"] == "fail" else Error
                assert [type(result) for result in results] == [kind]
                assert results[0].type == (check["severity"].upper() if kind is Failure else check["verdict"])
                assert check["clause"] in results[0].message
                flat = " ".join(results[0].text.split())
                assert check["fix"] in flat and check["clause"] in flat
                assert all(evidence["class"] in flat for evidence in check["evidence"])
            elif check["verdict"] in ("pass", "warn"):
                assert results == []
            else:
                assert [type(result) for result in results] == [Skipped]
                assert results[0].message
        for id in run["stale"]:
            assert [type(result) for result in cases[f"baseline: {id}"].result] == [Failure]
        reds = sum(breaks(check) for check in run["checks"]) + len(run["stale"])
        assert suite.failures + suite.errors == reds
        assert (reds == 0) == run["green"]


def test_keeps_the_transcript() -> None:
    suite = next(iter(JUnitXml.fromfile(str(RECORDED / "report.junit.xml"))))
    case = next(case for case in suite if case.name == "code-state-mismatch")
    assert "browser → client: GET /cb" in case.system_out and "Host: 127.0.0.1" in case.system_out


def test_keeps_nasty_texts() -> None:
    suite = next(iter(JUnitXml.fromfile(str(RECORDED / "report.junit.xml"))))
    case = next(case for case in suite if case.name == "code-2k")
    for piece in NASTY:
        assert piece in case.result[0].message and piece in case.system_out
