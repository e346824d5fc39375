import JSON

/// One thing that is wrong (or doubtful) in a fixture: where, what was expected, what was found.
public struct Finding: Sendable, Equatable, Comparable, CustomStringConvertible {
  public enum Severity: String, Sendable { case error, warning }

  public var severity: Severity
  public var origin: Origin?
  /// RFC 6901, from the root of the file.
  public var pointer: String
  public var sentence: String

  public init(
    _ severity: Severity = .error, at origin: Origin?, _ pointer: String, _ sentence: String
  ) {
    self.severity = severity
    self.origin = origin
    self.pointer = pointer
    self.sentence = sentence
  }

  /// `file:line:column: error: sentence (at /pointer)`: the form that editors jump to.
  public var description: String {
    let place = origin.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let at = pointer.isEmpty ? "" : " (at \(pointer))"
    return "\(place)\(severity.rawValue): \(sentence)\(at)"
  }

  public static func < (a: Finding, b: Finding) -> Bool {
    let left = (a.origin?.line ?? 0, a.origin?.column ?? 0)
    let right = (b.origin?.line ?? 0, b.origin?.column ?? 0)
    return left == right ? a.sentence < b.sentence : left < right
  }
}

/// The findings of a fixture that cannot be used.
public struct FixtureError: Error, Sendable, CustomStringConvertible {
  public var findings: [Finding]
  /// What is wrong with a wish, where no file is to blame.
  public let sentence: String?

  public init(_ findings: [Finding]) {
    self.findings = findings
    sentence = nil
  }
  public init(saying sentence: String) {
    findings = []
    self.sentence = sentence
  }
  public var description: String {
    sentence ?? findings.map(\.description).joined(separator: "\n")
  }
}

/// "did you mean": the nearest of the names that would have been right.
public enum Suggestion {
  public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3)
    return names.map { ($0, distance(name.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= limit }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// `; did you mean "x"?`, or the whole list where nothing is near and the list is short.
  public static func hint(for name: String, among names: some Collection<String>) -> String {
    if let near = nearest(to: name, among: names) { return "; did you mean \"\(near)\"?" }
    guard !names.isEmpty, names.count <= 16 else { return "" }
    return "; known here: \(names.sorted().joined(separator: ", "))"
  }

  /// Edit distance that counts a swap of neighbours as one step, on names of bounded length.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.unicodeScalars.prefix(64))
    let b = Array(b.unicodeScalars.prefix(64))
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        row[j + 1] = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], before[j - 1] + 1)
        }
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
