// Pages of HTML for people: one file each that needs no other, loads nothing and runs no script,
// whatever a name in it holds. Texts go through markup().
#pragma once

#include <string>
#include <string_view>

namespace warplens::cli {

// Up to the body's first line, which is the title as a heading. `style`: rules of CSS behind those
// that all pages share.
std::string page_head(const std::string& title, std::string_view style);
inline constexpr std::string_view kPageEnd = "</body>\n</html>\n";

// A text of strangers as it is shown: visible (sim/base/visible.hpp), of at most so many bytes, of
// which the last ones say that it was cut. Names in a text can be as long as the text.
inline constexpr size_t kLongestShown = 8'000;  // [bytes]
std::string shown(std::string_view text, size_t longest = kLongestShown);
// The same for XML and HTML, between tags and in attributes.
std::string markup(std::string_view text, size_t longest = kLongestShown);
// Bytes as RFC 4648 has them, without line ends.
std::string base64(std::string_view bytes);
// A picture as an address that holds it.
std::string data_url(std::string_view media_type, std::string_view bytes);

}  // namespace warplens::cli
