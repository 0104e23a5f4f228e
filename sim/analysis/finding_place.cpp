#include "sim/analysis/finding_place.hpp"

#include "sim/base/say.hpp"

namespace warplens::analysis {

std::string thread_words(const uint32_t thread[3]) {
  if (thread[2] == 0) return say("thread x {x} y {y}", "x"_a = thread[0], "y"_a = thread[1]);
  return say("thread x {x} y {y} z {z}", "x"_a = thread[0], "y"_a = thread[1], "z"_a = thread[2]);
}

}  // namespace warplens::analysis
