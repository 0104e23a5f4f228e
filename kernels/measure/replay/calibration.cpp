// The curve is used point by point and not as a line: stores have no visible cost until their
// wavefronts take longer than the issue of the instructions, and a line alone would be wrong there.
#include "kernels/measure/replay/calibration.hpp"

#include <algorithm>
#include <bit>

#include "sim/base/say.hpp"

namespace warplens::measure::replay {
namespace {

constexpr uint32_t kBankRow = 128;  // bytes of all 32 banks; also a line of global memory

bool agrees_with(const WarpAccess& access, uint32_t distance) {
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const uint32_t partner = lane ^ distance;
    const bool both = (access.mask >> lane & access.mask >> partner & 1u) != 0;
    if (both && access.addresses[lane] != access.addresses[partner]) return false;
  }
  return true;
}

WarpAccess empty(const AccessKind& kind) {
  WarpAccess access;
  access.space = kind.space;
  access.operation = kind.operation;
  access.bytes_per_lane = kind.bytes;
  access.atomic = kind.atomic;
  return access;
}

// Shared memory: `passes` wavefronts. Seats are lanes, or pairs of lanes on one address. With fewer
// passes than groups of seats only so many groups are active; each further pass is a seat that is
// moved to the first bank of its group, onto a word of its own. No two seats share a word.
WarpAccess shared_pattern(const AccessKind& kind, uint32_t lanes_a_seat, uint32_t passes) {
  const uint32_t width = std::max(4u, kind.bytes);
  const uint32_t seats = kWarpSize / lanes_a_seat;
  const uint32_t group = std::min(seats, kBankRow / width);
  const uint32_t groups = seats / group;
  WarpAccess access = empty(kind);
  if (passes < groups) access.mask = (1u << (passes * group * lanes_a_seat)) - 1;
  uint32_t extra = passes > groups ? passes - groups : 0;
  for (uint32_t seat = 0; seat < seats; ++seat) {
    uint64_t address = uint64_t{seat / group} * kWarpSize * kBankRow;
    if (seat % group != 0 && extra != 0) {
      address += uint64_t{seat} * kBankRow;
      --extra;
    } else {
      address += uint64_t{seat % group} * width;
    }
    for (uint32_t i = 0; i < lanes_a_seat; ++i) {
      access.addresses[seat * lanes_a_seat + i] = address;
    }
  }
  return access;
}

// Global memory: lanes on `lines` lines, each lane in the sector that it would have in a row.
WarpAccess global_pattern(const AccessKind& kind, uint32_t lines) {
  WarpAccess access = empty(kind);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    access.addresses[lane] = uint64_t{lane % lines} * kBankRow + lane * 4 / kind.bytes * kind.bytes;
  }
  return access;
}

double at_share(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const size_t low = static_cast<size_t>(place);
  const size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - static_cast<double>(low));
}

}  // namespace

Form form_of(const WarpAccess& access) {
  const bool is_wide_load = access.space == Space::kShared &&
                            access.operation == Operation::kLoad && access.bytes_per_lane > 4;
  return is_wide_load && (agrees_with(access, 1) || agrees_with(access, 2)) ? Form::kPaired
                                                                            : Form::kPlain;
}

std::vector<KnownPattern> known_patterns(const AccessKind& kind, Form form) {
  std::vector<KnownPattern> patterns;
  const uint32_t lanes_a_seat = form == Form::kPaired ? 2 : 1;
  const bool is_global = kind.space == Space::kGlobal;
  // A compare-and-swap takes two passes: measured, tests/data/h200_atomics.csv.
  const uint32_t each = !is_global && operation_of(kind.atomic) == "cas" ? 2 : 1;
  for (uint32_t passes = 1; passes <= kWarpSize / lanes_a_seat; ++passes) {
    patterns.push_back(
        {is_global ? global_pattern(kind, passes) : shared_pattern(kind, lanes_a_seat, passes),
         passes * each});
  }
  return patterns;
}

Timing timing_of(std::vector<double> repeats) {
  std::sort(repeats.begin(), repeats.end());
  return {at_share(repeats, 0.5), (at_share(repeats, 0.75) - at_share(repeats, 0.25)) / 2};
}

Curve::Curve(const std::vector<KnownPattern>& patterns, const std::vector<Timing>& timings) {
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  const double count = static_cast<double>(patterns.size());
  for (size_t i = 0; i < patterns.size(); ++i) {
    const double x = patterns[i].passes - 1.0, y = timings[i].median;
    passes_.push_back(patterns[i].passes);
    cycles_.push_back(cycles_.empty() ? y : std::max(y, cycles_.back()));
    tolerance_ = std::max(tolerance_, timings[i].spread);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const double spread = count * sum_xx - sum_x * sum_x;
  slope_ = spread > 0 ? (count * sum_xy - sum_x * sum_y) / spread : 0;
  floor_ = (sum_y - slope_ * sum_x) / count;
  // The clock has whole cycles, over many accesses; a hundredth of one means nothing.
  tolerance_ = std::max(tolerance_, 0.01);
}

// The smallest (or the last) number of passes whose time is `cycles`.
double Curve::passes_at(double cycles, bool last) const {
  if (cycles < cycles_.front() || (!last && cycles == cycles_.front())) return passes_.front();
  for (size_t i = 1; i < cycles_.size(); ++i) {
    const bool is_here = last ? cycles < cycles_[i] : cycles <= cycles_[i];
    if (!is_here) continue;
    const double rise = cycles_[i] - cycles_[i - 1];
    const double share = rise > 0 ? (cycles - cycles_[i - 1]) / rise : 0;
    return passes_[i - 1] + share * (passes_[i] - passes_[i - 1]);
  }
  return slope_ > 0 ? passes_.back() + (cycles - cycles_.back()) / slope_ : passes_.back();
}

Estimate Curve::estimate(const Timing& timing) const {
  const double off = std::max(tolerance_, timing.spread);
  const double low = passes_at(timing.median - off, false);
  const double high = std::max(low, passes_at(timing.median + off, true));
  return {(low + high) / 2, (high - low) / 2};
}

std::string Curve::sentence(Space space) const {
  return space == Space::kShared ? say("{floor:.1f} + {slope:.2f} x (wavefronts - 1) cycles",
                                       "floor"_a = floor_, "slope"_a = slope_)
                                 : say("{floor:.1f} + {slope:.2f} x (lines - 1) cycles",
                                       "floor"_a = floor_, "slope"_a = slope_);
}

}  // namespace warplens::measure::replay
