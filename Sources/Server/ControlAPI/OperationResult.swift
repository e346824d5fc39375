import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel

/// The result of an operation of the control API.
package enum OperationResult {
  case json(Int, JSONValue)
  /// A part of a long list, and the address of the next one, if there is one (RFC 8288).
  case page(JSONValue, next: String?)
  case text(String, [UInt8])
  case nothing
  case later(Waiting)

  private static func page(_ value: JSONValue, _ next: String?) -> Reply {
    var answer = Answer(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: value.encoded())
    if let next { answer.headers.append(.init("Link", "<\(next)>; rel=\"next\"")) }
    return .answer(answer)
  }

  /// An answer with a JSON body.
  static func answer(_ status: Int, _ value: JSONValue) -> Answer {
    Answer(
      status: .init(code: status),
      headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: value.encoded())
  }

  var reply: Reply {
    switch self {
    case .json(let status, let value): .answer(Self.answer(status, value))
    case .page(let value, let next):
      Self.page(value, next)
    case .text(let type, let bytes):
      .answer(
        Answer(
          status: .ok, headers: [.contentType: type, .cacheControl: "no-store"], body: bytes))
    case .nothing: .answer(Answer(status: .noContent))
    case .later(let waiting): .later(waiting)
    }
  }
}
