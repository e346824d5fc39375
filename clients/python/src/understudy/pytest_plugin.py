"""The pytest plugin: the fixtures `understudy_server` and `sandbox`, and the journal of a test that fails."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Generator, Iterator, List, Optional

import pytest

from . import _http
from ._errors import UnderstudyError
from ._sandbox import Sandbox
from ._server import Server

ARGUMENTS, OPTIONS, MARKER = "understudy_arguments", "understudy_sandbox", "understudy"
# How many exchanges a failing test shows.
SHOWN = 20

_shared = pytest.StashKey[Server]()
_failure = pytest.StashKey[str]()
_sandboxes = pytest.StashKey[List[Sandbox]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(ARGUMENTS, "Options of `understudy serve`, such as --cast people.json. Not used with UNDERSTUDY_URL.", "args", [])
    parser.addini(OPTIONS, "Options of every sandbox, as a JSON object: docs/sandboxes.md.", "string", "{}")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{MARKER}(**options): options of the test's sandbox, such as seed=7 or answer={{'sign_in': 'alice'}}."
    )


def _start(config: pytest.Config) -> Server:
    """The server at `UNDERSTUDY_URL`, or one with the options of the configuration."""
    return Server(*([] if os.environ.get("UNDERSTUDY_URL") else _arguments(config)))


def _arguments(config: pytest.Config) -> List[str]:
    expected = f"{ARGUMENTS}: expected options of understudy serve as on a command line, such as --seed 1"
    try:
        arguments: List[str] = config.getini(ARGUMENTS)
    except (ValueError, pytest.UsageError) as error:
        raise UnderstudyError(f"{expected}; {error}") from None
    if arguments and not arguments[0].startswith("-"):
        raise UnderstudyError(f"{expected}; found {' '.join(arguments)}")
    return arguments


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says that options of the configuration have no effect at a server that runs already.

    It is a line of the report, as `filterwarnings = error` would make each test fail for a warning.
    """
    try:
        arguments = _arguments(config) if os.environ.get("UNDERSTUDY_URL") else []
    except UnderstudyError as error:
        terminalreporter.write_line(str(error), yellow=True)
        return
    if arguments:
        terminalreporter.write_line(
            f"{ARGUMENTS} ({' '.join(arguments)}) has no effect: UNDERSTUDY_URL names a running server. "
            "Give the options to understudy run, or to understudy serve.",
            yellow=True,
        )


# --- pytest-xdist: the process that starts the workers starts the server for all of them.


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    config = node.config
    # A worker on another machine cannot reach this one's loopback.
    if not node.gateway.spec.popen:
        return
    if _shared not in config.stash and _failure not in config.stash:
        try:
            config.stash[_shared] = _start(config)
        except UnderstudyError as error:
            # Only tests that use the fixture fail.
            config.stash[_failure] = str(error)
    server = config.stash.get(_shared, None)
    node.workerinput["understudy"] = {
        "url": server and server.url,
        "control_token": server and server.control_token,
        "https_url": server and server.https_url,
        "ca_file": server and server.ca_file,
        "proxy_url": server and server.proxy_url,
        "failure": config.stash.get(_failure, None),
    }


def pytest_unconfigure(config: pytest.Config) -> None:
    if server := config.stash.get(_shared, None):
        server.stop()


# --- Fixtures


@pytest.fixture(scope="session")
def understudy_server(pytestconfig: pytest.Config) -> Iterator[Server]:
    """The server of this session: one for all workers of pytest-xdist. It is `UNDERSTUDY_URL`'s, if that is set."""
    shared: Optional[Dict[str, Any]] = getattr(pytestconfig, "workerinput", {}).get("understudy")
    if shared is None:
        with _start(pytestconfig) as server:
            yield server
        return
    if shared["failure"]:
        raise UnderstudyError(shared["failure"])
    server = Server(url=shared["url"], control_token=shared["control_token"])
    server.https_url, server.ca_file, server.proxy_url = shared["https_url"], shared["ca_file"], shared["proxy_url"]
    yield server


@pytest.fixture
def sandbox(understudy_server: Server, request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox for this test. The marker `understudy` and the ini option `understudy_sandbox` set its options."""
    options = _common_options(request.config)
    # The closest marker wins: that of the test, of its class, of its module.
    for marker in reversed(list(request.node.iter_markers(MARKER))):
        if marker.args:
            raise pytest.UsageError(f"expected @pytest.mark.{MARKER}(option=value, …), found {marker.args[0]!r} without a name")
        options.update(marker.kwargs)
    with understudy_server.sandbox(**options) as box:
        request.node.stash.setdefault(_sandboxes, []).append(box)
        yield box


def _common_options(config: pytest.Config) -> Any:
    text = config.getini(OPTIONS)
    try:
        options = json.loads(text)
    except ValueError as error:
        raise pytest.UsageError(f"expected {OPTIONS} to be a JSON object, found {text!r}: {error}") from None
    if not isinstance(options, dict):
        raise pytest.UsageError(f'expected {OPTIONS} to be a JSON object such as {{"seed": 7}}, found {text!r}')
    return options


# --- A test that fails


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" or not report.failed:
        return
    for box in item.stash.get(_sandboxes, []):
        try:
            text = _journal(box)
        except UnderstudyError as error:
            text = f"The journal cannot be read: {error}"
        report.sections.append((f"Understudy's journal of {box.url}", text))


def _journal(box: Sandbox) -> str:
    """The last exchanges, a line each; below a refused one, why it was refused and what to do."""
    entries = box.read_journal(kind="exchange", limit=SHOWN)
    lines = []
    for entry in entries:
        request, response = entry.get("request"), entry.get("response")
        sent = f"{request['method']} {request['target']}" if request else entry.get("endpoint", "")
        # A connection that a rule closed or reset has the status 0.
        answered = f" → {response['status'] or 'no response'}" if response else ""
        outcome = f" · {entry['outcome']}" if entry.get("outcome") else ""
        lines.append(f"{entry['n']}: {sent}{answered}{outcome}")
        for name, value in (("why", entry.get("why")), ("remedy", entry.get("remedy")), ("clause", entry.get("clause"))):
            if value:
                lines.append(f"     {name}: {value}")
    return "\n".join(lines) or f"No request reached this sandbox. Its providers are at {box.url}{_http.path('PROVIDER')}."
