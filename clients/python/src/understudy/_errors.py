"""The exceptions of this package."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class UnderstudyError(Exception):
    """The base of every exception of this package. Raised itself if no server answers."""

    # Where programs import it from, so tracebacks name it so.
    __module__ = "understudy"


class StartError(UnderstudyError):
    """The server did not start. The message has its own words."""

    __module__ = "understudy"


class ControlAPIError(UnderstudyError):
    """The control API refused an operation, which changed nothing. See RFC 9457."""

    __module__ = "understudy"

    def __init__(self, request: str, status: int, problem: Dict[str, Any]) -> None:
        self.request = request
        """The method and the path of the request."""
        self.status = status
        self.title: str = str(problem.get("title", ""))
        self.detail: str = str(problem.get("detail", ""))
        """What was expected, what was found, and often a suggestion."""
        self.pointer: Optional[str] = problem.get("pointer")
        """The JSON Pointer to the mistake in the body."""
        self.errors: List[Dict[str, str]] = list(problem.get("errors", []))
        """Every mistake, if there are several: `pointer` and `detail` each."""
        super().__init__(f"{request}: {status} {self.title.rstrip('.')}: {self.detail}")

    def __reduce__(self) -> Any:
        # pytest-xdist and multiprocessing send exceptions between processes.
        problem = {"title": self.title, "detail": self.detail, "pointer": self.pointer, "errors": self.errors}
        return type(self), (self.request, self.status, problem)
