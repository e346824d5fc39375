import Basics
import ProviderModel

/// Checks that are known not to hold: `["code-2k", {"id": "iss-mismatch", "why": "issue 12"}]`. They break no run, and an
/// entry that holds by now does.
package struct Baseline: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package var id: String
    package var why: String?
  }

  package private(set) var entries: [Entry] = []

  /// - Parameter file: what mistakes call the file.
  /// - Throws: every mistake in it, with its place.
  package init(_ bytes: [UInt8], file: String) throws(FixtureError) {
    let findings = Diagnostics()
    let root: JSONValue
    do {
      root = try JSONReader().read(bytes, file: file).root
    } catch {
      throw FixtureError([Diagnostic(.error, at: error.origin, "", error.sentence)])
    }
    guard let list = root.arrayValue else {
      throw FixtureError([
        Diagnostic(
          .error, at: root.origin, "",
          "expected an array of IDs, or of objects with id and why, found \(root.kindName)")
      ])
    }
    for (index, value) in list.enumerated() {
      guard let entry = Self.entry(value, "/\(index)", findings) else { continue }
      if entries.contains(where: { $0.id == entry.id }) {
        findings.error(value, "/\(index)", "\"\(entry.id)\" appears twice")
      }
      entries.append(entry)
    }
    guard findings.errors.isEmpty else { throw FixtureError(findings.errors) }
  }

  private static func entry(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics
  ) -> Entry? {
    if let id = value.stringValue { return Entry(id: id) }
    guard value.objectValue != nil else {
      findings.error(
        value, pointer, "expected an id, or an object with id and why, found \(value.kindName)")
      return nil
    }
    var reader = FixtureReader(value, pointer, findings)
    let entry = Entry(id: reader.string("id", required: true) ?? "", why: reader.string("why"))
    reader.finish()
    return entry
  }

  /// Marks what is known, and says which entries are stale: whose check passes, or that no check has.
  ///
  /// An entry whose check was not done (`--only`, `--skip`, another profile, Ctrl-C, or skipped by declaration) is not
  /// stale: nothing was learnt of it.
  /// - Parameter ids: of all checks that there are.
  package func mark(_ report: inout RunReport, among ids: some Sequence<String>) {
    let all = Set(ids)
    for entry in entries {
      let places = report.results.indices.filter { report.results[$0].check.id == entry.id }
      if places.isEmpty {
        if !all.contains(entry.id) { report.stale.append(entry.id) }
        continue
      }
      for place in places {
        switch report.results[place].verdict {
        case .fail, .warn, .inconclusive:
          report.results[place].isKnown = true
          report.results[place].knownBecause = entry.why
        case .pass: report.stale.append(entry.id)
        // What the examiner could not do says nothing of the client.
        case .skip, .error: break
        }
      }
    }
  }
}
