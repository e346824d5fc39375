import ProviderModel

/// A parameter that asks for something which the provider does not have. The request is granted all the same, as unknown
/// parameters are ignored (RFC 6749 §§3.1, 3.2), so the journal says what the client does not get.
struct UnreadParameter {
  private let name: String
  private let effect: String
  private let clause: String
  /// Whether the provider has what the parameter asks for.
  private let isRead: @Sendable (Provider) -> Bool

  private static let all = [
    UnreadParameter(
      name: AuthorizationDetailsRule.parameter, effect: "nothing in it is granted",
      clause: "RFC 9396 §2"
    ) { $0.authorizationDetails != nil },
    UnreadParameter(
      name: TokenBinding.parameter, effect: "the code is not bound to a key",
      clause: "RFC 9449 §10"
    ) { $0.dpop != nil },
    UnreadParameter(
      name: StepUp.parameter, effect: "the sign-in has no level of authentication",
      clause: "OpenID Connect Core §3.1.2.1"
    ) { provider in
      // A fixture may read it in templates of its own.
      !provider.levels.isEmpty || provider.parameters.contains { $0.name == StepUp.parameter }
    },
    UnreadParameter(
      name: ResourceCheck.parameter, effect: "the access token is not limited to it",
      clause: "RFC 8707 §2"
    ) { $0.resourceSlot != nil },
  ]

  /// The first such parameter of a request, or one whose name is a slip.
  /// - Parameters:
  ///   - value: the value of a parameter, by its name in requests.
  ///   - names: those of the request.
  static func note(
    _ value: (String) -> String?, _ names: some Sequence<String>, _ context: RequestContext
  ) -> RequestContext.Note? {
    let provider = context.provider
    for parameter in all where !parameter.isRead(provider) {
      let wire = provider.wire(parameter.name, at: context.endpoint.kind)
      guard value(wire)?.isEmpty == false else { continue }
      return (
        "\(provider.id) does not read \(wire): \(parameter.effect)", parameter.clause,
        "leave \(wire) out"
      )
    }
    return slip(value, names, context)
  }

  /// A name of the request that nothing reads, and that is one letter away from a parameter which the request lacks.
  private static func slip(
    _ value: (String) -> String?, _ names: some Sequence<String>, _ context: RequestContext
  ) -> RequestContext.Note? {
    let (provider, kind) = (context.provider, context.endpoint.kind)
    for name in names.prefix(32) where provider.names.slot(name) == nil {
      let rules = kind.readsTokenParameters ? provider.token.parameters : provider.parameters
      let read = Set(rules.map(\.rule.wire))
      guard !read.contains(name), let meant = Suggestion.slip(of: name, among: read),
        value(meant)?.isEmpty ?? true, value(name)?.isEmpty == false
      else { continue }
      return (
        "\(provider.id) does not read \(name); did you mean \"\(meant)\"?", "RFC 6749 §3.1",
        "rename \(name) to \(meant)"
      )
    }
    return nil
  }
}
