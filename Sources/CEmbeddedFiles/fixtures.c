// Written by scripts/embed-files.
#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_casts_default_json[] = {
#embed "../../fixtures/casts/default.json"
};
static const unsigned char file_index_json[] = {
#embed "../../fixtures/index.json"
};
static const unsigned char file_providers_azure_ad_b2c_json[] = {
#embed "../../fixtures/providers/azure-ad-b2c.json"
};
static const unsigned char file_providers_instagram_json[] = {
#embed "../../fixtures/providers/instagram.json"
};
static const unsigned char file_providers_oclc_json[] = {
#embed "../../fixtures/providers/oclc.json"
};
static const unsigned char file_providers_standard_json[] = {
#embed "../../fixtures/providers/standard.json"
};
static const unsigned char file_providers_vk_json[] = {
#embed "../../fixtures/providers/vk.json"
};
static const unsigned char file_scenarios_callbacks_tampered_json[] = {
#embed "../../fixtures/scenarios/callbacks-tampered.json"
};
static const unsigned char file_scenarios_codes_expire_json[] = {
#embed "../../fixtures/scenarios/codes-expire.json"
};
static const unsigned char file_scenarios_id_tokens_forged_json[] = {
#embed "../../fixtures/scenarios/id-tokens-forged.json"
};
static const unsigned char file_scenarios_person_refuses_json[] = {
#embed "../../fixtures/scenarios/person-refuses.json"
};
static const unsigned char file_scenarios_rate_limited_json[] = {
#embed "../../fixtures/scenarios/rate-limited.json"
};
static const unsigned char file_scenarios_slow_json[] = {
#embed "../../fixtures/scenarios/slow.json"
};
static const unsigned char file_scenarios_token_answers_odd_json[] = {
#embed "../../fixtures/scenarios/token-answers-odd.json"
};
static const unsigned char file_scenarios_token_endpoint_flaky_json[] = {
#embed "../../fixtures/scenarios/token-endpoint-flaky.json"
};
static const unsigned char file_scenarios_token_expires_once_json[] = {
#embed "../../fixtures/scenarios/token-expires-once.json"
};
static const unsigned char file_scenarios_tokens_expire_json[] = {
#embed "../../fixtures/scenarios/tokens-expire.json"
};

static const struct understudy_embedded_file all[] = {
    {"casts/default.json", file_casts_default_json, sizeof file_casts_default_json},
    {"index.json", file_index_json, sizeof file_index_json},
    {"providers/azure-ad-b2c.json", file_providers_azure_ad_b2c_json, sizeof file_providers_azure_ad_b2c_json},
    {"providers/instagram.json", file_providers_instagram_json, sizeof file_providers_instagram_json},
    {"providers/oclc.json", file_providers_oclc_json, sizeof file_providers_oclc_json},
    {"providers/standard.json", file_providers_standard_json, sizeof file_providers_standard_json},
    {"providers/vk.json", file_providers_vk_json, sizeof file_providers_vk_json},
    {"scenarios/callbacks-tampered.json", file_scenarios_callbacks_tampered_json, sizeof file_scenarios_callbacks_tampered_json},
    {"scenarios/codes-expire.json", file_scenarios_codes_expire_json, sizeof file_scenarios_codes_expire_json},
    {"scenarios/id-tokens-forged.json", file_scenarios_id_tokens_forged_json, sizeof file_scenarios_id_tokens_forged_json},
    {"scenarios/person-refuses.json", file_scenarios_person_refuses_json, sizeof file_scenarios_person_refuses_json},
    {"scenarios/rate-limited.json", file_scenarios_rate_limited_json, sizeof file_scenarios_rate_limited_json},
    {"scenarios/slow.json", file_scenarios_slow_json, sizeof file_scenarios_slow_json},
    {"scenarios/token-answers-odd.json", file_scenarios_token_answers_odd_json, sizeof file_scenarios_token_answers_odd_json},
    {"scenarios/token-endpoint-flaky.json", file_scenarios_token_endpoint_flaky_json, sizeof file_scenarios_token_endpoint_flaky_json},
    {"scenarios/token-expires-once.json", file_scenarios_token_expires_once_json, sizeof file_scenarios_token_expires_once_json},
    {"scenarios/tokens-expire.json", file_scenarios_tokens_expire_json, sizeof file_scenarios_tokens_expire_json},
};

const struct understudy_embedded_file *understudy_fixtures(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
