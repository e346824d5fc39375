import Basics
import HTTPTypes
import Testing

@testable import Examiner

extension NamedJudgeTests {
  @Test(
    "a replayed callback opens no session",
    arguments: [(true, true), (false, false), (nil, nil)] as [(Bool?, Bool?)])
  func replay(_ isSignedIn: Bool?, _ isWrong: Bool?) throws {
    var run = CheckRun(check: "made-up")
    run.observations.replaySignedIn = isSignedIn
    #expect(try self.isWrong("replay-opens-no-session", run) == isWrong)
  }

  @Test("a browser with earlier cookies is not signed in, where a callback came")
  func session() throws {
    for (isSignedIn, isWrong) in [(true, true), (false, false), (nil, false)] as [(Bool?, Bool)] {
      var signedIn = run([action("callback")])
      signedIn.observations.earlierCookiesSignedIn = isSignedIn
      #expect(try self.isWrong("session-id-changes", signedIn) == isWrong)
      signedIn.deliveries = []
      #expect(try self.isWrong("session-id-changes", signedIn) == nil)
    }
  }

  @Test("no cookie that others can make signs anybody in")
  func guess() throws {
    var signedIn = run([action("callback")])
    #expect(try isWrong("session-is-no-guess", signedIn) == false)
    signedIn.observations.guessedCookie = "user is made of a claim of the user, as it is"
    #expect(try isWrong("session-is-no-guess", signedIn) == true)
    signedIn.deliveries = []
    #expect(try isWrong("session-is-no-guess", signedIn) == nil)
  }

