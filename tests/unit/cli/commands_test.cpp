// The commands: text reports, launches and what overrides what, dumps, exit statuses.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/files/files.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;
using warplens::test::golden;

namespace {

const char* const kIota =
    "// warplens: --grid 2 --block 32 --arg a=int[64]:zero --arg n=64\n"
    "#ifndef STEP\n#define STEP 1\n#endif\n"
    "__global__ void iota(int* a, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] = i * STEP;\n"
    "}\n";

int int_at(const std::vector<std::byte>& bytes, size_t index) {
  return std::to_integer<int>(bytes[4 * index]) | std::to_integer<int>(bytes[4 * index + 1]) << 8;
}

}  // namespace

TEST_CASE("run: the text report has the totals, a line an access with its source, and findings") {
  const Outcome outcome = run_command({"run", "transpose-column"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(contains(outcome.out, "transpose_column"));
  CHECK(contains(outcome.out, "wavefronts"));
  CHECK(contains(outcome.out, "4,096"));  // 128 stores of 32 wavefronts
  CHECK(contains(outcome.out, "target[y * rows + x] = tile[threadIdx.y][threadIdx.x];"));
  CHECK(contains(outcome.out, "no findings"));
}

TEST_CASE("run: where a branch went only one way, no findings are reported with that condition") {
  const tests::TempFolder folder;
  const auto run_with = [&](const std::string& guard) {
    const std::string file =
        folder.write("one_way.cu",
                     "// warplens: --grid 1 --block 64 --arg "
                     "a=int[64]:iota\n__global__ void f(int* a) {\n" +
                         guard + "\n  a[threadIdx.x] += 1;\n  __syncthreads();\n}\n");
    return run_command({"run", file}).out;
  };
  CHECK(contains(run_with("  if (a[threadIdx.x] > 63) return;"),
                 "; the branch in line 3 went only one way in this run, so nothing is said of the "
                 "other\n"));
  CHECK_FALSE(contains(run_with(""), "only one way"));
}

TEST_CASE("run: unwritten local memory is spoken of where the text has some of its own") {
  const tests::TempFolder folder;
  const auto run_with = [&](const std::string& body) {
    const std::string file =
        folder.write("local.cu",
                     "// warplens: --grid 1 --block 32 --arg a=int[32]:iota\n"
                     "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                     "__global__ void f(int* a) {\n" +
                         body + "  a[threadIdx.x] = v;\n}\n");
    return run_command({"run", file}).out;
  };
  CHECK_FALSE(contains(run_with("  auto tile = cg::tiled_partition<8>(cg::this_thread_block());\n"
                                "  int v = tile.shfl_xor(a[threadIdx.x], 1);\n"),
                       "local memory"));
  CHECK(contains(run_with("  int b[2] = {a[threadIdx.x], 1};\n  int v = b[threadIdx.x & 1];\n"),
                 "no value of unwritten local memory is used"));
}

TEST_CASE("run: a file's first comment is its launch, and options win over it") {
  const tests::TempFolder folder;
  const std::string file = folder.write("iota.cu", kIota);
  CHECK(run_command({"run", file}).status == 0);
  const std::string dump = "a=" + folder.path("a.bin");
  REQUIRE(run_command({"run", file, "-D", "STEP=3", "--dump", dump}).status == 0);
  auto bytes = files::read_bytes(folder.path("a.bin"));
  REQUIRE(bytes.ok());
  REQUIRE(bytes->size() == 256);
  CHECK(int_at(*bytes, 63) == 189);
  REQUIRE(run_command({"run", file, "-DSTEP=2", "--grid", "1", "--dump", dump}).status == 0);
  bytes = files::read_bytes(folder.path("a.bin"));
  CHECK(int_at(*bytes, 31) == 62);
  CHECK(int_at(*bytes, 32) == 0);
  REQUIRE(run_command({"run", file, "--arg", "n=5", "--dump", dump}).status == 0);
  bytes = files::read_bytes(folder.path("a.bin"));
  CHECK(int_at(*bytes, 4) == 4);
  CHECK(int_at(*bytes, 5) == 0);
}

TEST_CASE("run: a dumped array is read back by file=") {
  const tests::TempFolder folder;
  const std::string file = folder.write("iota.cu", kIota);
  const std::string copy =
      folder.write("copy.cu",
                   "__global__ void copy(const int* in, int* out) { out[threadIdx.x] = "
                   "in[threadIdx.x]; }\n");
  REQUIRE(run_command({"run", file, "--dump", "a=" + folder.path("a.bin")}).status == 0);
  REQUIRE(run_command({"run", copy, "--grid", "1", "--block", "64", "--arg",
                       "in=int[64]:file=" + folder.path("a.bin"), "--arg", "out=int[64]:zero",
                       "--dump", "out=" + folder.path("b.bin")})
              .status == 0);
  CHECK(*files::read_bytes(folder.path("a.bin")) == *files::read_bytes(folder.path("b.bin")));
}

TEST_CASE("run: --set changes a lesson's parameter") {
  const Outcome outcome = run_command({"run", "matmul-tiled", "--set", "n=32", "--set", "tile=16"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "grid 2 x 2 x 1 of blocks 16 x 16 x 1"));
}

TEST_CASE("run: an out of bounds access is a finding, and status 1") {
  const tests::TempFolder folder;
  const std::string file =
      folder.write("k.cu", "__global__ void k(float* a) {\n  a[threadIdx.x] = 1.0f;\n}\n");
  const Outcome outcome =
      run_command({"run", file, "--grid", "1", "--block", "32", "--arg", "a=float[31]"});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "k.cu:2:3: error: "));
  CHECK(contains(outcome.out, "  a[threadIdx.x] = 1.0f;"));
  CHECK(contains(outcome.out, "first in block (0, 0), thread 31\n"));
}

TEST_CASE("run: the step limit ends an endless kernel with status 3 and what was counted so far") {
  const tests::TempFolder folder;
  const std::string file = folder.write(
      "k.cu", "__global__ void k(volatile int* a) {\n  while (true) a[threadIdx.x] = 1;\n}\n");
  const std::string plain =
      folder.write("p.cu", "__global__ void k(int* a) {\n  while (true) a[threadIdx.x] = 1;\n}\n");
  for (const bool json : {false, true}) {
    std::vector<std::string> words{"run",   plain,       "--grid",       "1",    "--block", "32",
                                   "--arg", "a=int[32]", "--step-limit", "10000"};
    if (json) words.push_back("--json");
    const Outcome outcome = run_command(words);
    CHECK(outcome.status == 3);
    CHECK(contains(outcome.err, "step limit"));
    CHECK(contains(outcome.out, json ? "\"complete\": false" : "counted so far"));
  }
}

TEST_CASE("trace: the text has one line an access, in order, with its phase and elements") {
  const Outcome outcome = run_command({"trace", "matmul-tiled", "--at", "1,1"});
  CHECK(outcome.status == 0);
  const size_t first = outcome.out.find("128..135, 144..151, 160..167, 176..183");
  const size_t second = outcome.out.find("136..143, 152..159, 168..175, 184..191");
  CHECK(first < second);
  CHECK(second != std::string::npos);
  CHECK(contains(outcome.out, "sub = 1"));
  CHECK(contains(outcome.out, "barrier 4"));
}

TEST_CASE("trace: what exceeds --most is counted, and the status says that the output was cut") {
  const Outcome whole = run_command({"trace", "matmul-tiled", "--warp", "0"});
  const Outcome cut = run_command({"trace", "matmul-tiled", "--warp", "0", "--most", "5"});
  CHECK(whole.status == 0);
  CHECK(cut.status == 3);
  const auto accesses = [](const Outcome& outcome) {
    size_t count = 0;
    for (size_t at = 0; (at = outcome.out.find("  warp 0 ", at)) != std::string::npos; ++at)
      ++count;
    return count;
  };
  CHECK(accesses(cut) == 5);
  CHECK(contains(cut.out, "left out: " + std::to_string(accesses(whole) - 5) + " more accesses"));
  CHECK_FALSE(contains(whole.out, "left out"));
  const Outcome json = run_command({"trace", "matmul-tiled", "--most", "5", "--json"});
  CHECK(json.status == 3);
  CHECK(contains(json.out, "\"left_out\""));
}

TEST_CASE("trace: a block that the run did not reach is reported as such, in JSON too") {
  const std::vector<std::string> words{"trace", "matmul-tiled", "--at",
                                       "1,1",   "--step-limit", "100"};
  const Outcome text = run_command(words);
  CHECK(text.status == 3);
  CHECK(contains(text.out, "block x 1 y 1 z 0: not reached"));
  CHECK(contains(text.err, "before it reached the block"));
  std::vector<std::string> with_json = words;
  with_json.emplace_back("--json");
  const Outcome json = run_command(with_json);
  CHECK(json.status == 3);
  CHECK(contains(json.out, "\"reached\":false"));
  CHECK(contains(json.out, "\"ending\":\"step_limit\""));
  CHECK(contains(json.out, "\"events\": ["));
}

TEST_CASE("gui: the options arrive at the window, and a build without one says so") {
  gui::GuiOptions seen;
  const cli::OpenWindow window = [&](const gui::GuiOptions& options) {
    seen = options;
    return 0;
  };
  CHECK(run_command(
            {"gui", "transpose-row", "--set", "block=8", "--headless", "--script", "s.txt",
             "--screenshot", "o.png", "--size", "800x600", "--lessons", "mine", "--theme", "light"},
            window)
            .status == 0);
  CHECK(seen.target == "transpose-row");
  REQUIRE(seen.launch.settings.size() == 1);
  CHECK(seen.launch.settings[0].value == "8");
  CHECK(seen.headless);
  CHECK(seen.script == "s.txt");
  CHECK(seen.screenshot == "o.png");
  CHECK(seen.width == 800);
  CHECK(seen.height == 600);
  CHECK(seen.light);
  CHECK(seen.lessons_folder == "mine");
  CHECK(run_command({}, window).status == 0);
  CHECK(seen.target.empty());
  CHECK_FALSE(seen.light);
  const Outcome without = run_command({"gui"});
  CHECK(without.status == 2);
  CHECK(contains(without.err, "no window"));
}

TEST_CASE("help: the program and each command have one") {
  const Outcome all = run_command({"--help"});
  CHECK(all.status == 0);
  for (const char* command :
       {"gui", "run", "trace", "fix", "check-hardware", "lessons", "lecture", "devices"}) {
    CHECK(contains(all.out, command));
    const Outcome one = run_command({command, "--help"});
    CHECK(one.status == 0);
    CHECK(one.err.empty());
    CHECK(contains(one.out, std::string("warplens ") + command));
  }
  CHECK(contains(run_command({"run", "--help"}).out, "--step-limit"));
}

TEST_CASE("check-hardware: every measured access agrees; a changed one does not") {
  const std::string table = WARPLENS_TEST_DATA "/h200_warp_accesses.csv";
  const Outcome outcome = run_command({"check-hardware", table});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "1424 of 1424 accesses agree"));
}

