import Basics

/// Parts that lead back to themselves: templates that take each other in, shapes that select each other, claims that are made
/// of each other.
extension ProviderReader {
  func checkCycles() {
    let templates = vocabulary.templates
    let cycles = Self.cycles(body.templates.indices) { body.templates[$0].parts }
    report(cycles, names: templates, below: "/templates", "the template")
    if cycles.isEmpty { checkSizes() }
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

  /// The largest page, written out with all of its parts, in bytes.
  private static let mostBytes = 1 << 20

  /// Reports templates that include each other so often that writing a page would take minutes.
  private func checkSizes() {
    var sizes: [Int: Int] = [:]
    func size(_ index: Int) -> Int {
      if let known = sizes[index] { return known }
      guard body.templates.indices.contains(index) else { return 0 }
      let template = body.templates[index]
      // Each part takes something, also one without a text.
      let whole = template.parts.reduce(template.source.utf8.count) { sum, part in
        min(sum + size(part) + 16, Self.mostBytes * 2)
      }
      sizes[index] = whole
      return whole
    }
    for (index, name) in vocabulary.templates.enumerated() where size(index) > Self.mostBytes {
      // The smallest one that is too large is the cause.
      guard body.templates[index].parts.allSatisfy({ size($0) <= Self.mostBytes }) else { continue }
      let place = JSONPointer.appending(name, to: "/templates")
      findings.error(
        tree.value(at: place), place,
        "the template \"\(name)\" is larger than 1 MiB with all the parts that it includes; include fewer of them"
      )
    }
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
