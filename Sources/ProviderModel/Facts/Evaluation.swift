import Basics

/// One evaluation of templates: the facts, and what differs inside of a loop, a link or a made-up claim.
///
/// A value: what is evaluated inside gets a changed copy, so reading never changes the facts. Only drawing letters moves a
/// generator on.
struct Evaluation {
  let facts: Facts
  /// The element of a list that is being looked at.
  var item: Value = .none
  /// The host of the link that is being written; `nil` outside of links.
  var linkHost: Int?
  /// The values of the variables of that link's address, if it states some.
  var linkVariables: [String?]?
  /// The owner of a claim that is being made up, and how many of the provider's made-up claims it may be made of.
  var madeUp: (person: PersonFacts, count: Int)?
  /// How many members of clients are known while one is made up; `nil` for all.
  var knownMembers: Int?
  /// What is known of an error, if it is not the one of the facts.
  var error: [(name: String, value: Value)]?
  /// The place of a canonical parameter that counts as not sent.
  var ignored: Int?
  /// Whether a subject is the one before any client makes it pairwise.
  var isForAllClients = false
  /// Draws letters, if the generator of the facts does not.
  var draws: Draws?

  init(_ facts: Facts) { self.facts = facts }

  var variables: [String?] { linkVariables ?? facts.variables }
  var person: PersonFacts? { madeUp?.person ?? facts.person }

  /// Draws nothing that the answer would draw.
  var aside: Evaluation {
    var aside = self
    aside.draws = Draws(draws?.generator ?? facts.random)
    return aside
  }

  /// Letters for decoration; a secret draws from `draws`.
  func drawn(_ pattern: Pattern) -> String {
    guard let draws else { return pattern.draw(using: &facts.random) }
    guard var source = draws.secret else { return pattern.draw(using: &draws.generator) }
    return pattern.draw(using: &source)
  }

  /// A text that is the same wherever the answer has it: its name is the seed, so the order of the places does not matter.
  func drawn(_ pattern: Pattern, once name: String) -> String {
    var generator = SeededGenerator(seed: facts.seed ^ SeededGenerator.seed(of: name))
    return pattern.draw(using: &generator)
  }

  /// A generator that the copies of an evaluation share.
  final class Draws {
    var generator: SeededGenerator
    /// The source of the letters of a credential.
    let secret: Entropy?
    init(_ generator: SeededGenerator, secret: Entropy? = nil) {
      self.generator = generator
      self.secret = secret
    }
  }
}

/// Readings that the engine asks for.
extension Facts {
  private var evaluation: Evaluation { Evaluation(self) }

  /// A placeholder alone keeps the type of its value; `nil` drops the member that holds it.
  package func value(of template: Template) -> Value? { evaluation.value(of: template) }

  /// The same, as if a canonical parameter had not been sent.
  package func value(of shape: Shape, without parameter: String) -> Value? {
    var inner = evaluation
    inner.ignored = provider.names.slot(parameter)
    return inner.value(of: shape)
  }

  /// What a shape comes to, as a value; `nil` drops the member that holds it.
  package func value(of shape: Shape) -> Value? { evaluation.value(of: shape) }

  /// The text of a template, or `nil` when an optional placeholder has nothing to say.
  package func text(_ template: Template) -> String? {
    template.literal ?? evaluation.text(template)
  }

  /// The same, drawing nothing that the answer would draw.
  package func textAside(_ template: Template) -> String? { evaluation.aside.text(template) }

  /// The same without the client: a subject in it is never pairwise.
  package func textForAllClients(_ template: Template) -> String? {
    var evaluation = evaluation
    evaluation.isForAllClients = true
    return evaluation.text(template)
  }

  /// The text of a credential: its `{{rand:…}}` draws from the given generator.
  package func secret(_ text: Shape, using generator: Entropy) -> String {
    var evaluation = evaluation
    evaluation.draws = Evaluation.Draws(random, secret: generator)
    return evaluation.value(of: text)?.text ?? ""
  }

  /// Letters for decoration, never a secret.
  package func drawn(_ pattern: Pattern) -> String { evaluation.drawn(pattern) }

  package func holds(_ predicate: Predicate) -> Bool {
    if case .constant(let value) = predicate { value } else { evaluation.holds(predicate) }
  }

  /// How a request fails a check; `nil` where it passes.
  package func failure(of check: Check) -> CheckFailure? { evaluation.failure(of: check) }

  /// A shape as a tree: where an answer is changed, or kept, after it has been written.
  package func tree(_ shape: Shape) -> JSONValue? { evaluation.tree(shape) }

  /// The JSON text of a shape; an empty object where it comes to nothing.
  package func json(_ shape: Shape, _ style: JSONStyle = .compact) -> [UInt8] {
    evaluation.json(shape, style)
  }

  /// The members of an object shape as texts, in order.
  package func parameters(_ shape: Shape) -> [(name: String, value: String)] {
    evaluation.parameters(shape)
  }

  /// A claim of a person at this provider.
  package func claim(_ name: String, of person: Person) -> JSONValue? {
    evaluation.claim(name, of: person)
  }

  /// The subject of a person as a client knows it (OpenID Connect Core §8).
  package func subject(of person: Person, for client: Client?) -> JSONValue? {
    let own = self.client
    self.client = client
    defer { self.client = own }
    return evaluation.claim(PairwiseRule.claim, of: person)
  }

  /// All claims of a person at this provider.
  package func claims(of person: Person) -> JSONObject { evaluation.claims(of: person) }

  package func url(link slot: Int) -> String? { evaluation.url(link: slot) }

  /// All links at once, in the order of their names.
  ///
  /// Some hold letters that are drawn, and what is drawn next depends on it: so the bytes of an answer that draws are
  /// the same whichever of the links it shows.
  package func writeLinks() {
    guard provider.linksDraw else { return }
    links = nil
    var written = [String?](repeating: nil, count: provider.links.count)
    for slot in provider.linkOrder { written[slot] = url(link: slot) }
    links = written
  }

  /// The address by which tokens and documents name the provider.
  package var issuer: String { evaluation.address(.first) }
  /// The address below which the request came.
  package var here: String { base.url(provider, host: route.host, variables) }
}
