import Testing

/// One request as raw bytes, and how it is answered.
struct RawCase: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var status: Int
  /// The whole body of a good answer, a part of a refusal.
  var says: String

  init(_ name: String, _ text: String, _ status: Int, _ says: String = "") {
    self.name = name
    bytes = Array(text.utf8)
    self.status = status
    self.says = says
  }

  var testDescription: String { name }
}

/// What follows the request line of a request that is otherwise in order.
private func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }
private func post(_ fields: String, _ body: String = "") -> String {
  "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
}

/// Behind a doubtful end of a request: it must never be executed.
let smuggledRequest = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

let refused: [RawCase] = [
  // The host.
  RawCase("no Host", "GET / HTTP/1.1\r\n\r\n", 400, "no Host field"),
  RawCase("two Host fields", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "2 Host fields"),
  RawCase(
    "two Host fields on HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "2 Host"),
  RawCase("an empty Host", "GET / HTTP/1.1\r\nHost: \r\n\r\n", 400, "not a host name"),
  RawCase("a list of hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "not a host name"),
  RawCase("two hosts joined", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400, "not a host name"),
  RawCase("a user in Host", "GET / HTTP/1.1\r\nHost: me@a\r\n\r\n", 400, "not a host name"),
  RawCase("a path in Host", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "not a host name"),
  RawCase("a port that is none", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400, "not a host name"),
  RawCase("a port too high", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", 400, "not a host name"),
  RawCase("an open bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400, "not a host name"),
  RawCase("raw UTF-8 in Host", "GET / HTTP/1.1\r\nHost: \u{fc}\r\n\r\n", 400, "not a host name"),
  // Fields.
  RawCase("a space before the colon", get("X : y\r\n"), 400, "header name"),
  RawCase("a bracket in a name", get("X[]: y\r\n"), 400, "header name"),
  RawCase("a bare CR in a value", get("X: a\rb\r\n"), 400, "control character"),
  RawCase("an escape in a value", get("X: a\u{1b}b\r\n"), 400, "control character"),
  RawCase("DEL in a value", get("X: a\u{7f}b\r\n"), 400, "control character"),
  RawCase("a folded field", get("X: a\r\n b\r\n"), 400, "folded"),
  RawCase("a folded field, last of all", get("Y: 1\r\nX: a\r\n\tb\r\n"), 400, "folded"),
  RawCase("an empty name", get(": v\r\n"), 400, "header name is empty"),
  RawCase("an empty name, first of all", "GET / HTTP/1.1\r\n: v\r\nHost: a\r\n\r\n", 400, "name"),
  RawCase("an empty name and value", get(":\r\n" + smuggledRequest), 400, "A line"),
  RawCase("a line without a colon", get("nonsense\r\n"), 400, "no colon"),
  // What libmicrohttpd overlooks.
  RawCase("NUL in a value", get("X: a\0b\r\n"), 400, "control character"),
  RawCase("NUL in a value, not the last", get("X: a\0b\r\nY: 1\r\n"), 400, "control character"),
  RawCase("NUL in Host", "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", 400, "of header Host"),
  RawCase("NUL before a value", get("X:\0a\r\n"), 400, "control character"),
  RawCase("NUL and spaces before a value", get("X: \0 a\r\n"), 400, "control character"),
  RawCase("NUL at a value's end", get("X: a\0\r\n"), 400, "control character"),
  RawCase(
    "NUL before a hidden field", get("X: a\0Content-Length: 5\r\n"), 400, "control character"),
  RawCase("a line that begins with NUL", get("\0Y: 1\r\n"), 400, "header name"),
  RawCase("a first line that begins with NUL", "GET / HTTP/1.0\r\n\0Y: 1\r\n\r\n", 400, "name"),
  RawCase("NUL in the method", "GET\0 / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "not known"),
  RawCase("a line of NUL", get("X: 1\r\n\0\r\n"), 400, "no colon"),
  RawCase("TAB in a name", get("X\t: y\r\n"), 400, "header name"),
  RawCase("CR before CRLF", get("X: a\r\r\n"), 400, "control character"),
  // Where it ends.
  RawCase(
    "two lengths", post("Content-Length: 1\r\nContent-Length: 40\r\n", "x" + smuggledRequest), 400,
    "2 Content-Length"),
  RawCase(
    "two equal lengths", post("Content-Length: 1\r\nContent-Length: 1\r\n", "x"), 400,
    "2 Content-Length"),
  RawCase(
    "length and coding",
    post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + smuggledRequest), 400,
    "both"
  ),
  RawCase(
    "two codings",
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    400, "2 Transfer-Encoding"),
  RawCase(
    "a coding on HTTP/1.0",
    "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "HTTP/1.0"),
  RawCase("coding gzip", post("Transfer-Encoding: gzip\r\n"), 501, "chunked"),
  RawCase("coding identity", post("Transfer-Encoding: identity\r\n"), 501, "chunked"),
  RawCase("coding xchunked", post("Transfer-Encoding: xchunked\r\n"), 501, "chunked"),
  RawCase("a list of codings", post("Transfer-Encoding: gzip, chunked\r\n"), 501, "chunked"),
  RawCase("a quoted coding", post("Transfer-Encoding: \"chunked\"\r\n"), 501, "chunked"),
  RawCase("an empty coding", post("Transfer-Encoding: \r\n"), 501, "chunked"),
  RawCase("a coding with a space behind", post("Transfer-Encoding: chunked \r\n"), 501, "chunked"),
  RawCase("a coding before a spaced colon", post("Transfer-Encoding : chunked\r\n"), 400, "name"),
  RawCase("a negative length", post("Content-Length: -1\r\n"), 400, "not a number"),
  RawCase("a length with a sign", post("Content-Length: +5\r\n", "hello"), 400, "not a number"),
  RawCase("a list of lengths", post("Content-Length: 5, 5\r\n", "hello"), 400, "not a number"),
  RawCase("an empty length", post("Content-Length: \r\n"), 400, "not a number"),
  RawCase("a length in hexadecimal", post("Content-Length: 0x5\r\n", "hello"), 400, "not a number"),
  RawCase("a length with a space in it", post("Content-Length: 5 5\r\n"), 400, "not a number"),
  RawCase(
    "a length beyond 64 bits", post("Content-Length: 99999999999999999999\r\n"), 413, "65536"),
  RawCase("a body too large, announced", post("Content-Length: 65537\r\n"), 413, "65536 bytes"),
  // What it wants.
  RawCase("TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "Known are GET, HEAD"),
  RawCase("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 405, "not known"),
  RawCase("an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "not known"),
  RawCase("a method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "case-sensitive"),
  RawCase(
    "an unknown expectation", post("Expect: tea\r\nContent-Length: 1\r\n"), 417, "100-continue"),
  // Targets.
  RawCase("* for GET", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400, "begins with /"),
  RawCase("a target without a slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "begins with /"),
  RawCase("a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "Percent-encode"),
  RawCase("a tab in the target", "GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", 400, "Percent-encode"),
  RawCase("NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "Percent-encode"),
  RawCase("an https target", "GET https://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 421, "came by http"),
  RawCase("an ftp target", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "begins with /"),
  RawCase("a user in the target", "GET http://me@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "authority"),
  RawCase("a target without a host", "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "authority"),
]

let accepted: [RawCase] = [
  RawCase("a plain request", simple, 200, "GET a / 0"),
  RawCase("HTTP/1.0 without Host", "GET /x HTTP/1.0\r\n\r\n", 200, "GET  /x 0"),
  RawCase("HTTP/1.0 with Host", "GET /x HTTP/1.0\r\nHost: b:1\r\n\r\n", 200, "GET b:1 /x 0"),
  RawCase(
    "Host with spaces around", "GET / HTTP/1.1\r\nhost: \t a:80 \r\n\r\n", 200, "GET a:80 / 0"),
  RawCase("an IPv6 Host", "GET / HTTP/1.1\r\nHost: [::1]:8400\r\n\r\n", 200, "GET [::1]:8400 / 0"),
  RawCase("an empty port", "GET / HTTP/1.1\r\nHost: a:\r\n\r\n", 200, "GET a: / 0"),
  RawCase("empty lines before", "\r\n\r\n" + simple, 200, "GET a / 0"),
  RawCase("* for OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 200, "OPTIONS a * 0"),
  RawCase("absolute form", "GET http://b:9/x?y HTTP/1.1\r\nHost: a\r\n\r\n", 200, "GET b:9 /x?y 0"),
  RawCase("absolute, no path", "GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n", 200, "GET b / 0"),
  RawCase("absolute, query only", "GET http://b?x HTTP/1.1\r\nHost: a\r\n\r\n", 200, "GET b /?x 0"),
  RawCase(
    "PATCH", "PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", 200, "PATCH a / 2"),
  RawCase("DELETE without a body", "DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", 200, "DELETE a / 0"),
  RawCase("an empty value", get("X:\r\n"), 200, "GET a / 0"),
  RawCase("raw UTF-8 in a value", get("X: \u{fc}\r\n"), 200, "GET a / 0"),
  RawCase("spaces around a value", get("X: \t a b \t \r\nY:  \t\r\n"), 200, "GET a / 0"),
  RawCase("no field on HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200, "GET  / 0"),
  RawCase(
    "a long value", get("X: \(String(repeating: "y", count: 20_000))\r\nY: 1\r\n"), 200, "GET a / 0"
  ),
  RawCase(
    "many fields",
    get((0..<99).map { "X-\($0): \(String(repeating: "y", count: $0))\r\n" }.joined()),
    200, "GET a / 0"),
  RawCase("cookies", get("Cookie: a=b; c=\"d\"; e\r\nCookie: f\r\nX: 1\r\n"), 200, "GET a / 0"),
  RawCase(
    "a query of many parts", "GET /?a=b&&c HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n", 200,
    "GET a /?a=b&&c 0"),
  RawCase("a target after two spaces", "GET  /x HTTP/1.1\r\nHost: a\r\n\r\n", 200, "GET a /x 0"),
  RawCase("a length of zero", post("Content-Length: 0\r\n"), 200, "POST a / 0"),
]

/// What another server may read as another head: each with a request behind it that must never be executed.
let smuggling: [RawCase] = {
  // At such a line libmicrohttpd 0.9.75 ends the head.
  let mixes = [":", "\0", ":x", "\0x", ":\0", "\0:"].flatMap { line in
    [("\n", "\n"), ("\r\n", "\n"), ("\n", "\r\n"), ("\r\n", "\r\n")].map { before, after in
      RawCase(
        "a line \(visible(line)) between \(visible(before)) and \(visible(after))",
        "GET / HTTP/1.1\r\nHost: a\(before)\(line)\(after)\(smuggledRequest)", 400)
    }
  }
  let lines = [
    "\nX: 1", "\n\n", "\n\r\n", "\r\n\n", "\r\r\n\r\n", "\r\n\r\r\n", "\0\n", "\0\n\0\n",
    "\0\r\n\n",
    "\nX: 1\0\nY: 2", "\r\nX: a\nContent-Length: 90", "\r\n X: 1", "\r\n\tX: 1", "\n X: 1",
    "\r\nX : 1", "\r\n\u{0b}X: 1", "\r\n\u{0c}:1", "\r\n \r\n", "\r\n\t\r\n", "\r\nX", "\r\n\r",
    "\r",
  ].map {
    RawCase(
      "\(visible($0)) behind a field", "GET / HTTP/1.1\r\nHost: a\($0)\r\n\(smuggledRequest)", 400)
  }
  let starts = ["\n", "\n\0", "\n:", "\n\r", "\r\r\n", "\r\n:", "\r\n\0"].map {
    RawCase(
      "\(visible($0)) behind the version",
      "GET / HTTP/1.1\($0)\r\nHost: a\r\n\r\n\(smuggledRequest)", 400)
  }
  let ends = ["\n\0Host: a\r\n\r\n", "\n\0Host: a\r\nX: 1\r\n\r\n"].map {
    RawCase("\(visible($0)) is the head", "GET / HTTP/1.1\($0)\(smuggledRequest)", 400)
  }
  return mixes + lines + starts + ends
}()

private func visible(_ text: String) -> String {
  text.unicodeScalars.map { $0.value < 32 ? "\\\($0.value)" : "\($0)" }.joined()
}

private func chunked(_ name: String, _ body: String, _ status: Int, _ says: String) -> RawCase {
  RawCase(name, post("Transfer-Encoding: chunked\r\n", body + smuggledRequest), status, says)
}

/// As RFC 9112 §7.1 has it, without the request behind.
let soundChunks = [
  "5\r\nhello\r\n0\r\n\r\n", "5;a=b\r\nhello\r\n0;c\r\n\r\n", "5;a=\"b\tc;\"\r\nhello\r\n0\r\n\r\n",
  "5\r\nhello\r\n0\r\nX: 1\r\nY:\r\n\r\n", "0005\r\nhello\r\n000\r\n\r\n",
  "1\r\nh\r\n4\r\nello\r\n0\r\n\r\n",
  "5\r\n\0\n\r\0\r\r\n0\r\n\r\n",
]

let badChunks: [RawCase] = {
  let malformed = [
    "zz\r\n", "\r\nhello\r\n", "-5\r\nhello\r\n", "0x5\r\nhello\r\n", "5 \r\nhello\r\n",
    "5\0\r\nhello\r\n", " 5\r\nhello\r\n",
    "5\r\nhello!\r\n0\r\n\r\n", "5\nhello\n0\n\n", "5\r\nhello\n0\r\n\r\n", "5;\n0\r\n\r\n",
    "5;a\rb\r\nhello\r\n0\r\n\r\n",
    "5;" + String(repeating: "a", count: 1_100) + "\r\nhello\r\n0\r\n\r\n",
    "5;a\u{1b}\r\nhello\r\n0\r\n\r\n", "5;a\u{7f}\r\nhello\r\n0\r\n\r\n", "0\n\n", "0\n\r\n",
    "0;\n\r\n", ";\r\nhello\r\n", "\u{b2}\r\n",
    "5\rhello\r\n0\r\n\r\n", "5\r\r\nhello\r\n0\r\n\r\n", "0\r\n\rX",
  ].map { chunked(visible($0), $0, 400, "") }
  let fields = [
    "\n", ":\n", ":\r\n", "X: 1\r\n:\n", "X: 1\r\n\0\r\n", "\0\r\n", "X: 1\r\n Y: 2\r\n\r\n",
    "X : 1\r\n\r\n", "X: a\0\r\n\r\n",
    "X: 1\n\r\n", "nonsense\r\n\r\n",
  ].map { chunked("\(visible($0)) behind the body", "0\r\n" + $0, 400, "") }
  return malformed + fields + [
    chunked("a size beyond 64 bits", "fffffffffffffffff\r\n", 413, "65536"),
    chunked(
      "a size beyond the limit", "10001\r\n" + String(repeating: "x", count: 0x10001), 413, "65536"),
    chunked(
      "an extension too long", "5;" + String(repeating: "a", count: 200_000), 400, "1024"),
    chunked("fields too large", "0\r\nX: " + String(repeating: "a", count: 70_000), 431, "behind"),
  ]
}()

/// What shows in libmicrohttpd's reading alone, behind the first line.
let seams = [
  "\r\nX: a\0b\r\n\r\n", "\r\nX: a\0\r\n\r\n", "\r\n:\r\n\r\n", "\r\n:x\r\n\r\n", "\r\n\0x\r\n\r\n",
  "\nX: 1\r\n\r\n",
  "\r\nX: 1\nY: 2\r\n\r\n", "\r\nX: 1\n\r\n", "\r\nX: 1\r\n\n", "\n\n", "\r\nX: 1\r\n Y\r\n\r\n",
  "\r\nX : 1\r\n\r\n",
  "\r\nX: a\u{1b}\r\n\r\n",
].map { RawCase(visible($0), "GET / HTTP/1.1\r\nHost: a\($0)\(smuggledRequest)", 400) }

/// ControlAPIError by libmicrohttpd before any callback: in our words, where it is certain whose request it is.
let refusedBelow: [RawCase] = [
  RawCase("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "HTTP/1.1"),
  RawCase("HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505, "HTTP/1.1"),
  RawCase("no version", "GET /\r\n\r\n", 400, "METHOD TARGET HTTP/1.1"),
  RawCase("a space behind the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400, "request line"),
  RawCase("a request line too long", "GET /" + String(repeating: "a", count: 70_000), 414, "32768"),
  RawCase("a head too large", get("X: " + String(repeating: "a", count: 70_000)), 431, "32768"),
]
