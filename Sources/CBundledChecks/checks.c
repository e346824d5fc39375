// Written by scripts/embed-checks; a test compares it with the folder.
#include "CBundledChecks.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_native_code_callback[] = {
#embed "../../conformance/native-code/callback.json"
};
static const unsigned char file_native_code_errors[] = {
#embed "../../conformance/native-code/errors.json"
};
static const unsigned char file_native_code_issuer[] = {
#embed "../../conformance/native-code/issuer.json"
};
static const unsigned char file_native_code_loopback[] = {
#embed "../../conformance/native-code/loopback.json"
};
static const unsigned char file_native_code_profile[] = {
#embed "../../conformance/native-code/profile.json"
};
static const unsigned char file_native_code_refresh[] = {
#embed "../../conformance/native-code/refresh.json"
};
static const unsigned char file_native_code_token_answers[] = {
#embed "../../conformance/native-code/token-answers.json"
};
static const unsigned char file_native_code_token_errors[] = {
#embed "../../conformance/native-code/token-errors.json"
};
static const unsigned char file_native_code_transport[] = {
#embed "../../conformance/native-code/transport.json"
};
static const unsigned char file_passive_authorization[] = {
#embed "../../conformance/passive/authorization.json"
};

static const struct understudy_check_file all[] = {
    {"native-code/callback.json", file_native_code_callback, sizeof file_native_code_callback},
    {"native-code/errors.json", file_native_code_errors, sizeof file_native_code_errors},
    {"native-code/issuer.json", file_native_code_issuer, sizeof file_native_code_issuer},
    {"native-code/loopback.json", file_native_code_loopback, sizeof file_native_code_loopback},
    {"native-code/profile.json", file_native_code_profile, sizeof file_native_code_profile},
    {"native-code/refresh.json", file_native_code_refresh, sizeof file_native_code_refresh},
    {"native-code/token-answers.json", file_native_code_token_answers, sizeof file_native_code_token_answers},
    {"native-code/token-errors.json", file_native_code_token_errors, sizeof file_native_code_token_errors},
    {"native-code/transport.json", file_native_code_transport, sizeof file_native_code_transport},
    {"passive/authorization.json", file_passive_authorization, sizeof file_passive_authorization},
};

const struct understudy_check_file *understudy_check_files(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
