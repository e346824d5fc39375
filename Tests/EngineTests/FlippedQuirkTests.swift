import Basics
import JOSE
import ProviderModel
import Testing

/// A provider has to play on whichever of its quirks is switched: that is what switches are for.
@Suite("Flipped quirks")
struct FlippedQuirkTests {
  private func grants(_ id: String, with: [String] = [], without: [String] = []) throws {
    let (start, login, consent) = try #require(PropertyTests.good[id])
    let visitor = try Visitor(id, with: with, without: without)
    let password = id == "vk" ? "pass" : "password"
    // Rights by name are known with every quirk.
    visitor.open(start.replacing("scope=6", with: "scope=friends"))
    if visitor.told.condition == .pushMissing { try push(start, visitor) }
    if visitor.told.condition == .requestObjectMissing { try sign(start, visitor) }
    visitor.submit(login.merging([password: "wonderland"]) { $1 })
    if !consent.isEmpty { visitor.submit(consent) }
    let granted = visitor.location.contains("code=") || visitor.location.contains("access_token=")
    #expect(granted, "\(id) with \(with) without \(without): \(visitor.location)")
  }

  /// Pushes the request of an address (RFC 9126), and opens the address that its client then opens.
  private func push(_ start: String, _ visitor: Visitor) throws {
    let query = try #require(start.split(separator: "?", maxSplits: 1).last)
    let form = ("Content-Type", "application/x-www-form-urlencoded")
    try visitor.call(
      .post, "/standard/par", [form] + TokenTranscriptTests.basic, body: Array(query.utf8))
    let uri = try visitor.member("request_uri")
    visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
  }

  /// Opens the request of an address as a request object that the client has signed with its secret (RFC 9101).
  private func sign(_ start: String, _ visitor: Visitor) throws {
    var claims = JSONObject()
    let query = try #require(start.split(separator: "?", maxSplits: 1).last)
    for parameter in Parameters(formEncoded: query).list {
      claims[parameter.name] = JSONValue(.string(parameter.value))
    }
    let input = JWS.signingInput(
      header: JSONObject([.init("alg", "HS256")]), payload: JSONValue(.object(claims)))
    let code = HMAC.sha256(key: Array(StandardVisitor.secret.utf8), message: Array(input.utf8))
    visitor.open(
      "/standard/authorize?client_id=web&request=\(input).\(Base64URL.encode(code))")
  }

  @Test("with any one quirk flipped a provider still grants", arguments: PropertyTests.ids)
  func one(_ id: String) throws {
    let provider = try #require(try Visitor.stage(id).providers.first { $0.id == id })
    // A client of FAPI 2.0 has keys: FAPI2Tests signs in with one.
    for quirk in provider.quirks where quirk.id != "fapi2" {
      try grants(id, with: quirk.on ? [] : [quirk.id], without: quirk.on ? [quirk.id] : [])
    }
  }

  @Test("without any quirk a provider still grants", arguments: PropertyTests.ids)
  func none(_ id: String) throws {
    let provider = try #require(try Visitor.stage(id).providers.first { $0.id == id })
    try grants(id, without: provider.quirks.filter(\.on).map(\.id))
  }
}
