import Basics
import ProviderModel

/// What a browser asks a FedCM identity provider, beside an assertion.
enum FedCMEndpoint {
  /// The account of the person who is signed in.
  static func accounts(_ context: RequestContext) throws(Refusal) -> Outcome {
    _ = try FedCMCheck.destination(context)
    let session = try FedCMSession.current(context)
    context.facts.approvedClients = approved(by: session.person, context)
    return try answered(context)
  }

  static func clientMetadata(_ context: RequestContext) throws(Refusal) -> Outcome {
    _ = try FedCMCheck.client(FedCMCheck.destination(context), context)
    return try answered(context)
  }

  /// Ends the connection of a client and an account. The next sign-in is the first one again.
  static func disconnect(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try FedCMCheck.destination(context)
    let client = try FedCMCheck.client(sent, context)
    let person = try FedCMSession.current(context).person
    let hint = try FedCMCheck.needed("account_hint", sent)
    let names = [
      context.facts.account, person,
      context.person(person)?.claims["email"]?.stringValue,
      context.person(person).flatMap { context.facts.subject(of: $0, for: client)?.stringValue },
    ]
    guard names.contains(where: { $0.map { ExactText.same($0, hint) } ?? false }) else {
      throw FedCMCheck.unknown(account: hint, person)
    }
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    context.state.consents[ConsentStep.key(client.id, person, context)] = nil
    return Outcome(.answered(context.endpoint.service.answer), .answered)
  }

  private static func answered(_ context: RequestContext) throws(Refusal) -> Outcome {
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    return Outcome(.answered(context.endpoint.service.answer), .answered)
  }

  /// The clients to which a person has agreed.
  private static func approved(by person: String, _ context: RequestContext) -> [String] {
    guard !context.state.consents.isEmpty else { return [] }
    return (context.cast.clients + context.state.registeredClients)
      .filter { $0.provider == context.provider.id }.map(\.id)
      .filter { context.state.consents[ConsentStep.key($0, person, context)] != nil }
  }
}
