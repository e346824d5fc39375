"""Everything that users of the tool do, one small visit after another: what scripts/soak sends.

A visit is a function of a `User`; each of its requests waits for its turn. Everything is drawn from the generator that is
handed in, so a seed gives the same visits.
"""

import html.parser
import http.client
import json
import socket
import ssl
import time
import urllib.parse

SECRET = "understudy-secret-0123456789"
CALLBACK = "http://127.0.0.1:7999/cb"
OCLC = "WebClientKey" + "0" * 68
B2C = "azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0"
CODE_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
# provider: authorization endpoint, its query, token endpoint, client, where a token is used
FLOWS = {
    "standard": ("standard/authorize", {"client_id": "web", "scope": "openid profile email offline_access"}, "standard/token", "web",
                 "standard/userinfo"),
    "vk": ("vk/authorize", {"client_id": "7999001", "scope": "friends"}, "vk/access_token", "7999001",
           "vk/api.vk.com/method/users.get?v=5.52&access_token={}"),
    "instagram": ("instagram/oauth/authorize", {"client_id": "c0ffee00" * 4, "scope": "basic"}, "instagram/oauth/access_token",
                  "c0ffee00" * 4, "instagram/v1/users/self?access_token={}"),
    "azure-ad-b2c": (B2C + "/authorize", {"client_id": "11111111-2222-4333-8444-555555555555", "scope": "openid offline_access"},
                     B2C + "/token", "11111111-2222-4333-8444-555555555555", None),
    "oclc": ("oclc/oauth2/authorizeCode", {"client_id": OCLC, "scope": "WMS_NCIP SCIM refresh_token",
             "authenticatingInstitutionId": "128807", "contextInstitutionId": "128807"}, "oclc/oauth2/accessToken", OCLC,
             "oclc/128807.share.worldcat.org/idaas/scim/v2/Me"),
}
DOCUMENTS = {
    "standard": "standard/.well-known/openid-configuration",
    "keys": "standard/jwks",
    "metadata": ".well-known/oauth-authorization-server/standard",
    "b2c": "azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/v2.0/.well-known/openid-configuration",
    "b2c keys": "azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/discovery/v2.0/keys",
    "vk": "vk/blank.html", "instagram": "instagram/", "oclc": "oclc/",
}
HOSTS = ["oauth.vk.com", "api.instagram.com", "login.microsoftonline.com", "authn.sd00.worldcat.org"]


class Wrong(Exception):
    pass


