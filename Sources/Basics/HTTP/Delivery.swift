/// How an answer is brought to the client: at once and whole, or as a fault would have it.
package struct Delivery: Sendable, Equatable {
  /// What the connection sees at the end.
  package enum Ending: Sendable, Equatable {
    case whole
    /// The full Content-Length is announced and so many bytes of the body are sent; then the connection is closed.
    case truncated(after: Int)
    /// TCP RST, and nothing sent.
    case reset
    /// Closed without an answer.
    case closed
  }

  package struct Drip: Sendable, Equatable {
    /// Bytes in a piece, at least 1.
    package var bytes: Int
    /// Milliseconds between pieces.
    package var every: Int
    package init(bytes: Int, every: Int) {
      self.bytes = bytes
      self.every = every
    }
  }

  /// Milliseconds before the first byte.
  package var delay: Int
  package var drip: Drip?
  package var ending: Ending

  package init(delay: Int = 0, drip: Drip? = nil, ending: Ending = .whole) {
    self.delay = delay
    self.drip = drip
    self.ending = ending
  }

  package static let atOnce = Delivery()
}

extension Answer {
  /// The answer to a HEAD as it is carried: whoever sends it says how long the body would be, and leaves it out.
  package var withoutBody: Answer {
    var answer = self
    answer.body = []
    return answer
  }

  /// What a client sees of it. The status is 0 where it sees none.
  package var asDelivered: Answer {
    switch delivery.ending {
    case .whole: return self
    case .truncated(let count):
      var answer = self
      answer.body = Array(body.prefix(count))
      return answer
    case .reset, .closed:
      return Answer(status: .init(code: 0), delivery: delivery)
    }
  }
}
