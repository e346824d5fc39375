// Written by scripts/embed-files.
#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_console_html[] = {
#embed "../../Sources/Server/Pages/web/console.html"
};
static const unsigned char file_console_api_js[] = {
#embed "../../Sources/Server/Pages/web/console/api.js"
};
static const unsigned char file_console_clients_js[] = {
#embed "../../Sources/Server/Pages/web/console/clients.js"
};
static const unsigned char file_console_command_js[] = {
#embed "../../Sources/Server/Pages/web/console/command.js"
};
static const unsigned char file_console_console_css[] = {
#embed "../../Sources/Server/Pages/web/console/console.css"
};
static const unsigned char file_console_devices_js[] = {
#embed "../../Sources/Server/Pages/web/console/devices.js"
};
static const unsigned char file_console_dom_js[] = {
#embed "../../Sources/Server/Pages/web/console/dom.js"
};
static const unsigned char file_console_entry_js[] = {
#embed "../../Sources/Server/Pages/web/console/entry.js"
};
static const unsigned char file_console_feed_js[] = {
#embed "../../Sources/Server/Pages/web/console/feed.js"
};
static const unsigned char file_console_filters_js[] = {
#embed "../../Sources/Server/Pages/web/console/filters.js"
};
static const unsigned char file_console_journal_js[] = {
#embed "../../Sources/Server/Pages/web/console/journal.js"
};
static const unsigned char file_console_keys_js[] = {
#embed "../../Sources/Server/Pages/web/console/keys.js"
};
static const unsigned char file_console_main_js[] = {
#embed "../../Sources/Server/Pages/web/console/main.js"
};
static const unsigned char file_console_people_js[] = {
#embed "../../Sources/Server/Pages/web/console/people.js"
};
static const unsigned char file_console_quirks_js[] = {
#embed "../../Sources/Server/Pages/web/console/quirks.js"
};
static const unsigned char file_console_route_js[] = {
#embed "../../Sources/Server/Pages/web/console/route.js"
};
static const unsigned char file_console_row_js[] = {
#embed "../../Sources/Server/Pages/web/console/row.js"
};
static const unsigned char file_console_rules_js[] = {
#embed "../../Sources/Server/Pages/web/console/rules.js"
};
static const unsigned char file_console_sandboxes_js[] = {
#embed "../../Sources/Server/Pages/web/console/sandboxes.js"
};
static const unsigned char file_console_section_js[] = {
#embed "../../Sources/Server/Pages/web/console/section.js"
};
static const unsigned char file_console_sessions_js[] = {
#embed "../../Sources/Server/Pages/web/console/sessions.js"
};
static const unsigned char file_console_shell_js[] = {
#embed "../../Sources/Server/Pages/web/console/shell.js"
};
static const unsigned char file_console_state_js[] = {
#embed "../../Sources/Server/Pages/web/console/state.js"
};
static const unsigned char file_console_text_js[] = {
#embed "../../Sources/Server/Pages/web/console/text.js"
};
static const unsigned char file_console_token_js[] = {
#embed "../../Sources/Server/Pages/web/console/token.js"
};
static const unsigned char file_console_tokens_js[] = {
#embed "../../Sources/Server/Pages/web/console/tokens.js"
};
static const unsigned char file_examiner_html[] = {
#embed "../../Sources/Server/Pages/web/examiner.html"
};
static const unsigned char file_examiner_examiner_css[] = {
#embed "../../Sources/Server/Pages/web/examiner/examiner.css"
};
static const unsigned char file_examiner_main_js[] = {
#embed "../../Sources/Server/Pages/web/examiner/main.js"
};
static const unsigned char file_icon_svg[] = {
#embed "../../Sources/Server/Pages/web/icon.svg"
};
static const unsigned char file_landing_html[] = {
#embed "../../Sources/Server/Pages/web/landing.html"
};
static const unsigned char file_landing_bytes_js[] = {
#embed "../../Sources/Server/Pages/web/landing/bytes.js"
};
static const unsigned char file_landing_dom_js[] = {
#embed "../../Sources/Server/Pages/web/landing/dom.js"
};
static const unsigned char file_landing_exchange_js[] = {
#embed "../../Sources/Server/Pages/web/landing/exchange.js"
};
static const unsigned char file_landing_jwt_js[] = {
#embed "../../Sources/Server/Pages/web/landing/jwt.js"
};
static const unsigned char file_landing_landing_css[] = {
#embed "../../Sources/Server/Pages/web/landing/landing.css"
};
static const unsigned char file_landing_main_js[] = {
#embed "../../Sources/Server/Pages/web/landing/main.js"
};
static const unsigned char file_landing_returned_js[] = {
#embed "../../Sources/Server/Pages/web/landing/returned.js"
};
static const unsigned char file_landing_start_js[] = {
#embed "../../Sources/Server/Pages/web/landing/start.js"
};
static const unsigned char file_landing_words_js[] = {
#embed "../../Sources/Server/Pages/web/landing/words.js"
};
static const unsigned char file_own_css[] = {
#embed "../../Sources/Server/Pages/web/own.css"
};
static const unsigned char file_report_html[] = {
#embed "../../Sources/Server/Pages/web/report.html"
};
static const unsigned char file_report_main_js[] = {
#embed "../../Sources/Server/Pages/web/report/main.js"
};
static const unsigned char file_report_report_css[] = {
#embed "../../Sources/Server/Pages/web/report/report.css"
};

