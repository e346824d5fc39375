import Basics
import HTTPTypes
import UserAgent

/// What web applications answer to browsers.
enum WebJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("replay-opens-no-session", { episode, _ in replay(episode) }),
    ("request-is-of-the-client", { episode, _ in ownRequest(episode) }),
    ("state-is-new", { episode, _ in areUnique(["state"], episode) }),
    (
      "nonce-and-challenge-are-new",
      { episode, _ in areUnique(["nonce", "code_challenge"], episode) }
    ),
    ("no-server-error", { episode, _ in noServerError(episode) }),
    ("session-id-changes", { episode, _ in sessionChanges(episode) }),
    ("session-id-is-new", { episode, _ in sessionIsNew(episode) }),
    ("no-header-of-the-link", { episode, _ in noHeaderOfLink(episode) }),
    ("session-is-no-guess", { episode, _ in noGuess(episode) }),
    ("session-ids-are-no-sequence", { episode, _ in noSequence(episode) }),
    ("signed-out-cookies-are-dead", { episode, _ in cookiesDie(episode) }),
    ("stays-on-origin", { episode, _ in staysOnOrigin(episode) }),
    ("callback-address-is-left", { episode, _ in addressIsLeft(episode) }),
    ("signs-in-before-and-out-after", { episode, _ in signsOut(episode) }),
  ]

  /// The callback is replayed by a browser without cookies, too.
  private static func replay(_ episode: CheckRun) -> JudgeFinding {
    switch episode.observations.replaySignedIn {
    case true?: .wrong("the replayed callback signed in a browser that had no session")
    case false?: .fine
    case nil: .unseen("the callback was not replayed")
    }
  }

  /// Whether two sign-ins in one browser differ in each of these parameters.
  private static func areUnique(_ names: [String], _ episode: CheckRun) -> JudgeFinding {
    let begun = episode.observations.begun.compactMap { WebAddress($0) }
      .map { Parameters(formEncoded: $0.query) }
    var isSeen = false
    for name in names {
      let values = begun.compactMap { $0.first(name) }
      guard values.count > 1 else { continue }
      isSeen = true
      if Set(values).count < values.count {
        return .wrong("two sign-ins that were begun in one browser have the same \(name)")
      }
    }
    return isSeen
      ? .fine
      : .unseen("it did not begin two sign-ins with \(names.joined(separator: " or "))")
  }

  /// Another site knows what it put into a link: with the state, for example, it can finish the sign-in with a code of its
  /// own.
  private static func ownRequest(_ episode: CheckRun) -> JudgeFinding {
    let start = episode.deliveries.first { $0.what == "start" }
    guard let start, let link = WebAddress(start.url) else {
      return .unseen("it was not started by a link")
    }
    guard let sent = episode.authorizations.first?.parameters else {
      let isRefused = start.answer.map { 400..<500 ~= $0.status.code } ?? false
      return isRefused ? .fine : .unseen("it began no sign-in")
    }
    let told = Parameters(formEncoded: link.query).list.filter { sent.first($0.name) != nil }
    guard !told.isEmpty else {
      return .unseen("it sent none of the parameters that stood in the link")
    }
    let copied = told.first { sent.values($0.name).contains($0.value) }
    return copied.map { .wrong("it sent the \($0.name) of the link that started the sign-in") }
      ?? .fine
  }

  private static func noServerError(_ episode: CheckRun) -> JudgeFinding {
    for call in episode.deliveries {
      // RFC 9110 §15.6.2: a server that knows a method for no page answers 501.
      let isUsual = ["GET", "HEAD", "POST"].contains(call.method)
      if let status = call.answer?.status.code, status >= 500, isUsual || status != 501 {
        return .wrong("it answered \(status) to \(call.method) \(call.url.prefix { $0 != "?" })")
      }
    }
    return .fine
  }

  /// Session fixation: somebody who knew the cookies before the user signed in is signed in by them.
  private static func sessionChanges(_ episode: CheckRun) -> JudgeFinding {
    guard !episode.callbacks.isEmpty else { return .unseen("no callback came") }
    return episode.observations.earlierCookiesSignedIn == true
      ? .wrong("a browser with the cookies of before the sign-in is signed in too") : .fine
  }

  /// Session fixation by somebody who was signed in: the next user must not get the same session ID.
  private static func sessionIsNew(_ episode: CheckRun) -> JudgeFinding {
    if let missing = ClaimJudges.missingUser(episode) { return missing }
    let seen = episode.observations.sessionCookies.map(\.values)
    guard seen.count > 1, let last = seen.last else {
      return .unseen("it did not sign in two users with a cookie")
    }
    guard !last.isEmpty else {
      return .hidden("not examinable here: no cookie alone was enough to be signed in")
    }
    let kept = last.first { cookie in
      seen.dropLast().joined().contains { $0.name == cookie.name && $0.value == cookie.value }
    }
    return kept.map {
      .wrong(
        "a second user who signed in in the same browser got the cookie \($0.name) of the first")
    } ?? .fine
  }

  /// A line break in a parameter must not end a header of the answer.
  private static func noHeaderOfLink(_ episode: CheckRun) -> JudgeFinding {
    let split = episode.deliveries.first { $0.answer?.headers.first(.understudySplit) != nil }
    return split.map { _ in
      .wrong("a line of the return URL became a header of its answer")
    } ?? .fine
  }

  private static func noGuess(_ episode: CheckRun) -> JudgeFinding {
    guard !episode.callbacks.isEmpty else { return .unseen("no callback came") }
    return episode.observations.guessedCookie.map {
      .wrong("anybody can make the cookie that signs its user in: \($0)")
    } ?? .fine
  }

  private static func noSequence(_ episode: CheckRun) -> JudgeFinding {
    let seen = episode.observations.sessionCookies
    guard seen.count >= SessionSequence.least else {
      return .unseen("it did not sign in \(SessionSequence.least) times with a cookie")
    }
    let sequence = SessionSequence(seen)
    guard !sequence.compared.isEmpty else {
      return .hidden("not examinable here: no cookie alone was enough to be signed in")
    }
    return sequence.flaw.map {
      .wrong("others can write the cookie of the next user: \($0)")
    } ?? .fine
  }

  private static func cookiesDie(_ episode: CheckRun) -> JudgeFinding {
    switch episode.observations.signedOutCookiesSignedIn {
    case true?: .wrong("a browser with the cookies of before the sign-out is still signed in")
    case false?: .fine
    case nil: .unseen("nobody was signed out")
    }
  }

  private static func staysOnOrigin(_ episode: CheckRun) -> JudgeFinding {
    let provider = origin(episode.issuer)
    for call in episode.deliveries
    where ["callback", "landing", "replay", "after"].contains(call.what) {
      guard let location = call.answer?.headers.first(.location) else { continue }
      // Browsers remove tabs, and take a backslash for a slash and `https:host` for `https://host`.
      let read = String(
        location.filter { !"\t\r\n".contains($0) }.map { $0 == "\\" ? "/" : $0 })
      let target: String
      if read.hasPrefix("//") {
        target = "http:" + read
      } else if let colon = read.firstIndex(of: ":"),
        ["http", "https"].contains(read[..<colon].lowercased())
      {
        let rest = read[read.index(after: colon)...].drop { $0 == "/" }
        target = "\(read[..<colon])://\(rest)"
      } else {
        continue
      }
      let leads = host(target)
      if leads != host(call.url), leads != host(provider) {
        return .wrong("it sends the browser to \(location.prefix(200))")
      }
    }
    return .fine
  }

  private static func origin(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  private static func host(_ url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 2 ? parts[2].prefix { $0 != "?" && $0 != "#" }.lowercased() : ""
  }

  private static let strict: Set<String> = [
    "no-referrer", "origin", "same-origin", "strict-origin", "origin-when-cross-origin",
    "strict-origin-when-cross-origin",
  ]

  private static func addressIsLeft(_ episode: CheckRun) -> JudgeFinding {
    guard let last = episode.deliveries.last(where: { ["callback", "landing"].contains($0.what) })
    else { return .unseen("no callback came") }
    let query = last.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let names = Parameters(formEncoded: query)
    guard names.first("code") != nil || names.first("state") != nil else { return .fine }
    if let first = episode.callbacks.last, origin(last.url) != origin(first.url) {
      return .wrong(
        "it sends the browser to another origin, with the code or the state in the address: \(origin(last.url))"
      )
    }
    let policy = last.answer?.headers.first(.referrerPolicy)?.lowercased() ?? ""
    let words = policy.split(separator: ",").map { String($0.drop { $0 == " " }) }
    return words.contains(where: strict.contains)
      ? .fine
      : .wrong(
        "the page at the end has the code or the state in its address, and no Referrer-Policy")
  }

  private static func signsOut(_ episode: CheckRun) -> JudgeFinding {
    let probes = episode.deliveries.filter { $0.what == "probe" }.map {
      $0.answer?.status.code ?? 0
    }
    guard probes.count > 1, let first = probes.first, let last = probes.last else {
      return .unseen("it was not asked before and after")
    }
    if !(200..<300).contains(first) { return .unseen("nobody was signed in before") }
    return (200..<300).contains(last)
      ? .wrong("its probe URL still answered \(last) after the user had signed out") : .fine
  }
}

extension HTTPField.Name {
  /// What the check writes behind a line break.
  static let understudySplit = HTTPField.Name("Understudy-Split") ?? .server
  static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .server
}
