import Basics

/// A request and its answer with their secrets hidden, cut to what is kept.
struct ShownExchange: Sendable {
  let request: Request
  let answer: Answer
}
