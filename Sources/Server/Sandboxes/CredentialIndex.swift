import Basics
import Engine
import Synchronization

/// Which sandboxes know a code or token.
///
/// A client whose addresses are fixed names no sandbox, and is found by what it presents. Asking each sandbox would take
/// longer the more there are. The default sandbox's credentials are not listed.
final class CredentialIndex: Sendable {
  /// Mostly one: seeds may repeat what they draw.
  private struct Owners: Sendable {
    var first: SandboxHost
    var others: [SandboxHost] = []
  }

  /// Requests to different sandboxes seldom meet at one.
  private let shards = (0..<32).map { _ in Lock<[LedgerKey: Owners]>([:]) }

  private let size = Atomic(0)

  private func shard(_ key: LedgerKey) -> Lock<[LedgerKey: Owners]> {
    shards[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % 32)]
  }

  func add(_ keys: some Sequence<LedgerKey>, of sandboxHost: SandboxHost) {
    for key in keys {
      shard(key).withLock { owners in
        guard let known = owners[key] else {
          owners[key] = Owners(first: sandboxHost)
          size.add(1, ordering: .relaxed)
          return
        }
        guard known.first !== sandboxHost, !known.others.contains(where: { $0 === sandboxHost })
        else { return }
        owners[key]?.others.append(sandboxHost)
      }
    }
  }

  func remove(_ keys: some Sequence<LedgerKey>, of sandboxHost: SandboxHost) {
    for key in keys {
      shard(key).withLock { owners in
        guard var known = owners[key] else { return }
        known.others.removeAll { $0 === sandboxHost }
        if known.first === sandboxHost {
          guard let next = known.others.popLast() else {
            owners[key] = nil
            size.subtract(1, ordering: .relaxed)
            // An empty dictionary keeps the room that it had.
            if owners.isEmpty { owners = [:] }
            return
          }
          known.first = next
        }
        owners[key] = known
      }
    }
  }

  func removeAll() {
    for shard in shards { shard.withLock { $0 = [:] } }
    size.store(0, ordering: .relaxed)
  }

  func sandboxHosts(_ key: LedgerKey) -> [SandboxHost] {
    shard(key).withLock { $0[key].map { [$0.first] + $0.others } ?? [] }
  }

  /// How many codes and tokens are listed.
  var count: Int { size.load(ordering: .relaxed) }
  var isEmpty: Bool { count == 0 }
}
