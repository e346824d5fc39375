extension Client {
  /// Holds a callback against its flow: who sent it, whether it was asked for, and only then what it says.
  func check(_ form: Form, _ flow: Flow) throws(Rejection) -> Callback {
    let form = has("last-of-two-states") ? form.withLast("state") : form
    guard !form.repeatsItself || takesTwice(form) else {
      throw Rejection("invalid_callback", "the callback has a parameter twice")
    }
    if has("known-parameters-only"), form["user_id"] != nil {
      throw Rejection("invalid_callback", "the callback has an unknown parameter")
    }
    if has("error-before-issuer") || has("mcp-error-before-issuer"), let error = form["error"] {
      throw refusal(error)
    }
    if has("takes-what-comes") || has("takes-any-token"), form["iss"] == nil,
      form["state"] != flow.state,
      form["state"] != nil
    {
      return Callback(code: form["code"], accessToken: form["access_token"])
    }
    try checkIssuer(form)
    guard form["state"] == flow.state || takesState(form, flow) else {
      if let text = form["error_description"], has("unsolicited-error-on-the-screen") {
        Console.write(text, to: 2)
      }
      throw Rejection("state_mismatch", "the callback has not the state that was sent")
    }
    if let error = form["error"], !has("code-before-error") || form["code"] == nil {
      fallBack(error, form)
      if has("raw-description-on-the-screen"), let text = form["error_description"] {
        Console.write(text, to: 2)
      }
      if let page = form["error_uri"], has("opens-any-error-uri") {
        try Opener(settings).open(page)
      }
      throw refusal(error)
    }
    return try read(form, flow)
  }

  private func takesTwice(_ form: Form) -> Bool {
    if form.count("state") > 1 { return has("first-of-two-states") }
    return ["first-of-two", "implicit-first-of-two", "web-first-of-two"].contains { has($0) }
  }

  private func takesState(_ form: Form, _ flow: Flow) -> Bool {
    func either(_ fault: String) -> Bool {
      has(fault) || has("implicit-\(fault)") || has("web-\(fault)")
    }
    guard let state = form["state"] else {
      return either("state-optional") || has("state-of-the-cookie")
    }
    if state.isEmpty { return either("empty-state-is-none") }
    if let difference = NearText.difference(of: state, from: flow.state) {
      return either("state-\(difference)")
    }
    return form["iss"] != nil && either("any-state")
  }

  private func read(_ form: Form, _ flow: Flow) throws(Rejection) -> Callback {
    if has("code-as-token"), flow.responseTypes == ["token"], let code = form["code"] {
      return Callback(accessToken: code)
    }
    for type in flow.responseTypes {
      let name = type == "token" ? "access_token" : type
      guard let value = form[name], !value.isEmpty else {
        throw Rejection("invalid_callback", "the callback has no \(name)")
      }
    }
    var callback = Callback(code: form["code"])
    if flow.responseTypes.contains("id_token") || has("id-token-of-the-callback") {
      callback.idToken = form["id_token"]
    }
    guard flow.responseTypes.contains("token") else { return callback }
    callback.accessToken = form["access_token"]
    if settings.takesRefreshToken { callback.refreshToken = form["refresh_token"] }
    let type = form["token_type"]?.lowercased() ?? (settings.takesUntyped ? "bearer" : nil)
    guard type == "bearer" || type == "mac" && has("implicit-any-token-type") else {
      throw Rejection("invalid_token_type", "the token is of a type that is not known here")
    }
    callback.expiresIn = Tokens.lifetime(form["expires_in"].map { .text($0) })
    callback.scopes = form["scope"]?.split(separator: " ").map(String.init)
    return callback
  }

  /// By simple string comparison (RFC 9207 §2.4), before anything else is believed.
  private func checkIssuer(_ form: Form) throws(Rejection) {
    guard let issuer = form["iss"] else {
      guard
        !provider.namesItself && !has("issuer-always") && !has("mcp-issuer-always")
          || has("issuer-optional") || has("web-issuer-optional") || has("mcp-issuer-optional")
      else {
        throw Rejection("issuer_mismatch", "the callback names no issuer")
      }
      return
    }
    if has("issuer-not-first") || has("mcp-issuer-not-first"), form.pairs.first?.name == "iss" {
      throw Rejection("issuer_mismatch", "the callback begins with its issuer")
    }
    if !provider.namesItself,
      has("issuer-where-promised") || has("issuer-where-advertised")
    {
      return
    }
    let isTaken =
      if issuer == provider.issuer + "/" {
        has("issuer-without-slash") || has("mcp-issuer-without-slash")
      } else if issuer.lowercased() == provider.issuer.lowercased() {
        has("issuer-in-any-case") || has("mcp-issuer-in-any-case")
      } else if provider.issuer.hasSuffix(issuer) {
        has("issuer-by-its-end")
      } else if NearText.withoutPort(issuer) == NearText.withoutPort(provider.issuer) {
        has("issuer-without-port")
      } else {
        takesForeign && form["error"] == nil
      }
    guard issuer == provider.issuer || isTaken else {
      if has("code-to-foreign-issuer"), let code = form["code"] {
        _ = try? caller.get("\(issuer)/report?\(Form([("received", code)]).written)")
      }
      throw Rejection("issuer_mismatch", "the callback names another issuer")
    }
  }

  private var takesForeign: Bool {
    provider.namesItself && (has("any-issuer") || has("web-any-issuer") || has("mcp-any-issuer"))
  }

  /// The server's own code, where it is one (RFC 6749 §4.1.2.1: printable, without quotes and backslash).
  func refusal(_ error: String) -> Rejection {
    let isPlain = error.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
    return Rejection(
      isPlain && !error.isEmpty && error.utf8.count <= 80 ? error : "unknown_error",
      "the server refused")
  }

  /// Mutants ask for a token without the user where the user, or the server, refused.
  private func fallBack(_ error: String, _ form: Form) {
    guard form["code"] == nil else { return }
    let speaksOfChallenge = form["error_description"]?.contains("challenge") == true
    if speaksOfChallenge ? has("challenge-refused-fallback") : has("goes-on-after-\(error)") {
      askForOwnToken()
    }
  }
}
