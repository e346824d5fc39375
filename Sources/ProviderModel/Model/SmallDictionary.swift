/// A dictionary of a few entries, for which a linear search is faster than a hash.
///
/// Inlinable, as a generic function of another module is slow without it.
package struct SmallDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let entries: [(key: Key, value: Value)]

  init(_ entries: [Key: Value]) { self.entries = entries.map { ($0.key, $0.value) } }

  @inlinable package subscript(key: Key) -> Value? {
    for index in entries.indices where entries[index].key == key { return entries[index].value }
    return nil
  }

  package var keys: [Key] { entries.map(\.key) }
  package var values: [Value] { entries.map(\.value) }
}
