internal import SwiftASN1

/// Takes a PEM text apart, strictly: the base64 must be whole, and what begins must end.
/// Text outside the blocks is passed over (RFC 7468 §2), as `openssl` writes some.
///
/// `PEMDocument` reads each block. It has no line numbers for errors, takes no indents and no headers, and stops
/// without a word at a `-----BEGIN` line with a blank behind it: so the blocks are found here.
enum PEM {
  private static let begin = "-----BEGIN "
  private static let end = "-----END "
  private static let dashes = "-----"

  static func blocks(_ text: String) throws(KeyError) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var open: PEMBlock?
    var body: [UInt8] = []
    var number = 0
    for written in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      let line = trimmed(written)
      if let label = label(of: line, after: begin) {
        if let open {
          throw KeyError(
            "expected \"-----END \(open.label)-----\" before the next block, found "
              + "\"\(begin)\(label)-----\"; is a line missing?", line: number)
        }
        open = PEMBlock(label: label, line: number, der: [], isEncrypted: false)
        body = []
      } else if let label = label(of: line, after: end) {
        guard var block = open, block.label == label else {
          throw KeyError(
            "expected \(open.map { "\"-----END \($0.label)-----\"" } ?? "a block's beginning first"), "
              + "found \"\(end)\(label)-----\"", line: number)
        }
        if !block.isEncrypted {
          guard let der = der(label: label, body: body) else {
            throw KeyError(
              "expected whole base64 in this block, found something else or a part; "
                + "was the file cut or edited?", line: block.line)
          }
          block.der = der
        }
        blocks.append(block)
        open = nil
      } else {
        // Headers as in RFC 1421: openssl writes them only where it encrypts.
        if line.contains(UInt8(ascii: ":")) { open?.isEncrypted = true }
        body += line
      }
    }
    if let open {
      throw KeyError(
        "expected \"-----END \(open.label)-----\", found the end of the text; was the file cut?",
        line: open.line)
    }
    return blocks
  }

  /// Lines of any length are common; `PEMDocument` takes those of 64 characters alone (RFC 7468 §3).
  private static func der(label: String, body: [UInt8]) -> [UInt8]? {
    let width = 64
    var lines = ["\(begin)\(label)\(dashes)"]
    for start in stride(from: 0, to: body.count, by: width) {
      lines.append(String(decoding: body[start...].prefix(width), as: UTF8.self))
    }
    lines.append("\(end)\(label)\(dashes)")
    return try? PEMDocument(pemString: lines.joined(separator: "\n")).derBytes
  }

  private static func trimmed(_ line: Substring.UTF8View) -> [UInt8] {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0d }
    var line = Array(line.drop(while: isSpace))
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }

  private static func label(of line: [UInt8], after start: String) -> String? {
    guard line.starts(with: start.utf8), line.reversed().starts(with: dashes.utf8),
      line.count > start.utf8.count + dashes.utf8.count
    else { return nil }
    let label = line.dropFirst(start.utf8.count).dropLast(dashes.utf8.count)
    return String(decoding: label, as: UTF8.self)
  }
}

/// One block of a PEM text (RFC 7468 §2).
struct PEMBlock {
  var label: String
  /// The line of its `-----BEGIN`, from 1.
  var line: Int
  /// Empty if it is encrypted.
  var der: [UInt8]
  /// It has the headers of RFC 1421, which say that a passphrase keeps it.
  var isEncrypted: Bool
}
