import Basics
import Engine
import ProviderModel

/// How a sandbox takes up what its log has.
extension SandboxHost {
  /// Decides again as an entry says.
  func replay(
    _ input: SandboxInput, _ log: SandboxLog, _ contents: inout Contents
  ) throws {
    switch input.kind {
    case .made:
      guard log.version == 0 else { throw Problem(500, "The sandbox was created twice.", "") }
      if case .seed = input.chance { contents.random = input.chance.entropy }
    case .request:
      if RepeatedRequests.mayComeAgain(input, at: log.now()) {
        log.repeats.note(input, before: contents.sandbox)
      }
      let reading = contents.sandbox.site.read(input.request, under: prefix)
      var random = input.chance.entropy
      let decision = contents.sandbox.decide(
        reading, with: input.documents, at: contents.clock.instants(input.at), using: &random)
      let (outcome, issued) = decision.fingerprint
      guard outcome == input.outcome, issued == input.issued else {
        throw Difference(there: input.outcome, here: outcome)
      }
      contents.goOn(with: random)
      list(decision, contents)
    case .control:
      let outbox = Outbox()
      let draft = draft(contents, input)
      _ = try log.replica.control?(input, draft, outbox).get()
      take(draft, &contents)
    }
  }

  /// Returns to what the sandbox was before the first entry of its log.
  func startOver(_ contents: inout Contents) {
    exchangeLedger(&contents) { $0.startOver() }
  }

  /// Goes on from a snapshot.
  func restore(
    _ snapshot: String, _ log: SandboxLog, _ contents: inout Contents
  ) throws {
    var read = try Unpacker.unpack(
      snapshot, as: Contents.self, with: log.replica.reading?())
    (read.used, read.isClosed) = (max(read.used, contents.used), contents.isClosed)
    if read.random.position == nil { read.random = contents.random }
    exchangeLedger(&contents) { $0 = read }
  }
}

/// A replay has come to something else than the entry says: another version, other providers or other options decided it.
struct Difference: Error, CustomStringConvertible {
  let there: String
  let here: String

  var description: String {
    there == here
      ? "it was decided with other codes and tokens"
      : "it was decided as \"\(there)\", and would be decided as \"\(here)\" here"
  }
}
