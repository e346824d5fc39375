/// The objects that the documentation and the tests name.
extension ObjectSchema {
  package static let provider = ProviderBody.declaration.schema
  package static let quirk = Quirk.declaration.schema
  package static let evidence = Quirk.Evidence.declaration.schema
  static let sameError = SameError.declaration.schema

  package static let cast = Cast.declaration.schema
  package static let person = Person.declaration.schema
  package static let claim = ClaimRule.declaration.schema
  package static let client = Client.declaration.schema

  package static let scenario = Scenario.declaration.schema
  package static let rule = Rule.declaration.schema
  package static let scenarioName = ScenarioName.declaration.schema
  package static let match = Rule.Match.declaration.schema
  package static let limit = Rule.Limit.declaration.schema
  package static let effect = Rule.Effect.declaration.schema
  package static let ruleAnswer = Rule.RawAnswer.declaration.schema
  package static let drip = Rule.Drip.declaration.schema
  package static let change = Rule.Change.declaration.schema
  package static let tokenChange = Rule.TokenChange.declaration.schema
  package static let signedBody = Rule.SignedBody.declaration.schema
}
