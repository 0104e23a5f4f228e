// What an access is to counters, which count each kind by itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/matrix_layout.hpp"

namespace warplens::observe {

enum class AccessKind : uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kLdmatrix,
  kStmatrix,
  kCpAsync,  // from global into shared memory past the registers, by lanes
  kBulk,     // cp.async.bulk, also of a tensor: no wavefront is counted for it
};
inline constexpr size_t kAccessKinds = 7;
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
