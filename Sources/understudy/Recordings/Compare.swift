import ArgumentParser
import Basics
import ProviderModel
import Server

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract:
      "Replay a recording of the real provider, and list where Understudy responds differently.",
    discussion: """
      A recording is an HTTP archive (HAR), as browsers and mitmproxy write them, or a transcript. Its requests to the \
      provider's hosts are played in this process. Each response is compared: status, the fields that clients act on, \
      and the members of JSON and forms. A sign-in is compared as a whole, from the authorization request to the \
      redirect; its pages are not. Codes and tokens of the recording are replaced by those that Understudy has issued.

      The recording's client is registered as the recording shows it, unless a cast has it. The person is one of the \
      cast. Values that depend on the person, on chance or on the time may differ: the recording is played twice, as two \
      people, and only what is the same both times must match the recording.

      Example: understudy compare shop.json sign-in.har

      Exit codes: 0 Understudy responds as recorded, 1 it responds differently, 2 wrong usage, or nothing to compare.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: "The provider's ID, or a provider file.", completion: .providers)
  var id: String
  @Argument(help: "The recording; - is standard input.")
  var recording: String
  @OptionGroup var fixtures: FixtureOptions
  @OptionGroup var quirks: QuirkOptions
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The person who signs in. Default: the first one of the cast.", valueName: "username"))
  var person: String?
  @Option(help: "text or json.")
  var format = Format.text

  mutating func run() throws {
    let environment = Environment()
    try fixtures.fill(from: environment)
    let id = try fixtures.take(id)
    quirks.fill(from: environment)
    let staging = try fixtures.loaded(quirks)
    guard let provider = staging.providers.provider(id) else {
      throw Failure(
        text: "there is no provider \"\(id)\""
          + Suggestion.list(for: id, among: staging.providers.ids))
    }
    let read = try Recording(recording)
    let secrets = read.secrets
    if secrets > 0 {
      Streams.error(
        "\(recording) has \(secrets == 1 ? "1 secret" : "\(secrets) secrets"): before you share it, "
          + "run understudy clean \(ShellWord.plain(recording))")
    }
    var comparison = try RecordingComparison(read, at: provider, staging, as: person)
    comparison.play()
    let lines = comparison.lines
    let played = lines.filter { $0.result != .skipped }
    guard !played.isEmpty else {
      throw Failure(
        text: "\(recording): error: none of its \(lines.count) requests can be compared: expected "
          + "requests to \(provider.hosts.map(\.pattern.text).joined(separator: ", ")), found "
          + Set(lines.map(\.exchange.request.authority)).sorted().prefix(6)
          .joined(separator: ", "))
    }
    switch format {
    case .text: tell(comparison, provider)
    case .json: Streams.output(json: json(comparison, provider).text(.pretty(2)))
    }
    if played.contains(where: { $0.result == .differs }) { throw ExitCode(1) }
  }

  private func tell(_ comparison: RecordingComparison, _ provider: Provider) {
    for note in comparison.notes { Streams.error(note) }
    if comparison.supplied > 0 {
      let one =
        "1 code or token was issued for the comparison: the recording shows no origin of it."
      Streams.error(
        comparison.supplied == 1
          ? one
          : "\(comparison.supplied) codes and tokens were issued for the comparison: the "
            + "recording shows no origin of them.")
    }
    for line in comparison.lines where line.result != .skipped {
      Streams.output("\(line.result.rawValue)  \(Self.head(line))")
      for difference in line.differences { Streams.output("    \(difference.text)") }
      if let why = line.why { Streams.output("    The provider file refused: \(why)") }
    }
    let played = comparison.lines.filter { $0.result != .skipped }
    let differs = played.count { $0.result == .differs }
    let skipped = Dictionary(
      grouping: comparison.lines.filter { $0.result == .skipped }, by: { $0.why ?? "" })
    for (why, lines) in skipped.sorted(by: { $0.key < $1.key }) {
      Streams.output(
        "skipped  \(lines.count == 1 ? "1 request" : "\(lines.count) requests"): \(why)")
    }
    Streams.output(
      differs == 0
        ? "\(provider.title) responds as recorded: \(Self.count(played.count))"
        : "\(provider.title) differs in \(differs) of \(Self.count(played.count))")
  }

  private static func count(_ number: Int) -> String {
    number == 1 ? "1 request" : "\(number) requests"
  }

  /// The request, without parameters: they may be secret.
  private static func head(_ line: RecordingComparison.Line) -> String {
    let request = line.exchange.request
    return "\(line.exchange.number) \(request.method.rawValue) \(request.authority)"
      + RequestTarget(request.target).path + (line.isSignIn ? " (sign-in)" : "")
  }

  private func json(_ comparison: RecordingComparison, _ provider: Provider) -> JSONValue {
    let requests = comparison.lines.map { line -> JSONValue in
      let request = line.exchange.request
      var object: JSONObject = [
        "n": .init(.number(String(line.exchange.number))),
        "method": .init(.string(request.method.rawValue)),
        "host": .init(.string(request.authority)),
        "path": .init(.string(RequestTarget(request.target).path)),
        "result": .init(.string(line.result.rawValue)),
      ]
      object["why"] = line.why.map { .init(.string($0)) }
      if line.result == .differs {
        object["differences"] = .init(.array(line.differences.map(\.json)))
      }
      return JSONValue(.object(object))
    }
    let differs = comparison.lines.count { $0.result == .differs }
    return [
      "provider": .init(.string(provider.id)), "recording": .init(.string(recording)),
      "differs": .init(.number(String(differs))), "requests": .init(.array(requests)),
    ]
  }
}
