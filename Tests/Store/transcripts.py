"""The recorded conversations of Tests/EngineTests/Transcripts, sent again: three servers behind HAProxy answer with the same
bytes as one server without a store."""

import base64
import difflib
import glob
import http.client
import json
import os
import re
import subprocess
import time

from fleet import fleet, in_parallel, metric
from harness import Folder, Process, control, free_port

FOLDER = os.path.join(os.path.dirname(__file__), "..", "EngineTests", "Transcripts")
REQUEST = re.compile(r"^([A-Z]+) (/\S*) HTTP/1\.1$")
INSTANT = 1_600_000_000
HOST = "127.0.0.1:8400"


def conversation(path):
    """The requests of a transcript: method, target, headers, body, and the status that was recorded.

    A request ends where its answer begins, and an answer where the next request does.
    """
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    requests, place = [], 0
    while place < len(lines):
        begun = REQUEST.match(lines[place])
        if not begun:
            place += 1
            continue
        place += 1
        headers, body = [], []
        while place < len(lines) and lines[place]:
            name, _, value = lines[place].partition(": ")
            headers.append((name, value))
            place += 1
        place += 1
        while place < len(lines) and not re.match(r"^HTTP/1\.1 \d{3}$", lines[place]):
            body.append(lines[place])
            place += 1
        if place == len(lines):
            break
        status = int(lines[place].split()[1])
        text = "\n".join(body[:-1] if body and not body[-1] else body)
        requests.append((begun.group(1), begun.group(2), headers, text.encode(), status))
        place += 1
    return requests


def send(port, sandbox, method, target, headers, body):
    """Sends a request of a transcript to a sandbox, over a connection of its own. Returns status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        names = {name.lower() for name, _ in headers}
        for name, value in headers:
            connection.putheader(name, value.encode())
        if "host" not in names:
            connection.putheader("Host", HOST)
        connection.putheader("Understudy-Sandbox", sandbox)
        if body and "content-type" not in names:
            # As a browser sends its forms.
            connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        if "content-length" not in names and (body or method == "POST"):
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        # HAProxy writes the names of headers in small letters, and ends connections as it likes.
        fields = [(name.lower(), value) for name, value in answer.getheaders()]
        fields = [field for field in fields if field[0] not in ("date", "connection")]
        return answer.status, fields, answer.read()
    finally:
        connection.close()


def shown(answer):
    """An answer as text. Signatures by ECDSA and PSS are random, and the rest of such a JWT is not."""
    status, fields, body = answer
    text = "\n".join([str(status), *(f"{name}: {value}" for name, value in fields), "",
                      body.decode("utf-8", "replace")])

    def bare(found):
        head = found.group(1) + "=" * (-len(found.group(1)) % 4)
        try:
            algorithm = json.loads(base64.urlsafe_b64decode(head)).get("alg", "")
        except ValueError:
            return found.group(0)
        if algorithm[:2] in ("ES", "PS"):
            return f"{found.group(1)}.{found.group(2)}.…"
        return found.group(0)

    return re.sub(r"\b(eyJ[\w-]+)\.([\w-]+)\.([\w-]+)", bare, text)


class Single(Process):
    """A server without a store."""

    def __init__(self, tool, folder, *options):
        self.port = free_port()
        self.ready = os.path.join(folder, "ready")
        self.command = [
            tool, "serve", "--quiet", "--port", str(self.port), "--ready-file", self.ready, *options]

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1_000):
            if os.path.exists(self.ready):
                return self
            time.sleep(0.02)
        raise AssertionError("the server does not start")


def begin(port, name):
    """Makes the sandbox of a conversation: the seed and the instant are those of the recording."""
    status, problem = control(port, "POST", "/sandboxes", {"id": name, "seed": 1})
    assert status == 201, problem
    status, problem = control(
        port, "POST", f"/sandboxes/{name}/clock", {"set": INSTANT, "freeze": True})
    assert status == 200, problem


def transcripts(tool, most=None):
    """Sends each conversation to one server and to three, and compares the answers.

    - most: how many conversations; all without it.
    """
    paths = sorted(glob.glob(os.path.join(FOLDER, "*.http")))
    if most:
        # Every nth: of each provider some.
        paths = paths[:: max(1, len(paths) // most)]
    options = ["--seed", "1"]
    with Folder() as folder, Single(tool, folder, *options) as single, \
            fleet(tool, *options) as (_, servers, balancer):

        def compare(path):
            """Returns how many requests there were, and how many got the status that was recorded."""
            name = os.path.basename(path).removesuffix(".http")
            sandbox = re.sub(r"[^a-z0-9-]", "-", name.lower())[:60]
            begin(single.port, sandbox)
            begin(balancer.port, sandbox)
            count = recorded = 0
            for method, target, headers, body, status in conversation(path):
                one = shown(send(single.port, sandbox, method, target, headers, body))
                three = shown(send(balancer.port, sandbox, method, target, headers, body))
                assert one == three, f"{name}: {method} {target}\n" + "\n".join(
                    difflib.unified_diff(one.split("\n"), three.split("\n"), "one", "three", lineterm=""))
                count += 1
                recorded += one.startswith(f"{status}\n")
            return count, recorded

        results = in_parallel([(path,) for path in paths], compare, 4)
        count, recorded = (sum(column) for column in zip(*results))
        shares = [metric(server, "understudy_store_appends_total") for server in servers]
        conflicts = sum(metric(server, "understudy_store_conflicts_total") for server in servers)
    assert min(shares) > count / 20, f"a server has answered next to nothing: {shares}"
    # Some conversations were recorded with other quirks or clients: they differ from the recording at both.
    assert recorded > count * 0.5, (count, recorded)
    print(
        f"transcripts: {len(paths)} conversations with {count} requests, {sum(shares) - conflicts} changes: three servers answer "
        f"as one, and {100 * recorded // count} % with the recorded status")
