import Basics

/// Checks that the parts of the device grant (RFC 8628) are complete: each is useless without the others.
extension ProviderReader {
  func checkDevices() {
    let grant = body.token.grants.first { $0.rule.kind == .device }
    let endpoint = body.endpoints.first { $0.kind == .deviceAuthorization }
    let page = body.endpoints.first { $0.kind == .device }
    let parts = [
      (grant.map { JSONPointer.appending($0.name, to: "/token/grants") }),
      endpoint.map(Self.pointer), page.map(Self.pointer),
    ]
    guard let pointer = parts.lazy.compactMap(\.self).first else { return }
    func need(_ isThere: Bool, _ pointer: String, _ sentence: String) {
      if !isThere { findings.error(tree.value(at: pointer), pointer, sentence) }
    }
    need(
      grant != nil, pointer,
      "a device has no grant to poll with; add a grant of the kind device to token.grants")
    need(
      endpoint != nil, pointer,
      "a device has no address to ask at; add an endpoint of the kind device_authorization")
    need(
      page != nil, pointer,
      "a person has no page to type the user code at; add an endpoint of the kind device")
    for kind in [CredentialKind.deviceCode, .userCode] where body.credentials[kind.rawValue] == nil
    {
      need(
        false, pointer, "a device needs the credential \(kind.rawValue); add it to credentials")
    }
    if let page { check(page) }
    for (name, rule) in body.credentials
    where [.deviceCode, .userCode].contains(CredentialKind(rawValue: name)) {
      need(
        !rule.mayBeJWT, JSONPointer.appending(name, to: "/credentials"),
        "a \(name) is looked up and not read; give it a value and no jwt")
    }
    if let rule = body.credentials[CredentialKind.deviceCode.rawValue],
      case .constant(let value, _) = rule.lifetime, value.text() == "0"
    {
      need(
        false, JSONPointer.appending(CredentialKind.deviceCode.rawValue, to: "/credentials"),
        "a device code ends (RFC 8628 §3.2); give it a lifetime in seconds")
    }
  }

  private func check(_ endpoint: Endpoint) {
    let members = [
      ("page", endpoint.page != nil, "the page that asks for the user code"),
      ("asks", endpoint.asks != nil, "the page that asks whether the user code is the right one"),
      ("ticket", endpoint.ticket != nil, "the parameter that returns the ticket of its pages"),
      ("then", endpoint.then != nil, "the link to which an approval leads"),
      ("on_failure", endpoint.onFailure != nil, "the link to which a denial leads"),
    ]
    for (name, isThere, meaning) in members where !isThere {
      let pointer = Self.pointer(endpoint)
      findings.error(
        tree.value(at: pointer), pointer,
        "an endpoint of the kind device needs the member \"\(name)\": \(meaning)")
    }
  }

  private static func pointer(_ endpoint: Endpoint) -> String {
    JSONPointer.appending(endpoint.name, to: "/endpoints")
  }
}
