// Written by scripts/embed-checks; a test compares it with the folder.
#include "CBundledChecks.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_implicit_native_callback[] = {
#embed "../../conformance/implicit-native/callback.json"
};
static const unsigned char file_implicit_native_errors[] = {
#embed "../../conformance/implicit-native/errors.json"
};
static const unsigned char file_implicit_native_flow[] = {
#embed "../../conformance/implicit-native/flow.json"
};
static const unsigned char file_implicit_native_profile[] = {
#embed "../../conformance/implicit-native/profile.json"
};
static const unsigned char file_implicit_native_state[] = {
#embed "../../conformance/implicit-native/state.json"
};
static const unsigned char file_implicit_native_token[] = {
#embed "../../conformance/implicit-native/token.json"
};
static const unsigned char file_implicit_native_traps_azure_ad_b2c_answers[] = {
#embed "../../conformance/implicit-native/traps-azure-ad-b2c-answers.json"
};
static const unsigned char file_implicit_native_traps_azure_ad_b2c_errors[] = {
#embed "../../conformance/implicit-native/traps-azure-ad-b2c-errors.json"
};
static const unsigned char file_implicit_native_traps_azure_ad_b2c[] = {
#embed "../../conformance/implicit-native/traps-azure-ad-b2c.json"
};
static const unsigned char file_implicit_native_traps_instagram_errors[] = {
#embed "../../conformance/implicit-native/traps-instagram-errors.json"
};
static const unsigned char file_implicit_native_traps_instagram[] = {
#embed "../../conformance/implicit-native/traps-instagram.json"
};
static const unsigned char file_implicit_native_traps_oclc_errors[] = {
#embed "../../conformance/implicit-native/traps-oclc-errors.json"
};
static const unsigned char file_implicit_native_traps_oclc[] = {
#embed "../../conformance/implicit-native/traps-oclc.json"
};
static const unsigned char file_implicit_native_traps_vk_errors[] = {
#embed "../../conformance/implicit-native/traps-vk-errors.json"
};
static const unsigned char file_implicit_native_traps_vk[] = {
#embed "../../conformance/implicit-native/traps-vk.json"
};
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
static const unsigned char file_openid_names[] = {
#embed "../../conformance/openid-names.json"
};
static const unsigned char file_passive_authorization[] = {
#embed "../../conformance/passive/authorization.json"
};
static const unsigned char file_passive_bearer[] = {
#embed "../../conformance/passive/bearer.json"
};
static const unsigned char file_passive_canaries[] = {
#embed "../../conformance/passive/canaries.json"
};
static const unsigned char file_passive_pkce[] = {
#embed "../../conformance/passive/pkce.json"
};
static const unsigned char file_passive_protection[] = {
#embed "../../conformance/passive/protection.json"
};
static const unsigned char file_passive_token_request[] = {
#embed "../../conformance/passive/token-request.json"
};
static const unsigned char file_passive_user_agent[] = {
#embed "../../conformance/passive/user-agent.json"
};
static const unsigned char file_requirements_2026_1[] = {
#embed "../../conformance/requirements/2026-1.json"
};
static const unsigned char file_resource_profile[] = {
#embed "../../conformance/resource/profile.json"
};
static const unsigned char file_resource_refresh[] = {
#embed "../../conformance/resource/refresh.json"
};
static const unsigned char file_resource_refusals[] = {
#embed "../../conformance/resource/refusals.json"
};
static const unsigned char file_resource_tls[] = {
#embed "../../conformance/resource/tls.json"
};
static const unsigned char file_resource_transport[] = {
#embed "../../conformance/resource/transport.json"
};
static const unsigned char file_web_rp_browser[] = {
#embed "../../conformance/web-rp/browser.json"
};
static const unsigned char file_web_rp_discovery[] = {
#embed "../../conformance/web-rp/discovery.json"
};
static const unsigned char file_web_rp_front_channel[] = {
#embed "../../conformance/web-rp/front-channel.json"
};
static const unsigned char file_web_rp_front_signature[] = {
#embed "../../conformance/web-rp/front-signature.json"
};
static const unsigned char file_web_rp_happy[] = {
#embed "../../conformance/web-rp/happy.json"
};
static const unsigned char file_web_rp_id_token_claims[] = {
#embed "../../conformance/web-rp/id-token-claims.json"
};
static const unsigned char file_web_rp_id_token_signature[] = {
#embed "../../conformance/web-rp/id-token-signature.json"
};
static const unsigned char file_web_rp_id_token_time[] = {
#embed "../../conformance/web-rp/id-token-time.json"
};
static const unsigned char file_web_rp_keys[] = {
#embed "../../conformance/web-rp/keys.json"
};
static const unsigned char file_web_rp_logout[] = {
#embed "../../conformance/web-rp/logout.json"
};
static const unsigned char file_web_rp_pages[] = {
#embed "../../conformance/web-rp/pages.json"
};
static const unsigned char file_web_rp_profile[] = {
#embed "../../conformance/web-rp/profile.json"
};
static const unsigned char file_web_rp_refresh[] = {
#embed "../../conformance/web-rp/refresh.json"
};
static const unsigned char file_web_rp_userinfo[] = {
#embed "../../conformance/web-rp/userinfo.json"
};

