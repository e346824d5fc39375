import Basics
import JOSE
import ProviderModel

/// What a refused value was probably meant to be, as the end of a refusal's sentence; empty if nothing is near.
///
/// Looked for only once a request is refused. Sentences are for the journal and for pages of the tool: what the provider
/// sends does not change. A secret is never quoted.
package enum NearMiss {
  /// Casts may have thousands of clients; more than these are not compared.
  private static let mostCompared = 256

  /// A registered client that has nearly this ID, or another provider's client that has it.
  static func client(_ id: String, _ context: RequestContext) -> String {
    let known = context.cast.clients.prefix(mostCompared)
    let own = known.filter { $0.provider == context.provider.id }.map(\.id)
    let trimmed = String(id[...].trimmed)
    if trimmed != id, own.contains(where: { ExactText.same($0, trimmed) }) {
      return "; there is white space around the ID of \(trimmed)"
    }
    let question = Suggestion.question(for: id, among: own)
    guard question.isEmpty else { return question }
    return known.first { ExactText.same($0.id, id) }
      .map { "; it is registered at \($0.provider)" } ?? ""
  }

  /// How a wrong secret differs from the right one.
  static func secret(_ sent: String, of client: Client, _ context: RequestContext) -> String {
    let secret = client.secret ?? ""
    guard !secret.isEmpty else { return "" }
    if ExactText.same(String(sent[...].trimmed), secret) {
      return "; there is white space around it"
    }
    let quotes: Set<Character> = ["\"", "'"]
    if sent.first.map(quotes.contains) == true, sent.dropFirst().dropLast() == secret {
      return "; it is in quotation marks"
    }
    if decoded(sent) == secret { return "; it is percent-encoded once too often" }
    if decoded(secret) == sent {
      return "; it was not form-encoded before Base64 (RFC 6749 §2.3.1)"
    }
    if hasStrayPercent(sent) {
      return "; it has a % without two hexadecimal digits (RFC 6749 §2.3.1: form-encode it first)"
    }
    if sent.lowercased() == secret.lowercased() { return "; it differs in upper and lower case" }
    let other = context.cast.clients.prefix(mostCompared).first {
      $0.provider == client.provider && $0.secret == sent
    }
    return other.map { "; it is the secret of \($0.id)" } ?? ""
  }

  private static func hasStrayPercent(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      .contains { $0.prefix(2).count < 2 || !$0.prefix(2).allSatisfy(\.isHexDigit) }
  }

  private static func decoded(_ text: String) -> String? {
    PercentCoding.decode(text[...], plusIsSpace: true)
  }

  /// How a verifier and a challenge that do not belong together came about (RFC 7636 §4.2).
  /// - Parameter hash: the SHA-256 of the verifier.
  static func challenge(
    _ challenge: String, verifier: String, hash: [UInt8], isPlain: Bool
  ) -> String {
    let coded = Base64URL.encode(hash)
    let hexadecimal = Hexadecimal.encode(hash)
    if isPlain {
      return challenge == coded ? ": it is the verifier's SHA-256, and the method is plain" : ""
    }
    switch challenge {
    case verifier: return ": both are the same text, and the method is S256"
    case hexadecimal: return ": it is the verifier's SHA-256 in hexadecimal, not in base64url"
    case Base64URL.encode(Array(hexadecimal.utf8)):
      return ": it is the base64url of a hexadecimal SHA-256, not of its bytes"
    default: break
    }
    let bytes = Base64URL.decode(verifier)
    return bytes.map { Base64URL.encode(Digest.sha256($0)) } == challenge
      ? ": it is the SHA-256 of the bytes that the verifier encodes, not of the verifier's text"
      : ""
  }

  /// A scope that nobody knows: one near it, or the separator that is meant.
  static func scope(_ unknown: [String], _ rule: ScopeRule) -> String {
    guard let first = unknown.first else { return "" }
    let known = rule.known.map(\.name)
    for separator in [",", "+", ";"] {
      let parts = first.split(separator: separator).map(String.init)
      if parts.count > 1, parts.allSatisfy(known.contains) {
        return "; scopes are not separated by \"\(separator)\" here"
      }
    }
    return Suggestion.question(for: first, among: known)
  }

  /// Another kind of code or token that a text is.
  static func credential(
    _ text: String, insteadOf kind: CredentialKind, _ context: RequestContext
  ) -> String? {
    let other = CredentialKind.kept.first { other in
      guard other != kind, let name = context.name(other, text) else { return false }
      return context.state.ledger.credential(name) != nil
    }
    if let other { return other == .access ? "an access token" : "a \(other.conditions.noun)" }
    return IDTokenHint(text, context) == nil ? nil : "an ID token"
  }
}