TEST_CASE("check-hardware: tables of matrices and copies, and which kind differs") {
  const std::string data = WARPLENS_TEST_DATA;
  const Outcome copies = run_command({"check-hardware", data + "/h100_async_accesses.csv"});
  CHECK(copies.status == 5);
  CHECK(contains(copies.out, "cp.async.cg: 918 of 930 accesses agree\n"));
  CHECK(contains(copies.out, "1358 of 1370 accesses agree\n"));
  CHECK_FALSE(contains(copies.out, "ldmatrix"));
  const Outcome fragments = run_command({"check-hardware", data + "/h100_wmma.csv"});
  CHECK(fragments.status == 0);
  CHECK(fragments.out == "140 of 140 accesses agree\n");
  CHECK(run_command({"check-hardware", data + "/h100_tma.csv"}).out == "33 of 33 accesses agree\n");
  const Outcome named =
      run_command({"check-hardware", data + "/h100_async_accesses.csv", "--mismatches"});
  CHECK(contains(named.out, ": access 237 (P8a): wavefronts: hardware 6, model 5\n"));
}

TEST_CASE("lessons: a user's folder is beside the built-in ones, and its lessons run") {
  const tests::TempFolder folder;
  folder.write("iota.cu", kIota);
  folder.write("iota.json",
               R"({"id": "my-iota", "title": "Mine", "sentences": ["One."], "kernel": "iota.cu",
                   "parameters": [{"name": "n", "label": "n", "value": 64, "minimum": 1, "maximum": 64}],
                   "launch": "--grid 2 --block 32 --arg a=int[64]:zero --arg n={n}"})");
  const Outcome list = run_command({"lessons", "--lessons", folder.path()});
  CHECK(list.status == 0);
  CHECK(contains(list.out, "my-iota"));
  CHECK(contains(list.out, "matmul-tiled"));
  CHECK(run_command({"run", "my-iota", "--lessons", folder.path(), "--set", "n=3"}).status == 0);
}

