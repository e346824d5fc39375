import Basics
import JOSE

/// A signature algorithm of the provider.
package struct SigningRule: Sendable {
  package private(set) var algorithm = ""
  /// The key ID of a recording.
  package private(set) var kid: String?
  /// The kinds of tokens that a key of their own signs.
  package private(set) var separate: [String] = []

  /// The number of the key that signs a kind of token: 0 is the key of the algorithm.
  package func place(of kind: CredentialKind?) -> Int {
    kind.flatMap { separate.firstIndex(of: $0.rawValue) }.map { $0 + 1 } ?? 0
  }
}

extension SigningRule: ProviderPart {
  static let algorithms = SignatureAlgorithm.allCases.map(\.rawValue)

  static let declaration: Declaration = .init(
    "signing key", "The key of an algorithm.",
    [
      .text(
        "kid", \.kid,
        "The key ID of a recording. It applies with `--seed` and with a supplied key.",
        or: "the key's thumbprint (RFC 7638)",
        example: "\"X5eXk4xyojNFum1kl2Ytv8dlNP4-c57dO6QGTVBwaNk\""),
      .texts(
        "separate", \.separate,
        "The kinds of tokens that are not signed with this key: each has another key of the algorithm, which `{{keys}}` lists after this one.",
        example: "[\"access\"]"),
    ])

  /// The kinds of tokens that may be JWTs of the provider's keys.
  private static let signed: [String] = [
    CredentialKind.access, .refresh, .id, .idJAG, .response, .logout,
  ].map(\.rawValue)

  init(named name: String) { algorithm = name }

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    for (index, kind) in separate.enumerated() {
      let pointer = "\(reader.at("separate"))/\(index)"
      let value = reader.value["separate"]?.arrayValue?.dropFirst(index).first
      if !Self.signed.contains(kind) {
        reader.findings.error(
          value, pointer,
          "expected a kind of token that is a JWT, found \"\(kind)\""
            + Suggestion.list(for: kind, among: Self.signed))
      } else if separate[..<index].contains(kind) {
        reader.findings.error(value, pointer, "\"\(kind)\" appears twice; remove one")
      }
    }
    guard !Self.algorithms.contains(algorithm) else { return }
    reader.findings.error(
      reader.value, reader.pointer,
      "expected \(Self.algorithms.joined(separator: " or ")), found \"\(algorithm)\"")
  }
}

extension Provider {
  /// The largest number of kinds of tokens that have a key of their own, of one algorithm.
  package var separateKeys: Int { signing.lazy.map(\.separate.count).max() ?? 0 }
}
