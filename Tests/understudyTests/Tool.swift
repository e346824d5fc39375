import Foundation

/// The built tool, run as a user runs it.
struct Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct NotBuilt: Error {}

  /// A program beside the bundle of tests, or above it.
  static func location(of name: String = "understudy") throws -> URL {
    for start in [CommandLine.arguments[0], Foundation.Bundle.main.bundlePath] {
      var folder = URL(fileURLWithPath: start).standardizedFileURL
      while folder.path != "/" {
        let tool = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: tool.path, isDirectory: &isFolder),
          !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: tool.path)
        {
          return tool
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    throw NotBuilt()
  }

  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let said = Said()

  /// What has been read so far.
  private final class Said {
    var output = Data()
    var errors = Data()
  }

  /// - Parameter program: another one in the tool's place.
  init(
    _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
    program: String? = nil
  ) throws {
    process.executableURL = try program.map { URL(fileURLWithPath: $0) } ?? Self.location()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("UNDERSTUDY_")
    }.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  static func run(_ arguments: String...) throws -> Result { try Tool(arguments).finish() }

  /// A shell that runs a script, in which `$tool` is the tool.
  static func shell(_ script: String, environment: [String: String] = [:]) throws -> Tool {
    try Tool(
      ["-c", script], environment: environment.merging(["tool": try location().path]) { $1 },
      program: "/bin/sh")
  }

  /// What stands on standard output up to the first line feed, which is waited for.
  func firstLine() -> String {
    Self.read(output, into: &said.output) { $0.contains(0x0A) }
    return String(decoding: said.output, as: UTF8.self)
  }

  /// Waits until this stands on standard error; false when it never does.
  func says(_ text: String) -> Bool {
    Self.read(errors, into: &said.errors) { String(decoding: $0, as: UTF8.self).contains(text) }
      == .enough
  }

  private enum Ending { case enough, atEnd, late }

  /// Reads until it is enough, or the end, or far too long.
  @discardableResult
  private static func read(
    _ pipe: Pipe, into data: inout Data, until enough: (Data) -> Bool
  ) -> Ending {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let end = ContinuousClock.now + .seconds(60)
    while !enough(data) {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < end else { return .late }
      guard poll(&polled, 1, 1000) > 0 else { continue }
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { return .atEnd }
      data += more
    }
    return .enough
  }

  /// Asks once, which must be enough.
  func stop(_ signal: Int32 = SIGTERM) -> Result {
    kill(process.processIdentifier, signal)
    return finish()
  }

  func finish() -> Result {
    let endings = [
      Self.read(output, into: &said.output) { _ in false },
      Self.read(errors, into: &said.errors) { _ in false },
    ]
    // Who should have ended and serves instead is killed: nothing else would ever end the tests.
    if endings.contains(.late) { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    // A death by signal is no exit code: as a shell does, it is told by a number of its own.
    let died = process.terminationReason == .uncaughtSignal
    return Result(
      status: process.terminationStatus + (died ? 128 : 0),
      output: String(decoding: said.output, as: UTF8.self),
      errors: String(decoding: said.errors, as: UTF8.self))
  }
}

/// A folder of its own for a test, gone with it.
final class Scratch {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("understudy-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }
}

/// The folder of fixtures in the repository.
func fixtures() -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("fixtures")
}