TEST_CASE("run: warnings go to the errors' stream and change nothing else") {
  const tests::TempFolder folder;
  const std::string file = folder.write("k.cu",
                                        "// warplens: --grid 1 --block 32 --arg a=int[32]\n"
                                        "__global__ void k(int* a) {\n"
                                        "  a[threadIdx.x] == 3;\n"
                                        "}\n");
  for (const char* command : {"run", "trace"}) {
    const Outcome outcome = run_command({command, file});
    CHECK(outcome.status == 0);
    CHECK(contains(outcome.err,
                   "k.cu:3:3: warning: this only compares, and nothing uses the result\n"));
    CHECK(contains(outcome.err, "hint: write = to assign"));
    CHECK_FALSE(contains(outcome.out, "warning"));
  }
}

TEST_CASE("run: one thread in one warp reads so") {
  const tests::TempFolder folder;
  const std::string file = folder.write("k.cu", "__global__ void k(int* a) { a[0] = 1; }\n");
  CHECK(
      contains(run_command({"run", file, "--arg", "a=int[1]"}).out, "1 thread and 1 warp a block"));
}

TEST_CASE("run: an output that cannot be written is an error") {
  const char* const words[] = {"warplens", "devices"};
  std::ostringstream out, err;
  out.setstate(std::ios::badbit);
  CHECK(cli::run_cli(2, words, {out, err, {}, {"/nothing"}}) == 2);
  CHECK(contains(err.str(), "the output could not be written"));
}

