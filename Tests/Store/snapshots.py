"""Snapshots: a log stays short, and all that was in it survives."""

import os
import sqlite3
import subprocess
import time
from contextlib import closing

from faults import refused, until_said
from harness import (
    Folder, Redis, Server, call, code, control, is_active, redeem, refresh, sign_in)

KEPT = 256
INTERVAL = 500


class File:
    """A store in a file, and what is in it."""

    def __init__(self, folder):
        self.url = f"{folder}/store.sqlite"

    def ask(self, query, *values):
        with closing(sqlite3.connect(self.url)) as database, database:
            return database.execute(query, values).fetchall()

    def versions(self, sandbox):
        return [row[0] for row in self.ask(
            "SELECT version FROM entries WHERE sandbox = ? ORDER BY version", sandbox)]

    def snapshot(self, sandbox):
        rows = self.ask("SELECT version FROM snapshots WHERE sandbox = ?", sandbox)
        return rows[0][0] if rows else None


class Stream:
    """The same in a Redis."""

    def __init__(self, redis):
        self.url, self.cli = redis.url, redis.cli

    def versions(self, sandbox):
        # An entry has fields that look like nothing else: only its ID starts with "0-".
        words = self.cli("XRANGE", f"understudy:{{{sandbox}}}:log", "-", "+").splitlines()
        return [int(word[2:]) for word in words if word[:2] == "0-" and word[2:].isdigit()]

    def snapshot(self, sandbox):
        words = self.cli("XRANGE", f"understudy:{{{sandbox}}}:snapshot", "-", "+").splitlines()
        ids = [int(word[2:]) for word in words if word[:2] == "0-" and word[2:].isdigit()]
        assert len(ids) <= 1, ids
        return ids[0] if ids else None


def fill(port, sandbox, count):
    """Adds entries to a log."""
    for turn in range(count):
        status, _ = control(
            port, "PUT", f"/sandboxes/{sandbox}/people/person-{turn % 7}",
            {"password": "password", "name": f"Person {turn}"})
        assert status == 200, status


def until(what, say):
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end, say
        time.sleep(0.02)


def live(port, sandbox):
    """Leaves something of every kind in a sandbox. Returns a function that tells whether it is still there."""
    path = f"/sandboxes/{sandbox}"
    sign_in(port, sandbox)
    assert control(port, "PUT", f"{path}/people/eve", {"password": "password", "name": "Eve"})[0] == 200
    assert control(port, "PUT", f"{path}/providers/standard/quirks", {"with": [], "without": []})[0] == 200
    spent, open_code = code(port, sandbox), code(port, sandbox)
    assert redeem(port, spent, sandbox)[0] == 200
    tokens = redeem(port, code(port, sandbox), sandbox)[1]
    rotated = refresh(port, tokens["refresh_token"], sandbox)[1]
    assert control(port, "POST", f"{path}/checkpoints", {"name": "then"})[0] in (200, 201)
    rule = {"id": "third", "match": {"provider": "standard", "endpoint": "token"}, "skip": 1000,
            "then": {"condition": "code_expired"}}
    assert control(port, "PUT", f"{path}/rules", [rule])[0] == 200
    status, clock = control(port, "POST", f"{path}/clock", {"advance": "PT10S"})
    assert status == 200, (status, clock)

    def check(port):
        assert is_active(port, rotated["access_token"], sandbox)
        people = [person["username"] for person in control(port, "GET", f"{path}/people")[1]]
        assert "eve" in people, people
        assert control(port, "GET", f"{path}/rules")[1][0]["id"] == "third"
        assert [kept["name"] for kept in control(port, "GET", f"{path}/checkpoints")[1]] == ["then"]
        status, answer = redeem(port, spent, sandbox)
        assert status == 400 and "has been used" in answer["error_description"], answer

    def end(port):
        """What can be told once."""
        check(port)
        assert control(port, "POST", f"{path}/checkpoints/then/restore")[0] in (200, 204)
        status, answer = redeem(port, open_code, sandbox)
        assert status == 200, answer
    return check, end


def bounded(tool):
    """A log stays short, and a server that starts finds everything."""
    with Folder() as folder, Redis(folder) as redis:
        for store in (File(folder), Stream(redis)):
            server = Server(tool, store.url, folder, "--quiet")
            with server:
                assert control(server.port, "POST", "/sandboxes", {"id": "box", "seed": 7})[0] == 201
                check, end = live(server.port, "box")
                fill(server.port, "box", INTERVAL + 20)
                until(lambda: store.snapshot("box") == INTERVAL, "there is no snapshot")
                until(lambda: store.versions("box")[0] == INTERVAL - KEPT + 1, "the log is long")
                versions = store.versions("box")
                assert versions == list(range(versions[0], versions[-1] + 1))
                check(server.port)
                # A server that is killed writes no last snapshot: what follows the one that is there is replayed.
                server.kill()
                server.start()
                check(server.port)
                server.stop()
                last = store.versions("box")[-1]
                assert store.snapshot("box") == last, "a server that stops leaves a snapshot"
                server.start()
                check(server.port)
                end(server.port)
    print("bounded: a log is cut after each snapshot, and all that was in it survives")


