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
