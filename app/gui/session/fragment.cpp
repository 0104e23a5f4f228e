#include "app/gui/session/fragment.hpp"

#include <fmt/format.h>

#include <array>

namespace warplens::gui {

namespace {

// Where the first line begins that is neither empty nor the preprocessor's.
size_t head_size(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t newline = text.find('\n', at);
    const size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
    const size_t first = text.find_first_not_of(" \t\r\n", at);
    if (first < end && text[first] != '#') break;
    at = end;
  }
  return at;
}

}  // namespace

std::optional<std::string> wrapped_fragment(std::string_view text) {
  constexpr std::array<std::string_view, 5> kOutside = {"__global__", "__device__", "__host__",
                                                        "template", "main("};
  for (const std::string_view word : kOutside) {
    if (text.find(word) != std::string_view::npos) return std::nullopt;
  }
  if (text.find(';') == std::string_view::npos) return std::nullopt;
  const size_t head = head_size(text);
  std::string body(text.substr(head));
  if (body.empty() || body.back() != '\n') body += '\n';
  return fmt::format("{}__global__ void pasted() {{\n{}}}\n", text.substr(0, head), body);
}

}  // namespace warplens::gui
