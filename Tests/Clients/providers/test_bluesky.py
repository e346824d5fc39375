"""Bluesky: a client of the AT Protocol, written with requests, joserfc and Authlib, at the real host names."""

import asyncio
import base64
import functools
import hashlib
import json
import os
import time
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

from understudy import CALLBACK, Understudy

BROWSER, WEB = "https://app.example.test/client-metadata.json", "https://web.example.test/client-metadata.json"
ALICE, PDS = "did:plc:understudyalice222222222", "https://morel.us-east.host.bsky.network"
SESSION = f"{PDS}/xrpc/com.atproto.server.getSession"
JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class Client:
    """Signs a proof for each request, and sends it again with the nonce of the server's host, as the AT Protocol's clients do."""

    def __init__(self, id: str, key: ECKey | None = None, scope: str = "atproto transition:generic") -> None:
        self.id, self.key, self.scope = id, key, scope
        self.proof_key = ECKey.generate_key("P-256")
        self.nonces: dict[str, str] = {}
        self.errors: list[str] = []
        self.server = requests.get("https://bsky.social/.well-known/oauth-authorization-server", timeout=10).json()

    def proof(self, method: str, url: str, **claims: str) -> str:
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": self.proof_key.as_dict(private=False)}
        more = {"htm": method, "htu": url, "jti": uuid.uuid4().hex, "iat": int(time.time())}
        return jwt.encode(header, {**more, **claims}, self.proof_key)

    def send(self, method: str, url: str, form: dict | None = None, token: str | None = None, **claims: str) -> requests.Response:
        host = urlsplit(url).netloc
        for _ in range(2):
            headers = {}
            if token:
                headers["Authorization"] = f"DPoP {token}"
                claims["ath"] = base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).rstrip(b"=").decode()
            nonce = {"nonce": self.nonces[host]} if host in self.nonces else {}
            headers["DPoP"] = self.proof(method, url, **{**nonce, **claims})
            data = {**form, "client_id": self.id, **self.assertion()} if form else None
            answer = requests.request(method, url, data=data, headers=headers, timeout=10)
            self.nonces[host] = answer.headers.get("DPoP-Nonce", self.nonces.get(host, ""))
            if answer.ok or answer.json()["error"] != "use_dpop_nonce":
                break
            self.errors.append(f"{answer.status_code} {host}")
        return answer

    def assertion(self) -> dict:
        if not self.key:
            return {}
        now = int(time.time())
        claims = {"iss": self.id, "sub": self.id, "aud": self.server["issuer"], "jti": uuid.uuid4().hex}
        claims = {**claims, "iat": now, "exp": now + 60}
        header = {"alg": "ES256", "kid": "understudy-1"}
        return {"client_assertion_type": JWT_BEARER, "client_assertion": jwt.encode(header, claims, self.key)}

    def push(self, **more: str) -> requests.Response:
        self.verifier = generate_token(48)
        request = {
            "response_type": "code", "redirect_uri": CALLBACK, "scope": self.scope, "state": "s",
            "login_hint": "alice.bsky.social", "code_challenge": create_s256_code_challenge(self.verifier),
            "code_challenge_method": "S256",
        }  # fmt: skip
        return self.send("POST", self.server["pushed_authorization_request_endpoint"], {**request, **more})

    def address(self) -> str:
        pushed = {"client_id": self.id, "request_uri": self.push().json()["request_uri"]}
        return f"{self.server['authorization_endpoint']}?{urlencode(pushed)}"

    def token(self, grant: str, **more: str) -> requests.Response:
        return self.send("POST", self.server["token_endpoint"], {"grant_type": grant, **more})

    def sign_in(self, understudy: Understudy) -> dict:
        back = parse_qs(urlsplit(understudy.visit(self.address())).query)
        assert list(back) == ["iss", "state", "code"] and back["iss"] == [self.server["issuer"]]
        code = {"code": back["code"][0], "redirect_uri": CALLBACK, "code_verifier": self.verifier}
        answer = self.token("authorization_code", **code)
        assert answer.ok, answer.text
        return answer.json()


def web() -> Client:
    return Client(WEB, ECKey.import_key(ec.derive_private_key(0x0BAD5EED, ec.SECP256R1())))


def test_a_handle_leads_to_the_authorization_server() -> None:
    handle = {"handle": "alice.bsky.social"}
    did = requests.get("https://bsky.social/xrpc/com.atproto.identity.resolveHandle", handle, timeout=10).json()["did"]
    document = requests.get(f"https://plc.directory/{did}", timeout=10).json()
    [pds] = [service["serviceEndpoint"] for service in document["service"] if service["id"] == "#atproto_pds"]
    resource = requests.get(f"{pds}/.well-known/oauth-protected-resource", timeout=10).json()
    assert (did, document["alsoKnownAs"]) == (ALICE, ["at://alice.bsky.social"])
    assert (resource["resource"], resource["authorization_servers"]) == (PDS, ["https://bsky.social"])
    handle = {"handle": "nobody.bsky.social"}
    nobody = requests.get("https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle", handle, timeout=10)
    assert (nobody.status_code, nobody.json()) == (400, {"error": "InvalidRequest", "message": "Unable to resolve handle"})


