import Basics
import Testing

@testable import Examiner

@Suite("Files that a client leaves")
struct TokenFileTests {
  @Test(
    "are found by a token in them, as it is or in Base64",
    arguments: [
      ("token=access-token-0001\n", true), ("token=other-token-00001\n", false),
      (Base64.encode(Array("access-token-0001".utf8)), true),
      (Base64URL.encode(Array(#"{"t":"access-token-0001"}"#.utf8)), true),
      (Base64.encode(Array("other-token-00001".utf8)), false), ("", false),
    ])
  func find(_ text: String, _ holds: Bool) throws {
    let parent = try CheckRunFolder.parent()
    defer { Files.removeFolder(parent) }
    let folder = try CheckRunFolder(in: parent, named: "run")
    for place in [folder.home, folder.temporary] { try Files.write(text, to: "\(place)/session") }
    let run = Trace.run { $0.token("grant_type=authorization_code") }
    let found = TokenFile.find(in: folder, run).map(\.path)
    #expect(found == (holds ? ["session", "$TMPDIR/session"] : []))
  }
}
