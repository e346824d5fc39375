import Basics
import Testing

@testable import ProviderModel

/// Mistakes in the trust of a cast, and in a grant that takes JWTs of other issuers.
@Suite("Trust in another issuer with a mistake")
struct TrustMistakeTests {
  private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  /// What reading a cast with one entry says.
  private func read(
    _ members: String, with quirks: [String] = []
  ) throws -> (errors: [String], warnings: [String]) {
    let standard = try Shipped.set("standard", Shipped.text("standard"))
      .resolve("standard", with: quirks)
    let text = """
      { "kind": "cast", "people": [{ "username": "alice", "password": "x" }],
        "trust": [{ "name": "x", "issuer": "https://a.test", "provider": "standard"\(members) }] }
      """
    var cast = Cast()
    do {
      let added = try cast.add(Array(text.utf8), name: "c.json", providers: [standard])
      #expect(cast.trusted.map(\.name) == ["x"])
      return ([], added.warnings.map { "\($0.pointer): \($0.sentence)" })
    } catch {
      return (error.findings.map { "\($0.pointer): \($0.sentence)" }, [])
    }
  }

  @Test("is fine with its names alone, as this server plays the issuer then")
  func fine() throws {
    for members in [
      "", ", \"jwks_uri\": \"http://127.0.0.1:1/k\"",
      ", \"person\": \"alice\", \"subjects\": [\"a|b\"], \"claims\": { \"ref\": \"main\" }, \"scopes\": [\"openid\"]",
    ] {
      let read = try read(members)
      #expect(read.errors.isEmpty && read.warnings.isEmpty, "\(read)")
    }
  }

  @Test(
    "is told with its place",
    arguments: [
      (
        #", "jwks": { "keys": [] }, "jwks_uri": "http://127.0.0.1:1/k""#,
        "/trust/0/jwks_uri: jwks appears together with jwks_uri; an issuer has one of the two"
      ),
      (
        #", "jwks": { "keys": [{ "kty": "oct", "k": "AAAA" }] }"#,
        "/trust/0/jwks/keys/0: jwks holds a key of the type oct, which is a secret; register public keys only (RFC 7591 §2)"
      ),
      (
        #", "jwks_uri": "keys""#,
        "/trust/0/jwks_uri: expected a web address such as http://127.0.0.1:7999/jwks, found \"keys\""
      ),
      (
        #", "person": "alice", "person_claim": "email""#,
        "/trust/0/person_claim: person appears together with person_claim; an issuer has only one of the two"
      ),
      (
        #", "person": "alicia""#,
        "/trust/0/person: there is no person \"alicia\"; did you mean \"alice\"?"
      ),
      (
        #", "audiences": []"#,
        "/trust/0/audiences: no audience is accepted, so every JWT is refused; add \"audiences\""
      ),
      (
        #", "client": "https://app.test/client.json""#,
        "/trust/0/client: \"https://app.test/client.json\" is the address of a metadata document; name a client of the cast"
      ),
      (#", "subjects": [1]"#, "/trust/0/subjects/0: expected a pattern, found a number"),
      (#", "claims": { "ref": true }"#, "/trust/0/claims/ref: expected a pattern, found true"),
      (
        #", "scopes": ["a b"]"#,
        "/trust/0/scopes/0: expected one scope of printable ASCII without spaces, quotes and backslashes (RFC 6749 §3.3), found \"a b\""
      ),
    ])
  func told(members: String, sentence: String) throws {
    let errors = try read(members).errors
    #expect(errors.contains(sentence), "\(errors)")
  }

  @Test("has no effect, by a warning, where a quirk removes the grant")
  func switchedOff() throws {
    let read = try read("", with: ["no-jwt-bearer-grant", "no-token-exchange"])
    #expect(read.errors == [])
    #expect(
      read.warnings == [
        "/trust/0/provider: standard has no grant that takes JWTs of other issuers, so this entry has no effect"
      ])
  }

  @Test("stands once in a file, and a later file replaces it")
  func names() throws {
    let standard = try Shipped.set("standard", Shipped.text("standard")).resolve("standard")
    var cast = Cast()
    func add(_ entries: String) throws -> [String] {
      try cast.add(
        Array("{ \"kind\": \"cast\", \"trust\": [\(entries)] }".utf8), name: "c.json",
        providers: [standard]
      ).replaced
    }
    let entry = #"{ "provider": "standard", "name": "x", "issuer": "ISSUER" }"#
    #expect(throws: FixtureError.self) { try add("\(entry), \(entry)") }
    #expect(try add(entry).isEmpty)
    #expect(
      try add(entry.replacing("ISSUER", with: "b"))
        == ["trusted issuer x of standard comes from c.json now"])
    #expect(cast.trusted.map(\.issuer) == ["b"])
  }

  @Test("is useless to a grant that takes no JWT, and to one whose parameter is not read")
  func grants() throws {
    func findings(_ patch: String) throws -> [String] {
      let tree = Merge.apply(try json(patch), to: try json(try Shipped.text("standard")))
      do {
        _ = try Shipped.set("standard", tree.text()).resolve("standard")
        return []
      } catch let error as FixtureError {
        return error.findings.map { "\($0.pointer): \($0.sentence)" }
      }
    }
    #expect(
      try findings(
        #"{"token": {"grants": {"\#(Self.grant)": {"trusts": {"JWT": null, "oauth-id-jag+jwt": null}}}}}"#
      ) == [
        "/token/grants/\(Self.grant): the grant takes no JWT; add \"trusts\" with a typ, or with *"
      ])
    #expect(
      try findings(#"{"token": {"parameters": {"assertion": null}}}"#).contains {
        $0.contains("needs the parameter assertion, which is not read")
      })
  }
}
