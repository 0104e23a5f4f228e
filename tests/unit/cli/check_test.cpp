// `warplens check`: what holds, what does not, and the answers to bad input.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;
using tests::TempFolder;

namespace {

const std::string kAsserted = std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/asserted";
const std::string kLaunch =
    "// warplens: --grid 1 --block 64 --arg a=float[64] --arg b=float[64]\n";

// The line of two accesses, the 4th of the file, with this behind it.
std::string mirror(const std::string& comment) {
  return kLaunch +
         "__global__ void k(float* a, const float* b) {\n"
         "  __shared__ float t[64];\n"
         "  t[threadIdx.x] = b[threadIdx.x];  // warplens: assert " +
         comment +
         "\n"
         "  __syncthreads();\n"
         "  a[threadIdx.x] = t[63 - threadIdx.x];\n}\n";
}

Outcome checked(const std::string& text, std::vector<std::string> options = {}) {
  const TempFolder folder;
  options.insert(options.begin(), {"check", folder.write("k.cu", text)});
  return run_command(options);
}

ordered_json checked_json(std::vector<std::string> words) {
  words.insert(words.begin(), "check");
  words.push_back("--json");
  return ordered_json::parse(run_command(words).out);
}

}  // namespace

TEST_CASE("check: the assertions of tests/kernels hold but for the one that is broken") {
  const Outcome outcome = run_command({"check", kAsserted});
  CHECK(outcome.status == 1);
  CHECK(outcome.err.empty());
  CHECK(contains(outcome.out,
                 "transpose_broken.cu:13: wavefronts per request is 32, asserted == 1 "
                 "(the load of tile)\n"));
  CHECK(contains(outcome.out, "34 assertions in 5 files: 33 hold, 1 fails\n"));
  const ordered_json json = checked_json({kAsserted});
  CHECK(json["version"] == 1);
  CHECK(json["assertions"] == 34);
  CHECK(json["hold"] == 33);
  CHECK(json["fail"] == 1);
  CHECK(json["files"].size() == 5);
  const Outcome right = run_command({"check", kAsserted + "/transpose.cu"});
  CHECK(right.status == 0);
  CHECK(contains(right.out, "7 assertions in 1 file: 7 hold\n"));
}

TEST_CASE("check: several at a time print the same") {
  const Outcome one = run_command({"check", kAsserted});
  const Outcome three = run_command({"check", kAsserted, "--jobs", "3"});
  CHECK(one.out == three.out);
  CHECK(one.status == three.status);
}

TEST_CASE("check: values are those that run --json has of the access") {
  const std::string path = kAsserted + "/histogram.cu";
  const ordered_json run = ordered_json::parse(run_command({"run", path, "--json"}).out);
  const ordered_json check = checked_json({path});
  size_t compared = 0;
  for (const ordered_json& assertion : check["files"][0]["assertions"]) {
    for (const ordered_json& access : run["accesses"]) {
      if (access["line"] != assertion["line"] || access["column"] != assertion["column"]) continue;
      if (!access.contains(assertion["count"].get<std::string>())) continue;
      CHECK(assertion["value"] == access[assertion["count"].get<std::string>()]);
      ++compared;
    }
  }
  CHECK(compared >= 8);
}

