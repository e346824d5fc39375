import Basics
import Testing

@testable import Examiner

@Suite("Whose claims a client shows")
struct ClaimJudgeTests: RunMaking {
  /// A client that shows this in its output, or on its page if it is a website.
  private func shown(_ text: String, isWebsite: Bool) -> CheckRun {
    var episode = run(isWebsite ? [action("probe", "http://127.0.0.1/me", body: text)] : [])
    episode.outcome = Outcome(.accepted, "its sign")
    if !isWebsite { episode.output = text }
    return episode
  }

  private func finding(_ episode: CheckRun, _ control: CheckRun? = nil) throws -> JudgeFinding {
    let judge = try #require(NamedJudges.find("userinfo-is-unused"))
    return judge(episode, control)
  }

  @Test("a log that says what was refused is no use of it; a page that shows it is")
  func website() throws {
    var episode = shown("Hello, alice", isWebsite: true)
    episode.outcome.subject = "alice"
    episode.output = "sub claim (\"somebody-else\") does not match the one in the id_token"
    #expect(try finding(episode) == .fine)
    episode = shown("Hello, somebody-else", isWebsite: true)
    episode.outcome.subject = "alice"
    #expect(try finding(episode) != .fine)
  }

  @Test("the output of a program that is no website is what it shows")
  func program() throws {
    let said = "it shows \"Mallory Canary\" from a userinfo response that it must not use"
    #expect(try finding(shown("Hi, Mallory Canary", isWebsite: false)) == .wrong(said))
  }

  @Test(
    "a line that greets the user in the control is not written where the user is refused",
    arguments: [
      ("Hello, alice", "Hello, alice\nrefused", JudgeFinding.wrong(greeted)),
      ("Hello, alice", "alice has a token for another client", .fine),
      (
        "Hello", "Hello",
        .hidden("not examinable here: it writes nothing about its user")
      ),
    ])
  func greeting(_ usual: String, _ text: String, _ expected: JudgeFinding) throws {
    var control = shown(usual, isWebsite: false)
    control.exchanges = [exchange("userinfo", "/u", body: #"{"sub": "alice"}"#)]
    let judge = try #require(NamedJudges.find("nobody-is-greeted"))
    var run = shown(text, isWebsite: false)
    run.outcome = Outcome(.rejected, "it exited with 1")
    #expect(judge(run, control) == expected)
    #expect(judge(run, nil) == .fine)
    // One that takes the ID token has another fault.
    run.outcome = Outcome(.accepted, "it exited with 0")
    #expect(judge(run, control) == .hidden("it did not refuse the ID token"))
  }

  private static let greeted = "it wrote \"Hello, alice\" before it refused the ID token"

  @Test("the subject that a client names is not that of userinfo")
  func subject() throws {
    var episode = shown("", isWebsite: false)
    episode.outcome.subject = "somebody-else"
    let said = "it signs in the user that userinfo names"
    #expect(try finding(episode) == .wrong(said))
    episode.outcome.subject = "alice"
    #expect(try finding(episode) == .fine)
  }

  @Test("a client that refused used nothing")
  func refused() throws {
    var episode = shown("", isWebsite: false)
    episode.outcome = Outcome(.rejected, "its sign")
    #expect(try finding(episode) == .fine)
  }

  @Test(
    "a client that shows nothing of userinfo in its control can't be judged",
    arguments: [
      ("userinfo", "Alice", "Hello, Alice", true), ("userinfo", "Alice", "Hello", false),
      ("userinfo", "Bobb", "Hello, Bobb", true), ("userinfo", "Bob", "Hello, Bob", false),
      ("token", "Alice", "Hello, Alice", false),
    ])
  func control(_ endpoint: String, _ name: String, _ text: String, _ isSeen: Bool) throws {
    var control = shown(text, isWebsite: false)
    control.exchanges = [exchange(endpoint, "/u", body: #"{"name": "\#(name)"}"#)]
    let unseen = JudgeFinding.hidden(
      "not examinable here: it shows nothing of userinfo, so its use can't be seen. "
        + "Let its page, such as that of --probe-url, show the user's name or sub")
    let found = try finding(shown("", isWebsite: false), control)
    #expect(found == (isSeen ? .fine : unseen))
  }

  @Test(
    "two subjects have two accounts, also where they differ in case alone",
    arguments: [
      ("one", "other", "other", JudgeFinding.fine),
      ("one", "ONE", "ONE", .fine),
      ("one", "ONE", "one", .wrong(sameAccount)),
      ("one", "one", "one", .unseen("no second user signed in")),
      (
        "one", "other", "nobody",
        .unseen("the account of the second user can't be seen: let the probe URL show the sub")
      ),
    ])
  func accounts(
    _ first: String, _ second: String, _ page: String, _ expected: JudgeFinding
  ) throws {
    var episode = shown(page, isWebsite: true)
    episode.exchanges = [first, second].map {
      exchange("userinfo", "/u", body: #"{"sub": "\#($0)"}"#)
    }
    let judge = try #require(NamedJudges.find("accounts-are-by-subject"))
    #expect(judge(episode, nil) == expected)
  }

  @Test(
    "where one of two users is not signed in, nothing is said of their accounts",
    arguments: ["accounts-are-by-subject", "users-stay-apart", "session-id-is-new"])
  func oneUserAlone(_ name: String) throws {
    var episode = shown("one", isWebsite: true)
    episode.exchanges = ["one", "other"].map {
      exchange("userinfo", "/u", body: #"{"sub": "\#($0)"}"#)
    }
    episode.deliveries.append(action("other-probe", body: "one"))
    episode.observations.sessionCookies = ["a", "b"].map {
      .init(values: [("sid", $0)], signedInAt: 0)
    }
    let judge = try #require(NamedJudges.find(name))
    episode.outcome = Outcome(.rejected, "its sign")
    #expect(judge(episode, nil) == .unseen("the second user was not signed in: its sign"))
    episode.outcome = Outcome(.accepted, "its sign")
    episode.deliveries.append(action("callback", status: 409))
    let refused = "the second user was not signed in: it answered 409 to the callback"
    #expect(judge(episode, nil) == .unseen(refused))
    episode.deliveries = [action("probe", status: 401), action("callback")]
    let first = "the first user was not signed in: its probe URL answered 401"
    #expect(judge(episode, nil) == .unseen(first))
    episode.outcome = Outcome(.crashed, "its sign")
    #expect(judge(episode, nil) == .fine)
  }

  @Test("an application that begins no second sign-in can't be asked for a second user")
  func onlyOneUser() throws {
    var episode = shown("alice", isWebsite: true)
    episode.exchanges = [exchange("userinfo", "/u", body: #"{"sub": "alice"}"#)]
    episode.deliveries += ["start", "start"].map { BrowserAction($0, at: 0, url: "http://a.test/") }
    episode.observations.begun = ["http://idp.test/authorize"]
    let judge = try #require(NamedJudges.find("accounts-are-by-subject"))
    #expect(
      judge(episode, nil) == .hidden("it starts no second sign-in while a user is signed in"))
    episode.observations.begun.append("http://idp.test/authorize")
    #expect(judge(episode, nil) == .unseen("no second user signed in"))
  }

  private static let sameAccount =
    "the second user has another sub, and is signed in to the first user's account"
}
