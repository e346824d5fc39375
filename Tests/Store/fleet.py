"""Three servers that share a Redis, behind HAProxy: each code has one winner, and a restart loses no request."""

import collections
import contextlib
import threading
import time

from harness import (
    DISCOVERY, Folder, HAProxy, Line, Redis, Server, call, code, control, redeem, refresh, sign_in)


@contextlib.contextmanager
def fleet(tool, *options, redis=(), affinity=False, persists=False):
    # What Redis loses when it is killed is another test's: a busy disk would only hold the others up.
    with Folder() as folder, Redis(folder, *redis, persists=persists) as store, contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(Server(tool, store.url, folder, "--quiet", *options))
            for _ in range(3)]
        balancer = stack.enter_context(HAProxy(folder, [server.port for server in servers], affinity))
        yield store, servers, balancer


def in_parallel(jobs, work, count):
    """Runs the jobs by as many threads. Returns the results in any order."""
    queue, results, lock = collections.deque(jobs), [], threading.Lock()

    def run():
        while True:
            try:
                job = queue.popleft()
            except IndexError:
                return
            try:
                result = work(*job)
            except Exception as error:  # noqa: BLE001
                result = error
            with lock:
                results.append(result)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, Exception):
            raise result
    return results


PORTION = 1_000


def winners(tool, count):
    """Each code is redeemed through all servers at once, and exactly one of them gives tokens."""
    with fleet(tool) as (_, servers, balancer):
        sign_in(balancer.port)
        codes, history, lock = [], [], threading.Lock()

        def attempt(port, value):
            start = time.monotonic()
            status, _ = redeem(port, value)
            assert status in (200, 400), status
            with lock:
                history.append((value, start, time.monotonic(), status == 200))

        # In portions: a code lives ten minutes.
        while len(codes) < count:
            portion = min(PORTION, count - len(codes))
            drawn = in_parallel([() for _ in range(portion)], lambda: code(balancer.port), 32)
            assert None not in drawn and len(drawn) == portion, "a request for a code failed"
            codes += drawn
            in_parallel([(server.port, value) for value in drawn for server in servers], attempt, 64)
        assert len(set(codes)) == count, (len(set(codes)), count)
        check(history, codes)
        print(f"{count} codes through three servers: one winner each")
        conflicts(servers)


def check(history, codes):
    """Whether the history of each code is that of a register that is taken once.

    Some order of the attempts must exist in which each lies between its start and its end and only the first one wins. It
    exists exactly if one attempt wins, and no other attempt ended before the winner began.
    """
    by_code = collections.defaultdict(list)
    for value, start, end, won in history:
        by_code[value].append((start, end, won))
    for value in codes:
        attempts = by_code[value]
        won = [attempt for attempt in attempts if attempt[2]]
        assert len(won) == 1, (value, attempts)
        for start, end, isWinner in attempts:
            assert isWinner or end >= won[0][0], ("refused before anybody had it", value, attempts)


def conflicts(servers):
    totals = collections.Counter()
    for server in servers:
        for line in server.call("GET", "/_understudy/metrics")[2].decode().splitlines():
            if line.startswith("understudy_store_"):
                name, number = line.split()
                totals[name] += int(number)
    appends = totals["understudy_store_appends_total"]
    print("  per thousand appends: {:.0f} conflicts; {} reads, {} appends, {} replays".format(
        1000 * totals["understudy_store_conflicts_total"] / max(1, appends),
        totals["understudy_store_reads_total"], appends,
        totals["understudy_store_replays_total"]))


def metric(server, name):
    """A counter of a server."""
    for line in server.call("GET", "/_understudy/metrics")[2].decode().splitlines():
        if line.split()[0] == name:
            return int(line.split()[1])
    raise AssertionError(f"there is no metric {name}")


def rolling(tool, seconds):
    """Each server is stopped and started again in turn, under load: no request fails, with docker/haproxy.cfg as it is."""
    with fleet(tool, affinity=True) as (_, servers, balancer):
        sandboxes = ["default"] + [f"team-{number}" for number in range(5)]
        for sandbox in sandboxes[1:]:
            assert control(balancer.port, "POST", "/sandboxes", {"id": sandbox})[0] == 201
        for sandbox in sandboxes:
            sign_in(balancer.port, sandbox)
        stop, failures, done = threading.Event(), [], collections.Counter()

        def work(number):
            sandbox = sandboxes[number % len(sandboxes)]
            # Every other client keeps its connection.
            line = Line(balancer.port) if number % 2 else balancer.port
            # A restart replays all that was done before: a steady load, and not as much as is possible.
            while not stop.wait(0.1):
                try:
                    value = code(line, sandbox)
                    status, answer = redeem(line, value, sandbox)
                    assert status == 200, (status, answer)
                    status, answer = refresh(line, answer["refresh_token"], sandbox)
                    assert status == 200, (status, answer)
                    done[number] += 3
                except Exception as error:  # noqa: BLE001
                    failures.append(repr(error))

        workers = [threading.Thread(target=work, args=(number,)) for number in range(12)]
        for worker in workers:
            worker.start()
        end, restarts = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            for server in servers:
                time.sleep(0.5)
                assert server.stop() == 0
                server.start()
                wait_until_ready(server.port)
                restarts += 1
        stop.set()
        for worker in workers:
            worker.join()
        assert not failures, (len(failures), failures[:5])
        print(f"rolling: {restarts} restarts of three servers, {sum(done.values())} requests, none failed")


def store_away(tool):
    """The store is lost behind the balancer: what only reads is answered all the same, and all goes on afterwards."""
    with fleet(tool, affinity=True, persists=True) as (store, _, balancer):
        sign_in(balancer.port)
        store.kill()
        end = time.monotonic() + 15
        while True:
            # Until HAProxy has noticed that none is ready, and later from those that run.
            status, headers, _ = call(balancer.port, "GET", DISCOVERY)
            assert status == 200, status
            assert headers["Understudy-Store"] == "stale", headers
            if time.monotonic() > end - 8:
                break
            time.sleep(0.1)
        store.start()
        while code(balancer.port) is None:
            assert time.monotonic() < end, "all does not go on"
            time.sleep(0.1)
        print("store away: HAProxy has servers without a store answer what only reads")


def wait_until_ready(port):
    for _ in range(500):
        try:
            if call(port, "GET", "/_understudy/ready")[0] == 200:
                # HAProxy looks each second.
                time.sleep(1.2)
                return
        except OSError:
            pass
        time.sleep(0.02)
    raise AssertionError("the server is not ready")
