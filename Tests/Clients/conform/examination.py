"""One `understudy conform run`, its reports, and what is expected of the program that is examined."""

import json
import os
import subprocess
import xml.etree.ElementTree
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest

HERE = Path(__file__).parent
VERDICTS = {"pass", "fail", "warn", "inconclusive", "skip", "error"}
# A run that breaks something ends with 1. What it breaks in somebody else's program is not for us to pin.
DONE = {0, 1}


def of_debian(package: str) -> str:
    """The version of a package of Debian, as installed."""
    query = ["dpkg-query", "--show", "--showformat=${Version}", package]
    return subprocess.run(query, capture_output=True, text=True, check=True).stdout


def of_pypi(package: str) -> str:
    return metadata.version(package)


@dataclass
class Examination:
    code: int
    text: str
    report: dict
    junit: xml.etree.ElementTree.Element
    tap: list[str]

    @property
    def verdicts(self) -> dict[str, str]:
        return {check["id"]: check["verdict"] for check in self.report["checks"]}


def examine(folder: Path, *arguments: str) -> Examination:
    """Runs `understudy conform run` and reads what it wrote."""
    reports = {form: folder / f"report.{form}" for form in ["json", "junit", "tap"]}
    command = [os.environ["TOOL"], "conform", "run"]
    command += ["--report", ",".join(f"{form}={path}" for form, path in reports.items()), *arguments]
    for _ in range(3):
        end = subprocess.run(command, capture_output=True, text=True, timeout=240)
        text = end.stdout + end.stderr
        wrote = text + (reports["json"].read_text() if reports["json"].exists() else "")
        # A program with a port of its own can find it taken: by any connection, where the port is a dynamic one.
        if "address already in use" not in wrote:
            break
    assert end.returncode in DONE, f"exit code {end.returncode}: {text}"
    return Examination(
        end.returncode,
        text,
        json.loads(reports["json"].read_text()),
        xml.etree.ElementTree.parse(reports["junit"]).getroot(),
        reports["tap"].read_text().splitlines(),
    )


def expect(examination: Examination, name: str, version: str) -> None:
    """Holds a run against what is pinned for a program in `expected/NAME.json`."""
    verdicts = examination.verdicts
    assert set(verdicts.values()) <= VERDICTS
    assert "error" not in verdicts.values(), examination.text
    is_broken = any(check["verdict"] in ("fail", "inconclusive") for check in examination.report["checks"])
    assert examination.code == (1 if is_broken else 0)
    # The reports speak of the same checks.
    assert {case.get("name") for case in examination.junit.iter("testcase")} == set(verdicts)
    assert f"1..{len(verdicts)}" in examination.tap

    pinned = json.loads((HERE / "expected" / f"{name}.json").read_text())
    assert set(pinned) == {"program", "version", "why", "passes", "rest"}
    assert pinned["rest"] == "not pinned"
    if pinned["version"] != version:
        pytest.skip(f"{name} is here in version {version}; what is pinned is of {pinned['version']}")
    unknown = set(pinned["passes"]) - set(verdicts)
    assert not unknown, f"no such check in this run: {unknown}"
    reasons = {check["id"]: f"{check['verdict']}: {check['reason']}" for check in examination.report["checks"]}
    others = {id: reasons[id] for id in pinned["passes"] if verdicts[id] != "pass"}
    assert not others, json.dumps(others, indent=2)


def expect_quotes(examination: Examination) -> None:
    """A certified program fails only by what a specification says, word for word, and nothing about it stays open."""
    open_checks = {
        check["id"]: check["reason"]
        for check in examination.report["checks"]
        if check["verdict"] == "inconclusive" and check["severity"] != "robustness"
    }
    assert not open_checks, json.dumps(open_checks, indent=2)
    for check in examination.report["checks"]:
        if check["verdict"] != "fail":
            continue
        command = [os.environ["TOOL"], "conform", "explain", check["id"]]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert '\n  "' in text.split("\nWhy\n")[0], f"{check['id']} fails without a quote: {check['reason']}"
