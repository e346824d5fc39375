// The fixtures as bytes of the binary. A new file in fixtures/ needs its two lines here; a test
// compares this list with the folder.
#include "CBundledFixtures.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char standard[] = {
#embed "../../fixtures/providers/standard.json"
};
static const unsigned char instagram[] = {
#embed "../../fixtures/providers/instagram.json"
};
static const unsigned char vk[] = {
#embed "../../fixtures/providers/vk.json"
};
static const unsigned char azure_ad_b2c[] = {
#embed "../../fixtures/providers/azure-ad-b2c.json"
};
static const unsigned char oclc[] = {
#embed "../../fixtures/providers/oclc.json"
};
static const unsigned char provider_index[] = {
#embed "../../fixtures/index.json"
};
static const unsigned char cast[] = {
#embed "../../fixtures/casts/default.json"
};
static const unsigned char callbacks_tampered[] = {
#embed "../../fixtures/scenarios/callbacks-tampered.json"
};
static const unsigned char codes_expire[] = {
#embed "../../fixtures/scenarios/codes-expire.json"
};
static const unsigned char id_tokens_forged[] = {
#embed "../../fixtures/scenarios/id-tokens-forged.json"
};
static const unsigned char person_refuses[] = {
#embed "../../fixtures/scenarios/person-refuses.json"
};
static const unsigned char rate_limited[] = {
#embed "../../fixtures/scenarios/rate-limited.json"
};
static const unsigned char slow[] = {
#embed "../../fixtures/scenarios/slow.json"
};
static const unsigned char token_answers_odd[] = {
#embed "../../fixtures/scenarios/token-answers-odd.json"
};
static const unsigned char token_endpoint_flaky[] = {
#embed "../../fixtures/scenarios/token-endpoint-flaky.json"
};
static const unsigned char token_expires_once[] = {
#embed "../../fixtures/scenarios/token-expires-once.json"
};
static const unsigned char tokens_expire[] = {
#embed "../../fixtures/scenarios/tokens-expire.json"
};

static const struct understudy_fixture all[] = {
    {"index.json", provider_index, sizeof provider_index},
    {"providers/standard.json", standard, sizeof standard},
    {"providers/instagram.json", instagram, sizeof instagram},
    {"providers/vk.json", vk, sizeof vk},
    {"providers/azure-ad-b2c.json", azure_ad_b2c, sizeof azure_ad_b2c},
    {"providers/oclc.json", oclc, sizeof oclc},
    {"casts/default.json", cast, sizeof cast},
    {"scenarios/callbacks-tampered.json", callbacks_tampered, sizeof callbacks_tampered},
    {"scenarios/codes-expire.json", codes_expire, sizeof codes_expire},
    {"scenarios/id-tokens-forged.json", id_tokens_forged, sizeof id_tokens_forged},
    {"scenarios/person-refuses.json", person_refuses, sizeof person_refuses},
    {"scenarios/rate-limited.json", rate_limited, sizeof rate_limited},
    {"scenarios/slow.json", slow, sizeof slow},
    {"scenarios/token-answers-odd.json", token_answers_odd, sizeof token_answers_odd},
    {"scenarios/token-endpoint-flaky.json", token_endpoint_flaky, sizeof token_endpoint_flaky},
    {"scenarios/token-expires-once.json", token_expires_once, sizeof token_expires_once},
    {"scenarios/tokens-expire.json", tokens_expire, sizeof tokens_expire},
};

const struct understudy_fixture *understudy_fixtures(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
