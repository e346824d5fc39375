import Basics

/// The defaults of a provider that depend on the rest of its file: the pages of a sign-in, the usual members of endpoints and
/// grants, and a link to each endpoint.
///
/// All of it is written into the merged tree, so that checks and the reader see one provider, and so that `providers ID --resolved`
/// shows it.
struct ProviderDefaults {
  private(set) var tree: JSONObject
  /// The provider's own file: values from another file are inherited.
  private let file: String?

  /// A merged tree with its quirks, filled.
  static func filled(_ tree: JSONValue) -> JSONValue {
    guard let object = tree.objectValue, object["endpoints"]?.objectValue != nil else {
      return tree
    }
    var defaults = ProviderDefaults(object)
    // A provider that extends none has all pages, shapes and parameters itself.
    let inherits = object["extends"] != nil
    if inherits {
      defaults.addStages()
      defaults.addSignIn()
    }
    defaults.addMembers()
    defaults.addLinks()
    if inherits {
      defaults.addGrants()
      defaults.dropUnusable()
      defaults.dropIssuer()
      defaults.dropOmission()
    }
    return JSONValue(.object(defaults.tree), origin: tree.origin)
  }

  private init(_ tree: JSONObject) {
    self.tree = tree
    file = tree["id"]?.origin?.file
  }

  // MARK: The tree

  func members(_ name: String) -> JSONObject { tree[name]?.objectValue ?? JSONObject() }

  private mutating func replace(_ name: String, _ members: JSONObject) {
    tree[name] = JSONValue(.object(members), origin: tree[name]?.origin ?? tree["id"]?.origin)
  }

  func isInherited(_ value: JSONValue) -> Bool {
    guard let file, let origin = value.origin else { return false }
    return origin.file != file
  }

  func kind(_ endpoint: JSONValue) -> EndpointKind? {
    endpoint["kind"]?.stringValue.flatMap(EndpointKind.init)
  }

  private func first(_ kind: EndpointKind) -> JSONValue? {
    members("endpoints").first { self.kind($0.value) == kind }?.value
  }

  // MARK: Additions

  /// A person signs in and consents, where the flow is not described. The name of a stage is its kind.
  private mutating func addStages() {
    // Where an endpoint has a kind that is unknown, the stages have theirs all the same.
    let authorize = first(.authorize)
    guard authorize != nil || tree["flow"] != nil else { return }
    var flow = tree["flow"] ?? JSONValue([:] as JSONValue, origin: authorize?.origin)
    guard flow.objectValue != nil else { return }
    flow.fill(["stages": ["login": [:], "consent": [:]]])
    var stages = flow["stages"]?.objectValue ?? JSONObject()
    for stage in stages where EndpointKind.stages.contains(stage.name) {
      stages[stage.name]?.fill(["kind": JSONValue(.string(stage.name))])
    }
    flow.set("stages", JSONValue(.object(stages), origin: flow["stages"]?.origin))
    tree["flow"] = flow
  }

  /// The addresses to which the pages of the flow lead and which the file does not have are below the authorization endpoint.
  private mutating func addSignIn() {
    guard let authorize = first(.authorize), let at = authorize["at"] else { return }
    var endpoints = members("endpoints")
    let pages = members("pages")
    for stage in tree["flow"]?["stages"]?.objectValue ?? JSONObject() {
      let page = pages[stage.value["page"]?.stringValue ?? stage.name]
      for (member, kinds) in [("submit", ["login", "consent"]), ("deny", ["deny"])] {
        guard let name = page?[member]?.stringValue, kinds.contains(name), endpoints[name] == nil,
          members("links")[name] == nil
        else { continue }
        endpoints[name] = JSONValue(
          ["kind": JSONValue(.string(name)), "at": Self.below(at, name)], origin: authorize.origin)
      }
    }
    replace("endpoints", endpoints)
  }

  private static func below(_ at: JSONValue, _ name: String) -> JSONValue {
    if let all = at.arrayValue { return JSONValue(.array(all.map { below($0, name) })) }
    let parts = (at.stringValue ?? "").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first ?? ""
    let query = parts.count > 1 ? "?\(parts[1])" : ""
    return JSONValue(
      .string("\(path)\(path.hasSuffix("/") ? "" : "/")\(name)\(query)"), origin: at.origin)
  }

