import Basics
import HTTPTypes
import ProviderModel

/// The access token of a call (RFC 6750 §2): where it may stand, and whether it is good.
enum BearerToken {
  static func find(_ sent: ServiceRequest, _ context: RequestContext) throws(Refusal) -> Credential
  {
    let places = context.endpoint.service.token
    let readsDPoP = context.provider.dpop != nil && !places.schemes.isEmpty
    let bound =
      readsDPoP ? headers([dPoP], places, context.request.headers).filter { !$0.isEmpty } : []
    var texts =
      bound + headers(places.schemes, places, context.request.headers, without: readsDPoP)
      + parameters(places, sent, context.reading.query, context.provider.repeats)
    texts.removeAll { $0.isEmpty }
    context.facts.dpop.isPresented =
      !bound.isEmpty || (readsDPoP && texts.isEmpty && context.request.headers.contains(.dPoP))
    guard let text = texts.first else {
      throw Refusal(
        .tokenMissing, at: .resource, "the request has no access token",
        remedy: "send it: \(words(places))")
    }
    guard
      texts.count == 1
        || (context.provider.repeats != .refuse && texts.allSatisfy { $0 == text })
    else {
      throw Refusal(
        .tokenRepeated, at: .resource, "the request has \(texts.count) access tokens",
        remedy: "send one: \(words(places))")
    }
    switch context.worth(.access, text) {
    case .live(let credential), .spent(let credential), .otherClient(let credential):
      try TokenBinding.check(credential, text, isDPoP: !bound.isEmpty, context)
      return credential
    case .expired(let credential):
      throw Refusal(
        .tokenExpired, at: .resource, facts: context.times(credential) + [("value", text)],
        "the token has expired", remedy: "get a new one")
    case .revoked:
      throw Refusal(
        .tokenRevoked, at: .resource, facts: [("value", text)], "the token has been revoked",
        remedy: "get a new one")
    case .unknown:
      throw Refusal(
        .tokenUnknown, at: .resource, facts: [("value", text)],
        "the token was never issued here", remedy: "send it as it came, whole and unchanged")
    }
  }

  /// The scheme of tokens that are bound to a key (RFC 9449 §7.1).
  private static let dPoP = "DPoP"

  /// - Parameter isWithoutDPoP: whether the scheme DPoP counts for none of `schemes`, of which one may be any.
  private static func headers(
    _ schemes: [String], _ places: Service.TokenPlaces, _ headers: Headers,
    without isWithoutDPoP: Bool = false
  ) -> [String] {
    headers[values: .authorization].compactMap { line in
      let header = AuthorizationHeader(line)
      guard schemes.contains(where: header.isScheme), !isWithoutDPoP || !header.isScheme(dPoP)
      else { return nil }
      return places.fieldsFollow
        ? String(header.rest.prefix { $0 != "," && $0 != " " }) : header.rest
    }
  }

  /// Tokens in parameters. A name that stands twice is one value, unless the provider refuses repeats.
  private static func parameters(
    _ places: Service.TokenPlaces, _ sent: ServiceRequest, _ query: Parameters,
    _ repeats: Provider.Repeats
  ) -> [String] {
    func pick(_ parameters: Parameters, _ name: String) -> [String] {
      let values = parameters.values(name)
      switch repeats {
      case .refuse: return values
      case .first: return Array(values.prefix(1))
      case .last: return values.suffix(1)
      }
    }
    // The same name in query and body is the value of the place that counts first.
    let both = repeats == .refuse ? [] : places.query.filter(places.form.contains)
    let isAlone = { (name: String) in !both.contains(name) }
    return both.compactMap { sent.first($0) }
      + places.query.filter(isAlone).flatMap { pick(query, $0) }
      + places.form.filter(isAlone).flatMap { pick(sent.form, $0) }
  }

  private static func words(_ places: Service.TokenPlaces) -> String {
    let header = places.schemes.first.map { ["Authorization: \($0 == "*" ? "Bearer" : $0) TOKEN"] }
    let names = places.query + places.form.filter { !places.query.contains($0) }
    return ((header ?? []) + names.map { "\($0)=TOKEN" }).joined(separator: " or ")
  }
}
