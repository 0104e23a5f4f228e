#include "sim/observe/streams/shared_patterns.hpp"

#include "sim/observe/totals/shared_op.hpp"
#include "sim/observe/totals/side_cost.hpp"
#include "sim/observe/totals/step_cost.hpp"

namespace warplens::observe {
namespace {

bool is_same(const SharedPattern& one, const SharedPattern& other) {
  return one.site == other.site && one.mask == other.mask && one.bytes == other.bytes &&
         one.addresses == other.addresses;
}

uint64_t hash_of(const SharedPattern& pattern) {
  constexpr uint64_t kPrime = 0x100000001b3;  // FNV-1a, a number at a time
  uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](uint64_t number) { hash = (hash ^ number) * kPrime; };
  add(pattern.site);
  add(pattern.mask);
  for (const uint32_t address : pattern.addresses) add(address);
  return hash;
}

}  // namespace

trace::StepCost cost_of(const SharedPattern& pattern, const code::Program& program,
                        const model::Device& device) {
  model::Addresses addresses{};
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
    addresses[lane] = pattern.addresses[lane];
  const model::SharedOp op = shared_op(program.sites[pattern.site]);
  return step_cost(model::shared_cost(device, op, pattern.bytes, pattern.mask, addresses));
}

void PatternCounter::count(const trace::WarpAccess& access) {
  if (access.space != trace::Space::kShared) return;
  SharedPattern pattern;
  pattern.site = access.site;
  pattern.mask = access.mask;
  pattern.out_of_bounds = access.out_of_bounds;
  pattern.bytes = access.bytes;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((access.mask >> lane & 1) != 0)
      pattern.addresses[lane] = static_cast<uint32_t>(access.addresses.of(lane));
  }
  const uint64_t hash = hash_of(pattern);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    SharedPattern& known = patterns_.all[at->second];
    if (!is_same(known, pattern)) continue;
    ++known.count;
    return;
  }
  if (patterns_.all.size() >= kMostPatterns) {
    patterns_.is_cut = true;
    return;
  }
  by_hash_.emplace(hash, patterns_.all.size());
  patterns_.all.push_back(pattern);
}

std::vector<SharedPattern> patterns_of(const trace::Recording& recording,
                                       const std::vector<uint32_t>& steps) {
  PatternCounter counter;
  for (const uint32_t step : steps) {
    const trace::Access access = recording.at(step);
    trace::WarpAccess event;
    event.site = access.site;
    event.space = access.space;
    event.bytes = access.bytes;
    event.mask = access.mask;
    event.out_of_bounds = access.out_of_bounds;
    event.addresses = &access.addresses;
    counter.access(event);
  }
  return counter.take().all;
}

}  // namespace warplens::observe
