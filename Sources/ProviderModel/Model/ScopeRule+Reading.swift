import Basics

/// Scopes that no request can name, and those that say nothing.
extension ScopeRule {
  /// Reads the bit of each scope: a number is the sum of some of them, so each is a power of two and has one name.
  mutating func readBits(_ reader: inout FixtureReader) {
    let findings = reader.findings
    for (name, value, pointer) in reader.map("bits")
    where reader.isWithin(1...(1 << 62), value, pointer) {
      let bit = value.integerValue ?? 0
      if bit.nonzeroBitCount != 1 {
        findings.error(
          value, pointer,
          "expected one bit, which is a power of two such as 4, found \(bit), which is the sum of \(bit.nonzeroBitCount)"
        )
      } else if let other = bits.first(where: { $0.bit == bit }) {
        findings.error(
          value, pointer,
          "\(bit) is the bit of \"\(other.name)\" already; a number would name both scopes")
      }
      bits.append((name, bit))
    }
  }

  /// Reads the patterns of further scopes: a request has to be able to name a scope of each.
  mutating func readPatterns(_ reader: inout FixtureReader) {
    let written = reader.strings("patterns") ?? []
    let isList = reader.value["patterns"]?.arrayValue != nil
    for (index, text) in written.enumerated() {
      let place = isList ? "\(reader.at("patterns"))/\(index)" : reader.at("patterns")
      let value = isList ? reader.value["patterns"]?.arrayValue?[index] : reader.value["patterns"]
      do throws(Pattern.Problem) {
        let pattern = try Pattern(text)
        if written[..<index].contains(text) {
          reader.findings.error(value, place, "the pattern \"\(text)\" appears twice; remove one")
        } else if let flaw = flaw(of: pattern) {
          reader.findings.error(value, place, flaw)
        }
        patterns.append(pattern)
      } catch {
        reader.findings.error(value, place, error.sentence)
      }
    }
  }

  /// Why no scope matches a pattern. A few texts of it stand for all.
  private func flaw(of pattern: Pattern) -> String? {
    var generator = SeededGenerator(seed: 1)
    let samples = (0..<16).map { _ in pattern.draw(using: &generator) }
    if samples.allSatisfy(\.isEmpty) {
      return "expected a pattern of scopes, found one that only an empty text matches"
    }
    guard samples.allSatisfy({ words(in: $0) != [$0] }) else { return nil }
    return
      "no request can name a scope of the pattern \"\(pattern.source)\": it holds a character that separates scopes (scope.split)"
  }

  /// Reports names that a request can't have, and scopes that imply themselves.
  func checkNames(_ reader: FixtureReader) {
    func refuse(_ member: String, _ name: String, _ sentence: String) {
      reader.findings.error(
        reader.value[member]?[name], JSONPointer.appending(name, to: reader.at(member)), sentence)
    }
    for (member, names) in [("bits", bits.map(\.name)), ("aliases", aliases.map(\.name))] {
      for name in names where words(in: name) != [name] {
        refuse(
          member, name,
          "no request can name the scope \"\(name)\": it holds a character that separates scopes (scope.split)"
        )
      }
    }
    for (name, _) in bits where Int(name) != nil {
      refuse(
        "bits", name, "the number \(name) names the scopes of its bits, so it can't be a scope")
    }
    for (name, scopes) in implied where scopes.contains(name) {
      refuse("implies", name, "\"\(name)\" implies itself, which has no effect; remove it")
    }
    for (member, scopes) in [("default", fallback), ("always", always)] {
      for (index, scope) in scopes.enumerated() where scopes[..<index].contains(scope) {
        reader.findings.error(
          reader.value[member], "\(reader.at(member))/\(index)",
          "the scope \"\(scope)\" appears twice; remove one")
      }
    }
  }
}

extension ScopeRule {
  /// Reports placeholders among names: these lists are read once, and not for each request.
  func checkPlaceholders(_ reader: FixtureReader) {
    func check(_ value: JSONValue, _ pointer: String, _ cure: String) {
      for (index, element) in (value.arrayValue ?? []).enumerated() {
        check(element, "\(pointer)/\(index)", cure)
      }
      guard let text = value.stringValue, text.contains("{{") else { return }
      reader.findings.error(
        value, pointer,
        "\"\(text)\" is a placeholder, and each request gets the same scopes here; write names of scopes that are known\(cure)"
      )
    }
    for member in ["default", "always"] {
      guard let value = reader.value[member] else { continue }
      check(
        value, reader.at(member),
        member == "default"
          ? ", or set \"default_registered\" for those that the cast registers for the client" : "")
    }
    for member in ["aliases", "implies"] {
      for entry in reader.value[member]?.objectValue ?? JSONObject() {
        check(entry.value, JSONPointer.appending(entry.name, to: reader.at(member)), "")
      }
    }
  }
}

extension ProviderReader {
  /// Reports a table of scopes that is not there, or of which no scope can be made.
  func checkScopeTable() {
    guard let table = body.scope.table, let value = tree["scope"]?["table"], isOwn(value) else {
      return
    }
    let missing = [("name", table.name), ("prefix", table.prefix), ("names", table.names)]
      .first { $0.1.isEmpty }
    if let missing {
      findings.error(
        value, "/scope/table",
        "a scope of a table is PREFIX/NAME; add \"\(missing.0)\" to the table of scopes")
    } else if !vocabulary.tables.contains(table.name) {
      findings.error(
        value["name"], "/scope/table/name",
        "there is no table \"\(table.name)\""
          + (vocabulary.tables.isEmpty
            ? "; add \"\(table.name)\": { \"key\": \"name\" } to tables"
            : Suggestion.hint(for: table.name, among: vocabulary.tables)))
    }
  }
}