  private mutating func addMembers() {
    var endpoints = members("endpoints")
    let shapes = members("shapes")
    for endpoint in endpoints {
      guard let kind = kind(endpoint.value) else { continue }
      var defaults = kind.defaults
      // A page that has an address of its own is shown there.
      if endpoint.value["page"] != nil, defaults["ticket"] != nil {
        defaults["methods"] = ["GET", "POST"]
      }
      if kind.isService, kind != .token, shapes[endpoint.name] != nil {
        defaults["answer"] = JSONValue(.string(endpoint.name))
      }
      endpoints[endpoint.name]?.fill(defaults)
    }
    replace("endpoints", endpoints)
  }

  /// A link to each endpoint has its name.
  private mutating func addLinks() {
    var links = members("links")
    for endpoint in members("endpoints") where links[endpoint.name] == nil {
      var link: JSONValue = ["to": JSONValue(.string(endpoint.name))]
      if kind(endpoint.value) == .deny, endpoint.value["ticket_after"] == nil,
        let ticket = endpoint.value["ticket"]?.stringValue
      {
        link.set("query", [ticket: "{{txn.id}}"])
      }
      links[endpoint.name] = JSONValue(link.content, origin: endpoint.value.origin)
    }
    replace("links", links)
  }

  private mutating func addGrants() {
    let endpoint = first(.token)
    guard endpoint != nil || tree["token"] != nil else { return }
    var token = tree["token"] ?? JSONValue([:] as JSONValue, origin: endpoint?.origin)
    guard token.objectValue != nil else { return }
    if endpoint != nil {
      token.fill([
        "client_auth": ["basic": true, "post": true, "none": true],
        "grants": ["authorization_code": [:]],
      ])
    }
    var grants = token["grants"]?.objectValue ?? JSONObject()
    let kinds = grants.map { $0.value["kind"]?.stringValue ?? GrantKind.named[$0.name]?.rawValue }
    let refreshes = kinds.contains(GrantKind.refresh.rawValue)
    for grant in grants {
      var defaults: JSONObject = ["answer": "token"]
      let known = GrantKind.named[grant.name]
      defaults["kind"] = known.map { JSONValue(.string($0.rawValue)) }
      let kind = grant.value["kind"]?.stringValue.flatMap(GrantKind.init) ?? known
      defaults["issues"] = kind.flatMap {
        issues($0, refreshes: refreshes, rotates: grant.value["rotates"]?.boolValue == true)
      }
      grants[grant.name]?.fill(defaults)
    }
    if endpoint != nil || !grants.isEmpty {
      token.set("grants", JSONValue(.object(grants), origin: token["grants"]?.origin))
    }
    tree["token"] = token
  }

  /// A grant of a person issues a refresh token if there is a grant that takes it, and an ID token for `openid`. The refresh
  /// itself issues one if the old one ends with it.
  private func issues(_ kind: GrantKind, refreshes: Bool, rotates: Bool) -> JSONValue? {
    guard kind != .exchange else { return nil }
    var issues: JSONObject = ["access": true]
    guard kind != .client, kind != .assertion else { return JSONValue(.object(issues)) }
    if refreshes, kind != .refresh || rotates { issues["refresh"] = true }
    if tree["signing"] != nil, tree["scope"]?["known"]?["openid"] != nil {
      issues["id"] = ["in": ["openid", "{{grant.scope}}"]]
    }
    return JSONValue(.object(issues))
  }

  // MARK: Inherited values that have no use

  /// Inherited pages and shapes that nothing names, without a token endpoint the answers with a code, which nobody could
  /// redeem, and without `signing` what would have to be signed.
  private mutating func dropUnusable() {
    let used = NamedInTree(tree)
    keep("pages", where: { used.pages.contains($0) })
    keep("shapes", where: { used.shapes.contains($0) })
    if first(.token) == nil {
      keep("answers", where: { !$0.split(separator: " ").contains("code") })
    }
    if tree["signing"] == nil {
      keep("answers", where: { !$0.split(separator: " ").contains("id_token") })
      let credentials = members("credentials")
      keep("credentials", where: { credentials[$0]?["value"] != nil })
    }
  }

  /// Where no answer of the provider's own names the issuer, the inherited redirect of an error doesn't either: clients expect
  /// `iss` in both or in none (RFC 9207 §2).
  private mutating func dropIssuer() {
    let answers = members("answers")
    let (shape, path) = ("redirect", ["redirect", "parameters"])
    guard answers.contains(where: { !isInherited($0.value) }),
      !answers.contains(where: { $0.value["parameters"]?["iss"] != nil }),
      let issuer = members("shapes")[shape]?[path[0]]?[path[1]]?["iss"], isInherited(issuer)
    else { return }
    var shapes = members("shapes")
    guard var whole = shapes[shape], var redirect = whole[path[0]],
      var parameters = redirect[path[1]]?.objectValue
    else { return }
    parameters["iss"] = nil
    redirect.set(path[1], JSONValue(.object(parameters), origin: redirect.origin))
    whole.set(path[0], redirect)
    shapes[shape] = whole
    replace("shapes", shapes)
  }

