import Basics
import ProviderModel

/// The subjects of the client's people (OpenID Connect Core §8, Registration §5).
extension ClientMetadata {
  /// - Parameter fetched: the document at `sector_identifier_uri`.
  mutating func readSubject(_ fetched: FetchedDocument?) throws(Flaw) {
    guard provider.pairwise != nil else { return }
    if let text = try text("subject_type") {
      guard let type = Client.SubjectType(rawValue: text) else {
        throw Flaw(
          member: "subject_type", what: "is \(text.shortened)", remedy: "use public or pairwise")
      }
      client.subjectType = type
      members["subject_type"] = JSONValue(.string(text))
    }
    let member = SectorDocument.member
    let address = try text(member)
    if let address {
      try SectorDocument.check(address, fetched, client.redirectURIs)
      client.sectorURI = address
      members[member] = JSONValue(.string(address))
    }
    guard client.subjectType == .pairwise, Client.sector(address, client.redirectURIs) == nil else {
      return
    }
    throw Flaw(
      member: member,
      what: "is missing, and subject_type is pairwise: redirect_uris have no host in common",
      remedy: "send the address of a JSON array of these URIs (OpenID Connect Core §8.1)")
  }
}

/// The document at the `sector_identifier_uri` of a client that registers: a JSON array with all of its redirect URIs
/// (OpenID Connect Registration §5).
enum SectorDocument {
  static let member = "sector_identifier_uri"

  /// The address of the document that a registration needs, if any. Only a body that names one is read for it.
  static func address(in request: Request) -> String? {
    guard request.body.count <= FetchedDocument.mostBytes,
      String(decoding: request.body, as: UTF8.self).contains(member),
      let sent = try? RegistrationBody.read(request),
      let address = sent[member]?.stringValue, WebPage.isAddress(address)
    else { return nil }
    return address
  }

  static func check(
    _ address: String, _ fetched: FetchedDocument?, _ redirectURIs: [String]
  ) throws(ClientMetadata.Flaw) {
    func flaw(_ what: String, _ remedy: String) -> ClientMetadata.Flaw {
      ClientMetadata.Flaw(
        member: member, what: "is \(address.shortened), which \(what)", remedy: remedy)
    }
    guard WebPage.isAddress(address) else {
      throw flaw("is not a web address", "use an https address")
    }
    guard let fetched, ExactText.same(fetched.address, address) else {
      throw flaw(
        "was not fetched for this request",
        "send it as a member of the request itself; in a test, hand in the document")
    }
    let listed: [String]
    do {
      listed = try fetched.list()
    } catch {
      throw flaw(error.why, error.remedy)
    }
    let known = Set(listed.map(ExactText.init))
    if let other = redirectURIs.first(where: { !known.contains(ExactText($0)) }) {
      throw flaw(
        "does not list the redirect URI \(other.shortened)",
        "list all redirect_uris in this document (OpenID Connect Registration §5)")
    }
  }
}
