import HTTPTypes
import Synchronization

/// One HTTP response, whole and in memory.
package struct Answer: Sendable, Equatable {
  package var status: HTTPResponse.Status
  package var headers: Headers
  package var body: [UInt8]
  package var delivery: Delivery
  /// Learns how far the answer has come; nil without an observer. It does not count when answers are compared.
  package var observer: (any DeliveryObserver)?

  package init(
    status: HTTPResponse.Status, headers: Headers = [:], body: [UInt8] = [],
    delivery: Delivery = .atOnce
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }

  package static func == (one: Answer, other: Answer) -> Bool {
    one.status == other.status && one.headers == other.headers && one.body == other.body
      && one.delivery == other.delivery
  }
}

/// How far an answer has come.
///
/// An exchange ends as `sent` or `broken`, once. After `sent` may come `read` or `broken`, once: when the client sends its
/// next request, or when its connection ends (on Linux). Neither comes if the server closes the connection itself, as it
/// does if the client asks for it (`Connection: close`).
package enum DeliveryStatus: UInt8, Sendable, AtomicRepresentable {
  /// The exchange has not ended yet, or nobody observes it.
  case unknown
  /// It did not arrive whole: the client had left, or the connection was made to break. After `sent`: the client left
  /// without reading it.
  case broken
  /// All of it was handed to a connection that was still open. The client may not have read it yet.
  case sent
  /// The client has it: it sent its next request on the same connection, or closed the connection with nothing unread.
  case read
}

/// Learns how far an answer has come.
package protocol DeliveryObserver: AnyObject, Sendable {
  /// Called on the server's threads, in the order in which the states come. It must return at once.
  func delivery(is status: DeliveryStatus)
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