TEST_CASE("run: an option without its value") {
  const Outcome outcome = run_command({"run", "transpose-row", "--grid"});
  CHECK(outcome.status == 2);
  CHECK(outcome.err == golden("cli.options.value_missing"));
}

TEST_CASE("an option of another command names the commands that take it") {
  const auto refusal = [](const std::vector<std::string>& words) {
    const Outcome outcome = run_command(words);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK(refusal({"run", "transpose-row", "--at", "5"}) ==
        "error: '--at' is an option of trace, not of run\n");
  CHECK(refusal({"trace", "transpose-row", "--emit=ast"}) ==
        "error: '--emit' is an option of run, not of trace\n");
  CHECK(refusal({"--json"})
            .starts_with("error: '--json' must follow a command that takes it: run, trace, fix, "));
  CHECK(
      contains(refusal({"--json", "run", "transpose-row"}), "must follow a command that takes it"));
  CHECK(contains(refusal({"run", "transpose-row", "--jsom"}), "did you mean '--json'?"));
  CHECK(contains(refusal({"run", "transpose-row", "--nowhere"}), "see 'warplens --help'"));
}

TEST_CASE("a lesson or a file without a command gets the list of commands") {
  const Outcome outcome = run_command({"matmul-tiled"});
  CHECK(outcome.status == 2);
  CHECK(
      contains(outcome.err, "'matmul-tiled' is not a command; write 'warplens run matmul-tiled'"));
}

TEST_CASE("run: launches that follow are reported one after another") {
  const tests::TempFolder folder;
  const std::string path = folder.write("t.cu",
                                        "__global__ void twice(const float* in, float* out) {\n"
                                        "  out[threadIdx.x] = 2 * in[threadIdx.x];\n"
                                        "}\n"
                                        "__global__ void copy(const float* in, float* out) { "
                                        "out[threadIdx.x] = in[threadIdx.x]; }\n");
  const std::vector<std::string> words{"run",      path,
                                       "--kernel", "twice",
                                       "--block",  "32",
                                       "--arg",    "in=float[32]:iota",
                                       "--arg",    "out=float[32]",
                                       "--then",   "copy --arg in=@out --arg out=@in",
                                       "--then",   "'twice'",
                                       "--dump"};
  std::vector<std::string> with_dump = words;
  with_dump.push_back("out=" + folder.path("out.bin"));
  const Outcome text = run_command(with_dump);
  CHECK(text.err == "");
  CHECK(text.status == 0);
  CHECK(contains(text.out, "launch 1 of 3\ntwice"));
  CHECK(contains(text.out, "\nlaunch 2 of 3\ncopy"));
  with_dump.push_back("--json");
  const auto json = nlohmann::json::parse(run_command(with_dump).out);
  REQUIRE(json["launches"].size() == 3);
  CHECK(json["launches"][1]["kernel"] == "copy");
  CHECK(json["launches"][2]["totals"]["global"]["store"]["requests"] == 1);
}

TEST_CASE("run --json: every kernel of the file is listed with what became of it") {
  const tests::TempFolder folder;
  const std::string path = folder.write("t.cu",
                                        "__global__ void lanes(int* a) {\n  asm volatile("
                                        "\"wgmma.fence.sync.aligned;\");\n}\n"
                                        "__global__ void wrong(int* a) {\n  a[0] = ;\n}\n"
                                        "__global__ void up(int* a) { a[threadIdx.x] += 1; }\n");
  const Outcome outcome =
      run_command({"run", path, "--kernel", "up", "--block", "8", "--arg", "a=int[8]", "--json"});
  CHECK(outcome.err == "");
  CHECK(outcome.status == 0);
  const auto kernels = nlohmann::json::parse(outcome.out)["kernels"];
  REQUIRE(kernels.size() == 3);
  CHECK(kernels[0]["name"] == "lanes");
  CHECK(kernels[0]["state"] == "unsupported");
  CHECK(kernels[0]["reason"].get<std::string>() == golden("lang.unsupported.inline_ptx"));
  CHECK(kernels[0]["reason_line"] == 2);
  CHECK(kernels[1]["state"] == "wrong");
  CHECK(kernels[1]["line"] == 4);
  CHECK(kernels[2]["state"] == "ready");
  CHECK(kernels[2]["parameters"] == "int* a");
  CHECK_FALSE(kernels[2].contains("reason"));
}

TEST_CASE("trace: of a sequence every launch is traced") {
  const tests::TempFolder folder;
  const std::string path =
      folder.write("t.cu", "__global__ void up(int* a) { a[threadIdx.x] += 1; }\n");
  const std::vector<std::string> words{"trace", path,       "--block", "8",
                                       "--arg", "a=int[8]", "--then",  "up"};
  const Outcome text = run_command(words);
  CHECK(contains(text.out, "launch 2 of 2\nup, block x 0 y 0 z 0: 2 accesses"));
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  const auto json = nlohmann::json::parse(run_command(as_json).out);
  REQUIRE(json["launches"].size() == 2);
  CHECK(json["launches"][1]["events"][0]["values"][3] == 4);
  CHECK(json["launches"][1]["events"][0]["values"][9].is_null());
}

TEST_CASE("run: what was meant by the beginning of a name") {
  const Outcome outcome = run_command({"run", "matmul"});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err,
                 "did you mean 'matmul-tiled', 'matmul-naive' or 'matmul-tiles-transposed'?"));
}

