import Basics

/// A step that nobody can take: whatever comes after it is out of reach, too.
struct MissingLink: Error {
  /// The place to mend.
  let pointer: String
  let sentence: String

  init(_ pointer: String, _ sentence: String) {
    self.pointer = pointer
    self.sentence = sentence
  }
}

/// Whether a provider can be used: people sign in, and clients get tokens. Only the first missing link is reported.
extension ProviderReader {
  func checkReachability() {
    let parts = ["/hosts", "/bases", "/endpoints", "/links", "/vars"]
    report(
      "nobody can sign in: ",
      besides: parts + ["/flow", "/pages", "/templates", "/cookies", "/checks"]
    ) { () throws(MissingLink) in
      try SignInPath(self).follow()
    }
    report(
      "no token can be issued: ",
      besides: parts + ["/token", "/answers", "/credentials", "/shapes", "/parameters"]
    ) { () throws(MissingLink) in
      try TokenPath(self).follow()
    }
  }

  /// - Parameter parts: the members whose mistakes explain why something is out of reach.
  private func report(
    _ consequence: String, besides parts: [String], _ follow: () throws(MissingLink) -> Void
  ) {
    let isExplained = findings.errors.contains { error in
      parts.contains { error.pointer == $0 || error.pointer.hasPrefix($0 + "/") }
    }
    guard !isExplained else { return }
    do throws(MissingLink) {
      try follow()
    } catch {
      findings.error(
        nearest(error.pointer), error.pointer, consequence + error.sentence)
    }
  }

  /// What stands at a place, or else the innermost value that would hold it.
  func nearest(_ pointer: String) -> JSONValue? {
    var rest = pointer[...]
    while true {
      if let value = tree.value(at: String(rest)), value.origin != nil { return value }
      guard let end = rest.lastIndex(of: "/") else { return tree["id"] ?? tree }
      rest = rest[..<end]
    }
  }
}
