import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Subjects that differ from one sector of clients to the next (OpenID Connect Core §8.1).
@Suite("Pairwise subjects")
struct PairwiseSubjectTests {
  private static let rest = """
    "provider": "standard", "secret": "\(StandardVisitor.secret)", "subject_type": "pairwise"
    """
  private static let clients = """
    {\(rest), "client_id": "one", "redirect_uris": ["\(StandardVisitor.callback)"]},
    {\(rest), "client_id": "one-too", "redirect_uris": ["\(StandardVisitor.callback)"]},
    {\(rest), "client_id": "far", "redirect_uris": ["\(StandardVisitor.callback)"],
     "sector_identifier_uri": "https://far.example/sector.json"}
    """

  private func stage(_ quirks: [String] = []) throws -> StandardVisitor {
    try StandardVisitor(with: quirks, clients: Self.clients)
  }

  /// The subject in the ID token, which is that of userinfo and of introspection, and stays when it is refreshed.
  private func subject(
    _ client: String, _ standard: StandardVisitor, as person: String = "alice"
  ) throws -> String {
    let code = try standard.code(["client_id": client, "prompt": "login"], as: person)
    try standard.redeem(code, as: client)
    let access = try standard.visitor.member("access_token")
    let refresh = try standard.visitor.member("refresh_token")
    let sub = try JWS.parse(standard.visitor.member("id_token")).payload["sub"]?.stringValue
    _ = try standard.userinfo(access)
    #expect(try standard.visitor.member("sub") == sub)
    try standard.introspect(access, as: client)
    #expect(try standard.visitor.member("sub") == sub)
    try standard.refresh(refresh, as: client)
    #expect(
      try JWS.parse(standard.visitor.member("id_token")).payload["sub"]?.stringValue == sub)
    return try #require(sub)
  }

  @Test("are the same for clients of one sector, and others for each sector and each person")
  func sectors() throws {
    let standard = try stage()
    let one = try subject("one", standard)
    #expect(try subject("one-too", standard) == one)
    let far = try subject("far", standard)
    let open = try subject("web", standard)
    #expect(try subject("one", standard) == one)
    let bob = try subject("one", standard, as: "bob")
    #expect(Set([one, far, open, bob]).count == 4)
    #expect(one.utf8.count == 43)
  }

  @Test("say nothing of the person's own subject, and need the salt")
  func salted() throws {
    let plain = try stage()
    let one = try subject("one", plain)
    let other = try StandardVisitor(
      patch: "{\"pairwise_subjects\": {\"salt\": \"another\"}}", clients: Self.clients)
    let salted = try subject("one", other)
    #expect(salted != one)
  }

  @Test("are what claims asks for, and no other one")
  func asked() throws {
    let standard = try stage()
    let sub = try subject("one", standard)
    let open = try subject("web", standard)
    for (wanted, isMet) in [(sub, true), (open, false)] {
      standard.authorize([
        "client_id": "one", "prompt": "none",
        "claims": "{\"id_token\": {\"sub\": {\"value\": \"\(wanted)\"}}}",
      ])
      #expect((standard.condition == .loginRequired) != isMet)
    }
  }

  @Test("of a hint are those of its client: no page asks whether to sign out")
  func hint() throws {
    let standard = try stage()
    let code = try standard.code(["client_id": "one"])
    try standard.redeem(code, as: "one")
    let token = try standard.visitor.member("id_token")
    standard.visitor.open("/standard/logout?id_token_hint=\(token)")
    #expect(standard.visitor.told.outcome == .signedOut)
  }

  @Test("of an ID token lead to its person when it is exchanged")
  func exchanged() throws {
    let standard = try stage()
    let code = try standard.code(["client_id": "one"])
    try standard.redeem(code, as: "one")
    let token = try standard.visitor.member("id_token")
    let form = [
      "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": token,
      "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
    ]
    try standard.post("token", form, StandardVisitor.credentials("one"))
    #expect(standard.status == 200, "\(standard.visitor.page)")
    try standard.post("token", form, StandardVisitor.credentials("one-too"))
    #expect(standard.condition == .subjectTokenOtherClient)
  }

  @Test("are announced, and gone where a quirk removes them")
  func switched() throws {
    let metadata = "/standard/.well-known/openid-configuration"
    let standard = try stage()
    try standard.visitor.call(.get, metadata)
    #expect(
      try standard.visitor.member("subject_types_supported") == "[\"public\",\"pairwise\"]")
    let open = try stage(["no-pairwise-subjects"])
    try open.visitor.call(.get, metadata)
    #expect(try open.visitor.member("subject_types_supported") == "[\"public\"]")
    let one = try subject("one", open)
    #expect(try subject("web", open) == one)
  }

  // MARK: Registration

  private static let sector = "http://127.0.0.1:7000/sector.json"

  private func register(_ metadata: String, _ document: String?) throws -> RegistrationVisitor {
    let stage = try RegistrationVisitor()
    if let document {
      stage.visitor.documents[Self.sector] = .content(
        .init(status: 200, type: "application/json", body: Array(document.utf8)))
    }
    try stage.register(metadata)
    return stage
  }

  @Test("have the sector of the document that lists all redirect URIs")
  func registered() throws {
    let uris = "\"https://a.example/cb\", \"https://b.example/cb\""
    let stage = try register(
      "{\"redirect_uris\": [\(uris)], \"subject_type\": \"pairwise\", \"sector_identifier_uri\": \"\(Self.sector)\"}",
      "[\(uris), \"https://c.example/cb\"]")
    #expect(stage.visitor.status == 201, "\(stage.visitor.page)")
    #expect(stage.visitor.fetched == [Self.sector])
    #expect(try stage.visitor.member("subject_type") == "pairwise")
    #expect(try stage.visitor.member("sector_identifier_uri") == Self.sector)
    let id = try stage.visitor.member("client_id")
    let client = stage.visitor.sandbox.client(id, at: "standard")
    #expect(client?.sector == "127.0.0.1")
  }

  @Test(
    "are refused without a document that can be used, with the reason",
    arguments: [
      (nil, "was not fetched"), ("[]", "does not list"), ("{}", "is no JSON array"),
      ("[\"https://a.example/cb\", 1]", "something else"),
      ("[\"https://a.example/cb\"]", "https://b.example/cb"), ("no", "is no JSON array"),
    ])
  func documents(_ document: String?, _ word: String) throws {
    let stage = try register(
      "{\"redirect_uris\": [\"https://a.example/cb\", \"https://b.example/cb\"], \"sector_identifier_uri\": \"\(Self.sector)\"}",
      document)
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
  }

  @Test(
    "are refused where the sector is unknown",
    arguments: [
      ("\"https://a.example/cb\", \"https://b.example/cb\"", "no host in common"),
      ("\"com.example.app:/cb\"", "no host in common"),
    ])
  func unknown(_ uris: String, _ word: String) throws {
    let stage = try register(
      "{\"redirect_uris\": [\(uris)], \"subject_type\": \"pairwise\"}", nil)
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
  }

  @Test("are refused by a type that does not exist, and an address that is none")
  func malformed() throws {
    for (member, word) in [
      ("\"subject_type\": \"secret\"", "subject_type is secret"),
      ("\"sector_identifier_uri\": \"urn:x\"", "is not a web address"),
    ] {
      let stage = try register("{\"redirect_uris\": [\"https://a.example/cb\"], \(member)}", nil)
      try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
    }
  }
}
