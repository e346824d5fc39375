"""What an administrator sets for all sandboxes, and who looks at the servers that share a store."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

from faults import until_said
from harness import Folder, Redis, Server, code, control, redeem, sign_in

PART = {
    "cast": {"people": [{"username": "carol", "password": "caterpillar"}]},
    "with": ["vk.documented-denial"],
    "scenarios": [{"id": "no-codes", "title": "No code is good", "rules": [
        {"match": {"endpoint": "token"}, "then": {"condition": "code_expired"}}]}],
}


def people(server, sandbox):
    return [person["username"] for person in control(server.port, "GET", f"/sandboxes/{sandbox}/people")[1]]


def put(server, name, part):
    status, answer = control(server.port, "PUT", f"/configuration/{name}", part)
    assert status == 200, answer


def make(server, sandbox, **more):
    status, answer = control(server.port, "POST", "/sandboxes", {"id": sandbox, **more})
    assert status == 201, answer


def configuration(tool):
    """People, scenarios and quirks for all sandboxes reach all servers, survive restarts, and are never lost between two writers."""
    with Folder() as folder, Redis(folder) as store:
        with Server(tool, store.url, folder) as one, Server(tool, store.url, folder) as two:
            make(one, "before")
            put(one, "team", PART)
            make(two, "during", answer={"sign_in": "alice", "consent": "granted"})
            assert "carol" in people(one, "during") and "carol" not in people(one, "before")
            # A rule that names the scenario means at each server what it meant when it came.
            status, rules = control(two.port, "POST", "/sandboxes/before/rules", {"scenario": "no-codes"})
            assert status == 201, rules
            changed = {**PART, "scenarios": [{**PART["scenarios"][0], "rules": [
                {"match": {"endpoint": "token"}, "then": {"condition": "code_reused"}}]}]}
            put(two, "team", changed)
            for server in (one, two):
                shown = control(server.port, "GET", "/sandboxes/before/rules")[1]
                assert [rule["then"] for rule in shown] == [{"condition": "code_expired"}], shown
            # Both write at the same time: neither part is lost.
            for number in range(10):
                put((one, two)[number % 2], f"part-{number}", {"with": ["vk.documented-denial"]})
            names = [part["name"] for part in control(one.port, "GET", "/configuration")[1]]
            assert len(names) == 11, names
            # The store loses it: who knows it writes it again.
            store.cli("DEL", "understudy:{_configuration}:log")
            assert len(control(two.port, "GET", "/configuration")[1]) == 11
            until_said(two, "had lost the configuration")
            assert len(control(one.port, "GET", "/configuration")[1]) == 11
            for name in names[:-1]:
                assert control(two.port, "DELETE", f"/configuration/{name}")[0] == 204
            put(one, "team", PART)
            # While the store is away, it is shown from memory.
            assert "no-codes" in one.call("GET", "/_understudy/scenarios")[2].decode()
            store.kill()
            status, headers, body = one.call("GET", "/_understudy/scenarios")
            assert status == 200 and headers["Understudy-Store"] == "stale" and b"no-codes" in body
            assert control(one.port, "PUT", "/configuration/late", PART)[0] == 503
            store.start()
            end = time.monotonic() + 10
            while one.call("GET", "/_understudy/ready")[0] != 200:
                assert time.monotonic() < end
                time.sleep(0.1)
        # New servers have it, and what was made with it is as it was.
        with Server(tool, store.url, folder, "--max-sandboxes", "3") as late:
            assert "carol" in people(late, "during")
            assert redeem(late.port, code(late.port, "during"), "during")[0] == 200
            make(late, "after", rules={"scenario": "no-codes"})
            assert "carol" in people(late, "after")
            assert control(late.port, "POST", "/sandboxes", {})[0] == 503, "the configuration is no sandbox"
        # It goes from one store to another.
        other = f"{folder}/other.sqlite"
        exported = subprocess.run(
            [tool, "store", "export", "_configuration", "--store", store.url], check=True, capture_output=True)
        path = f"{folder}/configuration.ndjson"
        with open(path, "wb") as file:
            file.write(exported.stdout)
        subprocess.run([tool, "store", "import", path, "--store", other], check=True, capture_output=True)
        server = Server(tool, other, folder)
        with server:
            make(server, "after")
            assert "carol" in people(server, "after")
            put(server, "more", {"cast": {"people": [{"username": "dave", "password": "x"}]}})
            server.kill()
            server.start()
            make(server, "again")
            assert {"carol", "dave"} <= set(people(server, "again"))
    print("configuration: it reaches all servers and survives, and each sandbox keeps what it was made with")


class Screen:
    """`understudy top` on a terminal of 20 lines and 90 columns."""

    def __init__(self, tool, *urls):
        self.terminal, self.end = pty.openpty()
        termios.tcsetwinsize(self.end, (20, 90))
        self.before = termios.tcgetattr(self.end)
        self.process = subprocess.Popen([tool, "top", *urls], stdin=self.end, stdout=self.end, stderr=subprocess.PIPE)
        self.text = ""

    def read(self, seconds=0.1):
        while select.select([self.terminal], [], [], seconds)[0]:
            with contextlib.suppress(OSError):
                self.text += os.read(self.terminal, 1 << 16).decode()

    def until(self, pattern):
        end = time.monotonic() + 15
        while not re.search(pattern, self.text, re.DOTALL):
            assert time.monotonic() < end, (pattern, self.text[-800:])
            self.read()

    def leave(self, act):
        """Ends it. The terminal must be as it was."""
        act()
        assert self.process.wait(timeout=10) == 0, self.process.stderr.read()
        self.read()
        assert self.text.endswith("\x1b[?25h\x1b[?1049l"), self.text[-80:]
        assert termios.tcgetattr(self.end) == self.before, "the terminal is not as it was"
        os.close(self.end)
        os.close(self.terminal)
        self.process.stderr.close()


def top(tool):
    """`understudy top` on a terminal: it shows what servers do, and leaves the terminal as it was."""
    with Folder() as folder, Redis(folder, persists=False) as store, \
            Server(tool, store.url, folder, "--quiet") as one, Server(tool, store.url, folder, "--quiet") as two:
        sign_in(one.port)
        urls = [f"http://127.0.0.1:{server.port}" for server in (one, two)]
        screen = Screen(tool, *urls)
        screen.until(r"\x1b\[\?1049h.*" + re.escape(urls[0]) + r" +ready")
        screen.until("default")
        for _ in range(10):
            redeem(two.port, code(one.port))
        # Requests of the last second at one of them.
        screen.until(re.escape(urls[1]) + r" +ready +[1-9]")
        two.kill()
        screen.until(re.escape(urls[1]) + r" +no answer")
        for frame in screen.text.split("\x1b[H")[1:]:
            lines = re.sub(r"\x1b\[[?0-9]*[A-Za-z]", "", frame).split("\r\n")
            assert len(lines) < 20 and all(len(line) <= 90 for line in lines), lines
        screen.leave(lambda: os.write(screen.terminal, b"q"))
        for act in [
            lambda screen: os.write(screen.terminal, b"\x03"), lambda screen: screen.process.send_signal(signal.SIGTERM),
            lambda screen: screen.process.send_signal(signal.SIGINT)]:
            screen = Screen(tool, urls[0])
            screen.until("ready")
            screen.leave(lambda: act(screen))
        store.kill()
        printed = subprocess.run([tool, "top", urls[0]], capture_output=True, text=True)
        assert printed.returncode == 0 and "not ready" in printed.stdout and "can't be reached" in printed.stdout, printed
        assert "\x1b" not in printed.stdout
    print("top: it shows servers as they are, and leaves the terminal as it was")


ALL = [configuration, top]
