"""A sandbox of a running server."""

from __future__ import annotations

import difflib
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type

from . import _http, api
from ._errors import ControlAPIError, UnderstudyError

if TYPE_CHECKING:
    from ._server import Server


class _Providers(Dict[str, str]):
    def __missing__(self, name: str) -> str:
        near = difflib.get_close_matches(name, self, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(self)}"
        raise UnderstudyError(f"there is no provider {name!r}; {hint}")

    def __getattr__(self, name: str) -> str:
        raise AttributeError(f"providers has no attribute {name!r}" + (f": write providers[{name!r}]" if name in self else ""))


class Sandbox(api.SandboxOperations):
    """An isolated copy of every provider: codes, tokens, people, clock, rules and journal of its own.

    `Server.sandbox()` makes one. As a context manager it is deleted at the end.
    """

    def __init__(self, server: Server, created: api.Sandbox) -> None:
        self.server = server
        self.id: str = created["id"]
        self.url: str = created["url"]
        """The address that stands before the providers' paths."""
        self.providers: Dict[str, str] = _Providers(created["providers"])
        """The address of each provider, by its id: `providers["standard"] + "/token"` is the token endpoint."""

    def __repr__(self) -> str:
        return f"<understudy.Sandbox {self.url}>"

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            self.delete()
        except ControlAPIError as refused:
            # The test deleted it, or it was not used for longer than its lifetime.
            if refused.status not in (404, 410):
                raise

    def _call(self, method: str, path: str, query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        return self.server._call(method, _http.path("sandboxes", self.id) + path, query, body)

    def refusals(self) -> List[api.Entry]:
        """The journal's refused requests: `why` says what was wrong, `remedy` how to fix it."""
        return self.read_journal(outcome="refused")

    def read_har(self) -> Dict[str, Any]:
        """The journal as an HTTP archive, for browser tools."""
        archive: Dict[str, Any] = self._call("GET", "/journal", {"format": "har"})
        return archive
