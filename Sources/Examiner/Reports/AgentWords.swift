import Basics

/// What our user agent does otherwise than a person at a browser, in sentences.
enum AgentWords {
  static func sentences(of agent: Agent) -> [String] {
    var lines: [String] = []
    switch agent.delivery {
    case .once: break
    case .twice: lines.append("The callback is delivered twice.")
    case .never: lines.append("The callback never comes: the user closes the window.")
    case .otherJar:
      lines.append("Another browser, which began a sign-in of its own, delivers the callback.")
    case .newJar: lines.append("Another browser, without a session, delivers the callback.")
    case .unsolicited: lines.append("An unsolicited callback comes first.")
    case .followed: lines.append("A second, changed callback follows the proper one.")
    }
    if !agent.set.isEmpty { lines.append("The callback has \(pairs(agent.set)).") }
    if !agent.drop.isEmpty {
      lines.append("The callback lacks \(agent.drop.joined(separator: ", ")).")
    }
    if !agent.append.isEmpty {
      lines.append("The callback has, once more, \(pairs(agent.append)).")
    }
    if !agent.prepend.isEmpty {
      lines.append("The callback begins with \(pairs(agent.prepend)).")
    }
    lines += agent.alter.map { sentence($0.how, $0.name, in: "callback", than: "was sent") }
    if let place = agent.place {
      lines.append("The callback's parameters come in the \(place.rawValue).")
    }
    if agent.method != "GET" { lines.append("The callback is sent as \(agent.method).") }
    if !agent.before.isEmpty {
      lines.append("Before the callback come: \(requests(agent.before)).")
    }
    if !agent.after.isEmpty {
      lines.append("Once the client has answered: \(requests(agent.after)).")
    }
    lines += agent.alterRequest.map {
      sentence($0.how, $0.name, in: "authorization request", than: "the client sent")
    }
    if !agent.earlier.isEmpty {
      lines.append(
        "The browser sends \(agent.earlier.joined(separator: ", ")) of the first sign-in with the later ones."
      )
    }
    if agent.begins > 1 {
      lines.append("The start URL is opened \(agent.begins) times in one browser.")
    }
    if agent.decision == .deny { lines.append("The user refuses at the provider's pages.") }
    if agent.logins > 1 { lines.append("The client is made to sign in \(agent.logins) times.") }
    if !agent.start.isEmpty { lines.append("The start URL has \(pairs(agent.start)).") }
    if !agent.headers.isEmpty {
      lines.append("The requests to the start URL's host have \(pairs(agent.headers)).")
    }
    if agent.runs > 1 {
      lines.append("The program is run \(agent.runs) times, and the browser keeps its cookies.")
    }
    if agent.insists { lines.append("It is run again even if it refused before.") }
    if agent.moves { lines.append("The last run is told another issuer.") }
    if agent.idle > 0 {
      lines.append("Between two runs \(agent.idle) seconds pass at the provider.")
    }
    return lines
  }

  private static func sentence(
    _ how: Agent.Alteration, _ name: String, in message: String, than sent: String
  ) -> String {
    switch how {
    case .otherCase: "The letters of \(name) are in the other case in the \(message)."
    case .longer: "The \(message)'s \(name) has one character more than \(sent)."
    case .shorter: "The \(message)'s \(name) lacks the last character that \(sent)."
    case .spaced: "A space is added at the end of the \(message)'s \(name)."
    case .otherStart: "The \(message)'s \(name) begins with another character than \(sent)."
    case .cutStart: "The \(message)'s \(name) lacks the first character that \(sent)."
    }
  }

  /// A value that several parameters have is told once, and control characters as they stand in a URL.
  private static func pairs(_ pairs: [(name: String, value: String)]) -> String {
    var groups: [(names: [String], value: String)] = []
    for pair in pairs {
      if let place = groups.firstIndex(where: { ExactText.same($0.value, pair.value) }) {
        groups[place].names.append(pair.name)
      } else {
        groups.append(([pair.name], pair.value))
      }
    }
    return groups.map { names, value in
      let written = QueryStyle.printable.encode(value)
      return names.count == 1
        ? "\(names[0])=\(written)"
        : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]), each \(written)"
    }.joined(separator: " and ")
  }

  private static func requests(_ requests: [Agent.Sent]) -> String {
    requests.map { request in
      request.path.map { "\(request.method) \($0)" } ?? "the callback again"
    }.joined(separator: ", ")
  }
}
