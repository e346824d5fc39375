import HTTPMessages
import HTTPTypes

/// What mutants do behind an answer of the API.
struct ResourceFaults {
  private let client: Client
  private let url: String
  private let token: String

  init(_ client: Client, _ url: String, _ token: String) {
    self.client = client
    self.url = url
    self.token = token
  }

  func after(_ answer: Answer) throws(Rejection) {
  }
}
