from collections.abc import Generator

import pytest

from understudy import Understudy

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A fixture that ends can see by this whether its test failed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def understudy() -> Understudy:
    """The server of this run, as it was when it started."""
    server = Understudy()
    server.reset()
    return server
