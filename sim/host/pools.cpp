#include "sim/host/pools.hpp"

#include <algorithm>

namespace warplens::host {
namespace {

// A pool of an H100 that has handed out ten arrays of 4 MiB holds 64 MiB, and none at first.
constexpr uint64_t kUnit = uint64_t{32} << 20;

uint64_t whole_units(uint64_t bytes) {
  return (bytes + kUnit - 1) / kUnit * kUnit;
}

}  // namespace

void Pools::took(uint64_t pool, uint64_t address, uint64_t bytes) {
  pieces_[address] = {pool, bytes};
  Amounts& amounts = pools_[pool];
  amounts.used += bytes;
  amounts.most_used = std::max(amounts.most_used, amounts.used);
  amounts.reserved = std::max(amounts.reserved, whole_units(amounts.used));
  amounts.most_reserved = std::max(amounts.most_reserved, amounts.reserved);
}

void Pools::freed(uint64_t address) {
  const auto piece = pieces_.find(address);
  if (piece == pieces_.end()) return;
  pools_[piece->second.pool].used -= piece->second.bytes;
  pieces_.erase(piece);
}

void Pools::host_waits() {
  for (const auto& [pool, amounts] : pools_) trim(pool, amounts.kept);
}

void Pools::trim(uint64_t pool, uint64_t kept) {
  Amounts& amounts = pools_[pool];
  const uint64_t wanted = std::max(amounts.used, std::min(kept, amounts.reserved));
  amounts.reserved = std::min(amounts.reserved, whole_units(wanted));
}

}  // namespace warplens::host
