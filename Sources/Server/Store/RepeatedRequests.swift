import Basics
import Engine

/// Requests that other servers have decided, and that a balancer may send once more.
///
/// A balancer that gets no answer sends a request to another server. The first one may have appended it to the log before it
/// died. Then the second one gives the answer of the first, and does not take the request for one that came twice: so a
/// client whose code was redeemed gets its tokens.
struct RepeatedRequests {
  private struct Known {
    let input: SandboxInput
    /// The sandbox before it was decided.
    let before: ServerState
  }
  private var known: [Known] = []

  /// No balancer waits longer before it sends a request again, in seconds.
  private static let longest = 60
  private static let most = 32

  /// Whether it may come again: a balancer has given it an ID, and it is not long ago.
  static func mayComeAgain(_ input: SandboxInput, at now: Int) -> Bool {
    input.at + longest >= now && input.request.headers.contains(.understudyRequest)
  }

  mutating func note(_ input: SandboxInput, before: ServerState) {
    // What is too old holds memory and can't come again.
    known.removeAll { $0.input.at + Self.longest < input.at }
    known.append(Known(input: input, before: before))
    if known.count > Self.most { known.removeFirst() }
  }

  /// Decides again on a request that was decided a short while before, if it is the same to the last byte.
  func decide(
    _ request: Request, under prefix: String, _ clock: Clock, at now: Int
  ) -> (decision: Decision, instants: Instants)? {
    guard !known.isEmpty, request.headers.contains(.understudyRequest),
      let found = known.last(where: { $0.input.request == request }),
      Self.mayComeAgain(found.input, at: now)
    else { return nil }
    var sandbox = found.before
    var random = found.input.chance.entropy
    let instants = clock.instants(found.input.at)
    let decision = sandbox.decide(
      sandbox.site.read(found.input.request, under: prefix), with: found.input.documents,
      at: instants, using: &random)
    return (decision, instants)
  }
}