TEST_CASE("check: an assertion is about one launch, one kernel, or all of them") {
  const std::string program =
      "template <int S> __global__ void copy(const float* in, float* out) {\n"
      "  // warplens: assert requests(in) == 1\n"
      "  out[threadIdx.x] = in[threadIdx.x * S];  // warplens: assert ASSERTED\n"
      "}\n"
      "__global__ void idle(float* a) {\n"
      "  a[0] = 1;\n"
      "}\n"
      "int main() {\n"
      "  float* a;\n"
      "  float* b;\n"
      "  cudaMalloc(&a, 4096);\n"
      "  cudaMalloc(&b, 4096);\n"
      "  copy<1><<<1, 32>>>(a, b);\n"
      "  copy<2><<<1, 32>>>(a, b);\n"
      "}\n";
  const auto with = [&](const std::string& asserted) {
    std::string text = program;
    return checked(text.replace(text.find("ASSERTED"), 8, asserted));
  };
  CHECK(with("sectors(in) == 4, launch(1)").status == 0);
  CHECK(with("sectors(in) == 8, launch(2)").status == 0);
  CHECK(with("sectors(in) == 8, kernel(copy< 2 >)").status == 0);
  CHECK(with("sectors(in) <= 8, sectors(out) == 4").status == 0);
  const Outcome second = with("sectors(in) == 4");
  CHECK(second.status == 1);
  CHECK(contains(second.out,
                 "k.cu:3: sectors is 8, asserted == 4 (the load of in, launch 2 of "
                 "copy<2>)\n"));
  const Outcome none = with("sectors(in) == 4, launch(3)");
  CHECK(none.status == 2);
  CHECK(contains(none.err, "k.cu:3:"));
  CHECK(contains(none.err, "there is no launch 3: there are 2 launches"));
  const Outcome other = with("sectors(in) == 4, kernel(copi<2>)");
  CHECK(other.status == 2);
  CHECK(contains(other.err, "the text has no kernel 'copi<2>'; did you mean 'copy<2>'?"));
  const Outcome idle = with("sectors(in) == 4, kernel(idle)");
  CHECK(idle.status == 1);
  CHECK(contains(idle.out, "never executed, asserted sectors(in) == 4 (no launch is of idle)"));
}

TEST_CASE("check: a mean that is only just too much has the digits that say so") {
  const Outcome outcome = checked(
      "// warplens: --grid 320 --block 1024 --arg a=float[400000]\n"
      "__global__ void k(float* a) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  a[i == 0 ? 390000 : i] = 1;  // warplens: assert sectors per request <= 4\n"
      "}\n");
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "sectors per request is 4.000097656, asserted <= 4"));
}

TEST_CASE("check: what is never executed fails, unless its requests are asserted to be none") {
  const auto with = [](const std::string& asserted) {
    return checked(
        "// warplens: --grid 1 --block 32 --arg a=float[32] --arg n=3\n"
        "__global__ void k(float* a, int n) {\n"
        "  if (n > 5) a[0] = 1;  // warplens: assert " +
        asserted + "\n}\n");
  };
  const Outcome outcome = with("sectors == 0");
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "k.cu:3: never executed, asserted sectors == 0 (the store to a)"));
  CHECK(with("requests == 0").status == 0);
  CHECK(with("requests >= 1").status == 1);
}

TEST_CASE("check: a kernel that no launch is of has never executed its accesses") {
  const Outcome outcome = checked(
      "// warplens: --kernel k --grid 1 --block 32 --arg a=float[32]\n"
      "__global__ void k(float* a) {\n  a[threadIdx.x] = 1;\n}\n"
      "__global__ void other(float* a) {\n"
      "  a[threadIdx.x] = 1;  // warplens: assert sectors == 4\n}\n");
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "never executed, asserted sectors == 4 (no launch is of other)"));
}

TEST_CASE("check: bad assertions end with 2, each with its file and line") {
  struct Mistake {
    const char* asserted;
    const char* message;
  };
  const Mistake mistakes[] = {
      {"requests == 2", "line 4 has 2 accesses that 'requests' may mean"},
      {"requests(load) == 2, requests(c) == 2", "names"},
      {"wavefronts(b) == 2", "'wavefronts' is not counted of the load of b"},
      {"broadcasts == 0", "'broadcasts' is not counted of"},
      {"sektors == 8", "did you mean 'sectors'?"},
      {"sectors", "a relation is missing"},
      {"sectors == many", "a number from 0 is needed"},
      {"sectors == 8 <= 9", "a condition has one relation"},
      {"", "the assertion is empty"},
      {"sectors == 8, launch(2)", "there is no launch 2: there is 1 launch"},
      {"sectors == 8, kernel(none)", "the text has no kernel 'none'"}};
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.asserted);
    const Outcome outcome = checked(mirror(mistake.asserted));
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "k.cu:4:"));
    CHECK(contains(outcome.err, mistake.message));
  }
  CHECK(contains(checked(mirror("requests == 2")).err, "say which one, like 'requests(b)'"));
  CHECK(checked(mirror("requests(b) == 2, requests(t) == 2, sectors == 8")).status == 0);
}

