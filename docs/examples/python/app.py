"""A web app with "Sign in with …": OpenID Connect's code flow with PKCE, state and nonce."""

import base64
import hashlib
import os
import secrets
from functools import cached_property

import jwt
import requests
from flask import Flask, redirect, request, session, url_for
from markupsafe import escape

SECONDS = 5


class SignInFailed(Exception):
    def __init__(self, status: int, reason: str) -> None:
        self.status, self.reason = status, reason


class Provider:
    """What its discovery document says, and the requests that a client makes of it."""

    def __init__(self, issuer: str, client_id: str, client_secret: str) -> None:
        self.issuer, self.client_id, self.client_secret = issuer, client_id, client_secret

    @cached_property
    def metadata(self) -> dict:
        return answered(requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=SECONDS))

    @cached_property
    def keys(self) -> jwt.PyJWKClient:
        return jwt.PyJWKClient(self.metadata["jwks_uri"], timeout=SECONDS)

    def redeem(self, code: str, verifier: str, redirect_uri: str) -> dict:
        form = {"grant_type": "authorization_code", "code": code, "code_verifier": verifier, "redirect_uri": redirect_uri}
        client = (self.client_id, self.client_secret)
        return answered(requests.post(self.metadata["token_endpoint"], data=form, auth=client, timeout=SECONDS))

    def verified(self, id_token: str, nonce: str) -> dict:
        """The claims of an ID token that is for us (OpenID Connect Core §3.1.3.7)."""
        try:
            claims = jwt.decode(
                id_token,
                self.keys.get_signing_key_from_jwt(id_token),
                algorithms=["RS256", "ES256"],
                audience=self.client_id,
                issuer=self.metadata["issuer"],
                options={"require": ["exp", "iat", "sub"]},
            )
        except jwt.PyJWTError as error:
            raise SignInFailed(502, f"the ID token is not valid: {error}") from error
        if claims.get("nonce") != nonce:
            raise SignInFailed(502, "the ID token is not for this sign-in")
        return claims

    def person(self, access_token: str) -> dict:
        bearer = {"Authorization": f"Bearer {access_token}"}
        return answered(requests.get(self.metadata["userinfo_endpoint"], headers=bearer, timeout=SECONDS))


def answered(answer: requests.Response) -> dict:
    if not answer.ok:
        raise SignInFailed(502, f"the provider answers {answer.status_code}")
    return answer.json()


def create_app(issuer: str, client_id: str, client_secret: str) -> Flask:
    app = Flask(__name__)
    app.secret_key = secrets.token_bytes(32)
    provider = Provider(issuer, client_id, client_secret)

    @app.get("/")
    def home():
        if name := session.get("name"):
            return f"Hello, {escape(name)}!"
        return '<a href="/login">Sign in</a>'

    @app.get("/login")
    def login():
        session["asked"] = asked = {name: secrets.token_urlsafe(32) for name in ("state", "nonce", "verifier")}
        challenge = base64.urlsafe_b64encode(hashlib.sha256(asked["verifier"].encode()).digest()).rstrip(b"=")
        parameters = {
            "response_type": "code", "client_id": client_id, "scope": "openid profile",
            "redirect_uri": url_for("callback", _external=True), "state": asked["state"], "nonce": asked["nonce"],
            "code_challenge": challenge.decode(), "code_challenge_method": "S256",
        }  # fmt: skip
        endpoint = provider.metadata["authorization_endpoint"]
        return redirect(requests.Request("GET", endpoint, params=parameters).prepare().url)

    @app.get("/callback")
    def callback():
        asked = session.pop("asked", None)
        if asked is None or not secrets.compare_digest(asked["state"], request.args.get("state", "")):
            raise SignInFailed(400, "this is not the answer to a sign-in of yours")
        if request.args.get("iss", provider.metadata["issuer"]) != provider.metadata["issuer"]:
            raise SignInFailed(400, "another provider answers")
        if "code" not in request.args or "error" in request.args:
            raise SignInFailed(403, request.args.get("error", "no code came back"))
        tokens = provider.redeem(request.args["code"], asked["verifier"], url_for("callback", _external=True))
        claims = provider.verified(tokens["id_token"], asked["nonce"])
        person = provider.person(tokens["access_token"])
        if person["sub"] != claims["sub"]:
            raise SignInFailed(502, "userinfo is about somebody else")
        session.clear()
        session["name"] = person.get("name", claims["sub"])
        return redirect("/")

    @app.errorhandler(SignInFailed)
    def failed(error: SignInFailed):
        return f'You are not signed in: {escape(error.reason)}. <a href="/login">Try again</a>', error.status

    return app


if __name__ == "__main__":
    create_app(os.environ["ISSUER"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]).run(port=5000)
