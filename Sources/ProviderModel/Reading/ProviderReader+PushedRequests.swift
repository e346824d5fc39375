import Basics

/// Checks that the parts of pushed authorization requests (RFC 9126) are complete.
extension ProviderReader {
  func checkPushes() {
    let kind = CredentialKind.requestURI.rawValue
    let credential = JSONPointer.appending(kind, to: "/credentials")
    guard let endpoint = body.endpoints.first(where: { $0.kind == .pushedAuthorization }) else {
      // It may be inherited.
      guard isOwn(tree.value(at: credential)) else { return }
      return findings.error(
        tree.value(at: credential), credential,
        "no endpoint issues a request_uri; add an endpoint of the kind pushed_authorization")
    }
    let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints")
    func need(_ isThere: Bool, _ sentence: String) {
      if !isThere { findings.error(tree.value(at: pointer), pointer, sentence) }
    }
    need(
      body.parameters.contains { $0.name == "request_uri" },
      "the authorization endpoint does not read the request_uri of a pushed request; add \"request_uri\": {} to parameters"
    )
    need(
      endpoint.answers("POST"), "requests are pushed by POST (RFC 9126 §2.1); add it to methods")
    need(
      endpoint.service.reads.contains(.form),
      "requests are pushed as a form (RFC 9126 §2.1); add \"form\": true to read")
    if let login = body.endpoints.first(where: { $0.kind == .login && $0.next != nil }) {
      need(
        false,
        "the page \(login.name) leads back to the authorization request by \"next\", and its request_uri has been used by then; give the page a ticket instead"
      )
    }
    guard let rule = body.credentials[kind] else {
      return need(false, "a pushed request needs the credential \(kind); add it to credentials")
    }
    func needHere(_ isThere: Bool, _ sentence: String) {
      if !isThere { findings.error(tree.value(at: credential), credential, sentence) }
    }
    needHere(
      PushRule.prefix(of: rule) != nil,
      "a request_uri is known by its start; begin its value with a text such as urn:ietf:params:oauth:request_uri:, and give it no $if and no jwt"
    )
    if case .constant(let value, _) = rule.lifetime, value.text() == "0" {
      needHere(false, "a request_uri ends (RFC 9126 §2.2); give it a lifetime in seconds")
    }
  }
}
