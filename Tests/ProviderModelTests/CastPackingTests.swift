import Basics
import Testing

@testable import ProviderModel

/// Casts in snapshots: people, clients and the like are written in the format of a cast file.
struct CastPackingTests {
  private final class Context: CastContext {
    let standard: Cast
    init(_ standard: Cast) { self.standard = standard }
  }

  /// The properties of a value with their values, as texts.
  private func properties(of value: Any) -> [String: String] {
    var found: [String: String] = [:]
    for child in Mirror(reflecting: value).children {
      // Where something stood in a file is not part of it.
      found[child.label ?? ""] = String(reflecting: child.value)
        .replacing(/[oO]rigin: (nil|Optional\(Basics\.Origin\([^)]*\)\))/, with: "")
    }
    return found
  }

  /// Every example of a declaration, read, written as a snapshot has it, and read again.
  ///
  /// A property that is in no example, or that is not written, fails.
  private func examine<Part: CastPart>(
    _ type: Part.Type, _ made: (JSONValue) -> Part, besides exceptions: Set<String> = []
  ) throws {
    var object = JSONObject()
    for property in Part.declaration.schema.members {
      let text = property.example
      guard !text.isEmpty else { continue }
      object[property.name] = try JSONReader().read(Array(text.utf8), file: "example").root
    }
    let part = made(JSONValue(.object(object)))
    let before = properties(of: part)
    let empty = properties(of: made(JSONValue(.object(JSONObject()))))
    #expect(Set(before.keys) == Set(empty.keys))
    for (name, value) in before where !exceptions.contains(name) {
      #expect(value != empty[name], "\(type).\(name) is in no example: is it in a snapshot?")
    }
    let again = made(JSONValue(.object(Part.declaration.write(part))))
    let after = properties(of: again)
    for (name, value) in before {
      #expect(after[name] == value, "\(type).\(name) is not written")
    }
  }

  private func read<Part: CastPart>(_ value: JSONValue) -> Part {
    let context = CastReader(providers: [Provider](), isTrusted: true)
    return Part.declaration.read(value, "", context.findings, context)
  }

  @Test("Each property of people, clients, resources, trusted issuers and claims is in a snapshot")
  func everyProperty() throws {
    try examine(Person.self, read)
    try examine(
      Client.self, read,
      // A client without anything is public, as the example is.
      besides: ["hasExactRedirects", "source", "certificateAuthorities", "kind"])
    try examine(ProtectedResource.self, read)
    try examine(TrustedIssuer.self, read, besides: ["subjectClaim"])
    try examine(ClaimRule.self, read)
    // The two that a cast file does not have.
    var client = Client(
      provider: "standard", id: "a", name: "A", redirectURIs: [], hasExactRedirects: true)
    client.source = "its metadata"
    client = try Unpacker.unpack(try Packer.pack(client), as: Client.self)
    #expect(client.hasExactRedirects && client.source == "its metadata" && client.id == "a")
  }

  @Test("A cast is the same cast in a snapshot, and the one of the server stays that of the server")
  func casts() throws {
    var cast = Cast()
    cast.take(
      try JSONReader().read(
        Array(
          #"""
          {"people": [{"username": "carol", "password": "w", "email": "c@example.test"}],
           "clients": [{"provider": "standard", "client_id": "web", "redirect_uris": ["http://127.0.0.1/cb"]}],
           "resources": [{"provider": "standard", "path": "calendar"}],
           "trust": [{"provider": "standard", "name": "ci", "issuer": "https://a.test"}],
           "claims": {"roles": {"in": ["id_token"]}},
           "tables": {"standard": {"tenants": [{"name": "home"}]}}}
          """#.utf8), file: "cast"
      ).root)
    #expect(
      Mirror(reflecting: Cast.Lists()).children.compactMap(\.label) == [
        "people", "clients", "tables", "claims", "resources", "trusted", "peopleByName",
        "clientsByID",
      ], "what is new in a cast belongs into `Cast.file`, and then here")
    let text = try Packer.pack(cast)
    let again = try Unpacker.unpack(text, as: Cast.self)
    #expect(try Packer.pack(again) == text)
    #expect(again.person("carol") != nil && again.client("web", at: "standard") != nil)
    #expect(again.resource("calendar", at: "standard") != nil && again.trusted.count == 1)
    #expect(again.claims["roles"] != nil && again.records("tenants", of: "standard").count == 1)

    let context = Context(cast)
    let mark = try Packer.pack(cast, with: context)
    #expect(mark.utf8.count <= 16)
    var follower = try Unpacker.unpack(mark, as: Cast.self, with: context)
    #expect(follower.person("carol") != nil)
    follower.remove(person: "carol")
    #expect(cast.person("carol") != nil, "the server's own cast stays as it is")
    #expect(follower.person("carol") == nil)
  }
}
