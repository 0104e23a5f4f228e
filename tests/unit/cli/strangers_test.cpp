// A stranger's file names what is in its folder only, and nothing that it holds is obeyed by a
// terminal.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

bool is_plain(const std::string& text) {
  return text.find_first_of("\x1b\x07\r\x9b") == std::string::npos &&
         !contains(text, "\xE2\x80\xAE");
}

Outcome run_file(const std::string& path, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"run",     path, "--grid", "1",
                                 "--block", "32", "--arg",  "a=float[32]"};
  words.insert(words.end(), more.begin(), more.end());
  return run_command(words);
}

}  // namespace

TEST_CASE("strangers: escapes in a text are shown, not sent") {
  const tests::TempFolder folder;
  const std::string path = folder.write(
      "k.cu",
      "__global__ void k(float* a) { a[0] = 1; /* \x1b]0;PWNED\x07 \xE2\x80\xAE */ a[1000] = x; }");
  const Outcome outcome = run_file(path);
  CHECK(outcome.status == 2);
  CHECK(is_plain(outcome.err));
  CHECK(contains(outcome.err, "/* \\x1b]0;PWNED\\x07 \\u202e */"));
}

TEST_CASE("strangers: what a kernel prints is shown, not sent, in JSON too") {
  const tests::TempFolder folder;
  const std::string path = folder.write(
      "k.cu",
      "__global__ void k(float* a) {\n"
      "  if (threadIdx.x == 0) printf(\"\\033]0;PWNED\\007\\x1b[2Jred %c[5m \u202e\\n\", 27);\n"
      "}\n");
  const Outcome outcome = run_file(path);
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(is_plain(outcome.out));
  CHECK(contains(outcome.out, "\\x1b]0;PWNED\\x07\\x1b[2Jred \\x1b[5m \\u202e"));
  const Outcome json = run_file(path, {"--json"});
  CHECK(is_plain(json.out));
  CHECK(contains(json.out, "\\u001b]0;PWNED\\u0007\\u001b[2Jred \\u001b[5m \\u202e"));
}

TEST_CASE("strangers: names on the command line come back visible") {
  const Outcome outcome = run_command({"run", "no\x1b[31mfile.cu"});
  CHECK(outcome.status == 2);
  CHECK(is_plain(outcome.err));
  CHECK(contains(outcome.err, "no\\x1b[31mfile.cu: no such file"));
}

TEST_CASE("strangers: file= in the first comment counts from the file's folder and stays there") {
  const tests::TempFolder folder;
  std::filesystem::create_directory(folder.path("own"));
  folder.write("own/data.bin", std::string("\0\0\x80?", 4));  // 1.0f
  folder.write("outside.bin", std::string("\0\0\x80?", 4));
  const auto kernel = [&](const std::string& path) {
    return folder.write("own/k.cu",
                        "// warplens: --grid 1 --block 1 --arg a=float[1]:file=" + path +
                            "\n__global__ void k(float* a) { printf(\"%g\\n\", a[0]); }\n");
  };
  const Outcome inside = run_command({"run", kernel("data.bin")});
  CAPTURE(inside.err);
  CHECK(inside.status == 0);
  CHECK(contains(inside.out, "1\n"));
  for (const std::string& path : {std::string("../outside.bin"), folder.path("outside.bin")}) {
    const Outcome outside = run_command({"run", kernel(path)});
    CHECK(outside.status == 2);
    CHECK(contains(outside.err, "in the first comment: --arg a: the file " + path +
                                    " is not in the text's own folder"));
  }
  const Outcome asked = run_command(
      {"run", kernel("data.bin"), "--arg", "a=float[1]:file=" + folder.path("outside.bin")});
  CHECK(asked.status == 0);
}

TEST_CASE("strangers: a definition is one line") {
  const tests::TempFolder folder;
  const std::string path = folder.write("k.cu", "__global__ void k(float* a) { a[0] = N; }");
  const Outcome outcome = run_file(path, {"-D", "N=1\n#include \"/etc/passwd\""});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "a definition is one line"));
}