def test_a_browser_app_signs_in_with_proofs(understudy: Understudy) -> None:
    client = Client(BROWSER, scope="atproto transition:email")
    token = client.sign_in(understudy)
    assert (token["token_type"], token["sub"], token["expires_in"]) == ("DPoP", ALICE, 3600)
    assert token["scope"] == "atproto transition:email" and token["refresh_token"].startswith("ref-")
    keys = KeySet.import_key_set(requests.get(client.server["jwks_uri"], timeout=10).json())
    claims = jwt.decode(token["access_token"], keys, algorithms=["ES256"]).claims
    assert claims["cnf"] == {"jkt": client.proof_key.thumbprint()} and claims["client_id"] == BROWSER
    session = client.send("GET", SESSION, token=token["access_token"]).json()
    assert session == {
        "handle": "alice.bsky.social", "did": ALICE, "email": "alice@example.test", "emailConfirmed": True, "active": True,
    }  # fmt: skip
    assert client.errors == ["400 bsky.social", "401 morel.us-east.host.bsky.network"]


def test_refresh_tokens_work_once(understudy: Understudy) -> None:
    client = web()
    first = client.sign_in(understudy)
    second = client.token("refresh_token", refresh_token=first["refresh_token"]).json()
    assert second["sub"] == ALICE
    again = client.token("refresh_token", refresh_token=first["refresh_token"])
    assert again.json() == {"error": "invalid_grant", "error_description": "Refresh token replayed"}
    assert client.send("GET", SESSION, token=second["access_token"]).json()["error"] == "invalid_token"


def test_revocation_ends_the_grant(understudy: Understudy) -> None:
    client = web()
    token = client.sign_in(understudy)
    answer = client.send("POST", client.server["revocation_endpoint"], {"token": token["refresh_token"]})
    assert (answer.status_code, answer.json()) == (200, {})
    assert client.send("GET", SESSION, token=token["access_token"]).status_code == 401
    assert client.send("POST", client.server["revocation_endpoint"], {"token": "nonsense"}).json() == {}


