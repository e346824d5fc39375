import Basics
import HTTPTypes
import ProviderModel

extension Engine {
  /// A bundled provider's file with a merge patch, in the form of a quirk that is on.
  static func text(of id: String = "standard", patching patch: String) -> String {
    text("providers/\(id).json").replacingAll(
      "\"quirks\": [",
      with: """
        "quirks": [
          { "id": "of-a-test", "summary": "Said by a test.",
            "evidence": { "grade": "inferred", "source": "a test" }, "patch": \(patch) },
        """)
  }
}

extension Visitor {
  /// A visitor of a bundled provider whose file has a merge patch.
  convenience init(
    of id: String = "standard", patching patch: String, anyClient: Bool = false, cast: String? = nil
  ) throws {
    try self.init(
      id, anyClient: anyClient, cast: cast, text: Engine.text(of: id, patching: patch))
  }

  var condition: Condition? { told.condition }

  /// The status of a token request in a form.
  @discardableResult
  func token(_ form: Form, _ headers: [(String, String)] = []) throws -> Int {
    try post("/standard/token", form, headers).status
  }

  /// An access token of alice at `standard`, without a page.
  func aliceToken(_ scope: String = "openid email", _ more: [String: String] = [:]) throws -> String
  {
    try passwordGrant(scope, more)
    return try member("access_token")
  }

  /// Asks `standard` for tokens of a person by the password grant.
  @discardableResult
  func passwordGrant(
    _ scope: String = "openid email", _ more: [String: String] = [:], as username: String = "alice"
  ) throws -> Visitor {
    var form = [
      "grant_type": "password", "username": username, "password": "wonderland", "scope": scope,
      "client_id": "web", "client_secret": StandardVisitor.secret,
    ]
    form.merge(more) { $1 }
    return try post("/standard/token", fields: form)
  }

  /// Posts a form whose order means nothing.
  @discardableResult
  func post(
    _ target: String, fields form: [String: String], _ headers: [(String, String)] = []
  ) throws -> Visitor {
    let pairs = form.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    return try post(target, raw: QueryStyle().encode(pairs), headers)
  }

  /// Posts a form as it stands.
  @discardableResult
  func post(
    _ target: String, raw form: String, _ headers: [(String, String)] = []
  ) throws -> Visitor {
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    return try call(.post, target, [type] + headers, body: Array(form.utf8))
  }

  typealias Form = KeyValuePairs<String, String>
}
