import Basics

/// Instants on the wire of the control API: RFC 3339 in UTC, whole seconds.
package enum Dates {
  /// The end of the year 9999: what every format of an answer can hold.
  package static let last = 253_402_300_799

  package static func text(_ seconds: Int) -> String { UTC(seconds: seconds).text() + "Z" }

  /// Seconds from 1970 to 9999, of an instant that the calendar has; a fraction is dropped.
  ///
  /// Foundation takes the 30th of February for the 2nd of March.
  package static func seconds(_ text: String) -> Int? {
    var rest = text.utf8[...]
    guard let year = number(4, &rest), take("-", &rest), let month = number(2, &rest),
      take("-", &rest), let day = number(2, &rest), take("Tt", &rest), let hour = number(2, &rest),
      take(":", &rest), let minute = number(2, &rest), take(":", &rest),
      let second = number(2, &rest), (1...12).contains(month),
      (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60,
      isFraction(&rest), let offset = offset(&rest), rest.isEmpty
    else { return nil }
    let seconds =
      ((daysBefore(year) + daysBefore(month, of: year) + day - 1) * 24 + hour) * 3_600
      + minute * 60 + second - offset
    return (0...last).contains(seconds) ? seconds : nil
  }

  // MARK: The text (RFC 3339 §5.6)

  private static func take(_ any: String, _ rest: inout Substring.UTF8View) -> Bool {
    guard let first = rest.first, any.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func number(_ digits: Int, _ rest: inout Substring.UTF8View) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isFraction(_ rest: inout Substring.UTF8View) -> Bool {
    guard take(".", &rest) else { return true }
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }

  /// Seconds east of Greenwich.
  private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
    if take("Zz", &rest) { return 0 }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard take("+-", &rest), let hours = number(2, &rest), take(":", &rest),
      let minutes = number(2, &rest), hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  // MARK: The calendar

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysBefore(_ month: Int, of year: Int) -> Int {
    (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
  }

  /// Days from 1970 to the start of a year; negative before.
  private static func daysBefore(_ year: Int) -> Int {
    func leaps(_ year: Int) -> Int { year / 4 - year / 100 + year / 400 }
    return (year - 1_970) * 365 + leaps(year - 1) - leaps(1_969)
  }
}
