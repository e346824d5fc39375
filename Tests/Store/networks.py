"""What lies between servers and Redis: a network that fails, TLS, a cluster, and users with few rights."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time

from faults import refused, until_said
from fleet import metric
from harness import (
    DISCOVERY, Folder, Redis, Server, call, code, control, free_port, is_active, redeem, sign_in)

DOCUMENT = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "shared-server.md")


class Relay:
    """A slow way to a port of this machine: what arrives at either side goes on after a delay."""

    def __init__(self, port):
        self.target, self.delay = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                for pair in [(near, far), (far, near)]:
                    threading.Thread(target=self.pump, args=pair, daemon=True).start()

    def pump(self, source, sink):
        with contextlib.suppress(OSError):
            while chunk := source.recv(1 << 16):
                time.sleep(self.delay)
                sink.sendall(chunk)
        for line in (source, sink):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


class Network:
    """A network namespace with an address of its own, in which Redis runs, and a cable that leads there."""

    name = f"understudy-{os.getpid()}"
    link = f"us{os.getpid()}"
    here, there = "10.213.77.1", "10.213.77.2"
    inside = ("ip", "netns", "exec", name)

    @staticmethod
    def missing():
        """Why there can be no namespace here; nothing if there can."""
        if os.geteuid() != 0:
            return "this needs root"
        if shutil.which("ip") is None:
            return "ip is not installed (iproute2)"
        try:
            with Network():
                return None
        except subprocess.CalledProcessError as error:
            return f"{' '.join(error.cmd)} says: {error.stderr.strip()}"

    @staticmethod
    def run(*words):
        subprocess.run(words, check=True, capture_output=True, text=True)

    def __enter__(self):
        try:
            self.run("ip", "netns", "add", self.name)
            self.run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "far", "netns", self.name)
            self.run("ip", "addr", "add", f"{self.here}/30", "dev", self.link)
            self.run("ip", "link", "set", self.link, "up")
            self.run(*self.inside, "ip", "addr", "add", f"{self.there}/30", "dev", "far")
            self.run(*self.inside, "ip", "link", "set", "far", "up")
            self.run(*self.inside, "ip", "link", "set", "lo", "up")
        except subprocess.CalledProcessError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # The other end of the link goes with it.
        subprocess.run(["ip", "link", "del", self.link], capture_output=True)
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True)

    def unplug(self):
        """Pulls the cable at the other end: nothing arrives any more, and nobody is told."""
        self.run(*self.inside, "ip", "link", "set", "far", "down")

    def plug(self):
        self.run(*self.inside, "ip", "link", "set", "far", "up")

    def deaden(self):
        """Has no way back: what a server sends arrives and is carried out, and the answers are lost."""
        self.run(*self.inside, "ip", "route", "replace", "blackhole", f"{self.here}/32")

    def enliven(self):
        self.run(*self.inside, "ip", "route", "del", "blackhole", f"{self.here}/32")

    def cut(self):
        """Takes the network away on this side: the system says so at once."""
        self.run("ip", "link", "set", self.link, "down")

    def join(self):
        self.run("ip", "link", "set", self.link, "up")

    def redis(self, folder):
        class Far(Redis):
            host = Network.there
            prefix = [*Network.inside]
        return Far(folder, "--protected-mode", "no")


# How long a request may take while the store is away, in seconds: docs/shared-server.md promises it.
PATIENCE = 7


def goes_on(port, seconds=20):
    """Waits until codes are given and redeemed again."""
    end = time.monotonic() + seconds
    while True:
        value = code(port, timeout=PATIENCE)
        if value is not None and redeem(port, value, timeout=PATIENCE)[0] == 200:
            return
        assert time.monotonic() < end, "the server does not find the store again"
        time.sleep(0.1)


def survives(server, name, break_it, mend_it):
    """Breaks the way to the store, and mends it: reads are answered meanwhile, nothing is held up, and no code is good twice."""
    value = code(server.port)
    assert value, name
    break_it()
    # The append comes first, as it takes the longest: its answer may be lost.
    assert redeem(server.port, value, timeout=PATIENCE)[0] == 503, name
    status, headers, _ = server.call("GET", DISCOVERY, timeout=PATIENCE)
    assert status == 200 and headers["Understudy-Store"] == "stale", (name, status)
    assert server.call("GET", "/_understudy/health")[0] == 200
    mend_it()
    goes_on(server.port)
    # The 503 may hide that the code was redeemed: then it is spent.
    status, answer = redeem(server.port, value, timeout=PATIENCE)
    assert status == 200 or "used" in answer["error_description"], (name, answer)
    assert redeem(server.port, value, timeout=PATIENCE)[0] == 400, name


def slow(tool):
    """The way to Redis is slow, and slower than a server waits."""
    with Folder() as folder, Redis(folder) as store, Relay(store.port) as way, \
            Server(tool, f"redis://127.0.0.1:{way.port}/0", folder, "--quiet") as server:
        sign_in(server.port)
        way.delay = 0.2
        begin = time.monotonic()
        assert redeem(server.port, code(server.port))[0] == 200
        assert 0.4 <= time.monotonic() - begin < 8

        def delay(seconds):
            way.delay = seconds

        delay(0)
        survives(server, "slow", lambda: delay(4), lambda: delay(0))
    print("slow: a slow way slows requests down, and one that is too slow holds none up")


def network(tool):
    """The way to Redis is cut, and leads nowhere without a word."""
    why = Network.missing()
    if why:
        print(f"network: skipped, as {why}")
        return
    with Folder() as folder, Network() as wire, wire.redis(folder) as store, \
            Server(tool, store.url, folder, "--quiet") as server:
        sign_in(server.port)
        known = redeem(server.port, code(server.port))[1]["access_token"]
        survives(server, "cut", wire.cut, wire.join)
        survives(server, "half open", wire.unplug, wire.plug)
        survives(server, "no way back", wire.deaden, wire.enliven)

        # Redis starts again meanwhile: the connections that the server has lead nowhere.
        wire.unplug()
        store.kill()
        store.start()
        wire.plug()
        goes_on(server.port)
        assert is_active(server.port, known), "an access token was lost"
    print("network: a cut, a pulled cable and a way without return are survived, and no code is good twice")


# MARK: TLS

def certificate(folder, name, *, by=None, host=None):
    """Makes a key and a certificate by openssl: of a CA, or of a host by that CA. Returns the path without its ending."""
    path = os.path.join(folder, name)
    new = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
           "-subj", f"/CN={name}", "-keyout", f"{path}.key"]
    if by is None:
        words = [*new, "-x509", "-days", "2", "-out", f"{path}.pem"]
    else:
        words = [*new, "-x509", "-CA", f"{by}.pem", "-CAkey", f"{by}.key", "-days", "2",
                 "-addext", f"subjectAltName={host}", "-out", f"{path}.pem"]
    subprocess.run(words, check=True, capture_output=True)
    return path


class SecureRedis(Redis):
    def __init__(self, folder, pair, authority):
        super().__init__(folder, persists=False)
        tls = ["--tls-port", str(self.port), "--tls-cert-file", f"{pair}.pem", "--tls-key-file",
               f"{pair}.key", "--tls-ca-cert-file", f"{authority}.pem", "--tls-auth-clients", "no"]
        self.command[self.command.index("--port") + 1] = "0"
        self.command += tls
        self.client += ["--tls", "--insecure"]

    @property
    def url(self):
        return f"rediss://127.0.0.1:{self.port}/0"


def tls(tool):
    """Redis speaks TLS, and its certificate is checked."""
    with Folder() as folder:
        ours, other = certificate(folder, "ours"), certificate(folder, "other")
        right = certificate(folder, "right", by=ours, host="IP:127.0.0.1,DNS:localhost")
        wrong = certificate(folder, "wrong", by=ours, host="DNS:redis.example")
        with SecureRedis(folder, right, ours) as store:
            trusted = f"{store.url}?ca={ours}.pem"
            with Server(tool, trusted, folder, "--quiet") as one, \
                    Server(tool, trusted, folder, "--quiet") as two:
                sign_in(one.port)
                assert redeem(two.port, code(one.port))[0] == 200
                # Longer than the server waits for an answer: a connection that rests is not broken.
                time.sleep(2.5)
                failures = [metric(server, "understudy_store_failures_total") for server in (one, two)]
                assert redeem(two.port, code(one.port))[0] == 200 and failures == [0, 0], failures
                clients = store.cli("INFO", "stats")
                assert int(re.search(r"total_connections_received:(\d+)", clients).group(1)) < 40
                store.kill()
                assert one.call("GET", DISCOVERY)[1]["Understudy-Store"] == "stale"
                store.start()
                # Nothing was kept on its disk: what the servers know is written again.
                goes_on(one.port)
            assert "no TLS" in refused(tool, "--store", f"{store.url}?ca={other}.pem")
            assert "no TLS" in refused(tool, "--store", store.url)
            refused(tool, "--store", f"redis://127.0.0.1:{store.port}/0")
        with SecureRedis(folder, wrong, ours) as store:
            assert "no TLS" in refused(tool, "--store", f"{store.url}?ca={ours}.pem")
        with Redis(folder, persists=False) as store:
            plain = store.url.replace("redis:", "rediss:")
            assert "no TLS" in refused(tool, "--store", f"{plain}?ca={ours}.pem")
    print("TLS: a Redis with the right certificate is used, and others are refused")


# MARK: Cluster

class Node(Redis):
    def __init__(self, folder):
        self.bus = free_port()
        super().__init__(
            folder, "--cluster-enabled", "yes", "--cluster-port", str(self.bus),
            "--cluster-node-timeout", "2000", "--cluster-require-full-coverage", "no")


@contextlib.contextmanager
def masters(folder):
    """A cluster of three masters, each with a third of the slots."""
    with contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(Node(folder)) for _ in range(3)]
        for index, node in enumerate(nodes):
            first, last = index * 16_384 // 3, (index + 1) * 16_384 // 3 - 1
            node.cli("CLUSTER", "ADDSLOTSRANGE", str(first), str(last))
            if index:
                node.cli("CLUSTER", "MEET", "127.0.0.1", str(nodes[0].port), str(nodes[0].bus))
        end = time.monotonic() + 20
        while not all(
                "cluster_state:ok" in node.cli("CLUSTER", "INFO")
                and "cluster_slots_assigned:16384" in node.cli("CLUSTER", "INFO")
                and "cluster_known_nodes:3" in node.cli("CLUSTER", "INFO") for node in nodes):
            assert time.monotonic() < end, "the cluster does not come about"
            time.sleep(0.1)
        yield nodes


def cluster(tool):
    """Sandboxes are spread over the masters of a Redis Cluster, and servers are sent to the right one."""
    with Folder() as folder, masters(folder) as nodes, \
            Server(tool, nodes[0].url, folder, "--quiet") as one, \
            Server(tool, nodes[2].url, folder, "--quiet") as two:
        names = [f"team-{number}" for number in range(12)]
        for name in names:
            assert control(one.port, "POST", "/sandboxes", {"id": name})[0] == 201
            sign_in(two.port, name)
            value = code(one.port, name)
            assert redeem(two.port, value, name)[0] == 200
            assert redeem(one.port, value, name)[0] == 400
        listed = {box["id"] for box in control(two.port, "GET", "/sandboxes")[1]}
        assert listed == {"default", *names}, listed
        held = [
            node.cli("--raw", "KEYS", "understudy:{team-*}:log").count("team-")
            for node in nodes]
        assert sum(held) == len(names) and all(held), held
        # A master is lost: its sandboxes wait, and the others go on.
        place = {name: int(nodes[0].cli("CLUSTER", "KEYSLOT", f"{{{name}}}")) * 3 // 16_384 for name in names}
        nodes[1].kill()
        end = time.monotonic() + 20
        while any(code(two.port, name) is None for name in names if place[name] != 1):
            assert time.monotonic() < end, "sandboxes of other masters do not go on"
            time.sleep(0.2)
        lost = next(name for name in names if place[name] == 1)
        assert code(two.port, lost) is None
        nodes[1].start()
        while any(code(two.port, name) is None for name in names):
            assert time.monotonic() < end + 20, "the sandboxes of a master that is back do not go on"
            time.sleep(0.2)
    print(f"cluster: {held} sandboxes at three masters; one that is lost stops its own ones only")


# MARK: Users

def rights(tool):
    """A user with the commands of docs/shared-server.md has enough, and one who loses them is told so."""
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    listed = re.search(r"The commands are (.*?)\.\s+There are no scripts", text, re.DOTALL)
    commands = [f"+{word.lower()}" for word in re.findall(r"`([A-Z]+)`", listed.group(1))]
    with Folder() as folder, Redis(folder, persists=False) as store:
        store.cli("ACL", "SETUSER", "mock", "on", ">secret", "~understudy:*", "-@all", *commands)
        place = f"redis://mock:secret@127.0.0.1:{store.port}/1"
        with Server(tool, place, folder) as one, Server(tool, place, folder) as two:
            sign_in(one.port)
            assert control(one.port, "POST", "/sandboxes", {"id": "team"})[0] == 201
            assert redeem(two.port, code(one.port))[0] == 200
            waits(one, two)
            assert control(two.port, "DELETE", "/sandboxes/default/journal")[0] == 204
            assert control(two.port, "DELETE", "/sandboxes/team")[0] == 204
            denied = store.cli("ACL", "LOG")
            assert "mock" not in denied, denied
            value = code(one.port)
            store.cli("ACL", "SETUSER", "mock", "-xadd")
            status, answer = redeem(one.port, value)
            assert status == 503 and "does not let the user" in answer["error_description"], answer
            assert "xadd" in answer["error_description"].lower(), answer
            assert one.call("GET", DISCOVERY)[0] == 200
            store.cli("ACL", "SETUSER", "mock", "+xadd")
            assert redeem(one.port, value)[0] == 200
            for right in ["xadd", "incrby", "zadd"]:
                store.cli("ACL", "SETUSER", "mock", f"-{right}")
                assert right in refused(tool, "--store", place).lower()
                store.cli("ACL", "SETUSER", "mock", f"+{right}")
            # The password is changed while servers run: what is connected stays so.
            value = code(one.port)
            store.cli("ACL", "SETUSER", "mock", "resetpass", ">other")
            store.cli("CLIENT", "KILL", "USER", "mock")
            status, answer = redeem(one.port, value)
            assert status == 503, answer
            assert "password" in json.loads(one.call("GET", "/_understudy/ready")[2])["why"]
            until_said(one, "does not know the user or password")
            store.cli("ACL", "SETUSER", "mock", "resetpass", ">secret")
            goes_on(one.port)
    print("rights: the commands of the documentation are enough, and what is missing is named")


# MARK: Waiting for the journal

def waits(one, two, sandbox="default"):
    """Waits for an entry of the journal at one server, which the other one writes. Returns the seconds that it took."""
    last = control(one.port, "GET", f"/sandboxes/{sandbox}")[1]["journal"]["last"]
    found = []

    def wait():
        status, _, body = call(
            one.port, "GET", f"/_understudy/sandboxes/{sandbox}/journal?after={last}&wait=10")
        found.append((status, json.loads(body), time.monotonic()))

    waiter = threading.Thread(target=wait)
    waiter.start()
    time.sleep(0.4)
    assert not found
    begin = time.monotonic()
    prefix = "" if sandbox == "default" else f"/_sandbox/{sandbox}"
    assert two.call("GET", prefix + DISCOVERY)[0] == 200
    waiter.join()
    status, entries, end = found[0]
    assert status == 200 and len(entries) == 1, found
    assert entries[0]["n"] > last
    return end - begin


def long_polls(tool):
    """A server that waits for the journal is told what another one writes, on a bounded number of connections."""
    with Folder() as folder, Redis(folder, persists=False) as store, \
            Server(tool, store.url, folder, "--quiet") as one, \
            Server(tool, store.url, folder, "--quiet") as two:
        times = sorted(waits(one, two) for _ in range(5))
        assert times[2] < 0.1, times
        # Many sandboxes are waited for at once.
        names = [f"team-{number}" for number in range(40)]
        for name in names:
            assert control(one.port, "POST", "/sandboxes", {"id": name})[0] == 201
        results = []

        def wait(name):
            status, _, body = call(
                one.port, "GET", f"/_understudy/sandboxes/{name}/journal?after=0&wait=10")
            results.append((name, status, len(json.loads(body))))

        waiters = [threading.Thread(target=wait, args=(name,)) for name in names]
        for waiter in waiters:
            waiter.start()
        time.sleep(1)
        blocked = store.cli("INFO", "clients")
        blocked = int(re.search(r"blocked_clients:(\d+)", blocked).group(1))
        assert 0 < blocked <= 16, blocked
        connected = len(store.cli("CLIENT", "LIST").splitlines())
        assert connected < 60, connected
        begin = time.monotonic()
        for name in names:
            assert two.call("GET", f"/_sandbox/{name}{DISCOVERY}")[0] == 200
        for waiter in waiters:
            waiter.join()
        assert time.monotonic() - begin < 5
        assert sorted(results) == sorted((name, 200, 1) for name in names), results
        # Nobody waits any more, so nothing blocks any more.
        end = time.monotonic() + 5
        while "blocked_clients:0" not in store.cli("INFO", "clients"):
            assert time.monotonic() < end
            time.sleep(0.1)
        # Without anything to tell, the time is kept.
        begin = time.monotonic()
        last = control(one.port, "GET", "/sandboxes/default")[1]["journal"]["last"]
        status, _, body = call(
            one.port, "GET", f"/_understudy/sandboxes/default/journal?after={last}&wait=1")
        assert status == 200 and json.loads(body) == [] and 0.9 < time.monotonic() - begin < 2
    print(
        f"long polls: an entry of another server is told after {1000 * times[2]:.0f} ms; 40 sandboxes are waited for on "
        f"{blocked} connections")


ALL = [slow, network, tls, cluster, rights, long_polls]
