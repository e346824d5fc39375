// The engine: a function of state, request and instant. It owns what was issued and who is signed
// in; it knows no socket, no clock, no provider's name. Its front door is `Sandbox.decide`.
import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// One isolated running copy of all providers.
public struct Sandbox: Sendable {
  public struct Options: Sendable {
    public var acceptsAnyClient = false
    /// Host names beside loopback and the providers' own that are answered.
    public var allowedHosts: [String] = []
    /// The origin that stands in front: its host is answered, and its scheme is that of own URLs under it.
    public var publicURL: PublicURL?
    /// Whether `/` may show passwords: only on a loopback binding.
    public var showsPasswords = true
    public var version = "0"
    public init() {}
  }

  public var providers: [Provider]
  public var cast: Cast
  public var options: Options
  var state = State()

  public init(providers: [Provider], cast: Cast, options: Options = Options()) {
    self.providers = providers
    self.cast = cast
    self.options = options
  }

  /// Decides about one request: all of the state's changes and all chance happen here.
  /// - Parameter now: seconds since 1970.
  public mutating func decide(
    _ request: Request, at now: Int, using generator: inout some RandomNumberGenerator
  ) -> Decision {
    state.clean(at: now)
    var request = request
    if let publicURL = options.publicURL, publicURL.isAuthority(of: request.authority) {
      request.scheme = publicURL.scheme
    }
    let target = RequestTarget(request.target)
    var decision = route(request, target, now, &generator)
    decision.log.method = request.method.rawValue
    decision.log.path = target.path
    decision.isPost = request.method == .post
    return decision
  }

  /// Deciding and writing at once, for tests and use in process.
  public mutating func respond(
    to request: Request, at now: Int, using generator: inout some RandomNumberGenerator
  ) -> Answer {
    decide(request, at: now, using: &generator).write(version: options.version)
  }

  private mutating func route(
    _ request: Request, _ target: RequestTarget, _ now: Int,
    _ generator: inout some RandomNumberGenerator
  ) -> Decision {
    let allowed = options.allowedHosts + [options.publicURL?.authority].compactMap(\.self)
    let resolver = Resolver(providers: providers, allowedHosts: allowed)
    switch resolver.resolve(request, target) {
    case .foreign(let host):
      return plain(
        421,
        "The Host \"\(host)\" is not one that this server answers to.\n"
          + "It answers to loopback names, to its providers' own hosts, and to what --allow-host adds.\n"
      )
    case .own(let path): return own(path, request)
    case .nowhere(let path):
      return plain(404, "Nothing answers at \(path).\n" + resolver.near(path))
    case .provider(let place):
      return visit(place, request, target, now, &generator)
    }
  }

  func plain(_ status: Int, _ text: String, allow: [String] = []) -> Decision {
    var decision = Decision(provider: nil, outcome: .plain(status, text, allow: allow))
    decision.log.outcome = "\(status)"
    decision.log.why = text.split(separator: "\n").first.map(String.init)
    return decision
  }

  private func own(_ path: String, _ request: Request) -> Decision {
    guard request.method == .get || request.method == .head else {
      return plain(
        request.method == .options ? 204 : 405, "\(path) answers GET and HEAD.\n",
        allow: ["GET", "HEAD", "OPTIONS"])
    }
    var decision = plain(200, "")
    decision.log.why = nil
    decision.log.endpoint = path
    decision.outcome =
      path == "/"
      ? .html(FrontPage(sandbox: self, authority: request.authority, scheme: request.scheme).html)
      : .json("{\"status\":\"ok\",\"version\":\"\(options.version)\"}")
    return decision
  }

  private mutating func visit(
    _ place: Resolver.Place, _ request: Request, _ target: RequestTarget, _ now: Int,
    _ generator: inout some RandomNumberGenerator
  ) -> Decision {
    let endpoint = place.match.endpoint
    let allowed = endpoint.methods + (endpoint.kind == .page ? ["HEAD"] : []) + ["OPTIONS"]
    guard
      endpoint.methods.contains(request.method.rawValue)
        || allowed.contains(request.method.rawValue),
      request.method != .options
    else {
      let isOptions = request.method == .options
      var decision = plain(
        isOptions ? 204 : 405,
        "\(request.method.rawValue) is not answered at \(target.path) (\(endpoint.name) of "
          + "\(place.provider.id)); it answers \(allowed.joined(separator: ", ")).\n",
        allow: allowed)
      decision.log.provider = place.provider.id
      decision.log.endpoint = endpoint.name
      if isOptions { decision.log.why = nil }
      return decision
    }
    var visit = Visit(sandbox: self, place: place, request: request, target: target, now: now)
    // One owner of the state at a time: a second reference would copy what changes.
    state = State()
    let decision = visit.decide(using: &generator)
    state = visit.sandbox.state
    return decision
  }
}
