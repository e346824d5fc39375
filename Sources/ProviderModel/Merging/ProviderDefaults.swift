import Basics

/// The defaults of a provider that depend on the rest of its file: the pages of a sign-in, the usual members of endpoints and
/// grants, and a link to each endpoint.
///
/// All of it is written into the merged tree, so that checks and the reader see one provider, and so that `providers ID --resolved`
/// shows it.
struct ProviderDefaults {
  var tree: JSONObject
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

  mutating func replace(_ name: String, _ members: JSONObject) {
    tree[name] = JSONValue(.object(members), origin: tree[name]?.origin ?? tree["id"]?.origin)
  }

  func isInherited(_ value: JSONValue) -> Bool {
    guard let file, let origin = value.origin else { return false }
    return origin.file != file
  }

  func kind(_ endpoint: JSONValue) -> EndpointKind? {
    endpoint["kind"]?.stringValue.flatMap(EndpointKind.init)
  }

  func first(_ kind: EndpointKind) -> JSONValue? {
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
    if let all = at.arrayValue {
      // An address with a slash at its end and one without have the same addresses below them.
      let each = all.reduce(into: [JSONValue]()) { each, at in
        let address = below(at, name)
        if !each.contains(address) { each.append(address) }
      }
      return JSONValue(.array(each))
    }
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
      if defaults["ticket"] != nil, let ticket = ticket(at: endpoint.name) {
        defaults["ticket"] = JSONValue(.string(ticket))
      }
      if kind == .consent { defaults["denied"] = denial(at: endpoint.name) ?? defaults["denied"] }
      if kind.isService, kind != .token, shapes[endpoint.name] != nil {
        defaults["answer"] = JSONValue(.string(endpoint.name))
      }
      if kind == .resource, Self.namesForm(endpoint.value) { defaults["read"] = ["form": true] }
      if kind.isAboutToken,
        let name = tree["token"]?["parameters"]?["token"]?["name"]?.stringValue
      {
        defaults["token"] = ["form": [JSONValue(.string(name))]]
      }
      endpoints[endpoint.name]?.fill(defaults)
    }
    replace("endpoints", endpoints)
  }

  /// Whether a resource names a part of a form: a place of its token, or a value in its checks or its collection.
  private static func namesForm(_ endpoint: JSONValue) -> Bool {
    let text = endpoint.text()
    return endpoint["token"]?["form"] != nil || text.contains("{{form.")
      || text.contains("{{body.") || text.contains("\"form.") || text.contains("\"body.")
  }

  /// The page whose form is sent to an endpoint.
  private func page(for endpoint: String) -> JSONValue? {
    let links = members("links")
    return members("pages").first { page in
      guard let submit = page.value["submit"]?.stringValue else { return false }
      return (links[submit]?["to"]?.stringValue ?? submit) == endpoint
    }?.value
  }

  /// The hidden field in which the page's form has its ticket.
  private func ticket(at endpoint: String) -> String? {
    page(for: endpoint)?["hidden"]?.objectValue?
      .first { $0.value.stringValue == "{{txn.id}}" }?.name
  }

  /// The form of the page's own button that denies.
  private func denial(at endpoint: String) -> JSONValue? {
    let fields = page(for: endpoint)?["fields"]
    guard let name = fields?["deny"]?.stringValue, let value = fields?["deny_value"]?.stringValue,
      (try? TemplateSyntax.path("form.\(name)"))?.count == 2, !value.contains("{{")
    else { return nil }
    return ["eq": [.init(.string("{{form.\(name)}}")), .init(.string(value))]]
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
