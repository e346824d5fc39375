"""The website of authlib_website.py, which dies at its callback wherever something is odd: crashing_website.py HOW."""

import os
import signal
import sys
from threading import Timer

import authlib_website
import flask

how = sys.argv[1]
is_odd = os.environ["OAUTH_TEST_ID"] != "rp-happy-code"


@authlib_website.app.before_request
def die() -> flask.typing.ResponseReturnValue | None:
    if not is_odd or flask.request.path != "/callback":
        return None
    if how == "exit":
        os._exit(1)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "answer-500":
        Timer(0.2, os._exit, [1]).start()
        return flask.Response("", 500)
    raise KeyError("state")


authlib_website.serve()
