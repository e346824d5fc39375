import Basics
import HTTPTypes
import Testing

@Suite("A sandbox with an id of one's own")
struct OwnIDTests {
  private func make(_ house: House, _ id: String) throws -> (status: Int, text: String) {
    let answer = try house.send(
      .post, "/_understudy/sandboxes", ["id": JSONValue(.string(id))])
    return (answer.status.code, answer.text)
  }

  @Test("has it in its address, until it is deleted, and may be made again")
  func id() throws {
    let house = try House()
    let made = try make(house, "ci-1234")
    #expect(made.status == 201 && made.text.contains("/_sandbox/ci-1234\""), "\(made.text)")
    #expect(try house.send(.get, "/_sandbox/ci-1234/standard/jwks").status.code == 200)
    let taken = try make(house, "ci-1234")
    #expect(taken.status == 409 && taken.text.contains("is taken"))
    #expect(try make(house, "default").status == 409)
    #expect(try house.send(.delete, "/_understudy/sandboxes/ci-1234").status.code == 204)
    #expect(try house.send(.get, "/_sandbox/ci-1234/standard/jwks").status.code == 410)
    #expect(try make(house, "ci-1234").status == 201)
    #expect(try house.send(.get, "/_sandbox/ci-1234/standard/jwks").status.code == 200)
  }

  @Test(
    "is refused where it could not stand in an address",
    arguments: ["", "-a", "A", "a_b", "a/b", "a.b", String(repeating: "a", count: 64)])
  func bad(_ id: String) throws {
    let made = try make(House(), id)
    #expect(made.status == 422 && made.text.contains("\"pointer\":\"/id\""), "\(made.text)")
  }
}
