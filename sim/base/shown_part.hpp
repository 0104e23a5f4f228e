// What is shown of a line that is too long for a report.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/base/source.hpp"

namespace warplens::base {

// Whether the byte is not the first of its UTF-8 character.
constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

// [bytes] of `line`: all of it, or, of more than 160 characters, so many around the byte `caret`.
Span shown_part(std::string_view line, uint32_t caret);

}  // namespace warplens::base
