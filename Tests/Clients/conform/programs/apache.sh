#!/bin/sh
# Apache with the configuration $1, and with what a check asks for beside it.
exec apache2 -X -f "$1" \
  ${OAUTH_RESPONSE_MODE:+-c "OIDCResponseMode $OAUTH_RESPONSE_MODE"} \
  ${OAUTH_ID_TOKEN_ALG:+-c "OIDCIDTokenSignedResponseAlg $OAUTH_ID_TOKEN_ALG"} \
  ${OAUTH_MAX_AGE:+-c "OIDCAuthRequestParams max_age=$OAUTH_MAX_AGE"}
