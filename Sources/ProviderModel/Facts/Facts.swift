import HTTPMessages
import JSON

/// What is known while one answer is made: what a template may look at.
///
/// The engine fills in what it finds out; templates read it through `Fact`, never by name.
///
/// An object, as it is large and handed on from room to room: a copy would count each reference in it. It has one owner
/// at a time, on one thread, from the turn to the writer: so it may be sent.
public final class Facts: @unchecked Sendable {
  public let provider: Provider
  public let base: Base
  /// A program asked: it is told by which ways browsers and programs come. A browser stays on its own.
  public let isForProgram: Bool
  /// The values of the address's variables, at their places in the provider's list.
  public let variables: [String?]
  /// The route by which the request came.
  public let route: Route
  /// The hosts that `base.here` and `base.path` are about: those of a link while it is written.
  var host: Int
  var pathHost = 0
  /// The sandbox's time, in seconds since 1970.
  public let now: Int
  public let query: Parameters
  public let form: Parameters
  public let request: RequestFacts
  /// Draws `{{rand:…}}`: decoration, never a secret.
  public var random: SeededGenerator

  /// `req`: the canonical parameters, of the authorization request that a page is about or of this request.
  public var arguments: Arguments
  /// The authorization request that this request goes on with, if it is another one.
  public var origin: RequestFacts?
  public var mode = ""
  public var ticket = ""
  public var client: Client?
  public var person: PersonFacts?
  public var session: SessionFacts?
  public var grant: GrantFacts?
  public var credentials: [CredentialFacts] = []
  public var error: [(name: String, value: Value)] = []
  public var found: [(name: String, value: JSONValue)] = []
  public var token: TokenFacts?
  public var service: ServiceFacts?
  public var rate: (most: Int, left: Int)?
  public var signed: (client: String, timestamp: String, nonce: String)?
  public var key: (kid: String?, algorithm: String)?
  public var hashes = HashFacts()
  /// Returns the public keys. Called only by an answer that shows them, as a key may still be in the making.
  ///
  /// The closure must not capture these facts or anything that refers to them: that would be a retain cycle.
  public var keys: (@Sendable () -> [JSONValue])?
  public var userAgent = ""
  /// What `{{people}}` shows.
  public var cast: Cast?
  /// Scopes that the person has allowed the client before.
  public var agreed: Set<String>?
  public var page: PageFacts?
  var item: Value = .none
  /// Links that have been written already, by their places: some draw letters, and may draw them once.
  var links: [String?]?
  var isWritingLink = false
  /// How many of the claims that a provider makes up may be looked at, while the next one is made up.
  var madeUp: Int?

  public init(
    provider: Provider, base: Base, variables: [String?], route: Route, now: Int, query: Parameters,
    form: Parameters, request: RequestFacts, random: SeededGenerator, isForProgram: Bool = false
  ) {
    self.provider = provider
    self.base = base
    self.isForProgram = isForProgram
    self.variables = variables
    self.route = route
    host = route.host
    self.now = now
    self.query = query
    self.form = form
    self.request = request
    self.random = random
    arguments = Arguments(provider.names)
  }

  public func credential(_ kind: CredentialKind) -> CredentialFacts? {
    credentials.first { $0.kind == kind }
  }

  public func set(_ credential: CredentialFacts) {
    if let place = credentials.firstIndex(where: { $0.kind == credential.kind }) {
      credentials[place] = credential
    } else {
      credentials.append(credential)
    }
  }

  public func found(_ name: String) -> JSONValue? { found.first { $0.name == name }?.value }

  public func setFound(_ name: String, _ value: JSONValue?) {
    found.removeAll { $0.name == name }
    if let value { found.append((name, value)) }
  }
}

extension Facts {
  /// Nothing is known but the provider.
  public static func none(of provider: Provider) -> Facts {
    Facts(
      provider: provider, base: Base(scheme: "http", authority: "", prefix: "/\(provider.id)"),
      variables: provider.variables.map(\.rule.fallback), route: Route.none, now: 0,
      query: Parameters(), form: Parameters(),
      request: RequestFacts(method: "GET", path: "/", rawQuery: ""),
      random: SeededGenerator(seed: 0))
  }
}