def test_a_token_is_of_no_use_to_a_thief(understudy: Understudy) -> None:
    client, thief = web(), web()
    token = client.sign_in(understudy)
    stolen = thief.send("GET", SESSION, token=token["access_token"])
    assert (stolen.status_code, stolen.json()) == (401, {"error": "invalid_token", "message": "Invalid DPoP key binding"})
    challenge = stolen.headers["WWW-Authenticate"]
    assert challenge.startswith('DPoP algs="') and challenge.endswith('error="invalid_token"')
    bearer = requests.get(SESSION, headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
    assert (bearer.status_code, bearer.json()) == (400, {"error": "InvalidToken", "message": "Malformed token"})
    assert requests.get(SESSION, timeout=10).json() == {"error": "AuthMissing", "message": "Authentication Required"}
    browser = Client(BROWSER)
    refresh = browser.sign_in(understudy)["refresh_token"]
    browser.proof_key = ECKey.generate_key("P-256")
    refused = browser.token("refresh_token", refresh_token=refresh).json()
    assert refused == {"error": "invalid_grant", "error_description": "DPoP proof does not match the expected JKT"}


def test_a_person_says_no_and_a_browser_app_always_asks(understudy: Understudy) -> None:
    back = parse_qs(urlsplit(understudy.visit(Client(BROWSER).address(), deny=True)).query)
    assert list(back) == ["iss", "state", "error", "error_description"]
    assert (back["error"], back["error_description"]) == (["access_denied"], ["The user rejected the request"])
    silent = Client(BROWSER).push(prompt="none").json()
    assert silent == {"error": "consent_required", "error_description": "Public clients are not allowed to use silent-sign-on"}


@pytest.mark.parametrize(
    ("more", "error", "text"),
    [
        ({"scope": "transition:generic"}, "invalid_scope", 'The "atproto" scope is required'),
        ({"scope": "atproto rpc:x"}, "invalid_scope", 'Scope "rpc:x" is not declared in the client metadata'),
        ({"code_challenge": ""}, "invalid_request", "Use of PKCE is required"),
        ({"code_challenge_method": "plain"}, "invalid_request", 'atproto requires use of "S256" code_challenge_method'),
        ({"response_type": "token"}, "unsupported_response_type", 'Unsupported response_type "token"'),
        ({"claims": "{}"}, "invalid_request", 'Unsupported "claims" parameter'),
        ({"redirect_uri": "http://127.0.0.1:7999/x"}, "invalid_request", "Invalid redirect_uri http://127.0.0.1:7999/x"),
    ],
)
def test_refused_requests(more: dict, error: str, text: str) -> None:
    answer = Client(BROWSER).push(**more)
    assert (answer.status_code, answer.json()) == (400, {"error": error, "error_description": text})


def test_pushes_may_be_required(understudy: Understudy) -> None:
    request = {
        "client_id": BROWSER, "response_type": "code", "redirect_uri": CALLBACK, "scope": "atproto",
        "code_challenge": create_s256_code_challenge(generate_token(48)), "code_challenge_method": "S256",
    }  # fmt: skip
    address = f"https://bsky.social/oauth/authorize?{urlencode(request)}"
    assert "code=" in understudy.visit(address)
    understudy.switch("default", "bluesky", "pushes-required")
    refused = requests.get(address, timeout=10, allow_redirects=False)
    assert "code=" not in refused.headers.get("Location", "") and "login" not in refused.headers.get("Location", "")


@pytest.mark.parametrize(
    ("claims", "text"), [({"htm": "GET"}, 'DPoP "htm" mismatch'), ({"htu": "https://bsky.social/"}, 'DPoP "htu" mismatch')]
)
def test_refused_proofs(claims: dict, text: str) -> None:
    client = Client(BROWSER)
    answer = client.send("POST", client.server["token_endpoint"], {"grant_type": "refresh_token", "refresh_token": "x"}, **claims)
    assert (answer.status_code, answer.json()) == (401, {"error": "invalid_dpop_proof", "error_description": text})


def test_a_client_is_its_metadata_document(understudy: Understudy) -> None:
    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/client.json" else 404)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(document).encode())

        def log_message(self, *_: object) -> None:
            pass

    site = HTTPServer(("127.0.0.1", 0), Site)
    id = f"http://127.0.0.1:{site.server_port}/client.json"
    document = {
        "client_id": id, "client_name": "A small app", "redirect_uris": [CALLBACK], "scope": "atproto transition:generic",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "dpop_bound_access_tokens": True,
        "token_endpoint_auth_method": "none", "application_type": "native",
    }  # fmt: skip
    Thread(target=site.serve_forever, daemon=True).start()
    try:
        assert Client(id).sign_in(understudy)["sub"] == ALICE
        assert Client(id).push(prompt="none").json()["error"] == "consent_required"
        assert Client(f"{id}x").push().json()["error"] == "invalid_client_metadata"
    finally:
        site.shutdown()


@pytest.mark.parametrize(
    ("id", "scope"),
    [
        (BROWSER, "atproto transition:generic"),
        pytest.param(
            WEB, "atproto repo:app.bsky.feed.post",
            marks=pytest.mark.xfail(reason="it sends its assertion again with the nonce, which bsky.social permits"),
        ),
    ],
)  # fmt: skip
def test_the_library_atproto_oauth(understudy: Understudy, monkeypatch: pytest.MonkeyPatch, id: str, scope: str) -> None:
    library = pytest.importorskip("atproto_oauth")
    import httpx

    # The library has transports of its own, which do not read the proxy of the environment.
    monkeypatch.setattr(httpx, "AsyncHTTPTransport", functools.partial(httpx.AsyncHTTPTransport, proxy=os.environ["HTTPS_PROXY"]))
    from atproto_oauth.stores import MemorySessionStore, MemoryStateStore

    key = {"client_secret_key": ec.derive_private_key(0x0BAD5EED, ec.SECP256R1()), "client_secret_kid": "understudy-1"}
    client = library.OAuthClient(id, CALLBACK, scope, MemoryStateStore(), MemorySessionStore(), **(key if id == WEB else {}))

    async def drive() -> None:
        address, state = await client.start_authorization(ALICE)
        back = dict(parse_qs(urlsplit(understudy.visit(address)).query))
        assert back["state"] == [state]
        session = await client.handle_callback(back["code"][0], state, back["iss"][0])
        assert (session.did, session.handle, session.scope) == (ALICE, "alice.bsky.social", scope)
        answer = await client.make_authenticated_request(session, "GET", SESSION)
        assert answer.json() == {"handle": "alice.bsky.social", "did": ALICE, "active": True}
        old = session.access_token
        session = await client.refresh_session(session)
        assert session.access_token != old
        await client.revoke_session(session)
        refused = await client.make_authenticated_request(session, "GET", SESSION)
        assert (refused.status_code, refused.json()["error"]) == (401, "invalid_token")

    asyncio.run(drive())
