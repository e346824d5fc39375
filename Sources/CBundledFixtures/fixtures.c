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
static const unsigned char cast[] = {
#embed "../../fixtures/casts/default.json"
};

static const struct understudy_fixture all[] = {
    {"providers/standard.json", standard, sizeof standard},
    {"providers/instagram.json", instagram, sizeof instagram},
    {"providers/vk.json", vk, sizeof vk},
    {"providers/azure-ad-b2c.json", azure_ad_b2c, sizeof azure_ad_b2c},
    {"providers/oclc.json", oclc, sizeof oclc},
    {"casts/default.json", cast, sizeof cast},
};

const struct understudy_fixture *understudy_fixtures(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
