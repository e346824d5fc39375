/// ISO 8601 durations of days, hours, minutes and seconds: `P1D`, `PT1H30M`, `PT0.5S`.
package enum Duration8601 {
  /// In milliseconds; `nil` for other texts and for durations that are too long.
  package static func milliseconds(_ text: String) -> Int? {
    guard text.hasPrefix("P") else { return nil }
    var rest = text.dropFirst()
    var inTime = false
    var total = 0.0
    var units: [Character: Double] = ["D": 86_400_000]
    guard !rest.isEmpty else { return nil }
    while let character = rest.first {
      if character == "T" {
        guard !inTime else { return nil }
        inTime = true
        units = ["H": 3_600_000, "M": 60_000, "S": 1_000]
        rest = rest.dropFirst()
        guard !rest.isEmpty else { return nil }
        continue
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), let unit = rest.first, let size = units[unit] else {
        return nil
      }
      // Each unit at most once.
      units[unit] = nil
      total += number * size
      rest = rest.dropFirst()
    }
    return total < 1e14 ? Int(total.rounded()) : nil
  }

  /// `; write PT3S`, for a text such as `3s` that is meant to be a duration.
  package static func hint(for text: String?) -> String {
    guard let text, let unit = text.firstIndex(where: { !$0.isNumber && $0 != "." }),
      let number = Double(text[..<unit]),
      let size = [
        "ms": 1, "s": 1_000, "sec": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000,
        "d": 86_400_000,
      ][text[unit...].lowercased()]
    else { return "" }
    let milliseconds = number * Double(size)
    guard milliseconds < 1e14 else { return "" }
    let whole = milliseconds.truncatingRemainder(dividingBy: 1_000) == 0
    let written =
      whole ? Self.text(seconds: Int(milliseconds / 1_000)) : "PT\(milliseconds / 1_000)S"
    return "; write \(written)"
  }

  /// `PT1H30M`, from seconds.
  package static func text(seconds: Int) -> String {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (hours, minutes, left) = (rest / 3_600, rest % 3_600 / 60, rest % 60)
    var time = ""
    if hours > 0 { time += "\(hours)H" }
    if minutes > 0 { time += "\(minutes)M" }
    if left > 0 || (days == 0 && time.isEmpty) { time += "\(left)S" }
    return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T" + time)
  }
}
