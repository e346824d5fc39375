import Basics
import ProviderModel

/// The parameter `claims` (OpenID Connect Core §5.5): its syntax, and its demands on the person who signs in.
enum ClaimsCheck {
  /// Reads it once: the grant remembers what it says.
  static func pass(_ responseType: String, _ context: RequestContext) throws(Refusal) {
    guard let slot = context.provider.claimsSlot,
      case .text(let text) = context.facts.arguments[slot]
    else { return }
    guard !text.isEmpty else {
      context.facts.arguments[slot] = .none
      return
    }
    func refusal(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        .parameterInvalid, at: .authorize,
        facts: [("param", context.provider.wire("claims", at: .authorize)), ("value", text)],
        sentence,
        clause: "OpenID Connect Core §5.5", remedy: remedy)
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONReader().read(Array(text.utf8), file: "claims")
    } catch {
      throw refusal(
        "claims is not JSON: \(error.sentence)",
        "send an object, such as {\"id_token\": {\"email\": null}}")
    }
    let tree = document.root
    if let duplicate = document.duplicates.first {
      throw refusal(
        "claims has the member \(duplicate.name) twice", "send each member once (RFC 8259 §4)")
    }
    if let flaw = flaw(of: tree) {
      throw refusal("claims \(flaw)", "send an object, such as {\"id_token\": {\"email\": null}}")
    }
    let isForUserInfo = tree["userinfo"]?.objectValue?.isEmpty == false
    let words = responseType.split(separator: " ")
    if isForUserInfo, !words.contains("code"), !words.contains("token") {
      throw refusal(
        "claims asks for claims at userinfo, and \(context.wire("response_type"))=\(responseType) yields no access token",
        "ask for them in the id_token member, or send a \(context.wire("response_type")) with code or token"
      )
    }
    context.facts.arguments[slot] = .json(tree)
  }

  /// Leaves out the claims whose scopes the client may not ask for.
  static func restrict(to client: Client, _ context: RequestContext) {
    guard let allowed = client.scopes else { return }
    let lost = context.provider.keepClaims(&context.facts.arguments, where: allowed.contains)
    guard !lost.isEmpty else { return }
    context.note = (
      "claims asks for \(lost.joined(separator: ", ")), and the client \(client.id) may not have a scope that covers it",
      "OpenID Connect Core §5.5",
      .say("add the scope to scopes of this client in \(client.source)")
    )
  }

  private static func flaw(of tree: JSONValue) -> String? {
    guard tree.objectValue != nil else { return "has to be an object, and is \(tree.kindName)" }
    for place in ["userinfo", "id_token"] {
      guard let member = tree[place], !member.isNull else { continue }
      guard let wishes = member.objectValue else {
        return "has a member \(place) that has to be an object, and is \(member.kindName)"
      }
      for wish in wishes {
        if let flaw = flaw(ofWish: wish.value) { return "\(flaw) (at /\(place)/\(wish.name))" }
      }
    }
    return nil
  }

  /// §5.5.1; members that are not known are to be ignored.
  private static func flaw(ofWish wish: JSONValue) -> String? {
    if wish.isNull { return nil }
    guard wish.objectValue != nil else {
      return "asks for a claim by null or by an object, and here is \(wish.kindName)"
    }
    if let essential = wish["essential"], essential.boolValue == nil {
      return "has an essential that has to be true or false, and is \(essential.kindName)"
    }
    if let values = wish["values"], values.arrayValue == nil {
      return "has values that have to be an array, and are \(values.kindName)"
    }
    return nil
  }

  // MARK: The person

  /// The reason why the signed-in person is not the requested one; `nil` if none was requested.
  static func mismatch(_ request: AuthorizationRequest, _ context: RequestContext) -> Refusal? {
    guard let slot = context.provider.claimsSlot, case .json(let asked) = request.arguments[slot],
      let session = context.session, let person = context.person(session.person)
    else { return nil }
    let known = context.facts.claims(of: person)
    // §5.5.1, §3.1.2.2: no answer is about somebody else.
    for place in ["id_token", "userinfo"] {
      guard let wish = asked[place]?["sub"],
        let wanted = wish["value"].map({ [$0] }) ?? wish["values"]?.arrayValue,
        !wanted.contains(where: { $0 == known["sub"] })
      else { continue }
      let texts = wanted.map { Value.text(of: $0) }.joined(separator: " or ")
      return Refusal(
        .loginRequired, at: .authorize, facts: [("value", texts)],
        "\(session.person) is signed in, and claims asks for the person whose sub is \(texts)",
        clause: "OpenID Connect Core §5.5.1",
        remedy: "sign in as that person, or leave the value of sub out of claims"
      ).sent(to: request)
    }
    // §5.5.1.1: an essential acr that can't be met is a failed sign-in.
    let wish = asked["id_token"]?["acr"]
    guard wish?["essential"]?.boolValue == true,
      let wanted = wish?["value"].map({ [$0] }) ?? wish?["values"]?.arrayValue,
      case let acr = StepUp.level(of: session, context),
      !wanted.contains(where: { $0.stringValue == acr })
    else { return nil }
    let texts = wanted.map { Value.text(of: $0) }.joined(separator: " or ")
    return Refusal(
      .acrUnmet, at: .authorize, facts: [("value", texts)],
      "claims needs acr to be \(texts), and \(session.person) has \(acr.isEmpty ? "none" : acr)",
      remedy: .say(
        (context.provider.levels.isEmpty ? "" : "ask for one of acr_values_supported, ")
          + "give the person this acr in the cast, or ask for it without essential")
    ).sent(to: request)
  }
}
