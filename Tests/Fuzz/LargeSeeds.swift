/// Inputs as large as a request may be, of parts that are as many as can be: what is quadratic in any of them takes
/// seconds. They are made here, as they would only fill the repository.
extension FuzzTarget {
  static let largest = 65_536

  var largeSeeds: [(name: String, bytes: [UInt8])] {
    let seeds: [(String, [UInt8])] =
      switch self {
      case .answers:
        [
          ("fields", Self.filled("HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n")),
          (
            "chunks",
            Self.filled(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", "0\r\n\r\n")
          ),
          ("page", Self.filled("HTTP/1.1 200 OK\r\n\r\n", "<form><input name=a><a href=b>")),
        ]
      case .basic:
        [
          ("blanks", Self.filled("Basic ", " ")), ("letters", Self.filled("Basic ", "YTpi")),
          ("trailing", Self.filled("Basic a", " ")),
        ]
      case .certificates:
        [
          ("begins", Self.filled("", "-----BEGIN A-----\n-----END A-----\n")),
          (
            "certificates",
            Self.filled("", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
          ),
        ]
      case .x509:
        [
          ("parts", Self.filled("", "CN=a,", "CN=a")), ("values", Self.filled("", "CN=a+", "CN=a")),
          ("escapes", Self.filled("CN=", "\\,")), ("blanks", Self.filled("CN=", " ", "a")),
          ("digits", Self.filled("CN=#", "30")), ("sequences", Self.filled("", "0\u{0}")),
        ]
      case .cookies: [("many", Self.filled("", "a=1; ")), ("quotes", Self.filled("", "=\";"))]
      case .dates:
        [
          ("digits", Self.filled("P", "1", "D")),
          ("fraction", Self.filled("2020-01-01T00:00:00.", "1", "Z")),
        ]
      case .fixtures: Self.largeFixtures
      case .form, .query:
        [
          ("names", Self.filled("/?", "a&")), ("pairs", Self.filled("/?", "a=1&")),
          ("escapes", Self.filled("/?", "%41=%42&")), ("broken", Self.filled("/?", "%&")),
        ]
      case .house, .serve: Self.largeRequests
      case .html:
        [
          ("comments", Self.filled("", "<!---->")), ("marks", Self.filled("", "<")),
          ("references", Self.filled("", "&")), ("links", Self.filled("", "<a href=x>y")),
          ("attributes", Self.filled("<p ", "a=b ", ">")),
          ("alerts", Self.filled("", "<p role=alert>")),
          ("scripts", Self.filled("", "<script>")), ("ends", Self.filled("<script>", "</a")),
          ("titles", Self.filled("", "<title></title>")), ("text", Self.filled("", "a b ")),
        ]
      case .journal:
        [
          ("lines", Self.filled("", #"{"n":1,"kind":"reset"}"# + "\n")),
          ("entries", Self.filled("[", Self.entry + ",", Self.entry + "]")),
          (
            "archive",
            Self.filled(#"{"log":{"entries":["#, #"{"request":{},"response":{}},"#, "{}]}}")
          ),
          ("one", Self.filled("[" + Self.entry.dropLast(1) + #","x":""#, "a", "\"}]")),
        ]
      case .json, .jwk:
        [
          ("deep", Self.filled("", "[")), ("members", Self.filled("{", "\"a\":1,", "\"b\":2}")),
          ("numbers", Self.filled("[", "1,", "1]")),
          ("escapes", Self.filled("\"", "\\u0041", "\"")),
          ("keys", Self.filled(#"{"keys":["#, #"{"kty":"EC"},"#, "{}]}")),
        ]
      case .jws: [("dots", Self.filled("", ".")), ("letters", Self.filled("e30.", "e30", ".AAAA"))]
      case .multipart:
        [
          ("parts", Self.filled("multipart/form-data; boundary=x\n", "--x\r\n\r\n\r\n")),
          ("almost", Self.filled("multipart/form-data; boundary=x\n--x\r\n\r\n", "\r\n--")),
          ("parameters", Self.filled("multipart/form-data", ";a=\"b\"", "\n--x--")),
        ]
      case .networks:
        [
          ("elements", Self.filled("::/0\n::1\n", "for=a,")),
          ("pairs", Self.filled("::/0\n::1\n", "a=b;")),
          ("quotes", Self.filled("::/0\n::1\n", "\"\"")), ("address", Self.filled("", "1:")),
        ]
      case .patterns:
        [
          ("text", Self.filled("(a|b)*c\n", "ab")), ("class", Self.filled("[", "a-z", "]")),
          ("choices", Self.filled("", "a|")), ("groups", Self.filled("", "(a)")),
        ]
      case .proxy:
        [
          (
            "fields",
            Self.filled("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n", "A: b\r\n", "\r\n")
          ),
          ("unfinished", Self.filled("GET http://localhost/ HTTP/1.1\r\n", "A: b\r\n")),
          ("target", Self.filled("GET http://localhost/", "a&", " HTTP/1.1\r\n\r\n")),
        ]
      case .redactor:
        [
          ("pairs", Self.filled("", "code=abcd&")),
          ("quotes", Self.filled("a\nb\n", "\"token\":\"abcd\"")),
          ("tags", Self.filled("", "<a b=\"c=d\">")),
          (
            "repeats",
            Self.filled("client_secret=\(String(repeating: "a", count: 16 << 10))b\n\n", "a")
          ),
          (
            "secrets",
            Array((0..<5_000).map { "code=\($0 + 10_000)&" }.joined().utf8.prefix(Self.largest))
          ),
        ]
      case .templates:
        [
          ("marks", Self.filled("", "{{")), ("facts", Self.filled("", "{{now}}")),
          ("text", Self.filled("", "a")),
        ]
      case .uri:
        [
          ("dots", Self.filled("http://a/", "../")), ("fragments", Self.filled("a:", "#")),
          ("hosts", Self.filled("http://", "a@")),
        ]
      }
    return seeds.map { (name: $0.0, bytes: $0.1) }
  }

  /// A text of the largest size, with as many of the middle as fit.
  private static func filled(_ head: String, _ part: String, _ end: String = "") -> [UInt8] {
    let count = (largest - head.utf8.count - end.utf8.count) / part.utf8.count
    return Array((head + String(repeating: part, count: max(0, count)) + end).utf8)
  }

  private static let entry =
    #"{"n":1,"kind":"exchange","request":{"method":"GET","target":"/"},"response":{"status":200}}"#

  private static var largeFixtures: [(String, [UInt8])] {
    [
      ("rules", filled(#"{"schema":1,"kind":"scenario","rules":["#, "{},", "{}]}")),
      (
        "good-rules",
        filled(
          #"{"schema":1,"kind":"scenario","rules":["#, #"{"fault":"reset"},"#,
          #"{"fault":"reset"}]}"#)
      ),
      ("people", filled(#"{"schema":1,"kind":"cast","people":["#, #"{"username":"a"},"#, "{}]}")),
      (
        "clients", filled(#"{"schema":1,"kind":"cast","clients":["#, #"{"provider":"vk"},"#, "{}]}")
      ),
      ("endpoints", filled(#"{"schema":1,"id":"x","endpoints":{"#, "\"a\":{},", "\"b\":{}}}")),
      ("quirks", filled(#"{"schema":1,"id":"x","quirks":["#, #"{"id":"q"},"#, "{}]}")),
      ("unknown", filled(#"{"schema":1,"id":"x","#, "\"a\":1,", "\"b\":2}")),
    ]
  }

  /// To the endpoints that anybody reaches: parameters, scopes, cookies, fields, JSON.
  private static var largeRequests: [(String, [UInt8])] {
    let form = "Content-Type: application/x-www-form-urlencoded\n\n"
    let json = "Content-Type: application/json\n\n"
    let box = "/_understudy/sandboxes/default"
    return [
      ("names", filled("POST /standard/token\n\(form)", "a&")),
      ("pairs", filled("POST /standard/token\n\(form)", "a=1&")),
      ("repeats", filled("POST /standard/token\n\(form)", "scope=a&")),
      ("query", filled("GET /vk/authorize?client_id=753197&", "a&")),
      ("instagram", filled("GET /instagram/oauth/authorize?", "a=1&")),
      ("oclc", filled("GET /oclc/authorizeCode?", "a&")),
      ("method", filled("GET /vk/api.vk.com/method/users.get?", "a&")),
      (
        "scopes",
        filled(
          "GET /standard/authorize?response_type=code&client_id=native&redirect_uri=com.example.app:/cb&scope=openid",
          "%20a")
      ),
      (
        "granted-scopes",
        filled(
          "POST /standard/token\n\(form)grant_type=client_credentials&client_id=web&client_secret=understudy-secret-0123456789&scope=openid",
          "+a")
      ),
      ("type", filled("POST /standard/token\nContent-Type: a", " ", ";b\n\na=b")),
      ("cookies", filled("GET /standard/authorize\nCookie: ", "a=1; ")),
      ("fields", filled("GET /standard/userinfo\n", "Accept: a\n")),
      ("accept", filled("GET /standard/jwks\nAccept: ", "a/b,")),
      (
        "accept-blanks",
        filled("GET /oclc/128807.share.worldcat.org/idaas/scim/v2/Me\nAccept: a", " ", ",b")
      ),
      ("bearer", filled("GET /standard/userinfo\nAuthorization: Bearer ", "a.")),
      ("rules", filled("POST \(box)/rules\n\(json)[", "{},", "{}]")),
      ("deep", filled("POST \(box)/rules\n\(json)", "[")),
      ("claims", filled("POST \(box)/people\n\(json){\"username\":\"a\",", "\"b\":1,", "\"c\":2}")),
      ("filter", filled("GET \(box)/journal?", "kind=exchange&")),
      ("path", filled("GET /", "a/")),
      ("sandbox", filled("GET /_sandbox/", "a/")),
      ("codes", filled("POST /standard/token\n\(form)", "code=abcd&")),
    ]
  }
}
