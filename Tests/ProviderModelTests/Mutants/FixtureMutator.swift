import Basics

@testable import ProviderModel

/// Makes broken fixtures from one that is right: each has one change, at a place and of a kind that a seed decides.
struct FixtureMutator {
  /// A fixture with one change.
  struct Mutant {
    let change: Change
    let pointer: String
    /// The file, with the change.
    let text: String
    /// What stands there now, for messages.
    let found: String
  }

  /// A kind of change.
  enum Change: String, CaseIterable {
    case remove, null, negative, huge, flag, word, emptyText, emptyList, emptyObject
    case wrap, unwrap, lineBreak, space, slip, brace, placeholder, filter, part
    case rename, repeatMember, repeatElement, addMember, addElement, sibling, kind, stranger

    /// Whether a reader that sees no difference has overlooked something: other changes may say what went without saying.
    var isSeen: Bool {
      switch self {
      case .remove, .null, .emptyText, .emptyList, .emptyObject, .unwrap, .wrap, .repeatElement,
        .sibling, .kind, .stranger:
        false
      default: true
      }
    }
  }

  /// A place in the tree.
  private struct Place {
    let pointer: String
    let value: JSONValue
  }

  private let tree: JSONValue
  /// The places, by what is likely to be read by the same lines of the reader.
  private let classes: [[Place]]
  private let kinds = EndpointKind.allCases.map(\.rawValue)

