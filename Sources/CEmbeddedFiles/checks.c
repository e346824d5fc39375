// Written by scripts/embed-files.
#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_device_end_json[] = {
#embed "../../fixtures/checks/device/end.json"
};
static const unsigned char file_device_polling_json[] = {
#embed "../../fixtures/checks/device/polling.json"
};
static const unsigned char file_device_profile_json[] = {
#embed "../../fixtures/checks/device/profile.json"
};
static const unsigned char file_device_start_json[] = {
#embed "../../fixtures/checks/device/start.json"
};
static const unsigned char file_exchange_profile_json[] = {
#embed "../../fixtures/checks/exchange/profile.json"
};
static const unsigned char file_exchange_refusals_json[] = {
#embed "../../fixtures/checks/exchange/refusals.json"
};
static const unsigned char file_exchange_request_json[] = {
#embed "../../fixtures/checks/exchange/request.json"
};
static const unsigned char file_exchange_response_json[] = {
#embed "../../fixtures/checks/exchange/response.json"
};
static const unsigned char file_implicit_native_callback_json[] = {
#embed "../../fixtures/checks/implicit-native/callback.json"
};
static const unsigned char file_implicit_native_errors_json[] = {
#embed "../../fixtures/checks/implicit-native/errors.json"
};
static const unsigned char file_implicit_native_flow_json[] = {
#embed "../../fixtures/checks/implicit-native/flow.json"
};
static const unsigned char file_implicit_native_profile_json[] = {
#embed "../../fixtures/checks/implicit-native/profile.json"
};
static const unsigned char file_implicit_native_state_json[] = {
#embed "../../fixtures/checks/implicit-native/state.json"
};
static const unsigned char file_implicit_native_token_json[] = {
#embed "../../fixtures/checks/implicit-native/token.json"
};
static const unsigned char file_implicit_native_traps_azure_ad_b2c_answers_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-azure-ad-b2c-answers.json"
};
static const unsigned char file_implicit_native_traps_azure_ad_b2c_errors_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-azure-ad-b2c-errors.json"
};
static const unsigned char file_implicit_native_traps_azure_ad_b2c_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-azure-ad-b2c.json"
};
static const unsigned char file_implicit_native_traps_instagram_errors_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-instagram-errors.json"
};
static const unsigned char file_implicit_native_traps_instagram_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-instagram.json"
};
static const unsigned char file_implicit_native_traps_oclc_errors_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-oclc-errors.json"
};
static const unsigned char file_implicit_native_traps_oclc_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-oclc.json"
};
static const unsigned char file_implicit_native_traps_vk_errors_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-vk-errors.json"
};
static const unsigned char file_implicit_native_traps_vk_json[] = {
#embed "../../fixtures/checks/implicit-native/traps-vk.json"
};
static const unsigned char file_mcp_names_json[] = {
#embed "../../fixtures/checks/mcp-names.json"
};
static const unsigned char file_mcp_discovery_json[] = {
#embed "../../fixtures/checks/mcp/discovery.json"
};
static const unsigned char file_mcp_identity_json[] = {
#embed "../../fixtures/checks/mcp/identity.json"
};
static const unsigned char file_mcp_issuer_json[] = {
#embed "../../fixtures/checks/mcp/issuer.json"
};
static const unsigned char file_mcp_profile_json[] = {
#embed "../../fixtures/checks/mcp/profile.json"
};
static const unsigned char file_mcp_requests_json[] = {
#embed "../../fixtures/checks/mcp/requests.json"
};
static const unsigned char file_mcp_scopes_json[] = {
#embed "../../fixtures/checks/mcp/scopes.json"
};
static const unsigned char file_native_code_callback_json[] = {
#embed "../../fixtures/checks/native-code/callback.json"
};
static const unsigned char file_native_code_errors_json[] = {
#embed "../../fixtures/checks/native-code/errors.json"
};
static const unsigned char file_native_code_issuer_json[] = {
#embed "../../fixtures/checks/native-code/issuer.json"
};
static const unsigned char file_native_code_loopback_json[] = {
#embed "../../fixtures/checks/native-code/loopback.json"
};
static const unsigned char file_native_code_profile_json[] = {
#embed "../../fixtures/checks/native-code/profile.json"
};
static const unsigned char file_native_code_refresh_json[] = {
#embed "../../fixtures/checks/native-code/refresh.json"
};
static const unsigned char file_native_code_tls_json[] = {
#embed "../../fixtures/checks/native-code/tls.json"
};
static const unsigned char file_native_code_token_answers_json[] = {
#embed "../../fixtures/checks/native-code/token-answers.json"
};
static const unsigned char file_native_code_token_errors_json[] = {
#embed "../../fixtures/checks/native-code/token-errors.json"
};
static const unsigned char file_native_code_transport_json[] = {
#embed "../../fixtures/checks/native-code/transport.json"
};
static const unsigned char file_native_oidc_endpoints_json[] = {
#embed "../../fixtures/checks/native-oidc/endpoints.json"
};
static const unsigned char file_native_oidc_kept_json[] = {
#embed "../../fixtures/checks/native-oidc/kept.json"
};
static const unsigned char file_native_oidc_profile_json[] = {
#embed "../../fixtures/checks/native-oidc/profile.json"
};
static const unsigned char file_openid_names_json[] = {
#embed "../../fixtures/checks/openid-names.json"
};
static const unsigned char file_passive_authorization_json[] = {
#embed "../../fixtures/checks/passive/authorization.json"
};
static const unsigned char file_passive_bearer_json[] = {
#embed "../../fixtures/checks/passive/bearer.json"
};
static const unsigned char file_passive_browser_json[] = {
#embed "../../fixtures/checks/passive/browser.json"
};
static const unsigned char file_passive_canaries_json[] = {
#embed "../../fixtures/checks/passive/canaries.json"
};
static const unsigned char file_passive_client_assertion_json[] = {
#embed "../../fixtures/checks/passive/client-assertion.json"
};
static const unsigned char file_passive_dpop_json[] = {
#embed "../../fixtures/checks/passive/dpop.json"
};
static const unsigned char file_passive_files_json[] = {
#embed "../../fixtures/checks/passive/files.json"
};
static const unsigned char file_passive_pkce_json[] = {
#embed "../../fixtures/checks/passive/pkce.json"
};
static const unsigned char file_passive_protection_json[] = {
#embed "../../fixtures/checks/passive/protection.json"
};
static const unsigned char file_passive_pushed_requests_json[] = {
#embed "../../fixtures/checks/passive/pushed-requests.json"
};
static const unsigned char file_passive_token_request_json[] = {
#embed "../../fixtures/checks/passive/token-request.json"
};
static const unsigned char file_passive_user_agent_json[] = {
#embed "../../fixtures/checks/passive/user-agent.json"
};
static const unsigned char file_registration_kept_json[] = {
#embed "../../fixtures/checks/registration/kept.json"
};
static const unsigned char file_registration_profile_json[] = {
#embed "../../fixtures/checks/registration/profile.json"
};
static const unsigned char file_registration_refusals_json[] = {
#embed "../../fixtures/checks/registration/refusals.json"
};
static const unsigned char file_registration_requests_json[] = {
#embed "../../fixtures/checks/registration/requests.json"
};
static const unsigned char file_registration_responses_json[] = {
#embed "../../fixtures/checks/registration/responses.json"
};
static const unsigned char file_registration_secrets_json[] = {
#embed "../../fixtures/checks/registration/secrets.json"
};
static const unsigned char file_requirements_2026_1_json[] = {
#embed "../../fixtures/checks/requirements/2026-1.json"
};
static const unsigned char file_resource_issuers_json[] = {
#embed "../../fixtures/checks/resource/issuers.json"
};
static const unsigned char file_resource_profile_json[] = {
#embed "../../fixtures/checks/resource/profile.json"
};
static const unsigned char file_resource_refresh_json[] = {
#embed "../../fixtures/checks/resource/refresh.json"
};
static const unsigned char file_resource_refusals_json[] = {
#embed "../../fixtures/checks/resource/refusals.json"
};
static const unsigned char file_resource_tls_json[] = {
#embed "../../fixtures/checks/resource/tls.json"
};
static const unsigned char file_resource_transport_json[] = {
#embed "../../fixtures/checks/resource/transport.json"
};
static const unsigned char file_sender_constrained_nonces_json[] = {
#embed "../../fixtures/checks/sender-constrained/nonces.json"
};
static const unsigned char file_sender_constrained_profile_json[] = {
#embed "../../fixtures/checks/sender-constrained/profile.json"
};
static const unsigned char file_sender_constrained_proofs_json[] = {
#embed "../../fixtures/checks/sender-constrained/proofs.json"
};
static const unsigned char file_sender_constrained_pushed_requests_json[] = {
#embed "../../fixtures/checks/sender-constrained/pushed-requests.json"
};
static const unsigned char file_traceability_json[] = {
#embed "../../fixtures/checks/traceability.json"
};
static const unsigned char file_web_oauth_profile_json[] = {
#embed "../../fixtures/checks/web-oauth/profile.json"
};
static const unsigned char file_web_oauth_user_json[] = {
#embed "../../fixtures/checks/web-oauth/user.json"
};
static const unsigned char file_web_rp_browser_json[] = {
#embed "../../fixtures/checks/web-rp/browser.json"
};
static const unsigned char file_web_rp_discovery_json[] = {
#embed "../../fixtures/checks/web-rp/discovery.json"
};
static const unsigned char file_web_rp_front_channel_json[] = {
#embed "../../fixtures/checks/web-rp/front-channel.json"
};
static const unsigned char file_web_rp_front_signature_json[] = {
#embed "../../fixtures/checks/web-rp/front-signature.json"
};
static const unsigned char file_web_rp_happy_json[] = {
#embed "../../fixtures/checks/web-rp/happy.json"
};
static const unsigned char file_web_rp_id_token_claims_json[] = {
#embed "../../fixtures/checks/web-rp/id-token-claims.json"
};
static const unsigned char file_web_rp_id_token_signature_json[] = {
#embed "../../fixtures/checks/web-rp/id-token-signature.json"
};
static const unsigned char file_web_rp_id_token_time_json[] = {
#embed "../../fixtures/checks/web-rp/id-token-time.json"
};
static const unsigned char file_web_rp_keys_json[] = {
#embed "../../fixtures/checks/web-rp/keys.json"
};
static const unsigned char file_web_rp_logout_json[] = {
#embed "../../fixtures/checks/web-rp/logout.json"
};
static const unsigned char file_web_rp_pages_json[] = {
#embed "../../fixtures/checks/web-rp/pages.json"
};
static const unsigned char file_web_rp_profile_json[] = {
#embed "../../fixtures/checks/web-rp/profile.json"
};
static const unsigned char file_web_rp_refresh_json[] = {
#embed "../../fixtures/checks/web-rp/refresh.json"
};
static const unsigned char file_web_rp_tls_json[] = {
#embed "../../fixtures/checks/web-rp/tls.json"
};
static const unsigned char file_web_rp_userinfo_json[] = {
#embed "../../fixtures/checks/web-rp/userinfo.json"
};

