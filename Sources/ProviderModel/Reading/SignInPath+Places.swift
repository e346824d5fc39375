import Basics

extension SignInPath {
  func pointer(_ endpoint: Endpoint, _ member: String) -> String {
    JSONPointer.appending(endpoint.name, to: "/endpoints") + "/" + member
  }

  func pointer(_ stage: Flow.Step, _ member: String = "") -> String {
    JSONPointer.appending(stage.name, to: "/flow/stages") + (member.isEmpty ? "" : "/" + member)
  }
}
