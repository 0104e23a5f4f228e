// Half of the front end's inputs are mutated by tokens instead of bytes, and two inputs are crossed
// by taking tokens of the other one.
#include <cstring>

#include "mutate.hpp"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

size_t mutated(std::string_view text, std::string_view donor, uint8_t* to, size_t most,
               unsigned seed) {
  warplens::fuzz::Random random(seed);
  const std::string result = warplens::fuzz::with_mutated_tokens(text, donor, {}, random);
  const size_t size = std::min(result.size(), most);
  std::memcpy(to, result.data(), size);
  return size;
}

std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  return mutated(std::string(text_of(data, size)), "", data, most, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* one, size_t one_size,
                                            const uint8_t* other, size_t other_size, uint8_t* out,
                                            size_t most, unsigned seed) {
  return mutated(text_of(one, one_size), text_of(other, other_size), out, most, seed);
}
