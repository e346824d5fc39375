import Basics
import Examiner

@testable import understudy

/// Each request of a journal belongs to one client or to none, and each check gets a verdict. A file that isn't a journal
/// is refused in one line.
enum JournalProperties {
  static func check(_ bytes: [UInt8]) throws {
    let fixtures = try known.get()
    let records: [JournalRecord]
    do throws(JournalError) {
      records = try JournalReader(file: "journal", book: fixtures.book).read(bytes)
    } catch {
      return try hold(
        error.description.hasPrefix("journal:") && !error.description.contains("\n"),
        "\(error.description.shown) is no line about the journal")
    }
    let split = JournalSplit(records)
    let theirs = split.parties.reduce(0) { $0 + $1.run.exchanges.count }
    try hold(
      theirs + split.unknown == records.count,
      "of \(records.count) requests \(theirs) are somebody's and \(split.unknown) nobody's")
    // Each client is judged by itself, by all checks.
    guard (1...4).contains(split.parties.count) else { return }
    let checks = Catalogue.bundled.passive
    let results = Observation(
      checks: checks, parties: split.parties, isStrict: true,
      subject: { fixtures.subject($0, registered: [], wantsOpenID: nil) }
    ).results()
    try hold(results.map(\.check.id) == checks.map(\.id), "a check has no verdict")
    try hold(results.allSatisfy { !$0.reason.isEmpty }, "a verdict has no reason")
  }

  private static let known = Result { try ObservedFixtures([]) }
}
