import Basics

/// A client that is in no cast: it has registered itself, or its ID is the address of its metadata.
extension Client {
  /// The metadata that the engine acts on.
  package struct Metadata: Sendable {
    package var name: String?
    package var redirectURIs: [String] = []
    package var policyURI: String?
    package var termsURI: String?
    package var scopes: [String]?
    package var responseTypes: [String] = []
    package var grantTypes: [String] = []
    package var authentication = "none"
    /// A JWK set.
    package var keys: JSONValue?
    package var keysURI: String?
    package var assertionAlgorithm: String?
    package var idTokenAlgorithm: String?
    package var requestObjectAlgorithm: String?
    package var requiresObjects: Bool?
    package var requestURIs: [String]?
    package var detailTypes: [String]?
    package var responseAlgorithm: String?
    package var userInfoAlgorithm: String?
    package var defaultMaxAge: Int?
    package var requiresAuthTime: Bool?
    package var defaultLevels: [String]?
    package var encryptions = Encryptions()
    package var subjectType: SubjectType?
    package var sectorURI: String?
    package var requiresPushes: Bool?
    package var logoutURIs: [String]?
    package var backChannelLogoutURI: String?
    package var frontChannelLogoutURI: String?
    package var hasBoundTokens = false
    package var hasCertificateBoundTokens = false
    package var certificateSubject: CertificateSubject?

    package init() {}
  }

  package convenience init(
    provider: String, id: String, secret: String?, _ metadata: Metadata
  ) {
    self.init(
      provider: provider, id: id,
      kind: metadata.authentication == "none" ? .public : .confidential,
      name: metadata.name ?? id, secret: secret, redirectURIs: metadata.redirectURIs)
    source = "its metadata"
    policyURI = metadata.policyURI
    termsURI = metadata.termsURI
    scopes = metadata.scopes
    responseTypes = metadata.responseTypes.map(Self.sorted)
    grantTypes = metadata.grantTypes
    authentication = metadata.authentication
    keys = metadata.keys
    keysURI = metadata.keysURI
    assertionAlgorithm = metadata.assertionAlgorithm
    idTokenAlgorithm = metadata.idTokenAlgorithm
    requestObjectAlgorithm = metadata.requestObjectAlgorithm
    requiresObjects = metadata.requiresObjects
    requestURIs = metadata.requestURIs
    detailTypes = metadata.detailTypes
    responseAlgorithm = metadata.responseAlgorithm
    userInfoAlgorithm = metadata.userInfoAlgorithm
    defaultMaxAge = metadata.defaultMaxAge
    requiresAuthTime = metadata.requiresAuthTime
    defaultLevels = metadata.defaultLevels
    encryptions = metadata.encryptions
    subjectType = metadata.subjectType
    sectorURI = metadata.sectorURI
    requiresPushes = metadata.requiresPushes
    logoutURIs = metadata.logoutURIs
    backChannelLogoutURI = metadata.backChannelLogoutURI
    frontChannelLogoutURI = metadata.frontChannelLogoutURI
    bindsTokens = metadata.hasBoundTokens ? true : nil
    bindsToCertificate = metadata.hasCertificateBoundTokens ? true : nil
    certificateSubjects = metadata.certificateSubject.map { [$0] } ?? []
  }
}
