// The root text's macros and constants: their values, where they hold, where names are used.
#include "sim/edit/definitions.hpp"

#include <doctest/doctest.h>

#include "sim/lang/text/lexer.hpp"

using namespace warplens;

namespace {

std::optional<uint64_t> value_of(const base::SourceFile& file, const std::string& name) {
  const edit::Definitions names(file);
  const auto place = static_cast<uint32_t>(file.text().rfind(name));
  std::vector<lang::Token> tokens = lang::lex(name);
  for (lang::Token& token : tokens) {
    token.span.begin += place;
    token.span.end += place;
  }
  return names.value(tokens);
}

std::optional<uint64_t> value_of(const std::string& text, const std::string& name) {
  return value_of(base::SourceFile("k.cu", text), name);
}

}  // namespace

TEST_CASE("definitions: numbers of macros and constants") {
  CHECK(value_of("#define A 40\nA", "A") == 40);
  CHECK(value_of("#define A (8 * 5 + 2)\nA", "A") == 42);
  CHECK(value_of("#define B 3\n#define A 2 + B * 4 - 1\nA", "A") == 13);
  CHECK(value_of("const int a = 1 << 5, b = a / 2;\nb", "b") == 16);
  CHECK(value_of("static constexpr unsigned kWide = 0x20u;\nkWide", "kWide") == 32);
  CHECK(value_of("enum { kOne = 1, kWide = 48 };\nkWide", "kWide") == 48);
  CHECK(value_of("enum class E : int { kWide = 48 };\nkWide", "kWide") == 48);
  CHECK(value_of("const int a = 2;\n(a + 1) * 3", "(a + 1) * 3") == 9);
}

TEST_CASE("definitions: what is no number, or several") {
  CHECK_FALSE(value_of("int a = 5;\na", "a"));
  CHECK_FALSE(value_of("const float a = 0.5f;\na", "a"));
  CHECK_FALSE(value_of("#define A threadIdx.x\nA", "A"));
  CHECK_FALSE(value_of("#if X\n#define A 1\n#else\n#define A 2\n#endif\nA", "A"));
  CHECK_FALSE(value_of("#define A 1\n#undef A\nA", "A"));
  CHECK_FALSE(value_of("#define A(x) 1\nA", "A"));
  CHECK_FALSE(value_of("#define A B\n#define B A\nA", "A"));
  CHECK_FALSE(value_of("#define A (1 / 0)\nA", "A"));
  CHECK_FALSE(value_of("nothing\n", "nothing"));
}

TEST_CASE("definitions: a constant holds to the end of its block") {
  const std::string two =
      "void f() { const int n = 8; use(n); }\nvoid g() { { const int n = 16; } const int n = 24; n";
  CHECK(value_of(two + "; }", "n") == 24);
  CHECK_FALSE(value_of("void f() { const int n = 8; }\nvoid g() { n; }", "n; }"));
  // One in the other.
  CHECK_FALSE(value_of("const int n = 8;\nvoid g() { const int n = 16; n", "n"));
}

TEST_CASE("definitions: every place of a name, but comments and strings") {
  const base::SourceFile file("k.cu", "#define A(x) x + B // B\n/* B */ int B = A(B); \"B\"\n");
  const edit::Definitions names(file);
  CHECK(names.places("B").size() == 3);
  CHECK(names.places("C").empty());
  const edit::MacroText* macro = names.macro("A");
  REQUIRE(macro != nullptr);
  CHECK(macro->takes_arguments);
  CHECK(macro->parameters.size() == 1);
  CHECK(file.slice(macro->span()) == "x + B");
  CHECK(names.macro("B") == nullptr);
}
