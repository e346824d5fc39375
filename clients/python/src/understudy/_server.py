"""A server: started here, or already running."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import weakref
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type, Union

from . import _http, api
from .__main__ import BINARY
from ._errors import StartError, UnderstudyError
from ._sandbox import Sandbox

if TYPE_CHECKING:
    from typing_extensions import Unpack

def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Ends a server after it has answered current requests. A fork of its owner has a copy of the objects, and not the server."""
    if os.getpid() != owner:
        return
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Server(api.ServerOperations):
    """A running server.

        with Server("--seed", "1") as server, server.sandbox() as sandbox:
            ...

    The arguments are options of `understudy serve`. Without arguments, the server at `UNDERSTUDY_URL` is used if this variable
    is set (`understudy run` sets it), and is not stopped at the end. A server that was started here ends with this process,
    even if the process is killed.
    """

    def __init__(self, *arguments: Union[str, Path], url: Optional[str] = None, control_token: Optional[str] = None) -> None:
        """Starts a server, or uses a running one.

        `url` is the address of a running server; by default `UNDERSTUDY_URL`, if there are no arguments. `control_token` is
        the token of its control API; by default `UNDERSTUDY_CONTROL_TOKEN`.
        """
        # Called by `stop`, or when nothing refers to this object any more. The server sees the end of the process by itself.
        self._finalizer: Optional["weakref.finalize[..., Server]"] = None
        self.https_url: Optional[str] = None
        """The address of HTTPS, with the option `--https`."""
        self.ca_file: Optional[str] = None
        """The certificate that clients trust, with the option `--https`."""
        self.proxy_url: Optional[str] = None
        """The address of the proxy, with the option `--proxy`."""
        self.pid: Optional[int] = None
        """The server's process id. None if the server was not started here."""
        self.control_token = control_token or os.environ.get("UNDERSTUDY_CONTROL_TOKEN")
        for each in arguments:
            if not isinstance(each, (str, Path)):
                raise TypeError(f"expected options one by one, such as Server('--seed', '1'), found {each!r}")
        if str(*arguments[:1]).startswith(("http://", "https://")):
            raise TypeError(f"expected options of a new server; for a running one, write Server(url={arguments[0]!r})")
        if arguments and url:
            raise ValueError("expected options of a new server, or the url of a running one, found both")
        found = url or (None if arguments else os.environ.get("UNDERSTUDY_URL"))
        if found:
            self.url: str = _http.address("url" if url else "UNDERSTUDY_URL", found)
            self.index()
        else:
            self._start([str(each) for each in arguments])

    def _start(self, arguments: List[str]) -> None:
        folder = tempfile.mkdtemp(prefix="understudy-")
        ready = os.path.join(folder, "ready.json")
        command = [str(BINARY), "serve", "--port", "0", "--quiet", "--exit-with-parent", *arguments, "--ready-file", ready]
        try:
            with tempfile.TemporaryFile() as errors:
                # In a session of its own, so that signals for the process group of a test runner, such as Ctrl-C, do not reach it.
                process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
                )
                self._finalizer = weakref.finalize(self, _end, process, os.getpid())
                self._finalizer.atexit = False
                if not self._listens(process):
                    self.stop()
                    errors.seek(0)
                    said = errors.read().decode(errors="replace").strip()
                    raise StartError(f"understudy serve did not start: {said or 'it did not say why'}")
            with open(ready) as file:
                facts: Dict[str, Any] = json.load(file)
        except BaseException:
            self.stop()
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        self.url = facts["url"]
        self.pid = facts["pid"]
        self.https_url = facts.get("https_url")
        self.ca_file = facts.get("ca_file")
        self.proxy_url = facts.get("proxy_url")
        self.control_token = facts.get("control_token", self.control_token)

    @staticmethod
    def _listens(process: subprocess.Popen[bytes]) -> bool:
        """Waits for the line that the server prints when it listens; it writes the ready file before."""
        assert process.stdout is not None
        with process.stdout as output:
            readable, _, _ = select.select([output], [], [], 60)
            return bool(readable and output.readline())

    def stop(self) -> None:
        """Stops a server that was started here, after it has answered current requests. Does nothing otherwise."""
        if self._finalizer:
            self._finalizer()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<understudy.Server {self.url}>"

    def _call(self, method: str, path: str, query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        if self._finalizer and not self._finalizer.alive:
            raise UnderstudyError(f"the server at {self.url} was stopped: start another with understudy.Server()")
        return _http.call(self.url, self.control_token, method, path, query, body)

    def sandbox(self, **options: Unpack[api.NewSandboxMembers]) -> Sandbox:
        """Creates a sandbox: `id`, `answer`, `cast`, `rules`, `seed`, `lifetime`, `with_`, … (`docs/sandboxes.md`)."""
        return Sandbox(self, self.create_sandbox(**options))

    @property
    def default_sandbox(self) -> Sandbox:
        """The sandbox of addresses without a prefix, such as `http://127.0.0.1:8400/standard/token`."""
        return Sandbox(self, self._call("GET", "/sandboxes/default"))
