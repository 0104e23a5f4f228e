#include "sim/lang/text/preprocessor.hpp"

#include <doctest/doctest.h>

#include <map>
#include <optional>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using warplens::test::golden;

namespace {

using Files = std::map<std::string, std::string>;

CompileOptions options_of(const std::vector<Define>& defines, const Files& files) {
  CompileOptions options;
  options.defines = defines;
  options.read_include = [files](const std::string& name) -> std::optional<std::string> {
    const auto found = files.find(name);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  };
  return options;
}

std::string expanded(const std::string& text, const std::vector<Define>& defines = {},
                     const Files& files = {}) {
  Reporter reporter;
  warplens::base::SourceFile file("k.cu", text);
  warplens::base::Budget budget(kCompileLimits);
  const Preprocessed result = preprocess(file, options_of(defines, files), reporter, budget);
  std::string joined;
  for (const Token& token : result.tokens)
    joined += (joined.empty() ? "" : " ") + std::string(token.text);
  joined = joined.substr(0, joined.find_last_not_of(' ') + 1);
  for (const auto& diagnostic : reporter.take()) joined += "!" + diagnostic.message;
  for (const auto& diagnostic : reporter.take_warnings()) joined += "?" + diagnostic.message;
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

TEST_CASE("preprocessor: the reason why an included file is not read; an empty name") {
  Reporter reporter;
  warplens::base::SourceFile file("k.cu", "#include \"big.h\"\nx");
  warplens::base::Budget budget(kCompileLimits);
  CompileOptions options;
  options.read_include = [](const std::string&) {
    return IncludedText(std::nullopt, "big.h: the file is too large");
  };
  preprocess(file, options, reporter, budget);
  const auto warnings = reporter.take_warnings();
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].message == golden("lang.include.too_large"));
  CHECK(expanded("#include \"\"\nx") == "x!#include needs a file");
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
  CHECK(expanded("#define C(a, b) a##b\nC(+, /)") == golden("lang.macros.pasted_to_no_token"));
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
  CHECK(expanded("#define N 16\nN", {{"N", "8"}}) == golden("lang.macros.replaces_definition"));
  CHECK(expanded("#undef N\nN", {{"N", "8"}}) == "N");
  CHECK(expanded("N", {{"N", "a + b"}}) == "a + b");
  CHECK(expanded("x", {{"1N", "8"}}) == golden("lang.macros.not_a_name"));
}

TEST_CASE("preprocessor: a macro's tokens have the span of its use, an argument's their own") {
  Reporter reporter;
  warplens::base::SourceFile file("k.cu", "#define AT(r) m[r]\nAT(i+1);");
  warplens::base::Budget budget(kCompileLimits);
  const Preprocessed result = preprocess(file, {}, reporter, budget);
  REQUIRE(result.tokens.size() == 8);
  const Span use{19, 26};
  CHECK(result.tokens[0].span == use);
  CHECK(result.tokens[0].from_macro);
  CHECK(result.tokens[2].span == Span{22, 23});
  CHECK_FALSE(result.tokens[2].from_macro);
  CHECK(result.tokens[5].span == use);
  CHECK(result.macro_names == std::vector<std::string>{"AT"});
}

TEST_CASE("preprocessor: difficult replacements agree with g++ -E") {
  CHECK(expanded("#define t(x,y,z) x ## y ## z\n"
                 "t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,)") ==
        "123 , 45 , 67 , 89 , 10 , 11 , 12 ,");
  CHECK(expanded("#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
                 "#define join(c, d) in_between(c hash_hash d)\njoin(x, y)") == "\"x ## y\"");
  CHECK(expanded("#define ff(a) a*gg\n#define gg(a) ff(a)\nff(2)(9)") == "2 * 9 * gg");
  CHECK(expanded("#define FOO(x) BAR x\nFOO(FOO)(2) FOO((FOO(1)))") ==
        "BAR FOO ( 2 ) BAR ( BAR 1 )");
  CHECK(expanded("#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\n"
                 "G_0(42)") == "42");
  CHECK(expanded("#define EMPTY\n#define DEFER(id) id EMPTY\n#define REPEAT_() AA\n"
                 "#define EVAL(...) __VA_ARGS__\nDEFER(REPEAT_)()() EVAL(DEFER(REPEAT_)()())") ==
        "REPEAT_ ( ) ( ) AA ( )");
  CHECK(expanded("#define S(...) #__VA_ARGS__\nS(0,  \"a  b\" , c) S('\"', \"\\0\")") ==
        R"("0, \"a  b\" , c" "'\"', \"\\0\"")");
}

