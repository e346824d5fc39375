import Basics

extension Client {
  /// The kind of the claim `sub` (OpenID Connect Core §8).
  package enum SubjectType: String, Sendable, CaseIterable {
    case `public`, pairwise
  }

  package var hasPairwiseSubjects: Bool { subjectType == .pairwise }

  /// The sector of a client: clients of one sector have the same subjects (OpenID Connect Core §8.1).
  package var sector: String {
    Self.sector(sectorURI, redirectURIs) ?? id
  }

  /// - Returns: `nil` if the redirect URIs have several hosts, or none, and there is no sector identifier.
  package static func sector(_ address: String?, _ redirectURIs: [String]) -> String? {
    if let address { return URIReference(address).host }
    let hosts = Set(redirectURIs.map { URIReference($0).host ?? "" })
    return hosts.count == 1 ? hosts.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// The fields of its declaration.
  static let subjectFields: [Client.Declaration.Field] = [
    .choice(
      "subject_type", \.subjectType,
      "Whether its people have subjects of their own there (OpenID Connect Core §8).",
      or: "`public`"),
    .text(
      "sector_identifier_uri", \.sectorURI,
      "The address whose host is the sector: clients of one sector have the same pairwise subjects (OpenID Connect Core §8.1). For a client of a cast, nothing is fetched from there.",
      or: "the host of `redirect_uris`", example: "\"https://app.example.test/sector.json\""),
  ]
}

extension CastReader {
  func checkSubject(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    func refuse(_ name: String, _ sentence: String) {
      findings.error(reader.value[name], reader.at(name), sentence)
    }
    if let address = client.sectorURI, !WebPage.isAddress(address) {
      refuse("sector_identifier_uri", "expected a web address, found \"\(address)\"")
    }
    guard client.hasPairwiseSubjects else { return }
    if home.pairwise == nil {
      doubt(
        "subject_type", "\(home.id) has no pairwise subjects, so subject_type has no effect", reader
      )
    } else if Client.sector(client.sectorURI, client.redirectURIs) == nil {
      refuse(
        "subject_type",
        "the redirect URIs have no host in common, so the sector is unknown (OpenID Connect Core §8.1); add sector_identifier_uri"
      )
    }
  }
}
