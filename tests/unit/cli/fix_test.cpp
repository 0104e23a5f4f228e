// `warplens fix`: the report, the patch, what is written, the exit status.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/files/files.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

const std::string kTranspose =
    "// warplens: --block 32,32 --arg in=float[32][32] --arg out=float[32][32]:zero\n"
    "__global__ void transpose(const float* in, float* out) {\n"
    "  __shared__ float tile[32][32];\n"
    "  int x = threadIdx.x, y = threadIdx.y;\n"
    "  tile[y][x] = in[y * 32 + x];\n"
    "  __syncthreads();\n"
    "  out[y * 32 + x] = tile[x][y];\n"
    "}\n";

std::string content_of(const std::string& path) {
  base::Result<std::string, std::string> text = files::read_text(path);
  return text ? std::move(*text) : text.error();
}

// With what was found in the place of `what`.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

TEST_CASE("fix: the report and a patch") {
  const tests::TempFolder folder;
  const std::string file = folder.write("t.cu", kTranspose);
  const Outcome outcome = run_command({"fix", file});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with("'tile' (line 3) takes "));
  CHECK(contains(outcome.out, "\n  fix: pad each row by 1 element: "));
  CHECK(contains(outcome.out, "\n--- " + file + "\n+++ " + file + "\n@@ -1,6 +1,6 @@\n"));
  CHECK(contains(outcome.out,
                 "\n-  __shared__ float tile[32][32];\n"
                 "+  __shared__ float tile[32][32 + 1];\n"));
  CHECK_MESSAGE(content_of(file) == kTranspose, "nothing is written unless it is asked for");
}

TEST_CASE("fix: an error that no layout fixes is reported, with status 1") {
  const tests::TempFolder folder;
  const std::string file = folder.write("t.cu", replaced(kTranspose, "  __syncthreads();\n", ""));
  const Outcome outcome = run_command({"fix", file});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.err, "the launch has 1 error, which no layout mends: 'warplens run " +
                                  file + "' says what it is"));
  CHECK(contains(outcome.out, "fix: pad each row by 1 element"));
}

TEST_CASE("fix: the patch is one that patch takes") {
  WARPLENS_NEEDS(std::system("patch --version > /dev/null 2>&1") == 0, "patch is not installed");
  const tests::TempFolder folder;
  // Without a line end at its end, and with changes far apart.
  const std::string text =
      "__global__ void k(int* out) {\n  __shared__ int a[32][32];\n  int t = threadIdx.x;\n" +
      std::string(12, '\n') + "  a[t][0] = t;\n" + std::string(9, '\n') +
      "  __shared__ int b[32][32]; b[t][1] = t; out[t] = b[t][1] + a[t][0]; }";
  const std::string file = folder.write("k.cu", text);
  const std::vector<std::string> launch{"--block", "32", "--arg", "out=int[32]"};
  std::vector<std::string> words{"fix", file};
  words.insert(words.end(), launch.begin(), launch.end());
  const Outcome outcome = run_command(words);
  CHECK(outcome.status == 0);
  const std::string patch =
      folder.write("k.patch", outcome.out.substr(outcome.out.find("\n---") + 1));
  CHECK(std::system(("patch -s " + file + " < " + patch).c_str()) == 0);
  // Shorter rows leave the most blocks resident.
  std::string patched = text;
  for (const auto& [what, by] : {std::pair("a[32][32]", "a[32][1]"), {"b[32][32]", "b[32][3]"}})
    patched = replaced(patched, what, by);
  CHECK(content_of(file) == patched);
  CHECK(contains(run_command(words).out, "it has no bank conflicts"));
}

TEST_CASE("fix --apply: the file is written, once") {
  const tests::TempFolder folder;
  for (const std::string mark : {"", "\xef\xbb\xbf"}) {
    const std::string file = folder.write("t.cu", mark + kTranspose);
    const Outcome outcome = run_command({"fix", file, "--apply"});
    CHECK(outcome.status == 0);
    CHECK(contains(outcome.out, file + " was changed"));
    CHECK_FALSE(contains(outcome.out, "@@"));
    CHECK(content_of(file) == mark + replaced(kTranspose, "tile[32][32]", "tile[32][32 + 1]"));
    const Outcome again = run_command({"fix", file, "--apply"});
    CHECK(again.status == 0);
    CHECK(contains(again.out, "it has no bank conflicts"));
    CHECK_FALSE(contains(again.out, "was changed"));
  }
  const Outcome lesson = run_command({"fix", "transpose-column", "--apply"});
  CHECK(lesson.status == 2);
}

TEST_CASE("fix --json") {
  const tests::TempFolder folder;
  const ordered_json json =
      ordered_json::parse(run_command({"fix", folder.write("t.cu", kTranspose), "--json"}).out);
  CHECK(json["version"] == 1);
  CHECK(json["arrays"].size() == 1);
  CHECK(contains(json["patch"], "+  __shared__ float tile[32][32 + 1];"));
}

TEST_CASE("fix: conflicts that stay give status 1 and the reason with its line") {
  const tests::TempFolder folder;
  const std::string text = replaced(kTranspose, "  out[", "  float* p = &tile[0][0];\n  out[");
  const std::string file = folder.write("t.cu", replaced(text, "= tile[x][y]", "= p[x * 32 + y]"));
  const Outcome outcome = run_command({"fix", file, "--apply"});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "\n  not fixed: line 7: "));
  CHECK(content_of(file).find("32 + 1") == std::string::npos);
}

