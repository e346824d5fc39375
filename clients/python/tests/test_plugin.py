"""The pytest plugin, by test suites of its users: each is run by a pytest of its own."""

import re

import pytest
from understudy import Server, UnderstudyError

WRONG = """
    import urllib.error, urllib.request

    def test_wrong(sandbox):
        form = b"grant_type=client_credentials&client_id=web&client_secret=wrong"
        urllib.request.urlopen(sandbox.providers["standard"] + "/token", form)
"""

SAME = """
    import os, pytest

    @pytest.mark.parametrize("number", range(6))
    def test_server(understudy_server, sandbox, number):
        with open(os.environ["LIST"], "a") as file:
            file.write(f"{understudy_server.url} {sandbox.id} {os.getpid()}\\n")
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs a suite as a user would, without the settings of this run."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    def run(text, *arguments, ini="", **files):
        pytester.makepyfile(text, **files)
        pytester.makeini("[pytest]\n" + ini)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)

    return run


def test_a_failing_test_prints_the_journal(run):
    result = run(WRONG)
    result.assert_outcomes(failed=1)
    result.stdout.re_match_lines([
        r"-+ Understudy's journal of http://127\.0\.0\.1:\d+/_sandbox/\w+ -+",
        r"1: POST /_sandbox/\w+/standard/token → 401 · refused: secret_wrong",
        "     why: .*",
        "     remedy: .*",
        "     clause: RFC 6749 .*",
    ])  # fmt: skip


def test_a_passing_test_prints_nothing(run):
    result = run("def test_fine(sandbox): assert sandbox.get_clock()")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*journal*")


def test_a_failing_test_without_requests(run):
    run("def test_early(sandbox): assert False").stdout.fnmatch_lines(["No request reached this sandbox.*"])


def test_a_failing_test_without_a_sandbox(run):
    run("def test_early(): assert False").stdout.no_fnmatch_line("*Understudy*")


def test_a_server_that_is_gone(run):
    result = run("""
        import os, signal

        def test_gone(sandbox):
            os.kill(sandbox.server.pid, signal.SIGKILL)
            assert False
    """)
    result.stdout.fnmatch_lines(["The journal cannot be read: no Understudy server answers at *"])


OPTIONS = """
    import pytest

    pytestmark = pytest.mark.understudy(answer={"sign_in": "bob"}, seed=1)

    def test_module(sandbox):
        assert sandbox.get_answer() == {"sign_in": "bob"}
        assert sandbox.get()["name"] == "of the ini file"

    @pytest.mark.understudy(answer={"sign_in": "alice", "consent": "denied"})
    def test_own(sandbox):
        assert sandbox.get_answer() == {"sign_in": "alice", "consent": "denied"}
"""


def test_options_of_the_sandbox(run):
    run(OPTIONS, "--strict-markers", ini='understudy_sandbox = {"name": "of the ini file", "seed": 2}').assert_outcomes(passed=2)


@pytest.mark.parametrize(("ini", "message"), [
    ("understudy_sandbox = seed=1", "expected understudy_sandbox to be a JSON object, found 'seed=1'"),
    ("understudy_sandbox = []", "expected understudy_sandbox to be a JSON object such as"),
    ('understudy_sandbox = {"sed": 1}', 'unknown member "sed"; did you mean "seed"?'),
    ("understudy_arguments = --seed x", "The value 'x' is invalid for '--seed"),
    ("understudy_arguments = --cast 'x", "understudy_arguments: expected options of understudy serve as on a command line"),
    ("understudy_arguments = serve --seed 1", "such as --seed 1; found serve --seed 1"),
    ('understudy_arguments = ["--seed", "1"]', "such as --seed 1; found [--seed, 1]"),
])  # fmt: skip
def test_mistakes_in_options(run, ini, message):
    result = run("def test_one(sandbox): pass\ndef test_other(): pass", ini=ini)
    result.assert_outcomes(errors=1, passed=1)
    assert message in result.stdout.str()


def test_a_server_that_does_not_start_for_workers(run):
    text = "def test_one(sandbox): pass\ndef test_other(): pass"
    result = run(text, "-n", "2", ini="understudy_arguments = --seed x")
    result.assert_outcomes(errors=1, passed=1)
    assert "The value 'x' is invalid for '--seed" in result.stdout.str()


def test_a_marker_without_a_name(run):
    result = run("import pytest\n@pytest.mark.understudy('alice')\ndef test_one(sandbox): pass")
    assert "expected @pytest.mark.understudy(option=value, …), found 'alice' without a name" in result.stdout.str()


def test_arguments_of_the_server(run, pytester):
    pytester.makefile(".json", cast='{"schema": 1, "kind": "cast", "people": [{"username": "carol", "password": "dormouse"}]}')
    text = "def test_carol(sandbox): assert sandbox.get_person('carol')"
    run(text, ini="understudy_arguments = --cast cast.json").assert_outcomes(passed=1)


@pytest.mark.parametrize("workers", [(), ("-n", "3"), ("-n", "3", "--dist", "each", "--maxfail", "1")])
def test_one_server_for_all_workers(run, pytester, monkeypatch, workers):
    listed = pytester.path / "list.txt"
    monkeypatch.setenv("LIST", str(listed))
    assert run(SAME, *workers).ret == 0
    servers, sandboxes, processes = (set(column) for column in zip(*(line.split() for line in listed.read_text().splitlines())))
    assert len(servers) == 1
    assert len(sandboxes) == len(listed.read_text().splitlines())
    assert len(processes) == (3 if workers else 1)
    # And it ended with them.
    with pytest.raises(UnderstudyError):
        Server(url=servers.pop())


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_the_server_of_the_environment(run, pytester, monkeypatch, workers):
    monkeypatch.setenv("LIST", str(pytester.path / "list.txt"))
    with Server("--control-token", "0123456789abcdef") as server:
        monkeypatch.setenv("UNDERSTUDY_URL", server.url)
        monkeypatch.setenv("UNDERSTUDY_CONTROL_TOKEN", "0123456789abcdef")
        # It is no warning: those may be errors.
        result = run(SAME, *workers, ini="understudy_arguments = --seed 1\nfilterwarnings = error")
        assert result.parseoutcomes()["passed"] == 6
        ignored = "understudy_arguments (--seed 1) has no effect: UNDERSTUDY_URL names a running server."
        assert ignored in result.stdout.str()
        assert "has no effect" not in run(SAME, *workers).stdout.str()
        assert set(re.findall("^http[^ ]*", (pytester.path / "list.txt").read_text(), re.M)) == {server.url}
        assert server.index()


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_https_reaches_the_workers(run, pytester, workers):
    text = """
        import ssl, urllib.request

        def test_https(understudy_server):
            trusted = ssl.create_default_context(cafile=understudy_server.ca_file)
            with urllib.request.urlopen(understudy_server.https_url + "/_understudy/health", context=trusted) as answer:
                assert answer.status == 200
    """
    run(text, *workers, ini=f"understudy_arguments = --https 0 --ca-dir {pytester.path}/ca").assert_outcomes(passed=1)


def test_the_fixtures_are_listed(run):
    # In the order of pytest's choice.
    listed = run("", "--fixtures").stdout
    listed.fnmatch_lines(["understudy_server*", "*one for all workers*"])
    listed.fnmatch_lines(["sandbox*"])
    run("", "--markers").stdout.fnmatch_lines(["@pytest.mark.understudy(**options): *"])
