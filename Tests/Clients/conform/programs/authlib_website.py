"""Authlib in a Flask application: /login, /callback, and /me for those who are signed in."""

import os

import flask
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.flask_client import OAuth

app = flask.Flask(__name__)
app.secret_key = os.urandom(32)
provider = OAuth(app).register(
    "provider",
    client_id=os.environ["OAUTH_CLIENT_ID"],
    client_secret=os.environ["OAUTH_CLIENT_SECRET"],
    server_metadata_url=os.environ["OAUTH_DISCOVERY_URL"],
    client_kwargs={"scope": os.environ["OAUTH_SCOPE"], "code_challenge_method": "S256"},
)


@app.get("/login")
def login() -> flask.typing.ResponseReturnValue:
    return provider.authorize_redirect(flask.url_for("callback", _external=True))


@app.get("/callback")
def callback() -> flask.typing.ResponseReturnValue:
    try:
        token = provider.authorize_access_token()
    except OAuthError as error:
        return flask.Response(error.error, 400, mimetype="text/plain")
    # It is there where an ID token was, or where the application asks for it.
    if "userinfo" not in token:
        return flask.Response("There is no ID token.", 400, mimetype="text/plain")
    flask.session["user"] = token["userinfo"]["sub"]
    return flask.redirect("/me")


@app.get("/me")
def me() -> flask.typing.ResponseReturnValue:
    return flask.session["user"] if "user" in flask.session else ("Nobody is signed in.", 401)


def serve() -> None:
    app.run("127.0.0.1", int(os.environ["PORT"]))


if __name__ == "__main__":
    serve()
