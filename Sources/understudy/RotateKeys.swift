import ArgumentParser
import Basics
import Engine

struct RotateKeys: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-keys",
    abstract: "Rotate the signing keys of a running server.",
    discussion: """
      Without a step, does all three in order: publishes the next keys, signs with them, and retires the old ones. \
      Any other order is a faulty rotation, which a client must notice.

      Example: understudy rotate-keys use

      Exit codes: 0 the keys were rotated, 1 a step can't be taken, 2 wrong usage, 3 no server answered.
      """)

  @Argument(
    help: ArgumentHelp(
      "publish: publish the next key; use: sign with it; retire: stop publishing the oldest key.",
      valueName: "step"))
  var steps = KeyRotation.Step.allCases
  @OptionGroup var server: ServerChoice

  func run() throws {
    let names = steps.map { JSONValue(.string($0.rawValue)) }
    let body: JSONValue = ["steps": JSONValue(.array(names))]
    let bytes = try server.client(for: "rotate-keys").ask("/keys", .post, body: body)
    let answer = try JSONReader().read(bytes, file: "answer").root
    for key in answer["keys"]?.arrayValue ?? [] { Streams.output(line(key)) }
    if answer["sound"]?.boolValue == false {
      Streams.output("faulty: a key signs that is not published")
    }
  }

  private func line(_ key: JSONValue) -> String {
    let names = ["provider", "alg", "kid"].compactMap { key[$0]?.stringValue }
    let isPublished = key["published"]?.boolValue == true
    let signs = key["signs"]?.boolValue == true ? ", signs" : ""
    return names.joined(separator: " ") + (isPublished ? ": published" : ": not published") + signs
  }
}

extension KeyRotation.Step: ExpressibleByArgument {}
