from collections.abc import Callable, Generator

import pytest

from understudy import Understudy

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes which tests failed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def has_failed(request: pytest.FixtureRequest) -> Callable[[], bool]:
    """For a fixture that ends: whether its test failed."""
    return lambda: request.node.stash.get(FAILED, False)


@pytest.fixture
def understudy() -> Understudy:
    """The server of this run, as it was when it started."""
    server = Understudy()
    server.reset()
    return server
