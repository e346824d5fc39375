import Basics

/// A date as a fixture writes it: `%a, %d %b %Y %H:%M:%S GMT`. Letters are those of `strftime`, names are English.
struct DateFormat: Sendable {
  private enum Part: Sendable {
    case text(String)
    case field(Field)
    /// Without a leading zero.
    case bare(Field)
  }
  private enum Field: Character, Sendable, CaseIterable {
    case year = "Y"
    case shortYear = "y"
    case month = "m"
    case monthName = "B"
    case shortMonthName = "b"
    case day = "d"
    case weekday = "A"
    case shortWeekday = "a"
    case hour = "H"
    case hourOfTwelve = "I"
    case half = "p"
    case minute = "M"
    case second = "S"
  }
  private var parts: [Part] = []

  /// The letters, as the reference explains them.
  static let reference = """
    `%Y` 2017, `%y` 17, `%m` 12, `%B` December, `%b` Dec, `%d` 06, `%A` Wednesday, `%a` Wed, `%H` 20, `%I` 08, `%p` PM, \
    `%M` 36, `%S` 51, `%%` a percent sign; `%-d` has no leading zero
    """

  init(_ source: String) throws(TemplateSyntax.Problem) {
    var rest = source[...]
    while let percent = rest.firstIndex(of: "%") {
      if percent > rest.startIndex { parts.append(.text(String(rest[..<percent]))) }
      rest = rest[percent...].dropFirst()
      let isBare = rest.first == "-"
      if isBare { rest = rest.dropFirst() }
      let letter = rest.popFirst()
      if letter == "%", !isBare {
        parts.append(.text("%"))
      } else if let field = letter.flatMap({ Field(rawValue: $0) }) {
        parts.append(isBare ? .bare(field) : .field(field))
      } else {
        let known = Field.allCases.map { "%\($0.rawValue)" }.joined(separator: ", ")
        throw TemplateSyntax.Problem(
          sentence: "expected one of \(known), %% in the format of a date, found "
            + "\"%\(isBare ? "-" : "")\(letter.map(String.init) ?? "")\"")
      }
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
  }

  func text(_ seconds: Int) -> String {
    let time = UTC(seconds: seconds)
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): Self.text(field, time, seconds)
      case .bare(let field):
        String(Self.text(field, time, seconds).drop { $0 == "0" }).orZero
      }
    }.joined()
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static func text(_ field: Field, _ time: UTC, _ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    // The first of January 1970 was a Thursday.
    func weekday() -> String {
      weekdays[((seconds.quotientDown(86_400) + 4) % 7 + 7) % 7]
    }
    func month() -> String { months.indices.contains(time.month - 1) ? months[time.month - 1] : "" }
    return switch field {
    case .year: String(time.year)
    case .shortYear: two((time.year % 100 + 100) % 100)
    case .month: two(time.month)
    case .monthName: month()
    case .shortMonthName: String(month().prefix(3))
    case .day: two(time.day)
    case .weekday: weekday()
    case .shortWeekday: String(weekday().prefix(3))
    case .hour: two(time.hour)
    case .hourOfTwelve: two(time.hour % 12 == 0 ? 12 : time.hour % 12)
    case .half: time.hour < 12 ? "AM" : "PM"
    case .minute: two(time.minute)
    case .second: two(time.second)
    }
  }
}

extension String {
  fileprivate var orZero: String { isEmpty ? "0" : self }
}

extension Int {
  /// The quotient, rounded down; 0 for a divisor of 0.
  func quotientDown(_ divisor: Int) -> Int {
    guard divisor != 0 else { return 0 }
    let (quotient, overflow) = dividedReportingOverflow(by: divisor)
    guard !overflow else { return 0 }
    return self % divisor != 0 && (self < 0) != (divisor < 0) ? quotient - 1 : quotient
  }
}
