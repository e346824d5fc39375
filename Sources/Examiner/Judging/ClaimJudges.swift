import Basics
import JOSE

/// Whose claims a client shows.
enum ClaimJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("userinfo-is-unused", { userinfo($0, $1) }),
    ("callback-claims-are-unused", { episode, _ in callbackClaims(episode) }),
    ("nobody-is-shown", { nobody($0, $1) }),
    ("nobody-is-greeted", { greeted($0, $1) }),
    ("accounts-are-by-subject", { episode, _ in accounts(episode) }),
    ("users-stay-apart", { episode, _ in apart(episode) }),
  ]

  /// What rules of the catalogue put into claims that must not be believed.
  static let planted = [
    "Mallory Canary", "canary@elsewhere.example", "mallory-canary", "somebody-else",
  ]

  private static func userinfo(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    if episode.outcome.subject == "somebody-else" {
      return .wrong("it signs in the user that userinfo names")
    }
    if let found = planted.first(where: { shown(episode).contains($0) }) {
      return .wrong("it shows \"\(found)\" from a userinfo response that it must not use")
    }
    guard episode.outcome.kind == .accepted, episode.outcome.subject == nil else { return .fine }
    // Whose values it shows can be seen only where it shows some.
    let text = control.map(shown) ?? ""
    return userinfoValues(control?.exchanges ?? []).contains(where: text.contains)
      ? .fine
      : .hidden(
        "not examinable here: it shows nothing of userinfo, so its use can't be seen. Let its page, such as that of --probe-url, show the user's name or sub"
      )
  }

  /// An ID token that nobody asked for stands in the callback.
  private static func callbackClaims(_ episode: CheckRun) -> JudgeFinding {
    let named = episode.outcome.subject.map { [$0] } ?? []
    let text = named.joined() + shown(episode)
    guard let found = planted.first(where: text.contains) else { return .fine }
    return .wrong(
      "it shows \"\(found)\" from an unsigned ID token in the callback"
    )
  }

  /// A page that shows the user's data is worth a sign-in, whatever the probe URL answers.
  private static func nobody(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    guard let control, episode.outcome.kind != .accepted else { return .fine }
    let before = page(control, ["start"])
    let usual = values(control).filter { !before.contains($0) && page(control).contains($0) }
    // Of several sign-ins the last one is judged.
    var last = episode
    if let start = last.deliveries.lastIndex(where: { $0.what == "start" }) {
      last.deliveries.removeFirst(start)
    }
    let text = page(last, ["callback", "landing"])
    guard let found = usual.first(where: text.contains) else { return .fine }
    return .wrong(
      "it shows \"\(found)\", a claim of the user, although it must not sign this user in")
  }

  /// The lines of the control that show a claim. A program that names the refused user writes another line.
  private static func greeted(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    guard let control else { return .fine }
    // A program that takes the ID token has another fault, which another check tells.
    if episode.outcome.kind == .accepted { return .hidden("it did not refuse the ID token") }
    let claims = values(control)
    let greetings = control.output.split(whereSeparator: \.isNewline).filter { line in
      claims.contains(where: line.contains)
    }
    guard !greetings.isEmpty else {
      return .hidden("not examinable here: it writes nothing about its user")
    }
    let written = Set(episode.output.split(whereSeparator: \.isNewline))
    return greetings.first(where: written.contains).map {
      .wrong("it wrote \"\($0.prefix(100))\" before it refused the ID token")
    } ?? .fine
  }

  /// The subjects of the ID tokens, or of userinfo without ID tokens, in the order of the sign-ins.
  private static func subjects(_ run: CheckRun) -> [String] {
    let named = run.exchanges.filter { $0.kind == "token" }.compactMap {
      object($0.answer.body)?["id_token"]?.stringValue.flatMap(payload)?["sub"]?.stringValue
    }
    guard named.isEmpty else { return named }
    return run.exchanges.filter { $0.endpoint == "userinfo" }.compactMap {
      object($0.answer.body)?["sub"]?.stringValue
    }
  }

  /// Whether the client shows whom the ID token names.
  static func showsSubject(_ run: CheckRun) -> Bool {
    guard let subject = subjects(run).last else { return false }
    return run.outcome.subject == subject || page(run, ["probe"]).contains(subject)
  }

  /// Characters of a sub that tell that it was cut.
  private static let leastShared = 32

  /// Why the accounts of two users can't be compared; `nil` if both came back from the provider and were signed in.
  static func missingUser(_ episode: CheckRun) -> JudgeFinding? {
    let subjects = subjects(episode)
    let starts = episode.deliveries.count { $0.what == "start" }
    guard let first = subjects.first, let last = subjects.last, first != last else {
      return starts > 1 && episode.observations.begun.count < starts
        ? .hidden("it starts no second sign-in while a user is signed in")
        : .unseen("no second user signed in")
    }
    // How it ended counts more than whose account it shows.
    if [.crashed, .hung].contains(episode.outcome.kind) { return .fine }
    let probe = episode.deliveries.first { $0.what == "probe" }?.answer?.status.code ?? 0
    guard 200..<300 ~= probe else {
      return .unseen("the first user was not signed in: its probe URL answered \(probe)")
    }
    let refusal = episode.callbacks.last?.answer?.status.code ?? 0
    if refusal >= 400 {
      return .unseen("the second user was not signed in: it answered \(refusal) to the callback")
    }
    return episode.outcome.kind == .rejected
      ? .unseen("the second user was not signed in: \(episode.outcome.sign)") : nil
  }

  /// Two subjects are two people, whatever else they share.
  private static func accounts(_ episode: CheckRun) -> JudgeFinding {
    if let missing = missingUser(episode) { return missing }
    let subjects = subjects(episode)
    guard let first = subjects.first, let last = subjects.last else { return .fine }
    let probe = episode.deliveries.last { $0.what == "probe" }?.answer
    let text = probe.map { Self.text($0.body) } ?? ""
    if text.contains(last) { return .fine }
    let shared = String(zip(first, last).prefix { $0 == $1 }.map(\.0).prefix(leastShared))
    if shared.count == leastShared, text.contains(shared), !text.contains(first) {
      return .unseen(
        "its probe URL shows only the beginning of sub, by which the two users look alike: let it show the whole sub"
      )
    }
    return text.contains(first)
      ? .wrong(
        "the second user has another sub, and is signed in to the first user's account"
      )
      : .unseen("the account of the second user can't be seen: let the probe URL show the sub")
  }

  /// The browser of the first user is asked again once the second user has signed in with another one.
  private static func apart(_ episode: CheckRun) -> JudgeFinding {
    if let missing = missingUser(episode) { return missing }
    let subjects = subjects(episode)
    guard let first = subjects.first, let last = subjects.last,
      let again = episode.deliveries.last(where: { $0.what == "other-probe" })?.answer
    else { return .unseen("no second user signed in") }
    let text = text(again.body)
    if text.contains(last) {
      return .wrong("the first user's browser shows the account of the second user")
    }
    return text.contains(first)
      ? .fine : .unseen("whose account it shows can't be seen: let the probe URL show the sub")
  }

  /// Whether nothing that the client shows says who is signed in.
  static func showsNobody(_ episode: CheckRun, _ control: CheckRun?) -> Bool {
    guard episode.outcome.subject == nil else { return false }
    let text = shown(episode)
    return !values(control ?? episode).contains(where: text.contains)
  }

  /// The values of claims that the provider told a client, and that are long enough to be found again.
  static func values(_ run: CheckRun) -> [String] { values(run.exchanges) }

  static func values(_ exchanges: [Exchange]) -> [String] {
    let tokens = exchanges.filter { $0.kind == "token" }.compactMap {
      object($0.answer.body)?["id_token"]?.stringValue
    }
    return userinfoValues(exchanges) + tokens.flatMap { texts(of: payload($0)) }
  }

  private static func userinfoValues(_ exchanges: [Exchange]) -> [String] {
    exchanges.filter { $0.endpoint == "userinfo" }.flatMap { exchange in
      texts(of: object(exchange.answer.body) ?? payload(text(exchange.answer.body)))
    }
  }

  private static let personal: Set<String> = [
    "sub", "name", "given_name", "family_name", "preferred_username", "nickname", "email",
  ]

  private static func texts(of claims: JSONValue?) -> [String] {
    (claims?.objectValue ?? JSONObject()).filter { personal.contains($0.name) }
      .compactMap { $0.value.stringValue }.filter { $0.count > 3 }
  }

  private static func object(_ body: [UInt8]) -> JSONValue? {
    try? JSONReader().read(body, file: "").root
  }

  /// The claims of a JWT; `nil` where it is none.
  private static func payload(_ token: String) -> JSONValue? { (try? JWS.parse(token))?.payload }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// What the client let its user see. The output of a website is its log, which may name what it refused.
  static func shown(_ episode: CheckRun) -> String {
    let isWebsite = episode.deliveries.contains { $0.what == "probe" }
    return (isWebsite ? "" : episode.output) + page(episode)
  }

  private static func page(_ episode: CheckRun, _ which: Set<String>? = nil) -> String {
    episode.deliveries.filter { which?.contains($0.what) != false }.compactMap { call in
      call.answer.map { text($0.body) }
    }.joined(separator: "\n")
  }
}
