import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("Pushed requests, proofs and JWTs in one run")
struct SenderConstrainedJudgeTests: RunMaking {
  private func finding(_ name: String, _ exchanges: [Exchange]) throws -> String {
    let judge = try #require(NamedJudges.find(name))
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges
    for index in run.exchanges.indices { run.exchanges[index].number = index + 1 }
    return switch judge(run, nil) {
    case .fine: "fine"
    case .wrong(let reason): reason
    case .unseen(let why), .hidden(let why): "unseen: \(why)"
    }
  }

  private func asked(
    _ kind: String = "token", form: String? = "grant_type=x", proof: String? = nil,
    status: Int = 200, nonce: String? = nil, at authority: String = "localhost",
    why: String? = nil, body: String = ""
  ) -> Exchange {
    var exchange = exchange(
      kind, "/\(kind)", form: form, fields: proof.map { [.dPoP: $0] } ?? [:], status: status,
      body: body)
    if let nonce { exchange.answer.headers[.dPoPNonce] = nonce }
    exchange.request.authority = authority
    exchange.why = why
    if why != nil { exchange.outcome = "refused" }
    return exchange
  }

  private func proof(_ jti: String, nonce: String? = nil) -> String {
    MadeJWT.proof(jti: jti, #", "iat": 1"# + (nonce.map { #", "nonce": "\#($0)""# } ?? ""))
  }

  private func front(_ query: String) -> Exchange {
    var exchange = exchange("authorize", "/authorize?\(query)")
    (exchange.isAgents, exchange.isOpened) = (true, true)
    return exchange
  }

  private func pushed(_ uri: String) -> Exchange {
    asked("pushed_authorization", status: 201, body: #"{"request_uri": "\#(uri)"}"#)
  }

  @Test("what is refused each time is said, with the reason; one success is enough")
  func taken() throws {
    let name = "something-is-taken"
    let refused = asked(status: 400, why: "the claim htm is GET")
    #expect(try finding(name, [asked(), refused]) == "fine")
    #expect(
      try finding(name, [refused])
        == "the provider refused POST /token → 400, the claim htm is GET")
    var ordered = refused
    ordered.rule = "rule-1"
    #expect(try finding(name, [ordered]) == "fine")
  }

  @Test("each request by the browser was pushed before")
  func pushes() throws {
    let name = "pushes-each-request"
    #expect(try finding(name, [pushed("urn:1"), front("request_uri=urn:1")]) == "fine")
    #expect(
      try finding(name, [pushed("urn:1"), front("request_uri=urn:1"), front("state=1")])
        == "it sent an authorization request by the browser that it had not pushed")
    #expect(try finding(name, []) == "unseen: it did not send a user to the provider")
  }

  @Test("no request_uri is used twice")
  func once() throws {
    let name = "request-uris-are-used-once"
    let (one, two) = (front("request_uri=urn:1"), front("request_uri=urn:2"))
    #expect(try finding(name, [one, two]) == "fine")
    #expect(try finding(name, [one, one]) == "it sent its user twice with one request_uri")
    #expect(try finding(name, [one]).hasPrefix("unseen: "))
  }

