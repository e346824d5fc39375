import Basics

/// Finds known secrets in bytes, in the encodings in which messages, logs and pages carry them, and replaces each with a
/// mark. Takes one pass over the bytes, however many secrets there are.
package struct KnownSecrets: Sendable {
  private enum Place: Int {
    case anywhere
    /// The bytes are so few that they must be a whole word.
    case word
    /// The bytes are a part of base64: the characters of base64 around them belong to the secret.
    case base64
  }

  private struct Needle: Sendable {
    let bytes: [UInt8]
    let place: Place
    /// The index of the longest other needle that this one begins with.
    let shorter: Int?
  }

  private let mark: SecretMark
  /// Sorted by their bytes, for a binary search: tokens of one kind begin alike.
  private var needles: [Needle] = []
  /// A bit for each pair of bytes, set where a needle begins with it.
  private var beginnings = [UInt64](repeating: 0, count: 1 << 10)

  private static let shortest = 4
  private static let shortestCore = 10
  /// The longest secret whose encodings are looked for, in bytes. The encodings of longer ones take as long as a response may.
  private static let longestEncoded = 16 << 10
  /// The bytes by which a needle is found. A longer one covers whatever follows in the text as it does in the needle, so that
  /// no secret and no text can make the search quadratic.
  private static let compared = 4096

  /// - Parameters:
  ///   - length: shorter secrets are hidden only where they are whole words. Among the texts of many exchanges, a short
  ///     secret is often a part of another word.
  ///   - longest: the bytes of the longest text. A longer secret can't be in it, so its encodings are not computed.
  package init(
    _ secrets: some Sequence<[UInt8]>, as mark: SecretMark, wordsBelow length: Int = 0,
    in longest: Int = .max
  ) {
    self.mark = mark
    var places: [[UInt8]: Place] = [:]
    func add(_ bytes: [UInt8], _ place: Place) {
      if let known = places[bytes], known.rawValue <= place.rawValue { return }
      places[bytes] = place
    }
    for secret in Set(secrets) where secret.count >= Self.shortest && secret.count <= longest {
      guard secret.count <= Self.longestEncoded else {
        add(secret, .anywhere)
        continue
      }
      for form in Self.forms(of: secret) { add(form, secret.count < length ? .word : .anywhere) }
      for core in Self.cores(of: secret) { add(core, .base64) }
    }
    var beginnings: [Int] = []
    for (bytes, place) in places.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      while let last = beginnings.last, !bytes.starts(with: needles[last].bytes) {
        beginnings.removeLast()
      }
      needles.append(Needle(bytes: bytes, place: place, shorter: beginnings.last))
      beginnings.append(needles.count - 1)
      let pair = Self.pair(bytes[0], bytes[1])
      self.beginnings[pair >> 6] |= 1 << UInt64(pair & 63)
    }
  }

  private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first) << 8 | Int(second)
  }

  package func hidden(_ text: String) -> String {
    needles.isEmpty ? text : String(decoding: hidden(Array(text.utf8)), as: UTF8.self)
  }

  /// Secrets that overlap get one mark.
  package func hidden(_ text: [UInt8]) -> [UInt8] {
    guard !needles.isEmpty, text.count >= Self.shortest else { return text }
    var result: [UInt8] = []
    var copied = 0
    var covered = 0..<0
    func close() {
      guard !covered.isEmpty else { return }
      result += text[copied..<covered.lowerBound] + mark.text(for: text[covered])
      copied = covered.upperBound
    }
    text.withUnsafeBytes { bytes in
      var index = 0
      while index <= bytes.count - Self.shortest {
        defer { index += 1 }
        let pair = Self.pair(bytes[index], bytes[index + 1])
        guard beginnings[pair >> 6] & 1 << UInt64(pair & 63) != 0,
          let (place, last) = match(in: bytes, at: index), last > covered.upperBound
        else { continue }
        var (start, end) = (index, last)
        if place == .base64 {
          while start > covered.upperBound, Self.isBase64(bytes[start - 1]) { start -= 1 }
          while end < bytes.count, Self.isBase64(bytes[end]) { end += 1 }
        }
        if start >= covered.upperBound {
          close()
          covered = start..<end
        } else {
          covered = covered.lowerBound..<end
        }
        // Only a needle that begins near the end of what is covered can reach beyond it.
        index = max(index, covered.upperBound - Self.compared)
      }
    }
    close()
    return copied == 0 ? text : result + text[copied...]
  }

  /// The longest needle at an index, and the end of what it covers.
  private func match(
    in text: UnsafeRawBufferPointer, at index: Int
  ) -> (place: Place, end: Int)? {
    let rest = UnsafeRawBufferPointer(rebasing: text[index...])
    var (low, high) = (0, needles.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.compare(rest, needles[middle].bytes) < 0 { high = middle } else { low = middle + 1 }
    }
    // The last needle that does not sort after the text, or one that it begins with.
    var next = low > 0 ? low - 1 : nil
    while let candidate = next {
      let needle = needles[candidate]
      if Self.compare(rest, needle.bytes) == 0 {
        let end = index + agreement(of: rest, withNeedlesUpTo: candidate)
        if needle.place != .word
          || (index == 0 || !Self.isWord(text[index - 1]))
            && (end == text.count || !Self.isWord(text[end]))
        {
          return (needle.place, end)
        }
      }
      next = needle.shorter
    }
    return nil
  }

  /// How many bytes of the text a needle covers. Several needles may share the bytes that are compared.
  private func agreement(of text: UnsafeRawBufferPointer, withNeedlesUpTo last: Int) -> Int {
    var longest = min(needles[last].bytes.count, Self.compared)
    for needle in needles[...last].reversed() {
      guard needle.bytes.count > Self.compared, Self.compare(text, needle.bytes) == 0 else { break }
      let rest = zip(text.dropFirst(Self.compared), needle.bytes.dropFirst(Self.compared))
      longest = max(longest, Self.compared + rest.prefix { $0 == $1 }.count)
    }
    return longest
  }

  /// - Returns: 0 if the text begins with the needle, and less if it sorts before the needle.
  private static func compare(_ text: UnsafeRawBufferPointer, _ needle: [UInt8]) -> Int32 {
    needle.withUnsafeBytes { needle in
      guard let a = text.baseAddress, let b = needle.baseAddress else { return 0 }
      let count = min(needle.count, compared)
      let order = memcmp(a, b, min(text.count, count))
      return order == 0 && text.count < count ? -1 : order
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    byte < 0x80 && (isWord(byte) || "+/=-".utf8.contains(byte))
  }

  /// As URLs and forms write secrets, and as programs with another opinion do.
  private static let styles = [false, true].flatMap { isLower in
    [
      QueryStyle(space: .percent, lowercaseHex: isLower),
      QueryStyle(space: .plus, lowercaseHex: isLower, safe: "-_.*"),
    ]
  }

  /// The bytes as they are; percent-encoded, once and twice; as JSON writes them.
  private static func forms(of bytes: [UInt8]) -> Set<[UInt8]> {
    // No encoding changes these bytes, of which most tokens consist.
    guard !bytes.allSatisfy({ $0 < 0x80 && (isWord($0) || "-.".utf8.contains($0)) }) else {
      return [bytes]
    }
    let text = String(decoding: bytes, as: UTF8.self)
    var forms: Set<[UInt8]> = [bytes]
    for style in styles {
      let once = style.encode(text)
      forms.insert(Array(once.utf8))
      forms.insert(Array(style.encode(once).utf8))
    }
    for isSlashEscaped in [false, true] {
      var quoted: [UInt8] = []
      JSONStyle(escapedSlash: isSlashEscaped).quote(text, into: &quoted)
      forms.insert(Array(quoted.dropFirst().dropLast()))
    }
    return forms
  }

  /// The part that base64 and base64url of every text with these bytes have in common: one part for each of the three
  /// offsets at which the bytes can begin.
  package static func cores(of bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { offset -> [[UInt8]] in
      let padded = [UInt8](repeating: 0, count: offset) + bytes
      // The first character holds bits of what stands before, the last of what follows.
      let (first, end) = ((offset * 8 + 5) / 6, padded.count * 8 / 6)
      guard end - first >= shortestCore else { return [] }
      return [Base64.encode(padded), Base64URL.encode(padded)].map {
        Array($0.utf8.prefix(end).dropFirst(first))
      }
    }
  }
}
