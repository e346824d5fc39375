// What a parameter means, in a word.

const meanings = {
  code: "The authorization code: good once, for a short time, for this client (RFC 6749 §4.1.2).",
  state: "What the client sent, to know its own request again (RFC 6749 §10.12).",
  iss: "The issuer: who answers (RFC 9207).",
  session_state: "What a client compares to see whether the session is still the same (OpenID Connect Session Management).",
  error: "Why there is neither code nor token (RFC 6749 §4.1.2.1).",
  error_description: "The same for developers.",
  error_reason: "Who or what refused.",
  error_uri: "A page about the error.",
  access_token: "What the client calls the API with (RFC 6749 §1.4).",
  token_type: "How the token is sent: Bearer means that whoever has it may use it (RFC 6750).",
  expires_in: "For how many seconds the access token is good.",
  refresh_token: "What the client gets new access tokens with (RFC 6749 §1.5).",
  refresh_token_expires_in: "For how many seconds the refresh token is good.",
  id_token: "Who signed in, for the client (OpenID Connect Core §2).",
  scope: "What was granted.",
  scopes: "What was granted.",
  expires_on: "When the access token ends, in seconds since 1970.",
  expires_at: "When the access token ends.",
  user_id: "Who signed in, as this provider counts people.",
  client_info: "Who signed in and where, for the client's cache.",
};

export const meaning = (name) => meanings[name] ?? "This provider's own.";