TEST_CASE("run: without a launch of its own a file runs as its host code does") {
  const tests::TempFolder folder;
  const std::string path = folder.write(
      "host.cu",
      "__global__ void twice(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }\n"
      "int main() {\n"
      "  const int n = 20;\n"
      "  float* data;\n"
      "  cudaMalloc(&data, n * sizeof(float));\n"
      "  twice<<<1, 32>>>(data, n);\n"
      "  twice<<<1, 64>>>(data, n);\n"
      "}\n");
  const Outcome first = run_command({"run", path});
  CHECK(first.status == 0);
  CHECK(contains(first.out, "launch taken from line 6: twice<<<1, 32>>>(data, n)"));
  CHECK(contains(first.out, "blocks 32 x 1 x 1"));
  // Options lie over it.
  CHECK(contains(run_command({"run", path, "--block", "16"}).out, "blocks 16 x 1 x 1"));
  const Outcome sized = run_command({"run", path, "--grid", "2", "--block", "16"});
  CHECK(sized.status == 1);  // with host code's arguments; two blocks change the same elements
  CHECK(contains(sized.out, "grid 2 x 1 x 1 of blocks 16 x 1 x 1"));
  const char* kAdvice = "(the first of 2 in the file: --then-all";
  CHECK_FALSE(contains(first.out, kAdvice));  // both are listed
  CHECK(contains(run_command({"run", path, "--block", "16"}).out, kAdvice));
  CHECK_FALSE(contains(run_command({"run", path, "--then-all"}).out, kAdvice));
  const auto all = nlohmann::json::parse(run_command({"run", path, "--then-all", "--json"}).out);
  REQUIRE(all["launches"].size() == 2);
  CHECK(all["launches"][0]["launch_source"] == "line 6: twice<<<1, 32>>>(data, n)");
  CHECK(all["launches"][1]["launch"]["block"] == nlohmann::json{64, 1, 1});
  CHECK(all["launches"][1]["arrays"].size() == 1);
  // A launch in the first comment wins.
  const std::string own = folder.write(
      "own.cu",
      "// warplens: --block 8 --arg a=float[8]\n__global__ void f(float* a) { a[0] = 1; }\n"
      "int main() { float* p; cudaMalloc(&p, 4); f<<<1, 32>>>(p); }\n");
  CHECK(contains(run_command({"run", own}).out, "blocks 8 x 1 x 1"));
  CHECK(contains(run_command({"run", own, "--then-all"}).out, "blocks 32 x 1 x 1"));
  const std::string none = folder.write("none.cu", "__global__ void f() {}\n");
  CHECK(contains(run_command({"run", none, "--then-all"}).err, "holds no launch with constant"));
}

