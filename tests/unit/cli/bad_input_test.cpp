// Bad input: nothing crashes or hangs, and each message says what is wrong and where. Status 2 is
// the user's mistake.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

Outcome run_text(const std::string& text, std::vector<std::string> more = {}) {
  const tests::TempFolder folder;
  std::vector<std::string> words{
      "run", folder.write("k.cu", text), "--grid", "1", "--block", "32", "--arg", "a=float[32]"};
  words.insert(words.end(), more.begin(), more.end());
  return run_command(words);
}

// A mistake in the text: place, the line, a caret under the column.
void check_placed(const Outcome& outcome, const std::string& place, const std::string& line) {
  CAPTURE(outcome.err);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(contains(outcome.err, "k.cu:" + place + ": error: "));
  CHECK(contains(outcome.err, line));
  CHECK(contains(outcome.err, "^"));
}

std::string kernel(const std::string& statement) {
  return "__global__ void k(float* a) {\n  " + statement + "\n}\n";
}

// A mistake outside the text: one message on the error stream that has all of 'parts'.
void check_refused(const Outcome& outcome, const std::vector<std::string>& parts) {
  CAPTURE(outcome.err);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(contains(outcome.err, part));
  }
}

}  // namespace

TEST_CASE("bad text: an unknown name is suggested its nearest") {
  const Outcome outcome = run_text(kernel("int tile = 1; a[threadIdx.x] = tiel;"));
  check_placed(outcome, "2:34", "a[threadIdx.x] = tiel;");
  CHECK(contains(outcome.err, "'tile'"));
  const Outcome builtin = run_text(kernel("a[theadIdx.x] = 1.0f;"));
  check_placed(builtin, "2:5", "a[theadIdx.x]");
  CHECK(contains(builtin.err, "threadIdx"));
}

TEST_CASE("bad text: a missing semicolon") {
  check_placed(run_text(kernel("a[0] = 1.0f")), "2:14", "a[0] = 1.0f");
}

TEST_CASE("bad text: what is not supported is named") {
  const Outcome outcome = run_text(kernel("asm(\"wgmma.fence;\"); a[0] = 1.0f;"));
  check_placed(outcome, "2:8", "wgmma.fence");
  CHECK(contains(outcome.err, "inline PTX"));
}

TEST_CASE("bad text: a wrong number of arguments") {
  check_placed(run_text(kernel("a[0] = sqrtf(1.0f, 2.0f);")), "2:10", "sqrtf(1.0f, 2.0f)");
}

TEST_CASE("bad text: a call of a skipped host function names it") {
  const Outcome outcome =
      run_text("float half(float x) { return x / 2; }\n" + kernel("a[0] = half(2.0f);"));
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "half"));
}

TEST_CASE(
    "bad text: the column counts characters, after tabs and other scripts, with a mark and CRLF") {
  check_placed(
      run_text(
          "\xEF\xBB\xBF__global__ void k(float* a) {\r\n\t/* \xE7\x9F\xA9 */ a[0] = b;\r\n}\r\n"),
      "2:17", "a[0] = b;");
  CHECK(run_text("\xEF\xBB\xBF// \xE7\x9F\xA9\xE9\x98\xB5\r\n__global__ void k(float* a) "
                 "{\r\n\ta[0] = 1.0f;\r\n}\r\n")
            .status == 0);
}

TEST_CASE("bad text: bytes that are no UTF-8 are refused or kept, never a crash") {
  const Outcome outcome = run_text(kernel("a[0] = \xff\xfe;"));
  CHECK(outcome.status == 2);
}

