import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// A proof that a client has the private half of a key (RFC 9449 §4.2): read, but not checked.
struct DPoPProof: Sendable {
  static let type = "dpop+jwt"
  /// The largest proof, in bytes.
  private static let mostBytes = 16 << 10

  let token: JWS.Parsed
  let claims: JSONObject
  /// The catalogue with the clauses that hold at the endpoint.
  let catalogue: Condition.Catalogue

  private init(_ text: String, at catalogue: Condition.Catalogue) throws(Refusal) {
    func unreadable(_ why: String, _ remedy: Remedy) -> Refusal {
      Refusal(.dpopProofUnreadable, at: catalogue, why, remedy: remedy)
    }
    guard text.utf8.count <= Self.mostBytes else {
      throw unreadable(
        "the DPoP proof has \(text.utf8.count) bytes", "send a JWT of at most 16 KiB")
    }
    do {
      token = try JWS.parse(text, maximumBytes: Self.mostBytes)
    } catch {
      throw unreadable(
        "the DPoP header is not a signed JWT: \(error.sentence)",
        "send a JWS in its compact form, unchanged (RFC 7515 §7.1)")
    }
    guard let claims = token.payload.objectValue else {
      throw unreadable(
        "the payload of the DPoP proof is \(token.payload.kindName)",
        "send a JWT, whose payload is an object of claims (RFC 7519 §7.2)")
    }
    guard token.header["crit"] == nil else {
      throw unreadable(
        "the header of the DPoP proof has crit, and no extension is understood here",
        "leave crit out (RFC 7515 §4.1.11)")
    }
    self.claims = claims
    self.catalogue = catalogue
  }

  /// The value of a claim or header member, as a sentence shows it.
  func shown(_ name: String) -> String {
    guard let value = claims[name] ?? token.header[name] else { return "" }
    if value.stringValue?.isEmpty == true { return "empty" }
    return (value.stringValue ?? value.text()).shortened
  }
}

// MARK: In a request

extension DPoPProof {
  /// The catalogue with the conditions of proofs at an endpoint.
  static func catalogue(of kind: EndpointKind) -> Condition.Catalogue {
    kind == .token ? .token : .resource
  }

  /// The proof of a request; `nil` if it has none.
  static func sent(in context: RequestContext) throws(Refusal) -> DPoPProof? {
    let lines = context.request.headers[values: .dPoP]
    guard let line = lines.first else { return nil }
    let catalogue = catalogue(of: context.endpoint.kind)
    guard lines.count == 1 else {
      throw Refusal(
        .dpopProofRepeated, at: catalogue, facts: [("count", String(lines.count))],
        "the request has \(lines.count) DPoP headers", remedy: "send one")
    }
    return try DPoPProof(line, at: catalogue)
  }
}
