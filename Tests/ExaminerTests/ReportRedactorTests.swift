import Basics
import Engine
import Examiner
import Testing

@Suite("What reports hide")
struct ReportRedactorTests {
  private func hidden(_ text: String, _ secrets: String...) -> String {
    ReportRedactor(secrets: secrets).hidden(text)
  }

  @Test(
    "is known by what stands before it",
    arguments: [
      ("GET /cb?code=abcdefgh&state=xyz", "GET /cb?code=ab…(8)&state=xyz"),
      (
        "/cb#access_token=abcdefghijklmnop&token_type=bearer",
        "/cb#access_token=abcd…(16)&token_type=bearer"
      ),
      (
        "grant_type=refresh_token&refresh_token=abcdefghijklmnop",
        "grant_type=refresh_token&refresh_token=abcd…(16)"
      ),
      (
        "client_secret=abcdefghijklmnop\ncode_verifier=abcdefghijklmnopqrst",
        "client_secret=abcd…(16)\ncode_verifier=abcd…(20)"
      ),
      (
        "{\"access_token\":\"abcdefghijklmnop\",\"expires_in\":3600}",
        "{\"access_token\":\"abcd…(16)\",\"expires_in\":3600}"
      ),
      ("{\"id_token\" : \"abcdefgh\\\"ijklmnop\"}", "{\"id_token\" : \"abcd…(18)\"}"),
      (
        "{'refresh_token': 'abcdefghijklmnop', 'scope': 'openid'}",
        "{'refresh_token': 'abcd…(16)', 'scope': 'openid'}"
      ),
      (
        "{\\\"access_token\\\":\\\"abcdefghijklmnop\\\"}",
        "{\\\"access_token\\\":\\\"abcd…(16)\\\"}"
      ),
      (
        "{\"accessToken\":\"abcdefghijklmnop\",\"clientSecret\":\"abcdefgh\"}",
        "{\"accessToken\":\"abcd…(16)\",\"clientSecret\":\"ab…(8)\"}"
      ),
      ("Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer abcd…(16)"),
      (
        "authorization: Basic Zm9vOmJhcmJhcmJhcg==\nHost: a",
        "authorization: Basic Zm9v…(20)\nHost: a"
      ),
      (
        "curl -H 'Authorization: Bearer abcdefghijklmnop' http://h/",
        "curl -H 'Authorization: Bearer abcd…(16)' http://h/"
      ),
      (
        "curl -H \"Authorization: Bearer abcdefghijklmnop\" http://h/",
        "curl -H \"Authorization: Bearer abcd…(16)\" http://h/"
      ),
      ("{'Authorization': 'Bearer abcdefghijklmnop'}", "{'Authorization': 'Bearer abcd…(16)'}"),
      ("sent Bearer abcdefgh12345678 twice", "sent Bearer abcd…(16) twice"),
      ("Cookie: sid=abcdefghijklmnop; lang=en", "Cookie: sid=abcd…(16); lang=…(2)"),
      (
        "Set-Cookie: sid=abcdefghijklmnop; Path=/; HttpOnly",
        "Set-Cookie: sid=abcd…(16); Path=/; HttpOnly"
      ),
      ("curl -u web:abcdefghijklmnop http://h/", "curl -u web:abcd…(16) http://h/"),
      ("http://web:abcdefghijklmnop@h/?a=b", "http://web:abcd…(16)@h/?a=b"),
      (
        "./app --client-secret abcdefghijklmnop --port 80",
        "./app --client-secret abcd…(16) --port 80"
      ),
      ("OAUTH_CLIENT_SECRET=abcdefghijklmnop ./app", "OAUTH_CLIENT_SECRET=abcd…(16) ./app"),
      (
        "/login?next=%2Fcb%3Fcode%3Dabcdefgh%26state%3Dxyz",
        "/login?next=%2Fcb%3Fcode%3Dab…(8)%26state%3Dxyz"
      ),
      (
        "/a?b=%252Fcb%253Fcode%253Dabcdefgh%2526state", "/a?b=%252Fcb%253Fcode%253Dab…(8)%2526state"
      ),
      (
        "<input type=hidden name=\"code\" value=\"abcdefgh\">",
        "<input type=hidden name=\"code\" value=\"ab…(8)\">"
      ),
      ("name=\"password\"\r\n\r\nabcdefgh\r\n--x", "name=\"password\"\r\n\r\nab…(8)\r\n--x"),
      ("it printed eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "it printed eyJh…(36)"),
      ("it printed eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln yes", "it printed eyJh…(40) yes"),
      ("token => \"abcdefghijklmnop\"", "token => \"abcd…(16)\""),
      ("refresh_token: abcdefgh12345678", "refresh_token: abcd…(16)"),
      (
        "code\\u003dabc\\u0026access_token=abcdefghijklmnop",
        "code\\u003dabc\\u0026access_token=abcd…(16)"
      ),
    ])
  func named(_ text: String, _ wanted: String) {
    #expect(hidden(text) == wanted)
  }

  @Test(
    "is no more than secrets",
    arguments: [
      "response_type=code&scope=openid", "response_type=id_token token",
      "grant_type=authorization_code",
      "token_type=bearer", "It sent the token: 400 came back.", "exit code=1",
      "{\"code\":\"invalid_grant\"}",
      "WWW-Authenticate: Bearer realm=\"example\", error=\"invalid_token\"",
      "Bearer authentication is used",
      "Basic authentication", "{\"token_endpoint\":\"http://h/token\"}", "POST /token: 200",
      "http://127.0.0.1:8400/_sandbox/x/standard/token", "password=", "{\"access_token\":null}",
      "{\"token\":{\"a\":1}}", "state=abcdefghijklmnop&nonce=abcdefghijklmnop", "Cookie: none",
      "token=missing",
      "code_challenge=abcdefghijklmnop", "RFC 6749 §4.1.2: the code is sent once", "",
    ])
  func untouched(_ text: String) {
    #expect(hidden(text) == text)
  }

  @Test("is hidden wherever it stands when it is known, in each encoding")
  func known() {
    let secret = "s3cr+t/of the=client"
    for text in [
      secret, "s3cr%2Bt%2Fof%20the%3Dclient", "s3cr%2bt%2fof%20the%3dclient",
      "s3cr%2Bt%2Fof+the%3Dclient",
      "s3cr%252Bt%252Fof%2520the%253Dclient",
    ] {
      let shown = hidden("x=\(text)!", secret)
      #expect(shown.hasPrefix("x=s3cr…(") && shown.hasSuffix(")!"), "\(shown)")
    }
  }

  @Test("is found within base64, at any place", arguments: ["", "a", "ab", "abc", "client:"])
  func base64(_ prefix: String) {
    let secret = "top-secret-of-the-client"
    let coded = Base64.encode(Array((prefix + secret + "tail").utf8))
    #expect(!hidden("it wrote \(coded).", secret).contains(coded.dropFirst(12).prefix(12)))
  }

  @Test("is a whole word where it is short")
  func short() {
    #expect(hidden("code abcd; abcdef; xabcd", "abcd") == "code a…(4); abcdef; xabcd")
    #expect(hidden("abc", "abc") == "abc", "too short to be told from other text")
  }

  @Test("is hidden once: what is hidden stays as it is")
  func twice() {
    let texts = [
      "code=abcdefgh&x", "Authorization: Bearer abcdefghijklmnop",
      "Cookie: a=abcdefghijklmnop; b=c",
    ]
    for text in texts {
      let once = hidden(text, "abcdefghijklmnop")
      #expect(hidden(once, "abcdefghijklmnop") == once)
    }
    #expect(hidden("code=‹secret 0123abcd›") == "code=‹secret 0123abcd›")
  }

  @Test("is the longest where one begins with another, and any of those that begin alike")
  func alike() {
    let secrets =
      (0..<500).map { "eyJhbGciOiJSUzI1NiJ9-secret-\($0)" } + [
        "eyJhbGciOiJSUzI1NiJ9-secret-7-and-more", "eyJhbGci",
      ]
    let redactor = ReportRedactor(secrets: secrets)
    #expect(redactor.hidden("a eyJhbGciOiJSUzI1NiJ9-secret-7-and-more.") == "a eyJh…(38).")
    #expect(redactor.hidden("a eyJhbGciOiJSUzI1NiJ9-secret-77 b") == "a eyJh…(30) b")
    #expect(redactor.hidden("a eyJhbGciXYZ b") == "a ey…(8)XYZ b")
    let text =
      String(repeating: "code eyJhbGciOiJSUzI1NiJ8-secret \"token\": {", count: 500) + secrets[77]
    #expect(redactor.hidden(text).hasSuffix("{eyJh…(30)"))
  }

  @Test(
    "has the names that the journal hides, in each of its syntaxes",
    arguments: [
      "code", "access_token", "refresh_token", "id_token", "client_secret", "code_verifier",
      "password", "pass", "client_assertion", "assertion", "id_token_hint", "sig", "device_code",
      "user_code", "subject_token", "api_key", "newPassword", "cookie", "authorization",
    ])
  func sameNames(_ name: String) {
    let secret = "Zq9-planted-Secret-X7"
    #expect(SecretNames().contains(name))
    for text in [
      "/a?b=c&\(name)=\(secret)&d=e", "{\"\(name)\":\"\(secret)\"}",
      "<input name=\"\(name)\" value=\"\(secret)\">", "name=\"\(name)\"\r\n\r\n\(secret)\r\n",
    ] where !["cookie", "authorization"].contains(name) || text.hasPrefix("{") {
      let shown = hidden(name == "cookie" ? text.replacing(secret, with: "sid=\(secret)") : text)
      #expect(!shown.contains("planted"), "\(shown)")
    }
  }

  @Test("hides nothing of a mark of the journal, even where somebody takes it for a secret")
  func marks() {
    let text = "sent ‹secret 0123abcd› twice"
    #expect(hidden(text, "‹secret 0123abcd›") == text)
  }

  @Test("is hidden in every text of a result")
  func everyText() {
    var result = CheckResult(SampleRun.check("made-up"), .fail, "why: token-0001")
    result.evidence = [.init(.journal, "sent token-0001")]
    result.steps = [
      .init(
        from: .client, to: .server, sent: "s token-0001", came: "c token-0001",
        detail: "d token-0001")
    ]
    (result.curl, result.output) = ("curl token-0001", "printed token-0001")
    result.knownBecause = "it is token-0001"
    let hidden = ReportRedactor(secrets: ["token-0001"]).hidden(result)
    let mark = "to…(10)"
    #expect(hidden.reason == "why: \(mark)")
    #expect(hidden.evidence == [.init(.journal, "sent \(mark)")])
    let step = hidden.steps[0]
    #expect([step.sent, step.came, step.detail] == ["s \(mark)", "c \(mark)", "d \(mark)"])
    #expect([hidden.curl, hidden.output] == ["curl \(mark)", "printed \(mark)"])
    #expect(hidden.knownBecause == "it is \(mark)")
  }

  @Test("a line that was made of the catalogue alone stays as it is: it has to run")
  func ours() {
    var result = CheckResult(SampleRun.check("made-up", .must), .fail, "why")
    result.curl = "curl -d \"code=$code\" -d code_verifier=abcdefghijklmnopqrst http://h/"
    #expect(ReportRedactor(secrets: []).hidden(result).curl.contains("code_verifier=abcd…(20)"))
    result.isCurlOurs = true
    #expect(ReportRedactor(secrets: []).hidden(result).curl == result.curl)
  }

  @Test("the scheme of a header stays, where a client sent no more than that")
  func scheme() {
    let redactor = ReportRedactor(secrets: ["Bearer", "basic", "abcdefgh12345678"])
    #expect(redactor.hidden("Bearer abcdefgh12345678") == "Bearer abcd…(16)")
    #expect(redactor.hidden("basic realm, Bearer realm") == "basic realm, Bearer realm")
  }
}
