import Basics
import ProviderModel
import Testing

/// How clients authenticate at the token endpoint (RFC 6749 §2.3): what is refused, and that nothing is spent by it.
@Suite("A client's proof")
struct ClientProofTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var client = "web"
    var changes: StandardVisitor.Changes = [:]
    var header: String?
    var condition: Condition
    var status = 401
    var error = "invalid_client"
    var testDescription: String { name }
  }

  private static let secret = StandardVisitor.secret
  private static func basic(_ text: String) -> String { "Basic " + Base64.encode(Array(text.utf8)) }
  /// For what stands in the header alone.
  private static let none: StandardVisitor.Changes = ["client_id": nil, "client_secret": nil]

  static let cases: [Case] = [
    .init(name: "no client", changes: none, condition: .clientMissing),
    .init(name: "an empty client", changes: ["client_id": ""], condition: .clientMissing),
    .init(name: "an unknown client", changes: ["client_id": "nobody"], condition: .clientUnknown),
    .init(name: "another case", changes: ["client_id": "WEB"], condition: .clientUnknown),
    .init(name: "no secret", changes: ["client_secret": nil], condition: .secretMissing),
    .init(name: "an empty secret", changes: ["client_secret": ""], condition: .secretMissing),
    .init(
      name: "a shorter secret", changes: ["client_secret": String(secret.dropLast())],
      condition: .secretWrong),
    .init(
      name: "a longer secret", changes: ["client_secret": secret + "0"], condition: .secretWrong),
    .init(
      name: "a secret in capitals", changes: ["client_secret": secret.uppercased()],
      condition: .secretWrong),
    .init(
      name: "another client's secret", changes: ["client_secret": StandardVisitor.otherSecret],
      condition: .secretWrong),
    .init(
      name: "a wrong secret in the header", changes: none, header: basic("web:" + secret + "0"),
      condition: .secretWrong),
    .init(
      name: "no secret in the header", changes: none, header: basic("web:"),
      condition: .secretMissing),
    .init(
      name: "a header that is no base64", changes: none, header: "Basic web:secret",
      condition: .clientAuthUnsupported),
    .init(
      name: "a header without a colon", changes: none, header: basic("web"),
      condition: .clientAuthUnsupported),
    .init(
      name: "another scheme beside the secret", header: "Bearer x",
      condition: .clientAuthUnsupported),
    .init(
      name: "a scheme alone", changes: none, header: "x", condition: .clientAuthUnsupported),
    .init(
      name: "a secret in two places", header: basic("web:" + secret),
      condition: .clientAuthRepeated, status: 400, error: "invalid_request"),
    .init(
      name: "two clients", changes: ["client_id": "two", "client_secret": nil],
      header: basic("web:" + secret), condition: .clientAuthRepeated, status: 400,
      error: "invalid_request"),
    .init(
      name: "the header where the body is registered", client: "post-only", changes: none,
      header: basic("post-only:" + secret), condition: .clientAuthUnsupported),
    .init(
      name: "a public client's secret", client: "app", changes: ["client_secret": "x"],
      condition: .secretUnexpected),
    .init(
      name: "a grant for confidential clients", client: "app",
      changes: ["grant_type": "client_credentials"], condition: .grantNotAllowed, status: 400,
      error: "unauthorized_client"),
    .init(
      name: "a grant that the client has not registered", client: "limited",
      changes: ["grant_type": "client_credentials"], condition: .grantNotAllowed, status: 400,
      error: "unauthorized_client"),
    .init(
      name: "an unknown grant", changes: ["grant_type": "magic"], condition: .grantUnsupported,
      status: 400, error: "unsupported_grant_type"),
    .init(
      name: "no grant", changes: ["grant_type": nil], condition: .grantMissing, status: 400,
      error: "invalid_request"),
  ]

  @Test("that is not right is refused, and the code stays unspent", arguments: cases)
  func refused(_ wrong: Case) throws {
    let stage = try StandardVisitor()
    let scope = wrong.client == "limited" ? "openid email" : StandardVisitor.scope
    let code = try stage.code(["client_id": wrong.client, "scope": scope])
    let headers = wrong.header.map { [("Authorization", $0)] } ?? []
    try stage.redeem(code, as: wrong.client, wrong.changes, headers: headers)
    try stage.expectRefusal(wrong.condition, wrong.status, wrong.error)
    #expect(try stage.redeem(code, as: wrong.client).status == 200)
  }

  @Test("is refused if it stands in two headers")
  func headers() throws {
    let stage = try StandardVisitor()
    let (good, bad) = (Self.basic("web:" + Self.secret), Self.basic("post-only:x"))
    for other in [good, bad, "Bearer x"] {
      let code = try stage.code()
      try stage.redeem(
        code, Self.none, headers: [("Authorization", good), ("Authorization", other)])
      try stage.expectRefusal(.clientAuthRepeated, 400, "invalid_request")
      #expect(stage.visitor.told.why == "the client authenticates by 2 Authorization headers")
    }
  }

  @Test(
    "is taken from the header, in any case of its scheme, beside the same client_id in the body")
  func header() throws {
    let stage = try StandardVisitor()
    for (scheme, id) in [("Basic", nil), ("BASIC", "web"), ("basic", "")] {
      let credentials = Base64.encode(Array("web:\(Self.secret)".utf8))
      try stage.redeem(
        stage.code(), ["client_id": id, "client_secret": nil],
        headers: [("Authorization", "\(scheme) \(credentials)")])
      #expect(stage.status == 200, "\(stage.visitor.page)")
    }
  }

  @Test("may stand in header and body only where a quirk allows it, and only if both are the same")
  func repeated() throws {
    for (quirks, changes, isGood) in [
      (["same-credentials-twice"], [:], true),
      (["same-credentials-twice"], ["client_id": nil], true),
      (["same-credentials-twice"], ["client_secret": "x"], false),
      (["same-credentials-twice"], ["client_id": "post-only"], false), ([], [:], false),
    ] as [([String], [String: String?], Bool)] {
      let stage = try StandardVisitor(with: quirks)
      let credentials = Base64.encode(Array("web:\(Self.secret)".utf8))
      try stage.redeem(
        stage.code(), changes, headers: [("Authorization", "Basic \(credentials)")])
      #expect((stage.status == 200) == isGood, "\(quirks) \(changes)")
      if !isGood { try stage.expectRefusal(.clientAuthRepeated, 400, "invalid_request") }
    }
  }

  @Test("by an assertion alone is told that none is read, where none is")
  func assertion() throws {
    let stage = try StandardVisitor(with: ["no-client-assertions"])
    for id in ["web", nil] {
      try stage.redeem(
        stage.code(), ["client_id": id, "client_secret": nil, "client_assertion": "a.b.c"])
      try stage.expectRefusal(.clientAuthUnsupported, 401, "invalid_client")
      #expect(
        stage.visitor.told.why?.contains("by client_assertion, which standard does not read")
          == true)
    }
    let named = Base64.encode(Array("web:".utf8))
    try stage.redeem(
      stage.code(), ["client_id": nil, "client_secret": nil, "client_assertion": "a.b.c"],
      headers: [("Authorization", "Basic \(named)")])
    try stage.expectRefusal(.clientAuthUnsupported, 401, "invalid_client")
  }

  @Test("with an assertion that nobody needs is granted, and the journal says that it was not read")
  func unreadAssertion() throws {
    let stage = try StandardVisitor(with: ["no-client-assertions"])
    for client in ["web", "native"] {
      try stage.redeem(
        stage.code(["client_id": client]), as: client, ["client_assertion": "a.b.c"])
      #expect(stage.status == 200, "\(client)")
      #expect(stage.visitor.told.why == "client_assertion was not read")
      #expect(stage.visitor.told.remedy == "leave client_assertion out")
    }
  }

  @Test("by a DPoP proof yields a token without it where none is read, and the journal says so")
  func proofOfPossession() throws {
    let stage = try StandardVisitor(with: ["no-dpop"])
    try stage.redeem(stage.code(), headers: [("DPoP", "a.b.c")])
    #expect(stage.status == 200 && stage.visitor.told.clause == "RFC 9449 §5")
    #expect(stage.visitor.told.why?.hasPrefix("the DPoP proof was not read") == true)
    try stage.redeem(stage.code())
    #expect(stage.visitor.told.why == nil)
  }

  @Test("a locked or unknown person, or a wrong password, brings no token by the password grant")
  func password() throws {
    let stage = try StandardVisitor()
    for (username, password, isGood) in [
      ("alice", "wonderland", true), ("alice@example.test", "wonderland", true),
      ("alice", "wonderlan", false), ("alice", "Wonderland", false),
      ("nobody", "wonderland", false),
      ("locked", "wonderland", false), ("bob", "wonderland", false),
    ] {
      try stage.post(
        "token", ["grant_type": "password", "username": username, "password": password],
        StandardVisitor.credentials("web"))
      #expect((stage.status == 200) == isGood, "\(username) \(password)")
      if !isGood { try stage.expectRefusal(.passwordWrong, 400, "invalid_grant") }
    }
    for missing in ["username", "password"] {
      try stage.post(
        "token", ["grant_type": "password", "username": "alice", "password": "wonderland"],
        StandardVisitor.credentials("web").merging([missing: nil]) { $1 })
      try stage.expectRefusal(.parameterMissing, 400, "invalid_request")
    }
  }
}
