import JOSE

extension Client {
  /// What the server encrypts for a client (OpenID Connect Registration §2, JARM §3).
  package enum Encrypted: String, Sendable, CaseIterable {
    case idToken = "id_token"
    case userInfo = "userinfo"
    case response = "authorization"

    package var algorithmMember: String { "\(rawValue)_encrypted_response_alg" }
    package var contentMember: String { "\(rawValue)_encrypted_response_enc" }
  }

  /// How something is encrypted for a client.
  package struct Encryption: Sendable, Equatable {
    /// How the content key is encrypted; `nil`: nothing is encrypted.
    package var algorithm: JWE.KeyAlgorithm?
    package var content: JWE.ContentAlgorithm?

    package init(algorithm: JWE.KeyAlgorithm? = nil, content: JWE.ContentAlgorithm? = nil) {
      self.algorithm = algorithm
      self.content = content
    }
  }

  /// All encryptions of a client.
  package struct Encryptions: Sendable, Equatable {
    package var idToken = Encryption()
    package var userInfo = Encryption()
    package var response = Encryption()

    package init() {}

    package subscript(part: Encrypted) -> Encryption {
      get {
        switch part {
        case .idToken: idToken
        case .userInfo: userInfo
        case .response: response
        }
      }
      set {
        switch part {
        case .idToken: idToken = newValue
        case .userInfo: userInfo = newValue
        case .response: response = newValue
        }
      }
    }

    package var isEmpty: Bool { Encrypted.allCases.allSatisfy { self[$0].algorithm == nil } }
  }

  /// The fields of its declaration.
  static let encryptionFields: [Client.Declaration.Field] =
    fields(
      of: .idToken, \.encryptions.idToken.algorithm, \.encryptions.idToken.content,
      "its ID tokens", "OpenID Connect Registration §2")
    + fields(
      of: .userInfo, \.encryptions.userInfo.algorithm, \.encryptions.userInfo.content,
      "the responses of userinfo", "OpenID Connect Registration §2")
    + fields(
      of: .response, \.encryptions.response.algorithm, \.encryptions.response.content,
      "its JWT authorization responses", "JARM §3")

  private static func fields(
    of part: Encrypted, _ algorithm: Client.Declaration.Path<JWE.KeyAlgorithm?>,
    _ content: Client.Declaration.Path<JWE.ContentAlgorithm?>, _ what: String,
    _ clause: String
  ) -> [Client.Declaration.Field] {
    [
      .choice(
        part.algorithmMember, algorithm,
        "How the content key of \(what) is encrypted (\(clause)).", or: "they are not encrypted"),
      .choice(
        part.contentMember, content,
        "How the content of \(what) is encrypted (\(clause)).",
        or: "`\(JWE.ContentAlgorithm.usual.rawValue)`"),
    ]
  }
}

/// Checks the encryptions of a client.
extension CastReader {
  func checkEncryption(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    for part in Client.Encrypted.allCases {
      let member = part.algorithmMember
      let wish = client.encryptions[part]
      if wish.content != nil, wish.algorithm == nil, reader.value[part.contentMember] != nil {
        findings.error(
          reader.value[part.contentMember], reader.at(part.contentMember),
          "\(part.contentMember) has no effect without \(member) (OpenID Connect Registration §2); add it"
        )
      }
      guard let algorithm = wish.algorithm else { continue }
      guard let rule = home.encryption else {
        doubt(member, "\(home.id) encrypts nothing, so \(member) has no effect", reader)
        continue
      }
      if !rule.keyAlgorithms.contains(algorithm) {
        doubt(
          member,
          "\(home.id) encrypts nothing by \(algorithm.rawValue); it has \(rule.keyNames.joined(separator: ", "))",
          reader)
      }
      if let content = wish.content, !rule.contentAlgorithms.contains(content) {
        doubt(
          part.contentMember,
          "\(home.id) encrypts nothing by \(content.rawValue); it has \(rule.contentNames.joined(separator: ", "))",
          reader)
      }
      if client.keysURI != nil { continue }
      guard let keys = client.keys else {
        refuse(member, "\(member) needs the client's public keys; add jwks or jwks_uri", reader)
        continue
      }
      if EncryptionKey.keys(ofSet: keys, for: algorithm).isEmpty {
        refuse(
          member,
          "jwks holds no key for \(algorithm.rawValue); add \(algorithm.keyTypes.map(\.title).joined(separator: " or ")) with \"use\": \"enc\"",
          reader)
      }
    }
  }

  private func refuse(_ name: String, _ sentence: String, _ reader: FixtureReader) {
    findings.error(reader.value[name], reader.at(name), sentence)
  }
}

extension EncryptionRule {
  package var keyNames: [String] { keyAlgorithms.map(\.rawValue) }
  package var contentNames: [String] { contentAlgorithms.map(\.rawValue) }
}
