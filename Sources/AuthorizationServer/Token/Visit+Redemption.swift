import HTTPMessages
import JOSE
import JSON
import ProviderModel

/// What a code or refresh token is held against before it is worth anything.
extension Visit {
  func redirectURI(_ rule: TokenService.Grant, _ grant: Grant) throws(Refusal) {
    let sent = parameter("redirect_uri")
    if sent.isEmpty {
      guard grant.sentRedirectURI, rule.redirectRequired else { return }
      throw Refusal(
        condition: "redirect_missing", facts: ["param": "redirect_uri"],
        sentence: "the authorization request had a redirect_uri and this one has none",
        clause: "RFC 6749 §4.1.3", remedy: "send the same redirect_uri again")
    }
    guard sent != grant.redirectURI else { return }
    throw Refusal(
      condition: "redirect_mismatch", facts: ["value": sent, "expected": grant.redirectURI],
      sentence: "redirect_uri is \(sent) and was \(grant.redirectURI) in the authorization request",
      clause: "RFC 6749 §4.1.3", remedy: "send the same redirect_uri again")
  }

  /// RFC 7636 §4.6.
  func verifier(_ grant: Grant) throws(Refusal) {
    let challenge = grant.parameters["code_challenge"]?.stringValue ?? ""
    let verifier = parameter("code_verifier")
    func refusal(_ why: String, _ sentence: String, _ remedy: String) -> Refusal {
      Refusal(
        condition: "verifier_\(why)", facts: ["param": "code_verifier"], sentence: sentence,
        clause: "RFC 7636 §4.6", remedy: remedy)
    }
    if challenge.isEmpty {
      // RFC 9700 §2.1.1: a verifier without a challenge is a downgrade.
      guard verifier.isEmpty || !provider.challenge.checksForm else {
        throw refusal(
          "unexpected", "the authorization request had no code_challenge",
          "send a code_challenge there, or no code_verifier here")
      }
      return
    }
    guard !verifier.isEmpty else {
      throw refusal(
        "missing", "the authorization request had a code_challenge", "send its code_verifier")
    }
    if provider.challenge.checksForm {
      let good = verifier.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
      guard good, (43...128).contains(verifier.utf8.count) else {
        throw refusal(
          "malformed", "code_verifier has \(verifier.utf8.count) characters or odd ones",
          "send 43 to 128 of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1)")
      }
    }
    let method = grant.parameters["code_challenge_method"]?.stringValue ?? ""
    let made =
      method == "S256" ? Base64URL.encode(Digest.sha256(Array(verifier.utf8))) : verifier
    guard equalInConstantTime(Array(made.utf8), Array(challenge.utf8)) else {
      throw refusal(
        "wrong", "code_verifier does not lead to the code_challenge",
        "keep the verifier with the authorization request that it was drawn for")
    }
  }

  func narrowed(
    _ rule: TokenService.Grant, _ granted: [String]
  ) throws(Refusal) -> [String] {
    let text = parameter("scope")
    guard rule.scoping == .narrow, !text.isEmpty else { return granted }
    let asked = text.split(whereSeparator: { provider.scope.split.contains($0) }).map(String.init)
    let more = asked.filter { !granted.contains($0) }
    guard more.isEmpty else {
      throw Refusal(
        condition: "scope_exceeded", facts: ["value": more.joined(separator: " ")],
        sentence: "\(more.joined(separator: ", ")) was not granted", clause: "RFC 6749 §6",
        remedy: "ask for no more than: \(granted.joined(separator: " "))")
    }
    return granted.filter { asked.contains($0) }
  }
}
