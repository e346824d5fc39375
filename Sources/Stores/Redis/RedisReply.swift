import Basics

/// A reply in the protocol of Redis (RESP 2).
enum RedisReply: Equatable {
  case text([UInt8])
  case error(String)
  case integer(Int)
  case null
  case list([RedisReply])

  var string: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
  var list: [RedisReply]? { if case .list(let list) = self { list } else { nil } }
}

/// Reads replies from the bytes of a connection, which come in pieces.
///
/// Not hiredis: the one of Debian 12 speaks no TLS, its replies have another layout in the next release, and linking it
/// would keep the tool from starting where it is not installed. Five kinds of replies are all that this program needs.
struct RedisReplyReader {
  struct Malformed: Error {}

  private var bytes: [UInt8] = []
  private var start = 0
  /// Up to where the reply was looked at, and how many elements are still to come in each list that has begun: a long reply
  /// comes in many pieces, and is read once it is complete.
  private var scanned = 0
  private var open: [Int] = []

  /// The largest text of a reply, in bytes, and the largest list.
  private static let mostBytes = 256 << 20
  private static let mostElements = 1 << 20
  private static let mostDepth = 8

  mutating func feed(_ more: some Collection<UInt8>) {
    if start > 0, start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (start, scanned) = (0, 0)
    } else if start > 1 << 16 {
      bytes.removeFirst(start)
      (start, scanned) = (0, scanned - start)
    }
    bytes.append(contentsOf: more)
  }

  /// - Returns: `nil` until a reply is complete.
  mutating func next() throws(Malformed) -> RedisReply? {
    guard try isComplete() else { return nil }
    var place = start
    guard let reply = try reply(&place, depth: 0) else { return nil }
    (start, scanned) = (place, place)
    return reply
  }

  /// Looks whether all of a reply is there, from where it was looked at last.
  private mutating func isComplete() throws(Malformed) -> Bool {
    repeat {
      guard let line = line(scanned + 1) else {
        // No line of the protocol is that long.
        guard bytes.count - scanned < 1 << 16 else { throw Malformed() }
        return false
      }
      var end = line.endIndex + 2
      var elements = 0
      switch bytes[scanned] {
      case UInt8(ascii: "$"):
        let count = try number(line)
        guard count <= Self.mostBytes else { throw Malformed() }
        if count >= 0 { end += count + 2 }
        guard bytes.count >= end else { return false }
      case UInt8(ascii: "*"):
        elements = max(0, try number(line))
        guard elements <= Self.mostElements, open.count < Self.mostDepth else { throw Malformed() }
      default: break
      }
      scanned = end
      if elements > 0 {
        open.append(elements)
        continue
      }
      // It may be the last element of its list, and that one of another list.
      while let last = open.popLast() {
        guard last == 1 else {
          open.append(last - 1)
          break
        }
      }
    } while !open.isEmpty
    return true
  }

  private func reply(_ place: inout Int, depth: Int) throws(Malformed) -> RedisReply? {
    guard depth < Self.mostDepth else { throw Malformed() }
    guard place < bytes.count else { return nil }
    let kind = bytes[place]
    guard let line = line(place + 1) else {
      // No line of the protocol is that long.
      guard bytes.count - place < 1 << 16 else { throw Malformed() }
      return nil
    }
    let after = line.endIndex + 2
    switch kind {
    case UInt8(ascii: "+"):
      place = after
      return .text(Array(line))
    case UInt8(ascii: "-"):
      place = after
      return .error(String(decoding: line, as: UTF8.self))
    case UInt8(ascii: ":"):
      place = after
      return .integer(try number(line))
    case UInt8(ascii: "$"):
      let count = try number(line)
      guard count >= 0 else {
        place = after
        return .null
      }
      guard count <= Self.mostBytes else { throw Malformed() }
      guard bytes.count >= after + count + 2 else { return nil }
      guard bytes[after + count] == 0x0D, bytes[after + count + 1] == 0x0A else {
        throw Malformed()
      }
      place = after + count + 2
      return .text(Array(bytes[after..<after + count]))
    case UInt8(ascii: "*"):
      let count = try number(line)
      guard count <= Self.mostElements else { throw Malformed() }
      var inner = after
      guard count >= 0 else {
        place = after
        return .null
      }
      var list: [RedisReply] = []
      for _ in 0..<count {
        guard let element = try reply(&inner, depth: depth + 1) else { return nil }
        list.append(element)
      }
      place = inner
      return .list(list)
    default: throw Malformed()
    }
  }

  /// The bytes up to the end of the line.
  private func line(_ from: Int) -> ArraySlice<UInt8>? {
    var place = from
    while place + 1 < bytes.count {
      if bytes[place] == 0x0D, bytes[place + 1] == 0x0A { return bytes[from..<place] }
      place += 1
    }
    return nil
  }

  private func number(_ line: ArraySlice<UInt8>) throws(Malformed) -> Int {
    guard line.count <= 20, let number = Int(String(decoding: line, as: UTF8.self)) else {
      throw Malformed()
    }
    return number
  }
}

/// Commands as they are sent.
struct RedisCommands {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  mutating func add(_ words: [String]) {
    count += 1
    head("*", words.count)
    for word in words {
      head("$", word.utf8.count)
      bytes += word.utf8
      end()
    }
  }

  private mutating func head(_ kind: Unicode.Scalar, _ number: Int) {
    bytes.append(UInt8(ascii: kind))
    bytes += String(number).utf8
    end()
  }

  private mutating func end() {
    bytes.append(0x0D)
    bytes.append(0x0A)
  }
}
