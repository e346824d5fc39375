import Basics
import HTTPTypes

/// The OpenAPI 3.1 document, made of the very operations that answer: it can't say what is not so.
enum Description {
  static let all: [Operation] = [
    Operation(
      id: "index", method: .get, path: "/",
      summary:
        "The addresses of the control API. A browser, which accepts text/html, gets the console here.",
      results: [
        .init(status: 200, summary: "The addresses.", schema: Operation.reference("Index"))
      ],
      run: { call in
        let root = call.house.site.publicOrigin(of: call.request) + Control.root
        return .json(200, index.write((call.house.version, root)))
      }),
    Operation(
      id: "describe", method: .get, path: "/openapi.json", summary: "This document.",
      results: [.init(status: 200, summary: "OpenAPI 3.1.", schema: ["type": "object"])],
      run: { call in
        let version = call.house.version
        return .json(200, document(version: version))
      }),
  ]

  static let index = BodyDeclaration<(version: String, root: String)>([
    .output("version", "The server's version.") { $0.version },
    .output("console", "The console, for a browser.") { $0.root + "/" },
    .output("openapi", "This description of the control API.") { $0.root + "/openapi.json" },
    .output("sandboxes", "The list of sandboxes.") { $0.root + "/sandboxes" },
    .output("scenarios", "The scenarios: rules with a name.") { $0.root + "/scenarios" },
    .output("health", "Whether the server runs; needs no token.") { $0.root + "/health" },
  ])

  static func document(version: String) -> JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Understudy's control API", "version": JSONValue(.string(version)),
        "summary": "Commands sandboxes of a mock authorization server from tests.",
        "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/_understudy"]],
      "paths": paths,
      "components": [
        "schemas": Schemas.all,
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
      ],
    ]
  }

  private static var paths: JSONValue {
    var paths = JSONObject()
    for probe in Probe.all { paths[probe.path] = ["get": probe.description] }
    for operation in Operation.all {
      var path = paths[operation.path]?.objectValue ?? JSONObject()
      path[operation.method.rawValue.lowercased()] = describe(operation)
      paths[operation.path] = JSONValue(.object(path))
    }
    return JSONValue(.object(paths))
  }

  private static func describe(_ operation: Operation) -> JSONValue {
    var object = JSONObject()
    object["operationId"] = JSONValue(.string(operation.id))
    object["summary"] = JSONValue(.string(operation.summary))
    let variables = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
    var parameters = variables.map { name -> JSONValue in
      [
        "name": JSONValue(.string(name)), "in": "path", "required": true,
        "schema": ["type": "string", "minLength": 1],
      ]
    }
    parameters += operation.query.map { query in
      [
        "name": JSONValue(.string(query.name)), "in": "query", "required": false,
        "description": JSONValue(.string(query.summary)), "schema": query.schema,
      ]
    }
    if !parameters.isEmpty { object["parameters"] = JSONValue(.array(parameters)) }
    if let body = operation.body {
      object["requestBody"] = [
        "required": JSONValue(.bool(operation.needsBody)),
        "content": ["application/json": ["schema": body]],
      ]
    }
    object["responses"] = responses(operation, hasPath: !variables.isEmpty)
    object["security"] = [["token": []], [:]]
    return JSONValue(.object(object))
  }

  private static func responses(_ operation: Operation, hasPath: Bool) -> JSONValue {
    var responses = JSONObject()
    for result in operation.results {
      var response: JSONValue = ["description": JSONValue(.string(result.summary))]
      if let schema = result.schema {
        var content: JSONValue = [result.type: ["schema": schema]]
        if operation.query.contains(where: { $0.name == "format" }) {
          // An array, a line for each entry, or an archive: by the parameter.
          content = [
            "application/json": ["schema": ["oneOf": [schema, ["type": "object"]]]],
            "application/x-ndjson": ["schema": ["type": "string"]],
          ]
        }
        response = [
          "description": JSONValue(.string(result.summary)), "content": content,
        ]
      }
      responses[String(result.status)] = response
    }
    var problems: [Int] = [400, 401, 403, 421]
    if hasPath { problems += [404] }
    if operation.path.contains("{sandbox}") { problems += [410, 503] }
    if operation.body != nil { problems += [413, 415, 422] }
    for status in Set(problems + operation.problems).sorted() {
      responses[String(status)] = [
        "description": JSONValue(.string(HTTPResponse.Status(code: status).reasonPhrase)),
        "content": ["application/problem+json": ["schema": Operation.reference("Problem")]],
      ]
    }
    return JSONValue(.object(responses))
  }
}
