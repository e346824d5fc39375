#!/bin/sh
# An agent with one account, which oidc-gen has a user sign in for.
eval "$(oidc-agent --quiet)" >/dev/null
trap 'kill "$OIDCD_PID"' EXIT
# It goes into the background before it listens.
for _ in 1 2 3 4 5 6 7 8 9 10; do
  oidc-add --loaded >/dev/null 2>&1 && break
  sleep 0.2
done
export ACCOUNT_PASSWORD=secret
oidc-gen account --issuer="$OAUTH_ISSUER" --client-id="$OAUTH_CLIENT_ID" --client-secret= \
  --redirect-uri="http://localhost:$1" --scope="$OAUTH_SCOPE" --flow=code --no-scheme \
  --pw-env=ACCOUNT_PASSWORD --confirm-yes --prompt=none
