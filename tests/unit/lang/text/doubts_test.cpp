// Conditionals on names that a missing file may define.
#include <doctest/doctest.h>

#include <string>

#include "sim/lang/text/doubts.hpp"
#include "sim/lang/text/preprocessor.hpp"

namespace base = warplens::base;
namespace lang = warplens::lang;

namespace {

// The text of each range or use that is in doubt: "[N][#if X ... #endif]".
std::string doubts_of(const std::string& text, const std::vector<lang::Define>& defines = {}) {
  base::SourceFile file("test.cu", "#include \"gone.h\"\n" + text);
  lang::Reporter reporter;
  lang::CompileOptions options;
  options.defines = defines;
  base::Budget budget(lang::kCompileLimits);
  const lang::Preprocessed source = lang::preprocess(file, options, reporter, budget);
  std::string list;
  for (const lang::Doubt& doubt : source.doubts)
    list += "[" + std::string(file.slice(doubt.span)) + "]";
  return list;
}

}  // namespace

TEST_CASE("doubts: a conditional on a name that nothing defines here") {
  CHECK(doubts_of("#ifdef FAST\nint a;\n#endif\nint b;\n") == "[#ifdef FAST\nint a;\n#endif]");
  CHECK(doubts_of("#if N > 3\nint a;\n#else\nint b;\n#endif\n") ==
        "[#if N > 3\nint a;\n#else\nint b;\n#endif]");
  CHECK(doubts_of("#if 1\n#elif defined(X)\nint a;\n#endif\n") ==
        "[#if 1\n#elif defined(X)\nint a;\n#endif]");
}

TEST_CASE("doubts: defined names and names of compilers leave no doubt") {
  CHECK(doubts_of("#define FAST 1\n#if FAST\nint a;\n#endif\n") == "");
  CHECK(doubts_of("#ifdef FAST\nint a;\n#endif\n", {{"FAST", "1"}}) == "");
  CHECK(doubts_of("#ifdef _WIN32\nint a;\n#endif\n#ifndef NDEBUG\nint b;\n#endif\n") == "");
  CHECK(doubts_of("#ifndef HELPER_H\n#define HELPER_H\nint a;\n#endif\n") == "");
  CHECK(doubts_of("#if 0\n#ifdef FAST\n#endif\n#endif\n") == "");
}

TEST_CASE("doubts: uses of a macro from text in doubt, and of macros made of it") {
  const std::string set = "#ifndef N\n#define N 16\n#endif\n";
  const std::string region = "[#ifndef N\n#define N 16\n#endif]";
  CHECK(doubts_of(set + "int a[N];\n") == region + "[N]");
  CHECK(doubts_of(set + "#define M (N * 2)\nint a[M];\n") == region + "[M]");
  CHECK(doubts_of(set + "#undef N\n#define N 4\nint a[N];\n") == region);
  CHECK(doubts_of(set + "int a[N];\n", {{"N", "8"}}) == "");
}

TEST_CASE("doubts: without a missing file there are none") {
  base::SourceFile file("test.cu", "#ifdef FAST\nint a;\n#endif\n");
  lang::Reporter reporter;
  base::Budget budget(lang::kCompileLimits);
  CHECK(lang::preprocess(file, {}, reporter, budget).doubts.empty());
}
