// Warnings: the text compiles all the same.
#include <doctest/doctest.h>

#include "tests/unit/lang/support.hpp"

using namespace warplens;

namespace {

// "LINE:COLUMN: message" of every warning; the text has to compile.
std::vector<std::string> warnings_of(const std::string& text,
                                     std::vector<lang::Define> defines = {}) {
  const auto unit = lang::compile(base::SourceFile("k.cu", text), {std::move(defines)});
  REQUIRE(unit.ok());
  std::vector<std::string> lines;
  for (const base::Diagnostic& warning : (*unit)->warnings) {
    CHECK(warning.severity == base::Severity::kWarning);
    const base::LineColumn at = (*unit)->file.line_column(warning.span.begin);
    lines.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                    warning.message);
  }
  return lines;
}

std::vector<std::string> warnings_in(const std::string& body) {
  return warnings_of("__global__ void k(float* a, int n) {\n" + body + "\n}\n");
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("suspicious: a statement without effect") {
  const std::string nothing = "this statement does nothing, and accesses no memory";
  CHECK(warnings_in("a[n] == 3;") == Lines{"2:1: this only compares, and nothing uses the result"});
  const std::string stores_nothing = "this names a place in memory, and stores nothing there";
  CHECK(warnings_in("*a;") == Lines{"2:1: " + stores_nothing});
  CHECK(warnings_in("a[n];") == Lines{"2:1: " + stores_nothing});
  CHECK(warnings_in("__shared__ float s[4][4];\ns[n];") == Lines{"3:1: " + stores_nothing});
  CHECK(warnings_in("  n + 1;") == Lines{"2:3: " + nothing});
  CHECK(warnings_in("n;") == Lines{"2:1: " + nothing});
  CHECK(warnings_in("n ? a[0] : a[1];") == Lines{"2:1: " + nothing});
  CHECK(warnings_in("(void)n;").empty());
  CHECK(warnings_in("*a++;") ==
        Lines{"2:1: this moves the pointer, and changes nothing in memory"});
  CHECK(warnings_in("a[n++];").empty());
  CHECK(warnings_in("n && (a[0] = 1);").empty());
  CHECK(warnings_in("n ? a[0] = 1 : a[1] = 2;").empty());
  CHECK(warnings_in("n = 2, n;").empty());
  CHECK(warnings_in("__syncthreads();").empty());
}

TEST_CASE("suspicious: conditions and loops") {
  const std::string assigns = "this condition assigns, it does not compare";
  CHECK(warnings_in("if (n = 3) a[0] = 1;") == Lines{"2:5: " + assigns});
  CHECK(warnings_in("while (a[0] = n) --n;") == Lines{"2:8: " + assigns});
  CHECK(warnings_in("if ((n = 3)) a[0] = 1;").empty());
  CHECK(warnings_in("if ((n = 3) == 2) a[0] = 1;").empty());
  CHECK(warnings_in("while (n -= 1) a[0] = 1;").empty());
  CHECK(warnings_in("if (n > 3); a[0] = 1;") ==
        Lines{"2:11: the if ends at this ';' and does nothing"});
  CHECK(warnings_in("if (n > 3) ; else a[0] = 1;").empty());
  CHECK(warnings_in("for (int i = 0; i < n; ++i); { a[0] = 1; }") ==
        Lines{"2:28: the loop ends at this ';': the block after it is not repeated"});
  CHECK(warnings_in("for (int i = 0; i < n; a[i++] = 1) ;").empty());
  CHECK(warnings_in("for (int i = 0; i < n; i + 1) a[i] = 1;") ==
        Lines{"2:24: the loop's step changes nothing"});
  CHECK(warnings_in("for (;;) break;").empty());
}

TEST_CASE("suspicious: a macro's second definition") {
  const std::string kernel = "__global__ void k(float* a) { a[0] = N; }\n";
  CHECK(warnings_of("#define N 16\n" + kernel, {{"N", "4"}}) ==
        Lines{"1:9: this replaces the value that -D gives to N"});
  CHECK(warnings_of("#define N 16\n" + kernel, {{"N", "16"}}).empty());
  CHECK(warnings_of("#ifndef N\n#define N 16\n#endif\n" + kernel, {{"N", "4"}}).empty());
  CHECK(warnings_of("#define N 16\n#define N 8\n" + kernel) ==
        Lines{"2:9: the macro N is defined again, differently"});
  CHECK(warnings_of("#define N (16 + 1)\n#define N (16  +  1)\n" + kernel).empty());
  CHECK(warnings_of("#define N 16\n#undef N\n#define N 8\n" + kernel).empty());
  CHECK(warnings_of("#define FLT_MAX 3\n#define N FLT_MAX\n" + kernel).empty());
}
