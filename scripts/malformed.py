"""HTTP/1.x as it should not be: what scripts/fuzz-sockets sends.

Everything is drawn from the generator that is handed in, so a seed gives the same bytes each time.
"""

import base64

OWN_HOSTS = ["oauth.vk.com", "api.vk.com", "api.instagram.com", "login.microsoftonline.com", "authn.sd00.worldcat.org"]
FORM = b"grant_type=client_credentials&client_id=web&client_secret=secret&scope=openid"
AUTHORIZE = (
    b"/standard/authorize?response_type=code&client_id=web&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcb&scope=openid&state=x"
)

METHODS = [b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"PATCH"]
BAD_METHODS = [b"get", b"G\0ET", b"TRACE", b"CONNECT", b"PRI", b"", b"GET\t", b"M" * 5000, b"G(T", b"\xff\xfe", b"QUERY"]
TARGETS = [
    b"/", b"/_understudy/health", b"/standard/.well-known/openid-configuration", AUTHORIZE, b"/vk/authorize?client_id=1",
    b"/instagram/oauth/authorize?client_id=x&response_type=code", b"/nowhere", b"/_understudy/openapi.json",
    b"/standard/userinfo?access_token=x", b"/?" + b"a&" * 300,
]
BAD_TARGETS = [
    b"*", b"//", b"/%", b"/%00", b"/a b", b"/a\tb", b"/\0", b"/../../etc/passwd", b"http://", b"http:///", b"https://localhost/",
    b"http://user@localhost/", b"http://[::1/", b"/#a", b"/\xc3\xa9", b"/" + b"a" * 40_000, b"/?" + b"%41=%42&" * 4_000, b"",
    b"localhost:1", b"?", b"ftp://a/", b"/\r", b"/;a=b", b"/%c3%28?%ff=%fe",
]
VERSIONS = [
    b"HTTP/1.0", b"HTTP/1.2", b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.10", b"http/1.1", b"HTTP/1.1 ", b"HTTP/1.1\0", b"HTTP/", b"",
    b"HTTP/1.1 HTTP/1.1", b"HTTP/-1.1", b"ICY/1.1", b"HTTP/1,1",
]
HOSTS = [
    b"", b"a, b", b"user@localhost", b"localhost/x", b"localhost:99999", b"localhost:", b"[::1]", b"[::1", b"\0", b"a\x7fb",
    b"h" * 3_000, b"%00", b"local host", b"-", b".", b"\xe2\x80\xa8",
]
LENGTHS = [
    b"-1", b"+5", b"0x10", b"5, 5", b"5,6", b" 5 ", b"", b"18446744073709551616", b"9223372036854775807", b"99999999999999999999",
    b"4294967297", b"1e3", b"5\0", b"05", b"5;", b"\xb2",
]
CODINGS = [
    b"chunked", b"Chunked", b"chunked, chunked", b"identity", b"gzip", b"gzip, chunked", b"xchunked", b'"chunked"', b"",
    b"chunked ", b"\x0bchunked", b"chunked\0", b"chunked;q=1", b"chunked,",
]
ODD_FIELDS = [
    b"X-A: 1\r\n folded", b"X-A: 1\r\n\tfolded", b": no name", b"no colon", b"X A: 1", b"X-A : 1", b"X-A: a\0b", b"X-A: a\rb",
    b"X-A: a\nb", b"\0: 1", b"X-A: \x01\x02", b"X-A: " + b"v" * 60_000, b"N" * 60_000 + b": 1", b"X-\xc3\xa9: 1", b"(X): 1",
    b"Expect: 100-continue", b"Expect: 200-maybe", b"Connection: close", b"Connection: upgrade", b"Upgrade: h2c",
    b"Connection: keep-alive, te, x", b"Keep-Alive: timeout=0", b"Cookie: " + b"a=b; " * 900, b"Cookie: =;=;;=\"",
    b"Authorization: Basic", b"Authorization: Basic !!!!", b"Authorization: Bearer " + b"." * 200, b"Authorization: ",
    b"Forwarded: for=1;proto=x;host=\"", b"X-Forwarded-Host: a b", b"Origin: null", b"Range: bytes=0-0,-1,9-1", b"TE: trailers",
    b"Content-Type: multipart/form-data; boundary=", b"Content-Type: application/json", b"Content-Encoding: gzip",
    b":", b":x", b"\0", b"\0x", b"X-A: a\0", b"X-A: 1\r", b"X-A\t: 1", b"X-A: 1\nContent-Length: 40", b"X-A: 1\n:", b"X-A: 1\0\n:",
    b"Connection: content-length, transfer-encoding",
    b"Proxy-Connection: close", b"If-None-Match: *", b"Accept: */*;q=2", b"Trailer: Host", b"\xef\xbb\xbfX: 1",
]
WEDGES = [
    b"\r\n", b"\n", b"\r", b"\0", b"\r\n\r\n", b" ", b"\t", b":", b",", b";", b"%00", b"%", b"\xff", b"\x80", b"\x7f", b"HTTP/1.1",
    b"\n:\n", b"\r\n:\n", b"\n:\r\n", b"\r\n:\r\n", b"\0\n", b"\n\0\n", b"\n \n", b"\r\r\n",
    b"0\r\n\r\n", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"\x0b\x0c",
]
CHUNKS = [
    b"5\r\nhello\r\n", b"5;a=b\r\nhello\r\n", b"5;\r\nhello\r\n", b'5;a="\r\nhello\r\n', b"5 \r\nhello\r\n", b"0005\r\nhello\r\n",
    b"5\nhello\n", b"-5\r\nhello\r\n", b"0x5\r\nhello\r\n", b"g\r\nhello\r\n", b"5\r\nhel", b"5\r\nhello!\r\n", b"5\r\nhello",
    b"ffffffffffffffff\r\nx", b"fffffffffffffffff\r\nx", b"100000\r\n" + b"x" * 5_000, b"5;a\0b\r\nhello\r\n", b"\r\n",
    b"5;a\rb\r\nhello\r\n", b"5\0\r\nhello\r\n", b"5\r\nhello\n", b"5;" + b"a" * 200_000, b"5;" + b"a" * 9_000 + b"\r\nhello\r\n", b"5\r\n\r\n\r\n",
]
ENDS = [
    b"0\r\n\r\n", b"0\r\nX-T: 1\r\n\r\n", b"0\r\nHost: x\r\nContent-Length: 3\r\n\r\n", b"0\n\n", b"0", b"00\r\n\r\n", b"0;x\r\n\r\n",
    b"", b"0\r\n\0\r\n\r\n", b"0\r\n:\r\n\r\n", b"0\r\nX: 1\r\n:\n", b"0\r\nX: 1\n\0\n", b"0\r\nX: " + b"a" * 70_000, b"0\r\n" + b"T: 1\r\n" * 200 + b"\r\n",
]
OTHER_PROTOCOLS = [
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", b"SSH-2.0-OpenSSH_9.2\r\n", b"EHLO a\r\n", b"\4\1\0\x50\1\2\3\4\0",
    b"\5\1\0", b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n", b"\x80\x2e\1\0\2", b"\r\n" * 500, b"\0" * 500, b"GET /\r\n", b"GET", b"\n",
]


