#include "sim/observe/streams/shared_patterns.hpp"

#include <algorithm>

#include "sim/observe/totals/copy_cost.hpp"
#include "sim/observe/totals/shared_op.hpp"
#include "sim/observe/totals/side_cost.hpp"

namespace warplens::observe {
namespace {

constexpr uint64_t kLineBytes = 128;  // by which a copy's source may be moved at the same cost

bool is_same(const SharedPattern& one, const SharedPattern& other) {
  return one.site == other.site && one.mask == other.mask && one.bytes == other.bytes &&
         one.kind == other.kind && one.reading == other.reading &&
         one.addresses == other.addresses && one.sources == other.sources;
}

uint64_t hash_of(const SharedPattern& pattern) {
  constexpr uint64_t kPrime = 0x100000001b3;  // FNV-1a, a number at a time
  uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](uint64_t number) { hash = (hash ^ number) * kPrime; };
  add(pattern.site);
  add(pattern.mask);
  for (const uint32_t address : pattern.addresses) add(address);
  for (const uint32_t address : pattern.sources) add(address);
  return hash;
}

void add_source(SharedPattern& pattern, const trace::Side& source) {
  pattern.reading = source.mask & pattern.mask;
  uint64_t least = UINT64_MAX;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((pattern.mask >> lane & 1) != 0) least = std::min(least, source.addresses.of(lane));
  }
  least -= least % kLineBytes;
  pattern.sources.assign(trace::kWarpSize, 0);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((pattern.mask >> lane & 1) != 0)
      pattern.sources[lane] = static_cast<uint32_t>(source.addresses.of(lane) - least);
  }
}

model::Addresses wide(const uint32_t* addresses) {
  model::Addresses result{};
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) result[lane] = addresses[lane];
  return result;
}

trace::StepCost cost_of_copy(const SharedPattern& pattern, const code::AccessSite& site) {
  const model::Addresses targets = wide(pattern.addresses.data());
  CopySides sides;
  sides.written = {trace::Space::kShared, pattern.bytes, pattern.mask, &targets};
  if (pattern.sources.empty()) return copy_cost(site, sides).step;
  const model::Addresses sources = wide(pattern.sources.data());
  sides.read = {trace::Space::kGlobal, pattern.bytes, pattern.reading, &sources};
  return copy_cost(site, sides).step;
}

}  // namespace

trace::StepCost cost_of(const SharedPattern& pattern, const code::Program& program,
                        const model::Device& device) {
  const code::AccessSite& site = program.sites[pattern.site];
  switch (pattern.kind) {
    case PatternKind::kBulk:
      return {};
    case PatternKind::kCopy:
      return cost_of_copy(pattern, site);
    case PatternKind::kAccess:
      break;
  }
  return step_cost(model::shared_cost(device, shared_op(site), pattern.bytes, pattern.mask,
                                      wide(pattern.addresses.data())));
}

void PatternCounter::access(const trace::WarpAccess& access) {
  if (access.operation != trace::Operation::kCopy) return count(access, PatternKind::kAccess);
  if (access.layout != trace::Layout::kBulk) return count(access, PatternKind::kCopy);
  access.for_each_side([this](const trace::WarpAccess& side) { count(side, PatternKind::kBulk); });
}

void PatternCounter::count(const trace::WarpAccess& side, PatternKind kind) {
  if (side.space != trace::Space::kShared) return;
  SharedPattern pattern;
  pattern.site = side.site;
  pattern.mask = side.mask;
  pattern.out_of_bounds = side.out_of_bounds;
  pattern.bytes = side.bytes;
  pattern.kind = kind;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((side.mask >> lane & 1) != 0)
      pattern.addresses[lane] = static_cast<uint32_t>(side.addresses.of(lane));
  }
  if (kind == PatternKind::kCopy && side.source != nullptr) add_source(pattern, *side.source);
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
  patterns_.all.push_back(std::move(pattern));
}

std::vector<SharedPattern> patterns_of(const trace::Recording& recording,
                                       const std::vector<uint32_t>& steps) {
  PatternCounter counter;
  for (const uint32_t step : steps) {
    const trace::Access access = recording.at(step);
    trace::WarpAccess event;
    event.site = access.site;
    event.space = access.space;
    event.operation = access.operation;
    event.layout = access.layout;
    event.bytes = access.bytes;
    event.mask = access.mask;
    event.out_of_bounds = access.out_of_bounds;
    event.addresses = &access.addresses;
    trace::Side source;
    if (access.source) {
      source.space = access.source->space;
      source.bytes = access.source->bytes;
      source.mask = access.source->mask;
      source.out_of_bounds = access.source->out_of_bounds;
      source.addresses = &access.source->addresses;
      event.source = &source;
    }
    counter.access(event);
  }
  return counter.take().all;
}

}  // namespace warplens::observe
