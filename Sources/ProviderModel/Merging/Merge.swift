import Basics

/// RFC 7396 over an ordered tree, with the rules that fixtures need.
enum Merge {
  /// Whether an object is a value of its own (`$if`, `$null`, …): replaced whole, never merged. One with `$claims` is an
  /// object with members of its own and some more.
  static func isValue(_ object: JSONObject) -> Bool {
    object.contains { $0.name.hasPrefix("$") && $0.name != "$order" && $0.name != "$claims" }
  }

  /// - Parameters:
  ///   - inherits: whether the target is another file's: then an object that both have is the patch's to answer for.
  ///   - whole: says at which pointers the patch replaces what stands there.
  static func apply(
    _ patch: JSONValue, to target: JSONValue?, at pointer: String = "",
    inherits: Bool = false, whole: (String) -> Bool = { _ in false }
  ) -> JSONValue {
    guard let changes = patch.objectValue, !isValue(changes) else { return patch }
    if whole(pointer) { return stripped(patch) }
    guard let old = target?.objectValue, !isValue(old) else { return stripped(patch) }
    var merged = old
    for member in changes {
      let below = JSONPointer.appending(member.name, to: pointer)
      merged[member.name] =
        member.value.isNull
        ? nil
        : apply(member.value, to: old[member.name], at: below, inherits: inherits, whole: whole)
    }
    let origin = inherits ? patch.origin ?? target?.origin : target?.origin ?? patch.origin
    return JSONValue(.object(merged), origin: origin)
  }

  /// A patch onto nothing: its deletions have nothing to delete.
  private static func stripped(_ patch: JSONValue) -> JSONValue {
    guard let object = patch.objectValue, !isValue(object) else { return patch }
    var result = JSONObject()
    for member in object where !member.value.isNull { result[member.name] = stripped(member.value) }
    return JSONValue(.object(result), origin: patch.origin)
  }

  /// A tree in which every `$order` has been obeyed and is gone.
  static func ordered(_ value: JSONValue) -> JSONValue {
    switch value.content {
    case .array(let elements): return JSONValue(.array(elements.map(ordered)), origin: value.origin)
    case .object(let object):
      let members = ordered(object).map {
        JSONObject.Member($0.name, ordered($0.value), nameOrigin: $0.nameOrigin)
      }
      return JSONValue(.object(JSONObject(members)), origin: value.origin)
    default: return value
    }
  }

  /// The members of an object, without `$order` and in its order: names that it lacks follow as they stand.
  static func ordered(_ object: JSONObject) -> [JSONObject.Member] {
    guard let order = object["$order"] else { return Array(object) }
    let names = order.arrayValue?.compactMap(\.stringValue) ?? []
    let rank = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    return object.filter { $0.name != "$order" }.enumerated().sorted {
      (rank[$0.element.name] ?? Int.max, $0.offset) < (
        rank[$1.element.name] ?? Int.max, $1.offset
      )
    }.map(\.element)
  }

  /// Every leaf that a patch writes, with its value.
  static func leaves(_ patch: JSONValue, at pointer: String = "") -> [(String, JSONValue)] {
    guard let object = patch.objectValue, !isValue(object), !object.isEmpty else {
      return [(pointer, patch)]
    }
    return object.flatMap { member in
      leaves(member.value, at: JSONPointer.appending(member.name, to: pointer))
    }
  }
}
