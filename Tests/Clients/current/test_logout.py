"""idpyoidc: what it makes of logout tokens, as a client that listens on the loopback gets them."""

import json
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import parse_qs

import pytest
from cryptojwt.exception import BadSignature
from cryptojwt.key_jar import KeyJar
from idpyoidc.exception import MessageException, NotForMe
from idpyoidc.message.oidc.session import BackChannelLogoutRequest

from understudy import SECRET, Understudy

CALLBACK = "http://127.0.0.1:7999/cb"


class Client:
    """A client that keeps the logout tokens that it gets, and answers 200."""

    def __init__(self, understudy: Understudy) -> None:
        heard: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                heard.append(parse_qs(body)["logout_token"][0])
                self.send_response(200)
                self.end_headers()

            def log_message(self, *words: object) -> None:
                pass

        self.heard = heard
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.understudy = understudy
        self.issuer = f"{understudy.http}/standard"
        understudy.control(
            "PUT",
            "/clients/standard/listener",
            {
                "secret": SECRET,
                "redirect_uris": [CALLBACK],
                "backchannel_logout_uri": f"http://127.0.0.1:{self.server.server_port}/logout",
            },
        )

    def sign_in(self) -> None:
        self.understudy.visit(
            f"{self.issuer}/authorize?client_id=listener&redirect_uri={CALLBACK}&response_type=code&scope=openid"
        )

    def log_out(self) -> dict:
        return self.understudy.control("DELETE", "/sessions?person=alice")

    def verify(self, token: str) -> dict:
        """What idpyoidc makes of a logout token."""
        with urllib.request.urlopen(f"{self.issuer}/jwks", timeout=10) as answer:
            keys = json.load(answer)
        jar = KeyJar()
        jar.import_jwks(keys, self.issuer)
        request = BackChannelLogoutRequest(logout_token=token)
        assert request.verify(keyjar=jar, iss=self.issuer, aud="listener", skew=5)
        return request["__verified_logout_token"].to_dict()


@pytest.fixture
def client(understudy: Understudy) -> Iterator[Client]:
    client = Client(understudy)
    yield client
    client.server.shutdown()


def test_verifies_a_logout_token(client: Client) -> None:
    client.sign_in()
    (session,) = client.understudy.control("GET", "/sessions")
    ended = client.log_out()
    assert [call["status"] for call in ended["calls"]] == [200]
    (token,) = client.heard
    claims = client.verify(token)
    assert claims["sid"] == session["sid"] and claims["sub"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"claims": {"nonce": "n"}}, MessageException),
        ({"claims": {"aud": "other"}}, NotForMe),
        ({"claims": {"iss": "https://other.example"}}, Exception),
        ({"claims": {"events": {"urn:other": {}}}}, ValueError),
        ({"claims": {"sid": None, "sub": None}}, ValueError),
        ({"signature": "bad"}, BadSignature),
    ],
)
def test_rejects_a_wrong_one(client: Client, change: dict, error: type[Exception]) -> None:
    client.sign_in()
    client.understudy.rule({"endpoint": "logout"}, {"change": {"tokens": {"logout": change}}})
    client.log_out()
    (token,) = client.heard
    with pytest.raises(error):
        client.verify(token)
