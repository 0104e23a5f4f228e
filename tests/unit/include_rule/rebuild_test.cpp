// How much is compiled again after a change of the headers that change most: counted over the
// includes of the product and of the tests.
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "files.hpp"

namespace {

using warplens::test::Include;

// File -> the files that include it. A quoted path is one from the root or, in tests, beside the
// file.
std::map<std::string, std::vector<std::string>> includers() {
  const std::vector<std::string> files =
      warplens::test::files_below({"sim", "kernels", "app", "tests"});
  const std::set<std::string> known(files.begin(), files.end());
  std::map<std::string, std::vector<std::string>> out;
  for (const std::string& file : files) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    for (const Include& include : warplens::test::includes_of(warplens::test::read_source(file))) {
      const std::string beside = (folder / include.path).lexically_normal().generic_string();
      if (known.contains(beside)) {
        out[beside].push_back(file);
      } else if (known.contains(include.path)) {
        out[include.path].push_back(file);
      }
    }
  }
  return out;
}

// The .cpp files that see the header, directly or through others.
size_t units_behind(const std::string& header) {
  static const std::map<std::string, std::vector<std::string>> by_file = includers();
  std::set<std::string> seen{header};
  std::vector<std::string> open{header};
  size_t units = 0;
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    if (file.ends_with(".cpp")) ++units;
    const auto found = by_file.find(file);
    if (found == by_file.end()) continue;
    for (const std::string& includer : found->second)
      if (seen.insert(includer).second) open.push_back(includer);
  }
  return units;
}

}  // namespace

TEST_CASE("rebuild: a new opcode, or a change of the machine's block, rebuilds a part only") {
  const size_t opcode = units_behind("sim/code/opcodes.hpp");
  CHECK(opcode >= 20);  // lowering, the machine's operations, the disassembler
  CHECK(opcode <= 140);
  const size_t block = units_behind("sim/machine/block.hpp");
  CHECK(block >= 10);
  CHECK(block <= 130);
  // The count itself: nearly everything sees diagnostics.
  CHECK(units_behind("sim/base/diagnostic.hpp") > 300);
}
