"""A client that crashes has not refused anything: nothing turns green by it."""

import sys
from pathlib import Path

import pytest

from examination import HERE, examine

PROGRAMS = HERE / "programs"
WAYS = ["exception", "exit", "kill", "answer-500"]


@pytest.mark.parametrize("how", WAYS)
def test_native_app(tmp_path: Path, how: str) -> None:
    checks = ["code-state-mismatch", "code-state-missing", "code-duplicate-params", "code-error-access_denied"]
    checks += ["code-error-server_error", "code-error-and-code", "code-injection", "code-2k", "code-unknown-params"]
    checks += ["token-error-invalid_grant", "token-html-200", "token-reset"]
    program = str(PROGRAMS / "crashing_native.py")
    run = examine(
        tmp_path, "--profile", "native-code", "--only", ",".join(checks), "--", sys.executable, program, how
    )  # fmt: skip
    verdicts = run.verdicts
    assert verdicts.pop("code-happy") == "pass", run.text
    assert set(verdicts) == set(checks)
    assert "pass" not in verdicts.values(), run.text
    assert run.code == 1


@pytest.mark.parametrize("how", WAYS)
def test_website(tmp_path: Path, how: str) -> None:
    checks = ["rp-idt-iss", "rp-idt-nonce-wrong", "rp-idt-exp-past", "rp-login-csrf", "rp-error-xss", "rp-idt-absent"]
    address = ["--start-url", "http://127.0.0.1:{port}/login", "--probe-url", "/me"]
    program = str(PROGRAMS / "crashing_website.py")
    run = examine(
        tmp_path, "--profile", "web-rp", "--only", ",".join(checks), *address, "--", sys.executable, program, how
    )  # fmt: skip
    verdicts = run.verdicts
    assert verdicts.pop("rp-happy-code") == "pass", run.text
    assert set(verdicts) == set(checks)
    assert "pass" not in verdicts.values(), run.text
    assert run.code == 1
