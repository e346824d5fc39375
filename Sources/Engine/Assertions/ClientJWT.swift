import Basics
import JOSE
import ProviderModel

/// A JWT that a client has signed: its assertion (RFC 7523 §2.2) or its request object (RFC 9101). Read, but not verified.
struct ClientJWT: Sendable {
  /// The largest JWT, in bytes.
  private static let mostBytes = 16 << 10

  let token: JWS.Parsed
  let claims: JSONObject
  /// The parameter that it was sent in.
  let parameter: String
  let conditions: JWTConditions

  /// - Parameter parameter: the parameter that holds the text.
  init(
    _ text: String, in parameter: String, as conditions: JWTConditions = .authentication
  ) throws(Refusal) {
    func unreadable(_ why: String, _ remedy: Remedy) -> Refusal {
      conditions.refusal(
        conditions.unreadable, facts: [("param", parameter)], why, remedy: remedy)
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
    self.conditions = conditions
  }

  /// Whether it is signed with the client's secret.
  var isBySecret: Bool { token.algorithm == AssertionRule.secretAlgorithm }

  var subject: String? { claims["sub"]?.stringValue }

  /// - Parameter subject: the start of a sentence that ends with the algorithms.
  func checkAlgorithm(among known: [String], _ subject: String) throws(Refusal) {
    guard !known.contains(token.algorithm) else { return }
    let names = known.joined(separator: " or ")
    throw conditions.refusal(
      conditions.algorithmUnsupported,
      facts: [("value", token.algorithm.shortened), ("expected", names)],
      token.algorithm == "none"
        ? "\(parameter) is not signed: its alg is none, and \(subject) \(names)"
        : "the alg of \(parameter) is \(token.algorithm.shortened), and \(subject) \(names)",
      remedy: .say("sign by \(names)"))
  }
}

extension String {
  /// A text of the client, as a sentence may repeat it.
  var shortened: String {
    utf8.count > 200 ? "a text of \(utf8.count) bytes" : self
  }
}
