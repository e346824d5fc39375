import Testing

@testable import JOSE

/// Names of certificates as texts (RFC 4514).
@Suite("A distinguished name")
struct DistinguishedNameTests {
  @Test(
    "is the same whatever its letter case, spaces and escapes are",
    arguments: [
      "CN=app\\, one,O=Example,C=GB", "cn=App\\2C  One, o=example, c=gb",
      "CN = app\\, one ; O=EXAMPLE;C=GB",
      "2.5.4.3=app\\, one,OID.2.5.4.10=Example,2.5.4.6=GB",
    ])
  func same(text: String) throws {
    let name = try #require(DistinguishedNameText("CN=app\\, one,O=Example,C=GB"))
    #expect(name.matches(text))
    #expect(DistinguishedNameText.flaw(of: text) == nil)
  }

  @Test(
    "differs by order, by a value and by a type",
    arguments: [
      "C=GB,O=Example,CN=app\\, one", "CN=app\\, two,O=Example,C=GB",
      "OU=app\\, one,O=Example,C=GB",
      "CN=app\\, one,O=Example", "CN=app\\, one+O=Example,C=GB",
    ])
  func other(text: String) throws {
    #expect(
      try #require(DistinguishedNameText("CN=app\\, one,O=Example,C=GB")).matches(text) == false)
  }

  @Test("with several values in a part has no order there")
  func parts() throws {
    #expect(try #require(DistinguishedNameText("CN=a+O=b,C=GB")).matches("O=B+CN=A,C=gb"))
  }

  @Test(
    "is none",
    arguments: [
      "", "app", "CN", "=app", "XX=app", "CN=a\\", "CN=a,", "CN=#0", "CN=#zz", "CN=a,,O=b",
    ])
  func flaw(text: String) {
    #expect(DistinguishedNameText.flaw(of: text)?.contains("RFC 4514") == true, "\(text)")
  }

  @Test(
    "is written so that it is read again as the same",
    arguments: [
      "CN=\\ a \\ ,O=b", "CN=\\#a,UID=u\\+v", "CN=a\\0Ab", "1.2.3.4=x", "CN=\u{e4}\u{1F600}", "CN=",
      "DC=example,DC=test",
      "CN=#0c0161", "CN=#300302010a",
    ])
  func written(text: String) throws {
    let name = try #require(DistinguishedNameText(text))
    #expect(try #require(DistinguishedNameText(name.text)) == name, "\(name.text)")
    #expect(name.matches(name.text))
  }
}
