"""The visits of scripts/soak, each with how often it is made: see `VISITS`."""

import base64
import itertools
import json
import urllib.parse

from soak_users import CALLBACK, CODE_CHALLENGE, DOCUMENTS, FLOWS, HOSTS, SECRET, Wrong

NUMBERS = itertools.count(1)
BASIC = {"Authorization": "Basic " + base64.b64encode(("web:" + SECRET).encode()).decode()}
# Instagram's tokens never expire. So they are got in sandboxes, which end.
LASTING = [provider for provider in FLOWS if provider != "instagram"]
BAD = [
    b"GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", b"\0\0\0", b"GET\r\n\r\n", b"POST /standard/token HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\n", b"\x16\3\1\0\5hello",
]


def documents(user):
    path = user.draw.choice(list(DOCUMENTS.values()))
    user.ask("GET", "/" + path)
    # Ever new names of this machine: whatever is kept by host must not grow.
    user.ask("GET", "/" + path, headers={"Host": "h%d.localhost:%d" % (next(NUMBERS), user.server.port)})


def flow(user):
    user.flow(user.draw.choice(LASTING))


def machine(user):
    form = {"grant_type": "client_credentials", "scope": user.draw.choice(("openid", "profile email"))}
    _, text = user.ask("POST", "/standard/token", form, BASIC, expect=(200, 400))
    token = json.loads(text).get("access_token", "none")
    user.ask("POST", "/standard/introspect", {"token": token}, BASIC, expect=(200,))
    user.ask("GET", "/standard/userinfo", headers={"Authorization": "Bearer " + token})
    user.ask("POST", "/standard/revoke", {"token": token}, BASIC, expect=(200,))


def mcp(user):
    resource = "http://127.0.0.1:%d/standard/mcp" % user.server.port
    form = {"grant_type": "client_credentials", "scope": "mcp:read mcp:write", "resource": resource}
    _, text = user.ask("POST", "/standard/token", form, BASIC, expect=(200,))
    fields = {
        "Authorization": "Bearer " + json.loads(text)["access_token"], "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}
    # The clock of the sandbox may move on meanwhile.
    answer, _ = user.ask("POST", "/standard/mcp", json.dumps(hello), fields, expect=(200, 401))
    if answer.status != 200:
        return
    fields |= {"Mcp-Session-Id": answer.headers["Mcp-Session-Id"], "MCP-Protocol-Version": "2025-11-25"}
    tool = user.draw.choice(("whoami", "list_notes", "add_note"))
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {}}}
    user.ask("POST", "/standard/mcp", json.dumps(call), fields, expect=(200, 401, 404))
    # Some clients never end their sessions.
    if user.draw.randrange(2):
        user.ask("DELETE", "/standard/mcp", headers=fields, expect=(204, 401, 404))


def refresh(user):
    tokens = user.flow("standard")
    for _ in range(3):
        if tokens.get("refresh_token"):
            tokens = user.redeem("standard", grant_type="refresh_token", refresh_token=tokens["refresh_token"])


def registration(user):
    """A client registers itself and leaves again; another one has an address that nothing answers."""
    metadata = json.dumps({"redirect_uris": [CALLBACK], "client_name": "c%d" % next(NUMBERS)})
    _, text = user.ask("POST", "/standard/register", metadata, {"Content-Type": "application/json"}, expect=(201,))
    client = json.loads(text)
    bearer = {"Authorization": "Bearer " + client["registration_access_token"]}
    path = "/standard/register/" + client["client_id"]
    user.ask("GET", path, headers=bearer, expect=(200,))
    user.ask("DELETE", path, headers=bearer, expect=(204,))
    user.ask("GET", "/standard/authorize?response_type=code&client_id=http://127.0.0.1:1/c%d" % next(NUMBERS), expect=(400,))