  /// An inherited condition on the scope, at a provider that reads no scope.
  private mutating func dropOmission() {
    guard tree["parameters"] != nil, members("parameters")["scope"] == nil,
      let omit = tree["redirect_uri"]?["omit"], isInherited(omit),
      omit.text().contains("{{req.scope")
    else { return }
    var rule = members("redirect_uri")
    rule["omit"] = nil
    replace("redirect_uri", rule)
  }

  private mutating func keep(_ name: String, where isUsable: (String) -> Bool) {
    guard let members = tree[name]?.objectValue else { return }
    replace(name, JSONObject(members.filter { !isInherited($0.value) || isUsable($0.name) }))
  }
}

/// The pages and the shapes that a provider's endpoints, stages, grants and errors name.
struct NamedInTree {
  /// The page `error` stands in for a redirect that has no target.
  private(set) var pages: Set<String> = ["error"]
  private(set) var shapes: Set<String> = []

  /// The members that name a page, and those that name a shape. A test compares them with the declarations.
  static let pageMembers: Set<String> = ["page", "asks", "leaving"]
  static let shapeMembers: Set<String> = [
    "answer", "shape", "accepted", "ended", ObjectSchema.useMember,
  ]

  /// Only the shapes that `$use` names in some members.
  init(_ members: [String], of tree: JSONValue) {
    for name in members { tree[name].map { collectUses($0) } }
  }

  init(_ tree: JSONObject) {
    for name in ["endpoints", "token", "errors"] { tree[name].map { collect($0) } }
    for member in tree where member.name != "quirks" { collectUses(member.value) }
    for stage in tree["flow"]?["stages"]?.objectValue ?? JSONObject() {
      pages.insert(stage.value["page"]?.stringValue ?? stage.name)
    }
    let all = tree["shapes"]?.objectValue ?? JSONObject()
    for shape in all { shape.value["page"]?.stringValue.map { _ = pages.insert($0) } }
    for name in shapes {
      for other in all[name]?["accept"]?.objectValue ?? JSONObject() {
        other.value.stringValue.map { _ = shapes.insert($0) }
      }
    }
  }

  /// The shapes whose JSON values take in.
  private mutating func collectUses(_ value: JSONValue) {
    for element in value.arrayValue ?? [] { collectUses(element) }
    for member in value.objectValue ?? JSONObject() {
      if member.name == ObjectSchema.useMember, let name = member.value.stringValue {
        shapes.insert(name)
      } else {
        collectUses(member.value)
      }
    }
  }

  private mutating func collect(_ value: JSONValue) {
    for element in value.arrayValue ?? [] { collect(element) }
    for member in value.objectValue ?? JSONObject() {
      if let name = member.value.stringValue {
        if Self.pageMembers.contains(member.name) { pages.insert(name) }
        if Self.shapeMembers.contains(member.name) { shapes.insert(name) }
      } else {
        collect(member.value)
      }
    }
  }
}

extension JSONValue {
  fileprivate init(_ value: JSONValue, origin: Origin?) { self.init(value.content, origin: origin) }

  fileprivate mutating func set(_ name: String, _ value: JSONValue) {
    guard var object = objectValue else { return }
    object[name] = value
    content = .object(object)
  }

  /// Adds the members that an object lacks. They have its place in the file.
  fileprivate mutating func fill(_ defaults: JSONObject) {
    guard var object = objectValue, !Merge.isValue(object) else { return }
    for member in defaults where object[member.name] == nil {
      object[member.name] = member.value.placed(origin)
    }
    content = .object(object)
  }

  private func placed(_ origin: Origin?) -> JSONValue {
    switch content {
    case .object(let object):
      let members = object.map { JSONObject.Member($0.name, $0.value.placed(origin)) }
      return JSONValue(.object(JSONObject(members)), origin: origin)
    case .array(let elements):
      return JSONValue(.array(elements.map { $0.placed(origin) }), origin: origin)
    default: return JSONValue(content, origin: origin)
    }
  }
}
