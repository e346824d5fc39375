import Basics
import Foundation
import Testing

@Suite("Ctrl-C ends an examination", .serialized, .timeLimit(.minutes(15)))
struct ConformStopTests {
  /// Lines from a named pipe. Waiting for a line takes a minute at most.
  private final class Inbox {
    private let descriptor: Int32
    init(_ path: String) {
      mkfifo(path, 0o600)
      // For both, so that it is open before anybody writes.
      descriptor = open(path, O_RDWR)
    }
    deinit { close(descriptor) }

    func line() -> String {
      var text: [UInt8] = []
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while text.last != 0x0A, poll(&polled, 1, 60_000) > 0 {
        var byte: UInt8 = 0
        guard read(descriptor, &byte, 1) == 1 else { break }
        text.append(byte)
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  @Test("and the programs that it started, and theirs", arguments: [SIGINT, SIGTERM])
  func stop(_ signal: Int32) throws {
    let scratch = try Scratch()
    let temporary = scratch.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let inbox = Inbox(scratch.path("inbox"))
    // One child of its group, one that has left it, and one of that one's.
    let script = """
      if [ "$OAUTH_TEST_ID" = code-happy ]; then exec "$0" reference-client; fi
      sleep 1000 & child=$!
      setsid sh -c 'sleep 1001 & echo "$1 $2 $$ $!" >"$3"; wait' sh $$ $child '\(scratch.path("inbox"))' &
      wait
      """
    let report = scratch.path("report.json")
    let tool = try Tool(
      [
        "conform", "run", "--profile", "native-code", "--only", "code-state-mismatch", "--report",
        "json=\(report)", "--", "/bin/sh", "-c", script, try Tool.location(of: "self-test").path,
      ], environment: ["TMPDIR": temporary])
    let pids = inbox.line().split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    #expect(pids.count == 4)
    #expect(pids.allSatisfy { kill($0, 0) == 0 })
    let end = tool.stop(signal)
    #expect(end.status != 0 && end.status < 128, "\(end.status)")
    for pid in pids { #expect(kill(pid, 0) != 0, "\(pid) still runs") }
    let written = Examined.read(try String(contentsOfFile: report, encoding: .utf8))
    #expect(written["interrupted"]?.boolValue == true)
    #expect(written["green"]?.boolValue == false)
    #expect(Examined.verdicts(written)["code-happy"] == "pass")
    #expect(Examined.verdicts(written)["code-state-mismatch"] != "pass")
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
    #expect(left.isEmpty, "\(left)")
  }

  @Test("also while the first check runs")
  func early() throws {
    let scratch = try Scratch()
    let inbox = Inbox(scratch.path("inbox"))
    let report = scratch.path("report.json")
    let tool = try Tool([
      "conform", "run", "--profile", "native-code", "--only", "code-state-mismatch", "--report",
      "json=\(report)", "--", "/bin/sh", "-c",
      "echo $$ >'\(scratch.path("inbox"))'; sleep 1000",
    ])
    let pid = try #require(pid_t(inbox.line().trimmingCharacters(in: .newlines)))
    let end = tool.stop(SIGINT)
    #expect(end.status != 0 && end.status < 128, "\(end.status)")
    #expect(kill(pid, 0) != 0)
    let written = Examined.read(try String(contentsOfFile: report, encoding: .utf8))
    #expect(written["interrupted"]?.boolValue == true, "\(end.errors)")
  }
}
