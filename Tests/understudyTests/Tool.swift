import Foundation

/// The built tool, run as a user runs it.
struct Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct NotBuilt: Error {}

  /// `understudy` beside the bundle of tests, or above it.
  static func location() throws -> URL {
    for start in [CommandLine.arguments[0], Foundation.Bundle.main.bundlePath] {
      var folder = URL(fileURLWithPath: start).standardizedFileURL
      while folder.path != "/" {
        let tool = folder.appendingPathComponent("understudy")
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

  init(_ arguments: [String]) throws {
    process.executableURL = try Self.location()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("UNDERSTUDY_")
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  static func run(_ arguments: String...) throws -> Result { try Tool(arguments).finish() }

  /// What stands on standard output up to the first line feed, which is waited for.
  func firstLine() -> String {
    var bytes = Data()
    while !bytes.contains(0x0A) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Asks once, which must be enough.
  func stop() -> Result {
    process.terminate()
    return finish()
  }

  func finish() -> Result {
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
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
