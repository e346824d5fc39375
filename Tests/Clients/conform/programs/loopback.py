"""Waits for one callback at a loopback address, as a native app does (RFC 8252 §7.3)."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from types import TracebackType


class Loopback:
    def __enter__(self) -> "Loopback":
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                is_callback = self.path.split("?")[0] == "/callback"
                self.send_response(200 if is_callback else 404)
                self.end_headers()
                if is_callback:
                    outer.received = f"http://{self.headers['Host']}{self.path}"

            def log_message(self, *_: object) -> None:
                pass

        self.received: str | None = None
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.redirect_uri = f"http://127.0.0.1:{self.server.server_port}/callback"
        return self

    def __exit__(self, _: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.server.server_close()

    def wait(self) -> str:
        """The URL that the browser came to."""
        while self.received is None:
            self.server.handle_request()
        self.server.server_close()
        return self.received
