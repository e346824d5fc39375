"""What goes wrong with a store, and what a server makes of it."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from contextlib import closing

from harness import (
    BASIC, CALLBACK, DISCOVERY, Folder, Redis, Server, base, call, code, control, free_port, is_active,
    redeem, sign_in)


def refused(tool, *options, environment=None):
    """Starts a server that must not start. Returns what it says."""
    done = subprocess.run(
        [tool, "serve", "--port", "0", *options], capture_output=True, text=True, timeout=60,
        env={**os.environ, **(environment or {})})
    assert done.returncode == 2, (options, done.returncode, done.stderr)
    lines = [line for line in done.stderr.splitlines() if not line.startswith("waits for")]
    assert len(lines) == 1, lines
    return lines[0]


def until_said(server, words):
    """Waits for a line of the log, which is written by a thread of its own."""
    end = time.monotonic() + 5
    while words not in server.said():
        assert time.monotonic() < end, (words, server.said()[-500:])
        time.sleep(0.05)


def start(tool):
    with Folder() as folder:
        port = free_port()
        assert "can't be reached" in refused(tool, "--store", f"redis://127.0.0.1:{port}/0")
        begin = time.monotonic()
        refused(tool, "--store", f"redis://127.0.0.1:{port}/0", "--store-wait", "1s")
        assert 0.9 < time.monotonic() - begin < 4
        # A store that comes late is waited for.
        server = Server(tool, f"redis://127.0.0.1:{port}/0", folder, "--store-wait", "30s")
        late = Redis(folder, port=port)
        process = subprocess.Popen(
            ["sh", "-c", "sleep 0.5; exec \"$@\"", "sh", *late.command],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with server:
                assert server.call("GET", DISCOVERY)[0] == 200
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        with Redis(folder, "--requirepass", "right", persists=False) as store:
            place = f"127.0.0.1:{store.port}"
            assert "asks for a password" in refused(tool, "--store", f"redis://{place}/0")
            said = refused(tool, "--store", f"redis://:wrong@{place}/0")
            assert "password" in said and "can't be reached" not in said, said
            assert "no database" in refused(tool, "--store", f"redis://:right@{place}/99")
            store_cli = ["redis-cli", "-p", str(store.port), "-a", "right"]
            subprocess.run(
                [*store_cli, "ACL", "SETUSER", "reader", "on", ">pass", "~understudy:*", "+@read",
                 "+time", "+select"], check=True, capture_output=True)
            assert "does not let" in refused(tool, "--store", f"redis://reader:pass@{place}/0")
            with Server(tool, f"redis://:right@{place}/2", folder):
                pass
        for place, words in [
            ("redis://h:no/0", "expected a port"), ("redis://h/x", "number of a database"), ("redis://h/0?x=1", "found ?x="), ("ftp://h/0", "starts with redis://"), ("", "empty text"),
            (f"{folder}/none/s.sqlite", "none/s.sqlite does not exist"), (folder, "is a folder"),
        ]:
            said = refused(tool, "--store", place)
            assert words in said, (place, said)
        other = f"{folder}/other.sqlite"
        with closing(sqlite3.connect(other)) as database, database:
            database.execute("CREATE TABLE mine (a)")
        assert "another program" in refused(tool, "--store", other)
        text = f"{folder}/text.sqlite"
        with open(text, "wb") as file:
            file.write(b"no database" * 400)
        assert "not an SQLite database" in refused(tool, "--store", text)
        mine = f"{folder}/mine.sqlite"
        with Server(tool, mine, folder):
            assert "in use by another process" in refused(tool, "--store", mine)
        with closing(sqlite3.connect(mine)) as database, database:
            database.execute("PRAGMA user_version = 9")
        assert "has the format 9" in refused(tool, "--store", mine)
        assert "--store-sync" in refused(tool, "--store-sync", "always")
        assert "--store-wait" in refused(tool, "--store", mine, "--store-wait", "soon")
        assert "--watch" in refused(tool, "--store", mine, "--watch")
    print("start: each store that can't be used is refused in one sentence")


def lost(tool):
    """The store goes away while the server runs, and comes back."""
    with Folder() as folder, Redis(folder) as store:
        with Server(tool, store.url, folder) as server:
            sign_in(server.port)
            value = code(server.port)
            assert value
            store.kill()
            status, headers, _ = server.call("GET", DISCOVERY)
            assert status == 200 and headers["Understudy-Store"] == "stale", (status, headers)
            status, headers, _ = server.call("GET", "/_understudy/sandboxes/default/clients")
            assert status == 200 and headers["Understudy-Store"] == "stale", (status, headers)
            status, headers, body = call(server.port, "POST", "/standard/token", {
                "grant_type": "authorization_code", "code": value, "redirect_uri": CALLBACK},
                {"Authorization": BASIC})
            assert status == 503 and headers["Retry-After"], (status, body)
            assert json.loads(body)["error"] == "temporarily_unavailable"
            assert server.call("GET", "/_understudy/ready")[0] == 503
            assert server.call("GET", "/_understudy/health")[0] == 200
            assert control(server.port, "PUT", "/sandboxes/default/answer", {})[0] == 503
            status, headers, _ = server.call("DELETE", "/_understudy/sandboxes/default/journal")
            assert status == 503 and headers["Retry-After"], (status, headers)
            for place in ("journal", "journal?wait=1&after=99", "journal/count", "journal/1"):
                status, headers, _ = server.call("GET", f"/_understudy/sandboxes/default/{place}")
                assert status == 503 and headers["Retry-After"], (place, status)
            status, headers, _ = server.call("GET", "/_understudy/sandboxes")
            assert status == 200 and headers["Understudy-Store"] == "stale", (status, headers)
            store.start()
            end = time.monotonic() + 10
            while redeem(server.port, value)[0] != 200:
                assert time.monotonic() < end, "the server does not find the store again"
                time.sleep(0.1)
            status, headers, _ = server.call("GET", DISCOVERY)
            assert status == 200 and headers["Understudy-Store"] is None
            until_said(server, "the store is lost")
            until_said(server, "the store is back")
    print("lost: reads are answered from memory and marked, writes get 503, and all goes on")


def unknown_here(tool):
    """What one server has issued is never refused by another one that does not know of it yet."""
    with Folder() as folder, Redis(folder, persists=False) as store:
        local = ["--quiet", "--store-reads", "local"]
        with Server(tool, store.url, folder, *local) as one, Server(tool, store.url, folder, *local) as two:
            sign_in(one.port)
            for _ in range(5):
                assert two.call("GET", DISCOVERY)[0] == 200
                status, answer = redeem(two.port, code(one.port))
                assert status == 200, answer
                assert is_active(one.port, answer["access_token"])
            # The store goes away before the other server has read what was issued.
            value = code(one.port)
            token = redeem(one.port, code(one.port))[1]["access_token"]
            store.kill()
            assert two.call("GET", DISCOVERY)[0] == 200
            assert redeem(two.port, value)[0] == 503
            for endpoint in ("introspect", "revoke"):
                status, _, body = call(
                    two.port, "POST", f"/standard/{endpoint}", {"token": token}, {"Authorization": BASIC})
                assert status == 503, (endpoint, status, body)
            status, _, _ = two.call("GET", "/standard/userinfo", headers={"Authorization": f"Bearer {token}"})
            assert status == 503, status
    print("unknown here: what may be known to others is asked for, or gets 503")


def half_open(tool):
    """The store does not answer, and does not close its connections."""
    with Folder() as folder, Redis(folder) as store, Server(tool, store.url, folder) as server:
        sign_in(server.port)
        value = code(server.port)
        store.process.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        status, headers, _ = server.call("GET", DISCOVERY)
        assert status == 200 and headers["Understudy-Store"] == "stale"
        assert redeem(server.port, value)[0] == 503
        assert time.monotonic() - begin < 9, "a store that is silent must not hold requests up"
        store.process.send_signal(signal.SIGCONT)
        end = time.monotonic() + 10
        outcome = redeem(server.port, value)
        while outcome[0] == 503:
            assert time.monotonic() < end
            time.sleep(0.1)
            outcome = redeem(server.port, value)
        # The 503 may hide that the code was redeemed: then it is spent, and never good twice.
        assert outcome[0] == 200 or "used" in outcome[1]["error_description"], outcome
        assert redeem(server.port, value)[0] == 400
    print("half open: bounded, and a code is never good twice")


def lost_tail(tool):
    """Redis comes back without its last entries, or without any: they are written again."""
    for options in [(), ("--store-reads", "local")]:
        with Folder() as folder, Redis(folder, persists=False) as store:
            with Server(tool, store.url, folder, *options) as server:
                sign_in(server.port)
                status, answer = redeem(server.port, code(server.port))
                assert status == 200
                store.kill()
                store.start()
                end = time.monotonic() + 10
                while server.call("GET", "/_understudy/ready")[0] != 200:
                    assert time.monotonic() < end
                    time.sleep(0.1)
                assert is_active(server.port, answer["access_token"])
                until_said(server, "written again")
                before = int(store.cli("XLEN", "understudy:{default}:log"))
                assert before >= 4, before
            # Another server finds all of it.
            with Server(tool, store.url, folder) as server:
                assert is_active(server.port, answer["access_token"])
    print("lost tail: what the store has lost is noticed, and written again")


def lagging(tool):
    """Redis comes back in an older state, as a replica that takes over may have it, and is written to at once."""
    with Folder() as folder, Redis(folder, persists=False) as store:
        with Server(tool, store.url, folder) as server:
            sign_in(server.port)
            store.cli("SAVE")
            held = [redeem(server.port, code(server.port)) for _ in range(3)]
            assert all(status == 200 for status, _ in held), held
            store.kill()
            store.start()
            end = time.monotonic() + 10
            while not (late := code(server.port)):
                assert time.monotonic() < end
            held.append(redeem(server.port, late))
            assert held[-1][0] == 200, held[-1]
            log = store.cli("--raw", "XRANGE", "understudy:{default}:log", "-", "+").splitlines()
            versions = [int(line[2:]) for line in log if re.fullmatch("0-[0-9]+", line)]
            assert versions == list(range(1, versions[-1] + 1)), versions
        with Server(tool, store.url, folder) as server:
            assert all(is_active(server.port, answer["access_token"]) for _, answer in held)
    print("lagging: what an older state of the store lacks is written again, before anything is added")


def lost_all(tool):
    """Redis comes back empty: servers write back what they have, whichever is asked, and keep their keys."""
    with Folder() as folder, Redis(folder, persists=False) as store:
        with Server(tool, store.url, folder) as one, Server(tool, store.url, folder) as two:
            for name in ("first", "second"):
                assert control(one.port, "POST", "/sandboxes", {"id": name})[0] == 201
                sign_in(one.port, name)
            assert two.call("GET", base("first") + DISCOVERY)[0] == 200
            keys = one.call("GET", "/standard/jwks")[2]
            _, answer = redeem(one.port, code(one.port, "first"), "first")
            store.kill()
            store.start()
            end = time.monotonic() + 10
            while store.cli("EXISTS", *(f"understudy:{{{name}}}:log" for name in ("first", "second"))) != "2\n":
                assert time.monotonic() < end, "the sandboxes are not written back"
                time.sleep(0.1)
            with Server(tool, store.url, folder) as three:
                for server in (one, two, three):
                    while server.call("GET", "/_understudy/ready")[0] != 200:
                        assert time.monotonic() < end, "the store is back, and the server does not find it"
                        time.sleep(0.1)
                    assert is_active(server.port, answer["access_token"], "first")
                    assert server.call("GET", base("second") + DISCOVERY)[0] == 200
                assert three.call("GET", "/standard/jwks")[2] == keys
            until_said(one, "has lost its content")
    print("lost all: sandboxes and keys are written back into a Redis that comes back empty")


def file_away(tool):
    """Somebody moves the file of a store that is open: the server says so, and goes on when it is back."""
    with Folder() as folder:
        path = f"{folder}/store.sqlite"
        with Server(tool, path, folder) as server:
            sign_in(server.port)
            for away in (True, False):
                names = (path, path + ".away") if away else (path + ".away", path)
                os.rename(*names)
                end = time.monotonic() + 5
                while (code(server.port) is None) != away:
                    assert time.monotonic() < end, away
                    time.sleep(0.1)
                assert server.call("GET", "/_understudy/ready")[0] == (503 if away else 200)
                assert server.call("GET", DISCOVERY)[0] == 200
            until_said(server, "was moved, removed or replaced")
        with Server(tool, path, folder) as server:
            sign_in(server.port)
            os.remove(path + "-wal")
            end = time.monotonic() + 5
            while code(server.port) is not None:
                assert time.monotonic() < end
                time.sleep(0.1)
            until_said(server, "store.sqlite-wal was moved, removed or replaced")
            assert server.call("GET", "/_understudy/ready")[0] == 503
    print("file away: a file that is moved while it is open is noticed, also the log of SQLite beside it")


def other_names(tool):
    """A file has one server, whatever it is called."""
    with Folder() as folder:
        path = f"{folder}/store.sqlite"
        with Server(tool, path, folder) as server:
            sign_in(server.port)
            os.symlink(path, f"{folder}/symbolic.sqlite")
            os.link(path, f"{folder}/hard.sqlite")
            for name in ("symbolic", "hard"):
                said = refused(tool, "--store", f"{folder}/{name}.sqlite")
                assert "in use by another process" in said, said
            os.remove(path + "-lock")
            assert "in use by another process" in refused(tool, "--store", path)
            assert code(server.port)
    print("other names: a file with several names has one server, also without the file of its lock")


def lifetimes(tool):
    """A sandbox ends when nobody has used it for its lifetime, in a file as in Redis."""
    with Folder() as folder, Redis(folder) as store:
        for place in (f"{folder}/store.sqlite", store.url):
            server = Server(tool, place, folder, "--quiet")
            with server:
                for name, lifetime in [("short", "PT3S"), ("used", "PT3S"), ("long", "PT1H")]:
                    assert control(server.port, "POST", "/sandboxes", {"id": name, "lifetime": lifetime})[0] == 201
                end = time.monotonic() + 4.5
                while time.monotonic() < end:
                    # To be listed is no use.
                    listed = {box["id"] for box in control(server.port, "GET", "/sandboxes")[1]}
                    assert server.call("GET", base("used") + DISCOVERY)[0] == 200
                    time.sleep(0.2)
                assert listed == {"default", "used", "long"}, listed
                assert server.call("GET", base("short") + DISCOVERY)[0] == 410
                # A restart starts no lifetime again, and it goes on meanwhile.
                server.stop()
                time.sleep(4.5)
                server.start()
                assert server.call("GET", base("used") + DISCOVERY)[0] in (404, 410)
                assert server.call("GET", base("long") + DISCOVERY)[0] == 200
    print("lifetimes: the same in a file and in Redis")


def refusals(tool):
    """The store answers, and refuses to write."""
    with Folder() as folder, Redis(folder, persists=False) as store:
        with Server(tool, store.url, folder) as server:
            sign_in(server.port)
            value = code(server.port)
            store.cli("CONFIG", "SET", "maxmemory", "1")
            status, answer = redeem(server.port, value)
            assert status == 503 and "no memory left" in answer["error_description"], answer
            assert server.call("GET", DISCOVERY)[0] == 200
            assert server.call("GET", "/_understudy/ready")[0] == 503
            store.cli("CONFIG", "SET", "maxmemory", "0")
            assert server.call("GET", "/_understudy/ready")[0] == 200
            assert redeem(server.port, value)[0] == 200
            value = code(server.port)
            with Redis(folder, persists=False) as other:
                store.cli("REPLICAOF", "127.0.0.1", str(other.port))
                status, answer = redeem(server.port, value)
                assert status == 503, answer
                store.cli("REPLICAOF", "NO", "ONE")
    print("refusals: OOM and READONLY are 503 with the reason, and reads go on")


def damaged(tool):
    """An entry that is cut at any byte is noticed."""
    with Folder() as folder:
        path = f"{folder}/store.sqlite"
        server = Server(tool, path, folder, "--quiet")
        with server:
            sign_in(server.port)
            value = code(server.port)
        with closing(sqlite3.connect(path)) as database, database:
            last, = database.execute("SELECT max(version) FROM entries").fetchone()
            whole, = database.execute(
                "SELECT entry FROM entries WHERE version = ?", (last,)).fetchone()
        cuts = sorted({*range(0, len(whole), max(1, len(whole) // 12)), 1, len(whole) - 1})
        for cut in cuts:
            with closing(sqlite3.connect(path)) as database, database:
                database.execute(
                    "UPDATE entries SET entry = ? WHERE version = ?", (whole[:cut], last))
            said = refused(tool, "--store", path)
            assert "damaged" in said and str(last) in said, said
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE entries SET entry = ? WHERE version = ?", (whole, last))
        with server:
            assert redeem(server.port, value)[0] == 200
    print(f"damaged: an entry cut at {len(cuts)} places is refused each time")


def full_disk(tool):
    """The disk is full: requests that change state get 503, and the rest goes on."""
    with Folder() as folder:
        mount = f"{folder}/small"
        os.mkdir(mount)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount], capture_output=True)
        if done.returncode != 0:
            print("full disk: skipped, as nothing can be mounted here")
            return
        try:
            with Server(tool, f"{mount}/store.sqlite", folder, "--quiet") as server:
                sign_in(server.port)
                known = []
                for _ in range(2_000):
                    value = code(server.port)
                    if value is None:
                        break
                    known.append(value)
                else:
                    raise AssertionError("the disk does not become full")
                status, _, body = server.call("GET", "/standard/userinfo")
                assert status in (401, 503), (status, body)
                assert server.call("GET", DISCOVERY)[0] == 200
                status, answer = redeem(server.port, known[-1])
                assert status == 503 and "full" in answer["error_description"], answer
                assert server.stop() == 0
        finally:
            subprocess.run(["umount", mount], check=True)
    print(f"full disk: {len(known)} codes, then 503 with the reason")


def clocks(tool):
    """The clocks of two servers differ by two hours: the store's clock counts."""
    library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
    if not os.path.exists(library):
        print("clocks: skipped, as libfaketime is not installed")
        return
    with Folder() as folder, Redis(folder) as store:
        def wrong(offset):
            return {"LD_PRELOAD": library, "FAKETIME": offset, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        with Server(tool, store.url, folder, environment=wrong("-1h")) as slow, \
                Server(tool, store.url, folder, environment=wrong("+1h")) as fast:
            sign_in(slow.port)
            for giver, taker in [(slow, fast), (fast, slow)]:
                value = code(giver.port)
                status, answer = redeem(taker.port, value)
                assert status == 200, answer
                assert is_active(giver.port, answer["access_token"])
                now = control(giver.port, "GET", "/sandboxes/default/clock")[1]["now"]
                import calendar
                seconds = calendar.timegm(time.strptime(now, "%Y-%m-%dT%H:%M:%SZ"))
                assert abs(seconds - time.time()) < 5, now
    print("clocks: servers whose clocks differ by two hours agree")


def tokens(tool):
    """Each token with a name commands the sandboxes that it has made, within its quotas."""
    with Folder() as folder, Redis(folder, persists=False) as store:
        path = f"{folder}/tokens"
        with open(path, "w", encoding="utf-8") as file:
            file.write("# name token\n\none aaaaaaaaaaaaaaaa sandboxes=1 people=1\n"
                       "two bbbbbbbbbbbbbbbb\nall cccccccccccccccc administrator\n")
        options = ["--control-token-file", path]
        with Server(tool, store.url, folder, "--quiet", *options) as server, \
                Server(tool, store.url, folder, "--quiet", *options) as other:
            def ask(token, method, place, body=None, at=server):
                return control(
                    at.port, method, place, body, headers={"Authorization": f"Bearer {token * 16}"})
            assert control(server.port, "GET", "/sandboxes")[0] == 401
            assert ask("d", "GET", "/sandboxes")[0] == 401
            assert ask("a", "POST", "/sandboxes", {"id": "first"})[0] == 201
            for at in (server, other):
                status, problem = ask("a", "POST", "/sandboxes", {"id": "second"}, at)
                assert status == 403 and '"sandboxes"' in problem["title"], problem
                assert ask("b", "GET", "/sandboxes/first", at=at)[0] == 403
                assert ask("b", "DELETE", "/sandboxes/first", at=at)[0] == 403
                assert ask("a", "PUT", "/sandboxes/default/answer", {"sign_in": "alice"}, at)[0] == 403
                assert [box["id"] for box in ask("b", "GET", "/sandboxes", at=at)[1]] == []
                assert [box["id"] for box in ask("a", "GET", "/sandboxes", at=at)[1]] == ["first"]
                assert len(ask("c", "GET", "/sandboxes", at=at)[1]) == 2
            person = {"password": "password", "name": "New"}
            assert ask("a", "PUT", "/sandboxes/first/people/new", person)[0] in (200, 201)
            status, problem = ask("a", "PUT", "/sandboxes/first/people/newer", person, other)
            assert status == 403 and '"people"' in problem["title"], problem
            assert ask("a", "PUT", "/sandboxes/first/answer", {"sign_in": "new"}, other)[0] == 200
            assert ask("c", "DELETE", "/sandboxes/first", at=other)[0] == 204
            assert ask("a", "GET", "/sandboxes/first")[0] == 410
        for line, words in [
            ("alone", "a name and a token"), ("short abc", "16 characters"),
            ("name aaaaaaaaaaaaaaaa cats=1", "sandboxes=NUMBER"), ("# nothing", "found none"),
            ("a aaaaaaaaaaaaaaaa\na bbbbbbbbbbbbbbbb", "appears twice"),
            ("a aaaaaaaaaaaaaaaa\nb aaaaaaaaaaaaaaaa", "the same token"),
        ]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(line)
            assert words in refused(tool, *options), line
    print("tokens: each commands its own sandboxes, within its quotas")


class Proxy:
    """Stands between a server and Redis. It can pass a command on and lose the answer."""

    def __init__(self, goal):
        self.goal, self.losing = goal, None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                other = socket.create_connection(("127.0.0.1", self.goal))
            except OSError:
                return
            for pair in [(client, other), (other, client)]:
                threading.Thread(target=self.copy, args=(*pair, pair[0] is client), daemon=True).start()

    def copy(self, source, goal, asks):
        try:
            while data := source.recv(1 << 16):
                lost = self.losing if asks and b"XADD" in data else None
                if lost:
                    self.losing = None
                    # Nothing may pass back: the answer is lost with the machine.
                    plain = socket.create_connection(("127.0.0.1", self.goal))
                    plain.sendall(data)
                    plain.recv(1 << 16)
                    plain.close()
                    lost()
                    break
                goal.sendall(data)
        except OSError:
            pass
        for end in (source, goal):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def failover(tool):
    """Redis fails over while an entry is appended, and the answer is lost: the entry is there once."""
    for has_entry in (True, False):
        with Folder() as folder, Redis(folder) as store, Redis(folder) as spare:
            spare.cli("REPLICAOF", "127.0.0.1", str(store.port))

            def until_length(length):
                end = time.monotonic() + 10
                while int(spare.cli("XLEN", LOG)) != length:
                    assert time.monotonic() < end, "the replica does not follow"
                    time.sleep(0.02)

            proxy = Proxy(store.port)
            with Server(tool, f"redis://127.0.0.1:{proxy.port}/0", folder) as server:
                sign_in(server.port)
                value = code(server.port)
                length = int(store.cli("XLEN", LOG))
                until_length(length)
                if not has_entry:
                    spare.cli("REPLICAOF", "NO", "ONE")

                def fail():
                    if has_entry:
                        until_length(length + 1)
                        spare.cli("REPLICAOF", "NO", "ONE")
                    store.kill()
                    proxy.goal = spare.port

                proxy.losing = fail
                status, answer = redeem(server.port, value)
                assert status == 200, (has_entry, status, answer)
                assert int(spare.cli("XLEN", LOG)) == length + 1, "the entry is there once"
                assert is_active(server.port, answer["access_token"])
                assert redeem(server.port, value)[0] == 400
            proxy.close()
    print("failover: an append whose answer is lost is there once, also where the replica lacked it")


LOG = "understudy:{default}:log"
ALL = [
    tokens, start, lost, unknown_here, half_open, lost_tail, lagging, lost_all, failover, refusals, damaged, full_disk, file_away, other_names,
    clocks]
