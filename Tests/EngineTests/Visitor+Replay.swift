import Basics
import ProviderModel
import Testing

@testable import Engine
@testable import Server

extension Visitor {
  /// A request as the log of a sandbox has it.
  func input(_ request: Request, _ documents: FetchedDocuments) -> SandboxInput {
    SandboxInput(
      kind: .request, at: now, request: request, documents: documents,
      chance: .seed(random.position ?? 0))
  }

  /// Goes on from the state to which a store's entry leads, as a snapshot has it: so every story tells whether a replay and a
  /// snapshot come to the same.
  func replay(_ input: SandboxInput, on before: ServerState, as made: Decision) {
    guard sandbox.hasChanged else { return }
    let written = StoredEntry(version: 1, SandboxInput.fields(of: [input]), after: "")
    let stored = Array(written.json.utf8)
    guard let entry = StoredEntry(version: 1, json: stored), entry.isWhole,
      let read = SandboxInput.inputs(of: entry)?.first
    else {
      Issue.record("the log's entry of \(input.request.target) can't be read")
      return
    }
    var (replayed, chance) = (before, read.chance.entropy)
    let again = replayed.decide(
      replayed.site.read(read.request), with: read.documents, at: Instants(read.at),
      using: &chance)
    #expect(again.log.outcome.text == made.log.outcome.text)
    #expect(again.issued == made.issued)
    #expect(chance.position == random.position)
    sandbox = replayed
    do { sandbox = try restored() } catch { Issue.record("a snapshot can't be read: \(error)") }
  }

  /// The sandbox as another server reads it from a snapshot.
  func restored() throws -> ServerState {
    let context = SnapshotContext(sandbox) { _, _ in nil }
    let text = try Packer.pack(sandbox, with: context)
    let read = try Unpacker.unpack(text, as: ServerState.self, with: context)
    #expect(try Packer.pack(read, with: context).utf8.count == text.utf8.count)
    return read
  }
}
