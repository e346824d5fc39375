#!/bin/sh
# git asks its helper for a password of the host, whose endpoints it knows by its configuration.
origin="${OAUTH_ISSUER%%/_sandbox/*}"
git config --global credential.helper oauth
git config --global "credential.$origin.oauthClientId" "$OAUTH_CLIENT_ID"
git config --global "credential.$origin.oauthScopes" "$OAUTH_SCOPE"
git config --global "credential.$origin.oauthAuthURL" "${OAUTH_AUTHORIZE_URL#"$origin"}"
git config --global "credential.$origin.oauthTokenURL" "${OAUTH_TOKEN_URL#"$origin"}"
export GIT_TERMINAL_PROMPT=0
printf 'protocol=http\nhost=%s\n\n' "${origin#http://}" | git credential fill
