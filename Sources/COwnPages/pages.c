// The server's own pages as bytes of the binary. A new file in pages/ needs its two lines here; a test compares this list
// with the folder.
#include "COwnPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char console_html[] = {
#embed "../../pages/console.html"
};
static const unsigned char icon_svg[] = {
#embed "../../pages/icon.svg"
};
static const unsigned char landing_html[] = {
#embed "../../pages/landing.html"
};
static const unsigned char examiner_html[] = {
#embed "../../pages/examiner.html"
};
static const unsigned char examiner_examiner_css[] = {
#embed "../../pages/examiner/examiner.css"
};
static const unsigned char examiner_main_js[] = {
#embed "../../pages/examiner/main.js"
};
static const unsigned char own_css[] = {
#embed "../../pages/own.css"
};
static const unsigned char console_api_js[] = {
#embed "../../pages/console/api.js"
};
static const unsigned char console_clients_js[] = {
#embed "../../pages/console/clients.js"
};
static const unsigned char console_command_js[] = {
#embed "../../pages/console/command.js"
};
static const unsigned char console_console_css[] = {
#embed "../../pages/console/console.css"
};
static const unsigned char console_dom_js[] = {
#embed "../../pages/console/dom.js"
};
static const unsigned char console_entry_js[] = {
#embed "../../pages/console/entry.js"
};
static const unsigned char console_feed_js[] = {
#embed "../../pages/console/feed.js"
};
static const unsigned char console_filters_js[] = {
#embed "../../pages/console/filters.js"
};
static const unsigned char console_journal_js[] = {
#embed "../../pages/console/journal.js"
};
static const unsigned char console_main_js[] = {
#embed "../../pages/console/main.js"
};
static const unsigned char console_people_js[] = {
#embed "../../pages/console/people.js"
};
static const unsigned char console_quirks_js[] = {
#embed "../../pages/console/quirks.js"
};
static const unsigned char console_route_js[] = {
#embed "../../pages/console/route.js"
};
static const unsigned char console_row_js[] = {
#embed "../../pages/console/row.js"
};
static const unsigned char console_rules_js[] = {
#embed "../../pages/console/rules.js"
};
static const unsigned char console_sandboxes_js[] = {
#embed "../../pages/console/sandboxes.js"
};
static const unsigned char console_section_js[] = {
#embed "../../pages/console/section.js"
};
static const unsigned char console_shell_js[] = {
#embed "../../pages/console/shell.js"
};
static const unsigned char console_state_js[] = {
#embed "../../pages/console/state.js"
};
static const unsigned char console_text_js[] = {
#embed "../../pages/console/text.js"
};
static const unsigned char console_token_js[] = {
#embed "../../pages/console/token.js"
};
static const unsigned char console_tokens_js[] = {
#embed "../../pages/console/tokens.js"
};
static const unsigned char landing_bytes_js[] = {
#embed "../../pages/landing/bytes.js"
};
static const unsigned char landing_dom_js[] = {
#embed "../../pages/landing/dom.js"
};
static const unsigned char landing_exchange_js[] = {
#embed "../../pages/landing/exchange.js"
};
static const unsigned char landing_jwt_js[] = {
#embed "../../pages/landing/jwt.js"
};
static const unsigned char landing_landing_css[] = {
#embed "../../pages/landing/landing.css"
};
static const unsigned char landing_main_js[] = {
#embed "../../pages/landing/main.js"
};
static const unsigned char landing_returned_js[] = {
#embed "../../pages/landing/returned.js"
};
static const unsigned char landing_start_js[] = {
#embed "../../pages/landing/start.js"
};
static const unsigned char landing_words_js[] = {
#embed "../../pages/landing/words.js"
};

static const struct understudy_page_file all[] = {
    {"console.html", console_html, sizeof console_html},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"landing.html", landing_html, sizeof landing_html},
    {"examiner.html", examiner_html, sizeof examiner_html},
    {"examiner/examiner.css", examiner_examiner_css, sizeof examiner_examiner_css},
    {"examiner/main.js", examiner_main_js, sizeof examiner_main_js},
    {"own.css", own_css, sizeof own_css},
    {"console/api.js", console_api_js, sizeof console_api_js},
    {"console/clients.js", console_clients_js, sizeof console_clients_js},
    {"console/command.js", console_command_js, sizeof console_command_js},
    {"console/console.css", console_console_css, sizeof console_console_css},
    {"console/dom.js", console_dom_js, sizeof console_dom_js},
    {"console/entry.js", console_entry_js, sizeof console_entry_js},
    {"console/feed.js", console_feed_js, sizeof console_feed_js},
    {"console/filters.js", console_filters_js, sizeof console_filters_js},
    {"console/journal.js", console_journal_js, sizeof console_journal_js},
    {"console/main.js", console_main_js, sizeof console_main_js},
    {"console/people.js", console_people_js, sizeof console_people_js},
    {"console/quirks.js", console_quirks_js, sizeof console_quirks_js},
    {"console/route.js", console_route_js, sizeof console_route_js},
    {"console/row.js", console_row_js, sizeof console_row_js},
    {"console/rules.js", console_rules_js, sizeof console_rules_js},
    {"console/sandboxes.js", console_sandboxes_js, sizeof console_sandboxes_js},
    {"console/section.js", console_section_js, sizeof console_section_js},
    {"console/shell.js", console_shell_js, sizeof console_shell_js},
    {"console/state.js", console_state_js, sizeof console_state_js},
    {"console/text.js", console_text_js, sizeof console_text_js},
    {"console/token.js", console_token_js, sizeof console_token_js},
    {"console/tokens.js", console_tokens_js, sizeof console_tokens_js},
    {"landing/bytes.js", landing_bytes_js, sizeof landing_bytes_js},
    {"landing/dom.js", landing_dom_js, sizeof landing_dom_js},
    {"landing/exchange.js", landing_exchange_js, sizeof landing_exchange_js},
    {"landing/jwt.js", landing_jwt_js, sizeof landing_jwt_js},
    {"landing/landing.css", landing_landing_css, sizeof landing_landing_css},
    {"landing/main.js", landing_main_js, sizeof landing_main_js},
    {"landing/returned.js", landing_returned_js, sizeof landing_returned_js},
    {"landing/start.js", landing_start_js, sizeof landing_start_js},
    {"landing/words.js", landing_words_js, sizeof landing_words_js},
};

const struct understudy_page_file *understudy_page_files(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
