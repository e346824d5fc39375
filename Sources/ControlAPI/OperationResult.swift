import AuthorizationServer
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel
import Sandboxes

/// What an operation comes to.
enum OperationResult {
  case json(Int, JSONValue)
  case text(String, [UInt8])
  case nothing
  case later(Waiting)

  var reply: Reply {
    switch self {
    case .json(let status, let value):
      .answer(
        Answer(
          status: .init(code: status),
          headers: [.contentType: "application/json", .cacheControl: "no-store"],
          body: value.encoded()))
    case .text(let type, let bytes):
      .answer(
        Answer(
          status: .ok, headers: [.contentType: type, .cacheControl: "no-store"], body: bytes))
    case .nothing: .answer(Answer(status: .noContent))
    case .later(let waiting): .later(waiting)
    }
  }
}
