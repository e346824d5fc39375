import FoundationEssentials

/// Instants on the wire of the control API: RFC 3339 in UTC, whole seconds.
enum Dates {
  static func text(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  static func seconds(_ text: String) -> Int? {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    let seconds = date.timeIntervalSince1970
    // Years 1970 to 9999: what every format of an answer can hold.
    return (0...253_402_300_799).contains(seconds) ? Int(seconds) : nil
  }
}