# Stands behind a head that has no sound end: it must never be answered.
SMUGGLED_PATH = b"/smuggled-by-the-fuzzer"
SMUGGLED = b"GET " + SMUGGLED_PATH + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
SEAMS = [
    before + line + after
    for before in (b"\n", b"\r\n", b"\0\n", b"\r\r\n")
    for line in (b":", b"\0", b":x", b"\0x", b":\0", b" ", b"\t", b" x", b"")
    for after in (b"\n", b"\r\n", b"\0\n", b"\r\r\n")
    if (before, line, after) != (b"\r\n", b"", b"\r\n")
]


class Maker:
    """Makes what one connection sends."""

    def __init__(self, draw, hello):
        self.draw = draw
        self.hello = hello

    def sound(self):
        """A request that must be answered: its bytes and its method."""
        draw = self.draw
        kind = draw.randrange(8)
        if kind < 4:
            method = draw.choice((b"GET", b"GET", b"HEAD", b"OPTIONS"))
            return b"%s %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (method, draw.choice(TARGETS[:9])), method
        head = b"POST /standard/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        if kind < 6:
            return head + b"Content-Length: %d\r\n\r\n" % len(FORM) + FORM, b"POST"
        if kind == 6:
            cut = draw.randrange(1, len(FORM))
            chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (FORM[:cut], FORM[cut:]))
            return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n", b"POST"
        basic = base64.b64encode(draw.randbytes(12))
        return head + b"Authorization: Basic %s\r\nContent-Length: 0\r\n\r\n" % basic, b"POST"

    def smuggling(self):
        """A head that another reader may see go on, or chunks that it may see end elsewhere."""
        draw = self.draw
        start = b"%s / HTTP/1.1\r\nHost: localhost" % draw.choice((b"GET", b"POST"))
        if draw.random() < 0.7:
            extra = draw.choice((b"", b"\r\nX: 1", b"\r\nX-Long: " + b"y" * draw.randrange(6_000)))
            return start + extra + draw.choice(SEAMS) + SMUGGLED
        chunks = b"".join(draw.choice(CHUNKS) for _ in range(draw.randrange(3)))
        return start + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + draw.choice(ENDS) + self.sound()[0]

    def message(self):
        """A request with some things wrong, or what never was one."""
        draw = self.draw
        kind = draw.randrange(100)
        if kind < 2:
            return draw.choice(OTHER_PROTOCOLS)
        if kind < 4:
            return draw.randbytes(draw.randrange(1, 400))
        if kind < 5:
            return self.mutated(self.hello)
        if kind < 9:
            return self.smuggling()
        if kind < 25:
            return self.mutated(self.sound()[0])
        whole = self.request()
        return self.mutated(whole) if kind < 45 else whole

    def request(self, target=None):
        """Each part is most often as it should be: else nothing behind the first mistake would ever be read."""
        draw = self.draw
        odd = lambda share: draw.random() < share
        method = draw.choice(BAD_METHODS) if odd(0.06) else draw.choice(METHODS)
        if target is None:
            target = draw.choice(BAD_TARGETS) if odd(0.12) else draw.choice(TARGETS)
        version = draw.choice(VERSIONS) if odd(0.08) else b"HTTP/1.1"
        fields = []
        if not odd(0.03):
            fields.append(b"Host: " + (draw.choice(HOSTS) if odd(0.08) else b"localhost"))
        if odd(0.03):
            fields.append(b"Host: other")
        while odd(0.45):
            fields.append(draw.choice(ODD_FIELDS))
        if odd(0.01):
            fields += [b"X-%d: y" % n for n in range(draw.choice((90, 300, 1500)))]
        body = b""
        framing = draw.randrange(10)
        if framing < 3:
            body = draw.choice((FORM, b"{", b"", draw.randbytes(40), b"a=" + b"%" * 3_000))
            fields.append(b"Content-Length: " + (draw.choice(LENGTHS) if odd(0.3) else b"%d" % len(body)))
            if odd(0.1):
                fields.append(b"Content-Length: " + draw.choice(LENGTHS))
        elif framing < 6:
            fields.append(b"Transfer-Encoding: " + (draw.choice(CODINGS) if odd(0.3) else b"chunked"))
            if odd(0.1):
                fields.append(draw.choice((b"Content-Length: 5", b"Transfer-Encoding: chunked", b"transfer-encoding : gzip")))
            body = b"".join(draw.choice(CHUNKS[:2] if odd(0.6) else CHUNKS) for _ in range(draw.randrange(4)))
            body += draw.choice(ENDS) if odd(0.4) else b"0\r\n\r\n"
        draw.shuffle(fields)
        gap = draw.choice((b"  ", b"\t", b"")) if odd(0.04) else b" "
        end = draw.choice((b"\n", b"\r\r\n", b"\r")) if odd(0.06) else b"\r\n"
        lead = draw.choice((b"\r\n", b"\n", b" ", b"\r\n\r\n\r\n")) if odd(0.04) else b""
        return lead + end.join([gap.join((method, target, version)), *fields, b"", b""]) + body

    def mutated(self, message):
        draw = self.draw
        bytes_ = bytearray(message)
        for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
            if not bytes_:
                break
            at = draw.randrange(len(bytes_))
            kind = draw.randrange(7)
            if kind == 0:
                bytes_[at] ^= 1 << draw.randrange(8)
            elif kind == 1:
                bytes_[at] = draw.randrange(256)
            elif kind == 2:
                del bytes_[at : at + draw.choice((1, 1, 2, 9, 40))]
            elif kind == 3:
                bytes_[at:at] = draw.choice(WEDGES)
            elif kind == 4:
                bytes_[at:at] = bytes_[at : at + draw.randrange(1, 60)] * draw.choice((1, 2, 30))
            elif kind == 5:
                del bytes_[at:]
            else:
                bytes_[at : at + 2] = draw.choice(WEDGES)
        return bytes(bytes_)

    def proxied(self, own_port):
        """What a proxy is sent. Loopback is named with our own port alone: nobody else's server is to be met."""
        draw = self.draw
        host = draw.choice(OWN_HOSTS).encode()
        kind = draw.randrange(10)
        if kind < 4:
            place = draw.choice(
                (host + b":443", host + b":80", host, b"refused.test:443", host + b":0", host + b":65536", b":443", b"",
                 b"[::2]:443", b"a b:1", host + b":443:443", b"*", b"/", b"h" * 20_000 + b":1", b"localhost:%d" % own_port)
            )
            head = b"CONNECT %s HTTP/1.1\r\nHost: %s\r\n" % (place, place)
            if draw.random() < 0.3:
                head += draw.choice(ODD_FIELDS) + b"\r\n"
            inside = draw.choice((b"", self.hello, self.mutated(self.hello), self.message(), self.sound()[0]))
            return self.spoiled(head + b"\r\n") + inside
        if kind < 8:
            scheme = draw.choice((b"http://", b"http://", b"http://", b"HTTP://", b"https://", b"ftp://", b"http:/"))
            place = draw.choice((host, host + b":80", host + b":443", b"refused.test", b"localhost:%d" % own_port, b"a@" + host))
            return self.spoiled(self.request(scheme + place + draw.choice(TARGETS + BAD_TARGETS)))
        return self.spoiled(self.message())

    def spoiled(self, message):
        spoiled = self.mutated(message) if self.draw.random() < 0.3 else message
        return spoiled