static const struct understudy_check_file all[] = {
    {"implicit-native/callback.json", file_implicit_native_callback, sizeof file_implicit_native_callback},
    {"implicit-native/errors.json", file_implicit_native_errors, sizeof file_implicit_native_errors},
    {"implicit-native/flow.json", file_implicit_native_flow, sizeof file_implicit_native_flow},
    {"implicit-native/profile.json", file_implicit_native_profile, sizeof file_implicit_native_profile},
    {"implicit-native/state.json", file_implicit_native_state, sizeof file_implicit_native_state},
    {"implicit-native/token.json", file_implicit_native_token, sizeof file_implicit_native_token},
    {"implicit-native/traps-azure-ad-b2c-answers.json", file_implicit_native_traps_azure_ad_b2c_answers, sizeof file_implicit_native_traps_azure_ad_b2c_answers},
    {"implicit-native/traps-azure-ad-b2c-errors.json", file_implicit_native_traps_azure_ad_b2c_errors, sizeof file_implicit_native_traps_azure_ad_b2c_errors},
    {"implicit-native/traps-azure-ad-b2c.json", file_implicit_native_traps_azure_ad_b2c, sizeof file_implicit_native_traps_azure_ad_b2c},
    {"implicit-native/traps-instagram-errors.json", file_implicit_native_traps_instagram_errors, sizeof file_implicit_native_traps_instagram_errors},
    {"implicit-native/traps-instagram.json", file_implicit_native_traps_instagram, sizeof file_implicit_native_traps_instagram},
    {"implicit-native/traps-oclc-errors.json", file_implicit_native_traps_oclc_errors, sizeof file_implicit_native_traps_oclc_errors},
    {"implicit-native/traps-oclc.json", file_implicit_native_traps_oclc, sizeof file_implicit_native_traps_oclc},
    {"implicit-native/traps-vk-errors.json", file_implicit_native_traps_vk_errors, sizeof file_implicit_native_traps_vk_errors},
    {"implicit-native/traps-vk.json", file_implicit_native_traps_vk, sizeof file_implicit_native_traps_vk},
    {"native-code/callback.json", file_native_code_callback, sizeof file_native_code_callback},
    {"native-code/errors.json", file_native_code_errors, sizeof file_native_code_errors},
    {"native-code/issuer.json", file_native_code_issuer, sizeof file_native_code_issuer},
    {"native-code/loopback.json", file_native_code_loopback, sizeof file_native_code_loopback},
    {"native-code/profile.json", file_native_code_profile, sizeof file_native_code_profile},
    {"native-code/refresh.json", file_native_code_refresh, sizeof file_native_code_refresh},
    {"native-code/token-answers.json", file_native_code_token_answers, sizeof file_native_code_token_answers},
    {"native-code/token-errors.json", file_native_code_token_errors, sizeof file_native_code_token_errors},
    {"native-code/transport.json", file_native_code_transport, sizeof file_native_code_transport},
    {"openid-names.json", file_openid_names, sizeof file_openid_names},
    {"passive/authorization.json", file_passive_authorization, sizeof file_passive_authorization},
    {"passive/bearer.json", file_passive_bearer, sizeof file_passive_bearer},
    {"passive/canaries.json", file_passive_canaries, sizeof file_passive_canaries},
    {"passive/pkce.json", file_passive_pkce, sizeof file_passive_pkce},
    {"passive/protection.json", file_passive_protection, sizeof file_passive_protection},
    {"passive/token-request.json", file_passive_token_request, sizeof file_passive_token_request},
    {"passive/user-agent.json", file_passive_user_agent, sizeof file_passive_user_agent},
    {"requirements/2026-1.json", file_requirements_2026_1, sizeof file_requirements_2026_1},
    {"resource/profile.json", file_resource_profile, sizeof file_resource_profile},
    {"resource/refresh.json", file_resource_refresh, sizeof file_resource_refresh},
    {"resource/refusals.json", file_resource_refusals, sizeof file_resource_refusals},
    {"resource/tls.json", file_resource_tls, sizeof file_resource_tls},
    {"resource/transport.json", file_resource_transport, sizeof file_resource_transport},
    {"web-rp/browser.json", file_web_rp_browser, sizeof file_web_rp_browser},
    {"web-rp/discovery.json", file_web_rp_discovery, sizeof file_web_rp_discovery},
    {"web-rp/front-channel.json", file_web_rp_front_channel, sizeof file_web_rp_front_channel},
    {"web-rp/front-signature.json", file_web_rp_front_signature, sizeof file_web_rp_front_signature},
    {"web-rp/happy.json", file_web_rp_happy, sizeof file_web_rp_happy},
    {"web-rp/id-token-claims.json", file_web_rp_id_token_claims, sizeof file_web_rp_id_token_claims},
    {"web-rp/id-token-signature.json", file_web_rp_id_token_signature, sizeof file_web_rp_id_token_signature},
    {"web-rp/id-token-time.json", file_web_rp_id_token_time, sizeof file_web_rp_id_token_time},
    {"web-rp/keys.json", file_web_rp_keys, sizeof file_web_rp_keys},
    {"web-rp/logout.json", file_web_rp_logout, sizeof file_web_rp_logout},
    {"web-rp/pages.json", file_web_rp_pages, sizeof file_web_rp_pages},
    {"web-rp/profile.json", file_web_rp_profile, sizeof file_web_rp_profile},
    {"web-rp/refresh.json", file_web_rp_refresh, sizeof file_web_rp_refresh},
    {"web-rp/userinfo.json", file_web_rp_userinfo, sizeof file_web_rp_userinfo},
};

const struct understudy_check_file *understudy_check_files(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
