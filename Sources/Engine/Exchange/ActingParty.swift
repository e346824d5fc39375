import Basics
import ProviderModel

/// The party that acts for the subject of a token exchange (RFC 8693 §4.1, §4.4).
struct ActingParty {
  /// The longest chain of parties in a claim `act`.
  static let mostParties = 10

  /// The claims by which `may_act` names it.
  private let claims: JSONObject
  /// Whether its claim `act` needs the issuer of its subject: another one than this server.
  private var isForeign = false

  /// The party of an actor token.
  /// - Parameter issuer: the issuer of this server's own tokens.
  init(_ token: ExchangedToken, of issuer: String, _ context: RequestContext) {
    let person = token.person.flatMap { context.person($0) }
    let subject = person.flatMap { context.facts.claim("sub", of: $0) }
    let client = JSONValue(.string(token.client))
    var claims = JSONObject([.init("sub", token.subject ?? subject ?? client)])
    if let jwt = token.trusted?.jwt {
      // Another issuer does not know the clients of this server.
      claims["iss"] = jwt.claims["iss"]
      claims["client_id"] = jwt.claims["client_id"]
      isForeign = true
    } else {
      claims["iss"] = JSONValue(.string(issuer))
      claims["client_id"] = client
    }
    self.claims = claims
  }

  /// A client without an actor token.
  init(_ client: Client, of issuer: String) {
    let id = JSONValue(.string(client.id))
    claims = JSONObject([
      .init("sub", id), .init("iss", JSONValue(.string(issuer))), .init("client_id", id),
    ])
  }

  /// Whether the claim `may_act` of the subject allows the party.
  func check(_ allowed: JSONValue?, _ role: String) throws(Refusal) {
    guard let allowed else { return }
    let members = allowed.objectValue ?? JSONObject()
    let isAllowed = !members.isEmpty && members.allSatisfy { claims[$0.name] == $0.value }
    guard !isAllowed else { return }
    let found = JSONValue(.object(claims)).text()
    throw Refusal(
      .actorNotAllowed, at: .token,
      facts: [("value", found), ("expected", allowed.text().shortened)],
      "the claim may_act of the subject is \(allowed.text().shortened), and \(role) is \(found)",
      remedy:
        "send the actor_token of the party that may_act names, or change may_act of the person")
  }

  /// The claim `act`: this party, and before it those that acted for the subject.
  func claim(after earlier: JSONValue?) throws(Refusal) -> JSONValue {
    try Self.checkChain(earlier, adding: 1)
    var act = JSONObject()
    act["iss"] = isForeign ? claims["iss"] : nil
    act["sub"] = claims["sub"]
    act["act"] = earlier
    return JSONValue(.object(act))
  }

  /// Whether a chain of parties in `act` is short enough for some more.
  static func checkChain(_ act: JSONValue?, adding more: Int) throws(Refusal) {
    var depth = more
    var party = act
    while let known = party {
      depth += 1
      guard depth <= mostParties else {
        throw Refusal(
          .actorChainLong, at: .token, facts: [("value", String(mostParties))],
          "\(mostParties) parties have acted for the subject already",
          remedy: "exchange an earlier token of the chain")
      }
      party = known["act"]
    }
  }
}
