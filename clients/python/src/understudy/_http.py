"""One request of the control API."""

from __future__ import annotations

import datetime
import http.client
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any, Mapping, Optional, Union

from ._errors import ControlAPIError, UnderstudyError

# Longer than the 60 seconds that a request for the journal may wait.
TIMEOUT = 90

# HTTP_PROXY is for the application under test: `understudy run` sets it.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def path(*parts: Union[str, int]) -> str:
    """A path of these segments, each percent-encoded."""
    return "".join("/" + urllib.parse.quote(str(part), safe="") for part in parts)


def address(name: str, text: str) -> str:
    """The address of a server, from the argument or the variable of this name. A path would be a provider's, or a sandbox's."""
    parts = re.fullmatch(r"(https?://)?(?!https?:)([^/?#\s]+)(.*)", text.strip(), re.DOTALL)
    if parts and parts[1] and parts[3] in ("", "/"):
        return parts[1] + parts[2]
    example = (parts[1] or "http://") + parts[2] if parts else "http://127.0.0.1:8400"
    raise UnderstudyError(
        f"{name}: expected the address of a running server, with http:// or https:// and without a path, such as {example}; "
        f"found {text!r}"
    )


def _json(value: Any) -> Any:
    """Called for values that JSON does not have."""
    hint = ""
    if isinstance(value, datetime.timedelta):
        hint = "; write a duration as text, such as 'PT1H'"
    elif isinstance(value, datetime.date):
        hint = "; write an instant as text, such as '2030-01-01T00:00:00Z'"
    elif isinstance(value, Path):
        hint = "; send what the file has: json.loads(path.read_text())"
    raise TypeError(f"expected a value of JSON, found {value!r}{hint}")


def call(
    url: str, token: Optional[str], method: str, below: str, query: Optional[Mapping[str, Any]] = None, body: Any = None
) -> Any:
    """Sends a request, and returns the JSON of the response, or None if it is empty. A list has the items of all pages."""
    given = {name: value for name, value in (query or {}).items() if value is not None}
    target = f"{url}/_understudy{below}" + ("?" + urllib.parse.urlencode(given) if given else "")
    headers = {"Accept": "application/json"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body, default=_json).encode()
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(target, data, headers, method=method)
    try:
        with _opener.open(request, timeout=TIMEOUT) as response:
            text = response.read()
            following = re.search('</_understudy([^>]*)>; rel="next"', response.headers.get("Link", ""))
    except urllib.error.HTTPError as error:
        with error:
            raise ControlAPIError(f"{method} /_understudy{below}", error.code, _problem(error)) from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise UnderstudyError(
            f"no Understudy server answers at {url}: {reason}. Start one with understudy.Server(); if UNDERSTUDY_URL is set, "
            "it must be the address of a running server"
        ) from error
    try:
        answer = json.loads(text) if text else None
    except ValueError:
        raise UnderstudyError(
            f"expected JSON from {method} {target}, found {text[:80]!r}: UNDERSTUDY_URL must be the address of an Understudy server"
        ) from None
    return answer + call(url, token, method, following[1]) if following else answer


def _problem(error: urllib.error.HTTPError) -> Any:
    text = error.read()
    try:
        problem = json.loads(text)
        if isinstance(problem, dict):
            return problem
    except ValueError:
        pass
    return {"title": error.reason, "detail": text[:200].decode(errors="replace")}
