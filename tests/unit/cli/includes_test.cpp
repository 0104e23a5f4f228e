// Where #include finds files, from the command line: -I, -include, folders near the kernel.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

Outcome run_file(const std::string& path, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"run",     path, "--grid", "1",
                                 "--block", "32", "--arg",  "a=float[32]"};
  words.insert(words.end(), more.begin(), more.end());
  return run_command(words);
}

const char* const kText =
    "#include \"tile.h\"\n"
    "__global__ void k(float* a) { a[threadIdx.x] = TILE; }\n";

}  // namespace

TEST_CASE("includes: what is not found is a warning, and what it would declare is missing") {
  const tests::TempFolder folder;
  const Outcome needed = run_file(folder.write("k.cu", kText));
  CHECK(needed.status == 2);
  CHECK(contains(needed.err, "'TILE'"));
  const Outcome unneeded = run_file(folder.write(
      "k.cu", "#include \"tile.h\"\n__global__ void k(float* a) { a[threadIdx.x] = 1; }\n"));
  CAPTURE(unneeded.err);
  CHECK(unneeded.status == 0);
  CHECK(contains(unneeded.err,
                 "k.cu:1:1: warning: there is no file \"tile.h\" to include; what it declares is "
                 "unknown\n"));
}

TEST_CASE("includes: a folder of -I comes before the neighbours, whose use a note names") {
  const tests::TempFolder folder;
  for (const auto* name : {"project", "project/kernels", "project/common", "mine"})
    std::filesystem::create_directory(folder.path(name));
  folder.write("project/common/tile.h", "#pragma once\n#define TILE 8\n");
  folder.write("mine/tile.h", "#define TILE 16\n");
  const std::string path = folder.write("project/kernels/k.cu", kText);
  const Outcome near = run_file(path);
  CAPTURE(near.err);
  CHECK(near.status == 0);
  CHECK(contains(near.err, "k.cu:1:1: note: \"tile.h\" is read from ../common/tile.h\n"));
  const Outcome named = run_file(path, {"-I", folder.path("mine")});
  CHECK(named.status == 0);
  CHECK(named.err == "");
  const Outcome joined = run_file(path, {"-I" + folder.path("mine")});
  CHECK(joined.err == "");
  const Outcome nowhere = run_file(path, {"-I", folder.path("none")});
  CHECK(nowhere.status == 2);
  CHECK(contains(nowhere.err, "-I " + folder.path("none") + ": no such folder"));
}

TEST_CASE("includes: -include reads a file before the text") {
  const tests::TempFolder folder;
  folder.write("first.h", "#define TILE 4\ntypedef float real;\n");
  const std::string path =
      folder.write("k.cu", "__global__ void k(real* a) { a[threadIdx.x] = TILE; }\n");
  for (const auto* option : {"-include", "--include"}) {
    const Outcome outcome = run_file(path, {option, folder.path("first.h")});
    CAPTURE(outcome.err);
    CHECK(outcome.status == 0);
  }
  CHECK(run_file(path, {"-include", "first.h"}).status == 0);  // as an #include would find it
  const Outcome missing = run_file(path, {"-include", "none.h"});
  CHECK(missing.status == 2);
  CHECK(contains(missing.err, "-include none.h: there is no such file"));
}

TEST_CASE("includes: a comment names no folders") {
  const tests::TempFolder folder;
  const Outcome outcome = run_file(folder.write(
      "k.cu", "// warplens: -I /etc\n__global__ void k(float* a) { a[threadIdx.x] = 1; }\n"));
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "-I and -include belong on the command line"));
}

TEST_CASE("includes: a comment names no options of a command") {
  const tests::TempFolder folder;
  const std::string kernel = "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n";
  for (const std::string option : {"--guess", "--json", "--dump=a", "--schedules"}) {
    const Outcome outcome =
        run_file(folder.write("k.cu", "// warplens: --grid 1 " + option + "\n" + kernel));
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "in the first comment: " + option.substr(0, option.find('=')) +
                                    " belongs on the command line"));
  }
  const Outcome misspelt = run_file(folder.write("k.cu", "// warplens: --gird 1\n" + kernel));
  CHECK(contains(misspelt.err, "unknown option '--gird', did you mean '--grid'?"));
}

TEST_CASE("includes: trace and the headers of samples") {
  const tests::TempFolder folder;
  std::filesystem::create_directory(folder.path("inc"));
  folder.write("inc/helper_math.h",
               "#ifndef HELPER_MATH_H\n#define HELPER_MATH_H\n#include \"cuda_runtime.h\"\n"
               "inline __host__ __device__ float lerp(float a, float b, float t) {\n"
               "  return a + t * (b - a);\n}\n#endif\n");
  const std::string path = folder.write(
      "k.cu",
      "#include <helper_cuda.h>\n#include <helper_math.h>\n#include \"helper_math.h\"\n"
      "__global__ void k(float* a) { a[threadIdx.x] = lerp(1.0f, 2.0f, 0.5f); }\n");
  const Outcome outcome =
      run_command({"trace", path, "--grid", "1", "--block", "32", "--arg", "a=float[32]"});
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.err, "note: \"helper_math.h\" is read from inc/helper_math.h"));
}
