/// A change of one place in a source file. A switch turns the change on.
struct Mutant: Encodable {
  /// Eight hexadecimal digits. The id stays the same while the file's other lines change.
  var id: String
  var file: String
  var line: Int
  /// The last line that a compiler error about this mutant can name.
  var lastLine: Int
  var kind: Kind
  /// A description such as "`count < 3` is always true".
  var change: String
  /// The first line of the place, without its indentation.
  var source: String

  enum Kind: String, Encodable {
    case guardRemoved = "guard removed"
    case checkRemoved = "check removed"
    case callRemoved = "call removed"
    case clauseRemoved = "clause removed"
    case branchSkipped = "branch never taken"
    case branchForced = "branch always taken"
    case boundaryMoved = "boundary moved"
    case comparisonFlipped = "comparison flipped"
    case resultNegated = "result negated"
    case limitMoved = "limit moved"
  }
}

/// The ids of one file's mutants.
struct MutantIDs {
  private var counts: [String: Int] = [:]

  /// Returns the same id for the same place, whatever stands on the lines around it.
  mutating func next(_ parts: String...) -> String {
    let key = parts.joined(separator: "\u{0}")
    let count = counts[key, default: 0]
    counts[key] = count + 1
    // FNV-1a, 32 bits.
    var hash: UInt32 = 2_166_136_261
    for byte in "\(key)\u{0}\(count)".utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(max(hash, 1), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
