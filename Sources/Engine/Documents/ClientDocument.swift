import Basics
import ProviderModel

/// A client ID metadata document (draft-ietf-oauth-client-id-metadata-document-02 §4), read and checked.
struct ClientDocument: Sendable {
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
    let content: FetchedDocument.Content
    switch fetched.result {
    case .content(let found): content = found
    case .failed(let failure, let why, let remedy):
      let condition: Condition =
        switch failure {
        case .refusedHost: .documentHostRefused
        case .unreached: .documentUnfetched
        case .tooLarge: .documentTooLarge
        }
      throw refusal(condition, why, .say(remedy))
    }
    guard content.status == 200 else {
      throw refusal(
        .documentUnfetched,
        (300..<400).contains(content.status)
          ? "is redirected (status \(content.status)), and redirects are not followed"
          : "was answered with status \(content.status)",
        "serve it at the client_id itself, with status 200")
    }
    guard content.body.count <= FetchedDocument.mostBytes else {
      throw refusal(
        .documentTooLarge, "has \(content.body.count) bytes",
        "shorten it to \(FetchedDocument.mostBytes >> 10) KiB")
    }
    let members: JSONObject
    do {
      members = try Self.object(content)
    } catch {
      throw refusal(
        .documentUnreadable, error.text, "serve one JSON object as application/json")
    }
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
        "use none", [("param", "token_endpoint_auth_method")])
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
    fresh = now + Self.lifetime(content.cacheControl, rule)
  }

  private static func object(
    _ content: FetchedDocument.Content
  ) throws(MetadataObject.Flaw) -> JSONObject {
    let type = Headers.mediaType(content.type)
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw MetadataObject.Flaw(
        text: type.isEmpty ? "has no Content-Type" : "has the Content-Type \(type)")
    }
    return try MetadataObject.read(content.body)
  }

  /// The seconds for which a document is fresh (RFC 9111 §5.2.2), within the bounds of the rule.
  private static func lifetime(_ cacheControl: String, _ rule: ClientDocumentRule) -> Int {
    var seconds = rule.lifetime
    for part in cacheControl.lowercased().split(separator: ",") {
      let directive = part.trimmed
      if directive == "no-store" || directive == "no-cache" { return rule.shortest }
      if directive.hasPrefix("max-age=") {
        // A number that is too large for an integer is as good as endless (RFC 9111 §1.2.2).
        let digits = directive.dropFirst("max-age=".count)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          continue
        }
        seconds = Int(digits) ?? rule.longest
      }
    }
    return min(max(seconds, rule.shortest), rule.longest)
  }
}
