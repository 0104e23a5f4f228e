// Cubins as they were recorded (tests/data/cubin).
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace warplens::measure::cubin {

// "sm_90"; the kernels of branches.cu.
inline std::string recorded(const std::string& target) {
  std::ifstream file(WARPLENS_TEST_DATA "/cubin/branches." + target + ".cubin", std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

}  // namespace warplens::measure::cubin
