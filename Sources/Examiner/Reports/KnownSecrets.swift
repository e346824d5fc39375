import Basics

/// Finds known secrets in bytes, in the encodings in which requests, logs and pages carry them. Takes one pass, however
/// many there are.
struct KnownSecrets: Sendable {
  private struct Needle: Hashable, Sendable {
    var bytes: [UInt8]
    /// A part of base64: what stands round it belongs to it.
    var isCore = false
    /// So short that it is only taken where it stands alone.
    var isWord = false
    /// The next shorter one that this begins with, as a place in the list.
    var shorter: Int?
  }

  /// In the order of their bytes. Tokens of one kind begin alike, so that a look by their beginnings alone would find them
  /// all at once.
  private var needles: [Needle] = []
  /// Which pairs of bytes any of them begins with.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)

  private static let shortest = 4
  private static let shortestAnywhere = 8
  private static let shortestCore = 10

  init(_ secrets: some Sequence<String>) {
    var all: Set<Needle> = []
    for secret in Set(secrets) {
      let bytes = Array(secret.utf8)
      guard bytes.count >= Self.shortest else { continue }
      for form in Self.forms(of: bytes) {
        all.insert(Needle(bytes: form, isWord: bytes.count < Self.shortestAnywhere))
      }
      for core in Self.cores(of: bytes) { all.insert(Needle(bytes: core, isCore: true)) }
    }
    var open: [Int] = []
    let sorted = all.sorted {
      ($0.isCore ? 1 : 0, $0.isWord ? 1 : 0) < ($1.isCore ? 1 : 0, $1.isWord ? 1 : 0)
    }
    .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for var needle in sorted where needles.last?.bytes != needle.bytes {
      while let last = open.last, !needle.bytes.starts(with: needles[last].bytes) {
        open.removeLast()
      }
      needle.shorter = open.last
      open.append(needles.count)
      needles.append(needle)
      beginnings[Self.pair(needle.bytes, 0)] = true
    }
  }

  private static func pair(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(bytes[at]) << 8 | Int(bytes[at + 1])
  }

  func hidden(_ text: [UInt8]) -> [UInt8] {
    guard !needles.isEmpty, text.count >= Self.shortest else { return text }
    var result: [UInt8] = []
    var from = 0
    var index = 0
    while index + Self.shortest <= text.count {
      guard beginnings[Self.pair(text, index)], let needle = needle(in: text, at: index) else {
        index += 1
        continue
      }
      var (start, end) = (index, index + needle.bytes.count)
      if needle.isCore {
        while start > from, Self.isBase64(text[start - 1]) { start -= 1 }
        while end < text.count, Self.isBase64(text[end]) { end += 1 }
      }
      result += text[from..<start] + Redaction.mark(text[start..<end])
      (from, index) = (end, end)
    }
    return from == 0 ? text : result + text[from...]
  }

  /// The longest one that stands here: the last that does not come behind the text, or one that it begins with.
  private func needle(in text: [UInt8], at index: Int) -> Needle? {
    let rest = text[index...]
    var (low, high) = (0, needles.count)
    while low < high {
      let middle = (low + high) / 2
      if rest.lexicographicallyPrecedes(needles[middle].bytes) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    var place = low > 0 ? low - 1 : nil
    while let at = place {
      let needle = needles[at]
      if rest.starts(with: needle.bytes), isTaken(needle, text, index) { return needle }
      place = needle.shorter
    }
    return nil
  }

  private func isTaken(_ needle: Needle, _ text: [UInt8], _ index: Int) -> Bool {
    let end = index + needle.bytes.count
    return !needle.isWord
      || (index == 0 || !Self.isWord(text[index - 1]))
        && (end == text.count || !Self.isWord(text[end]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    byte < 0x80 && (isWord(byte) || "+/=-".utf8.contains(byte))
  }

  /// As URLs and forms write them, and those who think otherwise.
  private static let styles = [false, true].flatMap { isLower in
    [
      QueryStyle(space: .percent, lowercaseHex: isLower),
      QueryStyle(space: .plus, lowercaseHex: isLower, safe: "-_.*"),
    ]
  }

  /// As it is; percent-encoded, once and twice; as JSON writes it.
  private static func forms(of bytes: [UInt8]) -> Set<[UInt8]> {
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

  /// What base64 and base64url of any longer text have in common when this stands in it: one for each place that it can
  /// begin at, of three.
  private static func cores(of bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= shortestAnywhere else { return [] }
    return (0..<3).flatMap { offset -> [[UInt8]] in
      let padded = [UInt8](repeating: 0, count: offset) + bytes
      // The first character holds bits of what stands before, the last of what follows.
      let core = Base64.encode(padded).utf8.prefix(padded.count * 8 / 6)
        .dropFirst((offset * 8 + 5) / 6)
      guard core.count >= shortestCore else { return [] }
      let url = core.map { byte -> UInt8 in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }
      return [Array(core), url]
    }
  }
}
