#include "kernels/measure/timing/ceilings_ptx.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace warplens::measure::timing;

size_t count(const std::string& text, const std::string& word) {
  size_t found = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("ceilings: the copy moves as many bytes as its numbers say") {
  const std::string ptx = copy_ptx();
  CHECK(count(ptx, "ld.global.v4.u32 ") == kCopiesPerThread);
  CHECK(count(ptx, "st.global.v4.u32 ") == kCopiesPerThread);
  CHECK(kBytesPerCopyBlock == 256 * 4 * 16);
  CHECK(count(ptx, "%block, " + std::to_string(kBytesPerCopyBlock)) == 1);
  CHECK(ptx.rfind("ld.global") < ptx.find("st.global"));
}

TEST_CASE("ceilings: the multiply-adds are as many as their number says, in independent chains") {
  const std::string ptx = multiply_add_ptx();
  CHECK(count(ptx, "fma.rn.f32") == kFmasPerIteration);
  CHECK(count(ptx, "fma.rn.f32 %x0, %x0,") == kFmasPerIteration / kFmaChains);
  CHECK(count(ptx, "fma.rn.f32 %x15, %x15,") == kFmasPerIteration / kFmaChains);
  CHECK(ptx.find("next:") < ptx.find("fma.rn.f32"));
  CHECK(count(ptx, "st.global.f32") == 1);
}
