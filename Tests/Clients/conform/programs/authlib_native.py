"""Authlib's session as a native app: signs in, calls userinfo, and says how it went."""

import json
import os
import webbrowser

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from loopback import Loopback

env = os.environ
try:
    with Loopback() as here:
        session = OAuth2Session(
            env["OAUTH_CLIENT_ID"],
            redirect_uri=here.redirect_uri,
            scope=env["OAUTH_SCOPE"],
            code_challenge_method="S256",
            token_endpoint_auth_method="none",
        )
        verifier = generate_token(48)
        url, state = session.create_authorization_url(env["OAUTH_AUTHORIZE_URL"], code_verifier=verifier)
        webbrowser.open(url)
        session.fetch_token(
            env["OAUTH_TOKEN_URL"], authorization_response=here.wait(), code_verifier=verifier, state=state, timeout=5
        )
    session.get(env["OAUTH_USERINFO_URL"], timeout=5).raise_for_status()
    print(json.dumps({"outcome": "accepted"}))
except Exception as error:
    print(json.dumps({"outcome": "rejected", "error": getattr(error, "error", "") or type(error).__name__}))
