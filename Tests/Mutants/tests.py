"""Runs tests of the built bundle: with one mutant on, or to write down which mutants each test reaches."""

import concurrent.futures
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time

# At most this many tests in the first process of a mutant, and at most this many seconds of them.
FIRST_TESTS, FIRST_SECONDS = 40, 2.0
# A test that tells whole conversations as they were recorded. It names no rule.
TRANSCRIPT = re.compile(r"\.(\w*Transcript\w*|SocketTests)/")
MEMORY = 12 << 30


def begin():
    os.setsid()
    # A mutant may allocate without an end.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def files(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)


def digest(paths):
    whole = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            whole.update(path.encode() + b"\0" + hashlib.sha256(file.read()).digest())
    return whole.hexdigest()


def suite(test):
    """The target and the type of a test: "ServerTests.RuleTests"."""
    return test.split("/")[0]


def suites(folder):
    """A digest for each suite, of the files of its target that name its type."""
    found = {}
    for path in files(folder):
        if not path.endswith(".swift"):
            continue
        with open(path) as file:
            text = file.read()
        target = next((part for part in path.split(os.sep) if part.endswith("Tests") and part != "Tests"), "")
        for name in set(re.findall(r"\b(?:struct|class|enum|extension|actor) (\w+)", text)):
            found.setdefault(f"{target}.{name}", []).append(path)
    return {name: digest(paths) for name, paths in found.items()}


class Bundle:
    def __init__(self, path, scratch):
        self.path = path
        self.scratch = scratch

    def names(self):
        done = subprocess.run([self.path, "--testing-library", "swift-testing", "--list-tests"],
                              check=True, capture_output=True, text=True)
        return [line for line in done.stdout.splitlines() if "/" in line]

    def run(self, tests, limit, environment):
        """Runs tests until the first issue. Returns "passed", "failed", "crashed" or "timeout", and a line about it."""
        command = [self.path, "--testing-library", "swift-testing"]
        for test in tests:
            command += ["--filter", f"^{re.escape(test)}(/|$)"]
        known = {key: value for key, value in os.environ.items()
                 if not key.startswith(("UNDERSTUDY_", "MUTANT"))}
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", preexec_fn=begin,
            env={**known, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", **environment})
        expired = []

        def expire():
            expired.append(True)
            end(process)

        timer = __import__("threading").Timer(limit, expire)
        timer.start()
        last, failure = "", ""
        try:
            for line in process.stdout:
                last = line.strip() or last
                if "✘" in line and "recorded an issue" in line:
                    failure = re.sub(r"\x1b\[[0-9;]*m", "", line).strip()
                    break
            if failure:
                end(process)
            status = process.wait()
        finally:
            timer.cancel()
            end(process)
            process.stdout.close()
        if failure:
            return "failed", failure
        if expired:
            return "timeout", f"not done after {limit:.0f} s"
        return ("passed", "") if status == 0 else ("crashed", f"exit status {status}: {last}")


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Reach:
    """Which mutants each test reaches, and how long the test takes.

    What was recorded is kept while the sources stay the same. If a file of tests changes, its suites are recorded again.
    """

    def __init__(self, bundle, tree):
        self.bundle = bundle
        self.path = os.path.join(bundle.scratch, "reach.json")
        self.sources = digest(files(os.path.join(tree, "Sources")))
        self.suites = suites(os.path.join(tree, "Tests"))
        self.tests = {}
        try:
            with open(self.path) as file:
                kept = json.load(file)
            if kept["sources"] == self.sources:
                self.tests = {name: test for name, test in kept["tests"].items()
                              if kept["suites"].get(suite(name)) == self.suites.get(suite(name))}
        except (OSError, ValueError, KeyError):
            pass

    def record(self, targets, jobs):
        names = self.bundle.names()
        missing = [name for name in names if name.split(".")[0] in targets and name not in self.tests]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for name, test in zip(missing, pool.map(self.one, missing)):
                self.tests[name] = test
        known = set(names)
        self.tests = {name: test for name, test in self.tests.items() if name in known}
        with open(self.path, "w") as file:
            json.dump({"sources": self.sources, "suites": self.suites, "tests": self.tests}, file)
        return [name for name, test in self.tests.items() if not test["passes"]]

    def one(self, name):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "reached")
            start = time.monotonic()
            outcome, _ = self.bundle.run([name], 120, {"MUTANTS_REACHED": path})
            seconds = time.monotonic() - start
            with open(path) as file:
                reached = sorted(set(file.read().split()))
        return {"passes": outcome == "passed", "seconds": seconds, "reached": reached}

    def reaching(self, mutant, targets, transcripts):
        """The tests that reach a mutant, the quickest first."""
        found = [name for name, test in self.tests.items()
                 if name.split(".")[0] in targets and test["passes"]
                 and bool(TRANSCRIPT.search(name)) == transcripts and mutant in test["reached"]]
        return sorted(found, key=lambda name: self.tests[name]["seconds"])

    def attempt(self, mutant, targets, transcripts=False, quick=False):
        """Returns how the tests end when the mutant is on, a line about it, and the number of tests that reach it."""
        tests = self.reaching(mutant, targets, transcripts)
        if not tests:
            return "unreached", "", 0
        first, seconds = [], 0.0
        for name in tests:
            seconds += self.tests[name]["seconds"]
            if first and (len(first) == FIRST_TESTS or seconds > FIRST_SECONDS):
                break
            first.append(name)
        for part in (first, [] if quick else tests[len(first):]):
            if not part:
                continue
            usual = [self.tests[name]["seconds"] for name in part]
            limit = max(10, 10 * max(usual), 3 * sum(usual))
            outcome, line = self.bundle.run(part, limit, {"MUTANT": mutant})
            if outcome != "passed":
                return outcome, line, len(tests)
        return "passed", "", len(tests)
