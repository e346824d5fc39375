internal import Engine

extension Sandbox.JournalEntry: CustomStringConvertible {
  /// One line, as the tool's log has it: what came, what it came to, why, how to mend it, by which clause.
  public var description: String {
    guard let request else {
      return LogEntry.oneLine("#\(number) \(kind)" + (detail.map { " · \($0)" } ?? ""))
    }
    var line = "#\(number) \(request.method) \(path ?? request.path)"
    let place = [provider, endpoint].compactMap { $0 }.joined(separator: " ")
    if !place.isEmpty { line += " · " + place }
    if let outcome { line += " · " + outcome }
    if let status { line += status > 0 ? " · \(status)" : " · no answer" }
    if let rule { line += " · rule \(rule)" }
    if let why { line += " · \(why)" }
    if let remedy { line += " → \(remedy)" }
    if let clause { line += " (\(clause))" }
    return LogEntry.oneLine(line)
  }

  /// The line, and below it the whole request and the whole answer, with their secrets hidden.
  public var transcript: String {
    var lines = [description] + near.map { "  near: \($0)" }
    func put(_ mark: String, _ first: String, _ headers: Sandbox.Headers, _ body: String) {
      lines.append("  \(mark) \(first)")
      lines += headers.map { "  \(mark) \($0)" }
      guard !body.isEmpty else { return }
      lines.append("  \(mark)")
      lines += body.split(separator: "\n", omittingEmptySubsequences: false).map {
        "  \(mark) \($0)"
      }
    }
    if let request {
      put(">", "\(request.method) \(request.url)", request.headers, request.body)
    }
    if let response {
      put(
        "<", response.status > 0 ? "\(response.status)" : "no answer", response.headers,
        response.body)
    }
    return lines.joined(separator: "\n")
  }
}
