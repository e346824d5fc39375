import ArgumentParser
import Basics
import Engine
import Examiner
import Server

struct ConformExplain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Explain a check: its requirement, the section of the RFC, the reason, how to fix a client, and how to reproduce it."
  )

  @Argument(
    help: ArgumentHelp("A check's ID, as list shows it.", valueName: "id"), completion: .checks)
  var id: String

  func run() throws {
    Streams.output(lines: String(try Self.text(of: id, Terminal.style(of: 1)).dropLast()))
  }

  static func text(of id: String, _ style: TextStyle) throws -> String {
    do {
      return try CheckExplanation(of: id, in: .bundled, style) { id in
        guard let provider = try? BundledFixtures.providers().resolve(id) else { return nil }
        return (provider, BundledFixtures.defaultCast.firstVariables(of: provider))
      }.text
    } catch {
      throw Failure(text: "\(error)")
    }
  }
}
