import Basics
import UserAgent

/// A callback as a check wants it: parameters set, dropped, sent twice, or moved from the query to the fragment.
struct CallbackChange {
  private let agent: Agent
  private let placeholders: Placeholders

  init(_ agent: Agent, _ placeholders: Placeholders) {
    self.agent = agent
    self.placeholders = placeholders
  }

  func applied(
    to url: String, form: [(name: String, value: String)]?
  ) -> (url: String, form: [(name: String, value: String)]?) {
    let changes =
      !agent.set.isEmpty || !agent.drop.isEmpty || !agent.append.isEmpty
      || !agent.prepend.isEmpty || agent.place != nil
      || agent.path != nil || !agent.encode.isEmpty || !agent.alter.isEmpty || agent.raw != nil
    guard changes else { return (url, form) }
    if let form { return (moved(url), changed(form)) }
    let halves = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let front = halves.first ?? ""
    let query = front.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let inFragment = halves.count > 1
    let text = inFragment ? halves[1] : (query.count > 1 ? query[1] : "")
    let pairs = changed(Parameters(formEncoded: text).list.map { ($0.name, $0.value) })
    let encoded =
      pairs.map(written).joined(separator: "&")
      + (agent.raw.map { "&\(placeholders.expanded($0))" } ?? "")
    let base = moved(inFragment ? String(front) : String(query.first ?? ""))
    switch agent.place ?? (inFragment ? .fragment : .query) {
    case .fragment: return ("\(base)#\(encoded)", nil)
    case .query: return (base + (base.contains("?") ? "&" : "?") + encoded, nil)
    }
  }

  private func written(_ pair: (name: String, value: String)) -> String {
    guard agent.encode.contains(pair.name) else { return QueryStyle().encode([pair]) }
    let bytes = pair.value.utf8.map { byte in
      "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "\(pair.name)=\(bytes.joined())"
  }

  /// At another path of the same host, or below the path that it had.
  private func moved(_ url: String) -> String {
    guard let path = agent.path.map(placeholders.expanded) else { return url }
    let halves = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let tail = halves.count > 1 ? "?\(halves[1])" : ""
    let front = String(halves.first ?? "")
    let origin = Self.origin(of: front)
    guard !path.hasPrefix("/") else { return origin + path + tail }
    // Without a path in between it would be a part of the port.
    return front + (front.utf8.count == origin.utf8.count ? "/" : "") + path + tail
  }

  /// The part before the path: scheme and authority, or the scheme alone, as in `com.example.app:/callback`.
  private static func origin(of url: String) -> Substring {
    guard let colon = url.firstIndex(of: ":") else { return "" }
    let path = url.index(after: colon)
    guard url[path...].hasPrefix("//") else { return url[..<path] }
    let authority = url.index(path, offsetBy: 2)
    return url[..<(url[authority...].firstIndex(of: "/") ?? url.endIndex)]
  }

  private func changed(
    _ pairs: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    var pairs = pairs
    for (name, value) in agent.set {
      let value = placeholders.expanded(value)
      if let place = pairs.firstIndex(where: { $0.name == name }) {
        pairs[place].value = value
      } else {
        pairs.append((name, value))
      }
    }
    for (name, how) in agent.alter {
      for place in pairs.indices where pairs[place].name == name {
        pairs[place].value = how.applied(to: pairs[place].value)
      }
    }
    pairs.removeAll { agent.drop.contains($0.name) }
    for (name, value) in agent.append { pairs.append((name, placeholders.expanded(value))) }
    return agent.prepend.map { ($0.name, placeholders.expanded($0.value)) } + pairs
  }
}

// MARK: The changes, described for people

extension CallbackChange {
  /// The parameters of a callback, wherever they stand.
  static func pairs(
    _ url: String, _ form: [(name: String, value: String)]?
  ) -> [(name: String, value: String)] {
    if let form { return form }
    let text = url.split(maxSplits: 1) { $0 == "?" || $0 == "#" }.dropFirst().first ?? ""
    return Parameters(formEncoded: text).list.map { ($0.name, $0.value) }
  }

  /// A sentence for each parameter that is another one, with the characters that differ.
  static func differences(
    _ sent: [(name: String, value: String)], _ brought: [(name: String, value: String)]
  ) -> [String] {
    var left = brought
    var lines = sent.compactMap { name, value -> String? in
      guard let place = left.firstIndex(where: { $0.name == name }) else {
        return "\(name) is left out"
      }
      let other = left.remove(at: place).value
      return other == value ? nil : "\(name) \(difference(value, other))"
    }
    lines += left.map { "\($0.name)=\(shortened($0.value)) is added" }
    return lines
  }

  private static func difference(_ sent: String, _ brought: String) -> String {
    let (old, new) = (Array(sent), Array(brought))
    let front = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - front
    let back = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
    func middle(_ text: [Character]) -> String {
      let begin = max(0, front - context)
      let part = String(text[begin..<(text.count - back)])
      return "\"" + (begin > 0 ? "…" : "") + shortened(part) + (back > 0 ? "…" : "") + "\""
    }
    return "is \(middle(new)) and was \(middle(old))"
  }

  /// Characters before those that differ, by which they are found.
  private static let context = 3

  private static func shortened(_ text: String) -> String {
    text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
