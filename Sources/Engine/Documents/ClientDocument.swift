import Basics
import ProviderModel

/// A client ID metadata document (draft-ietf-oauth-client-id-metadata-document-02 §4), read and checked.
struct ClientDocument: Sendable, Codable {
  let client: Client
  /// The ledger's time until which it needs no fetching.
  let fresh: Int

  /// Authentication by a secret that both sides know, which a public document can't hold.
  private static let symmetric: Set<String> = [
    "client_secret_basic", "client_secret_post", "client_secret_jwt",
  ]

  init(
    _ fetched: FetchedDocument, at provider: Provider, _ rule: ClientDocumentRule, now: Int
  ) throws(Refusal) {
    let address = fetched.address
    func refusal(
      _ condition: Condition, _ why: String, _ remedy: Remedy,
      _ facts: [(name: String, value: String)] = []
    ) -> Refusal {
      Refusal(
        condition, at: .authorize, facts: [("value", address)] + facts,
        "the metadata document \(address) \(why)", remedy: remedy)
    }
    let read: (members: JSONObject, content: FetchedDocument.Content)
    do {
      read = try fetched.object()
    } catch {
      let condition: Condition =
        switch error.kind {
        case .refusedHost: .documentHostRefused
        case .unfetched: .documentUnfetched
        case .tooLarge: .documentTooLarge
        case .unreadable: .documentUnreadable
        }
      throw refusal(condition, error.why, .say(error.remedy))
    }
    let members = read.members
    let named = members["client_id"]?.stringValue ?? ""
    guard ExactText.same(named, address) else {
      throw refusal(
        .documentOtherClient,
        named.isEmpty ? "has no client_id" : "has the client_id \(named)",
        "set its client_id to exactly its own address", [("actual", named)])
    }
    for member in ["client_secret", "client_secret_expires_at"] where members[member] != nil {
      throw refusal(
        .documentSecret, "has \(member), and everybody can read it", "leave \(member) out",
        [("param", member)])
    }
    let method = members["token_endpoint_auth_method"]?.stringValue ?? "none"
    guard !Self.symmetric.contains(method) else {
      throw refusal(
        .documentSecret, "has token_endpoint_auth_method \(method), which needs a shared secret",
        provider.token.authentication.contains(.privateKeyJWT)
          ? "use none, or private_key_jwt with jwks or jwks_uri" : "use none",
        [("param", "token_endpoint_auth_method")])
    }
    let metadata: ClientMetadata
    do {
      metadata = try ClientMetadata(members, at: provider, usualMethod: "none")
    } catch {
      throw refusal(
        error.isSecret ? .documentSecret : .documentInvalid,
        "has a mistake: \(error.member) \(error.what)", .say(error.remedy),
        [("param", error.member)])
    }
    client = Client(provider: provider.id, id: address, secret: nil, metadata.client)
    fresh = now + read.content.lifetime(rule)
  }
}