TEST_CASE("bad launch: sizes") {
  const std::string text = kernel("a[threadIdx.x] = 1.0f;");
  check_refused(run_text(text + "//", {"--block", "1025"}), {"--block", "2 times"});
  const tests::TempFolder folder;
  const std::string file = folder.write("k.cu", text);
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", file, "--arg", "a=float[32]"});
    return run_command(words);
  };
  check_refused(with({"--grid", "1", "--block", "1025"}), {"1024"});
  check_refused(with({"--grid", "1", "--block", "64,32"}), {"1024"});
  check_refused(with({"--grid", "0", "--block", "32"}), {"--grid"});
  check_refused(with({"--grid", "1", "--block", "0,1"}), {"--block"});
  check_refused(with({"--grid", "1", "--block", "x"}), {"--block", "x"});
  check_refused(with({"--grid", "1", "--block", "32", "--shared", "232449"}), {"shared"});
  check_refused(with({"--grid", "1", "--block", "32", "--shared", "-1"}), {"--shared"});
  check_refused(run_command({"trace", "matmul-tiled", "--most", "-1"}), {"--most -1"});
  CHECK(with({"--grid", "1", "--block", "32", "--shared", "232448"}).status == 0);
}

TEST_CASE("bad launch: static shared memory over the device's limit") {
  const std::string most =
      "__shared__ char s[49152]; s[threadIdx.x] = 1; a[threadIdx.x] = s[threadIdx.x];";
  CHECK(run_text(kernel(most)).status == 0);
  const std::string over =
      "__shared__ char s[49153]; s[threadIdx.x] = 1; a[threadIdx.x] = s[threadIdx.x];";
  check_refused(run_text(kernel(over)), {"shared", "49152"});
}

TEST_CASE("bad launch: arguments") {
  const tests::TempFolder folder;
  const std::string file =
      folder.write("k.cu", "__global__ void k(float* data, int n) { data[n] = 1.0f; }\n");
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", file, "--grid", "1", "--block", "1"});
    return run_command(words);
  };
  check_refused(with({"--arg", "data=float[4]"}), {"n", "warplens run", "--arg data=float[4]"});
  check_refused(with({"--arg", "data=float[4]", "--arg", "m=1", "--arg", "n=1"}), {"m"});
  check_refused(with({"--arg", "dat=float[4]", "--arg", "n=1"}), {"data"});
  check_refused(with({"--arg", "data=7", "--arg", "n=1"}), {"data"});
  check_refused(with({"--arg", "data=float[4]", "--arg", "n=abc"}), {"abc"});
  check_refused(with({"--arg", "data=flaot[4]", "--arg", "n=1"}), {"flaot"});
  check_refused(with({"--arg", "data=float[0]", "--arg", "n=1"}), {"float[0]"});
  check_refused(with({"--arg", "data=float[4]:file=" + folder.path("none"), "--arg", "n=1"}),
                {"no such file"});
  check_refused(with({"--arg", "data=float[99999999999999]", "--arg", "n=1"}), {"data"});
}

TEST_CASE("bad launch: kernels, devices, dumps and settings that are not there") {
  const tests::TempFolder folder;
  const std::string file =
      folder.write("k.cu",
                   "// warplens: --grid 1 --block 1\n"
                   "__global__ void first() {}\n__global__ void second() {}\n");
  check_refused(run_command({"run", file}), {"first", "second", "--kernel"});
  check_refused(run_command({"run", file, "--kernel", "secnd"}), {"second"});
  CHECK(run_command({"run", file, "--kernel", "second"}).status == 0);
  check_refused(run_command({"run", file, "--kernel", "first", "--device", "h20"}), {"h200"});
  check_refused(run_command({"run", file, "--kernel", "first", "--device", "h200,cc9"}),
                {"'cc9'", "cc9.0"});
  check_refused(run_command({"run", file, "--kernel", "first", "--device", "h200,"}),
                {"a name is missing"});
  check_refused(run_command({"trace", "transpose-row", "--device", "h200,cc1.0"}),
                {"only 'warplens run' takes several devices"});
  check_refused(run_command({"run", "matmul-tiled", "--dump", "Q=" + folder.path("q")}),
                {"no array 'Q'"});
  check_refused(run_command({"run", "matmul-tiled", "--dump", "P"}), {"NAME=FILE"});
  check_refused(run_command({"run", "matmul-tiled", "--set", "tiel=4"}), {"did you mean 'tile'?"});
  check_refused(run_command({"run", "matmul-tiled", "--set", "tile=33"}), {"from 2 to 32"});
  check_refused(run_command({"run", "transpose-row", "--set", "block=9"}), {"8, 16, 32"});
  check_refused(run_command({"run", file, "--kernel", "first", "--set", "n=1"}), {"--set"});
  check_refused(run_command({"trace", "matmul-tiled", "--at", "2,0"}), {"no block x 2"});
  check_refused(run_command({"trace", "matmul-tiled", "--at", "a"}), {"--at"});
  check_refused(run_command({"trace", "matmul-tiled", "--warp", "2"}), {"2 warps"});
}

