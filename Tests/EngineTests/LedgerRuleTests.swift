import Basics
import ProviderModel
import Testing

@testable import Engine

/// What a credential and a grant keep, and which texts lead to one.
@Suite("The ledger's entries")
struct LedgerRuleTests {
  private func grant(
    redirectURI: String = "", sent: Bool = false, arguments: CanonicalParameters = .none,
    bound: [(name: String, value: String)] = [], scopes: [String] = ["a", "b"],
    person: String? = nil, authTime: Int = 9
  ) -> Grant {
    Grant(
      number: 1, provider: "p", client: "c", person: person, type: "code", scopes: scopes,
      redirectURI: redirectURI, sentRedirectURI: sent, arguments: arguments, bound: bound,
      authTime: authTime, issued: 9)
  }

  private func credential(
    _ kind: CredentialKind = .access, ends: Int = 100, scopes: [String] = ["a", "b"],
    audience: [String] = []
  ) -> Credential {
    Credential(
      number: 1, kind: kind, text: "t", grant: grant(), scopes: scopes, audience: audience,
      issued: 0, ends: ends)
  }

  private func name(
    _ text: String = "t", _ kind: CredentialKind = .access, of provider: String = "p"
  ) -> CredentialName {
    CredentialName(provider: provider, kind: kind, text: text)
  }

  // MARK: A credential

  @Test("a credential goes by its text, kind and provider together")
  func isNamed() {
    let credential = credential()
    #expect(credential.isNamed(name()))
    #expect(!credential.isNamed(name("u")))
    #expect(!credential.isNamed(name("t", .refresh)))
    #expect(!credential.isNamed(name(of: "q")))
  }

  @Test("a credential has scopes of its own where they are not the grant's, and keeps them")
  func scopes() {
    #expect(credential().scopes == ["a", "b"])
    let narrow = credential(scopes: ["a"])
    #expect(narrow.scopes == ["a"])
    #expect(narrow.with(spent: 5).scopes == ["a"])
    #expect(credential(scopes: []).scopes == [])
    #expect(credential(audience: ["x"]).with(revoked: 1).audience == ["x"])
  }

  @Test("a change of a credential leaves what it is not about")
  func with() {
    let old = credential(ends: Credential.never)
    #expect(old.neverEnds && !old.isSpent && !old.isRevoked)
    let spent = old.with(spent: 5)
    #expect(spent.isSpent && spent.spent == 5 && !spent.isRevoked && spent.neverEnds)
    let revoked = spent.with(revoked: 6)
    #expect(revoked.isSpent && revoked.isRevoked && revoked.revoked == 6)
    let ended = revoked.with(ends: 7)
    #expect(!ended.neverEnds && ended.ends == 7 && ended.spent == 5 && ended.revoked == 6)
  }

  // MARK: A grant

  @Test("a grant keeps each part of its request, also where that is all it has of it")
  func parts() {
    #expect(grant(redirectURI: "u", sent: true).redirectURI == "u")
    #expect(grant(redirectURI: "u", sent: true).sentRedirectURI)
    #expect(grant(bound: [(name: "n", value: "v")]).bound.map(\.value) == ["v"])
    #expect(grant(authTime: 5).authTime == 5)
    var arguments = CanonicalParameters(CanonicalParameters.Names(["resource"]))
    arguments["resource"] = .texts(["r"])
    #expect(grant(arguments: arguments).resources == ["r"])
    let plain = grant()
    #expect(plain.redirectURI.isEmpty && !plain.sentRedirectURI && plain.bound.isEmpty)
    #expect(plain.authTime == 9 && plain.resources.isEmpty)
  }

  // MARK: Statuses

  private struct Issued {
    var ledger = Ledger()
    let grant: Grant
    let key: LedgerKey

    init(_ grant: Grant, _ kind: CredentialKind = .access, ends: Int = 100) {
      self.grant = grant
      ledger.open(grant)
      key =
        ledger.issue(kind, "t", grant, scopes: [], audience: [], issued: 0, ends: ends).key
    }

    func credential(_ kind: CredentialKind = .access) throws -> Credential {
      try #require(
        ledger.credential(CredentialName(provider: "p", kind: kind, text: "t")))
    }

