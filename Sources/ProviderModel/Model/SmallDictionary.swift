/// A dictionary of a few entries, for which a linear search is faster than a hash.
///
/// Only this module looks things up in it, where the compiler specializes the subscript. Elsewhere it would ask the runtime
/// for types at each lookup, so `Provider` has a function for each of its dictionaries.
package struct SmallDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries: [(key: Key, value: Value)]

  init(_ entries: [Key: Value]) { self.entries = entries.map { ($0.key, $0.value) } }
  init(_ entries: [String: Value], key: (String) -> Key) {
    self.init(Dictionary(entries.map { (key($0.key), $0.value) }) { _, last in last })
  }

  subscript(key: Key) -> Value? {
    for index in entries.indices where entries[index].key == key { return entries[index].value }
    return nil
  }

  package var keys: [Key] { entries.map(\.key) }
  package var values: [Value] { entries.map(\.value) }
}
