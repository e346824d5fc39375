import Foundation
import Testing

@testable import Basics

@Suite("A written file")
struct FileWriterTests {
  /// A folder of the test's own, gone with it.
  private final class Place {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: path(name), encoding: .utf8)
    }
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }
  }

  private func mode(_ path: String) -> mode_t {
    var found = stat()
    return stat(path, &found) == 0 ? found.st_mode & 0o7777 : 0
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("replaces the former one in one step, and leaves no temporary file")
  func replaces() throws {
    let place = try Place()
    let file = place.path("a")
    _ = try FileWriter.replace(file, with: bytes("first"), access: .ownerOnly)
    let reader = try #require(FileHandle(forReadingAtPath: file))
    _ = try FileWriter.replace(file, with: bytes("second"), access: .ownerOnly)
    #expect(try place.text("a") == "second")
    #expect(
      try reader.readToEnd() == Data("first".utf8), "who reads the former one reads all of it")
    #expect(place.names == ["a"])
  }

  @Test("can be read by those whom its access names")
  func access() throws {
    let place = try Place()
    let mask = umask(0o077)
    umask(mask)
    for (access, mode) in [
      (FileWriter.Access.ownerOnly, 0o600), (.program, 0o700), (.readable, 0o644),
      (.shared, 0o666 & ~mask),
    ] {
      _ = try FileWriter.replace(place.path("\(access)"), with: [], access: access)
      #expect(self.mode(place.path("\(access)")) == mode, "\(access)")
    }
    // What is the owner's alone does not stay as readable as somebody has left it.
    chmod(place.path("shared"), 0o604)
    _ = try FileWriter.replace(place.path("shared"), with: [], access: .shared)
    #expect(self.mode(place.path("shared")) == 0o604)
    _ = try FileWriter.replace(place.path("shared"), with: [], access: .ownerOnly)
    #expect(self.mode(place.path("shared")) == 0o600)
  }

  @Test("a failed write is an error, and the former file stays")
  func failure() throws {
    let place = try Place()
    let file = place.path("a")
    _ = try FileWriter.replace(file, with: bytes("first"), access: .shared)
    // A folder where the file should be: the last step fails.
    try FileManager.default.createDirectory(
      atPath: place.path("b"), withIntermediateDirectories: true)
    #expect(throws: FileError.self) {
      _ = try FileWriter.replace(place.path("b"), with: [], access: .shared)
    }
    let error = #expect(throws: FileError.self) {
      _ = try FileWriter.replace(place.path("none/a"), with: [], access: .shared)
    }
    #expect(error?.description == "can't write \(place.path("none/a")): No such file or directory")
    // The name is too long for the last step alone.
    let long = #expect(throws: FileError.self) {
      _ = try FileWriter.replace(
        place.path(String(repeating: "a", count: 300)), with: [1], access: .ownerOnly)
    }
    #expect(long?.code == ENAMETOOLONG)
    #expect(try place.text("a") == "first")
    #expect(place.names == ["a", "b"])
  }

  @Test("a device or a pipe is written in place, and a full one is an error")
  func special() throws {
    let place = try Place()
    // By a link: where this rule is broken, it takes the link's place and not the device's.
    symlink("/dev/null", place.path("null"))
    #expect(try FileWriter.replace(place.path("null"), with: [1], access: .ownerOnly) == nil)
    #if os(Linux)
      symlink("/dev/full", place.path("full"))
      let error = #expect(throws: FileError.self) {
        _ = try FileWriter.replace(place.path("full"), with: [1], access: .ownerOnly)
      }
      #expect(error?.code == ENOSPC)
      #expect(throws: FileError.self) { try FileWriter.append([1], to: "/dev/full") }
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      #expect(throws: FileError.self) {
        try FileWriter.write([1], to: full, named: "standard output")
      }
    #endif
    mkfifo(place.path("pipe"), 0o600)
    let reader = open(place.path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    _ = try FileWriter.replace(place.path("pipe"), with: bytes("x"), access: .shared)
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(read(reader, &buffer, 4) == 1)
    for name in place.names {
      var found = stat()
      #expect(lstat(place.path(name), &found) == 0 && found.st_mode & S_IFMT != S_IFREG, "\(name)")
    }
  }

  @Test("a shared file is written through a link, and one of the owner's takes the link's place")
  func links() throws {
    let place = try Place()
    let (file, link) = (place.path("file"), place.path("link"))
    try Data("first".utf8).write(to: URL(fileURLWithPath: file))
    symlink("file", link)
    _ = try FileWriter.replace(link, with: bytes("second"), access: .shared)
    #expect(try place.text("file") == "second")
    _ = try FileWriter.replace(link, with: bytes("third"), access: .ownerOnly)
    #expect(try place.text("file") == "second" && place.text("link") == "third")
  }

  @Test("bytes are written to a pipe that is full for a moment, all of them")
  func nonBlocking() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let sent = [UInt8](repeating: 7, count: 1 << 20)
    let reader = Foundation.Thread {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var count = 0
      while count < 1 << 20 {
        let got = read(reading, &buffer, buffer.count)
        if got <= 0 { break }
        count += got
      }
      close(reading)
    }
    reader.start()
    try FileWriter.write(sent, to: writing, named: "pipe")
    close(writing)
  }

  @Test("is added to at its end; a failure leaves its former length")
  func append() throws {
    let place = try Place()
    try FileWriter.append(bytes("a"), to: place.path("a"))
    try FileWriter.append(bytes("b"), to: place.path("a"))
    #expect(try place.text("a") == "ab")
  }

  @Test("is removed by who wrote it, and only as long as nobody has replaced it")
  func removal() throws {
    let place = try Place()
    let file = place.path("ready")
    let first = try #require(try FileWriter.replace(file, with: bytes("1"), access: .ownerOnly))
    let second = try #require(try FileWriter.replace(file, with: bytes("2"), access: .ownerOnly))
    first.remove()
    #expect(try place.text("ready") == "2")
    // The same bytes in another file are another's.
    _ = try FileWriter.replace(file, with: bytes("2"), access: .ownerOnly)
    second.remove()
    #expect(place.names == ["ready"])
    let last = try #require(try FileWriter.replace(file, with: bytes("3"), access: .ownerOnly))
    // Other bytes in the same file are another's too.
    try FileHandle(forWritingTo: URL(fileURLWithPath: file)).write(contentsOf: Data("4".utf8))
    last.remove()
    #expect(try place.text("ready") == "4")
    let own = try #require(try FileWriter.replace(file, with: bytes("5"), access: .ownerOnly))
    own.remove()
    #expect(place.names.isEmpty)
    own.remove()
  }
}
