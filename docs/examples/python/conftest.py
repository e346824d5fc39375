"""The app in the test's sandbox. Understudy's pytest plugin starts the server and makes a sandbox for each test (pytest.ini)."""

import pytest
from app import create_app


@pytest.fixture
def browser(sandbox):
    """A browser at our app, which signs in in the test's sandbox."""
    return create_app(sandbox.providers["standard"], "shop", "a-secret-for-tests-0123456789").test_client()