TEST_CASE("bad file: missing, a directory, empty, binary, 100 MB") {
  const tests::TempFolder folder;
  check_refused(run_command({"run", folder.path("none.cu")}), {"none.cu: no such file"});
  check_refused(run_command({"run", "matmul-tield"}),
                {"no such file", "did you mean 'matmul-tiled'?"});
  check_refused(run_command({"run", folder.path()}), {"directory"});
  for (const char* text : {"", " \n\t\n"}) {
    for (const char* command : {"run", "trace", "fix"}) {
      const Outcome empty = run_command({command, folder.write("empty.cu", text)});
      check_refused(empty, {"empty.cu: error: the file is empty\n",
                            "hint: it should hold a kernel: __global__ void name(...) { ... }"});
      CHECK_FALSE(contains(empty.err, "--guess"));
    }
  }
  check_refused(run_command({"run", folder.write("binary.cu", std::string("\x7f"
                                                                          "ELF\0\0",
                                                                          6))}),
                {"binary"});
  const std::string large = folder.write("large.cu", "x");
  std::filesystem::resize_file(large, uint64_t{100} << 20);
  check_refused(run_command({"run", large}), {"large.cu", "100.0 MiB"});
  check_refused(run_command({"run", folder.write("host.cu", "int zero() { return 0; }\n")}),
                {"kernel"});
}

TEST_CASE("bad file: a first comment with a mistake says so") {
  const tests::TempFolder folder;
  const std::string file = folder.write("k.cu", "// warplens: --gird 1\n__global__ void k() {}\n");
  check_refused(run_command({"run", file}), {"first comment", "--grid"});
}

TEST_CASE("bad table: each mistake has its line") {
  const tests::TempFolder folder;
  check_refused(run_command({"check-hardware", folder.path("none.csv")}), {"no such file"});
  check_refused(run_command({"check-hardware", folder.write("t.csv", "a,b,c\n1,2,3\n")}),
                {"t.csv:1"});
}

TEST_CASE("bad lessons: a damaged description says where") {
  const tests::TempFolder folder;
  folder.write("mine.json", "{\n  \"id\": \n}\n");
  check_refused(run_command({"lessons", "--lessons", folder.path()}), {"mine.json:3:"});
  check_refused(run_command({"run", "matmul-tiled", "--lessons", folder.path()}), {"mine.json:3:"});
  check_refused(run_command({"lessons", "--lessons", folder.path("none")}), {"no such folder"});
}

TEST_CASE("bad words: unknown commands and options are suggested their nearest") {
  check_refused(run_command({"rnu", "matmul-tiled"}), {"rnu", "'run'"});
  check_refused(run_command({"run", "matmul-tiled", "--gird", "1"}), {"--gird", "'--grid'"});
  check_refused(run_command({"run"}), {"warplens run FILE.cu"});
  check_refused(run_command({"check-hardware"}), {"FILE.csv"});
  check_refused(run_command({"run", "matmul-tiled", "--grid"}), {"--grid"});
  check_refused(run_command({"gui", "--size", "10x10"}), {"--size"});
  check_refused(run_command({"gui", "--theme", "grey"}), {"--theme", "light", "dark"});
  check_refused(run_command({"gui", "--script", "a.txt"}), {"--headless"});
}
