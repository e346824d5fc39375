// What stands around the engine: the sandboxes of one server, their clocks and journals, and the
// API that commands them. It knows no socket; time comes with each request.
import AuthorizationServer
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import Locking
import ProviderModel

/// All sandboxes of a server.
public final class World: Sendable {
  public struct Options: Sendable {
    public var seed: UInt64?
    /// Whether the journal keeps secrets as they are.
    public var keepsSecrets = false
    /// What the control API asks for as a bearer token; `nil` asks for nothing.
    public var controlToken: String?
    /// Quirks that the server was started with and without, by provider.
    public var with: [String: [String]] = [:]
    public var without: [String: [String]] = [:]
    /// What `{"scenario": NAME}` may name in the place of a rule; asked for when it is needed.
    public var scenarios: @Sendable () -> [Scenario] = { [] }
    public init() {}
  }

  /// An answer, or a promise of one.
  public enum Reply: Sendable {
    case answer(Answer)
    /// To be called once with what takes the answer; it comes within the seconds given.
    case later(seconds: Int, start: @Sendable (@escaping @Sendable (Answer) -> Void) -> Void)
  }

  public static let defaultID = "default"

  struct Registry: Sendable {
    var cells: [String: Cell] = [:]
    /// Sandboxes that are no more: when and why.
    var gone: [String: String] = [:]
    var goneOrder: [String] = []
    var random: Entropy
    var reaped = 0
  }

  private let shelf: Lock<FixtureSet>
  var fixtures: FixtureSet { shelf.withLock { $0 } }
  let options: Options
  let redactor: Redactor
  let ticker = Ticker()
  let registry: Lock<Registry>
  /// What a new sandbox starts as.
  let origin: Lock<Sandbox>
  private let log: @Sendable (LogEntry, String, Int) -> Void

  public init(
    sandbox: Sandbox, fixtures: FixtureSet, options: Options = Options(), now: Int,
    log: @escaping @Sendable (_ entry: LogEntry, _ sandbox: String, _ status: Int) -> Void = {
      _, _, _ in
    }
  ) {
    shelf = Lock(fixtures)
    self.options = options
    self.log = log
    var random = Entropy(seed: options.seed)
    // The redactor's key is no part of what a seed repeats: it would let secrets be guessed.
    var chance = Entropy(seed: nil)
    redactor = Redactor(key: (0..<32).map { _ in UInt8.random(in: 0...255, using: &chance) })
    let first = Cell(
      id: Self.defaultID, label: "", created: now, lifetime: nil,
      contents: .init(sandbox: sandbox, random: random, used: now))
    _ = random.next()
    registry = Lock(
      Registry(
        cells: [Self.defaultID: first],
        random: Entropy(seed: options.seed.map { $0 ^ 0x5EED_0F5A_4DB0_0000 })))
    origin = Lock(sandbox)
  }

  /// Answers one request: the control API's, or one to a sandbox.
  /// - Parameter now: the wall clock, in seconds since 1970.
  public func respond(to request: Request, at now: Int) -> Reply {
    let target = RequestTarget(request.target)
    if target.path.hasPrefix("/_understudy/"), target.path != "/_understudy/health" {
      return Control(world: self, request: request, now: now).reply()
    }
    reap(now)
    switch place(request, target) {
    case .gone(let id): return .answer(Self.plain(410, gone(id)))
    case .unknown(let id): return .answer(Self.plain(404, "There is no sandbox \"\(id)\".\n"))
    case .cell(let cell, let request):
      return .answer(respond(to: request, in: cell, at: now))
    }
  }

  /// Other providers and another cast from now on, in new sandboxes and in the default one.
  public func take(providers: [Provider], cast: Cast, fixtures: FixtureSet) {
    shelf.withLock { $0 = fixtures }
    origin.withLock {
      $0.providers = providers
      $0.cast = cast
    }
    find(Self.defaultID)?.contents.withLock {
      $0.sandbox.providers = providers
      $0.sandbox.cast = cast
    }
  }

  private static func plain(_ status: Int, _ text: String) -> Answer {
    Answer(
      status: .init(code: status), headers: [.contentType: "text/plain; charset=utf-8"],
      body: Array(text.utf8))
  }

  private func respond(to request: Request, in cell: Cell, at now: Int) -> Answer {
    var cell = cell
    var (decision, instants, keys) = decide(request, cell, now)
    if let key = decision.missed, let other = owner(of: key, besides: cell) {
      cell = other
      (decision, instants, keys) = decide(request, cell, now)
    }
    let answer = decision.write(version: version, keys: keys)
    log(decision.log, cell.id, answer.status.code)
    record(request, answer, decision, instants, cell)
    return answer
  }

  private var version: String { origin.withLock { $0.options.version } }

