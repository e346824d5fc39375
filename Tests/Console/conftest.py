"""A server for each test, and one Chromium for all of them, which has to report nothing of its own accord."""

import os
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium import webdriver

from console import Console
from server import Server

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server with options."""
    running: list[Server] = []

    def start(*options: str) -> Server:
        running.append(Server(tmp_path / f"ready-{len(running)}", *options))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve()


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--lang=en",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    outside = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    home = tmp_path_factory.mktemp("home")
    service = webdriver.ChromeService("/usr/bin/chromedriver", env={**outside, "HOME": str(home)})
    driver = webdriver.Chrome(options, service)
    driver.set_page_load_timeout(20)
    yield driver
    driver.quit()


@pytest.fixture
def console(driver: webdriver.Chrome, server: Server, request: pytest.FixtureRequest) -> Iterator[Console]:
    yield from opened(driver, server, request)


@pytest.fixture
def open_console(driver: webdriver.Chrome, request: pytest.FixtureRequest) -> Iterator[Callable[[Server], Console]]:
    """For a server that is not the usual one."""
    used = []

    def start(server: Server) -> Console:
        used.append(opened(driver, server, request))
        return next(used[-1])

    yield start
    for generator in used:
        next(generator, None)


def opened(driver: webdriver.Chrome, server: Server, request: pytest.FixtureRequest) -> Iterator[Console]:
    driver.get("about:blank")
    driver.get_log("browser")
    console = Console(driver, server)
    console.size(1200, 900)
    yield console
    if request.node.stash.get(FAILED, False):
        folder = Path(os.environ.get("SCREENSHOTS", "screenshots"))
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^A-Za-z0-9-]+", "-", f"console-{request.node.name}").strip("-")
        driver.save_screenshot(str(folder / f"{name}.png"))
    for handle in driver.window_handles[1:]:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(driver.window_handles[0])
    # What the API refuses, and what does not answer, a browser reports by itself. Anything else is a mistake: an error of a
    # script, or what the policy of the page forbids.
    reports = [entry["message"] for entry in driver.get_log("browser") if "Failed to load resource" not in entry["message"]]
    driver.get("about:blank")
    assert reports == []


@pytest.fixture(scope="session")
def app() -> Iterator[str]:
    """An app's redirect URI."""

    class Landing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = b"<!doctype html><title>Back in the app</title><link rel=icon href=data:,>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Landing)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/cb"
    server.shutdown()
    thread.join()
    server.server_close()