TEST_CASE("check: an assertion on a line without an access, and in an included file") {
  const Outcome bare = checked(kLaunch +
                               "__global__ void k(float* a, const float* b) {\n"
                               "  int i = threadIdx.x;  // warplens: assert sectors == 8\n"
                               "  a[i] = b[i];\n}\n");
  CHECK(bare.status == 2);
  CHECK(contains(bare.err, "k.cu:3:"));
  CHECK(contains(bare.err, "no kernel that is launched has an access on line 3"));
  const TempFolder folder;
  folder.write("x.h",
               "__device__ float first(const float* p) {\n"
               "  return p[0];  // warplens: assert requests == 1\n}\n");
  std::string text = mirror("sectors == 8");
  text.insert(text.find("__global__"), "#include \"x.h\"\n");
  const Outcome included = run_command({"check", folder.write("k.cu", text)});
  CHECK(included.status == 2);
  CHECK(contains(included.err, "x.h:2:"));
  CHECK(contains(included.err, "an assertion in an included file is not checked"));
  CHECK_MESSAGE(contains(included.out, "1 holds"), "the file's own one is judged");
}

TEST_CASE("check: files that can't be checked") {
  const TempFolder folder;
  const auto check = [&](const std::string& name, const std::string& text) {
    return run_command({"check", folder.write(name, text)});
  };
  struct Refused {
    Outcome outcome;
    const char* message;
  };
  const Refused refused[] = {
      {check("none.cu", kLaunch + "__global__ void k(float* a, float* b) { a[0] = b[0]; }\n"),
       "none.cu: error: has no assertion"},
      {check("bytes.cu", std::string("\x7f\0ELF", 5)), "bytes.cu: error: is a binary file"},
      {check("wide.cu", std::string("\xff\xfe/\0/\0", 6)), "save it as UTF-8"},
      {check("wrong.cu",
             "__global__ void k(float* a) {\n  a[0] = x;  // warplens: assert sectors "
             "== 1\n}\n"),
       "wrong.cu:2:"},
      {check("bare.cu",
             "__global__ void k(float* a) {\n  a[0] = 1;  // warplens: assert sectors == 1\n}\n"),
       "bare.cu: error: nothing is launched"},
      {check("h.h",
             "__device__ void k(float* a) {\n  a[0] = 1;  // warplens: assert sectors == 1\n}\n"),
       "h.h: error: is a header, which launches nothing: assertions belong in the .cu file"},
      {run_command({"check", folder.path("gone.cu")}), "gone.cu: error: no such file"},
      {run_command({"check"}), "a file or a folder is missing"},
      {run_command({"check", kAsserted, "--format", "xml"}), "text, junit, sarif or github"},
      {run_command({"check", kAsserted, "--format", "sarif", "--json"}), "do not go together"},
      {run_command({"check", kAsserted, "--jobs", "0"}), "a number from 1 to 256 is needed"}};
  for (const Refused& one : refused) {
    CAPTURE(one.message);
    CHECK(one.outcome.status == 2);
    CHECK(contains(one.outcome.err, one.message));
  }
}

TEST_CASE("check: of a folder files without an assertion are skipped and counted") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("below"));
  folder.write("none.cu", kLaunch + "__global__ void k(float* a, float* b) { a[0] = b[0]; }\n");
  const Outcome nothing = run_command({"check", folder.path()});
  CHECK(nothing.status == 2);
  CHECK(contains(nothing.err, "no file of the folders has an assertion"));
  folder.write("below/one.cu", mirror("sectors == 8"));
  const Outcome one = run_command({"check", folder.path()});
  CHECK(one.status == 0);
  CHECK(contains(one.out,
                 "1 assertion in 1 file: 1 holds\n1 file without an assertion was "
                 "skipped\n"));
  const Outcome twice = run_command({"check", folder.path(), folder.path("below/one.cu")});
  CHECK_MESSAGE(contains(twice.out, "1 assertion in 1 file"), "each file is checked once");
}

