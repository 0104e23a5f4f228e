// In place of warp_translation.cpp where there is no asmjit or another processor.
#include "sim/machine/avx2/warp_code.hpp"

namespace warplens::machine {

std::unique_ptr<const WarpCode> translate_warp(const code::Program& /*program*/,
                                               const WarpShape& /*shape*/) {
  return nullptr;
}

}  // namespace warplens::machine
