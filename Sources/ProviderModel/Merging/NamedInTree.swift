import Basics

/// The pages and the shapes that a provider's endpoints, stages, grants and errors name.
struct NamedInTree {
  /// The page `error` stands in for a redirect that has no target.
  private(set) var pages: Set<String> = ["error"]
  private(set) var shapes: Set<String> = []

  /// The members that name a page, and those that name a shape. A test compares them with the declarations.
  static let pageMembers: Set<String> = ["page", "asks", "leaving", "out_of_band"]
  static let shapeMembers: Set<String> = [
    "answer", "shape", "accepted", "ended", "not_found", "method_not_allowed",
    ObjectSchema.useMember,
  ]

  /// Only the shapes that `$use` names in some members.
  init(_ members: [String], of tree: JSONValue) {
    for name in members { tree[name].map { collectUses($0) } }
  }

  init(_ tree: JSONObject) {
    for name in ["endpoints", "token", "errors", "unanswered", "redirect_uri"] {
      tree[name].map { collect($0) }
    }
    for member in tree where member.name != "quirks" { collectUses(member.value) }
    for stage in tree["flow"]?["stages"]?.objectValue ?? JSONObject() {
      pages.insert(stage.value["page"]?.stringValue ?? stage.name)
    }
    let all = tree["shapes"]?.objectValue ?? JSONObject()
    for shape in all { shape.value["page"]?.stringValue.map { _ = pages.insert($0) } }
    for name in shapes {
      for other in all[name]?["accept"]?.objectValue ?? JSONObject() {
        other.value.stringValue.map { _ = shapes.insert($0) }
      }
    }
  }

  /// The shapes whose JSON values take in.
  private mutating func collectUses(_ value: JSONValue) {
    for element in value.arrayValue ?? [] { collectUses(element) }
    for member in value.objectValue ?? JSONObject() {
      if member.name == ObjectSchema.useMember, let name = member.value.stringValue {
        shapes.insert(name)
      } else {
        collectUses(member.value)
      }
    }
  }

  private mutating func collect(_ value: JSONValue) {
    for element in value.arrayValue ?? [] { collect(element) }
    for member in value.objectValue ?? JSONObject() {
      if let name = member.value.stringValue {
        if Self.pageMembers.contains(member.name) { pages.insert(name) }
        if Self.shapeMembers.contains(member.name) { shapes.insert(name) }
      } else {
        collect(member.value)
      }
    }
  }
}
