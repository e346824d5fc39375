import Basics

/// Tokens that clients and resources refuse, as they name another issuer or audience.
extension ProviderReader {
  /// JWTs whose `iss` is not the issuer of the metadata (OpenID Connect Core §3.1.3.7, RFC 9068 §4). Some providers differ there, by a
  /// quirk.
  func foreignIssuers() -> [Doubt] {
    let issuers = metadata.flatMap { shape in
      shape.members.filter { $0.name == "issuer" }.map {
        (
          pointer: JSONPointer.appending(shape.name, to: "/shapes") + "/json/issuer",
          text: fixedText($0.shape)
        )
      }
    }
    let known = issuers.compactMap(\.text)
    let kinds = ["id", "access", "logout"]
    let places = kinds.map { "/credentials/\($0)/jwt/claims/iss" } + issuers.map(\.pointer)
    guard let place = places.first(where: { isOwn(tree.value(at: $0)) }) else { return [] }
    let shown = kinds.compactMap { kind in
      body.credentials[kind]?.signedForm?.claims.members.first { $0.name == "iss" }
        .flatMap { fixedText($0.shape) }
    }
    return [
      Doubt(
        finding: Diagnostic(
          // The place in the file, which is the same in each state of the quirks.
          at: nil, place,
          "clients refuse tokens whose \"iss\" is not the \"issuer\" of the metadata; write the same text in both places (OpenID Connect Core §3.1.3.7)"
        ),
        holds: !known.isEmpty && known.count == issuers.count
          && !shown.allSatisfy(known.contains))
    ]
  }

  /// Reports a resource that refuses every access token, as all are JWTs for another audience.
  func checkAcceptedAudiences() {
    guard !body.credentials.values.contains(where: { $0.role == .access }),
      let access = body.credentials[CredentialKind.access.rawValue], access.isJWT,
      let claim = access.signedForm?.claims.members.first(where: { $0.name == "aud" }),
      let issued = fixedTexts(claim.shape), !issued.isEmpty
    else { return }
    for endpoint in body.endpoints where endpoint.kind == .resource {
      let token = endpoint.service.token
      let taken = token.audiences.map(fixedText)
      let known = taken.compactMap(\.self)
      guard !known.isEmpty, known.count == taken.count, !token.allowsRegisteredAudiences,
        !known.contains(where: issued.contains)
      else { continue }
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/token/audience"
      findings.error(
        nearest(pointer), pointer,
        "\"\(endpoint.name)\" refuses every access token: the claim \"aud\" of all of them is \(issued.joined(separator: ", ")), and the endpoint accepts \(known.joined(separator: ", ")); write the same audience in both places"
      )
    }
  }

  // MARK: Texts that every response has

  private func fixedTexts(_ shape: Shape) -> [String]? {
    if case .array(let shapes) = shape {
      let texts = shapes.compactMap(fixedText)
      return texts.count == shapes.count ? texts : nil
    }
    if case .constant(let value, _) = shape, let list = value.arrayValue {
      return list.compactMap(\.stringValue)
    }
    return fixedText(shape).map { [$0] }
  }

  private func fixedText(_ shape: Shape) -> String? {
    switch shape {
    case .constant(let value, _): value.stringValue
    case .single(let expression): fixedText(expression)
    case .text(let template): fixedText(template)
    default: nil
    }
  }

  private func fixedText(_ template: Template) -> String? {
    let parts = template.segments.map { segment -> String? in
      switch segment {
      case .text(let text): text
      case .value(let expression): fixedText(expression)
      default: nil
      }
    }
    let known = parts.compactMap(\.self)
    return known.count == parts.count ? known.joined() : nil
  }

  /// The name of a host, and the address of the first one, as they are under the provider's own names.
  private func fixedText(_ expression: Expression) -> String? {
    guard expression.rest.isEmpty, expression.filters.isEmpty else { return nil }
    func host(_ place: Int) -> String? {
      guard body.hosts.indices.contains(place), body.hosts[place].pattern.variable == nil else {
        return nil
      }
      return body.hosts[place].pattern.text
    }
    switch expression.fact {
    case .base(.first): return host(0).map { "https://\($0)" }
    case .host(let place): return host(place)
    default: return nil
    }
  }
}