def behind(tool):
    """A server that has fallen behind what the log still has takes the snapshot."""
    with Folder() as folder, Redis(folder, persists=False) as redis:
        store = Stream(redis)
        with Server(tool, store.url, folder, "--quiet") as one, \
                Server(tool, store.url, folder, "--quiet") as two:
            assert control(one.port, "POST", "/sandboxes", {"id": "box"})[0] == 201
            check, _ = live(one.port, "box")
            check(two.port)
            fill(one.port, "box", INTERVAL)
            until(lambda: store.versions("box")[0] > 100, "the log is not cut")
            check(two.port)
            check(one.port)
            # Redis loses all of it: a server that still has the sandbox brings it back.
            sign_in(one.port)
            fill(one.port, "default", INTERVAL + KEPT + 30)
            value = code(one.port)
            redis.cli("DEL", "understudy:{default}:log", "understudy:{default}:snapshot")
            assert redeem(one.port, value)[0] in (200, 503)
            until(lambda: redeem(one.port, value)[0] == 400, "the sandbox does not come back")
            assert store.snapshot("default"), "there is no snapshot"
            until_said(one, "a snapshot is written")
    print("behind: a server that lacks removed entries takes the snapshot, and a lost log comes back")


def cut(tool):
    """A snapshot that is cut or changed is never used, not even in part."""
    with Folder() as folder:
        store = File(folder)
        server = Server(tool, store.url, folder, "--quiet")
        with server:
            sign_in(server.port)
            value = code(server.port)
            fill(server.port, "default", INTERVAL)
            until(lambda: store.snapshot("default"), "there is no snapshot")
        whole, = store.ask("SELECT snapshot FROM snapshots")[0]
        places = sorted({*range(0, len(whole), max(1, len(whole) // 8)), 1, len(whole) - 1})
        bad = [whole[:place] for place in places]
        bad += [whole[:place] + "7" + whole[place + 1:] for place in places[1:] if whole[place] != "7"]
        for text in bad:
            store.ask("UPDATE snapshots SET snapshot = ?", text)
            said = refused(tool, "--store", store.url)
            assert "The snapshot" in said and "damaged" in said, said
        store.ask("UPDATE snapshots SET snapshot = ?", whole)
        with server:
            assert redeem(server.port, value)[0] == 200
    print(f"cut: a snapshot that is damaged in {len(bad)} ways is refused each time")


def format_one(tool):
    """A file of the first format has no snapshots: it is taken over."""
    with Folder() as folder:
        store = File(folder)
        with Server(tool, store.url, folder, "--quiet") as server:
            check, end = live(server.port, "default")
        store.ask("DROP TABLE snapshots")
        store.ask("PRAGMA user_version = 1")
        with Server(tool, store.url, folder, "--quiet") as server:
            check(server.port)
            end(server.port)
            server.stop()
        assert store.ask("PRAGMA user_version") == [(2,)] and store.snapshot("default")
    print("format one: a file of an earlier version is taken over")


def others(tool):
    """A server with other providers takes the snapshot, and says so."""
    with Folder() as folder:
        store = File(folder)
        cast = f"{folder}/cast.json"
        with open(cast, "w", encoding="utf-8") as file:
            file.write('{"schema": 1, "kind": "cast", "people": '
                       '[{"username": "newcomer", "password": "password"}]}')
        port = None
        with Server(tool, store.url, folder, "--quiet") as server:
            check, end = live(server.port, "default")
            port = server.port
            server.stop()
        with Server(tool, store.url, folder, "--quiet", "--cast", cast, port=port) as server:
            check(server.port)
            end(server.port)
            until_said(server, "The snapshot is taken as it is")
        # A sandbox that keeps the server's cast follows the server.
        store = File(f"{folder}")
        os.remove(store.url)
        with Server(tool, store.url, folder, "--quiet") as server:
            sign_in(server.port)
            server.stop()
        with Server(tool, store.url, folder, "--quiet", "--cast", cast) as server:
            people = control(server.port, "GET", "/sandboxes/default/people")[1]
            assert "newcomer" in [person["username"] for person in people]
    print("others: a server with other providers or another cast takes the snapshot, and says so")


def moves(tool):
    """A sandbox with a snapshot goes from a file to a Redis, and back."""
    def understudy(store, *words, out=None):
        done = subprocess.run(
            [tool, "store", *words, "--store", store], capture_output=out is None, text=True,
            stdout=out, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with Folder() as folder, Redis(folder, persists=False) as redis:
        file, stream = File(folder), Stream(redis)
        with Server(tool, file.url, folder, "--quiet") as server:
            assert control(server.port, "POST", "/sandboxes", {"id": "box"})[0] == 201
            check, end = live(server.port, "box")
            fill(server.port, "box", INTERVAL)
            server.stop()
        path = f"{folder}/box.ndjson"
        for source, goal in [(file, stream), (stream, file)]:
            with open(path, "w", encoding="utf-8") as out:
                understudy(source.url, "export", "box", out=out)
            with open(path, encoding="utf-8") as text:
                assert len(text.readlines()) < KEPT
            understudy(source.url, "rm", "box")
            assert "box: " in understudy(goal.url, "import", path)
            assert goal.snapshot("box") and goal.versions("box")
            with Server(tool, goal.url, folder, "--quiet") as server:
                check(server.port)
            understudy(goal.url, "compact")
        with Server(tool, file.url, folder, "--quiet") as server:
            end(server.port)
    print("moves: a sandbox with a snapshot leaves one kind of store and enters another")


ALL = [bounded, behind, cut, format_one, others, moves]
