import Basics
import HTTPTypes
import ProviderModel

/// The access token of a call (RFC 6750 §2): where it may stand, and whether it is good.
enum BearerToken {
  /// A token of a request.
  private struct Sent {
    let text: String
    /// Whether it came with the scheme DPoP.
    var isDPoP = false

    /// The syntax `b64token` (RFC 6750 §2.1).
    var isWellFormed: Bool {
      let body = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
      return !body.isEmpty
        && body.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            || "-._~+/".utf8.contains($0)
        }
    }
  }

  static func find(
    _ sent: ServiceRequest, _ context: RequestContext
  ) throws(Refusal) -> (credential: Credential, text: String) {
    let places = context.endpoint.service.token
    let inHeaders = headers(
      places, context.request.headers, readsDPoP: TokenBinding.readsScheme(context)
    ).filter { !$0.text.isEmpty }
    if places.checksForm, inHeaders.contains(where: { !$0.isWellFormed }) {
      throw Refusal(
        .tokenMalformed, at: .resource,
        "the token in the Authorization header has a character that no token may have",
        remedy: "send the scheme, one space and the token as it came: \(words(places))")
    }
    var tokens =
      inHeaders + ownFields(places, context.request.headers).map { Sent(text: $0) }
      + parameters(places, sent, context.reading.query, context.provider.repeats)
      .map { Sent(text: $0) }
    tokens.removeAll { $0.text.isEmpty }
    let isDPoP = tokens.contains(where: \.isDPoP)
    guard let text = tokens.first?.text else {
      throw Refusal(
        .tokenMissing, at: .resource,
        unread(places, sent, context).map {
          "the request has no access token in a place that this endpoint reads; there is one in its \($0)"
        } ?? "the request has no access token",
        remedy: .say(
          TokenBinding.isPresented(in: context)
            ? "send it as Authorization: DPoP TOKEN" : "send it: \(words(places))"))
    }
    guard
      tokens.count == 1
        || (context.provider.repeats != .refuse && tokens.allSatisfy { $0.text == text })
    else {
      throw Refusal(
        .tokenRepeated, at: .resource, "the request has \(tokens.count) access tokens",
        remedy: "send one: \(words(places))")
    }
    if places.mustBeSole, let place = unreadParameter(places, sent, context.reading.query) {
      throw Refusal(
        .tokenRepeated, at: .resource,
        "the request has an access token in its \(place), too, which is not read there",
        remedy: "send it once: \(words(places))")
    }
    return (try judge(text, isDPoP: isDPoP, context), text)
  }

  /// The client of the access token with which a caller authenticates that asks about another token (RFC 7662 §2.1).
  static func caller(_ context: RequestContext) throws(Refusal) -> Client? {
    let header = context.request.headers.first(.authorization).map { AuthorizationHeader($0) }
    guard let header, header.isScheme("Bearer"), !header.rest.isEmpty else {
      throw Refusal(
        .tokenMissing, at: .client, "the caller has no access token",
        clause: "RFC 7662 §2.1", remedy: "send Authorization: Bearer TOKEN")
    }
    let credential = try judge(header.rest, isDPoP: false, context)
    let client = context.client(credential.grant.client)
    if let client { context.facts.client = client }
    return client
  }

  /// An access token that is good for use.
  private static func judge(
    _ text: String, isDPoP: Bool, _ context: RequestContext
  ) throws(Refusal) -> Credential {
    switch context.worth(.access, text) {
    case .live(let credential), .spent(let credential), .otherClient(let credential):
      try TokenBinding.check(credential, text, isDPoP: isDPoP, context)
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
      let other = NearMiss.credential(text, insteadOf: .access, context)
      let (what, remedy) =
        other.map { ("is \($0), not an access token", "send the access token") }
        ?? NearMiss.mistaken(text, for: "access token")
        ?? ("was never issued here", "send it as it came, whole and unchanged")
      throw Refusal(
        .tokenUnknown, at: .resource, facts: [("value", text)], "the token \(what)",
        remedy: .say(remedy))
    }
  }

  /// The tokens in header fields of the provider's own, which have no scheme.
  static func ownFields(_ places: Service.TokenPlaces, _ headers: Headers) -> [String] {
    places.fields.compactMap { HTTPField.Name($0) }.flatMap { headers[values: $0] }
      .filter { !$0.isEmpty }
  }

  static func ownField(_ places: Service.TokenPlaces, _ headers: Headers) -> String? {
    ownFields(places, headers).first
  }

  private static func headers(
    _ places: Service.TokenPlaces, _ headers: Headers, readsDPoP: Bool
  ) -> [Sent] {
    headers[values: .authorization].compactMap { line in
      let header = AuthorizationHeader(line)
      let isDPoP = readsDPoP && header.isScheme(TokenBinding.scheme)
      guard isDPoP || places.schemes.contains(where: header.isScheme) else { return nil }
      return Sent(
        text: places.fieldsFollow
          ? String(header.rest.prefix { $0 != "," && $0 != " " }) : header.rest,
        isDPoP: isDPoP)
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
    // An endpoint may read nothing else of its query.
    return both.compactMap { sent.first($0) ?? query.first($0) }
      + places.query.filter(isAlone).flatMap { pick(query, $0) }
      + places.form.filter(isAlone).flatMap { pick(sent.form, $0) }
  }

  /// The place of a token that a provider does not read there (RFC 6750 §2).
  private static func unread(
    _ places: Service.TokenPlaces, _ sent: ServiceRequest, _ context: RequestContext
  ) -> String? {
    if let parameter = unreadParameter(places, sent, context.reading.query) { return parameter }
    for line in context.request.headers[values: .authorization] {
      let header = AuthorizationHeader(line)
      guard !places.schemes.contains(where: header.isScheme), !line.isEmpty else { continue }
      guard header.hasRest else { return "Authorization header, without a scheme" }
      // Anything may stand there, and a message has words.
      let isWord = header.scheme.utf8.count < 16 && header.scheme.allSatisfy(\.isLetter)
      return "Authorization header" + (isWord ? ", with the scheme \(header.scheme)" : "")
    }
    return nil
  }

  /// The part of the request that has a token in a parameter which the endpoint does not read.
  private static func unreadParameter(
    _ places: Service.TokenPlaces, _ sent: ServiceRequest, _ query: Parameters
  ) -> String? {
    let name = "access_token"
    func has(_ parameters: Parameters) -> Bool { parameters.values(name).contains { !$0.isEmpty } }
    if !places.query.contains(name), has(query) { return "query" }
    return !places.form.contains(name) && has(sent.form) ? "body" : nil
  }

  private static func words(_ places: Service.TokenPlaces) -> String {
    let header = places.schemes.first.map { ["Authorization: \($0 == "*" ? "Bearer" : $0) TOKEN"] }
    let inForm = places.form.filter { !places.query.contains($0) }
    let parameters =
      places.query.map { "\($0)=TOKEN" }
      + inForm.map { "\($0)=TOKEN in the form body of a POST" }
    return ((header ?? []) + places.fields.map { "\($0): TOKEN" } + parameters)
      .joined(separator: " or ")
  }
}
