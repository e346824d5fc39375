import Basics
import Engine
import HTTPTypes
import ProviderModel

/// Sandboxes whose logs a store keeps: found there, made there, removed there.
extension Sandboxes {
  /// Whether what the store has by this name has no lifetime: the default sandbox, and what is set for all of them.
  package static func isLasting(_ id: String) -> Bool {
    id == defaultID || id == ConfigurationBook.log
  }

  /// The sandbox of an ID, from the store if it is not in memory.
  /// - Parameter isUse: whether its lifetime starts again if it is read from the store.
  func lookUp(_ id: String, isUse: Bool = true) throws(StoreFailure) -> SandboxHost? {
    if let known = find(id) { return known }
    guard let replica, Self.isID(id) else { return nil }
    return try load(id, replica, isUse: isUse)
  }

  package static func isID(_ id: String) -> Bool {
    (1...63).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private func load(
    _ id: String, _ replica: Replica, isUse: Bool
  ) throws(StoreFailure) -> SandboxHost? {
    let store = replica.store
    let snapshot = try store.snapshot(of: id)
    var first = snapshot?.maker
    if snapshot == nil {
      first = try store.entries(of: id, from: 1, lifetime: nil).first
      if first == nil { return nil }
    }
    guard let input = first.flatMap(SandboxInput.inputs)?.first, input.kind == .made else {
      throw StoreFailure(
        .damaged,
        snapshot.map {
          "The snapshot \($0.version) of the sandbox \"\(id)\" in the store is damaged."
        }
          ?? "The first entry of the sandbox \"\(id)\" in the store does not make it.")
    }
    guard let making = replica.making else { throw StoreFailure.notReady }
    let made: MadeSandbox
    do {
      made = try making(input.request)
    } catch {
      throw StoreFailure(.damaged, "The sandbox \"\(id)\" can't be made again: \(error)")
    }
    let host = SandboxHost(made, id: id, input, journalBytes, index, replica)
    host.log?.found = snapshot
    host.log?.isGlance = !isUse
    return try adopt(host)
  }

  /// Replays the log of a sandbox that is not in memory yet, and lists it.
  private func adopt(_ host: SandboxHost) throws(StoreFailure) -> SandboxHost {
    guard let log = host.log else { return host }
    try host.contents.withLock { contents in
      Result { () throws(StoreFailure) in _ = try host.catchUp(log, &contents) }
    }.get()
    log.isGlance = false
    // Another thread may have been faster.
    let known = registry.write { registry -> SandboxHost? in
      if let known = registry.sandboxHosts[host.id] { return known }
      registry.sandboxHosts[host.id] = host
      registry.gone[host.id] = nil
      return nil
    }
    guard let known else { return host }
    host.close()
    return known
  }

  /// Makes a sandbox in the store.
  func make(
    _ made: MadeSandbox, id wanted: String?, for request: Request, by token: ControlToken?,
    in replica: Replica
  ) throws(StoreFailure) -> Result<SandboxHost, MakingError> {
    let store = replica.store
    // The default sandbox is not counted. The log of the configuration belongs to no sandbox.
    guard try store.count() - (configurations.isKept ? 1 : 0) <= options.most else {
      return .failure(.full)
    }
    for _ in 0..<100 {
      let id = wanted ?? drawnID()
      let input = SandboxInput(
        kind: .made, at: store.now(), request: request, chance: drawnChance(made, replica),
        token: token?.name ?? "")
      let host = SandboxHost(made, id: id, input, journalBytes, index, replica)
      guard let log = host.log else { return .failure(.full) }
      switch try log.append([input]) {
      case .appended:
        registry.write { registry in
          registry.sandboxHosts[id] = host
          registry.gone[id] = nil
        }
        return .success(host)
      case .conflict, .gone: if wanted != nil { return .failure(.idTaken) }
      }
    }
    return .failure(.idTaken)
  }

  private func drawnChance(_ made: MadeSandbox, _ replica: Replica) -> SandboxInput.Chance {
    // A seeded server gives each sandbox codes of its own: they find their sandbox.
    let seed = made.seed ?? options.seed.map { _ in registry.write { $0.random.next() } }
    return seed.map { .seed($0) } ?? .key(replica.draw(32))
  }

  private func drawnID() -> String {
    registry.write { registry in
      (try? Pattern("[a-z0-9]{8}"))?.draw(using: &registry.random) ?? ""
    }
  }

  /// The largest number of sandboxes among which the owner of a code or token is looked for.
  private static let mostGathered = 1_000

  /// Takes up what all sandboxes of the store have issued, if nobody here knows what a request presents.
  func gather(for reading: RoutedRequest, besides named: SandboxHost) {
    guard let replica else { return }
    let presented = reading.presentedCredentials
    guard presented.contains(where: { index.sandboxHosts(LedgerKey($0)).isEmpty }),
      !presented.contains(where: named.knows)
    else { return }
    let turn = gathering.acquire()
    defer { turn.release() }
    guard let ids = try? replica.store.sandboxes(), ids.count <= Self.mostGathered else { return }
    for id in ids where id != Self.defaultID {
      _ = try? lookUp(id, isUse: false)?.refresh(isUse: false)
    }
  }

  /// A sandbox in a list of all.
  struct Listed {
    let host: SandboxHost
    /// Why it can't be used. Then the host is empty, and in this list alone.
    var problem: String?
  }

  /// All sandboxes, also those of the store that are not in memory yet.
  func every() throws(StoreFailure) -> [Listed] {
    var damaged: [Listed] = []
    if let replica {
      let ids = try replica.store.sandboxes()
      let known = Set(ids)
      for host in all where host.id != Self.defaultID && !known.contains(host.id) {
        // If the store has lost it, it is written back. If another server has removed it, it is gone.
        guard try replica.store.removal(of: host.id) != nil else { continue }
        end(host, "another server has removed it", at: replica.store.now())
      }
      for id in ids {
        do throws(StoreFailure) { _ = try lookUp(id, isUse: false) } catch {
          guard error.kind == .damaged else {
            // It has ended just now.
            if error.kind == .gone { continue }
            throw error
          }
          damaged.append(Listed(host: empty(id, replica), problem: error.reason))
        }
      }
    }
    return all.map { Listed(host: $0) } + damaged
  }

  /// What takes the place of a sandbox that can't be read.
  func empty(_ id: String, _ replica: Replica) -> SandboxHost {
    let first = try? replica.store.snapshot(of: id)?.maker
    let input = (first ?? (try? replica.store.entries(of: id, from: 1, lifetime: nil).first))
      .flatMap(SandboxInput.inputs)?.first
    return SandboxHost(
      id: id, label: "", created: input?.at ?? 0, lifetime: nil,
      contents: .init(sandbox: start, random: Entropy(seed: 0), used: input?.at ?? 0),
      budget: JournalBudget(), maker: input?.token ?? "")
  }

  /// Writes what is in memory into a store that has lost it.
  func writeBack() {
    _ = try? configurations.current()
    for host in all { _ = try? host.refresh(isUse: false) }
  }

  /// Begins with the default sandbox: from the store, or it is made there.
  func beginStandard() throws(StoreFailure) {
    guard let log = standard.log, let replica else { return }
    let store = replica.store
    if try !store.knows(Self.defaultID) {
      let chance: SandboxInput.Chance =
        options.seed.map { .seed($0) } ?? .key(replica.draw(32))
      let input = SandboxInput(
        kind: .made, at: store.now(),
        request: Request(method: .post, authority: "", target: "\(Control.root)/sandboxes"),
        chance: chance)
      // Another replica may be faster: then its entry counts.
      _ = try log.append([input])
    }
    try standard.contents.withLock { contents in
      Result { () throws(StoreFailure) in _ = try standard.catchUp(log, &contents) }
    }.get()
  }

  /// Writes a snapshot of each sandbox that was changed since its last one, for a while.
  func keepSnapshots() {
    guard let replica else { return }
    let end = MonotonicClock.nanoseconds() + Self.longestKeeping
    if !replica.store.mayLoseEntries {
      // No other server has the sandboxes that nobody has used since this one was started, perhaps after a crash.
      for id in (try? replica.store.sandboxes()) ?? [] where MonotonicClock.nanoseconds() < end {
        _ = try? lookUp(id, isUse: false)
      }
    }
    for host in all where MonotonicClock.nanoseconds() < end {
      guard let log = host.log else { continue }
      let turn = log.turn.acquire()
      let snapshot = host.contents.withLock {
        log.version > log.saved ? log.snapshot($0) : nil
      }
      turn.release()
      if let snapshot { replica.snapshots.write(snapshot, replica) }
    }
  }

  /// In nanoseconds: supervisors wait for ten seconds, as a rule.
  private static let longestKeeping: UInt64 = 5_000_000_000

  /// Ends a sandbox in the store, and here.
  func remove(
    _ sandboxHost: SandboxHost, _ why: String, at now: Int
  ) throws(StoreFailure) {
    try replica?.store.remove(sandboxHost.id, why: removal(of: sandboxHost.id, why, at: now))
    end(sandboxHost, why, at: now)
  }

  /// What happens to a sandbox in memory for which nobody has asked for a while.
  func releaseIdle(_ sandboxHost: SandboxHost, at now: Int) {
    guard let replica else { return }
    do throws(StoreFailure) {
      if try replica.store.knows(sandboxHost.id) {
        // Another replica may use it, and this one can read it again.
        registry.write { $0.sandboxHosts[sandboxHost.id] = nil }
        sandboxHost.close()
        memory?.note()
      } else {
        end(sandboxHost, "it was idle for a long time", at: now)
      }
    } catch {
      // It stays in memory until the store can be asked.
    }
  }
}

/// A sandbox as an operation of the control API makes it.
package struct MadeSandbox: Sendable {
  let sandbox: ServerState
  let switches: QuirkSwitches
  let label: String
  let seed: UInt64?
  let lifetime: Int?
}

extension SandboxHost {
  /// A sandbox whose log begins with an input.
  convenience init(
    _ made: MadeSandbox, id: String, _ input: SandboxInput, _ budget: JournalBudget,
    _ index: CredentialIndex, _ replica: Replica
  ) {
    var random = Entropy(seed: nil)
    if case .seed(let seed) = input.chance { random = Entropy(seed: seed) }
    var contents = Contents(sandbox: made.sandbox, random: random, used: input.at)
    contents.switches = made.switches
    contents.initialSwitches = made.switches
    self.init(
      id: id, label: made.label, created: input.at, lifetime: made.lifetime, contents: contents,
      budget: budget, index: index, log: SandboxLog(replica, id, lifetime: made.lifetime),
      maker: input.token, journalBytes: replica.journalQuota(of: input.token))
  }
}