static const struct understudy_embedded_file all[] = {
    {"device/end.json", file_device_end_json, sizeof file_device_end_json},
    {"device/polling.json", file_device_polling_json, sizeof file_device_polling_json},
    {"device/profile.json", file_device_profile_json, sizeof file_device_profile_json},
    {"device/start.json", file_device_start_json, sizeof file_device_start_json},
    {"exchange/profile.json", file_exchange_profile_json, sizeof file_exchange_profile_json},
    {"exchange/refusals.json", file_exchange_refusals_json, sizeof file_exchange_refusals_json},
    {"exchange/request.json", file_exchange_request_json, sizeof file_exchange_request_json},
    {"exchange/response.json", file_exchange_response_json, sizeof file_exchange_response_json},
    {"implicit-native/callback.json", file_implicit_native_callback_json, sizeof file_implicit_native_callback_json},
    {"implicit-native/errors.json", file_implicit_native_errors_json, sizeof file_implicit_native_errors_json},
    {"implicit-native/flow.json", file_implicit_native_flow_json, sizeof file_implicit_native_flow_json},
    {"implicit-native/profile.json", file_implicit_native_profile_json, sizeof file_implicit_native_profile_json},
    {"implicit-native/state.json", file_implicit_native_state_json, sizeof file_implicit_native_state_json},
    {"implicit-native/token.json", file_implicit_native_token_json, sizeof file_implicit_native_token_json},
    {"implicit-native/traps-azure-ad-b2c-answers.json", file_implicit_native_traps_azure_ad_b2c_answers_json, sizeof file_implicit_native_traps_azure_ad_b2c_answers_json},
    {"implicit-native/traps-azure-ad-b2c-errors.json", file_implicit_native_traps_azure_ad_b2c_errors_json, sizeof file_implicit_native_traps_azure_ad_b2c_errors_json},
    {"implicit-native/traps-azure-ad-b2c.json", file_implicit_native_traps_azure_ad_b2c_json, sizeof file_implicit_native_traps_azure_ad_b2c_json},
    {"implicit-native/traps-instagram-errors.json", file_implicit_native_traps_instagram_errors_json, sizeof file_implicit_native_traps_instagram_errors_json},
    {"implicit-native/traps-instagram.json", file_implicit_native_traps_instagram_json, sizeof file_implicit_native_traps_instagram_json},
    {"implicit-native/traps-oclc-errors.json", file_implicit_native_traps_oclc_errors_json, sizeof file_implicit_native_traps_oclc_errors_json},
    {"implicit-native/traps-oclc.json", file_implicit_native_traps_oclc_json, sizeof file_implicit_native_traps_oclc_json},
    {"implicit-native/traps-vk-errors.json", file_implicit_native_traps_vk_errors_json, sizeof file_implicit_native_traps_vk_errors_json},
    {"implicit-native/traps-vk.json", file_implicit_native_traps_vk_json, sizeof file_implicit_native_traps_vk_json},
    {"mcp-names.json", file_mcp_names_json, sizeof file_mcp_names_json},
    {"mcp/discovery.json", file_mcp_discovery_json, sizeof file_mcp_discovery_json},
    {"mcp/identity.json", file_mcp_identity_json, sizeof file_mcp_identity_json},
    {"mcp/issuer.json", file_mcp_issuer_json, sizeof file_mcp_issuer_json},
    {"mcp/profile.json", file_mcp_profile_json, sizeof file_mcp_profile_json},
    {"mcp/requests.json", file_mcp_requests_json, sizeof file_mcp_requests_json},
    {"mcp/scopes.json", file_mcp_scopes_json, sizeof file_mcp_scopes_json},
    {"native-code/callback.json", file_native_code_callback_json, sizeof file_native_code_callback_json},
    {"native-code/errors.json", file_native_code_errors_json, sizeof file_native_code_errors_json},
    {"native-code/issuer.json", file_native_code_issuer_json, sizeof file_native_code_issuer_json},
    {"native-code/loopback.json", file_native_code_loopback_json, sizeof file_native_code_loopback_json},
    {"native-code/profile.json", file_native_code_profile_json, sizeof file_native_code_profile_json},
    {"native-code/refresh.json", file_native_code_refresh_json, sizeof file_native_code_refresh_json},
    {"native-code/tls.json", file_native_code_tls_json, sizeof file_native_code_tls_json},
    {"native-code/token-answers.json", file_native_code_token_answers_json, sizeof file_native_code_token_answers_json},
    {"native-code/token-errors.json", file_native_code_token_errors_json, sizeof file_native_code_token_errors_json},
    {"native-code/transport.json", file_native_code_transport_json, sizeof file_native_code_transport_json},
    {"native-oidc/endpoints.json", file_native_oidc_endpoints_json, sizeof file_native_oidc_endpoints_json},
    {"native-oidc/kept.json", file_native_oidc_kept_json, sizeof file_native_oidc_kept_json},
    {"native-oidc/profile.json", file_native_oidc_profile_json, sizeof file_native_oidc_profile_json},
    {"openid-names.json", file_openid_names_json, sizeof file_openid_names_json},
    {"passive/authorization.json", file_passive_authorization_json, sizeof file_passive_authorization_json},
    {"passive/bearer.json", file_passive_bearer_json, sizeof file_passive_bearer_json},
    {"passive/browser.json", file_passive_browser_json, sizeof file_passive_browser_json},
    {"passive/canaries.json", file_passive_canaries_json, sizeof file_passive_canaries_json},
    {"passive/client-assertion.json", file_passive_client_assertion_json, sizeof file_passive_client_assertion_json},
    {"passive/dpop.json", file_passive_dpop_json, sizeof file_passive_dpop_json},
    {"passive/files.json", file_passive_files_json, sizeof file_passive_files_json},
    {"passive/pkce.json", file_passive_pkce_json, sizeof file_passive_pkce_json},
    {"passive/protection.json", file_passive_protection_json, sizeof file_passive_protection_json},
    {"passive/pushed-requests.json", file_passive_pushed_requests_json, sizeof file_passive_pushed_requests_json},
    {"passive/token-request.json", file_passive_token_request_json, sizeof file_passive_token_request_json},
    {"passive/user-agent.json", file_passive_user_agent_json, sizeof file_passive_user_agent_json},
    {"registration/kept.json", file_registration_kept_json, sizeof file_registration_kept_json},
    {"registration/profile.json", file_registration_profile_json, sizeof file_registration_profile_json},
    {"registration/refusals.json", file_registration_refusals_json, sizeof file_registration_refusals_json},
    {"registration/requests.json", file_registration_requests_json, sizeof file_registration_requests_json},
    {"registration/responses.json", file_registration_responses_json, sizeof file_registration_responses_json},
    {"registration/secrets.json", file_registration_secrets_json, sizeof file_registration_secrets_json},
    {"requirements/2026-1.json", file_requirements_2026_1_json, sizeof file_requirements_2026_1_json},
    {"resource/issuers.json", file_resource_issuers_json, sizeof file_resource_issuers_json},
    {"resource/profile.json", file_resource_profile_json, sizeof file_resource_profile_json},
    {"resource/refresh.json", file_resource_refresh_json, sizeof file_resource_refresh_json},
    {"resource/refusals.json", file_resource_refusals_json, sizeof file_resource_refusals_json},
    {"resource/tls.json", file_resource_tls_json, sizeof file_resource_tls_json},
    {"resource/transport.json", file_resource_transport_json, sizeof file_resource_transport_json},
    {"sender-constrained/nonces.json", file_sender_constrained_nonces_json, sizeof file_sender_constrained_nonces_json},
    {"sender-constrained/profile.json", file_sender_constrained_profile_json, sizeof file_sender_constrained_profile_json},
    {"sender-constrained/proofs.json", file_sender_constrained_proofs_json, sizeof file_sender_constrained_proofs_json},
    {"sender-constrained/pushed-requests.json", file_sender_constrained_pushed_requests_json, sizeof file_sender_constrained_pushed_requests_json},
    {"traceability.json", file_traceability_json, sizeof file_traceability_json},
    {"web-oauth/profile.json", file_web_oauth_profile_json, sizeof file_web_oauth_profile_json},
    {"web-oauth/user.json", file_web_oauth_user_json, sizeof file_web_oauth_user_json},
    {"web-rp/browser.json", file_web_rp_browser_json, sizeof file_web_rp_browser_json},
    {"web-rp/discovery.json", file_web_rp_discovery_json, sizeof file_web_rp_discovery_json},
    {"web-rp/front-channel.json", file_web_rp_front_channel_json, sizeof file_web_rp_front_channel_json},
    {"web-rp/front-signature.json", file_web_rp_front_signature_json, sizeof file_web_rp_front_signature_json},
    {"web-rp/happy.json", file_web_rp_happy_json, sizeof file_web_rp_happy_json},
    {"web-rp/id-token-claims.json", file_web_rp_id_token_claims_json, sizeof file_web_rp_id_token_claims_json},
    {"web-rp/id-token-signature.json", file_web_rp_id_token_signature_json, sizeof file_web_rp_id_token_signature_json},
    {"web-rp/id-token-time.json", file_web_rp_id_token_time_json, sizeof file_web_rp_id_token_time_json},
    {"web-rp/keys.json", file_web_rp_keys_json, sizeof file_web_rp_keys_json},
    {"web-rp/logout.json", file_web_rp_logout_json, sizeof file_web_rp_logout_json},
    {"web-rp/pages.json", file_web_rp_pages_json, sizeof file_web_rp_pages_json},
    {"web-rp/profile.json", file_web_rp_profile_json, sizeof file_web_rp_profile_json},
    {"web-rp/refresh.json", file_web_rp_refresh_json, sizeof file_web_rp_refresh_json},
    {"web-rp/tls.json", file_web_rp_tls_json, sizeof file_web_rp_tls_json},
    {"web-rp/userinfo.json", file_web_rp_userinfo_json, sizeof file_web_rp_userinfo_json},
};

const struct understudy_embedded_file *understudy_checks(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