class Page(html.parser.HTMLParser):
    """The forms of a page: where each goes, and its fields."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.links = [], {}
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        of = dict(pairs)
        if tag == "form":
            self.forms.append({"action": of.get("action") or "", "post": of.get("method", "").lower() == "post", "fields": []})
        elif tag in ("input", "button") and self.forms:
            self.forms[-1]["fields"].append({**of, "type": of.get("type") or ("submit" if tag == "button" else "text")})
        elif tag == "a" and of.get("id"):
            self.links[of["id"]] = of.get("href")


class User:
    """One user: a connection that stays open, cookies, and the answers' times."""

    def __init__(self, server, draw, wait):
        self.server, self.draw, self.wait = server, draw, wait
        self.cookies = {}
        self.connection = None
        self.slowest = {}
        self.asked = 0
        self.kind = "?"

    def ask(self, method, target, body=None, headers=(), expect=range(200, 500), patient=False):
        """Status, headers and body of an answer. What is not ordinary is not timed: who polls wants to wait."""
        self.wait()
        fields = dict(headers)
        if isinstance(body, dict):
            body = urllib.parse.urlencode(body)
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        since = time.monotonic()
        answer, text = self.exchange(method, target, body, fields)
        took = time.monotonic() - since
        self.asked += 1
        if not patient:
            self.slowest[self.kind] = max(self.slowest.get(self.kind, 0), took)
        if answer.status not in expect:
            raise Wrong("%s %s: %d %s" % (method, target[:200], answer.status, text[:300]))
        return answer, text

    def exchange(self, method, target, body, fields):
        for attempt in (1, 2):
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            try:
                self.connection.request(method, target, body, fields)
                answer = self.connection.getresponse()
                text = answer.read()
                if answer.will_close:
                    self.close()
                return answer, text
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                # A connection that was silent may have been closed meanwhile.
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def json(self, method, path, value=None, **more):
        body = None if value is None else json.dumps(value)
        answer, text = self.ask(method, "/_understudy" + path, body, {"Content-Type": "application/json"}, **more)
        return json.loads(text) if text and answer.getheader("Content-Type", "").startswith("application/json") else None

    # A browser: it follows redirects and fills in forms, until it is sent to the client.

    def browse(self, url, person="alice", denies=False):
        """Where the browser is sent, or None where a page is the end of it."""
        cookies, typed, method, body = {}, False, "GET", None
        for _ in range(14):
            parts = urllib.parse.urlsplit(url)
            target = (parts.path or "/") + ("?" + parts.query if parts.query else "")
            line = "; ".join("%s=%s" % pair for pair in cookies.items())
            answer, text = self.ask(method, target, body, {"Cookie": line} if line else {})
            for field in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = field.partition(";")[0].partition("=")
                cookies[name] = value
            method, body = "GET", None
            place = answer.getheader("Location")
            if place:
                url = urllib.parse.urljoin(url, place)
                if not url.startswith(self.server.origin):
                    return url
                continue
            page = Page(text.decode())
            if denies and page.links.get("cancel"):
                url = urllib.parse.urljoin(url, page.links["cancel"])
                continue
            if "continue" in page.links and not page.forms:
                url = urllib.parse.urljoin(url, page.links["continue"])
                continue
            password = [form for form in page.forms if any(field["type"] == "password" for field in form["fields"])]
            if password and typed or not page.forms:
                return None
            typed = typed or bool(password)
            form = (password or page.forms)[0]
            pairs, has_name, has_button = {}, False, False
            for field in form["fields"]:
                kind, name = field["type"], field.get("name")
                if not name:
                    continue
                if kind == "password":
                    pairs[name] = "wonderland"
                elif kind in ("text", "email") and not has_name and password:
                    pairs[name], has_name = person, True
                elif kind == "submit":
                    is_no = any(word in (name + (field.get("value") or "")).lower() for word in ("deny", "cancel"))
                    if not has_button and is_no == denies:
                        pairs[name], has_button = field.get("value") or "", True
                        form["action"] = field.get("formaction") or form["action"]
                elif kind != "checkbox" or "checked" in field:
                    pairs[name] = field.get("value") or ""
            url = urllib.parse.urljoin(url, form["action"])
            if form["post"]:
                method, body = "POST", pairs
            else:
                url += ("&" if "?" in url else "?") + urllib.parse.urlencode(pairs)
        return None

    def sign_in(self, provider, prefix="", state="s", **more):
        place, query, _, _, _ = FLOWS[provider]
        query = dict(query, redirect_uri=CALLBACK, response_type="code", state=state)
        url = self.browse("%s%s/%s?%s" % (self.server.origin, prefix, place, urllib.parse.urlencode(query)), **more)
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url or "").query))

    def redeem(self, provider, prefix="", **form):
        _, _, place, client, _ = FLOWS[provider]
        form = dict({"client_id": client, "client_secret": SECRET, "redirect_uri": CALLBACK}, **form)
        if provider == "oclc":
            place, form = place + "?" + urllib.parse.urlencode(form), {}
        _, text = self.ask("POST", "%s/%s" % (prefix, place), form)
        return json.loads(text) if text.startswith(b"{") else {}

    def flow(self, provider, prefix=""):
        """A whole flow: the code, its tokens, what they are for, and that a code is good for once."""
        code = self.sign_in(provider, prefix).get("code")
        if not code:
            return {}
        tokens = self.redeem(provider, prefix, grant_type="authorization_code", code=code)
        use, token = FLOWS[provider][4], tokens.get("access_token")
        if use and token:
            # The same where the address holds the token.
            self.ask("GET", "%s/%s" % (prefix, use.format(token)), headers={"Authorization": "Bearer " + token})
        if self.draw.random() < 0.2:
            self.redeem(provider, prefix, grant_type="authorization_code", code=code)
        if tokens.get("refresh_token"):
            tokens = dict(tokens, **self.redeem(provider, prefix, grant_type="refresh_token", refresh_token=tokens["refresh_token"]))
        return tokens

    def tls(self, host, target):
        """By HTTPS at a provider's own name, on a connection of its own."""
        self.wait()
        since = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.server.https), timeout=30) as plain:
            with self.server.tls.wrap_socket(plain, server_hostname=host) as wire:
                wire.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (target.encode(), host.encode()))
                if not wire.recv(16).startswith(b"HTTP/1.1 "):
                    raise Wrong("no answer by TLS from " + host)
                while wire.recv(65_536):
                    pass
        self.asked += 1
        self.slowest[self.kind] = max(self.slowest.get(self.kind, 0), time.monotonic() - since)

    def raw(self, port, bytes_):
        """Bytes that may be no request; whatever comes back."""
        self.wait()
        with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
            data = b""
            try:
                wire.sendall(bytes_)
                wire.shutdown(socket.SHUT_WR)
                while more := wire.recv(65_536):
                    data += more
            except (ConnectionResetError, BrokenPipeError):
                # Who is refused with something unread is reset, behind the answer.
                pass
        self.asked += 1
        return data
