import Basics
import Engine
import ProviderModel
import Synchronization

/// How sandboxes are made, and how they end.
extension Sandboxes {
  /// Makes a sandbox.
  /// - Parameters:
  ///   - wanted: the id; `nil` draws one.
  ///   - seed: what its codes and tokens are drawn from.
  ///   - lifetime: seconds without a request after which it goes.
  package func make(
    _ sandbox: ServerState, id wanted: String? = nil, switches: QuirkSwitches, label: String,
    seed: UInt64?, lifetime: Int, at now: Int
  ) throws(MakingError) -> SandboxHost {
    try made(sandbox, wanted, switches, label, seed, lifetime, now).get()
  }

  /// Makes a sandbox that an operation of the control API orders.
  func make(
    _ order: MadeSandbox, id: String?, by token: ControlToken?, at now: Int
  ) -> Result<SandboxHost, MakingError> {
    made(
      order.sandbox, id, order.switches, order.label, order.seed, order.lifetime, now, by: token)
  }

  /// Why a sandbox was not made.
  package enum MakingError: Error {
    case idTaken
    /// There are as many as `Options.most` allows.
    case full
  }

  private func made(
    _ sandbox: ServerState, _ wanted: String?, _ switches: QuirkSwitches, _ label: String,
    _ seed: UInt64?, _ lifetime: Int?, _ now: Int, by token: ControlToken? = nil
  ) -> Result<SandboxHost, MakingError> {
    registry.write { registry in
      var id = wanted ?? ""
      if wanted == nil {
        let pattern = try? Pattern("[a-z0-9]{8}")
        repeat {
          id = pattern?.draw(using: &registry.random) ?? ""
        } while registry.sandboxHosts[id] != nil
      }
      guard registry.sandboxHosts[id] == nil else { return .failure(.idTaken) }
      // The default one is not counted.
      guard registry.sandboxHosts.count <= options.most else { return .failure(.full) }
      // One that ended may begin again.
      if registry.gone.removeValue(forKey: id) != nil { registry.goneOrder.removeAll { $0 == id } }
      // A seeded server gives each sandbox codes of its own: they find their sandbox.
      let own = seed ?? options.seed.map { _ in registry.random.next() }
      var contents = SandboxHost.Contents(sandbox: sandbox, random: Entropy(seed: own), used: now)
      contents.switches = switches
      contents.initialSwitches = switches
      let sandboxHost = SandboxHost(
        id: id, label: label, created: now, lifetime: lifetime, contents: contents,
        budget: journalBytes, index: index, maker: token?.name ?? "",
        journalBytes: token?.quotas[.journal])
      registry.sandboxHosts[id] = sandboxHost
      return .success(sandboxHost)
    }
  }

  /// Ends sandboxes that nobody has asked for a while.
  package func reap(_ now: Int) {
    // Once a second is often enough, and one thread is enough for it.
    let last = reaped.load(ordering: .relaxed)
    guard last != now,
      reaped.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    else { return }
    for sandboxHost in all {
      guard let lifetime = sandboxHost.lifetime, sandboxHost.lastUsed + lifetime < now else {
        continue
      }
      if replica == nil {
        end(sandboxHost, "it was idle for more than \(lifetime) s", at: now)
      } else {
        releaseIdle(sandboxHost, at: now)
      }
    }
  }

  package func end(_ sandboxHost: SandboxHost, _ why: String, at now: Int) {
    registry.write { registry in
      guard registry.sandboxHosts.removeValue(forKey: sandboxHost.id) != nil else { return }
      // A dictionary keeps the room that it had.
      if registry.sandboxHosts.count == 1 { registry.sandboxHosts = [Self.defaultID: standard] }
      registry.gone[sandboxHost.id] = removal(of: sandboxHost.id, why, at: now)
      registry.goneOrder.append(sandboxHost.id)
      if registry.goneOrder.count > 1_000 {
        registry.gone[registry.goneOrder.removeFirst()] = nil
      }
    }
    sandboxHost.close()
    memory?.note()
  }

  func removal(of id: String, _ why: String, at now: Int) -> String {
    "The sandbox \"\(id)\" ended at \(Dates.text(now)): \(why)."
  }

  /// A sandbox as it was when it was made.
  package func reset(_ sandboxHost: SandboxHost, at now: Int) {
    sandboxHost.reset(at: now)
    memory?.note()
  }
}
