"""The tests of the installed wheel: scripts/test-wheel runs them."""

import os
import select

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    """The machine's own settings reach no test."""
    for name in list(os.environ):
        if name.startswith("UNDERSTUDY_"):
            monkeypatch.delenv(name)


@pytest.fixture
def ends():
    """Waits for the end of a process that need not be this one's child, ten seconds at most."""
    if not hasattr(os, "pidfd_open"):
        pytest.skip("needs Linux's pidfd_open")

    def wait(pid):
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            return True
        try:
            return bool(select.select([descriptor], [], [], 10)[0])
        finally:
            os.close(descriptor)

    return wait
