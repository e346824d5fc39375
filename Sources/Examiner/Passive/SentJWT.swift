import Basics
import HTTPTypes
import JOSE

/// A JWT that the client made, taken apart; nothing is verified.
struct SentJWT: Sendable {
  let sent: Sent
  let text: String
  let header: JSONObject
  let claims: JSONObject

  /// - Returns: `nil` if it can't be read.
  init?(_ text: String, of sent: Sent) {
    guard let parsed = try? JWS.parse(text), let claims = parsed.payload.objectValue else {
      return nil
    }
    self.sent = sent
    self.text = text
    header = parsed.header
    self.claims = claims
  }

  func claim(_ name: String) -> String? { claims[name]?.stringValue }

  /// The algorithm; `none` if the header names none.
  var algorithm: String { header["alg"]?.stringValue ?? "none" }

  /// Whether the algorithm shows who has the key: not `none`, and not one of a shared secret.
  var isAsymmetric: Bool { algorithm != "none" && !algorithm.hasPrefix("HS") }

  /// The thumbprint of the key in the header (RFC 7638).
  var thumbprint: String? {
    guard let jwk = header["jwk"] else { return nil }
    return (try? VerifyingKey(jwk: jwk))?.thumbprint
  }
}

extension Sent {
  /// The field `DPoP` (RFC 9449 §4.1).
  var proofText: String? { exchange.request.headers.first(.dPoP) }
  var proof: SentJWT? { proofText.flatMap { SentJWT($0, of: self) } }
  /// The JWT by which the client authenticates (RFC 7523 §2.2).
  var assertionText: String? { value("client_assertion") }

  /// The access token that stands in the `Authorization` header.
  var headerToken: String? {
    authorization.map { String($0.drop { $0 != " " }.drop { $0 == " " }) }
  }
}

extension PassiveCase {
  /// Looks at each JWT of a kind; the first that is wrong decides.
  /// - Parameters:
  ///   - text: the JWT in a request; `nil` if the request has none.
  ///   - noun: what such a JWT is called.
  ///   - held: what holds of all, behind their number.
  ///   - wrong: what is wrong with one; `nil` if nothing is.
  func eachJWT(
    _ text: (Sent) -> String?, _ noun: String, _ held: String, wrong: (SentJWT) -> String?
  ) -> PassiveResult {
    let found = all.compactMap { sent in text(sent).map { (sent, $0) } }
    guard !found.isEmpty else {
      return all.isEmpty
        ? .nothingSeen("no request was seen") : .notApplicable("it sent no \(noun)")
    }
    guard !found.contains(where: { Hidden.isIn($0.1) }) else { return .cannotSay(Hidden.why) }
    let readable = found.compactMap { SentJWT($0.1, of: $0.0) }
    guard !readable.isEmpty else { return .cannotSay("no \(noun) could be read as a JWT") }
    for jwt in readable { if let why = wrong(jwt) { return .broken(why, at: jwt.sent) } }
    return .held("\(Self.count(readable.count, noun)), \(held)")
  }
}