TEST_CASE("run: --fail-on says which findings make the status 1") {
  const tests::TempFolder folder;
  const std::string same = folder.write("same.cu", "__global__ void k(int* a) { a[0] = 1; }\n");
  const std::string race =
      folder.write("race.cu", "__global__ void k(int* a) { a[0] = threadIdx.x; }\n");
  const auto status = [](const std::string& file, const std::string& fail_on) {
    return run_command({"run", file, "--block", "32", "--arg", "a=int[1]", "--fail-on", fail_on})
        .status;
  };
  CHECK(status(same, "error") == 0);
  CHECK(status(same, "hint") == 1);
  CHECK(status(race, "error") == 1);
  CHECK(status(race, "never") == 0);
  const Outcome wrong = run_command({"run", race, "--fail-on", "always"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "error, hint or never"));
}

TEST_CASE("run: printf and failed assertions are reported with block and thread") {
  const tests::TempFolder folder;
  const std::string path = folder.write(
      "t.cu",
      "#include <cassert>\n#include <cstdio>\n"
      "__global__ void f() { printf(\"hello %d\\n\", threadIdx.x); assert(threadIdx.x == 0); }\n");
  const Outcome outcome = run_command({"run", path, "--block", "2"});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "block 0,0,0 thread 1,0,0 line 3: hello 1\n"));
  CHECK(contains(outcome.out, "the assertion failed: threadIdx.x == 0"));
  CHECK(contains(outcome.out, "1 thread; first in block (0, 0), thread 1\n"));
  CHECK(contains(outcome.out, "the grid stopped at a failed assertion or a trap"));
}

TEST_CASE("run: a launch whose sizes host code computes is named, with what to do") {
  const tests::TempFolder folder;
  const std::string path = folder.write(
      "t.cu",
      "__global__ void f(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }\n"
      "int main(int argc, char** argv) {\n"
      "  int n = atoi(argv[1]);\n"
      "  float* a; cudaMalloc(&a, n * sizeof(float));\n"
      "  f<<<(n + 127) / 128, 128>>>(a, n);\n"
      "}\n");
  const Outcome outcome = run_command({"trace", path});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err,
                 "line 5 launches it with sizes that are known only when the host "
                 "code runs; warplens run " +
                     path + " --guess guesses them"));
  CHECK(run_command({"run", path, "--guess"}).status == 0);
  CHECK(contains(run_command({"run", path}).out, "guessed: "));
}

