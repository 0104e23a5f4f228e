#include "sim/launch/launch.hpp"

#include <limits>

namespace warplens::launch {
namespace {

// Sizes that do not fit saturate at the largest number, which every limit check rejects.
uint64_t product(uint64_t a, uint64_t b) {
  uint64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? std::numeric_limits<uint64_t>::max() : out;
}

template <class... Members>
void take(Launch& launch, const Launch& from, const Launch& to, Members... members) {
  const auto take_one = [&](auto member) {
    if (!(from.*member == to.*member)) launch.*member = to.*member;
  };
  (take_one(members), ...);
}

}  // namespace

uint64_t ArrayArgument::count() const {
  uint64_t count = 1;
  for (uint64_t extent : extents) count = product(count, extent);
  return count;
}

uint64_t ArrayArgument::bytes() const {
  return product(count(), base::size_of(element));
}

void take_changes(Launch& launch, const Launch& from, const Launch& to) {
  take(launch, from, to, &Launch::kernel, &Launch::grid, &Launch::block, &Launch::shared_bytes,
       &Launch::defines, &Launch::includes, &Launch::arguments, &Launch::device,
       &Launch::step_limit, &Launch::threads, &Launch::checks, &Launch::schedule, &Launch::then);
}

}  // namespace warplens::launch
