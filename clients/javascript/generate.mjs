// Writes operations.js and operations.d.ts from the OpenAPI document of the control API: node generate.mjs OPENAPI FOLDER
//
// `make npm` asks the tool that it packs for the document, so the client always has the operations of its server.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [document, folder] = process.argv.slice(2);
const { paths, components } = JSON.parse(readFileSync(document, "utf8"));
const prefix = "/sandboxes/{sandbox}";

/** A JSON Schema as a TypeScript type. */
function type(schema, indent = "") {
  if (!schema || schema === true) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((each) => type({ ...schema, type: each }, indent)).join(" | ");
  if (schema.type === "object") return object(schema, indent);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((each) => type(each, indent)).join(" | ");
  if (schema.type === "array") return `Array<${type(schema.items, indent)}>`;
  return { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[schema.type] ?? "unknown";
}

function object(schema, indent) {
  const inner = `${indent}  `;
  const open = schema.additionalProperties;
  if (!schema.properties) return `Record<string, ${type(open, indent)}>`;
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const required = schema.required?.includes(name) ? "" : "?";
    return `${comment(property, inner)}${inner}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required}: ${type(property, inner)};\n`;
  });
  if (open) lines.push(`${inner}[name: string]: unknown;\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function comment({ description, summary }, indent) {
  const text = description ?? summary;
  return text ? `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n` : "";
}

const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    // What has no ID is for balancers and monitors, and no operation of the client.
    .filter(([method, { operationId }]) => method !== "parameters" && operationId)
    .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);
const inSandbox = operations.filter(({ path }) => path.startsWith(prefix));
// createSandbox returns a Sandbox and is written by hand. The other two describe the API, which this package has done.
const ofServer = operations.filter(({ path, operationId }) => !path.startsWith(prefix) && !["createSandbox", "index", "describe"].includes(operationId));

const below = ({ path }) => (path.startsWith(prefix) ? path.slice(prefix.length) : path);
const namesIn = (path) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);

// Path parameters come first, in the order of the path; then the body or the query, where the operation has one. A question
// mark says that it may be left out.
const table = (list) =>
  list.map((operation) => {
    const body = operation.requestBody?.required === false ? "body?" : "body";
    const last = operation.requestBody ? body : operation.parameters?.some((each) => each.in === "query") ? "query?" : "nothing";
    return `  ${operation.operationId}: ["${operation.method}", "${below(operation)}", "${last}"],\n`;
  }).join("");
writeFileSync(
  join(folder, "operations.js"),
  `/** Method, path below the sandbox or the control API, last argument. Generated from OpenAPI. */
export const operations = {\n${table(inSandbox)}};\n\nexport const serverOperations = {\n${table(ofServer)}};\n`,
);

function method(operation) {
  const parameters = (operation.parameters ?? []).filter((each) => each.$ref === undefined);
  const values = namesIn(below(operation)).map((name) => {
    const schema = parameters.find((each) => each.name === name)?.schema;
    // The ids of tokens and entries are numbers, and texts in a path.
    const kinds = ["token", "entry"].includes(name) ? "number | string" : type(schema) === "number" ? "number" : "string";
    return `${name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}: ${kinds}`;
  });
  const query = parameters.filter((each) => each.in === "query");
  const body = operation.requestBody?.content["application/json"].schema;
  if (body) values.push(`body${operation.requestBody.required === false ? "?" : ""}: ${type(body, "  ")}`);
  else if (query.length) {
    const members = query.map((each) => `${comment(each, "    ")}    ${each.name}?: ${type(each.schema)};\n`);
    values.push(`query?: {\n${members.join("")}  }`);
  }
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  let result = success[1].content?.["application/json"]?.schema;
  // The journal is a list, unless the query asks for another format.
  if (operation.operationId === "readJournal") result = { type: "array", items: { $ref: "Entry" } };
  const returned = result ? type(result, "  ") : "void";
  return `${comment(operation, "  ")}  ${operation.operationId}(${values.join(", ")}): Promise<${returned}>;\n`;
}
const schemas = Object.entries(components.schemas).map(([name, schema]) => {
  // The class Sandbox has the operations; what the server says about a sandbox has another name.
  return `${comment(schema, "")}export type ${name} = ${type(schema)};\n\n`;
});
const text = `// Generated from the OpenAPI document of the control API.\n\n${schemas.join("")}/** The operations of the control API in one sandbox. */\nexport interface Operations {\n${inSandbox.map(method).join("")}}\n\n/** The operations of the control API on the server. */\nexport interface ServerOperations {\n${ofServer.map(method).join("")}}\n`;
writeFileSync(join(folder, "operations.d.ts"), text.replace(/\bSandbox\b(?=[;>)])|(?<=export type )Sandbox\b/g, "SandboxState"));
