import Basics
import JOSE
import ProviderModel

/// The clients that a request may name.
extension RequestContext {
  /// A client of the cast, a registered one, one by its document, or the try-out client.
  func client(_ id: String) -> Client? {
    registeredClient(id) ?? documentClient(id) ?? TryOutClient.known(by: id, self)
  }

  /// Whether a client that has called before is still a client. The document of one is fetched when it calls again.
  func isStillClient(_ id: String) -> Bool {
    site.options.acceptsAnyClient || client(id) != nil
      || (provider.clientDocuments != nil && ClientDocumentAddress(id) != nil)
  }

  /// Whether a client is in the cast, has registered, or has a document.
  func hasMetadata(of id: String) -> Bool {
    registeredClient(id) != nil || documentClient(id) != nil
  }

  private func registeredClient(_ id: String) -> Client? {
    castClient(id) ?? state.registered(id, at: provider.id)?.client
  }

  private func documentClient(_ id: String) -> Client? {
    guard provider.clientDocuments != nil, !state.documents.isEmpty else { return nil }
    let found = state.documents[RegisteredClient.key(id, at: provider.id)]?.client
    return found.flatMap { ExactText.same($0.id, id) ? $0 : nil }
  }

  /// The client that a request presents as its own.
  /// - Parameter catalogue: the endpoints whose clauses hold.
  /// - Throws: the reason to reject the document of the client.
  func presentedClient(
    _ id: String, at catalogue: Condition.Catalogue
  ) throws(Refusal) -> Client? {
    guard provider.clientDocuments != nil, registeredClient(id) == nil,
      !site.options.acceptsAnyClient, let address = ClientDocumentAddress(id)
    else { return client(id) }
    if let flaw = address.flaw {
      throw Refusal(
        .documentAddressInvalid, at: catalogue, facts: [("value", id)],
        "the client_id \(id) \(flaw)",
        remedy:
          "use an https address with a path, without fragment, user name and dot segments; http is for the loopback"
      )
    }
    if let documentRefusal, ExactText.same(documentRefusal.address, id) {
      throw documentRefusal.refusal
    }
    if let client = documentClient(id) { return client }
    throw Refusal(
      .documentUnfetched, at: catalogue, facts: [("value", id)],
      "the metadata document \(id) was not fetched for this request",
      remedy: "send the request again; in a test, hand in the document")
  }

  /// Goes on with an authorization request of an earlier page or of a device. Its client may have been removed meanwhile.
  func resume(_ request: AuthorizationRequest) throws(Refusal) {
    show(request)
    let id = request.client
    guard !isStillClient(id) else { return }
    throw Refusal(
      .clientUnknown, at: .authorize, facts: [("value", id)],
      "the client \(id) is no longer registered at \(provider.id)",
      remedy: .addClient(provider: provider.id, id: id, isCalling: false))
  }

  /// The keys at the `jwks_uri` of a client or of another issuer.
  /// - Parameter role: the role of the JWT that they verify.
  func fetchedKeys(
    _ address: String, _ role: JWTRole
  ) throws(Refusal) -> [VerifyingKey] {
    try fetchedKeySet(address, at: role.catalogue, else: role.keysUnfetched).keys
  }

  /// The JWK set at the `jwks_uri` of a client or of another issuer.
  /// - Parameters:
  ///   - catalogue: the endpoints whose clauses hold.
  ///   - condition: the refusal if it was not fetched.
  func fetchedKeySet(
    _ address: String, at catalogue: Condition.Catalogue, else condition: Condition
  ) throws(Refusal) -> FetchedKeys {
    let flaw = keysFlaws.first { ExactText.same($0.address, address) }?.flaw
    if flaw == nil,
      let known = state.fetchedKeys[RegisteredClient.key(address, at: provider.id)]
    {
      return known
    }
    throw Refusal(
      condition, at: catalogue, facts: [("value", address)],
      "the JWK set \(address) \(flaw?.why ?? "was not fetched for this request")",
      remedy: .say(
        flaw?.remedy ?? "send the request again; in a test, hand in the document"))
  }

  /// Keeps the documents that were fetched for this request, or the reasons to reject them.
  func take(_ documents: FetchedDocuments) {
    if let client = documents.client { take(client: client) }
    if let keys = documents.keys { take(keys: keys) }
    requestDocument = documents.request
    sectorDocument = documents.sector
    for keys in documents.issuerKeys { take(keys: keys) }
  }

  private func take(keys fetched: FetchedDocument) {
    let key = RegisteredClient.key(fetched.address, at: provider.id)
    do throws(FetchedKeys.Flaw) {
      let keys = try FetchedKeys(
        fetched, provider.clientDocuments ?? .usual, now: now, wall: instants.wall)
      state.fetchedKeys.insert(keys, for: key, ends: keys.fresh, bytes: keys.bytes)
    } catch {
      state.fetchedKeys.change(key) { $0.fetched = instants.wall }
      keysFlaws.append((fetched.address, error))
    }
  }

  private func take(client fetched: FetchedDocument) {
    guard let rule = provider.clientDocuments else { return }
    do throws(Refusal) {
      let document = try ClientDocument(fetched, at: provider, rule, now: now)
      // It outlives its freshness: a person may take half an hour to fill in a form.
      state.documents.insert(
        document, for: RegisteredClient.key(fetched.address, at: provider.id),
        ends: document.fresh + State.ticketLifetime, bytes: document.client.bytes)
    } catch {
      documentRefusal = (fetched.address, error)
    }
  }
}

extension Client {
  /// About how much memory its texts take.
  var bytes: Int {
    let lists = [
      redirectURIs, scopes ?? [], logoutURIs ?? [], grantTypes ?? [], responseTypes ?? [],
    ]
    return id.utf8.count + name.utf8.count + (keys?.encoded().count ?? 0)
      + lists.joined().reduce(0) { $0 + $1.utf8.count + 16 }
  }
}
