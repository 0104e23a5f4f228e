// run --emit: what the front end makes of a text, printed in place of a run.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::run_command;

namespace {

constexpr const char* kText =
    "#define AT(m, r) m[(r) * 2]\n"
    "__global__ void k(float* a, int n) {\n"
    "  for (int i = 0; i < n; ++i)\n"
    "    AT(a, i) += 1.5f;\n"
    "}\n";

}  // namespace

TEST_CASE("emit: tokens are what the preprocessor leaves, line by line") {
  const tests::TempFolder folder;
  const auto outcome = run_command({"run", folder.write("k.cu", kText), "--emit", "tokens"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "line 3     for ( int i = 0 ; i < n ; ++ i )\n"));
  CHECK(contains(outcome.out, "line 4     a [ ( i ) * 2 ] += 1.5f ;\n"));
  CHECK_FALSE(contains(outcome.out, "define"));
}

TEST_CASE("emit: the tree has every conversion and every read of memory") {
  const tests::TempFolder folder;
  const auto outcome = run_command({"run", folder.write("k.cu", kText), "--emit", "ast"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "line 2    kernel k(float* a, int n)\n"));
  CHECK(contains(outcome.out, "For\n"));
  CHECK(contains(outcome.out, "Assign += : float"));
  CHECK(contains(outcome.out, "Load : int\n"));
  CHECK(contains(outcome.out, "Literal 1.5 : float\n"));
}

TEST_CASE("emit: bytecode is that of the launch's kernels, once each") {
  const tests::TempFolder folder;
  const auto outcome =
      run_command({"run", folder.write("k.cu", kText), "--grid", "1", "--block", "32", "--arg",
                   "a=float[64]", "--arg", "n=4", "--then", "k", "--emit", "bytecode"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out.starts_with("k\n"));
  CHECK(outcome.out.find("LoadGenericI32") == outcome.out.rfind("LoadGenericI32"));
  CHECK(contains(outcome.out, "StoreGenericI32"));
  CHECK(contains(outcome.out, "End"));
  CHECK_FALSE(contains(outcome.out, "wavefronts"));
}

TEST_CASE("emit: mistakes are reported as those of a run") {
  const tests::TempFolder folder;
  const std::string broken =
      folder.write("broken.cu", "__global__ void k(float* a) { a[0] = b; }\n");
  for (const char* what : {"ast", "bytecode"}) {
    const auto outcome = run_command({"run", broken, "--emit", what});
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "'b'"));
    CHECK(outcome.out.empty());
  }
  const std::string open = folder.write("open.cu", "#if 1\n__global__ void k() {}\n");
  CHECK(contains(run_command({"run", open, "--emit", "tokens"}).err, "#if"));
  const auto unknown = run_command({"run", broken, "--emit", "sass"});
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "tokens, ast or bytecode"));
  CHECK(run_command({"run", broken, "--emit", "ast", "--json"}).status == 2);
}

TEST_CASE("trace instructions: run and trace print what a block executes, and --most ends it") {
  const tests::TempFolder folder;
  const std::vector<std::string> launch{"--grid",   "2",     "--block",
                                        "64",       "--arg", "a=float[128]",
                                        "--arg",    "n=4",   "--trace-instructions",
                                        "--checks", "none"};
  const auto of = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, folder.write("k.cu", kText));
    words.insert(words.end(), launch.begin(), launch.end());
    return run_command(words);
  };
  const auto whole = of({"run"});
  CHECK(whole.status == 0);
  CHECK(contains(whole.out, "k, block x 0 y 0 z 0:"));
  CHECK(contains(whole.out, "StoreGenericI32"));
  CHECK(of({"trace"}).out == whole.out);
  const auto second = of({"trace", "--at", "1", "--warp", "1", "--most", "3"});
  CHECK(second.status == 3);
  CHECK(std::count(second.out.begin(), second.out.end(), '\n') == 5);  // two around them
  CHECK(contains(second.out, "\n  1  "));
  CHECK_FALSE(contains(second.out, "\n  0  "));
  CHECK(of({"run", "--json"}).status == 2);
}
