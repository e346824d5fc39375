/// What a client accepts (RFC 9110 §12.5.1).
struct Acceptance {
  private let ranges: [(type: String, weight: Double)]

  /// - Parameter header: the `Accept` header; empty if it is absent.
  init(_ header: String) {
    ranges = header.split(separator: ",").map { range in
      let parts = range.split(separator: ";").map(\.trimmed)
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      return (parts.first?.lowercased() ?? "", weight ?? 1)
    }
  }

  /// The shape that the client likes best; the first one where it likes none of them, or all in the same way.
  func best(of list: [(type: String, shape: Int)]) -> Int? {
    let liked = ranges.enumerated().filter { $0.element.weight > 0 }.sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    for range in liked {
      if let match = list.first(where: { Self.fits($0.type, range.element.type) }) {
        return match.shape
      }
    }
    return list.first?.shape
  }

  /// Whether a media type is in a range, such as `text/*`.
  private static func fits(_ type: String, _ range: String) -> Bool {
    type.lowercased() == range || range == "*/*"
      || (range.hasSuffix("/*") && type.lowercased().hasPrefix(range.dropLast()))
  }
}