static const struct understudy_embedded_file all[] = {
    {"console.html", file_console_html, sizeof file_console_html},
    {"console/api.js", file_console_api_js, sizeof file_console_api_js},
    {"console/clients.js", file_console_clients_js, sizeof file_console_clients_js},
    {"console/command.js", file_console_command_js, sizeof file_console_command_js},
    {"console/console.css", file_console_console_css, sizeof file_console_console_css},
    {"console/devices.js", file_console_devices_js, sizeof file_console_devices_js},
    {"console/dom.js", file_console_dom_js, sizeof file_console_dom_js},
    {"console/entry.js", file_console_entry_js, sizeof file_console_entry_js},
    {"console/feed.js", file_console_feed_js, sizeof file_console_feed_js},
    {"console/filters.js", file_console_filters_js, sizeof file_console_filters_js},
    {"console/journal.js", file_console_journal_js, sizeof file_console_journal_js},
    {"console/keys.js", file_console_keys_js, sizeof file_console_keys_js},
    {"console/main.js", file_console_main_js, sizeof file_console_main_js},
    {"console/people.js", file_console_people_js, sizeof file_console_people_js},
    {"console/quirks.js", file_console_quirks_js, sizeof file_console_quirks_js},
    {"console/route.js", file_console_route_js, sizeof file_console_route_js},
    {"console/row.js", file_console_row_js, sizeof file_console_row_js},
    {"console/rules.js", file_console_rules_js, sizeof file_console_rules_js},
    {"console/sandboxes.js", file_console_sandboxes_js, sizeof file_console_sandboxes_js},
    {"console/section.js", file_console_section_js, sizeof file_console_section_js},
    {"console/sessions.js", file_console_sessions_js, sizeof file_console_sessions_js},
    {"console/shell.js", file_console_shell_js, sizeof file_console_shell_js},
    {"console/state.js", file_console_state_js, sizeof file_console_state_js},
    {"console/text.js", file_console_text_js, sizeof file_console_text_js},
    {"console/token.js", file_console_token_js, sizeof file_console_token_js},
    {"console/tokens.js", file_console_tokens_js, sizeof file_console_tokens_js},
    {"examiner.html", file_examiner_html, sizeof file_examiner_html},
    {"examiner/examiner.css", file_examiner_examiner_css, sizeof file_examiner_examiner_css},
    {"examiner/main.js", file_examiner_main_js, sizeof file_examiner_main_js},
    {"icon.svg", file_icon_svg, sizeof file_icon_svg},
    {"landing.html", file_landing_html, sizeof file_landing_html},
    {"landing/bytes.js", file_landing_bytes_js, sizeof file_landing_bytes_js},
    {"landing/dom.js", file_landing_dom_js, sizeof file_landing_dom_js},
    {"landing/exchange.js", file_landing_exchange_js, sizeof file_landing_exchange_js},
    {"landing/jwt.js", file_landing_jwt_js, sizeof file_landing_jwt_js},
    {"landing/landing.css", file_landing_landing_css, sizeof file_landing_landing_css},
    {"landing/main.js", file_landing_main_js, sizeof file_landing_main_js},
    {"landing/returned.js", file_landing_returned_js, sizeof file_landing_returned_js},
    {"landing/start.js", file_landing_start_js, sizeof file_landing_start_js},
    {"landing/words.js", file_landing_words_js, sizeof file_landing_words_js},
    {"own.css", file_own_css, sizeof file_own_css},
    {"report.html", file_report_html, sizeof file_report_html},
    {"report/main.js", file_report_main_js, sizeof file_report_main_js},
    {"report/report.css", file_report_report_css, sizeof file_report_report_css},
};

const struct understudy_embedded_file *understudy_pages(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
