// What may be wrong in what a program asks of the device and of its memory: doubts, each with a
// label that follows the values that would be others without it (labels.hpp). A doubt is a mistake
// where a branch or an output of the host depends on it, and the program did not see the error
// code that announced it; some are by themselves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/host/labels.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::host {

enum class Fault : uint8_t {
  kHostPointer,    // a kernel accesses the host's memory; other: where that was allocated
  kDevicePointer,  // the host accesses the device's; other: where that was allocated
  kDirection,      // a copy whose kind contradicts its pointers
  kCopySize,       // a copy of a part, whose rest is used; other: the allocation, if it is known
  kPastEnd,        // a copy past the end of an array; other: its allocation
  kAllocation,     // an allocation too small; other: the copy that needs more
  kNoCopyBack,     // what a launch made is not copied, and what was there before is used
  kUnwritten,      // of an allocation: what nothing has written is used
  kFailedLaunch,
  kSmallGrid,      // fewer threads than elements
  kSizes,          // a kernel's count of elements exceeds an array's; other: its allocation
  kOutOfBounds,    // the host accesses memory behind a block of its own; other: its allocation
  kLeak,           // of an allocation: nothing points to what it gave, and it is not freed
  kNeverLaunched,  // a branch; other: the launch that it turns away from
  kUseAfterFree,   // other: where it was freed
  kDoubleFree,     // other: where it was freed first
  kNotWaited,      // other: the launch, or the copy, that was not waited for
  kStreamRace,     // other: the launch, or the copy, in another stream that it is not ordered with
};

struct Mistake {
  Fault fault = Fault::kUnwritten;
  base::Span place;
  std::optional<base::Span> other;
  std::optional<base::Span> used;  // where a branch or an output depends on it
  uint64_t times = 1;
  // What its sentence says, where it has such a thing.
  std::string kernel, name;  // the parameter
  uint64_t bytes = 0;        // that are copied, or allocated
  uint64_t of_bytes = 0;     // that the array has, or needs
  uint64_t elements = 0;
  uint64_t threads = 0;
  // Elements that one block more would store to: of which parameter, which is the first, and along
  // which axes of the grid ("x, y") there are too few blocks.
  std::string array, axes;
  uint64_t first = 0;
  bool is_host = false;      // memory of the host
  bool is_declared = false;  // an array of the text, no block that was allocated
  // Of two accesses that nothing orders: which writes, that of the place or the other.
  bool writes = false, other_writes = false;
  launch::Dim3 grid, block;  // of a failed launch
  uint64_t shared = 0;       // the same: dynamic [bytes]
  uint64_t most_shared = 0;  // ... and what it may have, with what the kernel declares [bytes]
};

class Doubts {
 public:
  // The label of values that depend on it. A doubt of the same fault and place is the same one.
  // 0: there are too many.
  Label add(Mistake mistake);
  // The label of the error code that announces it.
  Label error_of(Label label);
  // The label of what a kernel stores that depends on it: where it is about bytes that nothing has
  // written, another one of the same doubt, because these are written.
  Label stored_of(Label label);
  // A mistake whatever depends on it.
  void add_certain(Mistake mistake);

  bool is_used(Label label) const { return is_used_[label]; }
  // A branch or an output depends on it.
  void use(Label label, base::Span place);
  // It has turned out that nothing is wrong.
  void drop(Label label) { doubt_of(label).is_dropped = true; }
  Mistake& mistake_of(Label label) { return doubt_of(label).mistake; }

  std::vector<Mistake> mistakes() const;

 private:
  struct Doubt {
    Mistake mistake;
    Label label = 0, error = 0, stored = 0;
    bool is_used = false, is_seen = false, is_dropped = false, is_certain = false;
  };
  struct Named {
    size_t doubt = 0;
    bool is_error = false;
  };
  Doubt& doubt_of(Label label) { return doubts_[named_[label].doubt]; }
  Label name(size_t doubt, bool is_error);

  std::vector<Doubt> doubts_;
  std::vector<Named> named_{{}};  // by label; [0] is nobody's
  std::array<bool, 256> is_used_{};
};

}  // namespace warplens::host