  private func decide(
    _ request: Request, _ cell: Cell, _ now: Int
  ) -> (Decision, Instants, Keyring) {
    cell.contents.withLock { contents in
      contents.used = now
      let instants = contents.clock.instants(now)
      let decision = contents.sandbox.decide(
        request, under: cell.prefix, at: instants, using: &contents.random)
      return (decision, instants, contents.sandbox.options.keys)
    }
  }

  private func record(
    _ request: Request, _ answer: Answer, _ decision: Decision, _ instants: Instants, _ cell: Cell
  ) {
    guard decision.log.endpoint != "/_understudy/health" else { return }
    var (request, answer) = (request, answer)
    if !options.keepsSecrets {
      let passwords = decision.passwordFields
      let secrets = redactor.secrets(request, answer, passwords: passwords)
      if !secrets.isEmpty {
        func clean(_ text: String) -> String {
          String(decoding: redactor.redacted(Array(text.utf8), secrets), as: UTF8.self)
        }
        func clean(_ fields: HTTPFields) -> HTTPFields {
          HTTPFields(fields.map { HTTPField(name: $0.name, value: clean($0.value)) })
        }
        request.target = clean(request.target)
        request.headers = clean(request.headers)
        request.body = redactor.redacted(request.body, secrets)
        answer.headers = clean(answer.headers)
        answer.body = redactor.redacted(answer.body, secrets)
      }
    }
    request.body = Array(request.body.prefix(Journal.mostBody))
    answer.body = Array(answer.body.prefix(Journal.mostBody))
    cell.record(
      JournalEntry(
        at: instants, sandbox: cell.id, kind: "exchange", log: decision.log,
        event: .exchange(request, answer)))
  }

  // MARK: Which sandbox

  enum Place {
    case cell(Cell, Request)
    case unknown(String)
    case gone(String)
  }

  private func place(_ request: Request, _ target: RequestTarget) -> Place {
    var request = request
    var id = HTTPField.Name("Understudy-Sandbox").flatMap { request.headers[$0] }
    var segments = target.path.split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    // Also behind `/.well-known/NAME`, where RFC 8414 puts the path of an issuer.
    let at = segments.count > 3 && segments[1] == ".well-known" ? 3 : 1
    if segments.count > at + 1, segments[at] == "_sandbox" {
      id = segments[at + 1]
      segments.removeSubrange(at...(at + 1))
      if segments.count < 2 { segments.append("") }
      request.target =
        segments.joined(separator: "/") + (target.query.map { "?\($0)" } ?? "")
    }
    guard let id else {
      let cell = registry.withLock { $0.cells[Self.defaultID] }
      return cell.map { .cell($0, request) } ?? .unknown(Self.defaultID)
    }
    return find(id).map { .cell($0, request) } ?? (isGone(id) ? .gone(id) : .unknown(id))
  }

  func find(_ id: String) -> Cell? { registry.withLock { $0.cells[id] } }
  func isGone(_ id: String) -> Bool { registry.withLock { $0.gone[id] != nil } }
  func gone(_ id: String) -> String {
    registry.withLock { $0.gone[id] ?? "The sandbox \"\(id)\" is gone.\n" }
  }

  /// The one sandbox that has issued a code or token: a client whose addresses are fixed finds it so.
  private func owner(of key: String, besides cell: Cell) -> Cell? {
    let others = registry.withLock { $0.cells.values.filter { $0.id != cell.id } }
    guard !others.isEmpty else { return nil }
    let owners = others.filter { other in other.contents.withLock { $0.sandbox.knows(key) } }
    return owners.count == 1 ? owners.first : nil
  }

  /// Ends sandboxes that nobody has asked for a while.
  func reap(_ now: Int) {
    let ended = registry.withLock { registry -> [Cell] in
      guard registry.reaped != now, registry.cells.count > 1 else { return [] }
      registry.reaped = now
      return registry.cells.values.filter { cell in
        guard let lifetime = cell.lifetime else { return false }
        return cell.contents.withLock { $0.used } + lifetime < now
      }
    }
    for cell in ended {
      end(cell, "it was idle for more than \(cell.lifetime ?? 0) s", at: now)
    }
  }

  func end(_ cell: Cell, _ why: String, at now: Int) {
    registry.withLock { registry in
      guard registry.cells.removeValue(forKey: cell.id) != nil else { return }
      registry.gone[cell.id] = "The sandbox \"\(cell.id)\" ended at \(Dates.text(now)): \(why).\n"
      registry.goneOrder.append(cell.id)
      if registry.goneOrder.count > 1_000 {
        registry.gone[registry.goneOrder.removeFirst()] = nil
      }
    }
    let waiters = cell.book.withLock { book in
      defer { book.waiters = [] }
      return book.waiters
    }
    for waiter in waiters { waiter.finish(nil) }
  }
}
