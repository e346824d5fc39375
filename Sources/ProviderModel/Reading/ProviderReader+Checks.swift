import Basics

/// What reads well and can't work: told once everything has been read.
extension ProviderReader {
  func check() {
    checkReferences()
    checkConditions()
    checkScopes()
    checkTokenParameters()
    checkTickets()
    checkDenials()
  }

  /// Whether a value stands in the provider's own file: what it inherits is not its author's to mend.
  func isOwn(_ value: JSONValue?) -> Bool {
    guard let file = value?.origin?.file else { return false }
    return file == tree["id"]?.origin?.file
  }
}
