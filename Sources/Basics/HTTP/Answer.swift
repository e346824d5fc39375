import HTTPTypes

/// One HTTP response, whole and in memory.
package struct Answer: Sendable, Equatable {
  package var status: HTTPResponse.Status
  package var headers: Headers
  package var body: [UInt8]
  package var delivery: Delivery

  package init(
    status: HTTPResponse.Status, headers: Headers = [:], body: [UInt8] = [],
    delivery: Delivery = .atOnce
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }
}

/// How an answer is sent to the client: immediately and whole, or with a fault.
package struct Delivery: Sendable, Equatable {
  /// How the response ends.
  package enum Ending: Sendable, Equatable {
    case whole
    /// Announces the full Content-Length, sends only the first bytes of the body, and closes the connection.
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
  /// The answer to a HEAD request. The transport announces the body's length and omits the body.
  package var withoutBody: Answer {
    var answer = self
    answer.body = []
    return answer
  }

  /// The part of the answer that reaches the client. The status is 0 if nothing does.
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
