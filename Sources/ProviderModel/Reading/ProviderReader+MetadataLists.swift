import Basics

/// Lists of metadata that name what the provider does not do.
extension ProviderReader {
  func unbackedMetadata() -> [Doubt] {
    // A file with sources repeats the document of the real service, even where this provider does less.
    guard !(isOwn(tree["sources"]) && tree["sources"]?.arrayValue?.isEmpty == false) else {
      return []
    }
    let lists = metadata.flatMap { name, members in
      members.compactMap { member -> (list: BackedList, pointer: String, values: JSONValue)? in
        let shape = JSONPointer.appending(name, to: "/shapes") + "/json"
        let pointer = JSONPointer.appending(member.name, to: shape)
        guard let list = BackedList(rawValue: member.name), let values = tree.value(at: pointer),
          isOwn(values)
        else { return nil }
        return (list, pointer, values)
      }
    }
    guard !lists.isEmpty else { return [] }
    let provider = Provider(body, quirks: [])
    return lists.flatMap { list, pointer, values in
      (values.arrayValue ?? []).enumerated().compactMap { index, value in
        guard let text = value.stringValue, !text.contains("{{") else { return nil }
        return Doubt(
          finding: Diagnostic(
            .warning, at: value.origin, "\(pointer)/\(index)",
            "metadata lists \"\(text)\", and \(list.reason(for: text)); remove it here, or \(list.remedy(for: text))"
          ),
          holds: !list.isBacked(text, by: provider))
      }
    }
  }

  /// A list of metadata that other members of the file have to back.
  private enum BackedList: String {
    case grants = "grant_types_supported"
    case responseTypes = "response_types_supported"
    case modes = "response_modes_supported"
    case challengeMethods = "code_challenge_methods_supported"
    case authentication = "token_endpoint_auth_methods_supported"
    case scopes = "scopes_supported"

    /// The grant of response types with a token in the callback (RFC 7591 §2.1): no grant of the token endpoint.
    private func isImplicit(_ text: String) -> Bool { self == .grants && text == "implicit" }

    func reason(for text: String) -> String {
      switch self {
      case .grants:
        isImplicit(text)
          ? "answers has no response type with a token" : "token.grants has no such grant"
      case .responseTypes: "answers has no such response type"
      case .modes: "response_modes has no such mode"
      case .challengeMethods: "no code challenge has this method"
      case .authentication: "token.client_auth has no such method"
      case .scopes: "scope.known has no such scope"
      }
    }

    func remedy(for text: String) -> String {
      switch self {
      case .grants: isImplicit(text) ? "add such a response type" : "add the grant"
      case .responseTypes: "add the answer"
      case .modes: "add the mode"
      case .challengeMethods:
        text == "plain"
          ? "write \"plain\": true in code_challenge" : "add \"code_challenge\": {} to parameters"
      case .authentication: "add the method"
      case .scopes: "add the scope"
      }
    }

    func isBacked(_ text: String, by provider: Provider) -> Bool {
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