TEST_CASE("check: a limit ends with 3, and what it can't change any more fails") {
  const std::string endless =
      "// warplens: --grid 1 --block 32 --arg a=float[32]\n"
      "__global__ void k(float* a) {\n"
      "  while (true) a[threadIdx.x] = 1;  // warplens: assert sectors ";
  const Outcome cut = checked(endless + ">= 1000000\n}\n", {"--step-limit", "1000"});
  CHECK(cut.status == 3);
  CHECK(contains(cut.out, "k.cu:3: sectors is "));
  CHECK(contains(cut.out, "stopped at the step limit"));
  const Outcome failed = checked(endless + "<= 4\n}\n", {"--step-limit", "1000"});
  CHECK(failed.status == 1);
  const Outcome enough = checked(endless + ">= 4\n}\n", {"--step-limit", "1000"});
  CHECK(enough.status == 0);
  // A mean can become less.
  const Outcome mean = checked(endless + "per request >= 4\n}\n", {"--step-limit", "1000"});
  CHECK(mean.status == 3);
}

TEST_CASE("check: what holds in the launches that were run is not known of the others") {
  const auto with = [](const std::string& asserted) {
    return checked(
        "__global__ void k(float* a) {\n"
        "  a[threadIdx.x] = 1;  // warplens: assert " +
        asserted +
        "\n}\n"
        "int main() {\n"
        "  float* a;\n"
        "  cudaMalloc(&a, 128);\n"
        "  for (int i = 0; i < 1200; ++i) k<<<1, 32>>>(a);\n}\n");
  };
  const Outcome cut = with("sectors == 4");
  CHECK(cut.status == 3);
  CHECK(contains(cut.out, "1000 launches of 1200 were run"));
  CHECK(with("sectors == 4, launch(1000)").status == 0);
  CHECK(with("sectors == 4, launch(1001)").status == 3);
  CHECK(with("sectors == 3").status == 1);
}

TEST_CASE("check: a mistake in a file that two include is reported once") {
  const TempFolder folder;
  folder.write("x.h", "// warplens: assert requests == 1\n");
  std::string text = mirror("sectors == 8");
  text.insert(text.find("__global__"), "#include \"x.h\"\n");
  folder.write("one.cu", text);
  folder.write("two.cu", text);
  const Outcome outcome = run_command({"check", folder.path()});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.out, "2 assertions in 2 files: 2 hold, 1 mistake\n"));
}

TEST_CASE("check: what is wrong in an included file for another reason is reported, too") {
  const TempFolder folder;
  const std::string comment = "// warplens: --grid 1 --block 32 --arg a=int[32]\n";
  const std::string kernel =
      "#include \"x.h\"\n"
      "__global__ void k(int* a) {\n"
      "  a[threadIdx.x] = first();  // warplens: assert sectors == 4\n}\n";
  folder.write("x.h", "__device__ int first() { return VALUE; }\n");
  folder.write("one.cu", comment + kernel);
  folder.write("two.cu", comment + "struct Pair { int a, b; };\n__device__ Pair VALUE;\n" + kernel);
  const Outcome outcome = run_command({"check", folder.path()});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "x.h:1:33: error: unknown name 'VALUE'"));
  CHECK(contains(outcome.err, "x.h:1:33: error: 'Pair' does not convert to 'int'"));
  CHECK(contains(outcome.out, "2 mistakes"));
}

TEST_CASE("check: an interruption ends with 130, after what was checked") {
  const std::atomic<bool> interrupted = true;
  const Outcome outcome = run_command({"check", kAsserted}, {}, {}, &interrupted);
  CHECK(outcome.status == 130);
  CHECK(contains(outcome.err, "interrupted before all files were checked"));
}

TEST_CASE("check: what a trap ended does not hold") {
  const Outcome outcome = checked(
      "// warplens: --grid 1 --block 32 --arg a=float[32]\n"
      "__global__ void k(float* a) {\n"
      "  a[threadIdx.x] = 1;  // warplens: assert sectors == 4\n"
      "  assert(a[0] == 2);\n}\n");
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "sectors is 4 so far"));
}

TEST_CASE("check: options are those of the compiler and of limits") {
  const std::string text =
      "// warplens: --grid 1 --block 32 --arg a=float[64]\n"
      "__global__ void k(float* a) {\n"
      "  a[threadIdx.x * STEP] = 1;  // warplens: assert sectors == 8\n}\n";
  CHECK(checked(text, {"-D", "STEP=2"}).status == 0);
  CHECK(checked(text, {"-D", "STEP=1"}).status == 1);
  CHECK(checked(text).status == 2);
}
