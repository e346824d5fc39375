import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// A proof that a client has the private half of a key (RFC 9449 §4.2): read, but not checked.
struct DPoPProof: Sendable {
  static let type = "dpop+jwt"

  let jwt: PresentedJWT
  var token: JWS.Parsed { jwt.token }
  var claims: JSONObject { jwt.claims }
  /// The catalogue with the clauses that hold at the endpoint.
  var catalogue: Condition.Catalogue { jwt.role.catalogue }

  private init(_ text: String, at catalogue: Condition.Catalogue) throws(Refusal) {
    jwt = try PresentedJWT(text, in: "the DPoP proof", as: .proof(at: catalogue))
  }
}

// MARK: In a request

extension DPoPProof {
  /// The catalogue with the conditions of proofs at an endpoint.
  static func catalogue(of kind: EndpointKind) -> Condition.Catalogue {
    switch kind {
    case .token: .token
    case .pushedAuthorization: .pushedAuthorization
    default: .resource
    }
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
