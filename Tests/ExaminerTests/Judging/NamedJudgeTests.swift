import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Each judge by name, from both sides of its rule.
@Suite("A judge by name")
struct NamedJudgeTests: RunMaking {
  func isWrong(
    _ name: String, _ run: CheckRun, control: CheckRun? = nil
  ) throws -> Bool? {
    let judge = try #require(NamedJudges.find(name))
    return switch judge(run, control) {
    case .fine: false
    case .wrong: true
    case .unseen, .hidden: nil
    }
  }

  // MARK: Native clients

  @Test(
    "a scheme of its own has a dot (RFC 8252 §7.1)",
    arguments: [
      ("com.example.app:/cb", false), ("myapp:/cb", true), ("MyApp:/cb", true),
      ("http://127.0.0.1/cb", nil), ("HTTPS://app.example/cb", nil), ("https2:/cb", true),
    ] as [(String, Bool?)])
  func scheme(_ uri: String, _ isWrong: Bool?) throws {
    let run = run(exchange("authorize", "/a?redirect_uri=\(uri)"))
    #expect(try self.isWrong("native-scheme-reverse-dns", run) == isWrong)
  }

  @Test(
    "a loopback redirect names an address, not a host (RFC 8252 §7.3)",
    arguments: [
      ("http://127.0.0.1:4000/cb", false), ("http://127.1.2.3/cb", false),
      ("http://[::1]:4000/cb", false), ("http://localhost:4000/cb", true),
      ("HTTP://LOCALHOST/cb", true), ("http://10.0.0.1/cb", true), ("http://[::2]/cb", true),
      ("https://localhost/cb", nil), ("com.example:/cb", nil),
      ("http://a.test/127.0.0.1", true), ("http://a.test?127.0.0.1", true),
    ] as [(String, Bool?)])
  func literal(_ uri: String, _ isWrong: Bool?) throws {
    let run = run(exchange("authorize", "/a?redirect_uri=\(uri)"))
    #expect(try self.isWrong("native-loopback-literal", run) == isWrong)
  }

