// From cycles to wavefronts: patterns with known numbers of wavefronts are timed in the same launch
// as the accesses, and their curve gives the wavefronts of a time. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/replay/kind.hpp"

namespace warplens::measure::replay {

// Loads of 8 and 16 bytes whose lanes agree in pairs are served in larger groups and return sooner,
// so that they have a curve of their own.
enum class Form : uint8_t { kPlain, kPaired };
Form form_of(const WarpAccess& access);

// A pattern and its cost: wavefronts in shared memory, lines of 128 bytes in global memory.
struct KnownPattern {
  WarpAccess access;
  uint32_t passes = 1;
};
// 1 to 32 passes (paired loads: 1 to 16), in ascending order.
std::vector<KnownPattern> known_patterns(const AccessKind& kind, Form form);

// The repeats' times of one access. [cycles]
struct Timing {
  double median = 0;
  double spread = 0;  // half the range of the middle half
};
Timing timing_of(std::vector<double> repeats);  // at least one

struct Estimate {
  double passes = 1;
  double uncertainty = 0;  // half the range of passes that fit the time
};

class Curve {
 public:
  // timings[i] is that of patterns[i]; the patterns are those of known_patterns().
  Curve(const std::vector<KnownPattern>& patterns, const std::vector<Timing>& timings);
  Estimate estimate(const Timing& timing) const;
  double floor() const { return floor_; }  // cycles of one pass, on the fitted line
  double slope() const { return slope_; }  // cycles of every further pass
  // "29.9 + 2.00 x (wavefronts - 1) cycles"
  std::string sentence(Space space) const;

 private:
  double passes_at(double cycles, bool last) const;
  std::vector<double> passes_, cycles_;  // cycles never fall
  double floor_ = 0, slope_ = 0;
  double tolerance_ = 0;  // within which two times are the same [cycles]
};

}  // namespace warplens::measure::replay