TEST_CASE("preprocessor: __VA_OPT__, commas removed before nothing, and named variadics") {
  CHECK(expanded("#define F(f, ...) p(f __VA_OPT__(,) __VA_ARGS__)\nF(a) F(b, 1, 2) F(c,)") ==
        "p ( a ) p ( b , 1 , 2 ) p ( c )");
  CHECK(expanded("#define F(X, ...) f(10 __VA_OPT__(, X ## X, __VA_ARGS__))\nF(a) F(a, b)") ==
        "f ( 10 ) f ( 10 , aa , b )");
  CHECK(expanded("#define H(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__\nH(a, b, c, d) H(,,1)") ==
        "ab , c , d , 1");
  CHECK(expanded("#define F(f, ...) p(f, ##__VA_ARGS__)\nF(a) F(b, 1, 2)") ==
        "p ( a ) p ( b , 1 , 2 )");
  CHECK(expanded("#define F(args...) g(args)\nF(1, 2) F()") == "g ( 1 , 2 ) g ( )");
}

TEST_CASE("preprocessor: the place, the compiler and the device") {
  CHECK(expanded("#define HERE __LINE__\n\nHERE __LINE__ __FILE__ __COUNTER__ __COUNTER__") ==
        "3 3 \"k.cu\" 0 1");
  CHECK(expanded("#ifdef __CUDACC__\n__CUDA_ARCH__\n#endif") == "900");
  CHECK(expanded("#if __CUDA_ARCH__ >= 800 && defined(__LINE__)\nnew\n#else\nold\n#endif") ==
        "new");
  CHECK(expanded("_Pragma(\"unroll\") x") == "x");
  CHECK(expanded("#line 7 \"other.cu\"\n__LINE__") == "2");
  CHECK(expanded("#error tile is too wide") == "!#error tile is too wide");
  CHECK(expanded("#if __has_include(<vector>) && !__has_include(\"no.h\") && "
                 "__has_include(\"yes.h\")\nx\n#endif",
                 {}, {{"yes.h", ""}}) == "x");
}

TEST_CASE(
    "preprocessor: CUDA's headers and pragmas are accepted, a missing header gets a warning") {
  CHECK(expanded("#include <vector>\n#include \"cuda_runtime.h\"\n#include <thrust/sort.h>\n"
                 "#pragma unroll 4\n#\nx") == "x");
  CHECK(expanded("#include <tiles.h>\nx") == golden("lang.include.unknown_header"));
  CHECK(expanded("#include \"tiles.h\"\nx") == golden("lang.include.no_file"));
  CHECK(expanded("#include <cuda_tiles.h>\nx") == golden("lang.include.unknown_cuda_header"));
}

TEST_CASE("preprocessor: built-in headers stay built in, and existing files are read") {
  const Files files{{"math.h", "own"},         {"cuda_runtime.h", "own"}, {"helper_cuda.h", "own"},
                    {"common/queue.h", "own"}, {"cuda_tiles.h", "own"},   {"inc/time.h", "own"}};
  CHECK(expanded("#include <math.h>\n#include <helper_cuda.h>", {}, files) == "own");
  CHECK(expanded("#include \"math.h\"\n", {}, files) == "own");
  CHECK(expanded("#include \"time.h\"\n", {}, files) == "");
  CHECK(expanded("#include \"cuda_runtime.h\"\n", {}, files) == "");
  CHECK(expanded("#include \"cuda_tiles.h\"\n", {}, files) == "own");
  CHECK(expanded("#include \"helper_image.h\"\nx", {}, files) == "x");
  CHECK(expanded("#include \"queue.h\"\n", {}, files) == golden("lang.include.from_common"));
}

