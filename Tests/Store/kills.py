"""Kills a server at random moments under load, and holds what it has answered against a ledger of the test's own."""

import threading
import time

from harness import Folder, Redis, Server, code, is_active, redeem, refresh, seeded, sign_in


class Ledger:
    """What the server has answered, by the test's own account."""

    def __init__(self):
        self.lock = threading.Lock()
        self.codes = []
        self.redeemed = {}
        self.doubles = []
        self.access = []
        self.rotated = {}
        self.live = []
        self.faults = []

    def won(self, book, key, what):
        with self.lock:
            book[key] = book.get(key, 0) + 1
            if book[key] > 1:
                self.faults.append(f"{what} {key} was used twice")


def work(port, ledger, stop, seed):
    """Gets codes, redeems each more than once, and rotates refresh tokens, until it is stopped."""
    import random
    chance = random.Random(seed)
    while not stop.is_set():
        try:
            value = code(port)
            if value is None:
                continue
            with ledger.lock:
                ledger.codes.append(value)
            # A code that comes twice ends what it gave: nothing else is done with that.
            isDouble = chance.random() < 0.3
            for _ in range(2 if isDouble else 1):
                status, answer = redeem(port, value)
                if status != 200:
                    continue
                ledger.won(ledger.redeemed, value, "the code")
                with ledger.lock:
                    if isDouble:
                        ledger.doubles.append(value)
                    else:
                        ledger.access.append(answer["access_token"])
                        ledger.live.append(answer["refresh_token"])
            if chance.random() < 0.5:
                with ledger.lock:
                    token = ledger.live.pop(chance.randrange(len(ledger.live))) if ledger.live else None
                if token:
                    status, answer = refresh(port, token)
                    if status == 200:
                        ledger.won(ledger.rotated, token, "the refresh token")
                        with ledger.lock:
                            ledger.live.append(answer["refresh_token"])
        except (OSError, KeyError, ValueError):
            # The server was killed. Whether it had done what it was asked for is unknown.
            time.sleep(0.005)


def rounds(tool, count, make_store, options=()):
    """Kills the server `count` times. `make_store` returns the store's name."""
    chance = seeded()
    with Folder() as folder:
        server = Server(tool, make_store(folder), folder, "--quiet", *options)
        ledger = Ledger()
        with server:
            sign_in(server.port)
            for turn in range(count):
                # The first request of a process takes longer than others, and nothing may be killed unseen.
                assert code(server.port)
                stop = threading.Event()
                workers = [
                    threading.Thread(
                        target=work, args=(server.port, ledger, stop, chance.randrange(1 << 32)))
                    for _ in range(6)]
                for worker in workers:
                    worker.start()
                time.sleep(chance.uniform(0.02, 0.35))
                server.kill()
                stop.set()
                for worker in workers:
                    worker.join()
                server.start()
                check(server.port, ledger, chance, turn)
        assert len(ledger.redeemed) > count and ledger.rotated
        print(
            f"{count} kills: {len(ledger.codes)} codes, {len(ledger.redeemed)} redeemed, "
            f"{len(ledger.rotated)} refresh tokens rotated, nothing lost, nothing used twice")


def check(port, ledger, chance, turn):
    """What was answered must still hold."""
    assert not ledger.faults, ledger.faults
    for token in chance.sample(ledger.access, min(10, len(ledger.access))) + ledger.access[-5:]:
        assert is_active(port, token), (turn, "an access token was lost", token)
    for value in ledger.doubles[-10:]:
        status, answer = redeem(port, value)
        assert status == 400 and answer["error"] == "invalid_grant", (turn, value, status, answer)
    unknown = [value for value in ledger.codes[-10:] if value not in ledger.redeemed]
    for value in unknown:
        # It was issued, so the server must know it: it can be redeemed, or was redeemed unseen.
        status, answer = redeem(port, value)
        if status == 200:
            ledger.won(ledger.redeemed, value, "the code")
        else:
            assert "has been used" in answer.get("error_description", ""), (turn, value, answer)
    assert not ledger.faults, ledger.faults


def sqlite(tool, count):
    print("SQLite:", end=" ")
    rounds(tool, count, lambda folder: f"{folder}/store.sqlite")


def redis(tool, count):
    print("Redis:", end=" ")
    with Folder() as outer, Redis(outer) as store:
        rounds(tool, count, lambda folder: store.url)
