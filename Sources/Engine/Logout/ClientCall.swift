import Basics
import HTTPTypes

/// A request that the server sends to a client, or to another receiver, once something has been decided.
package struct ClientCall: Sendable {
  package let address: String
  package let type: String
  package let body: [UInt8]
  /// The fields `Accept` and `Authorization`; `nil` for none.
  package let accepts: String?
  package let authorization: String?
  /// For the journal: what the request is about.
  package let log: LogEntry

  init(
    to address: String, type: String, _ body: [UInt8], _ log: LogEntry,
    accepting accepts: String? = nil,
    authorization: String? = nil
  ) {
    self.address = address
    self.type = type
    self.body = body
    self.accepts = accepts
    self.authorization = authorization
    var log = log
    log.method = "POST"
    log.path = RequestTarget(address).path
    self.log = log
  }

  package var headers: Headers {
    var headers: Headers = [.contentType: type]
    if let accepts { headers.append(.accept, accepts) }
    if let authorization { headers.append(.authorization, "Bearer \(authorization)") }
    return headers
  }

  /// The largest number of requests that one decision or one command sends.
  package static let most = 256
}
