import Basics

/// How the provider is tried.
extension ProviderReader {
  /// Endpoints and scopes that are not there are nobody's mistake: a fixture inherits this from another.
  mutating func readTryOut(_ reader: inout FixtureReader) {
    body.tryOut.clientID = reader.pattern("client_id")
    body.tryOut.scopes = reader.list("scope")
    for (endpoint, value, pointer) in reader.map("calls") {
      guard let object = value.objectValue else {
        findings.error(value, pointer, "expected parameters and their values, found \(value.found)")
        continue
      }
      let parameters = object.compactMap { member -> (name: String, value: String)? in
        guard let text = member.value.stringValue else {
          findings.error(
            member.value, JSONPointer.appending(member.name, to: pointer),
            "expected a string, found \(member.value.found)")
          return nil
        }
        return (member.name, text)
      }
      body.tryOut.calls.append((endpoint, parameters))
    }
    reader.finish()
  }
}
