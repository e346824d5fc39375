"""A running server, and what a test asks it for behind the console's back."""

import http.client
import json
import os
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class Server:
    def __init__(self, ready: Path, *options: str) -> None:
        self.ready, self.options = ready, options
        self.token = options[options.index("--control-token") + 1] if "--control-token" in options else None
        self.start(0)

    def start(self, port: int) -> None:
        command = [os.environ["TOOL"], "serve", "--port", str(port), "--ready-file", str(self.ready), "--quiet", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while not self.ready.exists():
            assert self.process.poll() is None and time.monotonic() < end, "the server does not start"
            time.sleep(0.02)
        self.url = json.loads(self.ready.read_text())["url"]
        self.port = urllib.parse.urlsplit(self.url).port

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def restart(self) -> None:
        """Another one takes its place, at its port."""
        self.start(self.port)

    def control(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            f"{self.url}/_understudy{path}", method=method, data=None if body is None else json.dumps(body).encode()
        )
        request.add_header("Content-Type", "application/json")
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def ask(self, path: str, form: dict[str, str] | None = None, **headers: str) -> int:
        """A client's request: the status that it gets."""
        data = None if form is None else urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers)
        try:
            with urllib.request.build_opener(NoRedirect).open(request, timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def ask_often(self, path: str, times: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        for _ in range(times):
            connection.request("GET", path)
            connection.getresponse().read()
        connection.close()

    def register(self, redirect_uri: str) -> dict[str, str]:
        """A client of `standard`; what an authorization request of it says."""
        self.control(
            "PUT", "/sandboxes/default/clients/standard/app",
            {"name": "The app", "secret": "a-secret", "redirect_uris": [redirect_uri]},
        )
        return {"client_id": "app", "redirect_uri": redirect_uri, "response_type": "code", "scope": "openid"}

    def authorize(self, request: dict[str, str]) -> str:
        return f"{self.url}/standard/authorize?{urllib.parse.urlencode(request)}"

    def refuse(self, code: str = "never-issued") -> int:
        """A token request that is refused."""
        form = {"grant_type": "authorization_code", "code": code, "client_id": "web", "client_secret": "wrong"}
        return self.ask("/standard/token", form)