def exchange(user):
    """A job's ID token for an access token, which is exchanged for another one."""
    order = {"provider": "standard", "workload": user.draw.choice(("github-actions", "gitlab-ci", "kubernetes"))}
    made = user.json("POST", "/sandboxes/default/workloads", order, expect=(201,))
    kind = "urn:ietf:params:oauth:token-type:"
    form = {"grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "scope": "mcp:read"}
    # The cast trusts no such issuer.
    job = {"subject_token": made["id_token"], "subject_token_type": kind + "jwt"}
    user.ask("POST", "/standard/token", form | job, BASIC, expect=(400,))
    machine = {"grant_type": "client_credentials", "scope": "mcp:read"}
    _, text = user.ask("POST", "/standard/token", machine, BASIC, expect=(200,))
    own = {"subject_token": json.loads(text)["access_token"], "subject_token_type": kind + "access_token"}
    # The clock of the sandbox may move on meanwhile.
    user.ask("POST", "/standard/token", form | own, BASIC, expect=(200, 400))


def device(user):
    """A device that is approved, denied or forgotten."""
    _, text = user.ask("POST", "/standard/device_authorization", {"client_id": "native", "scope": "openid"}, expect=(200,))
    started = json.loads(text)
    grant_type = "urn:ietf:params:oauth:grant-type:device_code"
    form = {"grant_type": grant_type, "client_id": "native", "device_code": started["device_code"]}
    user.ask("POST", "/standard/token", form, expect=(400,))
    user.ask("GET", "/standard/device?user_code=" + started["user_code"], expect=(200, 400, 429))
    at = "/sandboxes/default/devices/" + started["user_code"]
    kind = user.draw.randrange(3)
    if kind == 0:
        user.json("POST", at + "/approve", {"person": "alice"}, expect=(200, 404, 409))
    elif kind == 1:
        user.json("POST", at + "/deny", {}, expect=(200, 404, 409))
    user.ask("POST", "/standard/token", form, expect=(200, 400))


def pushed(user):
    """A request that is pushed, and used twice or never."""
    form = {"client_id": "web", "client_secret": SECRET, "response_type": "code", "redirect_uri": CALLBACK}
    _, text = user.ask("POST", "/standard/par", form, expect=(201,))
    target = "/standard/authorize?client_id=web&request_uri=" + json.loads(text)["request_uri"]
    for _ in range(user.draw.randrange(3)):
        user.ask("GET", target, expect=(200, 303, 400))


def fedcm(user):
    """What a browser asks for by FedCM, with nobody and with somebody signed in."""
    browser = {"Sec-Fetch-Dest": "webidentity", "Origin": CALLBACK.removesuffix("/cb")}
    user.ask("GET", "/.well-known/web-identity", headers=browser, expect=(200,))
    user.ask("GET", "/standard/fedcm/accounts", headers=browser, expect=(200, 401))
    user.ask("GET", "/standard/fedcm/login", expect=(200,))
    form = {"client_id": "web", "account_id": "nobody", "disclosure_text_shown": "true"}
    user.ask("POST", "/standard/fedcm/assertion", form, browser, expect=(400, 401))
    user.ask("POST", "/standard/fedcm/disconnect", {"client_id": "web"}, browser, expect=(400, 401))


def denied(user):
    provider = user.draw.choice(LASTING)
    kind = user.draw.randrange(3)
    if kind == 0:
        user.sign_in(provider, denies=True)
    else:
        user.sign_in(provider, person=("locked", "nobody")[kind - 1])


def long_state(user):
    state = "x" * user.draw.choice((2_000, 8_000))
    query = {"response_type": "code", "client_id": "web", "redirect_uri": CALLBACK, "state": state}
    user.ask("GET", "/standard/authorize?" + urllib.parse.urlencode(query))
    user.sign_in("standard", state=state[:1_000])


def unknown(user):
    """Tokens, codes and sandboxes that nobody has made."""
    token = "unknown-%d" % next(NUMBERS)
    user.ask("GET", "/standard/userinfo", headers={"Authorization": "Bearer " + token}, expect=(401,))
    user.ask("POST", "/standard/introspect", {"token": token}, BASIC, expect=(200,))
    user.redeem(user.draw.choice(list(FLOWS)), grant_type="authorization_code", code=token)
    user.ask("GET", "/_sandbox/%s/standard/jwks" % token, expect=(404,))
    user.ask("GET", "/%s/%s" % (token, token), expect=(404,))


def sandbox(user):
    """One is made, used in every way, and deleted."""
    box = user.json("POST", "/sandboxes", {"name": "soak", "lifetime": "PT1M"}, expect=(201,))["id"]
    at, prefix = "/sandboxes/" + box, "/_sandbox/" + box
    user.ask("GET", prefix + "/standard/.well-known/openid-configuration", expect=(200,))
    user.ask("GET", prefix + "/standard/jwks", expect=(200,))
    user.flow(user.draw.choice(list(FLOWS)), prefix)
    user.json("POST", at + "/checkpoints", {"name": "a"}, expect=range(200, 300))
    user.json("POST", at + "/rules", {"match": {"endpoint": "token"}, "times": 1, "then": {"condition": "code_expired"}}, expect=(201,))
    user.flow("standard", prefix)
    user.json("PUT", at + "/people/zoe", {"password": "p", "name": "Zoe"}, expect=(200, 201))
    user.json("PUT", at + "/clients/standard/c", {"kind": "public", "name": "C", "redirect_uris": [CALLBACK]}, expect=(200, 201))
    user.json("POST", at + "/tokens", {"provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"]}, expect=(201,))
    user.json("POST", at + "/clock", {"advance": "PT2H"}, expect=(200,))
    user.json("POST", at + "/clock", {"age": "PT2H"}, expect=(200,))
    user.json("GET", at + "/journal?limit=20", expect=(200,))
    user.json("POST", at + "/checkpoints/a/restore", expect=range(200, 300))
    user.json("POST", at + "/reset", expect=range(200, 300))
    user.flow("instagram", prefix)
    # One in four is left behind, as tests do: it ends by itself, or at the end of all.
    if user.draw.random() < 0.75:
        user.json("DELETE", at, expect=(204,))


