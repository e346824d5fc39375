import HTTPMessages

/// A request and its answer with their secrets hidden, cut to what is kept.
struct ShownExchange: Sendable {
  let request: Request
  let answer: Answer
  /// What was hidden, as it stood there.
  let secrets: [[UInt8]]
}