    func status(_ kind: CredentialKind = .access, at now: Int) throws -> String {
      switch ledger.worth(of: try credential(kind), at: now, in: Cast()) {
      case .unknown: "unknown"
      case .live: "live"
      case .expired: "expired"
      case .spent: "spent"
      case .revoked: "revoked"
      case .otherClient: "another's"
      }
    }
  }

  @Test("a code that was used is told to be used, whatever else it is; another credential is not")
  func spent() throws {
    for (kind, isCode) in [(CredentialKind.code, true), (.refresh, false)] {
      var issued = Issued(grant(), kind)
      issued.ledger.spend(try issued.credential(kind), at: 1)
      #expect(try issued.status(kind, at: 99) == "spent")
      #expect(try issued.status(kind, at: 100) == (isCode ? "spent" : "expired"))
      _ = issued.ledger.revoke(try issued.credential(kind), at: 2)
      #expect(try issued.status(kind, at: 3) == (isCode ? "spent" : "revoked"))
      _ = issued.ledger.revoke(issued.grant, at: 2)
      #expect(try issued.status(kind, at: 3) == (isCode ? "spent" : "revoked"))
    }
  }

  @Test("nothing of a person who has left the cast is good, a used code neither")
  func orphaned() throws {
    for kind in [CredentialKind.code, .access, .refresh] {
      var issued = Issued(grant(person: "zoe"), kind)
      #expect(try issued.status(kind, at: 1) == "revoked")
      #expect(try issued.status(kind, at: 100) == "expired")
      issued.ledger.spend(try issued.credential(kind), at: 1)
      #expect(try issued.status(kind, at: 1) == "revoked")
    }
  }

  @Test("a grant that has ended ends its credentials until its mark is forgotten")
  func ended() throws {
    var issued = Issued(grant())
    #expect(!issued.ledger.isEnded(issued.grant))
    _ = issued.ledger.revoke(issued.grant, at: 1)
    #expect(issued.ledger.isEnded(issued.grant))
    #expect(try issued.status(at: 1) == "revoked")
    #expect(try issued.status(at: 1_000) == "revoked")
    issued.ledger.forgetEnd(of: 1)
    #expect(!issued.ledger.isEnded(issued.grant))
  }

  @Test("what is made to expire has ended a second ago")
  func expired() throws {
    var issued = Issued(grant())
    _ = issued.ledger.expire(try issued.credential(), at: 50)
    #expect(try issued.credential().ends == 49)
    #expect(try issued.status(at: 50) == "expired")
    #expect(try issued.status(at: 48) == "live")
  }

  // MARK: Tombstones

  @Test(
    "a tombstone stands as long as its credential lived, ten minutes at least",
    arguments: [(0, 600), (100, 700), (599, 1_199), (600, 1_200), (601, 1_202), (3_600, 7_200)])
  func kept(_ ends: Int, _ kept: Int) {
    var ledger = Ledger()
    let issued = ledger.issue(
      .access, "t", grant(), scopes: [], audience: [], issued: 0, ends: ends)
    #expect(issued.kept == kept)
    // The mark of a grant's end stays a day, or as long as the longest tombstone.
    #expect(ledger.revoke(grant(), at: 10).forgotten == 10 + 86_400)
  }

  @Test("only what would have lived for ever gets a day of its own when it is revoked or expired")
  func forgotten() throws {
    for (ends, at) in [(100, nil), (Credential.never, 86_410)] as [(Int, Int?)] {
      var revoked = Issued(grant(), ends: ends)
      #expect(revoked.ledger.revoke(try revoked.credential(), at: 10)?.at == at)
      var expired = Issued(grant(), ends: ends)
      let told = expired.ledger.expire(try expired.credential(), at: 10)
      #expect(told?.at == at)
      #expect(told?.key == (at == nil ? nil : expired.key))
    }
  }

  @Test("an endless token that is forgotten leaves the others of its grant to be forgotten, too")
  func forgottenEndless() throws {
    var ledger = Ledger()
    let grant = grant()
    let keys = ["a", "b", "c"].map {
      ledger.issue(
        .access, $0, grant, scopes: [], audience: [], issued: 0, ends: Credential.never
      ).key
    }
    ledger.forget(keys[1])
    #expect(ledger.revoke(grant, at: 1).forgettable == [keys[0], keys[2]])
    ledger.forget(keys[0])
    ledger.forget(keys[2])
    #expect(ledger.revoke(grant, at: 2).forgettable.isEmpty)
  }

  @Test("an endless token that was revoked keeps the instant of that when its grant ends")
  func revokedOnce() throws {
    var issued = Issued(grant(), ends: Credential.never)
    _ = issued.ledger.revoke(try issued.credential(), at: 10)
    _ = issued.ledger.revoke(issued.grant, at: 20)
    #expect(try issued.credential().revoked == 10)
  }
}
