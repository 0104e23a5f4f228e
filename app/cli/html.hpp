// Pages of HTML for people: one file each that needs no other, loads nothing and runs no script,
// whatever a name in it holds. Texts go through markup() (grade_formats.hpp).
#pragma once

#include <string>
#include <string_view>

namespace warplens::cli {

// Up to the body's first line, which is the title as a heading. `style`: rules of CSS behind those
// that all pages share.
std::string page_head(const std::string& title, std::string_view style);
inline constexpr std::string_view kPageEnd = "</body>\n</html>\n";

std::string base64(std::string_view bytes);
// A picture as an address that holds it.
std::string data_url(std::string_view media_type, std::string_view bytes);

}  // namespace warplens::cli
