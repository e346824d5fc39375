import Basics
import Testing

@testable import Transport

/// Each character class over all 256 bytes, and what is built on them.
@Suite("A byte") struct CharacterTests {
  private func members(_ isMember: (UInt8) -> Bool) -> String {
    String(decoding: (UInt8.min...UInt8.max).filter(isMember), as: UTF8.self)
  }

  @Test("is a digit from 0 to 9, and alphanumeric from 0 to 9, A to Z and a to z")
  func alphanumeric() {
    #expect(members(\.isDigit) == "0123456789")
    #expect(
      members(\.isAlphanumeric) == "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )
  }

  @Test("has another small letter if it is one of A to Z, and no other byte has")
  func lowercased() {
    #expect(members { $0.lowercased != $0 } == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    #expect(members { $0.lowercased == $0 &+ 32 && $0 < 128 } == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  }

  @Test("is blank if it is a space or a TAB")
  func blank() { #expect(members(\.isBlank) == "\t ") }

  @Test(
    "sequence is the same as another of the same length and bytes",
    arguments: [
      ("", "", true), ("", "a", false), ("a", "", false), ("ab", "ab", true), ("ab", "abc", false),
      ("abc", "ab", false), ("ab", "aB", false), ("a\0b", "a\0c", false),
    ])
  func same(_ one: String, _ other: String, _ isSame: Bool) {
    Array(one.utf8).withUnsafeBytes { one in
      Array(other.utf8).withUnsafeBytes { other in #expect(one.isSame(as: other) == isSame) }
    }
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    Array(one.utf8).withUnsafeBytes { #expect($0.isSame(as: none) == one.isEmpty) }
    Array(one.utf8).withUnsafeBytes { #expect(none.isSame(as: $0) == one.isEmpty) }
  }

  @Test(
    "sequence is a host with an optional port",
    arguments: [
      ("a", true), ("a-b_c~%41!$&'()*+;=.example", true), ("A.example:443", true), ("a:", true),
      ("a:65535", true), ("a:65536", false), ("a:x", false), ("a:1:2", false), ("a,b", false),
      ("a b", false), ("a/b", false), ("a@b", false), ("", false), (":1", false), ("é", false),
      ("[::1]", true), ("[fe80::1]:80", true), ("[v1.a-b_c~:1]", true), ("[::1/x]", false),
      ("[::1 ]", false), ("[::1%25lo]", false), ("[1]", false), ("[::1", false), ("[::1]80", false),
    ])
  func host(_ text: String, _ isHost: Bool) {
    #expect(Array(text.utf8).withUnsafeBytes(Host.isValid) == isHost)
  }
}

@Suite("The fields that frame a request") struct FramingFieldsTests {
  private func note(_ fields: (String, String)...) -> FramingFields {
    var marks = FramingFields()
    for (name, value) in fields {
      Array(name.utf8).withUnsafeBytes { name in
        Array(value.utf8).withUnsafeBytes { value in
          marks.note(RequestHead.Field(name: name, value: value))
        }
      }
    }
    return marks
  }

  @Test("are known by their names in any case")
  func known() {
    #expect(note(("hOST", "a")).hosts == 1)
    #expect(note(("cooKIE", "a=b")).hasCookies)
    #expect(note(("eXPECT", "x")).hasUnknownExpectation)
    #expect(!note(("eXPECT", "100-Continue")).hasUnknownExpectation)
    #expect(throws: Rejection.self) {
      try note(("CONTENT-length", "1"), ("content-LENGTH", "1")).framing(isHTTP10: false)
    }
  }

  @Test("are not taken for others whose names are as long")
  func lookalikes() throws {
    let marks = note(
      ("Date", "a"), ("Accept-Charset", "5"), ("x-transfer-encode", "gzip"), ("Origin", "b"),
      ("Accept", "c"))
    #expect(marks.hosts == 0 && marks.host == nil)
    #expect(!marks.hasCookies && !marks.hasUnknownExpectation)
    #expect(try marks.framing(isHTTP10: false) == .none)
  }
}

@Suite("A trusted proxy's word") struct ForwardedRequestTests {
  @Test(
    "is the scheme of its last element",
    arguments: [
      ("proto=https", "https"), ("for=a;\tproto=https\t", "https"), ("\tproto=https", "https"),
      ("proto", nil), ("proto=", nil), ("for=a;proto;x=y", nil), ("proto=ftp", nil), ("", nil),
    ] as [(String, String?)])
  func scheme(_ field: String, _ expected: String?) {
    #expect(ForwardedRequest([.forwarded: field]).scheme == expected)
  }

  @Test("in the older field counts where the newer one names no scheme")
  func older() {
    for field in ["proto", "for=a", "proto="] {
      let headers: Headers = [.forwarded: field, .xForwardedProto: "ftp,\thttps\t"]
      #expect(ForwardedRequest(headers).scheme == "https")
    }
  }
}
