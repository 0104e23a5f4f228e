// What a kernel leaves in its array of ints.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "tests/support/runs.hpp"

namespace warplens::test {

// The first `count` elements of the kernel's parameter `int* o`, of 16 that were 0; one block.
inline std::vector<int> ints_of(const std::string& text, size_t count,
                                const std::string& block = "--block 1") {
  const auto run = must_run(text, "--grid 1 " + block + " --arg o=int[16]:zero");
  const std::vector<std::byte> bytes = run->memory_after->get()->array(0).bytes.to_vector();
  std::vector<int> values(count);
  std::memcpy(values.data(), bytes.data(), count * sizeof(int));
  return values;
}

}  // namespace warplens::test
