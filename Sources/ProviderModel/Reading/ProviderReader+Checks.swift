import JSON

/// What reads well and can't work.
extension ProviderReader {
  func checkLiterals() {}
  func checkPages() {}
  func checkShapes() {}
}
