import Basics
import Engine
import JOSE
import ProviderModel

/// A token of the control API that has a name: of a team that shares the server.
package struct ControlToken: Sendable {
  /// A limit on what belongs to a token.
  package enum Quota: String, Sendable, CaseIterable {
    /// How many sandboxes there may be at once.
    case sandboxes
    /// How many people may be added to each sandbox.
    case people
    /// How many bytes the journal of each sandbox may take in memory.
    case journal
  }

  package let name: String
  package let secret: String
  /// Whether it commands all sandboxes. Others command those that they have made.
  package let isAdministrator: Bool
  package let quotas: [Quota: Int]

  /// A sentence about what is wrong with a line.
  package struct Mistake: Error {
    package let sentence: String
  }

  /// Reads a line: `NAME TOKEN`, then `administrator`, or quotas such as `sandboxes=20`.
  /// - Returns: `nil` for an empty line and for a comment.
  package init?(line: some StringProtocol) throws(Mistake) {
    // A file of Windows has a carriage return at the end of each line.
    let words = line.split(whereSeparator: { $0.isWhitespace })
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    guard words.count >= 2 else {
      // It may be the token, which no message shows.
      throw Mistake(
        sentence: "expected a name and a token, found one word; put a name before the token")
    }
    var (isAdministrator, quotas) = (false, [Quota: Int]())
    for word in words.dropFirst(2) {
      let halves = word.split(separator: "=", maxSplits: 1)
      if word == "administrator" {
        isAdministrator = true
      } else if halves.count == 2, let quota = Quota(rawValue: String(halves[0])),
        let limit = Int(halves[1]), limit >= 0
      {
        guard quotas.updateValue(limit, forKey: quota) == nil else {
          throw Mistake(sentence: "expected each quota once, found \"\(halves[0])=\" twice")
        }
      } else {
        let known = Quota.allCases.map { "\($0.rawValue)=NUMBER" }.joined(separator: ", ")
        throw Mistake(sentence: "expected administrator, \(known), found \"\(word)\"")
      }
    }
    (name, secret) = (String(first), String(words[1]))
    (self.isAdministrator, self.quotas) = (isAdministrator, quotas)
  }
}

extension Call {
  /// Whether a sandbox is the caller's to command.
  func owns(_ sandboxHost: SandboxHost) -> Bool {
    guard let caller, !caller.isAdministrator else { return true }
    return ExactText.same(sandboxHost.maker, caller.name)
  }

  /// Refuses what would go beyond a quota of the caller's token.
  func checkQuotas(_ operation: Operation) throws(Problem) {
    guard let caller, !caller.isAdministrator else { return }
    switch operation.id {
    case "createSandbox":
      let count = try everySandbox().count { owns($0.host) }
      try check(.sandboxes, caller, count + 1, Self.wordsOfSandboxes(count))
      let people = body["cast"]?["people"]?.arrayValue?.count ?? 0
      try check(.people, caller, people, "people in a sandbox, and the request has \(people)")
    case "putPerson":
      let sandboxHost = try sandboxHost()
      // Another server may have added people.
      do throws(StoreFailure) { _ = try sandboxHost.refresh() } catch { throw Problem(error) }
      try checkPeople(besides: givenPeople())(sandboxHost.contents.withLock { $0 })
    default: return
    }
  }

  /// The people whom no token has added.
  func givenPeople() throws(Problem) -> Set<String> {
    Set(house.sandboxes.start.cast.people.map(\.username) + (try configurations().people))
  }

  /// Refuses one person more than the quota of the caller's token allows.
  func checkPeople(
    besides given: Set<String>
  ) -> (SandboxHost.Contents) throws(Problem) -> Void {
    { [self] (contents) throws(Problem) in
      guard let caller, !caller.isAdministrator else { return }
      let cast = contents.sandbox.cast
      guard cast.person(variable("username")) == nil else { return }
      let count = cast.people.count { !given.contains($0.username) }
      try check(.people, caller, count + 1, "people in a sandbox, and this one has \(count)")
    }
  }

  private static func wordsOfSandboxes(_ count: Int) -> String {
    "sandboxes, and it has \(count)"
  }

  /// Removes a sandbox that was just made if others of the token were made meanwhile, and it is one too many. Servers can't
  /// count together before they make one; so each looks afterwards, and the oldest ones stay.
  func checkQuota(ofMade made: SandboxHost) throws(Problem) {
    guard let caller, !caller.isAdministrator, let limit = caller.quotas[.sandboxes] else { return }
    let mine = try everySandbox().map(\.host).filter(owns)
    let older = mine.count { ($0.created, $0.id) < (made.created, made.id) }
    guard older >= limit else { return }
    do throws(StoreFailure) {
      try house.sandboxes.remove(made, "its token has too many", at: now)
    } catch { throw Problem(error) }
    try check(.sandboxes, caller, older + 1, Self.wordsOfSandboxes(older))
  }

  private func check(
    _ quota: ControlToken.Quota, _ caller: ControlToken, _ wanted: Int, _ words: String
  ) throws(Problem) {
    guard let limit = caller.quotas[quota], wanted > limit else { return }
    throw Problem(
      403, "The quota \"\(quota.rawValue)\" of the control token is used up.",
      "The token \"\(caller.name)\" may have \(limit) \(words). Delete what is not needed, or ask for a larger \(quota.rawValue)= in the file of --control-token-file."
    )
  }

  /// All sandboxes, also those of a store that are not in memory yet.
  func everySandbox() throws(Problem) -> [Sandboxes.Listed] {
    do throws(StoreFailure) { return try house.sandboxes.every() } catch { throw Problem(error) }
  }

  /// The same, or those in memory if the store can't be reached.
  func knownSandboxes() throws(Problem) -> (list: [Sandboxes.Listed], isStale: Bool) {
    do throws(StoreFailure) { return (try house.sandboxes.every(), false) } catch {
      guard [.unavailable, .refused].contains(error.kind) else { throw Problem(error) }
      house.sandboxes.replica?.note(error)
      return (house.sandboxes.all.map { .init(host: $0) }, true)
    }
  }
}
