import ArgumentParser
import Basics
import ProviderModel
import Server

struct Providers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers",
    abstract:
      "List the bundled providers, or show one, bundled or in a file: its quirks and what it refuses, with the evidence."
  )

  enum Format: String, ExpressibleByArgument, CaseIterable { case table, json }

  @Argument(help: "A provider's ID, or a provider file.", completion: .providers)
  var id: String?
  @Option(help: "table or json.")
  var format = Format.table
  @Flag(
    help: "Show the merged tree, each value with the file and line, or the quirk, it comes from.")
  var resolved = false

  func run() throws {
    do {
      var set = BundledFixtures.providers()
      let id = try id.map { try Self.id(of: $0, &set) }
      if let id, resolved {
        _ = try set.resolve(id)
        for leaf in set.resolved(id) where !leaf.pointer.hasPrefix("/quirks") {
          let line = leaf.origin.map { " \($0.file):\($0.line)" } ?? ""
          Streams.output("\(leaf.pointer) = \(leaf.value.text())  [\(leaf.layer)\(line)]")
        }
      } else if let id {
        show(try set.resolve(id))
      } else {
        list(try set.ids.map { try set.resolve($0) })
      }
    } catch let error as FixtureError {
      throw Failure(text: error.description)
    }
  }

  /// The requested id. Text that is not a known id is a file.
  static func id(of text: String, _ set: inout FixtureSet) throws -> String {
    guard !set.ids.contains(text) else { return text }
    guard text.contains(where: { "/.".contains($0) }) else {
      if let named = titled(text, set) {
        throw FixtureError(
          saying: "there is no provider \"\(text)\"; did you mean \"\(named.id)\" (\(named.title))?"
        )
      }
      return text
    }
    let bytes = try Files.read(text)
    do {
      return try set.add(bytes, name: text).id
    } catch {
      throw FixtureFileKind.mistake(bytes, name: text, expected: .provider, isOption: false)
        ?? error
    }
  }

  /// The provider whose title has this word.
  private static func titled(_ word: String, _ set: FixtureSet) -> (id: String, title: String)? {
    let word = word.lowercased()
    for id in set.ids {
      guard let title = set.title(of: id) else { continue }
      let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      if title.lowercased() == word || words.contains(word) { return (id, title) }
    }
    return nil
  }

  private func list(_ providers: [Provider]) {
    if format == .json {
      let rows = providers.map { provider -> JSONValue in
        [
          "id": .init(stringLiteral: provider.id), "title": .init(stringLiteral: provider.title),
          "as_of": .init(stringLiteral: provider.asOf),
        ]
      }
      Streams.output(json: JSONValue(.array(rows)).text(.pretty(2)))
      return
    }
    for provider in providers {
      Streams.output(
        Self.pad(provider.id, 16) + Self.pad(provider.title, 28)
          + "\(provider.quirks.count) quirks")
    }
  }

  private func show(_ provider: Provider) {
    if format == .json {
      let quirks = provider.quirks.map { quirk -> JSONValue in
        var object: JSONValue = [
          "id": .init(stringLiteral: quirk.id), "summary": .init(stringLiteral: quirk.summary),
          "on": .init(.bool(quirk.on)),
          "grade": .init(stringLiteral: quirk.evidence.grade.rawValue),
          "source": .init(stringLiteral: quirk.evidence.source),
        ]
        if let rivals = quirk.rivals, case .object(var members) = object.content {
          members["rivals"] = .init(stringLiteral: rivals)
          object.content = .object(members)
        }
        return object
      }
      let value: JSONValue = [
        "id": .init(stringLiteral: provider.id), "title": .init(stringLiteral: provider.title),
        "endpoints": .init(
          .array(Directory(of: provider).entries.map { .init(.object($0.members)) })),
        "quirks": .init(.array(quirks)), "conditions": Self.conditionsAsJSON(of: provider),
      ]
      Streams.output(json: value.text(.pretty(2)))
      return
    }
    Streams.output("\(provider.title) (\(provider.id)), as of \(provider.asOf)")
    Streams.output("hosts: \(provider.hosts.map(\.pattern.text).joined(separator: ", "))")
    Streams.output("endpoints:")
    for entry in Directory(of: provider).entries {
      let methods = entry.endpoint.methods.joined(separator: " ")
      for (index, address) in entry.addresses.enumerated() {
        // What is the same in each line is said in the first.
        let head =
          index == 0
          ? Self.pad(entry.endpoint.name, 18) + Self.pad(entry.endpoint.kind.rawValue, 12)
            + Self.pad(methods, 10) : String(repeating: " ", count: 40)
        Streams.output("  " + head + address.host + address.path)
      }
    }
    Streams.output("quirks:")
    for quirk in provider.quirks {
      Streams.output(
        Self.pad(quirk.on ? "on" : "off", 4) + Self.pad(quirk.id, 34)
          + Self.pad(quirk.evidence.grade.rawValue, 12) + quirk.summary)
      Streams.output(String(repeating: " ", count: 4) + quirk.evidence.source)
    }
    for line in Self.conditions(of: provider) { Streams.output(line) }
  }

  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
