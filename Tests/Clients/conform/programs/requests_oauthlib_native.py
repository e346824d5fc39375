"""requests-oauthlib as a native app: signs in, calls userinfo, and says how it went."""

import json
import os
import webbrowser

from loopback import Loopback
from requests_oauthlib import OAuth2Session

env = os.environ
# The provider is at http://127.0.0.1, which oauthlib takes only when it is told to.
env["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
try:
    with Loopback() as here:
        session = OAuth2Session(
            env["OAUTH_CLIENT_ID"], redirect_uri=here.redirect_uri, scope=env["OAUTH_SCOPE"].split(), pkce="S256"
        )
        webbrowser.open(session.authorization_url(env["OAUTH_AUTHORIZE_URL"])[0])
        session.fetch_token(env["OAUTH_TOKEN_URL"], authorization_response=here.wait(), include_client_id=True, timeout=5)
    session.get(env["OAUTH_USERINFO_URL"], timeout=5).raise_for_status()
    print(json.dumps({"outcome": "accepted"}))
except Exception as error:
    print(json.dumps({"outcome": "rejected", "error": getattr(error, "error", "") or type(error).__name__}))
