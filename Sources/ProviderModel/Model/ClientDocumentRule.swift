/// The rules for client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02).
package struct ClientDocumentRule: Sendable {
  /// For how many seconds a document is kept that says nothing about it.
  package fileprivate(set) var lifetime = 300
  /// The shortest and the longest time for which a document is kept, whatever its headers say.
  package fileprivate(set) var shortest = 10
  package fileprivate(set) var longest = 86_400

  init() {}

  /// The rules of a provider that has none of its own.
  package static let usual = ClientDocumentRule()
}

extension ClientDocumentRule: ProviderPart {
  static let declaration: Declaration = .init(
    "client documents",
    "Clients whose ID is the `https` address of their metadata (draft-ietf-oauth-client-id-metadata-document-02). Without this member, such an ID is an ordinary one.",
    [
      .whole(
        "lifetime", \.lifetime, in: 1...604_800,
        "The seconds for which a document is kept whose headers say nothing about it.",
        example: "60"),
      .whole(
        "shortest", \.shortest, in: 1...3600,
        "The seconds for which a document is kept at least.", example: "1"),
      .whole(
        "longest", \.longest, in: 1...604_800,
        "The seconds for which a document is kept at most.", example: "3600"),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard shortest > longest else { return }
    reader.findings.error(
      reader.value, reader.pointer,
      "\"shortest\" is \(shortest) and \"longest\" is \(longest); nothing lies between them")
  }
}
