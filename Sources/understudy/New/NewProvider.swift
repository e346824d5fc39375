import Basics
import ProviderModel
import Server

/// The beginning of a provider: its file, and a cast with a client.
struct NewProvider {
  /// How a user goes on with the file.
  struct Step {
    /// A member of the file.
    let member: String
    let advice: String
  }

  let id: String
  private(set) var tree: JSONValue
  private(set) var steps: [Step]
  /// The address of its authorization endpoint at the real host.
  let authorize: String?
  /// The scopes of the first sign-in.
  var scopes: [String] = []
  var isPublic = false
  /// What is worth telling of the source.
  private(set) var notes: [String] = []

  init(id: String, tree: JSONValue, steps: [Step], authorize: String?, notes: [String] = []) {
    (self.id, self.tree, self.steps) = (id, tree, steps)
    (self.authorize, self.notes) = (authorize, notes)
  }

  /// - Throws: if a provider can't have this ID.
  static func check(id: String) throws {
    guard !id.contains("://") else {
      throw Failure(
        text:
          "\(id): expected an ID, found a URL; did you mean understudy new my-shop --from \(id)?")
    }
    let pattern = try Pattern("[a-z0-9][a-z0-9-]{0,40}")
    guard pattern.matches(id) else {
      throw Failure(
        text: "\(id): expected an ID of lowercase letters, digits and \"-\", such as my-shop")
    }
    guard !BundledFixtures.index.contains(where: { $0.id == id }) else {
      throw Failure(
        text: "\(id): a bundled provider has this ID; choose another one, such as my-\(id)")
    }
  }

  static func title(_ id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }

  static func month() -> JSONValue {
    JSONValue(.string(String(WallTime.date(RunningServer.now()).prefix(7))))
  }

  /// A provider of which nothing is known yet.
  static func blank(_ id: String) -> NewProvider {
    let tree: JSONValue = [
      "id": .init(.string(id)), "title": .init(.string(title(id))), "as_of": month(),
      "extends": "standard", "hosts": ["main": .init(.string("login.\(id).test"))],
      "endpoints": [
        "authorize": ["kind": "authorize", "at": "main:/authorize"],
        "token": ["kind": "token", "at": "main:/token"],
        "me": ["kind": "resource", "at": "main:/me"],
      ],
      "shapes": [
        "me": [
          "json": [
            "id": "{{person.sub}}", "name": "{{person.name}}", "email": "{{person.email?}}",
          ]
        ]
      ],
    ]
    return NewProvider(
      id: id, tree: tree,
      steps: [
        Step(member: "hosts", advice: "the real host names, instead of login.\(id).test"),
        Step(member: "endpoints", advice: "the real paths of the three endpoints"),
        Step(member: "shapes.me", advice: "the members of a user, as the real endpoint answers"),
        Step(member: "scope", advice: "the scopes, with a sentence for the consent page"),
        Step(member: "credentials", advice: "the form and the lifetime of codes and tokens"),
        Step(member: "errors", advice: "how the provider refuses, one condition at a time"),
      ], authorize: "https://login.\(id).test/authorize")
  }

  // MARK: Checking

  /// The file, without the members in which `check` finds mistakes. They are named in the notes.
  mutating func prune() throws {
    for _ in 0..<64 {
      let errors = try findings()
      guard let first = errors.first else { return }
      guard let pointer = Self.removable(first.pointer, in: tree),
        let pruned = tree.removing(pointer)
      else {
        let causes = notes.filter { $0.contains(" is left out: ") }.map { "; \($0)" }.joined()
        throw Failure(text: "\(id): error: it does not make a usable provider: \(first)\(causes)")
      }
      tree = pruned
      notes.append("\(pointer) is left out: \(first.sentence)")
    }
    throw Failure(text: "\(id): error: too much of it can't be expressed in a provider file")
  }

  private func findings() throws -> [Diagnostic] {
    var set = BundledFixtures.providers()
    do {
      _ = try set.add(Array(text.utf8), name: "\(id).json")
    } catch {
      return error.findings
    }
    return set.check(id).filter { $0.severity == .error }
  }

  /// The innermost member of the file that a mistake is in; members that every provider needs stay.
  private static func removable(_ pointer: String, in tree: JSONValue) -> String? {
    var rest = pointer
    let needed = ["", "/id", "/title", "/extends", "/hosts", "/hosts/main", "/endpoints"]
    while !needed.contains(rest) {
      if tree.value(at: rest) != nil { return rest }
      rest = String(rest[..<(rest.lastIndex(of: "/") ?? rest.startIndex)])
    }
    return nil
  }

  var text: String { FixtureText.text(tree) }

  // MARK: The cast

  var clientID: String { "\(id)-app" }
  static let callback = "http://127.0.0.1:7999/cb"

  /// Whether a bundled provider answers at one of its hosts: then it is played without the bundled ones.
  var replacesBundled: Bool {
    let hosts = (tree["hosts"]?.objectValue ?? JSONObject()).compactMap { $0.value.stringValue }
    let known = BundledFixtures.index.flatMap(\.hosts).map(HostPattern.init)
    return hosts.contains { host in known.contains { $0.match(host.lowercased()) != nil } }
  }

  var cast: String {
    var client: JSONObject = [
      "provider": .init(.string(id)), "client_id": .init(.string(clientID)),
      "kind": isPublic ? "public" : "confidential",
    ]
    if !isPublic { client["secret"] = .init(.string("\(clientID)-secret-0123456789")) }
    client["redirect_uris"] = [.init(.string(Self.callback))]
    var cast: JSONObject = ["schema": 1, "kind": "cast"]
    if replacesBundled {
      cast["people"] = [
        [
          "username": "alice", "password": "wonderland", "name": "Alice Liddell",
          "given_name": "Alice", "family_name": "Liddell", "email": "alice@example.test",
        ]
      ]
    }
    cast["clients"] = [JSONValue(.object(client))]
    return FixtureText.text(JSONValue(.object(cast)))
  }

  /// The address at which the client starts a sign-in.
  var signIn: String? {
    guard let authorize else { return nil }
    var query: [(name: String, value: String)] = [
      ("client_id", clientID), ("response_type", "code"), ("redirect_uri", Self.callback),
      ("state", "x"),
    ]
    if !scopes.isEmpty { query.append(("scope", scopes.joined(separator: " "))) }
    let mark = authorize.contains("?") ? "&" : "?"
    return authorize + mark + QueryStyle(safe: "-_.~:/").encode(query)
  }
}

extension JSONValue {
  /// This value without the part at a pointer; nil if nothing is there.
  func removing(_ pointer: String) -> JSONValue? {
    let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let first = parts.first else { return nil }
    let name = String(first).replacing("~1", with: "/").replacing("~0", with: "~")
    let rest = parts.dropFirst().map { "/" + $0 }.joined()
    if var object = objectValue {
      guard let inner = object[name] else { return nil }
      let left = rest.isEmpty ? nil : inner.removing(rest)
      guard rest.isEmpty || left != nil else { return nil }
      object[name] = left
      return JSONValue(.object(object))
    }
    if var array = arrayValue, let index = Int(name), array.indices.contains(index) {
      guard !rest.isEmpty else {
        array.remove(at: index)
        return JSONValue(.array(array))
      }
      guard let left = array[index].removing(rest) else { return nil }
      array[index] = left
      return JSONValue(.array(array))
    }
    return nil
  }
}
