"""One server for the session, a sandbox for each test; a failing test says what was refused in it, and why."""

import json
import os
import subprocess
import time

import pytest
import requests
from app import create_app

CLIENT = {
    "provider": "standard", "client_id": "shop", "secret": "a-secret-for-tests-0123456789",
    "redirect_uris": ["http://localhost/callback"],
}  # fmt: skip


@pytest.fixture(scope="session")
def understudy(tmp_path_factory):
    """Where the server listens: the one that is there (understudy run), or one of our own."""
    if url := os.environ.get("UNDERSTUDY_URL"):
        yield url
        return
    ready = tmp_path_factory.mktemp("understudy") / "ready.json"
    server = subprocess.Popen(["understudy", "serve", "--port", "0", "--ready-file", ready, "--quiet"])
    while not ready.exists():
        assert server.poll() is None, "understudy did not start"
        time.sleep(0.01)
    yield json.loads(ready.read_text())["url"]
    server.terminate()
    server.wait()


class Sandbox:
    def __init__(self, understudy):
        settings = {"answer": {"sign_in": "alice"}, "cast": {"clients": [CLIENT]}}
        made = requests.post(f"{understudy}/_understudy/sandboxes", json=settings).json()
        self.commands = f"{understudy}/_understudy/sandboxes/{made['id']}"
        self.issuer = made["providers"]["standard"]

    def command(self, method, path, body):
        answer = requests.request(method, f"{self.commands}/{path}", json=body)
        assert answer.ok, answer.text

    def rule(self, endpoint, then, **more):
        self.command("POST", "rules", {"match": {"endpoint": endpoint}, "then": then, **more})

    def refusals(self):
        return requests.get(f"{self.commands}/journal", params={"outcome": "refused"}).json()


@pytest.fixture
def sandbox(understudy):
    box = Sandbox(understudy)
    yield box
    requests.delete(box.commands)


@pytest.fixture
def browser(sandbox):
    """A browser at our app, which signs in in the test's sandbox."""
    return create_app(sandbox.issuer, CLIENT["client_id"], CLIENT["secret"]).test_client()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.when == "call" and report.failed and (box := item.funcargs.get("sandbox")):
        lines = [
            f"Understudy-Exchange {entry['n']}: {entry['request']['method']} {entry['request']['target']} → "
            f"{entry['response']['status']}\n  why: {entry['why']}\n  remedy: {entry.get('remedy', 'none')}"
            for entry in box.refusals()
        ]
        report.sections.append(("Understudy", "\n".join(lines) or "nothing was refused"))
    return report
