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

GlobalTotal Totals::global_sum() const {
  GlobalTotal sum;
  for (const GlobalTotal& total : global) sum += total;
  for (const BulkTotal& copied : bulk) {
    sum.requests += copied.copies;
    sum.sectors += copied.sectors;
    sum.bytes_requested += copied.bytes;
    sum.bytes_used += copied.bytes;
    sum.bytes_moved += copied.sectors * model::kSectorBytes;
    const uint64_t least = (copied.bytes + model::kSectorBytes - 1) / model::kSectorBytes;
    sum.ideal_sectors += std::min(copied.sectors, least);
    sum.packed_sectors += std::min(copied.sectors, least);
  }
  return sum;
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
