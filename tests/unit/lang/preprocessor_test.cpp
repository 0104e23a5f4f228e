#include "sim/lang/preprocessor.hpp"

#include <doctest/doctest.h>

#include "support.hpp"

using namespace warplens::lang;

namespace {

std::string expanded(const std::string& text, const std::vector<Define>& defines = {}) {
  Reporter reporter;
  const Preprocessed result = preprocess(text, defines, reporter);
  std::string joined;
  for (const Token& token : result.tokens)
    joined += (joined.empty() ? "" : " ") + std::string(token.text);
  joined = joined.substr(0, joined.find_last_not_of(' ') + 1);
  for (const auto& diagnostic : reporter.take()) joined += "!" + diagnostic.message;
  return joined;
}

}  // namespace

TEST_CASE("preprocessor: objects, functions and nested calls expand") {
  CHECK(expanded("#define N 16\nN+N") == "16 + 16");
  CHECK(expanded("#define F(a, b) a*b\nF(1, F(2, 3)) F") == "1 * 2 * 3 F");
  CHECK(expanded("#define F() x\nF() F ()") == "x x");
  CHECK(expanded("#define F(a) [a]\nF((1, 2))\nF(\n3\n)") == "[ ( 1 , 2 ) ] [ 3 ]");
  CHECK(expanded("#define G(x) F(x)\n#define F(x) x+1\nG(2)") == "2 + 1");
  CHECK(expanded("#define V(f, ...) f(__VA_ARGS__)\nV(g, 1, 2) V(h)") == "g ( 1 , 2 ) h ( )");
  CHECK(expanded("#define L 1 + \\\n 2\nL") == "1 + 2");
}

TEST_CASE("preprocessor: a macro does not expand in itself") {
  CHECK(expanded("#define x x+1\nx") == "x + 1");
  CHECK(expanded("#define a b\n#define b a\na b") == "a b");
  // C11 6.10.3.5, example 3, in part.
  CHECK(expanded("#define f(a) f(x * (a))\n#define x 2\n#define z z[0]\nf(f(z))") ==
        "f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) )");
}

TEST_CASE("preprocessor: # and ##") {
  CHECK(expanded("#define S(a) #a\nS(x  + \"y\")") == "\"x + \\\"y\\\"\"");
  CHECK(expanded("#define C(a, b) a##b\nC(tile, _m) C(1, 2)") == "tile_m 12");
  CHECK(expanded("#define C(a) a##a\n#define N 3\nC(N)") == "NN");
  CHECK(expanded("#define C(a, b) a##b\nC(+, /)") == "+!## makes '+/', which is not one token");
}

TEST_CASE("preprocessor: conditions are C's integer expressions") {
  const auto holds = [](const std::string& condition) {
    return expanded("#define N 16\n#define F(a) (a * 2)\n#if " + condition +
                    "\nyes\n#else\nno\n#endif");
  };
  for (const auto* yes :
       {"1", "N == 16", "defined(N) && !defined M", "N % 5 == 1 ? 1 : 0", "F(N) == 32", "-1 < 0",
        "-1 > 0u", "(1 << 4) | 1", "~0 == -1", "M == 0", "0 && 1 / 0 || 1", "'a' == 97",
        "0x10 >= 020", "-7 / 2 == -3", "-8 >> 1 == -4", "true"}) {
    CAPTURE(yes);
    CHECK(holds(yes) == "yes");
  }
  for (const auto* no : {"0", "N != 16", "defined(M)", "M", "1 == 2 || 0", "1 / 2"}) {
    CAPTURE(no);
    CHECK(holds(no) == "no");
  }
  CHECK(expanded("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif") == "b");
  CHECK(expanded("#ifdef N\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif") == "c");
  CHECK(expanded("#if 0\n it's \"broken ； /* \n*/ #unknown\n#endif\nx") == "x");
}

TEST_CASE("preprocessor: a -D comes before the text, which may redefine it") {
  CHECK(expanded("N", {{"N", "8"}}) == "8");
  CHECK(expanded("N", {{"N", ""}}) == "1");
  CHECK(expanded("#ifndef N\n#define N 16\n#endif\nN", {{"N", "8"}}) == "8");
  CHECK(expanded("#define N 16\nN", {{"N", "8"}}) == "16");
  CHECK(expanded("#undef N\nN", {{"N", "8"}}) == "N");
  CHECK(expanded("N", {{"N", "a + b"}}) == "a + b");
  CHECK(expanded("x", {{"1N", "8"}}) == "x!-D '1N' is no name of a macro");
}

TEST_CASE("preprocessor: what a macro wrote points at its use, an argument at itself") {
  Reporter reporter;
  const std::string text = "#define AT(r) m[r]\nAT(i+1);";
  const Preprocessed result = preprocess(text, {}, reporter);
  REQUIRE(result.tokens.size() == 8);
  const Span use{19, 26};
  CHECK(result.tokens[0].span == use);
  CHECK(result.tokens[0].from_macro);
  CHECK(result.tokens[2].span == Span{22, 23});
  CHECK_FALSE(result.tokens[2].from_macro);
  CHECK(result.tokens[5].span == use);
  CHECK(result.macro_names == std::vector<std::string>{"AT"});
}

TEST_CASE("preprocessor: CUDA's headers and pragmas pass, other files do not") {
  CHECK(expanded("#include <anything.h>\n#include \"cuda_runtime.h\"\n#pragma unroll 4\n#\nx") ==
        "x");
  CHECK(expanded("#include \"tiles.h\"\nx") == "x!#include of \"tiles.h\" is not supported");
}
