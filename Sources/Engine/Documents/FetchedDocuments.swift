/// A document that has to be fetched before a request can be decided.
package struct NeededDocument: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The metadata of the client, at its ID.
    case client
    /// The keys of the client, at its `jwks_uri`.
    case keys
    /// The request object, at the `request_uri` of the request.
    case request
    /// The keys of the issuer of a JWT, at its `jwks_uri`. A token exchange may have two.
    case issuerKeys
    /// The redirect URIs of the sector of a client that registers.
    case sector
  }

  package let kind: Kind
  package let address: String
}

/// The documents that have been fetched for one request.
package struct FetchedDocuments: Sendable {
  private(set) var client: FetchedDocument?
  private(set) var keys: FetchedDocument?
  private(set) var request: FetchedDocument?
  private(set) var issuerKeys: [FetchedDocument] = []
  private(set) var sector: FetchedDocument?

  package init() {}

  package mutating func add(_ document: FetchedDocument, as kind: NeededDocument.Kind) {
    switch kind {
    case .client: client = document
    case .keys: keys = document
    case .request: request = document
    case .issuerKeys: issuerKeys.append(document)
    case .sector: sector = document
    }
  }
}
