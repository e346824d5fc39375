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
  let journalBytes = JournalBudget()
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
      contents: .init(sandbox: sandbox, random: random, used: now), budget: journalBytes)
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
    reap(now)
    let target = RequestTarget(request.target)
    if target.path.hasPrefix("/_understudy/"), target.path != "/_understudy/health" {
      return Control(world: self, request: request, now: now).reply()
    }
    switch place(request, target) {
    case .gone(let id): return .answer(Self.plain(410, gone(id)))
    case .unknown(let id): return .answer(Self.plain(404, "There is no sandbox \"\(id)\".\n"))
    case .cell(let cell, let inner, let isNamed):
      return .answer(respond(to: inner, as: request, in: cell, isNamed: isNamed, at: now))
    }
  }

  /// Other providers and another cast from now on, in new sandboxes and in the default one, also when that one is
  /// reset. Its own quirk switches stay, as far as the new files still have them; a checkpoint keeps its people.
  public func take(providers: [Provider], cast: Cast, fixtures: FixtureSet) {
    shelf.withLock { $0 = fixtures }
    origin.withLock {
      $0.providers = providers
      $0.cast = cast
    }
    func switched(_ with: [String: [String]], _ without: [String: [String]]) -> [Provider]? {
      var sandbox = origin.withLock { $0 }
      sandbox.providers = providers
      return try? ProviderOperations.resolve(self, sandbox, with, without)
    }
    find(Self.defaultID)?.contents.withLock { contents in
      if let switched = switched(contents.with, contents.without) {
        contents.sandbox.providers = switched
      } else {
        contents.sandbox.providers = providers
        (contents.with, contents.without) = ([:], [:])
      }
      contents.sandbox.cast = cast
      contents.initial.providers = providers
      contents.initial.cast = cast
      for index in contents.checkpoints.indices {
        let kept = contents.checkpoints[index]
        let switched = switched(kept.with, kept.without)
        contents.checkpoints[index].sandbox.providers = switched ?? providers
        if switched == nil {
          contents.checkpoints[index].with = [:]
          contents.checkpoints[index].without = [:]
        }
      }
    }
  }

  private static func plain(_ status: Int, _ text: String) -> Answer {
    Answer(
      status: .init(code: status), headers: [.contentType: "text/plain; charset=utf-8"],
      body: Array(text.utf8))
  }

  /// - Parameters:
  ///   - request: as the sandbox sees it, without the sandbox's prefix.
  ///   - sent: as it came.
  ///   - isNamed: whether the client said which sandbox it means: then no other one answers.
  private func respond(
    to request: Request, as sent: Request, in cell: Cell, isNamed: Bool, at now: Int
  ) -> Answer {
    var cell = cell
    var (decision, instants, keys) = decide(request, cell, now)
    if !isNamed, !decision.missed.isEmpty, let other = owner(of: decision.missed, besides: cell) {
      // It was never this one's business: its rules were not met.
      let counted = decision.counted
      cell.contents.withLock { $0.sandbox.rules.takeBack(counted) }
      cell = other
      (decision, instants, keys) = decide(request, cell, now)
    }
    let answer = decision.write(version: version, keys: keys)
    let secrets = redactor.secrets(sent, answer, besides: decision.secretNames)
    log(redactor.redacted(decision.log, secrets), cell.id, answer.status.code)
    // Neither tells anything of a client, and the first one shows the passwords of the cast.
    if !["/", "/_understudy/health"].contains(decision.log.endpoint) {
      record(sent, answer, decision, options.keepsSecrets ? [] : secrets, instants, cell)
    }
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
    _ request: Request, _ answer: Answer, _ decision: Decision, _ secrets: [[UInt8]],
    _ instants: Instants, _ cell: Cell
  ) {
    var (request, answer) = (request, answer)
    request.target = redactor.redacted(request.target, secrets)
    request.headers = redactor.redacted(request.headers, secrets)
    request.body = Array(redactor.redacted(request.body, secrets).prefix(Journal.mostBody))
    answer.headers = redactor.redacted(answer.headers, secrets)
    answer.body = redactor.redacted(answer.body, secrets)
    // Only now: half of a secret would not be known for one.
    answer = answer.asDelivered
    answer.body = Array(answer.body.prefix(Journal.mostBody))
    cell.record(
      JournalEntry(
        at: instants, sandbox: cell.id, kind: "exchange",
        log: redactor.redacted(decision.log, secrets), event: .exchange(request, answer)))
    trimJournals()
  }

  /// The longest journal makes room when all of them together are too long.
  private func trimJournals() {
    guard journalBytes.isOver else { return }
    let cells = registry.withLock { Array($0.cells.values) }
    let longest = cells.max { one, other in
      one.book.withLock { $0.journal.bytes } < other.book.withLock { $0.journal.bytes }
    }
    longest?.halveJournal()
  }

  // MARK: Which sandbox

  enum Place {
    case cell(Cell, Request, isNamed: Bool)
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
      return cell.map { .cell($0, request, isNamed: false) } ?? .unknown(Self.defaultID)
    }
    return find(id).map { .cell($0, request, isNamed: true) }
      ?? (isGone(id) ? .gone(id) : .unknown(id))
  }

  func find(_ id: String) -> Cell? { registry.withLock { $0.cells[id] } }
  func isGone(_ id: String) -> Bool { registry.withLock { $0.gone[id] != nil } }
  func gone(_ id: String) -> String {
    registry.withLock { $0.gone[id] ?? "The sandbox \"\(id)\" is gone.\n" }
  }

  /// The one sandbox that has issued a code or token: a client whose addresses are fixed finds it so.
  private func owner(of keys: [String], besides cell: Cell) -> Cell? {
    let others = registry.withLock { $0.cells.values.filter { $0.id != cell.id } }
    guard !others.isEmpty else { return nil }
    let owners = others.filter { other in
      other.contents.withLock { contents in keys.contains { contents.sandbox.knows($0) } }
    }
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
    cell.close()
  }
}
