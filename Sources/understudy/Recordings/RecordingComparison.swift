import Basics
import Examiner
import HTTPTypes
import ProviderModel
import Server

/// Plays a recording twice, as two people, and compares each response with the recorded one.
struct RecordingComparison {
  struct Line {
    enum Result: String {
      case same, differs, skipped
    }

    let exchange: Recording.Exchange
    var result: Result
    var differences: [Difference] = []
    /// Why it was skipped, or why the fixture refused.
    var why: String?
    var isSignIn = false
  }

  private let flow: RecordedFlow
  private let players: [RecordingPlayer]
  private(set) var lines: [Line] = []
  /// What is worth telling before the list.
  private(set) var notes: [String] = []

  /// - Parameter username: The person who signs in; by default, the first one of the cast.
  init(
    _ recording: Recording, at provider: Provider, _ staging: LoadedFixtures, as username: String?
  ) throws {
    let book = ObservedFixtures(staging).book
    let flow = RecordedFlow(provider: provider, book: book, exchanges: recording.exchanges)
    let people = try Self.people(staging.cast, username)
    let clients = RecordedClients(flow)
    let start = recording.exchanges.lazy.compactMap(\.at).first ?? RunningServer.now()
    // The second time is another day: what depends on the time differs, too.
    self.flow = flow
    let players = try people.enumerated().map { index, person in
      let server = try Self.server(staging, recording, isFirst: index == 0, at: start + index * day)
      return RecordingPlayer(
        server, flow, clients.all.keys.sorted(), as: person, at: start + index * day)
    }
    self.players = players
    for (id, client) in clients.all.sorted(by: { $0.key < $1.key }) {
      if let known = staging.cast.client(id, at: provider.id) {
        notes.append("The client \(id) is the one of the cast.")
        if let secret = client.secret, let own = known.secret, secret != own {
          for player in players { player.carry(secret, as: own) }
        }
      } else {
        let redirects = client.redirects.isEmpty ? "none" : client.redirects.joined(separator: ", ")
        notes.append(
          "The client \(id) is registered as the recording shows it: "
            + "\(client.secret == nil ? "no secret" : "with its secret"), redirect URIs: \(redirects)."
        )
        for player in players { try player.register(id, clients.record(id, at: provider.id)) }
      }
    }
    if let first = people.first { notes.append("The person who signs in is \(first.username).") }
  }

  private static func people(_ cast: Cast, _ username: String?) throws -> [Person] {
    var people = cast.people.filter { $0.fate == nil }
    if let username {
      guard let person = cast.person(username) else {
        throw Failure(
          text: "--as \(username): there is no person \"\(username)\""
            + Suggestion.list(for: username, among: cast.people.map(\.username)))
      }
      people = [person] + people.filter { $0.username != username }
    }
    guard let first = people.first else {
      throw Failure(text: "the cast has no person who could sign in; add one with --cast")
    }
    return [first, people.count > 1 ? people[1] : first]
  }

  private static func server(
    _ staging: LoadedFixtures, _ recording: Recording, isFirst: Bool, at now: Int
  ) throws -> MockServer {
    // Keys of its own, so that their names and numbers differ.
    let keys = try Keys(files: [], seed: isFirst ? 1 : nil)
    var setting = MockServer.Setting(keys: keys.ring)
    setting.sandboxes.seed = isFirst ? 1 : 2
    setting.site.allowedHosts = Set(recording.exchanges.map(\.request.authority)).map {
      HostName.name(of: $0)
    }
    return MockServer(staging, setting, now: now)
  }

  // MARK: Playing

  mutating func play() {
    var last: Int?
    for step in flow.steps {
      switch step {
      case .skip(let exchange, let why):
        lines.append(Line(exchange: exchange, result: .skipped, why: why))
      case .visit(let exchange, let callback, let isDenied):
        wait(exchange, &last)
        lines.append(visit(exchange, callback, isDenied))
      case .call(let exchange, let kind):
        wait(exchange, &last)
        lines.append(call(exchange, kind))
      }
    }
  }

  /// How many credentials had to be issued.
  var supplied: Int { players.first?.supplied ?? 0 }

  private func wait(_ exchange: Recording.Exchange, _ last: inout Int?) {
    let seconds = exchange.at.flatMap { at in last.map { at - $0 } } ?? (last == nil ? 0 : 1)
    for player in players { player.wait(seconds) }
    last = exchange.at ?? last ?? 0
  }

  private func visit(
    _ exchange: Recording.Exchange, _ callback: JSONValue, _ isDenied: Bool
  ) -> Line {
    let ends = players.map { $0.visit(exchange, denying: isDenied) }
    var line = Line(exchange: exchange, result: .same, isSignIn: true)
    switch (ends[0], ends[1]) {
    case (.success(let mine), .success(let other)):
      line.differences = Comparison.of(callback: callback, mine, other)
      players[0].learn(callback, mine, other)
      players[1].learn(callback, other, mine)
    case (.failure(let stuck), _), (_, .failure(let stuck)):
      line.differences = [
        Difference(
          place: "sign-in", kind: .value, recorded: "a redirect to the client",
          played: "none: \(stuck.why)")
      ]
    }
    if !line.differences.isEmpty { line.result = .differs }
    return line
  }

  private func call(_ exchange: Recording.Exchange, _ kind: EndpointKind?) -> Line {
    guard let kind else {
      return Line(
        exchange: exchange, result: .differs,
        differences: [
          Difference(
            place: "endpoint", kind: .missing,
            recorded: "a response with status "
              + "\(exchange.answer.status.code) at this address", played: nil)
        ])
    }
    let answers = players.map { $0.call(exchange, kind) }
    var line = Line(exchange: exchange, result: .same)
    line.differences = Comparison.of(
      exchange, answers[0], answers[1],
      issues: [.token, .deviceAuthorization, .pushedAuthorization].contains(kind),
      counts: flow.provider.namesOfCounts)
    if line.differences.contains(where: { $0.place == "status" }) {
      line.why = players[0].why(answers[0])
    }
    if !line.differences.isEmpty { line.result = .differs }
    let trees = answers.map { Structure($0.body, $0.headers).tree }
    if let recorded = Structure(exchange.answer.body, exchange.answer.headers).tree,
      let mine = trees[0], let other = trees[1]
    {
      players[0].learn(recorded, mine, other)
      players[1].learn(recorded, other, mine)
    }
    return line
  }
}

/// Seconds of a day, and one more: the time of the day differs, too.
private let day = 86_401
