import AuthorizationServer
import Locking
import ProviderModel
import Synchronization

/// How sandboxes are made, and how they end.
extension Sandboxes {
  /// Makes a sandbox.
  /// - Parameters:
  ///   - wanted: its id; one is drawn where there is none.
  ///   - seed: what its codes and tokens are drawn from.
  ///   - lifetime: seconds without a request after which it goes.
  public func make(
    _ sandbox: Sandbox, id wanted: String? = nil, switches: QuirkSwitches, label: String,
    seed: UInt64?, lifetime: Int, at now: Int
  ) throws(MakingError) -> Cell {
    try made(sandbox, wanted, switches, label, seed, lifetime, now).get()
  }

  /// Why a sandbox was not made.
  public enum MakingError: Error {
    case idTaken
    /// There are as many as `Options.most` allows.
    case full
  }

  private func made(
    _ sandbox: Sandbox, _ wanted: String?, _ switches: QuirkSwitches, _ label: String,
    _ seed: UInt64?, _ lifetime: Int, _ now: Int
  ) -> Result<Cell, MakingError> {
    registry.write { registry in
      var id = wanted ?? ""
      if wanted == nil {
        let pattern = try? Pattern("[a-z0-9]{8}")
        repeat { id = pattern?.draw(using: &registry.random) ?? "" } while registry.cells[id] != nil
      }
      guard registry.cells[id] == nil else { return .failure(.idTaken) }
      // The default one is not counted.
      guard registry.cells.count <= options.most else { return .failure(.full) }
      // One that ended may begin again.
      if registry.gone.removeValue(forKey: id) != nil { registry.goneOrder.removeAll { $0 == id } }
      // A seeded server gives each sandbox codes of its own: they find their sandbox.
      let own = seed ?? options.seed.map { _ in registry.random.next() }
      var contents = Cell.Contents(sandbox: sandbox, random: Entropy(seed: own), used: now)
      contents.switches = switches
      contents.initialSwitches = switches
      let cell = Cell(
        id: id, label: label, created: now, lifetime: lifetime, contents: contents,
        budget: journalBytes, index: index)
      registry.cells[id] = cell
      return .success(cell)
    }
  }

  /// Ends sandboxes that nobody has asked for a while.
  public func reap(_ now: Int) {
    // Once a second is often enough, and one thread is enough for it.
    let last = reaped.load(ordering: .relaxed)
    guard last != now,
      reaped.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    else { return }
    for cell in all {
      guard let lifetime = cell.lifetime, cell.lastUsed + lifetime < now else { continue }
      end(cell, "it was idle for more than \(lifetime) s", at: now)
    }
  }

  public func end(_ cell: Cell, _ why: String, at now: Int) {
    registry.write { registry in
      guard registry.cells.removeValue(forKey: cell.id) != nil else { return }
      // A dictionary keeps the room that it had.
      if registry.cells.count == 1 { registry.cells = [Self.defaultID: standard] }
      registry.gone[cell.id] = "The sandbox \"\(cell.id)\" ended at \(Dates.text(now)): \(why).\n"
      registry.goneOrder.append(cell.id)
      if registry.goneOrder.count > 1_000 {
        registry.gone[registry.goneOrder.removeFirst()] = nil
      }
    }
    cell.close()
    memory?.note()
  }

  /// A sandbox as it was when it was made.
  public func reset(_ cell: Cell, at now: Int) {
    cell.reset(at: now)
    memory?.note()
  }
}
