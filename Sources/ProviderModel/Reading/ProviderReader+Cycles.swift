import Basics

/// Parts that lead back to themselves: templates that take each other in, shapes that select each other, claims that are made
/// of each other.
extension ProviderReader {
  func checkCycles() {
    let templates = vocabulary.templates
    report(
      Self.cycles(body.templates.indices) { body.templates[$0].parts }, names: templates,
      below: "/templates", "the template")
    report(
      Self.cycles(body.shapes.indices) { index in
        guard case .accept(let list) = body.shapes[index].form else { return [] }
        return list.map(\.shape)
      }, names: body.shapes.map(\.name), below: "/shapes", "the shape")
    let claims = body.people.map(\.name)
    report(
      Self.cycles(body.people.indices) { index in
        body.people[index].value.facts.compactMap { fact in
          guard case .person(let name?) = fact else { return nil }
          return claims.firstIndex(of: name)
        }
      }, names: claims, below: "/people", "the claim")
  }

  private func report(
    _ cycles: [[Int]], names: [String], below pointer: String, _ what: String
  ) {
    for cycle in cycles {
      let path = cycle.map { names.indices.contains($0) ? names[$0] : "" }
      guard let first = path.first else { continue }
      let place = JSONPointer.appending(first, to: pointer)
      findings.error(
        tree.value(at: place), place,
        "\(what) \"\(first)\" leads back to itself: "
          + (path + [first]).joined(separator: " → "))
    }
  }

  /// Each circle once, from the part that stands first.
  private static func cycles(_ parts: Range<Int>, _ next: (Int) -> [Int]) -> [[Int]] {
    var found: [[Int]] = []
    var done: Set<Int> = []
    func visit(_ part: Int, _ path: [Int]) {
      if let start = path.firstIndex(of: part) {
        let cycle = Array(path[start...])
        if !found.contains(where: { Set($0) == Set(cycle) }) {
          let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
          found.append(Array(cycle[first...] + cycle[..<first]))
        }
        return
      }
      guard parts.contains(part), done.contains(part) == false else { return }
      for other in next(part) { visit(other, path + [part]) }
      done.insert(part)
    }
    for part in parts { visit(part, []) }
    return found
  }
}
