"""What the tests need of the server that runs round them: its person at a browser, and its control API."""

import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

CALLBACK = "http://127.0.0.1:7999/cb"
SECRET = "understudy-secret-0123456789"


def service_key() -> str:
    """The private key of the client `service`, as the documentation publishes it."""
    page = Path(__file__).resolve().parents[2] / "docs" / "client-authentication.md"
    return re.search("-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----\n", page.read_text(), re.DOTALL)[0]


class Understudy:
    def __init__(self) -> None:
        self.tool = os.environ["TOOL"]
        self.http = os.environ["UNDERSTUDY_URL"]
        self.https = os.environ["UNDERSTUDY_HTTPS_URL"]
        self.authority = os.environ["UNDERSTUDY_CA_FILE"]

    def control(self, method: str, path: str, body: dict | None = None, sandbox: str = "default") -> Any:
        request = urllib.request.Request(
            f"{self.http}/_understudy/sandboxes/{sandbox}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def new_sandbox(self, body: dict | None = None) -> dict:
        """A sandbox that is there for one test."""
        request = urllib.request.Request(
            f"{self.http}/_understudy/sandboxes",
            method="POST",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def reset(self) -> None:
        """Nobody has signed in, nothing was allowed, no rule holds."""
        self.control("POST", "/reset")

    def switch(self, sandbox: str, provider: str, *quirks: str) -> None:
        """Switches quirks of a provider on, in a sandbox."""
        self.control("PUT", f"/providers/{provider}/quirks", {"with": list(quirks)}, sandbox)

    def age(self, by: str) -> None:
        """What was issued becomes older by this much, such as PT2H."""
        self.control("POST", "/clock", {"age": by})

    def rule(self, match: dict, then: dict) -> None:
        """The next request that matches is answered in this way."""
        self.control("POST", "/rules", {"match": match, "times": 1, "then": then})

    def refusals(self) -> list[str]:
        """Why requests were refused, the latest last."""
        entries = self.control("GET", "/journal?outcome=refused")
        # A form that is no longer current is refused without a condition.
        return [entry["condition"] for entry in entries if "condition" in entry]

    def visit(
        self,
        url: str,
        person: str = "alice",
        password: str = "wonderland",
        deny: bool = False,
    ) -> str:
        """Goes there, signs in, allows or denies; answers with the place to which the browser is sent."""
        command = [self.tool, "visit", url, "--as", person, "--password", password]
        end = subprocess.run(command + ["--deny"] * deny, capture_output=True, text=True, timeout=30)
        assert end.returncode == (1 if deny else 0), f"{url}: {end.stdout}{end.stderr}"
        return end.stdout.strip()
