// The kinds of accesses that counters count.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/matrix_layout.hpp"

namespace warplens::observe {

using base::AccessKind;

// That take wavefronts in shared memory.
inline constexpr size_t kSharedKinds = static_cast<size_t>(AccessKind::kBulk);

inline AccessKind kind_of(trace::Operation operation, trace::Layout layout) {
  switch (operation) {
    case trace::Operation::kLoad:
      return trace::is_matrix(layout) ? AccessKind::kLdmatrix : AccessKind::kLoad;
    case trace::Operation::kStore:
      return trace::is_matrix(layout) ? AccessKind::kStmatrix : AccessKind::kStore;
    case trace::Operation::kAtomic:
      return AccessKind::kAtomic;
    case trace::Operation::kCopy:
      break;
  }
  return layout == trace::Layout::kBulk ? AccessKind::kBulk : AccessKind::kCpAsync;
}

}  // namespace warplens::observe
