import Basics

/// How a client says who it is.
enum ClientAuthenticationJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "token-one-auth-method": oneMethod,
    "token-basic-encoding": basicEncoding,
    "token-auth-as-registered": asRegistered,
    "token-client-id-public": clientID,
  ]

  private static func oneMethod(_ seen: PassiveCase) -> PassiveResult {
    seen.each(seen.tokens, "token request", "none with two ways to authenticate") { sent in
      let methods = ClientAuthentication(sent).methods
      if methods.count > 1 {
        return "a token request authenticates the client by "
          + methods.map(ClientAuthentication.shown).joined(separator: " and by ")
      }
      return methods.isEmpty && sent.subject.kind == .confidential
        ? "a token request of a confidential client does not authenticate it" : nil
    }
  }

  private static func asRegistered(_ seen: PassiveCase) -> PassiveResult {
    let known = seen.tokens.filter { $0.subject.authMethod != nil }
    guard !known.isEmpty else {
      return seen.tokens.isEmpty
        ? .nothingSeen("no token request was seen")
        : .notApplicable(
          "the client is registered without token_endpoint_auth_method; --auth-method says which it has"
        )
    }
    return seen.each(known, "token request", "each as it is registered") { sent in
      let registered = sent.subject.authMethod ?? ""
      let methods = ClientAuthentication(sent).methods
      let used = methods.isEmpty ? ["none"] : methods.flatMap(ClientAuthentication.names)
      if used.contains(registered) { return nil }
      return "the client is registered with \(registered), and used "
        + (methods.isEmpty
          ? "none" : methods.map(ClientAuthentication.shown).joined(separator: " and "))
    }
  }

  private static func clientID(_ seen: PassiveCase) -> PassiveResult {
    let open = seen.redemptions.filter { ClientAuthentication($0).methods.isEmpty }
    guard !open.isEmpty else {
      return seen.redemptions.isEmpty
        ? .nothingSeen("no code was redeemed")
        : .notApplicable("it authenticates in each token request")
    }
    return seen.each(open, "token request", "each unauthenticated one with client_id") { sent in
      sent.value("client_id") == nil
        ? "a code was redeemed with neither client_id nor authentication" : nil
    }
  }

  // MARK: The form-encoding of Basic credentials

  /// What needs no encoding; also marks that some encoders leave as they are, and every decoder reads as meant.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!'()*".utf8.contains(byte)
    }
  }

  /// Whether a text reads as form-encoded: `+`, well-formed `%XX`, and what needs no encoding.
  private static func isEncoded(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%") {
        guard index + 2 < bytes.count,
          bytes[(index + 1)...(index + 2)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return false }
        index += 3
      } else {
        guard isPlain(bytes[index]) || bytes[index] == UInt8(ascii: "+") else { return false }
        index += 1
      }
    }
    return true
  }

  /// Whether encoding makes any difference to a text.
  private static func isTelling(_ text: String) -> Bool { !text.utf8.allSatisfy(isPlain) }

  /// Whether this is a registered text that was not encoded.
  private static func isRaw(_ text: String, of registered: String?) -> Bool {
    if !isEncoded(text) { return true }
    guard let registered, ExactText.same(text, registered) else { return false }
    // A plus or a percent sign that is left as it is reads as something else.
    return PercentCoding.decode(text[...], plusIsSpace: true) != registered
  }

  private static func basicEncoding(_ seen: PassiveCase) -> PassiveResult {
    let headers = seen.tokens.filter { $0.authorization != nil }
    guard !headers.isEmpty else {
      return seen.tokens.isEmpty
        ? .nothingSeen("no token request was seen")
        : .notApplicable("no token request had an Authorization header")
    }
    let read = headers.compactMap { sent in ClientAuthentication.basic(sent).map { (sent, $0) } }
    guard !read.isEmpty else {
      return headers.contains { Hidden.isIn($0.authorization ?? "") }
        ? .cannotSay(Hidden.why) : .notApplicable("no token request had Basic credentials")
    }
    for (sent, pair) in read {
      if isRaw(pair.id, of: sent.subject.clientID) {
        return .broken(
          "the client ID in the Basic credentials is not form-encoded", at: sent)
      }
      if isRaw(pair.secret, of: sent.subject.secret) {
        return .broken(
          "the secret in the Basic credentials is not form-encoded", at: sent)
      }
    }
    let isTold = read.contains { isTelling($0.1.id) || isTelling($0.1.secret) }
    return isTold
      ? .held("\(PassiveCase.count(read.count, "Basic header")), each form-encoded")
      : .notApplicable("neither client ID nor secret has a character that needs encoding")
  }
}
