#include "app/cli/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "sim/base/visible.hpp"

namespace warplens::cli {
namespace {

// Nothing is loaded from anywhere, whatever a name or a reason holds.
constexpr std::string_view kPageHead =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; img-src data:\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    "body { font: 15px/1.4 sans-serif; margin: 2em; color: #222; background: #fff; }\n";

}  // namespace

std::string page_head(const std::string& title, std::string_view style) {
  return std::string(kPageHead) + std::string(style) +
         fmt::format("</style>\n<title>{0}</title>\n</head>\n<body>\n<h1>{0}</h1>\n",
                     markup(title));
}

std::string shown(std::string_view text, size_t longest) {
  constexpr std::string_view kCut = "\n[cut: it is too long]";
  // What is made visible only grows.
  std::string whole = base::visible(text.substr(0, longest + 1));
  if (text.size() <= longest && whole.size() <= longest) return whole;
  size_t end = std::min(whole.size(), longest - kCut.size());
  while (end > 0 && (static_cast<uint8_t>(whole[end]) & 0xC0) == 0x80) --end;
  return whole.substr(0, end) + std::string(kCut);
}

std::string markup(std::string_view text, size_t longest) {
  std::string out;
  for (const char c : shown(text, longest)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view part = bytes.substr(at, 3);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < part.size() ? static_cast<uint8_t>(part[i]) : 0u);
    for (size_t i = 0; i < 4; ++i)
      text += i <= part.size() ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::string data_url(std::string_view media_type, std::string_view bytes) {
  return fmt::format("data:{};base64,{}", media_type, base64(bytes));
}

}  // namespace warplens::cli
