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
