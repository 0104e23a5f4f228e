// Texts that programs stumble over, and chance that is the same everywhere.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace warplens::tests {

class Chance {
 public:
  explicit Chance(uint64_t seed) : engine_(seed) {}
  // 0 to count - 1; the standard's distributions differ from library to library.
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(engine_() % count); }
  bool one_in(uint32_t count) { return below(count) == 0; }

 private:
  std::mt19937_64 engine_;
};

// A piece of a kernel, of no language, or of no encoding.
std::string nasty_text(Chance& chance);
// A whole kernel that runs, mostly.
std::string some_kernel(Chance& chance);
// What somebody may write into a field for a number, a size, an argument or a name.
std::string nasty_field(Chance& chance);

}  // namespace warplens::tests
