import Basics
import HTTPTypes

/// Where secrets must not be seen.
enum CanaryJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "no-token-in-referer": referer,
    "canary-elsewhere": elsewhere,
    "canary-stdout": output,
    "canary-arguments": arguments,
  ]

  private static let tokens: Set<String> = ["access_token", "id_token", "refresh_token"]

  /// Also of requests that a browser sent: which address it names there, the client's page has said.
  private static func referer(_ seen: PassiveCase) -> PassiveResult {
    var count = 0
    for (index, episode) in seen.episodes.enumerated() {
      let subject = episode.subject ?? seen.subject
      let canaries = Canaries(episode, subject)
      for exchange in episode.exchanges {
        count += 1
        guard let line = exchange.request.headers.first(.referer), !isOurs(line) else { continue }
        let named = FlowReader.brought(by: line).keys.filter(tokens.contains).min()
        guard let what = named ?? canaries.found(in: line)?.what else { continue }
        return .broken(
          "the Referer of a request to \(RequestTarget(exchange.request.target).path) shows the \(what)",
          at: Sent(exchange, in: index, of: subject))
      }
    }
    return count == 0
      ? .nothingSeen("no request was seen")
      : .held("\(PassiveCase.count(count, "request")), none with a code or token in its Referer")
  }

  /// A page of this server itself.
  private static func isOurs(_ address: String) -> Bool {
    URIReference(address).path.utf8.starts(with: "/_understudy/".utf8)
  }

  static func isElsewhere(_ exchange: Exchange) -> Bool {
    [exchange.provider, exchange.endpoint, exchange.kind].contains("elsewhere")
  }

  private static func elsewhere(_ seen: PassiveCase) -> PassiveResult {
    var count = 0
    var others = 0
    for (index, episode) in seen.episodes.enumerated() {
      let subject = episode.subject ?? seen.subject
      let canaries = Canaries(episode, subject)
      let issuers = Set(canaries.all.map(\.provider)).subtracting([""])
      // The check that planted a redirect, or an endpoint, judges a client that goes there.
      var laid: Set<String> = []
      for exchange in episode.exchanges where !exchange.isAgents {
        if exchange.rule != nil {
          laid.formUnion(exchange.answer.headers[values: .location])
          if exchange.isTo("metadata") {
            let texts = exchange.document?.objectValue?.compactMap(\.value.stringValue) ?? []
            laid.formUnion(texts.filter { !$0.hasPrefix(episode.issuer) })
          }
        }
        if laid.contains(where: { $0.hasSuffix(exchange.request.target) }) { continue }
        let isElsewhere = isElsewhere(exchange)
        count += 1
        if isElsewhere || !issuers.subtracting([exchange.provider]).isEmpty { others += 1 }
        let found = canaries.found(in: carried(exchange)) { canary in
          // The same secret may be registered at two servers; what one of them issued is its own.
          isElsewhere
            || (![canary.provider, exchange.provider].contains("")
              && canary.provider != exchange.provider)
        }
        // Refresh tokens are for the authorization server alone (RFC 6749 §1.5).
        let isResource = exchange.kind == "resource"
        if isResource, canaries.found(in: carried(exchange), where: \.isRefreshToken) != nil {
          return .broken(
            "a refresh token was sent to a resource", at: Sent(exchange, in: index, of: subject))
        }
        guard let found else { continue }
        let by = found.provider.isEmpty ? "" : " that \(found.provider) issued"
        let place = isElsewhere ? "another origin" : exchange.provider
        return .broken(
          "the \(found.what)\(by) was sent to \(place)", at: Sent(exchange, in: index, of: subject))
      }
    }
    if count == 0 { return .nothingSeen("no request was seen") }
    guard others > 0 || seen.subject.watched.contains(.elsewhere) else {
      return .notApplicable("one provider was watched, and nothing beside it")
    }
    return .held("\(PassiveCase.count(count, "request")), none with what belongs elsewhere")
  }

  /// Assertions and hints are made for being shown to others.
  private static let shown: Set<String> = [
    "actor_token", "assertion", "client_assertion", "id_token_hint", "subject_token",
  ]

  /// All that a request carries, decoded, one thing a line.
  private static func carried(_ exchange: Exchange) -> String {
    let sent = Sent(exchange, in: 0, of: Subject())
    var lines = exchange.request.headers.map(\.value)
    if let pair = ClientAuthentication.basic(sent) { lines += [pair.id, pair.secret] }
    lines.append(sent.path)
    lines += sent.parameters.filter { !shown.contains($0.name) }.map(\.value)
    if Sent.mediaType(exchange.request) ?? Sent.formType != Sent.formType {
      lines.append(String(decoding: exchange.request.body, as: UTF8.self))
    }
    return lines.joined(separator: "\n")
  }

  private static func arguments(_ seen: PassiveCase) -> PassiveResult {
    let runs = seen.episodes.enumerated().compactMap { index, episode in
      episode.observations.arguments.map { (index: index, episode: episode, words: $0) }
    }
    guard !runs.isEmpty else { return .notApplicable("the programs of the client were not seen") }
    for run in runs {
      let canaries = Canaries(run.episode, run.episode.subject ?? seen.subject)
      guard let found = canaries.foundInAnyForm(in: run.words.joined(separator: "\n")) else {
        continue
      }
      return PassiveResult(
        .broken,
        "the \(found.what) is an argument of a program, which every user of the machine can read",
        at: .init(episode: run.index, exchange: nil))
    }
    return .held("\(PassiveCase.count(runs.count, "run")), no secret in the arguments of a program")
  }

  /// The parameter in which the client sent it, such as `subject_token`.
  private static func name(of value: String, _ episode: CheckRun) -> String {
    episode.own.lazy.flatMap { $0.parameters.list }.first { $0.value == value }?.name ?? "secret"
  }

  /// The Base64 parts of a text, decoded, one per line.
  static func unwrapped(_ text: String) -> String {
    let words = text.split { character in
      let isOne = character.isLetter || character.isNumber || "+/=-_".contains(character)
      return !character.isASCII || !isOne
    }
    return words.filter { $0.utf8.count >= leastWrapped }.compactMap { word in
      (Base64URL.decode(String(word)) ?? Base64.decode(String(word))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }.joined(separator: "\n")
  }

  /// Shorter words hold no secret.
  private static let leastWrapped = 16

  private static func output(_ seen: PassiveCase) -> PassiveResult {
    guard seen.subject.watched.contains(.output) else {
      return .notApplicable("the output of the program was not captured")
    }
    guard !seen.episodes.isEmpty else { return .nothingSeen("the program was not run") }
    for (index, episode) in seen.episodes.enumerated() {
      let canaries = Canaries(episode, episode.subject ?? seen.subject)
      let found = canaries.foundInAnyForm(in: episode.output)
      let other = episode.secrets.first {
        $0.utf8.count >= Canaries.shortest && episode.output.contains($0)
      }
      guard let value = found?.value ?? other else { continue }
      let lines = episode.output.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let line =
        lines.firstIndex { $0.contains(value) }
        ?? lines.firstIndex { Canaries.isInBase64(value, in: String($0)) }
      let number = line.map { ", in line \($0 + 1)" } ?? ""
      return PassiveResult(
        .broken,
        "the output of the program contains the \(found?.what ?? name(of: value, episode))\(number)",
        at: .init(episode: index, exchange: nil))
    }
    return .held("\(PassiveCase.count(seen.episodes.count, "run")), no secret in the output")
  }
}
