"""Servers of the tool, stores and a balancer, for the tests of `--store`. Everything listens on the loopback, and what was
started is stopped by its process."""

import base64
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

CLIENT = "web"
SECRET = "understudy-secret-0123456789"
CALLBACK = "http://127.0.0.1:7999/cb"
DISCOVERY = "/standard/.well-known/openid-configuration"
BASIC = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Folder:
    """A folder for one test."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="understudy-store-")
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Process:
    """A process that ends with the block that started it."""

    process = None

    def kill(self):
        self.stop(signal.SIGKILL)

    def stop(self, by=signal.SIGTERM):
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(by)
        code = self.process.wait(timeout=30)
        self.process = None
        return code

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGKILL)


class Server(Process):
    """`understudy serve` at a port that stays the same when it starts again."""

    def __init__(self, tool, store, folder, *options, port=None, environment=None):
        self.command = [tool, "serve", "--store", store, *options]
        self.port = port or free_port()
        self.folder = folder
        self.environment = environment

    def start(self, wait=30):
        ready = os.path.join(self.folder, f"ready-{self.port}")
        if os.path.exists(ready):
            os.remove(ready)
        self.log = os.path.join(self.folder, f"log-{self.port}")
        with open(self.log, "ab") as log:
            # Faketime changes its own environment, and then the tool does not find its arguments: a shell goes first.
            shell = ["sh", "-c", 'exec "$@"', "sh"] if self.environment else []
            self.process = subprocess.Popen(
                shell + self.command + ["--port", str(self.port), "--ready-file", ready],
                stdout=subprocess.DEVNULL, stderr=log,
                env={**os.environ, **(self.environment or {})})
        end = time.monotonic() + wait
        while not os.path.exists(ready):
            if self.process.poll() is not None:
                raise AssertionError(f"the server has ended: {self.said()[-600:]}")
            if time.monotonic() > end:
                raise AssertionError(f"the server does not start: {self.said()[-600:]}")
            time.sleep(0.01)
        return self

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def call(self, *words, **options):
        return call(self.port, *words, **options)


class Redis(Process):
    """A Redis that loses nothing when it is killed, unless it is told otherwise."""

    host = "127.0.0.1"
    # What stands before the command: a network namespace.
    prefix = []

    def __init__(self, folder, *options, port=None, persists=True):
        self.port = port or free_port()
        data = os.path.join(folder, f"redis-{self.port}")
        os.makedirs(data, exist_ok=True)
        self.command = [
            *self.prefix, "redis-server", "--port", str(self.port), "--bind", self.host, "--dir", data,
            "--save", "", "--appendonly", "yes" if persists else "no",
            "--appendfsync", "everysec", *options]
        self.client = [*self.prefix, "redis-cli", "-h", self.host, "-p", str(self.port)]

    @property
    def url(self):
        return f"redis://{self.host}:{self.port}/0"

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            try:
                if self.cli("PING").startswith(("PONG", "NOAUTH")):
                    return self
            except subprocess.CalledProcessError:
                pass
            time.sleep(0.02)
        raise AssertionError("Redis does not start")

    def cli(self, *words):
        return subprocess.run(
            [*self.client, *words], check=True, capture_output=True, text=True).stdout


CONFIGURATION = os.path.join(os.path.dirname(__file__), "..", "..", "docker", "haproxy.cfg")


class HAProxy(Process):
    """HAProxy with docker/haproxy.cfg, at ports of ours.

    With `affinity`, a sandbox stays at one server as it does there; otherwise each request goes to the next server.
    """

    def __init__(self, folder, ports, affinity=False):
        self.port = free_port()
        self.path = os.path.join(folder, "haproxy.cfg")
        with open(CONFIGURATION, encoding="utf-8") as file:
            text = file.read()

        def put(pattern, replacement, text, count):
            text, found = re.subn(pattern, replacement, text, flags=re.MULTILINE)
            assert found == count, f"docker/haproxy.cfg: {pattern} is there {found} times"
            return text

        text = put(r"^  bind :8400$", f"  bind 127.0.0.1:{self.port}", text, 1)
        for name, port in zip(["one", "two", "three"], ports, strict=True):
            text = put(rf"^  server {name} {name}:8400$", f"  server {name} 127.0.0.1:{port}", text, 2)
        if not affinity:
            text = put(r"^  balance hash .*\n  hash-type .*$", "  balance roundrobin", text, 1)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def start(self):
        self.process = subprocess.Popen(
            ["haproxy", "-db", "-f", self.path], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for _ in range(500):
            try:
                if call(self.port, "GET", "/_understudy/health")[0] == 200:
                    return self
            except OSError:
                pass
            time.sleep(0.02)
        raise AssertionError("HAProxy does not start")


class Line:
    """A connection that is kept for the next request, in place of a port."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)


