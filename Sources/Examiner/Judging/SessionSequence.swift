import Basics
import Crypto

/// Finds session cookies that an attacker can predict from earlier ones.
struct SessionSequence {
  /// What a browser sends after its sign-in.
  struct Cookies {
    let values: [(name: String, value: String)]
    /// Seconds since 1970.
    let signedInAt: Int
  }

  /// Two values can differ by a small step by chance; three show a pattern.
  static let least = 3

  private let seen: [Cookies]

  init(_ seen: [Cookies]) { self.seen = seen }

  /// The cookies that all browsers have, with a different value in each.
  var compared: [(name: String, values: [String])] {
    (seen.first?.values ?? []).compactMap { name, _ in
      let values = seen.compactMap { one in one.values.first { $0.name == name }?.value }
      return Set(values).count == seen.count ? (name, values) : nil
    }
  }

  /// What is wrong with a cookie, and with which; `nil` if all of them look random.
  var flaw: String? {
    for (name, values) in compared {
      let why = Self.progression(values) ?? times(values) ?? Self.digests(values)
      if let why { return "\(name) \(why)" }
    }
    return nil
  }

  /// Two sign-ins of others may lie between two of ours.
  private static let widestStep: UInt64 = 1000

  /// Values that differ in one number alone, which grows by the same step each time.
  private static func progression(_ values: [String]) -> String? {
    for radix in [10, 16] {
      let numbers = numbers(values, radix: radix)
      let pairs = zip(numbers, numbers.dropFirst())
      guard numbers.count == values.count, pairs.allSatisfy({ $0 < $1 }) else { continue }
      let steps = Set(pairs.map { $1 - $0 })
      guard let step = steps.first, steps.count == 1, step <= widestStep else { continue }
      let shown = numbers.prefix(least).map { String($0, radix: radix) }
      return "counts up (\(shown.joined(separator: ", ")))"
    }
    return nil
  }

  /// The numbers in which the values differ; empty unless all else in them is the same.
  private static func numbers(_ values: [String], radix: Int) -> [UInt64] {
    let texts = values.map { Array($0.utf8) }
    guard let first = texts.first else { return [] }
    func isDigit(_ byte: UInt8) -> Bool {
      Character(UnicodeScalar(byte)).hexDigitValue.map { $0 < radix } ?? false
    }
    let shortest = texts.map(\.count).min() ?? 0
    var front =
      (0..<shortest).first { place in texts.contains { $0[place] != first[place] } }
      ?? shortest
    let most = shortest - front
    let back =
      (0..<most).first { place in
        texts.contains { $0[$0.count - 1 - place] != first[first.count - 1 - place] }
      } ?? most
    // The digits in front of the first difference belong to the number.
    while front > 0, isDigit(first[front - 1]) { front -= 1 }
    var behind = back
    while behind > 0, isDigit(first[first.count - behind]) { behind -= 1 }
    return texts.compactMap { text in
      UInt64(String(decoding: text[front..<(text.count - behind)], as: UTF8.self), radix: radix)
    }
  }

  /// A clock may differ a little from ours.
  private static let nearby: UInt64 = 10

  private func times(_ values: [String]) -> String? {
    let isTime = zip(values, seen).allSatisfy { value, seen in
      guard let number = UInt64(value), let wanted = UInt64(exactly: seen.signedInAt) else {
        return false
      }
      return [1, 1000, 1_000_000, 1_000_000_000].contains { (unit: UInt64) in
        let time = number / unit
        return max(time, wanted) - min(time, wanted) <= Self.nearby
      }
    }
    return isTime ? "is the time of the sign-in" : nil
  }

  private static let mostCounted = 10_000

  /// The digests of small numbers, as an ID of a database row is one.
  private static func digests(_ values: [String]) -> String? {
    let wanted = Set(values.map { $0.lowercased() })
    guard wanted.allSatisfy({ [32, 40, 64].contains($0.utf8.count) }) else { return nil }
    var found: Set<String> = []
    for number in 0..<mostCounted {
      let bytes = Array(String(number).utf8)
      let digests = [
        Hexadecimal.encode(Array(Insecure.MD5.hash(data: bytes))),
        Hexadecimal.encode(Array(Insecure.SHA1.hash(data: bytes))),
        Hexadecimal.encode(Array(SHA256.hash(data: bytes))),
      ]
      found.formUnion(digests.filter(wanted.contains))
    }
    return found == wanted ? "is the digest of a small number" : nil
  }
}
