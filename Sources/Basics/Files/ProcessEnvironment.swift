/// The environment variables of this process.
package enum ProcessEnvironment {
  /// All of them, by name. An entry without `=` is left out; of several with one name the last counts.
  package static var values: [String: String] {
    var values: [String: String] = [:]
    guard var entry = Optional(environ) ?? nil else { return values }
    while let text = entry.pointee {
      let line = String(cString: text)
      if let equals = line.firstIndex(of: "=") {
        values[String(line[..<equals])] = String(line[line.index(after: equals)...])
      }
      entry += 1
    }
    return values
  }
}