def call(port, method, path, body=None, headers=None, timeout=15):
    """Sends one request to a port, or on a line that is kept. Returns status, headers and body."""
    if isinstance(port, Line):
        connection = port.connection
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    headers = dict(headers or {})
    if isinstance(body, (dict, list)) and headers.get("Content-Type", "").endswith("json"):
        body = json.dumps(body)
    elif isinstance(body, dict):
        body = urllib.parse.urlencode(body)
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    except http.client.HTTPException as error:
        connection.close()
        raise ConnectionError(str(error)) from error
    finally:
        if not isinstance(port, Line):
            connection.close()


JSON = {"Content-Type": "application/json"}


def control(port, method, path, body=None, **options):
    """Calls the control API. Returns status and body."""
    headers = {**(JSON if body is not None else {}), **options.pop("headers", {})}
    status, _, answer = call(port, method, "/_understudy" + path, body, headers, **options)
    return status, json.loads(answer) if answer else None


def sign_in(port, sandbox="default"):
    """Has a person sign in without a page from now on."""
    status, _ = control(
        port, "PUT", f"/sandboxes/{sandbox}/answer", {"sign_in": "alice", "consent": "granted"})
    assert status == 200, status


def base(sandbox):
    return "" if sandbox == "default" else f"/_sandbox/{sandbox}"


AUTHORIZE = "/standard/authorize?" + urllib.parse.urlencode({
    "response_type": "code", "client_id": CLIENT, "redirect_uri": CALLBACK,
    "scope": "openid offline_access", "state": "1"})


def code(port, sandbox="default", **options):
    """Gets a code. Returns nothing if the server does not give one now."""
    status, headers, _ = call(port, "GET", base(sandbox) + AUTHORIZE, **options)
    if status not in (302, 303):
        return None
    query = urllib.parse.urlsplit(headers["Location"]).query
    return urllib.parse.parse_qs(query)["code"][0]


def redeem(port, value, sandbox="default", **options):
    """Redeems a code. Returns status and body."""
    status, _, body = call(port, "POST", base(sandbox) + "/standard/token", {
        "grant_type": "authorization_code", "code": value, "redirect_uri": CALLBACK,
    }, {"Authorization": BASIC}, **options)
    return status, json.loads(body) if body.startswith(b"{") else {}


def refresh(port, token, sandbox="default", **options):
    """Redeems a refresh token. Returns status and body."""
    status, _, body = call(port, "POST", base(sandbox) + "/standard/token", {
        "grant_type": "refresh_token", "refresh_token": token,
    }, {"Authorization": BASIC}, **options)
    return status, json.loads(body) if body.startswith(b"{") else {}


def is_active(port, token, sandbox="default"):
    """Whether the introspection endpoint knows a token."""
    status, _, body = call(
        port, "POST", base(sandbox) + "/standard/introspect", {"token": token},
        {"Authorization": BASIC})
    assert status == 200, (status, body)
    return json.loads(body)["active"]


def seeded():
    """The generator of a run; UNDERSTUDY_SEED repeats it."""
    seed = int(os.environ.get("UNDERSTUDY_SEED") or random.randrange(1 << 32))
    print(f"seed {seed}")
    return random.Random(seed)
