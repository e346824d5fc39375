internal import Basics
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Answers that a rule has delayed, cut off or withheld: to the app they look as they do over the network.
extension UnderstudyURLProtocol {
  func deliver(_ answer: Answer, from url: URL) {
    let delivery = answer.delivery
    let courier = Courier(loader: self)
    var steps: [Courier.Step] = []
    switch delivery.ending {
    case .reset, .closed:
      steps.append(.init(after: delivery.delay) { $0.fail(.networkConnectionLost) })
    case .whole, .truncated:
      steps.append(.init(after: delivery.delay) { $0.begin(answer, url) })
      let seen = answer.asDelivered.body
      steps += Self.pieces(seen, delivery.drip).map { after, piece in
        .init(after: after) { $0.client?.urlProtocol($0, didLoad: piece) }
      }
      let isWhole = delivery.ending == .whole
      steps.append(
        .init(after: 0) { loader in
          if isWhole {
            loader.client?.urlProtocolDidFinishLoading(loader)
          } else {
            loader.fail(.networkConnectionLost)
          }
        })
    }
    courier.run(steps[...])
  }

  /// The body in pieces, each with the milliseconds after which it comes.
  private static func pieces(_ body: [UInt8], _ drip: Delivery.Drip?) -> [(Int, Data)] {
    guard let drip, !body.isEmpty else { return [(0, Data(body))] }
    let size = max(drip.bytes, 1)
    #if canImport(FoundationNetworking)
      // Here Foundation keeps the last of several pieces only, so they come together when the last one is due.
      return [((body.count - 1) / size * drip.every, Data(body))]
    #else
      return stride(from: 0, to: body.count, by: size).map { start in
        (start == 0 ? 0 : drip.every, Data(body[start..<min(start + size, body.count)]))
      }
    #endif
  }

  func fail(_ code: URLError.Code, _ sentence: String? = nil) {
    let told = sentence.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    client?.urlProtocol(self, didFailWithError: URLError(code, userInfo: told))
  }

  fileprivate func begin(_ answer: Answer, _ url: URL) {
    guard let response = Self.response(answer, from: url) else { return fail(.badServerResponse) }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
  }
}

/// Takes the steps of a delivery one after the other; those that need not wait, at once.
private struct Courier: @unchecked Sendable {
  struct Step: Sendable {
    /// Milliseconds after the step before.
    var after: Int
    var act: @Sendable (UnderstudyURLProtocol) -> Void

    init(after: Int, act: @escaping @Sendable (UnderstudyURLProtocol) -> Void) {
      self.after = after
      self.act = act
    }
  }

  let loader: UnderstudyURLProtocol

  func run(_ steps: ArraySlice<Step>) {
    var rest = steps
    while let step = rest.popFirst() {
      if step.after > 0 {
        let (next, later) = (Step(after: 0, act: step.act), rest)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(step.after)) {
          run([next] + later)
        }
        return
      }
      if loader.isOver.withLock({ $0 }) { return }
      step.act(loader)
    }
  }
}