  @Test("a demanded nonce comes back with a new proof")
  func nonces() throws {
    let name = "nonce-is-sent-back"
    let demand = asked(proof: proof("a"), status: 400, nonce: "n")
    #expect(try finding(name, [demand, asked(proof: proof("b", nonce: "n"))]) == "fine")
    #expect(try finding(name, [demand]).hasPrefix("it did not try again"))
    #expect(try finding(name, [demand, asked("resource")]).hasPrefix("it did not try again"))
    #expect(try finding(name, [demand, asked()]).hasPrefix("it tried again without a DPoP proof"))
    #expect(try finding(name, [demand, asked(proof: proof("b"))]).contains("nonce is missing"))
    #expect(
      try finding(name, [demand, asked(proof: proof("b", nonce: "m"))]).contains("another one"))
    #expect(
      try finding(name, [demand, asked(proof: proof("a", nonce: "n"))]).contains("with the jti"))
    #expect(try finding(name, [asked()]) == "unseen: nothing that it sent was asked for a nonce")
  }

  @Test("the nonce of a success is in the next proof")
  func success() throws {
    let name = "nonce-of-success-is-sent"
    let first = asked(proof: proof("a"), nonce: "n")
    #expect(try finding(name, [first, asked(proof: proof("b", nonce: "n"))]) == "fine")
    #expect(try finding(name, [first, asked(proof: proof("b"))]).contains("does not hold"))
    #expect(try finding(name, [first]).hasPrefix("unseen: "))
  }

  @Test("a nonce goes to its own server only")
  func apart() throws {
    let name = "nonces-are-kept-apart"
    let demand = asked(proof: proof("a"), status: 400, nonce: "n")
    func call(_ nonce: String?, at authority: String = "127.0.0.1") -> Exchange {
      asked("resource", proof: proof("b", nonce: nonce), at: authority)
    }
    #expect(try finding(name, [demand, call(nil)]) == "fine")
    #expect(try finding(name, [demand, call("n")]).contains("of one server to another"))
    #expect(try finding(name, [demand, call("n", at: "localhost")]).hasPrefix("unseen: "))
  }

  @Test("a refresh is proved by the same key")
  func key() throws {
    let name = "refreshes-with-its-key"
    let other = proof("b").replacing(
      proof("b").prefix { $0 != "." },
      with: Base64URL.encode(
        Array(
          #"{"typ": "dpop+jwt", "alg": "ES256", "jwk": {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}}"#
            .utf8)))
    func refresh(_ proof: String?) -> Exchange {
      asked(form: "grant_type=refresh_token", proof: proof)
    }
    #expect(try finding(name, [asked(proof: proof("a")), refresh(proof("b"))]) == "fine")
    #expect(
      try finding(name, [asked(proof: proof("a")), refresh(other)])
        == "it refreshed with another key")
    #expect(
      try finding(name, [asked(proof: proof("a")), refresh(nil)])
        == "it refreshed without a DPoP proof")
    #expect(try finding(name, [asked(proof: proof("a"))]) == "unseen: it did not refresh")
  }

  @Test("dpop_jkt is the thumbprint of RFC 7638")
  func bound() throws {
    let name = "dpop-jkt-is-its-key"
    func push(_ jkt: String) -> Exchange {
      asked("pushed_authorization", form: "dpop_jkt=\(jkt)", status: 201)
    }
    let proved = asked(proof: proof("a"))
    #expect(try finding(name, [push(MadeJWT.thumbprint), proved]) == "fine")
    #expect(try finding(name, [push("other"), proved]).contains("of no key"))
    #expect(try finding(name, [proved]) == "unseen: it sent no dpop_jkt")
    #expect(try finding(name, [push("other")]) == "unseen: it sent no DPoP proof")
  }

  @Test("a second try has a JWT of its own")
  func assertion() throws {
    let name = "retries-with-a-new-assertion"
    let (one, two) = (asked(form: "client_assertion=a"), asked(form: "client_assertion=b"))
    #expect(try finding(name, [one, two]) == "fine")
    #expect(try finding(name, [one, one]) == "it sent the JWT of its first try again")
    #expect(try finding(name, [one]).hasPrefix("unseen: "))
  }
}

@Suite("The key that a client is told")
struct ClientKeyTests {
  @Test("stands in the profile, and its public half in the registration")
  func registered() throws {
    let profile = try #require(Catalogue.bundled.profile("sender-constrained"))
    let key = try #require(profile.key)
    let keys = try #require(profile.client["jwks"]?["keys"]?.arrayValue)
    #expect(keys.count == 1 && keys[0]["d"] == nil && keys[0]["kid"] == key.jwk["kid"])
    #expect(key.secrets.count == 1)
  }

  @Test("is written as JWK and as PEM")
  func written() throws {
    let folder = try Files.temporaryFolder()
    defer { Files.removeFolder(folder) }
    let key = try #require(Catalogue.bundled.profile("sender-constrained")?.key)
    let files = try key.write(to: folder)
    #expect(files.map(\.name) == ["OAUTH_CLIENT_JWK", "OAUTH_CLIENT_KEY"])
    let pem = String(decoding: try Files.read(files[1].path), as: UTF8.self)
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && pem.hasSuffix("-----\n"))
    let jwk = try JSONReader().read(Files.read(files[0].path), file: "").root
    #expect(jwk["d"]?.stringValue == key.secrets[0])
  }
}
