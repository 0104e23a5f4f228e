#include "sim/lang/text/foreign.hpp"

#include <array>
#include <cstdio>

#include "sim/base/say.hpp"
#include "sim/lang/text/lexer.hpp"

namespace warplens::lang {
namespace {

struct Lookalike {
  uint32_t code_point;
  std::string_view ascii;  // one punctuator, or a quote, or a blank
  Sentence name;
};

constexpr std::array<Lookalike, 50> kLookalikes{{
    {0xFF1B, ";", sentence("full-width semicolon")},
    {0xFF0C, ",", sentence("full-width comma")},
    {0x3001, ",", sentence("ideographic comma")},
    {0xFF08, "(", sentence("full-width parenthesis")},
    {0xFF09, ")", sentence("full-width parenthesis")},
    {0xFF3B, "[", sentence("full-width bracket")},
    {0xFF3D, "]", sentence("full-width bracket")},
    {0x3010, "[", sentence("lenticular bracket")},
    {0x3011, "]", sentence("lenticular bracket")},
    {0xFF5B, "{", sentence("full-width brace")},
    {0xFF5D, "}", sentence("full-width brace")},
    {0xFF0B, "+", sentence("full-width plus sign")},
    {0xFF0D, "-", sentence("full-width hyphen")},
    {0xFF0A, "*", sentence("full-width asterisk")},
    {0xFF0F, "/", sentence("full-width slash")},
    {0xFF05, "%", sentence("full-width percent sign")},
    {0xFF1D, "=", sentence("full-width equals sign")},
    {0xFF1C, "<", sentence("full-width less-than sign")},
    {0xFF1E, ">", sentence("full-width greater-than sign")},
    {0xFF06, "&", sentence("full-width ampersand")},
    {0xFF5C, "|", sentence("full-width vertical bar")},
    {0xFF3E, "^", sentence("full-width caret")},
    {0xFF5E, "~", sentence("full-width tilde")},
    {0xFF01, "!", sentence("full-width exclamation mark")},
    {0xFF1A, ":", sentence("full-width colon")},
    {0xFF1F, "?", sentence("full-width question mark")},
    {0xFF0E, ".", sentence("full-width full stop")},
    {0x3002, ".", sentence("ideographic full stop")},
    {0xFF03, "#", sentence("full-width number sign")},
    {0x2212, "-", sentence("minus sign")},
    {0x2010, "-", sentence("hyphen")},
    {0x2011, "-", sentence("hyphen")},
    {0x2013, "-", sentence("en dash")},
    {0x2014, "-", sentence("em dash")},
    {0x00D7, "*", sentence("multiplication sign")},
    {0x00B7, "*", sentence("middle dot")},
    {0x00F7, "/", sentence("division sign")},
    {0x2264, "<=", sentence("less-than-or-equal sign")},
    {0x2265, ">=", sentence("greater-than-or-equal sign")},
    {0x2260, "!=", sentence("not-equal sign")},
    {0x201C, "\"", sentence("curly quotation mark")},
    {0x201D, "\"", sentence("curly quotation mark")},
    {0x2018, "'", sentence("curly quotation mark")},
    {0x2019, "'", sentence("curly quotation mark")},
    {0xFF02, "\"", sentence("full-width quotation mark")},
    {0x3000, " ", sentence("ideographic space")},
    {0x00A0, " ", sentence("non-breaking space")},
    {0x200B, " ", sentence("zero-width space")},
    {0xFEFF, " ", sentence("byte-order mark")},
    {0x2003, " ", sentence("em space")},
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
      return {say("'{character}' cannot be part of a name",
                  "character"_a = token.text.substr(i, point.length)),
              say("names are made of English letters, digits and _; other letters belong in "
                  "comments"),
              "", true};
    }
    i += point.length;
  }
  return {say("'{text}' is not a name", "text"_a = token.text), "", "", true};
}

}  // namespace

ForeignAdvice advise(const Token& foreign) {
  const CodePoint point = decode_utf8(foreign.text, 0);
  if (foreign.text.size() > point.length && point.length > 0) return advise_identifier(foreign);
  if (point.length == 0) {
    const auto byte = static_cast<uint32_t>(static_cast<unsigned char>(foreign.text[0]));
    return {say("the byte {byte} is not UTF-8 text", "byte"_a = hexadecimal(byte, "0x%02X")),
            say("save the file as UTF-8 (outside comments, plain English letters are all that is "
                "needed)"),
            ""};
  }
  const std::string code = hexadecimal(point.value, "U+%04X");
  for (const Lookalike& known : kLookalikes) {
    if (known.code_point != point.value) continue;
    const std::string name = say(known.name);
    if (known.ascii == " ") {
      return {say("{name} ({code}) in the program", "name"_a = name, "code"_a = code),
              say("write an ordinary space"), ""};
    }
    const std::string_view replacement =
        known.ascii == "\"" || known.ascii == "'" ? "" : known.ascii;
    return {say("{name} ({code}) '{character}'", "name"_a = name, "code"_a = code,
                "character"_a = foreign.text),
            say("write '{character}'", "character"_a = known.ascii), replacement};
  }
  if (point.value < 0x20 || point.value == 0x7F) {
    return {say("a control character ({code}) in the program", "code"_a = code), say("remove it"),
            ""};
  }
  if (foreign.text == "\\") return {say("a backslash that ends no line"), say("remove it"), ""};
  if (foreign.text == "@" || foreign.text == "`") {
    return {say("'{character}' is not a character of C++", "character"_a = foreign.text),
            say("remove it"), ""};
  }
  const bool is_letter = point.value >= 0xC0 && !(point.value >= 0x2000 && point.value <= 0x2BFF);
  if (is_letter && point.value < 0xFF00) return advise_identifier(foreign);
  return {say("'{character}' ({code}) is not a character of C++", "character"_a = foreign.text,
              "code"_a = code),
          say("remove it"), ""};
}

}  // namespace warplens::lang
