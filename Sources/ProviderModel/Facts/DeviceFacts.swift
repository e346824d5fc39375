/// The request of a device, for its response and for the page where a person types its user code (RFC 8628).
package struct DeviceFacts: Sendable {
  /// As the device shows it.
  package let userCode: String
  /// Seconds between two polls.
  package let interval: Int

  package init(userCode: String, interval: Int) {
    self.userCode = userCode
    self.interval = interval
  }
}