TEST_CASE("--version: the name and a number") {
  const Outcome outcome = run_command({"--version"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out.starts_with("warplens "));
  CHECK(outcome.out.find('.') != std::string::npos);
  CHECK(outcome.out.ends_with("\n"));
  CHECK(outcome.err.empty());
}

TEST_CASE("devices: the list, one device's limits, and a name that is none") {
  const tests::Outcome list = tests::run_command({"devices"}, {}, {"/nothing"});
  CHECK(list.status == 0);
  CHECK(tests::contains(list.out, "cc12.1"));
  CHECK(tests::contains(list.out, "\n\nin this machine: "));
  const tests::Outcome one = tests::run_command({"devices", "cc8.6"});
  CHECK(one.status == 0);
  CHECK(tests::contains(one.out, "6 MiB"));
  const auto json =
      nlohmann::ordered_json::parse(tests::run_command({"devices", "cc8.6", "--json"}).out);
  CHECK(json["limits"]["warps_per_multiprocessor"] == 48);
  CHECK_FALSE(json.contains("launches"));
  const tests::Outcome none = tests::run_command({"devices", "cc8.8"});
  CHECK(none.status == 2);
  CHECK(tests::contains(none.err, "there is no device 'cc8.8'"));
  CHECK(tests::contains(tests::run_command({"devices", "8.6"}).err, "did you mean 'cc8.6'?"));
}

TEST_CASE("devices ID FILE: the limits, then the launches of the text") {
  const tests::TempFolder folder;
  const std::string file = folder.write("query.cu",
                                        "__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n"
                                        "void f(float* x) { fill<<<1, dim3(40, 32)>>>(x); }\n");
  const Outcome here = run_command({"devices", "h200", file});
  CHECK(here.status == 0);
  CHECK(here.err.empty());
  CHECK(contains(here.out, "\n\n" + file + "\n  launch"));
  CHECK(contains(here.out, "\n  line 2: fill<<<1, dim3(40, 32)>>>(x)"));
  const auto json =
      nlohmann::ordered_json::parse(run_command({"devices", "h200", file, "--json"}).out);
  CHECK(json["limits"]["threads_per_block"] == 1024);
  REQUIRE(json["launches"].size() == 1);
  CHECK(json["launches"][0]["starts"] == false);
}

TEST_CASE("devices ID FILE: launches of a program have the sizes that it reaches them with") {
  const tests::TempFolder folder;
  const std::string file =
      folder.write("sizes.cu",
                   "__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n"
                   "int main() {\n"
                   "  float* x;\n"
                   "  cudaMalloc(&x, 4096);\n"
                   "  for (int i = 0; i < 3; ++i) fill<<<1, i < 2 ? 32 : 64>>>(x);\n"
                   "}\n");
  const Outcome here = run_command({"devices", "h200", file});
  CHECK(contains(here.out, "reached 2 times, with <<<1, 32>>>"));
  CHECK(contains(here.out, "reached 1 time, with <<<1, 64>>>"));
  CHECK_FALSE(contains(here.out, "not listed"));
  const auto json =
      nlohmann::ordered_json::parse(run_command({"devices", "h200", file, "--json"}).out);
  REQUIRE(json["launches"].size() == 2);
  CHECK(json["launches"][0]["reached"] == 2);
  CHECK(json["launches"][1]["block"] == nlohmann::ordered_json::array({64, 1, 1}));
}

TEST_CASE("devices ID FILE: a file without a launch, one that does not compile, one that is none") {
  const tests::TempFolder folder;
  const Outcome plain = run_command(
      {"devices", "h200", folder.write("plain.cu", "__global__ void k(int* a) { a[0] = 1; }\n")});
  CHECK(plain.status == 0);
  CHECK(contains(plain.out, "No launch is known"));
  const std::string wrong = folder.write("wrong.cu", "__global__ void k(int* a) { a[0] = b; }\n");
  const Outcome bad = run_command({"devices", "h200", wrong});
  CHECK(bad.status == run_command({"run", wrong}).status);
  CHECK(bad.err == run_command({"run", wrong}).err);
  CHECK(bad.out.empty());
  CHECK(run_command({"devices", "h200", "nothing.cu"}).status == 2);
  // A lesson's launch, which no host code has.
  const Outcome lesson = run_command({"devices", "cc1.0", "matmul-tiled"});
  CHECK(lesson.status == 0);
  CHECK(contains(lesson.out, "  matmul_tiled<<<dim3("));
}