TEST_CASE("preprocessor: folders of -I, neighbours, and what is read first") {
  const Files files{{"/lib/a.h", "lib"},
                    {"inc/a.h", "inc"},
                    {"../common/a.h", "common"},
                    {"../../include/b.h", "b"},
                    {"../../utils/utils.h", "u"},
                    {"first.h", "f"},
                    {"inc/c.h", "#include \"d.h\""},
                    {"inc/d.h", "d"}};
  CHECK(expanded("#include \"a.h\"\n", {}, files) == golden("lang.include.from_inc"));
  CHECK(expanded("#include \"b.h\"\n", {}, files) == golden("lang.include.from_parents"));
  CHECK(expanded("#include \"utils.h\"\n", {}, files) == golden("lang.include.from_utils"));
  CHECK(expanded("#include \"c.h\"\n", {}, files) == golden("lang.include.beside_the_included"));
  CHECK(expanded("#include \"../common/a.h\"\n", {}, files) == "common");
  CompileOptions options = options_of({}, files);
  options.include_folders = {"/none", "/lib"};
  options.first_includes = {"first.h"};
  Reporter reporter;
  warplens::base::SourceFile file("k.cu", "#include \"a.h\"\n#include \"e.h\"\n");
  warplens::base::Budget budget(kCompileLimits);
  const Preprocessed result = preprocess(file, options, reporter, budget);
  REQUIRE(result.tokens.size() == 3);
  CHECK(result.tokens[0].text == "f");
  CHECK(result.tokens[1].text == "lib");
  CHECK(result.first_parts == std::vector<uint32_t>{1});
  REQUIRE(result.missing.size() == 1);
  CHECK(result.missing[0].written == "\"e.h\"");
  CHECK(result.missing[0].span == Span{15, 29});
}

TEST_CASE("preprocessor: an included file's lines replace the #include") {
  CHECK(expanded("#include \"a.h\"\nM b", {}, {{"a.h", "#define M 1\nx"}}) == "x 1 b");
  CHECK(expanded("#define H \"a.h\"\n#include H\n", {}, {{"a.h", "x"}}) == "x");
  CHECK(expanded("#include \"a.h\"\n#include \"a.h\"", {}, {{"a.h", "#pragma once\nx"}}) == "x");
  CHECK(expanded("#include \"a.h\"\n#include \"a.h\"", {},
                 {{"a.h", "#ifndef A\n#define A\nx\n#endif"}}) == "x");
  CHECK(expanded("#include \"a.h\"\n#include \"a.h\"", {}, {{"a.h", "x"}}) == "x x");
  CHECK(expanded("#include \"inc/a.h\"", {}, {{"inc/a.h", "#include \"b.h\""}, {"inc/b.h", "y"}}) ==
        "y");
  CHECK(expanded("#include \"inc/a.h\"", {}, {{"inc/a.h", "#include \"b.h\""}, {"b.h", "z"}}) ==
        "z");
  CHECK(expanded("#include \"a.h\"\nx", {}, {{"a.h", "#if 1\ny"}}) ==
        golden("lang.include.endif_missing"));
  CHECK(expanded("#include \"a.h\"\nx", {}, {{"a.h", "#include \"a.h\""}}) ==
        golden("lang.include.endless"));
}

TEST_CASE("preprocessor: a mistake in an included file names that file") {
  warplens::base::SourceFile file(
      "k.cu", "#include \"a.h\"\n__global__ void k(float* a) { a[0] = twice(x); }");
  const auto result =
      compile(file, options_of({}, {{"a.h",
                                     "// what k needs\n#define twice(v) ((v) + (y))\n"
                                     "const int n = (2;\n#bad\n"}}));
  REQUIRE_FALSE(result.ok());
  const std::string text = warplens::base::render(result.error(), file);
  CHECK(text.find("a.h:4:1: error: unknown directive #bad\n4 | #bad\n") != std::string::npos);
  CHECK(text.find("k.cu:2:44: error: unknown name 'x'") != std::string::npos);
}
