import Basics
import ProviderModel

/// Reads what the user agent does in a check.
enum AgentReader {
  static func read(_ reader: inout FixtureReader) -> Agent {
    var agent = Agent()
    if var callback = reader.object("callback") {
      agent.delivery = callback.choice("deliver", as: Agent.Delivery.self) ?? .once
      agent.set = pairs("set", &callback)
      agent.drop = callback.list("drop") ?? []
      agent.append = pairs("append", &callback)
      agent.prepend = pairs("prepend", &callback)
      agent.place = callback.choice("as", as: Agent.Place.self)
      agent.method = callback.string("method") ?? "GET"
      agent.path = callback.string("path")
      agent.encode = callback.list("encode") ?? []
      agent.raw = callback.string("raw")
      agent.alter = alterations(&callback)
      callback.finish()
    }
    if var request = reader.object("request") {
      agent.alterRequest = alterations(&request)
      agent.earlier = request.list("earlier") ?? []
      request.finish()
    }
    agent.before = sent("before", &reader)
    agent.after = sent("after", &reader)
    agent.decision = reader.choice("decides", as: Agent.Decision.self) ?? .allow
    agent.logins = reader.integer("logins", in: 1...10) ?? 1
    agent.keepsBrowser = reader.bool("same_browser") ?? false
    agent.begins = reader.integer("begins", in: 1...10) ?? 1
    agent.start = pairs("start", &reader)
    agent.headers = pairs("headers", &reader)
    agent.runs = reader.integer("runs", in: 1...5) ?? 1
    agent.idle = reader.integer("idle", in: 1...1_000_000) ?? 0
    agent.together = reader.integer("together", in: 1...10) ?? 1
    agent.moves = reader.bool("moves") ?? false
    agent.insists = reader.bool("insists") ?? false
    reader.finish()
    return agent
  }

  private static func pairs(
    _ name: String, _ reader: inout FixtureReader
  ) -> [(name: String, value: String)] {
    reader.map(name).compactMap { name, value, pointer in
      if let text = value.stringValue { return (name, text) }
      reader.findings.error(value, pointer, "expected a string, found \(value.found)")
      return nil
    }
  }

  private static func alterations(
    _ reader: inout FixtureReader
  ) -> [(name: String, how: Agent.Alteration)] {
    reader.map("alter").compactMap { name, value, pointer in
      if let how = value.stringValue.flatMap(Agent.Alteration.init) { return (name, how) }
      let known = Agent.Alteration.allCases.map(\.rawValue).joined(separator: ", ")
      reader.findings.error(value, pointer, "expected one of \(known), found \(value.found)")
      return nil
    }
  }

  private static func sent(_ name: String, _ reader: inout FixtureReader) -> [Agent.Sent] {
    let list = reader.member(name)?.arrayValue ?? []
    return list.enumerated().map { index, value in
      var entry = FixtureReader(value, "\(reader.at(name))/\(index)", reader.findings)
      var sent = Agent.Sent()
      sent.method = entry.string("method") ?? "GET"
      sent.path = entry.string("path")
      sent.body = entry.string("body") ?? ""
      sent.cut = entry.integer("cut", in: 1...4096)
      if sent.path == nil { _ = entry.string("replay", required: true) }
      entry.finish()
      return sent
    }
  }
}
