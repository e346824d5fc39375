// Written by scripts/embed-files.
#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_casts_default_json[] = {
#embed "../../fixtures/casts/default.json"
};
static const unsigned char file_index_json[] = {
#embed "../../fixtures/index.json"
};
static const unsigned char file_providers_amazon_json[] = {
#embed "../../fixtures/providers/amazon.json"
};
static const unsigned char file_providers_apple_json[] = {
#embed "../../fixtures/providers/apple.json"
};
static const unsigned char file_providers_atlassian_json[] = {
#embed "../../fixtures/providers/atlassian.json"
};
static const unsigned char file_providers_auth0_json[] = {
#embed "../../fixtures/providers/auth0.json"
};
static const unsigned char file_providers_azure_ad_b2c_json[] = {
#embed "../../fixtures/providers/azure-ad-b2c.json"
};
static const unsigned char file_providers_bluesky_json[] = {
#embed "../../fixtures/providers/bluesky.json"
};
static const unsigned char file_providers_cognito_json[] = {
#embed "../../fixtures/providers/cognito.json"
};
static const unsigned char file_providers_discord_json[] = {
#embed "../../fixtures/providers/discord.json"
};
static const unsigned char file_providers_dropbox_json[] = {
#embed "../../fixtures/providers/dropbox.json"
};
static const unsigned char file_providers_entra_json[] = {
#embed "../../fixtures/providers/entra.json"
};
static const unsigned char file_providers_facebook_json[] = {
#embed "../../fixtures/providers/facebook.json"
};
static const unsigned char file_providers_github_actions_json[] = {
#embed "../../fixtures/providers/github-actions.json"
};
static const unsigned char file_providers_github_json[] = {
#embed "../../fixtures/providers/github.json"
};
static const unsigned char file_providers_gitlab_json[] = {
#embed "../../fixtures/providers/gitlab.json"
};
static const unsigned char file_providers_google_json[] = {
#embed "../../fixtures/providers/google.json"
};
static const unsigned char file_providers_hubspot_json[] = {
#embed "../../fixtures/providers/hubspot.json"
};
static const unsigned char file_providers_instagram_json[] = {
#embed "../../fixtures/providers/instagram.json"
};
static const unsigned char file_providers_intuit_json[] = {
#embed "../../fixtures/providers/intuit.json"
};
static const unsigned char file_providers_kakao_json[] = {
#embed "../../fixtures/providers/kakao.json"
};
static const unsigned char file_providers_keycloak_json[] = {
#embed "../../fixtures/providers/keycloak.json"
};
static const unsigned char file_providers_kubernetes_json[] = {
#embed "../../fixtures/providers/kubernetes.json"
};
static const unsigned char file_providers_line_json[] = {
#embed "../../fixtures/providers/line.json"
};
static const unsigned char file_providers_linear_json[] = {
#embed "../../fixtures/providers/linear.json"
};
static const unsigned char file_providers_linkedin_json[] = {
#embed "../../fixtures/providers/linkedin.json"
};
static const unsigned char file_providers_naver_json[] = {
#embed "../../fixtures/providers/naver.json"
};
static const unsigned char file_providers_oclc_json[] = {
#embed "../../fixtures/providers/oclc.json"
};
static const unsigned char file_providers_okta_json[] = {
#embed "../../fixtures/providers/okta.json"
};
static const unsigned char file_providers_paypal_json[] = {
#embed "../../fixtures/providers/paypal.json"
};
static const unsigned char file_providers_salesforce_json[] = {
#embed "../../fixtures/providers/salesforce.json"
};
static const unsigned char file_providers_shopify_json[] = {
#embed "../../fixtures/providers/shopify.json"
};
static const unsigned char file_providers_slack_json[] = {
#embed "../../fixtures/providers/slack.json"
};
static const unsigned char file_providers_spotify_json[] = {
#embed "../../fixtures/providers/spotify.json"
};
static const unsigned char file_providers_standard_json[] = {
#embed "../../fixtures/providers/standard.json"
};
static const unsigned char file_providers_vk_id_json[] = {
#embed "../../fixtures/providers/vk-id.json"
};
static const unsigned char file_providers_vk_json[] = {
#embed "../../fixtures/providers/vk.json"
};
static const unsigned char file_providers_wechat_json[] = {
#embed "../../fixtures/providers/wechat.json"
};
static const unsigned char file_providers_workos_json[] = {
#embed "../../fixtures/providers/workos.json"
};
static const unsigned char file_providers_x_json[] = {
#embed "../../fixtures/providers/x.json"
};
static const unsigned char file_providers_yandex_json[] = {
#embed "../../fixtures/providers/yandex.json"
};
static const unsigned char file_providers_zoom_json[] = {
#embed "../../fixtures/providers/zoom.json"
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
    {"providers/amazon.json", file_providers_amazon_json, sizeof file_providers_amazon_json},
    {"providers/apple.json", file_providers_apple_json, sizeof file_providers_apple_json},
    {"providers/atlassian.json", file_providers_atlassian_json, sizeof file_providers_atlassian_json},
    {"providers/auth0.json", file_providers_auth0_json, sizeof file_providers_auth0_json},
    {"providers/azure-ad-b2c.json", file_providers_azure_ad_b2c_json, sizeof file_providers_azure_ad_b2c_json},
    {"providers/bluesky.json", file_providers_bluesky_json, sizeof file_providers_bluesky_json},
    {"providers/cognito.json", file_providers_cognito_json, sizeof file_providers_cognito_json},
    {"providers/discord.json", file_providers_discord_json, sizeof file_providers_discord_json},
    {"providers/dropbox.json", file_providers_dropbox_json, sizeof file_providers_dropbox_json},
    {"providers/entra.json", file_providers_entra_json, sizeof file_providers_entra_json},
    {"providers/facebook.json", file_providers_facebook_json, sizeof file_providers_facebook_json},
    {"providers/github-actions.json", file_providers_github_actions_json, sizeof file_providers_github_actions_json},
    {"providers/github.json", file_providers_github_json, sizeof file_providers_github_json},
    {"providers/gitlab.json", file_providers_gitlab_json, sizeof file_providers_gitlab_json},
    {"providers/google.json", file_providers_google_json, sizeof file_providers_google_json},
    {"providers/hubspot.json", file_providers_hubspot_json, sizeof file_providers_hubspot_json},
    {"providers/instagram.json", file_providers_instagram_json, sizeof file_providers_instagram_json},
    {"providers/intuit.json", file_providers_intuit_json, sizeof file_providers_intuit_json},
    {"providers/kakao.json", file_providers_kakao_json, sizeof file_providers_kakao_json},
    {"providers/keycloak.json", file_providers_keycloak_json, sizeof file_providers_keycloak_json},
    {"providers/kubernetes.json", file_providers_kubernetes_json, sizeof file_providers_kubernetes_json},
    {"providers/line.json", file_providers_line_json, sizeof file_providers_line_json},
    {"providers/linear.json", file_providers_linear_json, sizeof file_providers_linear_json},
    {"providers/linkedin.json", file_providers_linkedin_json, sizeof file_providers_linkedin_json},
    {"providers/naver.json", file_providers_naver_json, sizeof file_providers_naver_json},
    {"providers/oclc.json", file_providers_oclc_json, sizeof file_providers_oclc_json},
    {"providers/okta.json", file_providers_okta_json, sizeof file_providers_okta_json},
    {"providers/paypal.json", file_providers_paypal_json, sizeof file_providers_paypal_json},
    {"providers/salesforce.json", file_providers_salesforce_json, sizeof file_providers_salesforce_json},
    {"providers/shopify.json", file_providers_shopify_json, sizeof file_providers_shopify_json},
    {"providers/slack.json", file_providers_slack_json, sizeof file_providers_slack_json},
    {"providers/spotify.json", file_providers_spotify_json, sizeof file_providers_spotify_json},
    {"providers/standard.json", file_providers_standard_json, sizeof file_providers_standard_json},
    {"providers/vk-id.json", file_providers_vk_id_json, sizeof file_providers_vk_id_json},
    {"providers/vk.json", file_providers_vk_json, sizeof file_providers_vk_json},
    {"providers/wechat.json", file_providers_wechat_json, sizeof file_providers_wechat_json},
    {"providers/workos.json", file_providers_workos_json, sizeof file_providers_workos_json},
    {"providers/x.json", file_providers_x_json, sizeof file_providers_x_json},
    {"providers/yandex.json", file_providers_yandex_json, sizeof file_providers_yandex_json},
    {"providers/zoom.json", file_providers_zoom_json, sizeof file_providers_zoom_json},
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
