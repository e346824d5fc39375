import Basics

/// Checks what the quirks of a file say of one another: each of them can be switched on, and the defaults go together.
struct QuirkRelations {
  private let quirks: [Quirk]
  private let tree: JSONValue

  init(_ quirks: [Quirk], _ tree: JSONValue) {
    self.quirks = quirks
    self.tree = tree
  }

  func check(_ findings: Diagnostics) {
    for quirk in quirks {
      guard let (member, sentence) = flaw(of: quirk) else { continue }
      let pointer = "\(quirk.pointer)/\(member)"
      findings.error(
        tree.value(at: pointer) ?? tree.value(at: quirk.pointer), pointer, sentence)
    }
  }

  /// The first mistake of a quirk, with the member that has it.
  private func flaw(of quirk: Quirk) -> (member: String, sentence: String)? {
    if quirk.excludes.contains(quirk.id) {
      return ("excludes", "the quirk \"\(quirk.id)\" excludes itself; remove it from the list")
    }
    if quirk.needs.contains(quirk.id) {
      return ("needs", "the quirk \"\(quirk.id)\" needs itself; remove it from the list")
    }
    if let circle = circle(from: quirk) {
      return (
        "needs",
        "\"needs\" leads in a circle: \(circle.joined(separator: " → ")); remove one of them, or write one quirk"
      )
    }
    if let (one, other) = contradiction(among: [quirk] + needed(by: quirk)) {
      return (
        "needs",
        "nobody can switch on \"\(quirk.id)\": it comes with \"\(one.id)\" and \"\(other.id)\", which exclude one another; remove one of the two"
      )
    }
    guard quirk.on else { return nil }
    if let off = needed(by: quirk).first(where: { !$0.on }) {
      return (
        "on",
        "\"\(quirk.id)\" is on by default and needs \"\(off.id)\", which is off; set \"on\" of both to the same"
      )
    }
    // Told at the later one of the two.
    guard let place = quirks.firstIndex(where: { $0.id == quirk.id }),
      let other = quirks[..<place].first(where: { $0.on && exclude($0, quirk) })
    else { return nil }
    return (
      "on",
      "\"\(other.id)\" and \"\(quirk.id)\" exclude one another and are both on by default; set \"on\" of one to false"
    )
  }

  private func exclude(_ one: Quirk, _ other: Quirk) -> Bool {
    one.contradicts(other) || one.rivals != nil && one.rivals == other.rivals
  }

  /// The quirks that one needs, and those that these need.
  private func needed(by quirk: Quirk) -> [Quirk] {
    var ids = Set(quirk.needs)
    while true {
      let more = quirks.filter { ids.contains($0.id) }.flatMap(\.needs).filter { !ids.contains($0) }
      if more.isEmpty { break }
      ids.formUnion(more)
    }
    return quirks.filter { ids.contains($0.id) && $0.id != quirk.id }
  }

  private func contradiction(among quirks: [Quirk]) -> (Quirk, Quirk)? {
    for (index, quirk) in quirks.enumerated() {
      if let other = quirks[(index + 1)...].first(where: { exclude(quirk, $0) }) {
        return (quirk, other)
      }
    }
    return nil
  }

  /// A way from a quirk through what it needs back to itself, told at the first quirk on it.
  private func circle(from quirk: Quirk) -> [String]? {
    var ways = [[quirk.id]]
    var seen: Set<String> = []
    while let way = ways.popLast() {
      let needs = quirks.first { $0.id == way.last }?.needs ?? []
      for need in needs {
        if need == quirk.id {
          let first = quirks.first { way.contains($0.id) }
          return first?.id == quirk.id ? way + [need] : nil
        }
        if seen.insert(need).inserted { ways.append(way + [need]) }
      }
    }
    return nil
  }
}
