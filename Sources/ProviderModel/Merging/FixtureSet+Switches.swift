extension FixtureSet {
  /// Wishes that others of the same order undo.
  /// - Returns: places in `with`, each with a sentence.
  package static func contradictions(
    _ quirks: [Quirk], with: [String], without: [String]
  ) -> [(index: Int, sentence: String)] {
    let on = switched(quirks, with: with, without: without)
    return with.enumerated().compactMap { index, wish in
      guard !on.contains(wish), let quirk = quirks.first(where: { $0.id == wish }) else {
        return nil
      }
      if without.contains(wish) {
        return (index, "the quirk \"\(wish)\" can't be switched on and off at once")
      }
      let rival = quirks.first {
        $0.id != wish && quirk.rivals != nil && $0.rivals == quirk.rivals && with.contains($0.id)
      }
      if let rival {
        return (index, "the quirks \"\(wish)\" and \"\(rival.id)\" exclude one another")
      }
      let needs = quirk.needs.map { "\"\($0)\"" }.joined(separator: ", ")
      return (index, "the quirk \"\(wish)\" needs \(needs), and what it needs is switched off")
    }
  }
}