TEST_CASE("fix: mistakes and limits") {
  const tests::TempFolder folder;
  const std::string file = folder.write("t.cu", kTranspose);
  CHECK(contains(run_command({"fix"}).err, "a kernel file or a lesson is missing"));
  CHECK(run_command({"fix", folder.path("none.cu")}).status == 2);
  CHECK(run_command({"fix", file, "--step-limit", "5"}).status == 3);
  // Each of the 2,000 blocks stores a row of its own, in 64 ways.
  const std::string many = folder.write(
      "many.cu",
      "// warplens: --grid 2000 --block 32\n"
      "__global__ void k() {\n  __shared__ int s[4096];\n  for (int i = 0; i < 64; ++i)\n"
      "    s[(threadIdx.x * i + blockIdx.x) % 4096] = i;\n}\n");
  const Outcome cut = run_command({"fix", many, "--checks", "none"});
  CHECK(cut.status == 3);
  CHECK(contains(cut.err, "more than 100,000 different accesses"));
  CHECK(run_command({"fix", folder.write("bad.cu", "__global__ void k( {")}).status == 2);
  const Outcome wrong = run_command({"fix", folder.path("bad.cu"), "--json"});
  CHECK(ordered_json::parse(wrong.out)["errors"].size() > 0);
  const std::string program = folder.write(
      "program.cu",
      "__global__ void one(int* a) { a[threadIdx.x] = 1; }\n"
      "__global__ void two(int* a) {\n  __shared__ int s[32][32];\n  s[threadIdx.x][0] = 1;\n"
      "  a[threadIdx.x] = s[threadIdx.x][0];\n}\n"
      "int main() {\n  int* a;\n  cudaMalloc(&a, 128);\n  one<<<1, 32>>>(a);\n  two<<<1, "
      "32>>>(a);\n}\n");
  CHECK(contains(run_command({"fix", program}).out, "(the first of 2 in the file: --then-all"));
  const std::string both = run_command({"fix", program, "--then-all"}).out;
  CHECK(contains(both, "'s' (line 3)"));
  CHECK(contains(both, "the counts are sums over all 2 launches"));
  CHECK_FALSE(contains(run_command({"fix", file}).out, "sums over all"));
  const Outcome plain = run_command({"fix", "transpose-row"});
  CHECK(plain.status == 0);
}

TEST_CASE("fix: x and y exchanged, as a patch and applied; gains of changes by hand") {
  const tests::TempFolder folder;
  const std::string text =
      "// warplens: --grid 2,2 --block 16,16 --arg in=int[32][32] --arg out=int[32][32]:zero\n"
      "__global__ void k(const int* in, int* out) {\n"
      "  int r = blockIdx.y * 16 + threadIdx.x, c = blockIdx.x * 16 + threadIdx.y;\n"
      "  out[r * 32 + c] = in[r * 32 + c];\n"
      "}\n";
  const std::string file = folder.write("k.cu", text);
  const Outcome outcome = run_command({"fix", file});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "\n  fix: exchange threadIdx.x and threadIdx.y: "));
  CHECK(contains(outcome.out,
                 "+  int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + "
                 "threadIdx.x;\n"));
  CHECK(run_command({"fix", file, "--apply"}).status == 0);
  CHECK(contains(content_of(file), "+ threadIdx.y, c ="));
  const Outcome again = run_command({"fix", file});
  CHECK_FALSE(contains(again.out, "exchange"));
}

TEST_CASE("fix: a patch has the file's bytes, unless a person reads it") {
  const tests::TempFolder folder;
  const std::string text = replaced(kTranspose, "int x = ", "/* \xfc\x1b */\r int x = ");
  const std::string file = folder.write("t.cu", "\xef\xbb\xbf" + text);
  const std::string line = "  /* \xfc\x1b */\r int x = threadIdx.x";
  const Outcome outcome = run_command({"fix", file});
  CHECK(contains(outcome.out, line));
  CHECK(contains(outcome.out, "@@ -1,6 +1,6 @@\n \xef\xbb\xbf// warplens"));
  std::ostringstream out, err;
  const char* const words[] = {"warplens", "fix", file.c_str()};
  CHECK(cli::run_cli(3, words, {out, err, {}, {}, nullptr, {}, {}, {}, true}) == 0);
  CHECK_FALSE(contains(out.str(), "\x1b"));
  CHECK(contains(out.str(), "/* \\xfc\\x1b */\\x0d int x"));
}

TEST_CASE("fix --json: what was cut or interrupted says so") {
  const tests::TempFolder folder;
  const std::string file = folder.write("t.cu", kTranspose);
  const Outcome cut = run_command({"fix", file, "--json", "--step-limit", "5"});
  CHECK(cut.status == 3);
  const ordered_json json = ordered_json::parse(cut.out);
  CHECK(json["complete"] == false);
  CHECK(json["ending"] == "step_limit");
  CHECK(json["fixed"] == false);
  CHECK(json["arrays"].empty());
  CHECK(contains(json["reason"], "step limit"));
  CHECK(ordered_json::parse(run_command({"fix", file, "--json"}).out)["complete"] == true);
}
