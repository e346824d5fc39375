import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Software statements: who may vouch, and what their claims do (RFC 7591 §2.3).
@Suite("A software statement")
struct SoftwareStatementTests {
  private static let issuer = "https://statements.understudy.test"
  private static let secret = "understudy-statements-0123456789"
  private let stage: RegistrationVisitor
  init() throws { stage = try RegistrationVisitor() }

  /// A statement with HS256.
  private func statement(
    _ claims: String, secret: String = secret, header: String = "{\"alg\":\"HS256\"}"
  ) -> String {
    let input = [header, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    let signature = HMAC.sha256(key: Array(secret.utf8), message: Array(input.utf8))
    return input + "." + Base64URL.encode(signature)
  }

  private func register(_ statement: String) throws -> Int {
    try stage.register(
      "{\"redirect_uris\": [\"https://own.example/cb\"], \"client_name\": \"Own\", "
        + "\"software_statement\": \"\(statement)\"}")
  }

  @Test("has claims that take precedence, and is returned unchanged")
  func precedence() throws {
    let text = statement(
      "{\"iss\":\"\(Self.issuer)\",\"client_name\":\"Stated\",\"sub\":\"s\",\"redirect_uris\":[\"https://stated.example/cb\"]}"
    )
    #expect(try register(text) == 201)
    #expect(try stage.visitor.member("client_name") == "Stated")
    #expect(try stage.visitor.member("redirect_uris") == "[\"https://stated.example/cb\"]")
    #expect(try stage.visitor.member("software_statement") == text)
  }

  @Test("is checked like the metadata of a request")
  func checked() throws {
    let text = statement("{\"iss\":\"\(Self.issuer)\",\"grant_types\":[\"magic\"]}")
    _ = try register(text)
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: "grant_types")
  }

  @Test("of an issuer that is not approved is refused")
  func unapproved() throws {
    _ = try register(statement("{\"iss\":\"https://other.example\"}"))
    try stage.expect(
      .statementUnapproved, 400, "unapproved_software_statement", naming: "https://other.example")
  }

  @Test(
    "that is no JWT of its issuer is refused",
    arguments: ["x", "a.b.c", "WRONG", "NONE", "NOISS", "CRIT", "LIST", "RS"])
  func invalid(_ kind: String) throws {
    let claims = "{\"iss\":\"\(Self.issuer)\"}"
    let text =
      switch kind {
      case "WRONG": statement(claims, secret: "other")
      case "NONE": statement(claims, header: "{\"alg\":\"none\"}")
      case "NOISS": statement("{\"client_name\":\"x\"}")
      case "CRIT": statement(claims, header: "{\"alg\":\"HS256\",\"crit\":[\"x\"]}")
      case "LIST": statement("[]")
      case "RS": statement(claims, header: "{\"alg\":\"RS256\"}")
      default: kind
      }
    _ = try register(text)
    try stage.expect(
      .statementInvalid, 400, "invalid_software_statement", naming: "software_statement")
  }

  @Test(
    "counts from nbf to exp, by the real time",
    arguments: [
      ("\"exp\":1600000001,\"nbf\":1600000000", nil), ("\"exp\":1600000000", "has expired"),
      ("\"exp\":1.6e9", "has expired"), ("\"nbf\":1600000001", "not valid yet"),
      ("\"exp\":\"1700000000\"", "exp of the software_statement is a string"),
      ("\"nbf\":null", "nbf of the software_statement is null"),
    ])
  func times(_ times: String, _ word: String?) throws {
    _ = try register(statement("{\"iss\":\"\(Self.issuer)\",\(times)}"))
    guard let word else {
      #expect(stage.visitor.status == 201)
      return
    }
    try stage.expect(.statementInvalid, 400, "invalid_software_statement", naming: word)
  }

  @Test("does not expire by the sandbox's clock")
  func wall() throws {
    var sandbox = try Visitor.stage("standard")
    var random = Entropy(seed: 1)
    let text = statement("{\"iss\":\"\(Self.issuer)\",\"exp\":1600000001}")
    let body =
      "{\"redirect_uris\": [\"https://own.example/cb\"], \"software_statement\": \"\(text)\"}"
    let request = Request(
      method: .post, authority: "localhost", target: "/standard/register",
      headers: [.contentType: "application/json"], body: Array(body.utf8))
    for (wall, status) in [(1_600_000_000, 201), (1_600_000_001, 400)] {
      let now = Instants(wall: wall, sandbox: 1_700_000_000)
      #expect(sandbox.respond(to: request, at: now, using: &random).status.code == status)
    }
  }

  @Test("is a string of at most 16 KiB")
  func size() throws {
    try stage.register("{\"software_statement\": 1}")
    try stage.expect(.statementInvalid, 400, "invalid_software_statement", naming: "a number")
    let padding = String(repeating: "x", count: 12_188)
    _ = try register(statement("{\"iss\":\"\(Self.issuer)\",\"x\":\"\(padding)\"}"))
    #expect(stage.visitor.status == 201)
    _ = try register(statement("{\"iss\":\"\(Self.issuer)\",\"x\":\"\(padding)x\"}"))
    try stage.expect(.statementInvalid, 400, "invalid_software_statement", naming: "16384")
  }

  @Test("counts by a public key of its issuer")
  func publicKey() throws {
    var random = Entropy(seed: 5)
    let key = try SigningKey.generateP256(using: &random)
    let jwk = key.publicJWK().text()
    let stage = try RegistrationVisitor(
      patch:
        "{ \"registration\": { \"software_statements\": { \"https://keys.example\": { \"keys\": { \"first\": \(jwk) } } } } }"
    )
    let claims = JSONValue(
      .object(
        JSONObject([
          .init("iss", JSONValue(.string("https://keys.example"))),
          .init("client_name", JSONValue(.string("Stated"))),
        ])))
    let input = JWS.signingInput(header: JWS.header(for: key), payload: claims)
    let signature = try key.sign(Array(input.utf8))
    let text = input + "." + Base64URL.encode(signature)
    try stage.register(
      "{\"redirect_uris\": [\"https://own.example/cb\"], \"software_statement\": \"\(text)\"}")
    #expect(try stage.visitor.member("client_name") == "Stated")
  }
}
