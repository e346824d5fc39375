internal import Basics
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// All lines of the process, by number.
///
/// Foundation makes a `URLProtocol` of a class and tells it of a request, but not of the session. So each configuration has
/// a class of its own. Classes can't be written at run time, but generic ones can be asked for: the number of the line is
/// spelt as a type, bit by bit, and the class is that of this type.
final class Switchboard: Sendable {
  static let shared = Switchboard()
  private let lines = Lock<[Line]>([])

  subscript(number: Int) -> Line? {
    lines.withLock { $0.indices.contains(number) ? $0[number] : nil }
  }

  /// The class that answers for a new line.
  func connect(_ line: Line) -> AnyClass {
    let number = lines.withLock { lines in
      lines.append(line)
      return lines.count - 1
    }
    return Self.spelt(number, Zero.self)
  }

  /// From the lowest bit on: what comes first ends up innermost.
  private static func spelt<Lower: Bits>(_ rest: Int, _ lower: Lower.Type) -> AnyClass {
    if rest == 0 { return SandboxURLProtocol<Lower>.self }
    return rest % 2 == 0 ? spelt(rest / 2, Even<Lower>.self) : spelt(rest / 2, Odd<Lower>.self)
  }
}

/// A number as a type.
protocol Bits {
  /// What it counts, and how much the next bit counts.
  static var sum: (value: Int, next: Int) { get }
}
private enum Zero: Bits {
  static var sum: (value: Int, next: Int) { (0, 1) }
}
private enum Even<Lower: Bits>: Bits {
  static var sum: (value: Int, next: Int) { (Lower.sum.value, Lower.sum.next * 2) }
}
private enum Odd<Lower: Bits>: Bits {
  static var sum: (value: Int, next: Int) {
    (Lower.sum.value + Lower.sum.next, Lower.sum.next * 2)
  }
}

/// The class that answers at one line.
private final class SandboxURLProtocol<Number: Bits>: UnderstudyURLProtocol {
  override class var line: Line? { Switchboard.shared[Number.sum.value] }
}
