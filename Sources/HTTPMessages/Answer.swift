import HTTPTypes

/// One HTTP response, whole and in memory.
public struct Answer: Sendable, Equatable {
  public var status: HTTPResponse.Status
  public var headers: Headers
  public var body: [UInt8]
  public var delivery: Delivery

  public init(
    status: HTTPResponse.Status, headers: Headers = [:], body: [UInt8] = [],
    delivery: Delivery = .atOnce
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }
}
