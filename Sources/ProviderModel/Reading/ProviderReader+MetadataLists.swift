import Basics

/// Lists of metadata that name what the provider does not do.
extension ProviderReader {
  func emptyPromises() -> [Doubt] {
    // A file with sources repeats the document of the real service, even where this provider does less.
    guard !(isOwn(tree["sources"]) && tree["sources"]?.arrayValue?.isEmpty == false) else {
      return []
    }
    let lists = metadata.flatMap { name, members in
      members.compactMap { member -> (promise: Promise, pointer: String, values: JSONValue)? in
        let shape = JSONPointer.appending(name, to: "/shapes") + "/json"
        let pointer = JSONPointer.appending(member.name, to: shape)
        guard let promise = Promise(rawValue: member.name), let values = tree.value(at: pointer),
          isOwn(values)
        else { return nil }
        return (promise, pointer, values)
      }
    }
    guard !lists.isEmpty else { return [] }
    let provider = Provider(body, quirks: [])
    return lists.flatMap { promise, pointer, values in
      (values.arrayValue ?? []).enumerated().compactMap { index, value in
        guard let text = value.stringValue, !text.contains("{{") else { return nil }
        return Doubt(
          finding: Diagnostic(
            .warning, at: value.origin, "\(pointer)/\(index)",
            "metadata lists \"\(text)\", and \(promise.lack); remove it here, or \(promise.cure)"),
          holds: !promise.isKept(text, by: provider))
      }
    }
  }

  private enum Promise: String {
    case grants = "grant_types_supported"
    case responseTypes = "response_types_supported"
    case modes = "response_modes_supported"
    case challengeMethods = "code_challenge_methods_supported"
    case authentication = "token_endpoint_auth_methods_supported"
    case scopes = "scopes_supported"

    var lack: String {
      switch self {
      case .grants: "token.grants has no such grant"
      case .responseTypes: "answers has no such response type"
      case .modes: "response_modes has no such mode"
      case .challengeMethods: "no code challenge has this method"
      case .authentication: "token.client_auth has no such method"
      case .scopes: "scope.known has no such scope"
      }
    }

    var cure: String {
      switch self {
      case .grants: "add the grant"
      case .responseTypes: "add the answer"
      case .modes: "add the mode"
      case .challengeMethods: "add the method to code_challenge"
      case .authentication: "add the method"
      case .scopes: "add the scope"
      }
    }

    func isKept(_ text: String, by provider: Provider) -> Bool {
      switch self {
      case .grants:
        return provider.registeredGrants.contains(text)
          || provider.token.grants.contains { $0.name == text }
      case .responseTypes: return provider.responseTypes.contains(where: Self.same(text))
      case .modes: return provider.modes.contains(text)
      case .challengeMethods: return provider.challengeMethods.contains(text)
      case .authentication: return provider.authMethods(withCertificates: true).contains(text)
      case .scopes: return provider.scope.table != nil || provider.scope.mayKnow(text)
      }
    }

    /// The order of the words of a response type does not matter (OAuth 2.0 Multiple Response Types §3).
    private static func same(_ type: String) -> (String) -> Bool {
      let words = type.split(separator: " ").sorted()
      return { $0.split(separator: " ").sorted() == words }
    }
  }
}
