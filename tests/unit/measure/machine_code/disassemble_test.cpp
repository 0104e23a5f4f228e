// nvdisasm's place is taken by a script in PATH: what is tested is how it is found, started and
// waited for.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>

#include "kernels/measure/machine_code/machine_code.hpp"
#include "tests/support/temp_folder.hpp"

namespace warplens::measure::machine_code {

namespace {

namespace fs = std::filesystem;

class FakeToolkit {
 public:
  explicit FakeToolkit(const std::string& script) {
    fs::create_directory(folder_.path("bin"));
    const std::string program = folder_.write("bin/nvdisasm", "#!/bin/sh\n" + script);
    fs::permissions(program, fs::perms::owner_all);
    const char* path = getenv("PATH");
    saved_path_ = path == nullptr ? "" : path;
    setenv("PATH", "/nonexistent", 1);
  }
  ~FakeToolkit() { setenv("PATH", saved_path_.c_str(), 1); }
  const std::string& folder() const { return folder_.path(); }
  std::string bin() const { return folder_.path("bin"); }

 private:
  tests::TempFolder folder_;
  std::string saved_path_;
};

const std::vector<char> kCubin{'c', 'o', 'd', 'e'};

}  // namespace

TEST_CASE("disassemble: nowhere to be found") {
  const FakeToolkit toolkit("exit 0\n");
  const auto text = disassemble(kCubin, "/nonexistent");
  REQUIRE_FALSE(text.ok());
  CHECK(text.error().kind == ProblemKind::kNoCompiler);
  CHECK(text.error().message.find("nvdisasm") != std::string::npos);
}

TEST_CASE("disassemble: from the toolkit's folder, with inlined line information") {
  const FakeToolkit toolkit("echo \"$1 $2\"; read code < \"$3\" || echo \"$code\"\n");
  const auto text = disassemble(kCubin, toolkit.folder());
  REQUIRE(text.ok());
  CHECK(*text == "-gi -c\ncode\n");
}

TEST_CASE("disassemble: from PATH, where empty entries do not count") {
  const FakeToolkit toolkit("echo found\n");
  setenv("PATH", (":/nonexistent:" + toolkit.bin()).c_str(), 1);
  const auto text = disassemble(kCubin);
  REQUIRE(text.ok());
  CHECK(*text == "found\n");
}

TEST_CASE("disassemble: one that refuses, and one that is no program") {
  for (const char* script : {"echo half a listing; exit 3\n", "kill -9 $$\n"}) {
    const FakeToolkit toolkit(script);
    const auto text = disassemble(kCubin, toolkit.folder());
    REQUIRE_FALSE(text.ok());
    CHECK(text.error().kind == ProblemKind::kInternal);
  }
}

}  // namespace warplens::measure::machine_code
