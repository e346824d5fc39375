import Basics
import JOSE
import ProviderModel

/// A JWT that a client presents (RFC 7523, RFC 9101): read, but not verified.
struct PresentedJWT: Sendable {
  /// The largest JWT, in bytes.
  private static let mostBytes = 16 << 10

  let token: JWS.Parsed
  let claims: JSONObject
  /// The parameter that it was sent in, or its name in sentences.
  let parameter: String
  let role: JWTRole

  /// - Parameter parameter: the parameter that holds the text.
  init(_ text: String, in parameter: String, as role: JWTRole) throws(Refusal) {
    func unreadable(_ why: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        role.unreadable, at: role.catalogue,
        facts: role.isParameter ? [("param", parameter)] : [], why, remedy: remedy)
    }
    guard text.utf8.count <= Self.mostBytes else {
      throw unreadable(
        "\(parameter) has \(text.utf8.count) bytes", "send a JWT of at most 16 KiB")
    }
    do {
      token = try JWS.parse(text, maximumBytes: Self.mostBytes)
    } catch {
      throw unreadable(
        "\(parameter) is not a signed JWT: \(error.sentence)",
        "send a JWS in its compact form, unchanged (RFC 7515 §7.1)")
    }
    guard let claims = token.payload.objectValue else {
      throw unreadable(
        "the payload of \(parameter) is \(token.payload.kindName)",
        "send a JWT, whose payload is an object of claims (RFC 7519 §7.2)")
    }
    guard token.header["crit"] == nil else {
      throw unreadable(
        "the header of \(parameter) has crit, and no extension is understood here",
        "leave crit out (RFC 7515 §4.1.11)")
    }
    self.claims = claims
    self.parameter = parameter
    self.role = role
  }

  /// Whether it is signed with the secret of a client.
  var isBySecret: Bool { token.algorithm == AssertionRule.secretAlgorithm }

  /// The type in its header, in lowercase and without `application/`, which may be left out (RFC 7515 §4.1.9).
  var type: String? {
    guard let type = token.header["typ"] else { return nil }
    let name = (type.stringValue ?? type.text()).lowercased()
    return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
  }

  /// Refuses a type in the header that is not a string (RFC 7515 §4.1.9).
  func checkTypeIsText() throws(Refusal) {
    guard let type = token.header["typ"], type.stringValue == nil else { return }
    throw Refusal(
      role.unreadable, at: role.catalogue, facts: [("param", parameter)],
      "the typ in the header of \(parameter) is \(type.kindName)",
      remedy: "set typ to \"JWT\", or leave it out (RFC 7515 §4.1.9)")
  }

  var issuer: String? { claims["iss"]?.stringValue }
  /// The values of `aud` that are strings.
  var audiences: [String] {
    let value = claims["aud"]
    return value?.stringValue.map { [$0] } ?? value?.arrayValue?.compactMap(\.stringValue) ?? []
  }
  var subject: String? { claims["sub"]?.stringValue }
}

extension String {
  /// A text of the client, as a sentence may repeat it.
  var shortened: String {
    utf8.count > 200 ? "a text of \(utf8.count) bytes" : self
  }
}
