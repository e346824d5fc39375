internal import Basics
internal import Engine

extension Sandbox.Rule {
  /// What matches, how often, what happens and what has happened, in one line.
  ///
  /// For example `flaky: at vk token, once → condition code_expired (seen 3, fired 1, spent)`.
  public var description: String {
    let match = members["match"]?.objectValue ?? JSONObject()
    let place = [match["provider"]?.stringValue, match["endpoint"]?.stringValue]
    var limits = [place.compactMap { $0 }.joined(separator: " ")].filter { !$0.isEmpty }
      .map { "at \($0)" }
    for member in match where !["provider", "endpoint"].contains(member.name) {
      limits.append("\(member.name) \(Self.short(member.value))")
    }
    if let limit = members["limit"], let per = limit["per"]?.stringValue {
      limits.append("beyond \(limit["requests"]?.integerValue ?? 0) per \(per)")
    }
    if let first = text("after") { limits.append("after \(first)") }
    if let skip = number("skip"), skip > 0 { limits.append("after \(skip)") }
    if let times = number("times") { limits.append(times == 1 ? "once" : "\(times) times") }
    let effects = (members["then"]?.objectValue ?? JSONObject()).map { member in
      member.value.boolValue == true
        ? member.name : "\(member.name) \(Self.short(member.value))"
    }
    var doing = text("scenario").map { ["scenario \($0)"] } ?? effects
    if doing.isEmpty { doing = ["what the provider does"] }
    var line =
      (id.map { "\($0): " } ?? "") + (limits.isEmpty ? "always" : limits.joined(separator: ", "))
    line += " → " + doing.joined(separator: ", ")
    if members["seen"] != nil {
      line += " (seen \(seen), fired \(fired)\(isSpent ? ", spent" : ""))"
    }
    if !isOn { line += ", off" }
    return LogEntry.oneLine(line)
  }

  private static func short(_ value: JSONValue) -> String {
    let text = value.stringValue ?? value.text()
    return text.count > 80 ? text.prefix(80) + "…" : text
  }
}
