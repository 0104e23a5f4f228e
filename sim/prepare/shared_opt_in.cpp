#include "sim/prepare/shared_opt_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "sim/lang/compile.hpp"

namespace warplens::prepare {
namespace {

constexpr std::string_view kCall = "FuncSetAttribute";  // cuda..., cu...
constexpr std::string_view kAttribute = "MaxDynamicSharedMemorySize";

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// "reverse" of "ns::reverse<16, float>", and of a second program's "reverse#2".
std::string_view base_name(std::string_view name) {
  name = name.substr(0, std::min(name.find('<'), name.find('#')));
  const size_t scope = name.rfind(':');
  return scope == std::string_view::npos ? name : name.substr(scope + 1);
}

// The last name of what the call's first argument is: "reverse" of "(void*)&ns::reverse<16>, ...".
std::string_view first_argument(std::string_view text, size_t open) {
  std::string_view name;
  size_t depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' ? 1 : 0;
    depth -= c == ')' && depth > 0 ? 1 : 0;
    if (depth == 0 || (c == ',' && depth == 1) || c == '<') break;
    if (!is_letter(c) || (at > open && is_letter(text[at - 1]))) continue;
    size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    name = text.substr(at, end - at);
  }
  return name;
}

bool opts_in(const lang::Unit& unit, const std::string& kernel) {
  const std::string text = text_of_code(unit);
  for (size_t at = text.find(kCall); at != std::string::npos; at = text.find(kCall, at + 1)) {
    const size_t open = text.find('(', at);
    const size_t end = std::min(text.find(';', at), text.size());
    if (open == std::string::npos || open > end) continue;
    if (std::string_view(text).substr(at, end - at).find(kAttribute) == std::string_view::npos)
      continue;
    const std::string_view name = first_argument(text, open);
    const bool is_other = std::any_of(
        unit.kernels.begin(), unit.kernels.end(),
        [&](const auto& one) { return one.name != kernel && base_name(one.name) == name; });
    if (!is_other || name == base_name(kernel)) return true;
  }
  return false;
}

}  // namespace

OptIn shared_opt_in(const lang::Unit& unit, const std::string& kernel, uint64_t static_bytes,
                    uint64_t dynamic_bytes) {
  if (dynamic_bytes == 0 || static_bytes + dynamic_bytes <= kSharedWithoutOptIn)
    return OptIn::kNotNeeded;
  if (unit.launches.empty()) return OptIn::kUnknown;
  return opts_in(unit, kernel) ? OptIn::kGiven : OptIn::kLacking;
}

std::string opt_in_call(const std::string& kernel, uint64_t dynamic_bytes) {
  return fmt::format("cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
                     kernel, dynamic_bytes);
}

std::string text_of_code(const lang::Unit& unit) {
  std::string text;
  for (uint32_t part = 0; part < unit.file.part_count(); ++part) {
    std::string own = unit.file.text(part);
    for (const lang::ColoredRange& range : lang::classify(own)) {
      if (range.token_class != lang::TokenClass::kComment &&
          range.token_class != lang::TokenClass::kString) {
        continue;
      }
      std::fill(own.begin() + range.span.begin, own.begin() + range.span.end, ' ');
    }
    text += own + "\n";
  }
  return text;
}

}  // namespace warplens::prepare
