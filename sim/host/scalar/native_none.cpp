// In place of native_translation.cpp where there is no asmjit or another processor.
#include "sim/host/scalar/native_code.hpp"

namespace warplens::host {

std::unique_ptr<NativeCode> translate_natively(const NativeLayout& /*layout*/) {
  return nullptr;
}

}  // namespace warplens::host
