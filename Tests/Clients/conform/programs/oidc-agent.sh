#!/bin/sh
# An agent with one account, which oidc-gen has a user sign in for.
eval "$(oidc-agent --quiet)" >/dev/null
trap 'kill "$OIDCD_PID"' EXIT
export ACCOUNT_PASSWORD=secret
oidc-gen account --issuer="$OAUTH_ISSUER" --client-id="$OAUTH_CLIENT_ID" --client-secret= \
  --redirect-uri="http://localhost:$1" --scope="$OAUTH_SCOPE" --flow=code --no-scheme \
  --pw-env=ACCOUNT_PASSWORD --confirm-yes --prompt=none
