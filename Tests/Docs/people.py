"""What each provider tells a client about alice: TOOL run -- python3 Tests/Docs/people.py TOOL PROVIDER…

Does for each provider what its try-out page does: signs alice in, redeems the code, and calls the resources. Prints for each
provider a line of JSON, with the names of the members that came.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from html import unescape
from typing import Any

HERE = os.environ["UNDERSTUDY_URL"]
VERIFIER = "a" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def send(url: str, form: dict[str, str] | None = None, method: str | None = None, **headers: str) -> tuple[Any, int, str]:
    """The headers, the status and the body of an answer."""
    data = urllib.parse.urlencode(form).encode() if form is not None else None
    request = urllib.request.Request(url, data, {"Accept": "application/json"} | headers, method=method)
    try:
        answer = urllib.request.build_opener(Stay, urllib.request.ProxyHandler({})).open(request, timeout=10)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    return answer.headers, answer.status, answer.read().decode()


def callback(told: dict[str, Any]) -> dict[str, str]:
    """The parameters of the redirect to the client."""
    given = {"client_id": told["client_id"], "redirect_uri": told["redirect_uri"], "response_type": "code"}
    given |= {"scope": told.get("scope", ""), "state": "1", "nonce": "1"}
    given |= {"code_challenge": CHALLENGE, "code_challenge_method": "S256", "response_mode": told.get("mode", "")}
    names = told["authorize"]["names"]
    query = urllib.parse.urlencode({names[name]: value for name, value in given.items() if name in names and value})
    url = told["authorize"]["url"]
    url += ("&" if "?" in url else "?") + query
    for _ in range(5):
        headers, _, body = send(url)
        if url := headers.get("Location", ""):
            if url.startswith(told["redirect_uri"]):
                parts = urllib.parse.urlsplit(url)
                return dict(urllib.parse.parse_qsl(parts.query or parts.fragment))
            continue
        fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', body)
        return {unescape(name): unescape(value) for name, value in fields}
    return {}


def tokens(told: dict[str, Any]) -> dict[str, Any]:
    answered = callback(told)
    token = told["token"]
    given = answered | {"grant_type": "authorization_code", "client_id": told["client_id"], "redirect_uri": told["redirect_uri"]}
    if "code_challenge" in told["authorize"]["names"]:
        given["code_verifier"] = VERIFIER
    headers = {}
    if token["authentication"] == "basic":
        pair = f"{told['client_id']}:{told['client_secret']}".encode()
        headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
    elif told.get("client_secret"):
        given["client_secret"] = told["client_secret"]
    form = {real: given[name] for name, real in token["names"].items() if name in given}
    _, _, body = send(token["url"], form, **headers)
    return json.loads(body)


def found(value: Any, name: str) -> str:
    """A member of this name, wherever it is."""
    if isinstance(value, dict):
        return str(value.get(name) or next((inner for each in value.values() if (inner := found(each, name))), ""))
    return ""


def members(value: Any, path: str = "") -> list[str]:
    """The names of all members, those of objects inside with their path."""
    if isinstance(value, list):
        return sorted({name for each in value for name in members(each, path)})
    if isinstance(value, dict) and value:
        return [name for key, each in value.items() for name in members(each, f"{path}.{key}" if path else key)]
    return [path] if path else []


def shown(told: dict[str, Any]) -> dict[str, list[str]]:
    """The members of the ID token, and of each resource that answers."""
    answered: dict[str, list[str]] = {}
    got = tokens(told)
    if identity := found(got, "id_token"):
        part = identity.split(".")[1]
        answered["ID token"] = members(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))
    access = found(got, "access_token")
    for each in told["resources"] if access else []:
        query, headers = dict(each.get("parameters", [])), {}
        if "scheme" in each:
            headers["Authorization"] = f"{each['scheme']} {access}"
        elif "header" in each:
            headers[each["header"]] = access
        else:
            query[each["parameter"]] = access
        url = f"{each['url']}?{urllib.parse.urlencode(query)}" if query else each["url"]
        _, status, body = send(url, **headers)
        if each["method"] == "GET" and status == 200 and body.startswith(("{", "[")):
            names = members(json.loads(body))
            # WeChat's errors have the status 200.
            answered[each["name"]] = [] if "errcode" in names else names
    return answered


def provider(tool: str, identifier: str) -> dict[str, list[str]]:
    """With all scopes that the provider knows, or those of its try-out page: whatever shows most."""
    _, _, page = send(f"{HERE}/_understudy/landing?try={identifier}")
    data = re.search(r'id="data">(.*?)</script>', page)
    told = json.loads(unescape(data[1]))["try"] if data else None
    if not told or not told.get("token"):
        return {}
    resolved = subprocess.check_output([tool, "providers", identifier, "--resolved"], text=True)
    known = [name.replace("~1", "/").replace("~0", "~") for name in re.findall(r"^/scope/known/(\S+?) = ", resolved, re.M)]
    every = told | {"scope": " ".join(known)}
    # Some scopes are for programs alone: then the usual ones, with the one for an ID token.
    usual = told.get("scope", "").split()
    identity = told | {"scope": " ".join(usual + [name for name in known if name == "openid" and name not in usual])}
    asked = (every, every | {"mode": "form_post"}, told, identity)
    return max((shown(each) for each in asked), key=lambda found: sum(map(len, found.values())))


def main(tool: str, identifiers: list[str]) -> None:
    answer = urllib.request.Request(f"{HERE}/_understudy/sandboxes/default/answer", b'{"sign_in": "alice"}', method="PUT")
    answer.add_header("Content-Type", "application/json")
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(answer, timeout=10).close()
    for each in identifiers:
        print(json.dumps({"id": each, "shows": provider(tool, each)}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
