#include "sim/lang/text/foreign.hpp"

#include <array>
#include <cstdio>

#include "sim/lang/text/lexer.hpp"

namespace warplens::lang {
namespace {

struct Lookalike {
  uint32_t code_point;
  std::string_view ascii;  // one punctuator, or a quote, or a blank
  std::string_view name;
};

constexpr std::array<Lookalike, 50> kLookalikes{{
    {0xFF1B, ";", "full-width semicolon"},
    {0xFF0C, ",", "full-width comma"},
    {0x3001, ",", "ideographic comma"},
    {0xFF08, "(", "full-width parenthesis"},
    {0xFF09, ")", "full-width parenthesis"},
    {0xFF3B, "[", "full-width bracket"},
    {0xFF3D, "]", "full-width bracket"},
    {0x3010, "[", "lenticular bracket"},
    {0x3011, "]", "lenticular bracket"},
    {0xFF5B, "{", "full-width brace"},
    {0xFF5D, "}", "full-width brace"},
    {0xFF0B, "+", "full-width plus sign"},
    {0xFF0D, "-", "full-width hyphen"},
    {0xFF0A, "*", "full-width asterisk"},
    {0xFF0F, "/", "full-width slash"},
    {0xFF05, "%", "full-width percent sign"},
    {0xFF1D, "=", "full-width equals sign"},
    {0xFF1C, "<", "full-width less-than sign"},
    {0xFF1E, ">", "full-width greater-than sign"},
    {0xFF06, "&", "full-width ampersand"},
    {0xFF5C, "|", "full-width vertical bar"},
    {0xFF3E, "^", "full-width caret"},
    {0xFF5E, "~", "full-width tilde"},
    {0xFF01, "!", "full-width exclamation mark"},
    {0xFF1A, ":", "full-width colon"},
    {0xFF1F, "?", "full-width question mark"},
    {0xFF0E, ".", "full-width full stop"},
    {0x3002, ".", "ideographic full stop"},
    {0xFF03, "#", "full-width number sign"},
    {0x2212, "-", "minus sign"},
    {0x2010, "-", "hyphen"},
    {0x2011, "-", "hyphen"},
    {0x2013, "-", "en dash"},
    {0x2014, "-", "em dash"},
    {0x00D7, "*", "multiplication sign"},
    {0x00B7, "*", "middle dot"},
    {0x00F7, "/", "division sign"},
    {0x2264, "<=", "less-than-or-equal sign"},
    {0x2265, ">=", "greater-than-or-equal sign"},
    {0x2260, "!=", "not-equal sign"},
    {0x201C, "\"", "curly quotation mark"},
    {0x201D, "\"", "curly quotation mark"},
    {0x2018, "'", "curly quotation mark"},
    {0x2019, "'", "curly quotation mark"},
    {0xFF02, "\"", "full-width quotation mark"},
    {0x3000, " ", "ideographic space"},
    {0x00A0, " ", "non-breaking space"},
    {0x200B, " ", "zero-width space"},
    {0xFEFF, " ", "byte-order mark"},
    {0x2003, " ", "em space"},
}};

std::string hexadecimal(uint32_t value, const char* format) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), format, value);
  return digits.data();
}

ForeignAdvice advise_identifier(const Token& token) {
  for (size_t i = 0; i < token.text.size();) {
    const CodePoint point = decode_utf8(token.text, i);
    if (point.value >= 0x80) {
      return {"'" + std::string(token.text.substr(i, point.length)) + "' cannot stand in a name",
              "names are made of English letters, digits and _; other letters belong into comments",
              "", true};
    }
    i += point.length;
  }
  return {"'" + std::string(token.text) + "' is no name", "", "", true};
}

}  // namespace

ForeignAdvice advise(const Token& foreign) {
  const CodePoint point = decode_utf8(foreign.text, 0);
  if (foreign.text.size() > point.length && point.length > 0) return advise_identifier(foreign);
  if (point.length == 0) {
    const auto byte = static_cast<uint32_t>(static_cast<unsigned char>(foreign.text[0]));
    return {
        "the byte " + hexadecimal(byte, "0x%02X") + " is not UTF-8 text",
        "save the file as UTF-8 (outside comments, plain English letters are all that is needed)",
        ""};
  }
  for (const Lookalike& known : kLookalikes) {
    if (known.code_point != point.value) continue;
    const std::string name =
        std::string(known.name) + " (" + hexadecimal(point.value, "U+%04X") + ")";
    if (known.ascii == " ") return {name + " in the program", "write an ordinary space", ""};
    const std::string_view replacement =
        known.ascii == "\"" || known.ascii == "'" ? "" : known.ascii;
    return {name + " '" + std::string(foreign.text) + "'",
            "write '" + std::string(known.ascii) + "'", replacement};
  }
  if (point.value < 0x20 || point.value == 0x7F) {
    return {"a control character (" + hexadecimal(point.value, "U+%04X") + ") in the program",
            "remove it", ""};
  }
  if (foreign.text == "\\") return {"a backslash that ends no line", "remove it", ""};
  if (foreign.text == "@" || foreign.text == "`") {
    return {"'" + std::string(foreign.text) + "' is no character of C++", "remove it", ""};
  }
  const bool is_letter = point.value >= 0xC0 && !(point.value >= 0x2000 && point.value <= 0x2BFF);
  if (is_letter && point.value < 0xFF00) return advise_identifier(foreign);
  return {"'" + std::string(foreign.text) + "' (" + hexadecimal(point.value, "U+%04X") +
              ") is no character of C++",
          "remove it", ""};
}

}  // namespace warplens::lang
