import Basics
import Testing

@Suite("An object is an ordered collection with values by name")
struct ObjectTests {
  /// Below and above the size from which names are indexed.
  static let sizes = [1, 3, 8, 9, 10, 200]

  private func object(_ size: Int) -> JSONObject {
    JSONObject((0..<size).map { JSONObject.Member("n\($0)", JSONValue(.number("\($0)"))) })
  }

  @Test("setting keeps the place, appends, or removes", arguments: sizes)
  func setting(_ size: Int) {
    var object = object(size)
    object["n0"] = "changed"
    #expect(object.first?.value == "changed")
    object["new"] = true
    #expect(object.names == (0..<size).map { "n\($0)" } + ["new"])
    object["n0"] = nil
    object["never"] = nil
    #expect(object.names == (1..<size).map { "n\($0)" } + ["new"])
    for number in 1..<max(size, 1) { #expect(object["n\(number)"]?.integerValue == number) }
    #expect(object["n0"] == nil)
    #expect(object["new"] == true)
  }

  @Test("a copy does not see what happens to the other", arguments: sizes)
  func copying(_ size: Int) {
    let original = object(size)
    var copy = original
    copy["n0"] = nil
    copy["more"] = 1
    #expect(original == object(size))
    #expect(original["n0"] == 0)
    #expect(original["more"] == nil)
    #expect(copy["more"] == 1)
  }

  @Test("growing and shrinking across the index keeps every lookup right")
  func crossing() {
    var object = JSONObject()
    for number in 0..<40 { object["n\(number)"] = JSONValue(.number("\(number)")) }
    for number in stride(from: 0, to: 40, by: 2) { object["n\(number)"] = nil }
    for number in 10..<40 { object["n\(number)"] = nil }
    #expect(object.names == ["n1", "n3", "n5", "n7", "n9"])
    #expect(object["n9"]?.integerValue == 9)
    #expect(object["n2"] == nil)
  }

  @Test("setting a value keeps the origin of the name")
  func origins() throws {
    var object = try #require(try read(#"{"a": 1}"#).objectValue)
    object["a"] = 2
    object["b"] = 3
    #expect(object.nameOrigin("a") == Origin(file: "t", line: 1, column: 2))
    #expect(object.nameOrigin("b") == nil)
    #expect(object.nameOrigin("c") == nil)
  }

  @Test("of repeated names the last gives the value and the first the place")
  func repeats() {
    let object = JSONObject([.init("a", 1), .init("b", 2), .init("a", 3)])
    #expect(JSONValue(.object(object)) == ["a": 3, "b": 2])
    #expect(["a": 1, "b": 2, "a": 3] as JSONValue == ["a": 3, "b": 2])
  }

  @Test("it is a collection of its members")
  func collection() {
    let object = object(12)
    #expect(object.count == 12)
    #expect(object.map(\.name) == object.names)
    #expect(object.reversed().first?.name == "n11")
    #expect(object[2].value == 2)
    #expect(JSONObject().isEmpty)
  }
}
