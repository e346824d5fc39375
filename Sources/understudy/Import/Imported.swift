import Basics
import ProviderModel
import Server

/// The fixtures that another tool's file becomes, and the parts without a counterpart.
struct Imported {
  /// A file to write, and the option of `serve` that takes it.
  struct File {
    enum Kind: String { case provider, cast, scenario, key }
    let name: String
    let kind: Kind
    let value: JSONValue

    var text: String { FixtureText.text(value) }
  }

  /// A part of the source that is not carried over, or not as it is.
  struct Note: Equatable {
    /// RFC 6901, into the source.
    let pointer: String
    let sentence: String
  }

  var files: [File] = []
  private(set) var notes: [Note] = []
  /// Options of `serve` beside the files.
  var options: [String] = []
  /// The person and the address of a first sign-in.
  var signIn: (person: String, url: String)?
  /// The contents of the files, as part of a sentence.
  var summary = ""

  mutating func note(_ pointer: String, _ sentence: String) {
    notes.append(Note(pointer: pointer, sentence: sentence))
  }

  /// The providers that the files are about.
  func loaded() throws(FixtureLoadingError) -> LoadedFixtures {
    func all(_ kind: File.Kind) -> [LoadedFixtures.File] {
      files.filter { $0.kind == kind }.map { .init(name: $0.name, bytes: Array($0.text.utf8)) }
    }
    return try LoadedFixtures(providers: all(.provider), casts: all(.cast))
  }

  /// A part of a cast without the members in which mistakes are found. They are noted.
  /// - Parameters:
  ///   - pointer: the part's place in the source.
  ///   - sources: the names that its members have there.
  ///   - read: reads the part, and reports the mistakes.
  mutating func pruned(
    _ value: JSONObject, at pointer: String, _ sources: [String: String] = [:],
    _ read: (JSONValue) throws(FixtureError) -> Void
  ) -> JSONValue? {
    var value = JSONValue(.object(value))
    for _ in 0..<64 {
      let finding: Diagnostic
      do throws(FixtureError) {
        try read(value)
        return value
      } catch {
        guard let first = error.findings.first else { return nil }
        finding = first
      }
      let names = JSONPointer.names(of: finding.pointer) ?? []
      let member = names.first ?? ""
      let place = pointer + (sources[member].map { "/\($0)" } ?? "")
      note(place, "\(member) is left out: \(finding.sentence)")
      // An element of a list is left out by itself.
      let depth = value[member]?.arrayValue == nil ? 1 : 2
      let removed = names.prefix(depth).reduce("") { JSONPointer.appending($1, to: $0) }
      guard let rest = value.removing(removed) else { return nil }
      value = rest
    }
    return nil
  }

  /// A cast of these parts.
  static func cast(
    people: [JSONValue], clients: [JSONValue], _ others: [(String, JSONValue)] = []
  ) -> JSONValue {
    var cast: JSONObject = ["schema": 1, "kind": "cast"]
    if !people.isEmpty { cast["people"] = JSONValue(.array(people)) }
    if !clients.isEmpty { cast["clients"] = JSONValue(.array(clients)) }
    for (name, value) in others where value.objectValue?.isEmpty != true { cast[name] = value }
    return JSONValue(.object(cast))
  }
}

extension JSONValue {
  /// The text of a string that is not empty.
  var filledText: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}
