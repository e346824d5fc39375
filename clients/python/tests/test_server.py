import os
import re
import signal
import subprocess
import sys

import pytest
from understudy import ControlAPIError, Server, StartError, UnderstudyError

PROGRAM = """
import signal, subprocess, sys, understudy
server = understudy.Server()
print(server.pid, flush=True)
"""


def test_starts_and_stops(ends):
    with Server() as server:
        assert server.pid is not None
        assert server.index()["sandboxes"].startswith(server.url)
        assert server.describe()["openapi"].startswith("3.1")
        assert "rate-limited" in [each["id"] for each in server.list_scenarios()]
    assert ends(server.pid)
    with pytest.raises(UnderstudyError, match="was stopped: start another"):
        server.index()
    server.stop()


def test_new_sandboxes_begin_with_the_configuration():
    with Server() as server:
        made = server.put_configuration("team", cast={"people": [{"username": "carol", "password": "wonderland"}]})
        assert made["name"] == "team" and server.get_configuration("team") == made
        assert [each["name"] for each in server.list_configurations()] == ["team"]
        assert "carol" in [each["username"] for each in server.sandbox().list_people()]
        server.delete_configuration("team")
        assert server.list_configurations() == []


def test_ends_after_an_exception(ends):
    with pytest.raises(ZeroDivisionError), Server() as server:
        1 / 0
    assert ends(server.pid)


def test_leaves_no_folder_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Server():
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(StartError):
        Server("--seed", "x")
    assert list(tmp_path.iterdir()) == []


def program(text):
    """A program of its own process group that has started a server, and the server's process id."""
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM + text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    return child, int(child.stdout.readline())


def reap(child):
    child.stdin.close()
    child.stdout.close()
    child.wait(10)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("whom", [os.kill, os.killpg])
def test_ends_with_a_program_that_is_killed(ends, whom, ending):
    child, server = program("signal.pause()")
    whom(child.pid, ending)
    assert ends(server)
    reap(child)


@pytest.mark.parametrize("text", ["", "import os; os._exit(1)", "raise SystemExit(3)", "del server; sys.stdin.read()"])
def test_ends_without_being_stopped(ends, text):
    child, server = program(text)
    assert ends(server)
    reap(child)


def test_ends_although_a_child_of_the_program_lives_on(ends):
    child, server = program("subprocess.Popen(['cat'], close_fds=False); signal.pause()")
    os.kill(child.pid, signal.SIGKILL)
    assert ends(server)
    reap(child)


def test_a_fork_does_not_stop_the_server():
    with Server() as server:
        fork = os.fork()
        if fork == 0:
            server.stop()
            os._exit(0)
        assert os.waitpid(fork, 0)[1] == 0
        assert server.index()


def test_a_server_that_crashed(ends):
    with Server() as server, pytest.raises(UnderstudyError, match=f"no Understudy server answers at {server.url}"):
        os.kill(server.pid, signal.SIGKILL)
        assert ends(server.pid)
        server.index()


def test_an_object_whose_server_did_not_start():
    assert repr(Server.__new__(Server)) == "<understudy.Server not started>"


def test_says_why_it_did_not_start():
    with pytest.raises(StartError, match="The value 'x' is invalid for '--seed"):
        Server("--seed", "x")
    with Server() as server, pytest.raises(StartError, match="(?i)port|address"):
        Server("--port", server.url.rpartition(":")[2])


def test_uses_a_running_server(monkeypatch):
    with Server() as running:
        monkeypatch.setenv("UNDERSTUDY_URL", running.url + "/")
        with Server() as used:
            assert (used.url, used.pid) == (running.url, None)
        # Options are for a server that starts.
        with Server("--seed", "1") as another:
            assert another.url != running.url
        assert Server(url=running.url).index() == running.index()
    with pytest.raises(UnderstudyError, match="UNDERSTUDY_URL is set"):
        Server()
    with pytest.raises(ValueError, match="found both"):
        Server("--seed", "1", url=running.url)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("foo", "http://foo"),
        ("127.0.0.1:8451", "http://127.0.0.1:8451"),
        ("http://127.0.0.1:8451/standard", "http://127.0.0.1:8451"),
        ("https://mock.example/?a=b", "https://mock.example"),
        ("/", "http://127.0.0.1:8400"),
        ("http://", "http://127.0.0.1:8400"),
    ],
)
def test_an_address_that_is_not_a_servers(monkeypatch, given, meant):
    expected = f": expected the address of a running server.*, such as {meant}; found '{re.escape(given)}'$"
    with pytest.raises(UnderstudyError, match="^url" + expected):
        Server(url=given)
    monkeypatch.setenv("UNDERSTUDY_URL", given)
    with pytest.raises(UnderstudyError, match="^UNDERSTUDY_URL" + expected):
        Server()


def test_mistaken_arguments():
    with pytest.raises(TypeError, match=r"options one by one, such as Server\('--seed', '1'\), found \['--seed', '1'\]"):
        Server(["--seed", "1"])
    with pytest.raises(TypeError, match=r"write Server\(url='http://127.0.0.1:8400'\)"):
        Server("http://127.0.0.1:8400")


def test_a_misspelt_provider():
    with Server() as server, server.sandbox() as sandbox:
        with pytest.raises(UnderstudyError, match="there is no provider 'gogle'; did you mean 'google'?"):
            sandbox.providers["gogle"]
        with pytest.raises(AttributeError, match=r"no attribute 'google': write providers\['google'\]"):
            sandbox.providers.google


def test_a_control_token(monkeypatch):
    token = "0123456789abcdef"
    with Server("--control-token", token) as server:
        assert server.sandbox().get_clock()["frozen"] is False
        monkeypatch.setenv("UNDERSTUDY_CONTROL_TOKEN", token)
        assert Server(url=server.url).index()
        with pytest.raises(ControlAPIError) as refused:
            Server(url=server.url, control_token="another-0123456789")
        assert refused.value.status == 401


def test_https_and_proxy(tmp_path):
    with Server("--https", "0", "--proxy", "0", "--ca-dir", tmp_path / "ca") as server:
        assert server.https_url.startswith("https://") and server.proxy_url.startswith("http://")
        assert "BEGIN CERTIFICATE" in open(server.ca_file).read()


def test_the_applications_proxy_is_not_for_us(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with Server() as server:
        assert server.index()


def test_sandboxes_of_all_pages():
    with Server() as server, server.sandbox(id="a"), server.sandbox(id="b"):
        assert server.create_sandbox(id="c")["providers"]["standard"] == f"{server.url}/_sandbox/c/standard"
        assert sorted(each["id"] for each in server.list_sandboxes()) == ["a", "b", "c", "default"]
        paged = server._call("GET", "/sandboxes", {"limit": 1})
        assert sorted(each["id"] for each in paged) == ["a", "b", "c", "default"]
        assert server.default_sandbox.providers["standard"] == server.url + "/standard"
