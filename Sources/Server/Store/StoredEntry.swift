import Basics
import JOSE

/// An entry of a sandbox's log, as a store keeps it: fields that people can read.
package struct StoredEntry: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The largest number of entries that are read at once.
  package static let page = 1_000

  /// How many entries before a snapshot stay: servers that are not far behind replay them.
  package static let kept = 256

  /// Counted from 1.
  package let version: Int
  package let fields: [Field]

  package init(version: Int, fields: [Field]) {
    self.version = version
    self.fields = fields
  }

  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Names the entry: two replicas never write the same.
  package var id: String { self["id"] ?? "" }
  /// Covers all other fields, and the hash of the entry before it.
  package var hash: String { self["hash"] ?? "" }

  /// An entry that follows another one.
  /// - Parameter previous: the hash of the entry before it; empty for the first one.
  init(version: Int, _ fields: [Field], after previous: String) {
    self.version = version
    var fields = fields
    fields.append(Field("previous", previous))
    fields.append(Field("hash", Self.hash(fields)))
    self.fields = fields
  }

  /// Whether all of it is as it was written.
  package var isWhole: Bool {
    guard let last = fields.last, last.name == "hash" else { return false }
    return last.value == Self.hash(fields.dropLast())
  }

  /// About how many bytes it takes.
  var size: Int { fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

  private static func hash(_ fields: some Sequence<Field>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    for field in fields {
      bytes += field.name.utf8
      bytes.append(0)
      bytes += field.value.utf8
      // No UTF-8 has this byte: so one field never looks like two.
      bytes.append(0xFF)
    }
    return Hexadecimal.encode(Digest.sha256(bytes).prefix(16))
  }
}

extension StoredEntry {
  /// The entry as the text of a JSON object, for stores that keep texts.
  package var json: String {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    bytes.reserveCapacity(size + 8 * fields.count)
    for field in fields {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      JSONStyle.compact.quote(field.name, into: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONStyle.compact.quote(field.value, into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of the largest text: a snapshot of a large sandbox has tens of MiB.
  private static let longest = 1 << 30

  /// - Returns: `nil` if it is no object of strings.
  package init?(version: Int, json text: [UInt8]) {
    guard
      let object = try? JSONReader(maximumBytes: Self.longest).read(text, file: "entry").root
        .objectValue
    else {
      return nil
    }
    var fields: [Field] = []
    for member in object {
      guard let value = member.value.stringValue else { return nil }
      fields.append(Field(member.name, value))
    }
    self.init(version: version, fields: fields)
  }
}
