import Basics

/// Shapes that nothing uses, and refusals that speak of what no error has.
///
/// A quirk may bring the entry that makes sense of a shape, so only `check` tells these: it sees all states.
extension ProviderReader {
  func doubts() -> [Doubt] {
    guard knowsKinds else { return [] }
    return unusedShapes() + unusedParts() + emptyErrors() + unreachableErrors() + unissuedTokens()
      + refreshDoubts() + idleChecks() + idleReuse()
      + idleVerifier() + foreignIssuers() + hiddenCredentials() + silentDenial()
      + unbackedMetadata() + grantlessParameters() + lostCodes()
  }

  /// Inherited answers with a code, which a provider without a token endpoint does not get.
  private func lostCodes() -> [Doubt] {
    guard let authorize = body.endpoints.first(where: { $0.kind == .authorize }) else { return [] }
    let hasOwn = tree["answers"]?.objectValue?.contains { isOwn($0.value) } ?? false
    let pointer = JSONPointer.appending(authorize.name, to: "/endpoints")
    return [
      Doubt(
        finding: Diagnostic(
          .warning, at: tree.value(at: pointer)?.origin, pointer,
          "requests for a code are refused with unsupported_response_type, as no endpoint redeems one; add an endpoint of the kind token, or write \"answers\" with the response types of the service"
        ),
        holds: tree["extends"] != nil && !hasOwn
          && !body.endpoints.contains { $0.kind == .token })
    ]
  }

  private func refreshDoubts() -> [Doubt] {
    guard let doubt = TokenPath(self).refreshDoubt else { return [] }
    return [
      Doubt(
        finding: Diagnostic(at: nearest(doubt.pointer)?.origin, doubt.pointer, doubt.sentence),
        holds: doubt.holds)
    ]
  }

  private func unusedShapes() -> [Doubt] {
    var used = Set(
      (body.endpoints.flatMap(\.service.shapes) + body.token.grants.map(\.rule.answer))
        .compactMap(\.self))
    used.formUnion(body.unanswered.shapes.map(\.shape))
    for table in body.errors.values { used.formUnion(Self.rules(of: table).compactMap(\.shape)) }
    for shape in body.shapes {
      if case .accept(let list) = shape.form { used.formUnion(list.map(\.shape)) }
    }
    let named = NamedInTree(
      ["shapes", "credentials", "errors", "answers", "people", "clients"], of: tree)
    let slips = Set(
      shapeSlips().compactMap { Suggestion.nearest(to: $0, among: vocabulary.shapes) })
    return body.shapes.enumerated().compactMap { index, shape in
      let value = tree["shapes"]?[shape.name]
      guard isOwn(value) else { return nil }
      return Doubt(
        finding: Diagnostic(
          at: value?.origin, JSONPointer.appending(shape.name, to: "/shapes"),
          "nothing uses the shape \"\(shape.name)\": name it in an answer or in errors, or remove it"
        ),
        holds: !used.contains(index) && !slips.contains(shape.name)
          && !named.shapes.contains(shape.name))
    }
  }

  static func rules(of table: ErrorTable) -> [ErrorRule] {
    Array(table.entries.values) + [table.fallback].compactMap(\.self)
  }

  /// Words that were meant to name a shape: what they are near to is not unused.
  private func shapeSlips() -> [String] {
    let entries = (tree["errors"]?.objectValue ?? JSONObject()).flatMap { table in
      (table.value.objectValue ?? JSONObject()).compactMap { $0.value["shape"]?.stringValue }
    }
    let named =
      [tree["endpoints"], tree["token"]?["grants"]].flatMap { parts in
        (parts?.objectValue ?? JSONObject()).compactMap { $0.value["answer"]?.stringValue }
      }
      + (tree["shapes"]?.objectValue ?? JSONObject()).flatMap { shape in
        (shape.value["accept"]?.objectValue ?? JSONObject()).compactMap(\.value.stringValue)
      }
    return (entries + named).filter { !vocabulary.shapes.contains($0) }
  }
}

/// What is a mistake only if no state of the quirks makes sense of it.
struct Doubt {
  let finding: Diagnostic
  /// Whether it is wrong in the state that was read.
  let holds: Bool
}

extension [Doubt] {
  /// What is wrong in every state in which it was looked at.
  var mistakes: [Diagnostic] {
    let cleared = filter { !$0.holds }.map(\.finding)
    return filter(\.holds).map(\.finding).filter { !cleared.contains($0) }
  }
}
