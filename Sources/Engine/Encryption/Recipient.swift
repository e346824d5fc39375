import Basics
import JOSE
import ProviderModel

/// The keys of a client for which its ID tokens and responses are encrypted (OpenID Connect Core §10.2).
///
/// They are chosen when a request is decided, and used when its response is written.
struct Recipient: Sendable {
  private let keys: [JWE.KeyAlgorithm: EncryptionKey]

  /// The keys of a client that is registered for encryption; `nil` for all others.
  init?(of client: Client, _ context: RequestContext) {
    guard let rule = context.provider.encryption, !client.encryptions.isEmpty else { return nil }
    var keys: [JWE.KeyAlgorithm: EncryptionKey] = [:]
    for part in Client.Encrypted.allCases {
      guard let algorithm = client.encryptions[part].algorithm, keys[algorithm] == nil,
        rule.keyAlgorithms.contains(algorithm)
      else { continue }
      keys[algorithm] = Self.key(of: client, for: algorithm, context)
    }
    self.keys = keys
  }

  private static func key(
    of client: Client, for algorithm: JWE.KeyAlgorithm, _ context: RequestContext
  ) -> EncryptionKey? {
    if let set = client.keys { return EncryptionKey.keys(ofSet: set, for: algorithm).first }
    guard let address = client.keysURI,
      let known = context.state.fetchedKeys[
        RegisteredClient.key(address, at: context.provider.id)]
    else { return nil }
    return EncryptionKey.keys(ofSet: known.set, for: algorithm).first
  }

  func hasKey(for wish: Client.Encryption) -> Bool {
    wish.algorithm.map { keys[$0] != nil } ?? false
  }

  /// Encrypts something for the client.
  /// - Parameter holdsJWT: whether it is a signed JWT (RFC 7519 §5.2).
  /// - Returns: `nil` if there is no key.
  func encrypt(_ text: String, by wish: Client.Encryption, holdsJWT: Bool) -> String? {
    guard let algorithm = wish.algorithm, let key = keys[algorithm] else { return nil }
    var header = JSONObject()
    if holdsJWT { header["cty"] = "JWT" }
    return try? JWE.encrypt(
      Array(text.utf8), for: key, by: algorithm, wish.content ?? .usual, header: header)
  }

  // MARK: Refusing

  /// Refuses a request whose response can't be encrypted for its client.
  static func check(
    _ part: Client.Encrypted, at catalogue: Condition.Catalogue, _ context: RequestContext
  ) throws(Refusal) {
    guard context.provider.encryption != nil, let client = context.facts.client,
      let algorithm = client.encryptions[part].algorithm,
      Recipient(of: client, context)?.hasKey(for: client.encryptions[part]) != true
    else { return }
    let flaw = context.keysFlaws.first { $0.address == client.keysURI }?.flaw
    let why = flaw.map { "the JWK set \(client.keysURI ?? "") \($0.why)" }
    throw Refusal(
      .encryptionKeyMissing, at: catalogue, facts: [("value", algorithm.rawValue)],
      "the client \(client.id) is registered with \(part.algorithmMember) \(algorithm.rawValue), and "
        + (why ?? "its keys hold none for that"),
      remedy: .say(
        flaw?.remedy
          ?? "add \(algorithm.keyTypes.map(\.title).joined(separator: " or ")) with \"use\": \"enc\" to its keys"
      ))
  }
}
