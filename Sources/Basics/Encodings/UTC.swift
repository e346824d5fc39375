/// An instant as calendar and clock show it in UTC: what answers, logs and the control API write dates from.
package struct UTC: Sendable, Equatable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// The last second of the year 9999.
  package static let last = 253_402_300_799

  /// - Parameter seconds: since 1970.
  package init(seconds: Int) {
    // Days are counted in eras of 400 years that begin in March: so the leap day stands at the end of each year.
    let time = ((seconds % 86_400) + 86_400) % 86_400
    let days = (seconds - time) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = time / 3_600
    minute = time / 60 % 60
    second = time % 60
  }

  /// RFC 3339 without its zone: `2017-12-06T20:36:51`, or with another mark between date and time.
  package func text(between mark: String = "T") -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    func add(_ number: Int, digits: Int = 2, after mark: String) {
      bytes += mark.utf8
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      let text = String(number.magnitude).utf8
      for _ in 0..<max(0, digits - text.count) { bytes.append(UInt8(ascii: "0")) }
      bytes += text
    }
    add(year, digits: 4, after: "")
    add(month, after: "-")
    add(day, after: "-")
    add(hour, after: mark)
    add(minute, after: ":")
    add(second, after: ":")
    return String(decoding: bytes, as: UTF8.self)
  }
}
