/// Percent-encoding (RFC 3986 §2.1) and the three ways in which the wild writes a space.
///
/// Written by hand because order, repeats, `+` and `%00` have to survive, which
/// Foundation's and libmicrohttpd's decoders do not grant.
public enum PercentCoding {
  /// Decodes `%XX`, and `+` to a space where `plusIsSpace` says so (form coding).
  ///
  /// A `%` that no two hex digits follow stays as it is: browsers do the same.
  /// Bytes that are not UTF-8 make the result `nil`.
  public static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
    let bytes = decodedBytes(text.utf8, plusIsSpace: plusIsSpace)
    return String(validating: bytes, as: UTF8.self)
  }

  public static func decodedBytes(
    _ encoded: some Collection<UInt8>, plusIsSpace: Bool
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(encoded.count)
    var iterator = encoded.makeIterator()
    var pending: [UInt8] = []
    while let byte = pending.popLast() ?? iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      guard let high = pending.popLast() ?? iterator.next() else {
        result.append(byte)
        break
      }
      guard let highDigit = hexDigit(high) else {
        result.append(byte)
        pending.append(high)
        continue
      }
      guard let low = pending.popLast() ?? iterator.next() else {
        result.append(contentsOf: [byte, high])
        break
      }
      guard let lowDigit = hexDigit(low) else {
        result.append(contentsOf: [byte, high])
        pending.append(low)
        continue
      }
      result.append(highDigit << 4 | lowDigit)
    }
    return result
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// How a provider writes the values of a query, a fragment or a form.
public struct QueryStyle: Sendable, Hashable {
  public enum Space: String, Sendable, Hashable, CaseIterable { case plus, percent, raw }

  public var space: Space
  public var lowercaseHex: Bool
  /// Bytes left as they are beside letters and digits.
  public var safe: Set<UInt8>

  public init(space: Space = .plus, lowercaseHex: Bool = false, safe: String = "-_.~") {
    self.space = space
    self.lowercaseHex = lowercaseHex
    self.safe = Set(safe.utf8)
  }

  /// RFC 3986 §2.3: only unreserved characters stand as they are, and a space is `%20`.
  public static let rfc3986 = QueryStyle(space: .percent)

  public func encode(_ text: String) -> String {
    var result: [UInt8] = []
    let digits = Array((lowercaseHex ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.append(byte)
      case UInt8(ascii: " ") where space == .plus: result.append(UInt8(ascii: "+"))
      case UInt8(ascii: " ") where space == .raw: result.append(byte)
      case _ where safe.contains(byte): result.append(byte)
      default:
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `name=value&…` in the given order.
  public func encode(_ parameters: [(name: String, value: String)]) -> String {
    parameters.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}
