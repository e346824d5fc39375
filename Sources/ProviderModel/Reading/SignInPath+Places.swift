import Basics

extension SignInPath {
  func pointer(_ endpoint: Endpoint, _ member: String) -> String {
    JSONPointer.appending(endpoint.name, to: "/endpoints") + "/" + member
  }

  func pointer(_ stage: Flow.Step, _ member: String = "") -> String {
    JSONPointer.appending(stage.name, to: "/flow/stages") + (member.isEmpty ? "" : "/" + member)
  }
}

extension Flow {
  /// The stages that some request passes through. Before the first login, nobody has signed in.
  var stepsThatApply: [Step] {
    let login = first(.login)?.name
    return steps.filter { $0.when.constant(at: $0.name == login ? .login : nil) != false }
  }
}
