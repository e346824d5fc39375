import Testing

/// The story of a sign-in by FedCM, and its refusals, byte for byte.
@Suite("Transcripts of FedCM")
struct FedCMTranscriptTests {
  @Test("of a sign-in by the browser, and of its end")
  func story() throws {
    let browser = try FedCMVisitor()
    try browser.visitor.call(.get, "/.well-known/web-identity")
    try browser.visitor.call(.get, "/standard/fedcm/config.json")
    try browser.signIn().accounts().client().assert().accounts().disconnect().accounts()
    try TranscriptTests.compare("standard-fedcm", browser.visitor)
  }

  @Test("of its refusals")
  func refusals() throws {
    let browser = try FedCMVisitor()
    try browser.accounts().assert().accounts(["Sec-Fetch-Dest": nil])
    browser.signIn()
    browser.visitor.begin()
    for (form, headers) in [
      ([:], ["Origin": "https://evil.test"]), ([:], ["Sec-Fetch-Dest": "empty"]),
      (["client_id": nil], [:]), (["client_id": "nobody"], [:]), (["account_id": nil], [:]),
      (["account_id": "bob"], [:]), (["params": "[]"], [:]),
    ] as [(FedCMVisitor.Changes, FedCMVisitor.Changes)] {
      try browser.assert(form, headers)
    }
    try TranscriptTests.compare("standard-fedcm-refusals", browser.visitor)
  }
}