  @Test("a cookie can be guessed that is made of facts about the user, and unsigned")
  func cookieGuess() {
    let facts = ["alice", "alice@example.com"]
    func what(_ cookie: String) -> String? { CookieGuess(cookie, facts)?.what }
    #expect(what("alice") == "made of a claim of the user, as it is")
    #expect(
      what(Base64.encode(Array("\"alice\"".utf8))) == "made of a claim of the user, as it is")
    #expect(what("6384e2b2184bcbf58eccf10ca7a6563c") == "made of the MD5 of a claim of the user")
    let object = Base64.encode(Array(#"{"sub":"alice"}"#.utf8))
    #expect(what(object) == "made of claims of the user without a signature")
    #expect(
      what("%7B%22sub%22%3A%22alice%22%7D") == "made of claims of the user without a signature")
    #expect(CookieGuess(object, facts)?.value == Base64.encode(Array(#"{"sub":"alice"}   "#.utf8)))
    #expect(
      CookieGuess("a-state", facts, [("state", "a-state")])?.what
        == "made of the state of its callback, as it is")
    let header = Base64URL.encode(Array(#"{"alg":"RS256"}"#.utf8))
    let jwt = CookieGuess("\(header).\(object).c2lnbmF0dXJl", facts)
    #expect(jwt?.what == "a JWT whose signature is not verified")
    #expect(jwt?.value == "\(header).\(object).A2lnbmF0dXJl")
    for other in [
      "\(object).c2lnbmF0dXJl", "\(header).\(object).", "a-state", "0123456789abcdef", "bob", "",
    ] {
      #expect(what(other) == nil, "\(other)")
    }
  }

  @Test("the next user of a browser gets another session id")
  func sessionIsNew() throws {
    func judged(_ values: [[(name: String, value: String)]]) throws -> Bool? {
      var run = run([action("callback"), action("probe")])
      run.exchanges = ["one", "other"].map {
        exchange("userinfo", "/u", body: #"{"sub": "\#($0)"}"#)
      }
      run.outcome = Outcome(.accepted, "its sign")
      run.observations.sessionCookies = values.map { .init(values: $0, signedInAt: 0) }
      return try isWrong("session-id-is-new", run)
    }
    #expect(try judged([[("sid", "a")], [("sid", "a")]]) == true)
    #expect(try judged([[("sid", "a")], [("sid", "b")]]) == false)
    #expect(try judged([[], [("sid", "b")]]) == false)
    #expect(try judged([[("sid", "a")], [("id", "a")]]) == false)
    #expect(try judged([[("sid", "a")]]) == nil)
  }

  @Test("a line break in the return URL ends no header")
  func headerSplit() throws {
    var landing = action("callback")
    #expect(try isWrong("no-header-of-the-link", run([landing])) == false)
    landing.answer?.headers[HTTPField.Name.understudySplit] = "yes"
    #expect(try isWrong("no-header-of-the-link", run([landing])) == true)
  }

  @Test(
    "a sign-in has no parameter of the link to it",
    arguments: [
      ("?state=a", "?state=a", true), ("?state=b", "?state=a", false), ("", "?state=a", nil),
      ("?nonce=a&x=b", "?nonce=c&nonce=a", true), ("?x=a", "?nonce=a", nil),
      ("?client_id=web&nonce=a", "?client_id=app&nonce=b", false),
    ] as [(String, String, Bool?)])
  func ownRequest(_ link: String, _ sent: String, _ isWrong: Bool?) throws {
    var run = run([action("start", "http://a.test/login\(link)")])
    run.exchanges = [exchange("authorize", "/s/authorize\(sent)")]
    #expect(try self.isWrong("request-is-of-the-client", run) == isWrong)
  }

  @Test(
    "a link that is refused leads to no sign-in",
    arguments: [(400, false), (404, false), (200, nil), (500, nil)] as [(Int, Bool?)])
  func refusedLink(_ status: Int, _ isWrong: Bool?) throws {
    let run = run([action("start", "http://a.test/login?client_id=b", status: status)])
    #expect(try self.isWrong("request-is-of-the-client", run) == isWrong)
    #expect(try self.isWrong("request-is-of-the-client", self.run()) == nil)
  }

  @Test(
    "the query of the authorization endpoint stays as the metadata has it",
    arguments: [
      ("tenant='$(pwd)'&client_id=a", false), ("tenant=%27%24%28pwd%29%27", false),
      ("tenant='/home/a'", true), ("tenant=$(pwd)", true), ("tenant=", true), ("client_id=a", true),
    ])
  func endpointQuery(_ query: String, _ isWrong: Bool) throws {
    var metadata = exchange(
      "document", "/s/.well-known/openid-configuration",
      body: #"{"authorization_endpoint": "http://localhost/s/authorize?tenant='$(pwd)'"}"#)
    let sent = exchange("authorize", "/s/authorize?\(query)")
    #expect(try self.isWrong("endpoint-query-is-kept", run(metadata, sent)) == nil)
    metadata.rule = "rule-1"
    #expect(try self.isWrong("endpoint-query-is-kept", run(metadata)) == nil)
    #expect(try self.isWrong("endpoint-query-is-kept", run(metadata, sent)) == isWrong)
  }

  @Test(
    "two sign-ins that were begun in one browser have two states",
    arguments: [(["a", "b"], false), (["a", "a"], true), (["a"], nil), ([], nil)]
      as [([String], Bool?)])
  func states(_ states: [String], _ isWrong: Bool?) throws {
    var run = CheckRun(check: "made-up")
    run.observations.begun = states.map { "http://a.test/authorize?client_id=x&state=\($0)" }
    #expect(try self.isWrong("state-is-new", run) == isWrong)
  }

  @Test("nothing is believed that stood in the callback of a code")
  func callbackClaims() throws {
    var run = CheckRun(check: "made-up")
    run.output = "Hello Alice"
    #expect(try isWrong("callback-claims-are-unused", run) == false)
    run.output = "Hello Mallory Canary"
    #expect(try isWrong("callback-claims-are-unused", run) == true)
    run.output = ""
    run.outcome = Outcome(.accepted, "it ended with 0")
    run.outcome.subject = "somebody-else"
    #expect(try isWrong("callback-claims-are-unused", run) == true)
  }

  @Test("no answer is a server's error", arguments: [(499, false), (500, true), (599, true)])
  func serverError(_ status: Int, _ isWrong: Bool) throws {
    let run = run([action("start"), action("callback", "http://a.test/cb?code=1", status: status)])
    let judge = try #require(NamedJudges.find("no-server-error"))
    let said = "it answered \(status) to GET http://a.test/cb"
    #expect(judge(run, nil) == (isWrong ? .wrong(said) : .fine))
  }

  @Test(
    "501 is no error of a server that does not know the method (RFC 9110 §15.6.2)",
    arguments: [
      ("PUT", 501, false), ("DELETE", 501, false), ("PUT", 500, true), ("PUT", 503, true),
      ("GET", 501, true), ("POST", 501, true), ("HEAD", 501, true), ("PUT", 405, false),
    ])
  func notImplemented(_ method: String, _ status: Int, _ isWrong: Bool) throws {
    var call = action("callback", status: status)
    call.method = method
    let judge = try #require(NamedJudges.find("no-server-error"))
    let said = "it answered \(status) to \(method) http://127.0.0.1:4000/cb"
    #expect(judge(run([call]), nil) == (isWrong ? .wrong(said) : .fine))
  }

  @Test(
    "a redirect after the callback stays with the client or goes to the provider",
    arguments: [
      ("/home", false), ("home", false), ("http://app.test/x", false), ("//app.test", false),
      ("http://idp.test/x", false), ("HTTP://APP.TEST/x", false), ("http://evil.test/", true),
      ("//evil.test", true), ("\\\\evil.test", true), ("/\\evil.test", true),
      ("/\t/evil.test", true),
      ("https:evil.test", true), ("https:\\evil.test", true), ("http://app.test.evil.test/", true),
      ("http://app.test?x", false), ("http://app.test#x", false),
      ("http://evil.test#http://app.test", true),
      ("com.example:/x", false),
    ])
  func origin(_ location: String, _ isWrong: Bool) throws {
    for what in ["callback", "landing", "replay", "after", "probe"] {
      var run = run([
        action(what, "http://app.test/cb?code=1", status: 302, headers: [.location: location])
      ])
      run.issuer = "http://idp.test/issuer"
      #expect(try self.isWrong("stays-on-origin", run) == (isWrong && what != "probe"), "\(what)")
    }
  }

  @Test("a redirect away from an app's own scheme leads to another host")
  func ownScheme() throws {
    let location: Headers = [.location: "http://evil.test/"]
    let run = run([action("callback", "com.example.app:/cb", status: 302, headers: location)])
    #expect(try isWrong("stays-on-origin", run) == true)
  }

  @Test(
    "a page with the code in its address tells it to nobody",
    arguments: [
      ("?code=1", "", true), ("?state=1", "", true), ("?error=1", "", false), ("", "", false),
      ("?code=1", "no-referrer", false), ("?code=1", "Same-Origin", false),
      ("?code=1", "unsafe-url", true), ("?code=1", "unsafe-url, origin", false),
      ("?code=1", "no-referrer-when-downgrade", true),
    ])
  func referrer(_ query: String, _ policy: String, _ isWrong: Bool) throws {
    let run = run([
      action(
        "callback", "http://app.test/cb\(query)",
        headers: Headers(policy.isEmpty ? [] : [.init("Referrer-Policy", policy)])),
      action("probe", "/me?code=1"),
    ])
    #expect(try self.isWrong("callback-address-is-left", run) == isWrong)
    #expect(try self.isWrong("callback-address-is-left", self.run([action("start")])) == nil)
    let away = [action("callback"), action("landing", "http://b.test/?code=a")]
    #expect(try self.isWrong("callback-address-is-left", self.run(away)) == true)
  }

  @Test(
    "a user is signed in before the sign-out, and not after",
    arguments: [
      ([200, 401], false), ([200, 200], true), ([200, 299], true), ([200, 300], false),
      ([401, 200], nil), ([200], nil), ([], nil), ([299, 302], false), ([300, 200], nil),
      ([199, 200], nil), ([200, 199], false),
    ] as [([Int], Bool?)])
  func signOut(_ probes: [Int], _ isWrong: Bool?) throws {
    let run = run(probes.map { action("probe", status: $0) } + [action("after")])
    #expect(try self.isWrong("signs-in-before-and-out-after", run) == isWrong)
  }

  @Test("a page runs nothing that came from outside")
  func scripts() throws {
    for (body, type, isWrong) in [
      ("<script>understudy()</script>", "text/html", true),
      ("<script>understudy()</script>", "text/plain", false),
      ("<p>understudy()</p>", "text/html", false),
      ("<script>other()</script>", "text/html", false),
    ] {
      let run = run([action("callback", headers: [.contentType: type], body: body)])
      #expect(try self.isWrong("pages-run-nothing", run) == isWrong, "\(body)")
    }
  }

  /// `a` authorization, `m` metadata, `k` keys, `t` token.
  @Test(
    "keys are fetched seldom for tokens, however often for sign-ins that begin",
    arguments: [
      ("matk", true), ("matmk", true), ("mkat", false), ("mkt", false),
      ("mat", false), ("tk", true), ("ak", false),
    ])
  func keys(_ signIn: String, _ isWrong: Bool) throws {
    let kinds = ["a": "authorize", "m": "metadata", "k": "jwks", "t": "token"]
    var run = CheckRun(check: "made-up")
    for number in 0..<6 {
      let begin = Double(number * 100)
      run.deliveries.append(action("start", at: begin))
      for (index, letter) in signIn.enumerated() {
        let kind = try #require(kinds[String(letter)])
        run.exchanges.append(exchange(kind, "/\(kind)", at: begin + Double(index + 1)))
      }
    }
    #expect(try self.isWrong("keys-are-fetched-seldom", run) == isWrong)
  }
}
