// The meaning of each parameter, in one sentence.

const meanings = {
  code: "The authorization code: valid once, for a short time, for this client (RFC 6749 §4.1.2).",
  state: "The client's value, which links the response to its request (RFC 6749 §10.12).",
  iss: "The issuer of this response (RFC 9207).",
  session_state: "A value that changes with the session (OpenID Connect Session Management).",
  error: "The reason for the refusal (RFC 6749 §4.1.2.1).",
  error_description: "An explanation of the error for developers.",
  error_reason: "The cause of the refusal.",
  error_uri: "A page about the error.",
  access_token: "The token with which the client calls the API (RFC 6749 §1.4).",
  token_type: "The type of the token. Anyone who has a Bearer token can use it (RFC 6750).",
  expires_in: "The lifetime of the access token, in seconds.",
  refresh_token: "The token with which the client gets new access tokens (RFC 6749 §1.5).",
  refresh_token_expires_in: "The lifetime of the refresh token, in seconds.",
  id_token: "A signed statement about the person who signed in (OpenID Connect Core §2).",
  scope: "The granted scopes.",
  scopes: "The granted scopes.",
  expires_on: "The expiry of the access token, in seconds since 1970.",
  expires_at: "The expiry of the access token.",
  user_id: "This provider's ID of the person who signed in.",
  client_info: "The person and the tenant, for the client's cache.",
};

export const meaning = (name) => meanings[name] ?? "A parameter of this provider.";
