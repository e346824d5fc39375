import Basics

/// A number of requests in each window of time.
package struct RateLimit: Sendable, Equatable {
  package var most = 1
  package var seconds = 1

  package init(most: Int, seconds: Int) {
    self.most = most
    self.seconds = seconds
  }
}

extension RateLimit: ProviderPart {
  init() {}

  static let declaration: Declaration = .init(
    "rate", "A number of requests in each window of time.",
    [
      .whole(
        "most", \.most, in: Bounds.most, "The number of requests in a window.", example: "5000"),
      .whole(
        "seconds", \.seconds, in: 1...Bounds.century, "The length of a window, in seconds.",
        example: "3600"),
    ])
}

extension FixtureReader {
  /// One limit, or a list of limits with different windows.
  mutating func rates(_ name: String, _ vocabulary: Vocabulary) -> [RateLimit] {
    guard let value = member(name) else { return [] }
    let pointer = at(name)
    guard let list = value.arrayValue else {
      return [RateLimit.declaration.read(value, pointer, findings, vocabulary)]
    }
    if list.isEmpty { findings.error(value, pointer, "expected a limit, found an empty array") }
    var rates: [RateLimit] = []
    for (index, element) in list.enumerated() {
      let place = "\(pointer)/\(index)"
      let rate = RateLimit.declaration.read(element, place, findings, vocabulary)
      if rates.contains(where: { $0.seconds == rate.seconds }) {
        findings.error(
          element, place,
          "another limit has a window of \(rate.seconds) s, too; keep the smaller one")
      }
      rates.append(rate)
    }
    return rates
  }
}
