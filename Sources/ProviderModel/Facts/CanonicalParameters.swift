import Basics

/// The parameters of a request under their canonical names.
///
/// A name is a place in the provider's table of them. CanonicalParameters are kept in codes and tokens for longer than a
/// provider may live (its quirks can be switched), so they bring their table along.
package struct CanonicalParameters: Sendable, Codable {
  /// All canonical names of one provider, of the authorization request and of the token request.
  package final class Names: Sendable, Codable {
    package let list: [String]
    fileprivate let digests: [NameDigest]
    package init(_ list: [String]) {
      self.list = list
      digests = list.map(NameDigest.init)
    }
    package func encode(to encoder: any Encoder) throws {
      try Packer.behind(encoder).write(list)
    }
    package convenience init(from decoder: any Decoder) throws {
      self.init(try Unpacker.behind(decoder).read([String].self))
    }

    package func slot(_ name: String) -> Int? {
      let digest = NameDigest(name)
      return list.indices.first { isNamed(name, digest, $0) }
    }

    /// Whether a place of the table has this name.
    fileprivate func isNamed(_ name: String, _ digest: NameDigest, _ slot: Int) -> Bool {
      digests.indices.contains(slot) && digests[slot] == digest && ExactText.same(list[slot], name)
    }
  }

  private struct Entry: Sendable {
    var slot: Int
    var value: Value
  }

  package let names: Names
  private var entries: [Entry] = []
  /// Those of the names that were set: most names that are asked for were not.
  private var digests = NameDigest.Union()

  package init(_ names: Names) { self.names = names }

  package static let none = CanonicalParameters(Names([]))

  package func encode(to encoder: any Encoder) throws {
    let packer = try Packer.behind(encoder)
    try packer.write(names)
    packer.count(entries.count)
    for entry in entries {
      packer.write(entry.slot)
      try packer.write(entry.value)
    }
  }
  package init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    names = try unpacker.read(Names.self)
    entries = try (0..<(try unpacker.count())).map { _ in
      Entry(slot: try unpacker.read(Int.self), value: try unpacker.read(Value.self))
    }
    for entry in entries { note(entry.slot) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  private mutating func note(_ slot: Int) {
    if names.digests.indices.contains(slot) { digests.insert(names.digests[slot]) }
  }

  /// How many bytes the texts have.
  package var bytes: Int {
    entries.reduce(0) { sum, entry in
      switch entry.value {
      case .text(let text): sum + text.utf8.count
      case .texts(let texts): texts.reduce(sum) { $0 + $1.utf8.count + 16 }
      case .json(let value): sum + value.text().utf8.count
      default: sum
      }
    }
  }

  package subscript(slot: Int) -> Value {
    get {
      for place in entries.indices where entries[place].slot == slot {
        return entries[place].value
      }
      return .none
    }
    set {
      if let place = entries.firstIndex(where: { $0.slot == slot }) {
        if case .none = newValue {
          entries.remove(at: place)
        } else {
          entries[place].value = newValue
        }
      } else if case .none = newValue {
        return
      } else {
        if entries.isEmpty { entries.reserveCapacity(6) }
        entries.append(Entry(slot: slot, value: newValue))
        note(slot)
      }
    }
  }

  /// By name; a name that the table lacks can't be set.
  package subscript(name: String) -> Value {
    get {
      let digest = NameDigest(name)
      guard digests.contains(digest) else { return .none }
      for place in entries.indices where names.isNamed(name, digest, entries[place].slot) {
        return entries[place].value
      }
      return .none
    }
    set { if let slot = names.slot(name) { self[slot] = newValue } }
  }

  /// The value at a place of another table: that of the provider that asks.
  func value(_ slot: Int, of names: Names) -> Value {
    if names === self.names { return self[slot] }
    guard names.list.indices.contains(slot) else { return .none }
    return self[names.list[slot]]
  }

  /// Those that are one text, by name, in the order in which they were set.
  package var texts: [(name: String, value: String)] {
    entries.compactMap { entry in
      guard case .text(let text) = entry.value, names.list.indices.contains(entry.slot) else {
        return nil
      }
      return (names.list[entry.slot], text)
    }
  }
}
