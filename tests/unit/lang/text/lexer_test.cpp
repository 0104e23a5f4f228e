#include "sim/lang/text/lexer.hpp"

#include <doctest/doctest.h>

#include <string>

#include "sim/lang/compile.hpp"
#include "sim/lang/text/foreign.hpp"
#include "sim/lang/text/number.hpp"

using namespace warplens::lang;

namespace {

// Texts of the tokens between bars, line ends as NL.
std::string texts(std::string_view text) {
  std::string joined;
  for (const Token& token : lex(text)) {
    joined += token.kind == TokenKind::kNewline ? "NL" : std::string(token.text);
    joined += "|";
  }
  return joined;
}

TokenKind only_kind(std::string_view text) {
  const std::vector<Token> tokens = lex(text);
  REQUIRE(tokens.size() == 1);
  return tokens[0].kind;
}

}  // namespace

TEST_CASE("lexer: the longest punctuator wins") {
  CHECK(texts("a<<=b>>c->d++ + ++e...f##g::h") == "a|<<=|b|>>|c|->|d|++|+|++|e|...|f|##|g|::|h|");
  CHECK(texts("k<<<1,2>>>(x)") == "k|<<|<|1|,|2|>>|>|(|x|)|");
}

TEST_CASE("lexer: a hex literal keeps its span") {
  const std::vector<Token> tokens = lex("x = 0x1Fu;");
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[2].span == Span{4, 9});
  CHECK(tokens[2].kind == TokenKind::kNumber);
}

TEST_CASE("lexer: numbers include their exponents, suffixes and separators") {
  CHECK(texts("1e-3f+.5e+2-0x1p-3 1'000u 3.f 1.e5 0x1e+2") ==
        "1e-3f|+|.5e+2|-|0x1p-3|1'000u|3.f|1.e5|0x1e|+|2|");
}

TEST_CASE("lexer: comments, strings and line joins") {
  CHECK(texts("a // b \\\n c\nd /* e\n */ f") == "a|// b \\\n c|NL|d|/* e\n */|f|");
  CHECK(texts("\"a\\\"b\" 'c' R\"x(a)\")x\"") == "\"a\\\"b\"|'c'|R\"x(a)\")x\"|");
  CHECK(texts("a\\\n+b") == "a|+|b|");
  CHECK(texts("a\r\nb\rc\n") == "a|NL|b|NL|c|NL|");
}

TEST_CASE("lexer: unclosed and foreign tokens have their own kinds") {
  CHECK(only_kind("\"abc") == TokenKind::kUnclosed);
  CHECK(only_kind("/* abc") == TokenKind::kUnclosed);
  CHECK(only_kind("行x") == TokenKind::kForeign);
  CHECK(only_kind("；") == TokenKind::kForeign);
  CHECK(only_kind("\xff") == TokenKind::kForeign);
  CHECK(advise(lex("；")[0]).replacement == ";");
  CHECK(advise(lex("x行")[0]).is_identifier);
}

TEST_CASE("lexer: UTF-8 is decoded strictly") {
  CHECK(decode_utf8("中", 0).value == 0x4E2D);
  CHECK(decode_utf8("\xC0\x80", 0).length == 0);      // overlong
  CHECK(decode_utf8("\xED\xA0\x80", 0).length == 0);  // a surrogate
  CHECK(decode_utf8("\xE4\xB8", 0).length == 0);      // cut off
}

TEST_CASE("number: the type is the first that holds the value") {
  using warplens::base::Scalar;
  CHECK(parse_number("2147483647")->scalar == Scalar::kInt);
  CHECK(parse_number("2147483648")->scalar == Scalar::kLong);
  CHECK(parse_number("0x80000000")->scalar == Scalar::kUInt);
  CHECK(parse_number("0xffffffffffffffff")->scalar == Scalar::kULong);
  CHECK(parse_number("1ull")->scalar == Scalar::kULongLong);
  CHECK(parse_number("0b101")->bits == 5);
  CHECK(parse_number("017")->bits == 15);
  CHECK(parse_number("1'000")->bits == 1000);
  CHECK(parse_number("1.5f")->scalar == Scalar::kFloat);
  CHECK(parse_number("0.1f")->real == static_cast<double>(0.1f));
  CHECK(parse_number("0.1")->scalar == Scalar::kDouble);
  CHECK(parse_number("0x1p4")->real == 16);
  for (const auto* wrong :
       {"1f", "09", "0x", "1e", "1.2.3", "12ab", "1lul", "99999999999999999999"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_number(wrong).ok());
  }
}

TEST_CASE("number: character constants") {
  CHECK(parse_character("'a'")->bits == 97);
  CHECK(parse_character("'\\n'")->bits == 10);
  CHECK(parse_character("'\\0'")->bits == 0);
  CHECK(parse_character("'\\x41'")->bits == 65);
  CHECK(parse_character("'\\377'")->bits == ~uint64_t{0});
  CHECK_FALSE(parse_character("''").ok());
  CHECK_FALSE(parse_character("'ab'").ok());
  CHECK_FALSE(parse_character("L'a'").ok());
}

TEST_CASE("classify: every token has its class, in text that does not compile, too") {
  const std::string text =
      "#define N 3 // three\n__global__ void k(float* a) { a[threadIdx.x] = sqrtf(\"x\n";
  std::string classes;
  uint32_t last = 0;
  for (const ColoredRange& range : classify(text)) {
    CHECK(range.span.begin >= last);
    last = range.span.end;
    classes += ".ktbnscp"[static_cast<size_t>(range.token_class)];
  }
  CHECK(classes == "pp.nckt..t......b....b.s");
}

TEST_CASE("lexer: words for operators become those operators, and keep their span") {
  const auto tokens = lex("a and not b xor_eq android");
  REQUIRE(tokens.size() == 6);
  CHECK(tokens[1].is("&&"));
  CHECK(tokens[1].span == Span{2, 5});
  CHECK(tokens[2].is("!"));
  CHECK(tokens[4].is("^="));
  CHECK(tokens[5].is_identifier());
}
