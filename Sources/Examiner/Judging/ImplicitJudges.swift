/// What apps do with a callback of the implicit flow (RFC 6749 §4.2).
enum ImplicitJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("callback-once", { once($0, $1) }),
    ("description-decoded", { episode, _ in decoded(episode) }),
    ("no-terminal-codes", { episode, _ in noCodes(episode) }),
    ("error-uri-not-opened", { episode, _ in notOpened(episode) }),
  ]

  /// More requests than one sign-in takes are a second one.
  private static func once(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    guard let control else {
      return .unseen("the control was not seen, so there is nothing to compare")
    }
    for kind in ["authorize", "token", "resource"] {
      let usual = control.own.count { $0.kind == kind }
      let count = episode.own.count { $0.kind == kind }
      if count > usual {
        return .wrong(
          "it sent \(count) requests to the \(kind) endpoint, and \(usual) with a single callback"
        )
      }
    }
    return .fine
  }

  /// A description stands in the address with + or %20 for its spaces; who shows it so has not decoded it.
  private static func decoded(_ episode: CheckRun) -> JudgeFinding {
    let answers = episode.deliveries.compactMap { call in
      call.answer.map { String(decoding: $0.body, as: UTF8.self) }
    }
    let shown = ([episode.output] + answers).joined(separator: "\n")
    for callback in episode.callbacks {
      let pairs = callback.url.split { "?#&".contains($0) }
      guard let pair = pairs.first(where: { $0.hasPrefix("error_description=") }) else { continue }
      let text = pair.dropFirst("error_description=".count)
      if text.contains(where: { "+%".contains($0) }), shown.contains(text) {
        return .wrong("it wrote \"\(text.prefix(60))\"")
      }
    }
    return .fine
  }

  private static func noCodes(_ episode: CheckRun) -> JudgeFinding {
    episode.output.contains("\u{1B}]0;")
      ? .wrong("it wrote the control characters of a text from outside to its terminal") : .fine
  }

  private static func notOpened(_ episode: CheckRun) -> JudgeFinding {
    let seen = episode.observations
    guard let opened = seen.unopenable ?? seen.openedElsewhere else { return .fine }
    return .wrong("it had \"\(opened.prefix(60))\" opened")
  }
}