  @Test("a loopback redirect is told by its host", arguments: ["/cb", "?a=b"])
  func literalHost(_ rest: String) throws {
    let run = run(exchange("authorize", "/a?redirect_uri=http://localhost:4000\(rest)"))
    let judge = try #require(NamedJudges.find("native-loopback-literal"))
    #expect(
      judge(run, nil)
        == .wrong("it is localhost:4000, expected 127.0.0.1 or [::1]"))
  }

  @Test("parameters stand in the query, and in the body where it is a form")
  func parameters() {
    var sent = exchange("token", "/t?a=1", form: "b=2")
    #expect(sent.parameters.list.map(\.name) == ["a", "b"])
    sent.request.headers[.contentType] = "application/json"
    #expect(sent.parameters.list.map(\.name) == ["a"])
    sent.request.headers[.contentType] = nil
    #expect(sent.parameters.list.map(\.name) == ["a"])
  }

  @Test(
    "it listens on the loopback alone (RFC 8252 §8.3)",
    arguments: [
      ("127.0.0.1", false), ("::1", false), ("127.0.0.1 ::1", false), ("0.0.0.0", true),
      ("127.0.0.1 ::", true), ("10.0.0.1", true), (nil, nil),
    ] as [(String?, Bool?)])
  func bound(_ seen: String?, _ isWrong: Bool?) throws {
    var run = CheckRun(check: "made-up")
    run.observations.loopbackAddresses = seen.map { $0.split(separator: " ").map(String.init) }
    #expect(try self.isWrong("native-loopback-bind", run) == isWrong)
  }

  @Test(
    "its port is closed after the callback",
    arguments: [(true, false), (false, true), (nil, nil)] as [(Bool?, Bool?)])
  func closed(_ seen: Bool?, _ isWrong: Bool?) throws {
    var run = CheckRun(check: "made-up")
    run.observations.loopbackWasClosed = seen
    #expect(try self.isWrong("native-loopback-closed-after", run) == isWrong)
  }

  @Test(
    "a public client sends no secret, by form or by Basic",
    arguments: [
      ("client_id=a", nil, false), ("client_secret=s", nil, true), ("client_secret=", nil, false),
      ("x=1", "Basic \(Base64.encode(Array("a:s".utf8)))", true),
      ("x=1", "bAsIc \(Base64.encode(Array("a:s".utf8)))", true),
      ("x=1", "Basic \(Base64.encode(Array("a:".utf8)))", false),
      ("x=1", "Basic \(Base64.encode(Array("a".utf8)))", false), ("x=1", "Basic !", false),
      ("x=1", "Bearer \(Base64.encode(Array("a:s".utf8)))", false),
      ("x=1", "Token \(Base64.encode(Array("a:s".utf8)))", false),
    ] as [(String, String?, Bool)])
  func secret(_ form: String, _ header: String?, _ isWrong: Bool) throws {
    let fields = header.map { [HTTPField.Name.authorization: $0] } ?? [:]
    let token = exchange("token", "/t", form: form, fields: fields)
    #expect(try self.isWrong("native-no-shared-secret", run(token)) == isWrong)
    let elsewhere = exchange("resource", "/r", form: form, fields: fields)
    #expect(try self.isWrong("native-no-shared-secret", run(elsewhere)) == nil)
  }

  // MARK: Requests

  @Test(
    "an authorization request after a fault keeps its code challenge (RFC 7636)",
    arguments: [
      ("code_challenge=x&code_challenge_method=S256", false),
      ("code_challenge=x&code_challenge_method=plain", true), ("code_challenge=x", true),
      ("code_challenge_method=S256", true),
    ])
  func downgrade(_ query: String, _ isWrong: Bool) throws {
    var first = exchange("authorize", "/a?response_type=code")
    let second = exchange("authorize", "/a?\(query)", at: 2)
    // Nothing was wrong with the answer, so the second request follows no fault.
    #expect(try self.isWrong("pkce-no-downgrade", run(first, second)) == false)
    first.rule = "rule-1"
    #expect(try self.isWrong("pkce-no-downgrade", run(first, second)) == isWrong)
    #expect(try self.isWrong("pkce-no-downgrade", run(first)) == false)
  }

  @Test("a request after Retry-After comes no earlier, but for the clock's slack of 1 ms")
  func retryAfter() throws {
    for (later, endpoint, isWrong) in [
      (2_998.9, "token", true), (2_999, "token", false), (3_000, "token", false),
      (1_001, "userinfo", false),
    ] {
      var busy = exchange("token", "/t", at: 1_000, status: 503)
      busy.answer.headers = Headers([.init("Retry-After", "2")])
      var next = exchange("token", "/t", at: later)
      next.endpoint = endpoint
      #expect(try self.isWrong("retry-after-is-kept", run(busy, next)) == isWrong, "\(later)")
      busy.answer.headers = Headers([.init("Retry-After", "soon")])
      #expect(try self.isWrong("retry-after-is-kept", run(busy, next)) == false)
    }
  }

  @Test("a token, a code or a secret goes to no other origin")
  func tokenStaysHome() throws {
    for (target, endpoint, isWrong) in [
      ("/x?t=secret-1", "elsewhere", true), ("/x?t=other", "elsewhere", false),
      ("/x?t=secret-1", "userinfo", false),
    ] {
      var sent = exchange("resource", target)
      sent.endpoint = endpoint
      var run = run(sent)
      run.secrets = ["secret-1"]
      #expect(try self.isWrong("token-stays-home", run) == isWrong, "\(target) \(endpoint)")
    }
  }

  @Test(
    "claims are asked for by a scope of OpenID Connect Core §5.4",
    arguments: [
      ("openid", true), ("openid+email", false), ("profile", false), ("address", false),
      ("phone", false), ("emails", true), ("", true),
    ])
  func claims(_ scope: String, _ isWrong: Bool) throws {
    let run = run(exchange("authorize", "/a?scope=\(scope)"))
    #expect(try self.isWrong("asks-for-claims-by-scope", run) == isWrong)
  }

  @Test("a client claims no scope that it was not granted")
  func scopes() throws {
    for (claimed, granted, isWrong) in [
      (["a"], "a b", false), (["a", "b"], "a b", false), (["a", "c"], "a b", true),
      (nil, "a", nil), (["c"], nil, false),
    ] as [([String]?, String?, Bool?)] {
      let body = granted.map { #"{"access_token": "t", "scope": "\#($0)"}"# } ?? "{}"
      var run = run(exchange("token", "/t", body: body))
      run.outcome.scopes = claimed
      #expect(try self.isWrong("scope-noticed", run) == isWrong)
    }
    var implicit = run([action("callback", "http://127.0.0.1/cb#access_token=t&scope=a")])
    implicit.outcome.scopes = ["a", "b"]
    #expect(try isWrong("scope-noticed", implicit) == true)
    implicit.outcome.scopes = ["a"]
    #expect(try isWrong("scope-noticed", implicit) == false)
  }

  @Test("the error of another issuer's callback is neither named nor shown")
  func foreignError() throws {
    let callback = action("callback", "http://a/cb?error=odd_error&error_description=nine+char")
    for (error, output, isWrong) in [
      ("odd_error", "", true), ("invalid_iss", "", false), (nil, "it says: nine char", true),
      (nil, "nine", false),
    ] as [(String?, String, Bool)] {
      var run = run([callback])
      run.outcome.error = error
      run.output = output
      #expect(try self.isWrong("iss-error-not-named", run) == isWrong)
    }
    // Eight characters may stand in any output by chance.
    var short = run([action("callback", "http://a/cb?error=x&error_description=12345678")])
    short.output = "12345678"
    #expect(try isWrong("iss-error-not-named", short) == false)
    var empty = run([action("callback", "http://a/cb?error=")])
    empty.outcome.error = ""
    #expect(try isWrong("iss-error-not-named", empty) == false)
  }

  @Test(
    "the description of an unsolicited error is not written, but for a log of addresses",
    arguments: [
      ("it says: nine-char", true), ("it says: nine", false), ("", false),
      ("GET /cb?error=x&error_description=nine-char", false),
      ("GET /cb?error=x&error_description=nine-char\nRefused: nine-char", true),
    ])
  func unsolicitedDescription(_ output: String, _ isWrong: Bool) throws {
    var run = run([action("callback", "http://a/cb?error=x&error_description=nine-char")])
    run.output = output
    for judge in ["description-is-not-written", "iss-error-not-named"] {
      #expect(try self.isWrong(judge, run) == isWrong)
    }
  }

  @Test("nothing is sent over a connection that cannot be trusted, save by our user agent")
  func silent() throws {
    var sent = exchange("token", "/t")
    #expect(try isWrong("nothing-was-sent", run(sent)) == true)
    sent.isAgents = true
    #expect(try isWrong("nothing-was-sent", run(sent)) == false)
    #expect(try isWrong("nothing-was-sent", run()) == false)
  }

  // MARK: Refreshes

  @Test("a refresh uses the newest refresh token that arrived")
  func newest() throws {
    func refresh(_ token: String, _ next: String, at: Double, isLost: Bool = false) -> Exchange {
      var made = exchange(
        "token", "/t", at: at, form: "grant_type=refresh_token&refresh_token=\(token)",
        body: #"{"refresh_token": "\#(next)"}"#)
      made.isDelivered = !isLost
      return made
    }
    for (second, isLost, isWrong) in [
      ("r2", false, false), ("r1", false, true), ("r1", true, false), ("r2", true, false),
    ] {
      let run = run(refresh("r1", "r2", at: 1, isLost: isLost), refresh(second, "r3", at: 2))
      #expect(try self.isWrong("refresh-newest-token", run) == isWrong, "\(second) \(isLost)")
    }
  }

  @Test("a refresh asks for no scope that was not granted (RFC 6749 §6)")
  func widerScope() throws {
    for (scope, isWrong) in [("a", false), ("a+b", false), ("a+c", true), ("", false)] {
      let run = run(
        exchange("authorize", "/a?scope=a+b+c"),
        exchange("token", "/t", body: #"{"access_token": "t", "scope": "a b"}"#),
        exchange("token", "/t", at: 2, form: "grant_type=refresh_token&scope=\(scope)", status: 400)
      )
      #expect(try self.isWrong("refresh-no-wider-scope", run) == isWrong, "\(scope)")
    }
    // Without a scope in the answer, the scope that was asked for is granted (RFC 6749 §5.1).
    let asked = run(
      exchange("authorize", "/a?scope=a+b"), exchange("token", "/t", body: "{}"),
      exchange("token", "/t", at: 2, form: "grant_type=refresh_token&scope=b", status: 400))
    #expect(try isWrong("refresh-no-wider-scope", asked) == false)
    // Without a refresh there is nothing to see, however the client ended.
    for kind in Outcome.Kind.allCases {
      var run = run(exchange("token", "/t", body: #"{"scope": "a"}"#))
      run.outcome = Outcome(kind, "its sign")
      #expect(try isWrong("refresh-no-wider-scope", run) == nil)
    }
  }

  @Test("an access token that came with another user's ID token is not used")
  func refreshed() throws {
    var refresh = exchange(
      "token", "/t", at: 5, form: "grant_type=refresh_token", body: #"{"access_token": "tok-2"}"#)
    refresh.rule = "rule-1"
    for (at, target, isWrong) in [
      (6.0, "/r?access_token=tok-2", true), (5, "/r?access_token=tok-2", true),
      (4, "/r?access_token=tok-2", false), (6, "/r?access_token=tok-1", false),
    ] {
      let run = run(refresh, exchange("resource", target, at: at))
      #expect(try self.isWrong("refreshed-id-token-is-unused", run) == isWrong, "\(at) \(target)")
    }
    #expect(try isWrong("refreshed-id-token-is-unused", run()) == nil)
    var other = run(refresh)
    other.outcome.subject = "somebody-else"
    #expect(try isWrong("refreshed-id-token-is-unused", other) == true)
  }
}
