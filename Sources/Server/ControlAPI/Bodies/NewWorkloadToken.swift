import Basics
import Engine
import ProviderModel

/// An order for the ID token of a workload.
struct NewWorkloadToken: RequestBody {
  var provider = ""
  var workload = ""
  var values: JSONValue?
  var issuer: String?
  var subject: String?
  var audiences: [String]?
  var lifetime: Int?
  var claims: JSONValue?

  static let declaration = BodyDeclaration<Self>([
    .input("provider", \.provider, required: true, "The provider whose fixture has the workload."),
    .input(
      "workload", \.workload, required: true,
      "The kind of workload: a name of workloads in the fixture, such as github-actions."),
    .input(
      "values", \.values, as: Schemas.map(of: Schemas.text),
      "The values of which the claims are made, instead of the fixture's."),
    .input("issuer", \.issuer, "The claim iss, instead of the fixture's."),
    .input("subject", \.subject, "The claim sub, instead of the fixture's."),
    .input("audiences", \.audiences, "The values of the claim aud, instead of the fixture's."),
    .seconds("lifetime", \.lifetime, "The lifetime, instead of the fixture's."),
    .input(
      "claims", \.claims,
      "Claims that are added or replaced. A null removes one."),
  ])
}

/// The answer to such an order.
struct MintedWorkloadToken {
  let text: String
  let claims: JSONObject

  static let declaration = BodyDeclaration<Self>([
    .output("id_token", "The JWT.") { $0.text },
    .output("claims", "Its claims.") { JSONValue(.object($0.claims)) },
  ])
}

/// A kind of workload, as the list shows it.
struct WorkloadView {
  let provider: String
  let name: String
  let rule: WorkloadRule

  static let declaration = BodyDeclaration<Self>([
    .output("provider", "The provider whose fixture has it.") { $0.provider },
    .output("workload", "Its name.") { $0.name },
    .output("title", "The name for people.") { $0.rule.title },
    .output("values", as: Schemas.map(of: Schemas.text), "The values of which claims are made.") {
      JSONValue(
        .object(JSONObject($0.rule.values.map { .init($0.name, JSONValue(.string($0.value))) })))
    },
  ])
}