  init(_ text: String) throws {
    tree = try json(text)
    var all: [String: [Place]] = [:]
    Self.walk(tree, "") { all[Self.group($0.pointer), default: []].append($0) }
    classes = all.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Names that a fixture chooses say nothing of how a value is read.
  private static func group(_ pointer: String) -> String {
    let parts = pointer.split(separator: "/").map { $0.allSatisfy(\.isNumber) ? "#" : String($0) }
    guard parts.count > 3 else { return parts.joined(separator: "/") }
    return parts.prefix(1).joined() + "/\(min(parts.count, 6))/" + parts.suffix(1).joined()
  }

  private static func walk(_ value: JSONValue, _ pointer: String, _ visit: (Place) -> Void) {
    if !pointer.isEmpty { visit(Place(pointer: pointer, value: value)) }
    for member in value.objectValue ?? JSONObject() {
      walk(member.value, JSONPointer.appending(member.name, to: pointer), visit)
    }
    for (index, element) in (value.arrayValue ?? []).enumerated() {
      walk(element, "\(pointer)/\(index)", visit)
    }
  }

  /// The mutant of a seed; `nil` if the change that it decides on can't be made at its place.
  func mutant(_ seed: UInt64) -> Mutant? {
    var random = SeededGenerator(seed: seed)
    guard let places = classes.randomElement(using: &random),
      let place = places.randomElement(using: &random),
      let change = Change.allCases.randomElement(using: &random)
    else { return nil }
    guard let changed = changed(place, change, &random) else { return nil }
    let path = place.pointer.split(separator: "/").map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
    let text = Self.edited(tree, path[...], changed).text().replacing(Self.again, with: "")
    return Mutant(
      change: change, pointer: place.pointer, text: text, found: Self.shown(changed))
  }

  /// What becomes of a member or an element.
  private enum Edit {
    case remove
    case value(JSONValue)
    case name(String)
    /// A copy of it follows.
    case twice
  }

  private static func shown(_ edit: Edit) -> String {
    switch edit {
    case .remove: "removed"
    case .value(let value): String(value.text().prefix(90))
    case .name(let name): "named \(name)"
    case .twice: "twice"
    }
  }

  private func changed(
    _ place: Place, _ change: Change, _ random: inout SeededGenerator
  ) -> Edit? {
    let value = place.value
    let text = value.stringValue
    switch change {
    case .remove: return .remove
    case .null: return .value(.null)
    case .negative: return .value(JSONValue(.number("-1")))
    case .huge: return .value(JSONValue(.number("99999999999999999999")))
    case .flag: return .value(JSONValue(.bool(value.boolValue != true)))
    case .word: return .value("bogus")
    case .emptyText: return .value("")
    case .emptyList: return .value([])
    case .emptyObject: return .value([:])
    case .wrap: return .value([value])
    case .unwrap: return value.arrayValue?.first.map { .value($0) }
    case .lineBreak: return text.map { .value(.init(.string($0 + "\r\nX-Injected: 1"))) }
    case .space: return text.map { .value(.init(.string($0 + " "))) }
    case .slip: return text.map { .value(.init(.string(String($0.dropLast()) + "x"))) }
    case .brace: return text.map { .value(.init(.string($0 + "{{"))) }
    case .placeholder:
      return text.map { text in
        let bogus = ["{{found.bogus}}", "{{req.bogus}}", "{{err.bogus}}", "{{tok.bogus.value}}"]
        return .value(.init(.string(text + (bogus.randomElement(using: &random) ?? ""))))
      }
    case .filter:
      guard let text, text.contains("}}") else { return nil }
      return .value(.init(.string(text.replacing("}}", with: "|bogus}}", maxReplacements: 1))))
    case .part: return text.map { .value(.init(.string($0 + "{{> bogus}}"))) }
    case .rename:
      let name = place.pointer.split(separator: "/").last ?? ""
      return name.allSatisfy(\.isNumber) ? nil : .name("\(name)x")
    case .repeatMember, .repeatElement:
      let isElement = place.pointer.split(separator: "/").last?.allSatisfy(\.isNumber) == true
      return isElement == (change == .repeatElement) ? .twice : nil
    case .addMember:
      guard var object = value.objectValue else { return nil }
      object["bogus"] = "bogus"
      return .value(JSONValue(.object(object)))
    case .addElement:
      return value.arrayValue.map { .value(JSONValue(.array($0 + ["bogus"]))) }
    case .sibling, .stranger:
      let others =
        change == .sibling
        ? classes.flatMap(\.self).filter {
          Self.parent($0.pointer) == Self.parent(place.pointer) && $0.value != value
        } : classes.randomElement(using: &random) ?? []
      return others.randomElement(using: &random).map { .value($0.value) }
    case .kind:
      guard let text, kinds.contains(text) else { return nil }
      return kinds.randomElement(using: &random).map { .value(.init(.string($0))) }
    }
  }

  private static func parent(_ pointer: String) -> Substring {
    pointer[..<(pointer.lastIndex(of: "/") ?? pointer.startIndex)]
  }

  /// Ends the name of a copy while the tree is edited: an object can't hold one name twice.
  private static let again = "\u{E000}"

  private static func edited(
    _ value: JSONValue, _ path: ArraySlice<String>, _ edit: Edit
  ) -> JSONValue {
    guard let name = path.first else { return value }
    let rest = path.dropFirst()
    if let array = value.arrayValue {
      let elements = array.enumerated().flatMap { index, element -> [JSONValue] in
        guard String(index) == name else { return [element] }
        guard rest.isEmpty else { return [edited(element, rest, edit)] }
        switch edit {
        case .remove: return []
        case .value(let new): return [new]
        case .name: return [element]
        case .twice: return [element, element]
        }
      }
      return JSONValue(.array(elements))
    }
    let members = (value.objectValue ?? JSONObject()).flatMap { member -> [JSONObject.Member] in
      guard member.name == name else { return [member] }
      guard rest.isEmpty else {
        return [JSONObject.Member(name, edited(member.value, rest, edit))]
      }
      switch edit {
      case .remove: return []
      case .value(let new): return [JSONObject.Member(name, new)]
      case .name(let new): return [JSONObject.Member(new, member.value)]
      case .twice: return [member, JSONObject.Member(name + again, member.value)]
      }
    }
    return JSONValue(.object(JSONObject(members)))
  }
}
