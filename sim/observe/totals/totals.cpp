// Sums of totals; everything else about them is plain data (totals.hpp).
#include "sim/observe/totals/totals.hpp"

#include <algorithm>

#include "sim/model/coalescing.hpp"

namespace warplens::observe {

SharedTotal& SharedTotal::operator+=(const SharedTotal& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  conflicts += other.conflicts;
  atomics += other.atomics;
  loop_loads += other.loop_loads;
  loop_load_wavefronts += other.loop_load_wavefronts;
  untimed_wavefronts += other.untimed_wavefronts;
  return *this;
}

GlobalTotal& GlobalTotal::operator+=(const GlobalTotal& other) {
  requests += other.requests;
  sectors += other.sectors;
  lines += other.lines;
  bytes_requested += other.bytes_requested;
  bytes_used += other.bytes_used;
  bytes_moved += other.bytes_moved;
  ideal_sectors += other.ideal_sectors;
  packed_sectors += other.packed_sectors;
  return *this;
}

SharedTotal Totals::shared_sum() const {
  SharedTotal sum;
  for (const SharedTotal& total : shared) sum += total;
  return sum;
}

SharedTotal Totals::shared_of(trace::Operation operation) const {
  const AccessKind by_lanes = kind_of(operation, trace::Layout::kLane);
  const AccessKind of_matrices = kind_of(operation, trace::Layout::kMatrix8x8);
  SharedTotal sum = shared[static_cast<size_t>(by_lanes)];
  if (of_matrices != by_lanes) sum += shared[static_cast<size_t>(of_matrices)];
  return sum;
}

GlobalTotal Totals::global_sum() const {
  GlobalTotal sum;
  for (const GlobalTotal& total : global) sum += total;
  for (const BulkTotal& copied : bulk) sum += global_of(copied);
  return sum;
}

GlobalTotal global_of(const BulkTotal& bulk) {
  const uint64_t least = (bulk.bytes + model::kSectorBytes - 1) / model::kSectorBytes;
  GlobalTotal total;
  total.requests = bulk.copies;
  total.sectors = bulk.sectors;
  total.bytes_requested = total.bytes_used = bulk.bytes;
  total.bytes_moved = bulk.sectors * model::kSectorBytes;
  total.ideal_sectors = total.packed_sectors = std::min(bulk.sectors, least);
  return total;
}

BulkTotal& BulkTotal::operator+=(const BulkTotal& other) {
  copies += other.copies;
  bytes += other.bytes;
  sectors += other.sectors;
  return *this;
}

ConstantTotal& ConstantTotal::operator+=(const ConstantTotal& other) {
  requests += other.requests;
  broadcasts += other.broadcasts;
  return *this;
}

}  // namespace warplens::observe
