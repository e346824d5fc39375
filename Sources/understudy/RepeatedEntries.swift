import Basics
import ProviderModel

/// People and clients that several of the checked casts have: the last one replaces the others.
struct RepeatedEntries {
  /// The file that has an entry.
  private var files: [[String]: String] = [:]

  /// Warnings for the entries of a cast that an earlier file has, too.
  mutating func findings(in cast: JSONValue, of file: String) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (list, keys, noun) in [
      ("people", ["username"], "person"), ("clients", ["provider", "client_id"], "client"),
    ] {
      for (index, entry) in (cast[list]?.arrayValue ?? []).enumerated() {
        let names = keys.compactMap { entry[$0]?.stringValue }
        guard names.count == keys.count, let name = names.last, let key = keys.last else {
          continue
        }
        let other = files.updateValue(file, forKey: [list] + names)
        guard let other, other != file else { continue }
        findings.append(
          Diagnostic(
            .warning, at: entry[key]?.origin, "/\(list)/\(index)/\(key)",
            "the \(noun) \"\(name)\" is in \(other), too; with both files, this entry replaces that one"
          ))
      }
    }
    return findings
  }
}
