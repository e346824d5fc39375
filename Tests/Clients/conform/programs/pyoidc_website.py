"""pyoidc in a website: /login, /callback, and /me for those who are signed in."""

import os
import secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from oic.oic import Client
from oic.oic.message import AccessTokenResponse, AuthorizationResponse, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD

env = os.environ
CALLBACK = f"http://127.0.0.1:{env['PORT']}/callback"
sessions: dict[str, dict] = {}


def new_client() -> Client:
    client = Client(client_authn_method=CLIENT_AUTHN_METHOD)
    client.provider_config(env["OAUTH_ISSUER"])
    registered = {"client_id": env["OAUTH_CLIENT_ID"], "client_secret": env["OAUTH_CLIENT_SECRET"]}
    registered |= {"redirect_uris": [CALLBACK], "id_token_signed_response_alg": env.get("OAUTH_ID_TOKEN_ALG", "RS256")}
    client.store_registration_info(RegistrationResponse(**registered))
    client.redirect_uris = [CALLBACK]
    return client


class Website(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        url = urlsplit(self.path)
        cookie = SimpleCookie(self.headers["Cookie"]).get("session")
        session = sessions.get(cookie.value, {}) if cookie else {}
        try:
            if url.path == "/login":
                self.login()
            elif url.path == "/callback":
                self.callback(url.query, session)
            elif "user" in session:
                self.answer(200, " ".join(session["user"]))
            else:
                self.answer(401, "Nobody is signed in.")
        except Exception as refusal:
            self.answer(400, type(refusal).__name__)

    def login(self) -> None:
        client = new_client()
        key, state, nonce = (secrets.token_urlsafe(16) for _ in range(3))
        sessions[key] = {"client": client, "state": state, "nonce": nonce}
        request = client.construct_AuthorizationRequest(
            request_args={
                "client_id": client.client_id, "response_type": "code", "scope": env["OAUTH_SCOPE"].split(),
                "redirect_uri": CALLBACK, "state": state, "nonce": nonce,
            }
        )  # fmt: skip
        self.answer(302, "", f"session={key}; Path=/; HttpOnly; SameSite=Lax", request.request(client.authorization_endpoint))

    def callback(self, query: str, session: dict) -> None:
        client, state, nonce = (session.pop(name, None) for name in ("client", "state", "nonce"))
        if client is None:
            return self.answer(400, "There is no sign-in under way.")
        came = client.parse_response(AuthorizationResponse, info=query, sformat="urlencoded")
        if not isinstance(came, AuthorizationResponse) or came.get("state") != state:
            return self.answer(400, "This callback is not the one that was asked for.")
        tokens = client.do_access_token_request(
            state=state, request_args={"code": came["code"]}, authn_method="client_secret_basic"
        )
        if not isinstance(tokens, AccessTokenResponse) or tokens["id_token"].get("nonce") != nonce:
            return self.answer(400, "The tokens are refused.")
        claims = client.do_user_info_request(state=state)
        if claims.get("sub") != tokens["id_token"]["sub"]:
            return self.answer(400, "Userinfo is about somebody else.")
        key = secrets.token_urlsafe(16)
        sessions[key] = {"user": [claims["sub"], claims.get("name", "")]}
        self.answer(302, "", f"session={key}; Path=/; HttpOnly; SameSite=Lax", "/me")

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, text: str, cookie: str = "", location: str = "") -> None:
        self.send_response(status)
        body = text.encode()
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if cookie:
            self.send_header("Set-Cookie", cookie)
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("127.0.0.1", int(env["PORT"])), Website).serve_forever()
