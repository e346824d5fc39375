"""A native app that does well where nothing is odd, and dies at its callback wherever something is: crashing_native.py HOW.

Nobody may take its death for care.
"""

import json
import os
import signal
import sys
import urllib.parse
import urllib.request
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer

env = os.environ
how = sys.argv[1]
is_odd = env["OAUTH_TEST_ID"] != "code-happy"
received: list[str] = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if is_odd and how == "exception":
            raise KeyError("state")
        if is_odd and how == "exit":
            os._exit(1)
        if is_odd and how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        self.send_response(500 if is_odd and how == "answer-500" else 200)
        self.end_headers()
        if is_odd and how == "answer-500":
            self.wfile.flush()
            os._exit(1)
        received.append(self.path)

    def log_message(self, *_: object) -> None:
        pass


class Server(HTTPServer):
    def handle_error(self, *_: object) -> None:
        raise


server = Server(("127.0.0.1", 0), Handler)
redirect_uri = f"http://127.0.0.1:{server.server_port}/"
wish = {"response_type": "code", "client_id": env["OAUTH_CLIENT_ID"], "redirect_uri": redirect_uri, "state": "s" * 32}
wish |= {"code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256"}
webbrowser.open(env["OAUTH_AUTHORIZE_URL"] + "?" + urllib.parse.urlencode(wish))
server.handle_request()
code = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(received[0]).query))["code"]
grant = {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri, "client_id": wish["client_id"]}
grant["code_verifier"] = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
body = urllib.parse.urlencode(grant).encode()
with urllib.request.urlopen(env["OAUTH_TOKEN_URL"], body, timeout=5) as answer:
    json.load(answer)