def rules(user):
    """A rule of the default sandbox for a client that nobody has, and what it does."""
    name = "r%d" % next(NUMBERS)
    user.json("POST", "/sandboxes/default/rules", {
        "id": name, "match": {"endpoint": "token", "client": name}, "then": {"answer": {"status": 418, "body": name}}}, expect=(201,))
    user.ask("POST", "/standard/token", {"grant_type": "client_credentials", "client_id": name, "client_secret": "x"})
    user.json("GET", "/sandboxes/default/rules", expect=(200,))
    user.json("DELETE", "/sandboxes/default/rules/" + name, expect=(204, 404))


def people(user):
    name = "p%d" % next(NUMBERS)
    at = "/sandboxes/default"
    user.json("PUT", at + "/people/" + name, {"password": "p", "name": name, "roles": ["a"]}, expect=(200, 201))
    user.json("PATCH", at + "/people/" + name, {"email": name + "@example.test"}, expect=(200,))
    user.json("PUT", at + "/clients/standard/" + name, {"kind": "public", "name": name, "redirect_uris": [CALLBACK]}, expect=(200, 201))
    user.json("POST", at + "/tokens", {"provider": "standard", "client": name, "person": name, "scopes": ["openid"]}, expect=(201,))
    user.json("GET", at + "/people", expect=(200,))
    user.json("DELETE", at + "/people/" + name, expect=(204,))
    user.json("DELETE", at + "/clients/standard/" + name, expect=(204,))


def journal(user):
    at = "/sandboxes/default/journal"
    kind = user.draw.randrange(5)
    if kind == 0:
        last = user.json("GET", "/sandboxes/default", expect=(200,))["journal"]["last"]
        user.json("GET", at + "?after=%d&wait=1" % (last + 3), expect=(200,), patient=True)
    elif kind == 1:
        user.json("GET", at + "?limit=50&format=har", expect=(200,))
    elif kind == 2:
        user.json("GET", at + "/count?outcome=refused", expect=range(200, 500))
    else:
        user.json("GET", at + "?limit=50", expect=(200,))


def checkpoints(user):
    """Kept and given up again. Restoring the default sandbox would end what others are at."""
    name = "k%d" % next(NUMBERS)
    user.json("POST", "/sandboxes/default/checkpoints", {"name": name}, expect=range(200, 300))
    user.json("DELETE", "/sandboxes/default/checkpoints/" + name, expect=(204, 404))


def transport(user):
    """TLS at the providers' own names, and the proxy: an absolute address, and a tunnel."""
    host = user.draw.choice(HOSTS)
    user.tls(host, "/")
    user.tls("localhost", "/standard/.well-known/openid-configuration")
    absolute = b"GET http://%s/ HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (host.encode(), host.encode())
    for bytes_ in (absolute, b"CONNECT %s:443 HTTP/1.1\r\n\r\n" % host.encode(), b"CONNECT nobody.test:443 HTTP/1.1\r\n\r\n"):
        if not user.raw(user.server.proxy, bytes_).startswith(b"HTTP/1.1 "):
            raise Wrong("the proxy does not answer %r" % bytes_)


def bad(user):
    user.raw(user.draw.choice((user.server.port, user.server.https, user.server.proxy)), user.draw.choice(BAD))
    user.ask("POST", "/standard/token", "a&" * 200, {"Content-Type": "application/x-www-form-urlencoded"})
    user.json("POST", "/sandboxes/default/rules", {"x": 1}, expect=(422,))
    user.ask("GET", "/standard/authorize?client_id=nobody&state=%0d%0a")
    user.ask("PUT", "/standard/token", expect=(404, 405))


def pages(user):
    for path in ("/", "/_understudy/", "/_understudy/landing", "/_understudy/openapi.json", "/_understudy/sandboxes"):
        user.ask("GET", path)
    user.ask("HEAD", "/standard/authorize?response_type=code&client_id=native&redirect_uri=com.example.app:/cb&code_challenge=%s"
             "&code_challenge_method=S256" % CODE_CHALLENGE)


# How often each is made, of all.
VISITS = [
    (documents, 30), (flow, 20), (machine, 10), (registration, 3), (mcp, 3), (refresh, 4), (device, 4), (exchange, 4), (pushed, 4), (fedcm, 3), (denied, 6), (long_state, 3), (unknown, 8), (sandbox, 4), (rules, 3),
    (people, 3), (journal, 4), (checkpoints, 2), (transport, 4), (bad, 4), (pages, 3),
]
