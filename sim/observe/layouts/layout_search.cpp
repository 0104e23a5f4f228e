#include "sim/observe/layouts/layout_search.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace warplens::observe {
namespace {

trace::StepCost cost_under(const ArrayLayout& layout, SharedPattern access,
                           const code::Program& program, const model::Device& device) {
  for (uint32_t& address : access.addresses) address = static_cast<uint32_t>(layout.moved(address));
  return cost_of(access, program, device);
}

class Accesses {
 public:
  Accesses(std::vector<LaidOut> arrays, const model::Device& device)
      : arrays_(std::move(arrays)), device_(device) {}

  const std::vector<LaidOut>& arrays() const { return arrays_; }
  const ArrayLayout& first() const { return arrays_.front().layout; }

  // The access with a conflict is tried first the next time: it has one under many layouts.
  bool have_no_conflict(const ArrayLayout& like) {
    for (LaidOut& array : arrays_) {
      const ArrayLayout layout = laid_out_as(like, array.layout);
      for (SharedPattern& access : array.accesses) {
        const trace::StepCost cost = cost_under(layout, access, *array.program, device_);
        if (cost.paid == cost.ideal) continue;
        std::swap(access, array.accesses.front());
        return false;
      }
    }
    return true;
  }

  // All wavefronts; nothing as soon as they are `most` or more.
  std::optional<uint64_t> paid_below(const ArrayLayout& like, uint64_t most) const {
    uint64_t paid = 0;
    for (const LaidOut& array : arrays_) {
      const ArrayLayout layout = laid_out_as(like, array.layout);
      for (const SharedPattern& access : array.accesses) {
        paid += access.count * cost_under(layout, access, *array.program, device_).paid;
        if (paid >= most) return std::nullopt;
      }
    }
    return paid;
  }

 private:
  std::vector<LaidOut> arrays_;
  const model::Device& device_;
};

// Each kind's layouts, simplest first, are given to `take` until that returns true.
template <class Take>
void for_each_padding(const Accesses& accesses, uint64_t room, Take take) {
  uint64_t most_rows = 1;
  for (const LaidOut& array : accesses.arrays())
    most_rows = std::max(most_rows, array.layout.rows());
  for (int64_t pad = 1; pad <= kMostPadding; ++pad) {
    ArrayLayout padded = accesses.first();
    padded.pad = pad;
    if (static_cast<uint64_t>(pad) * padded.unit > room / most_rows || take(padded)) return;
  }
}

// Of lengths that are a multiple of all banks apart, one suits as the other: the shortest are
// tried.
template <class Take>
void for_each_shorter_row(const Accesses& accesses, Take take) {
  constexpr int64_t kLengths = 128;  // the banks of current devices hold so many bytes
  int64_t least = INT64_MIN;
  for (const LaidOut& array : accesses.arrays())
    least = std::max(least, static_cast<int64_t>(used_columns(array)) -
                                static_cast<int64_t>(array.layout.columns));
  for (int64_t pad = least; pad < std::min<int64_t>(0, least + kLengths); ++pad) {
    ArrayLayout shortened = accesses.first();
    shortened.pad = pad;
    if (take(shortened)) return;
  }
}

uint64_t rows_of_plane(const ArrayLayout& array) {
  return array.plane_rows != 0 ? array.plane_rows : array.rows();
}

bool has_planes(const ArrayLayout& array) {
  return rows_of_plane(array) != array.rows();
}

// Of all arrays the least: bits of a column's number that may change within its row, and bits of
// the numbers that it is changed by.
struct SwizzleBits {
  uint32_t column = 32, number = 32;
};
SwizzleBits swizzle_bits(const Accesses& accesses, bool by_plane) {
  SwizzleBits bits;
  for (const LaidOut& array : accesses.arrays()) {
    const ArrayLayout& layout = array.layout;
    bits.column = std::min(bits.column, static_cast<uint32_t>(std::countr_zero(layout.columns)));
    const uint64_t rows = rows_of_plane(layout);
    const uint64_t numbers = by_plane ? layout.rows() / rows : rows;
    bits.number = std::min(bits.number, static_cast<uint32_t>(std::bit_width(numbers - 1)));
  }
  return bits;
}

// Columns are exchanged within groups of a power of two that fill the row.
template <class Take>
void for_each_swizzle(const Accesses& accesses, Take take) {
  for (const bool by_plane : {false, true}) {
    if (by_plane && !has_planes(accesses.first())) return;
    const SwizzleBits most = swizzle_bits(accesses, by_plane);
    for (uint32_t position = 0; position < most.column; ++position) {
      for (uint32_t shift = 0; shift < most.number; ++shift) {
        for (uint32_t bits = 1; position + bits <= most.column; ++bits) {
          ArrayLayout swizzled = accesses.first();
          swizzled.swizzle_bits = bits;
          swizzled.swizzle_shift = shift;
          swizzled.swizzle_position = position;
          swizzled.swizzles_by_plane = by_plane;
          if (take(swizzled)) return;
          if (bits + shift >= most.number) break;  // more bits are 0 in every number
        }
      }
    }
  }
}

template <class Take>
void for_each_order(const Accesses& accesses, Take take) {
  for (const LaidOut& array : accesses.arrays()) {
    if (has_planes(array.layout)) return;
  }
  ArrayLayout turned = accesses.first();
  turned.by_columns = true;
  take(turned);
}

// `find` takes a function that visits one kind's layouts.
template <class Find>
FoundLayouts of_each_kind(const Accesses& accesses, uint64_t room, Find find) {
  FoundLayouts found;
  found.padded = find([&](auto take) { for_each_padding(accesses, room, take); });
  found.shortened = find([&](auto take) { for_each_shorter_row(accesses, take); });
  found.swizzled = find([&](auto take) { for_each_swizzle(accesses, take); });
  found.turned = find([&](auto take) { for_each_order(accesses, take); });
  return found;
}

}  // namespace

std::optional<ArrayLayout> layout_of(const ArrayInfo& array, uint32_t most_bytes_a_lane) {
  ArrayLayout layout;
  layout.begin = array.base;
  layout.bytes = array.bytes;
  layout.unit = std::max(array.element_bytes, most_bytes_a_lane);
  if (array.extents.size() < 2 || array.extents.back() == 0 || array.bytes == 0)
    return std::nullopt;
  const uint64_t row = array.extents.back() * array.element_bytes;
  if (row % layout.unit != 0 || array.base % layout.unit != 0) return std::nullopt;
  layout.columns = row / layout.unit;
  if (array.extents.size() > 2) layout.plane_rows = array.extents[array.extents.size() - 2];
  return layout;
}

std::optional<ArrayLayout> layout_in_rows(const ArrayInfo& flat, uint64_t row,
                                          uint32_t most_bytes_a_lane) {
  ArrayInfo info;
  info.base = flat.base;
  info.element_bytes = flat.element_bytes;
  info.extents = {(flat.extents[0] + row - 1) / row, row};
  info.bytes = info.element_bytes * info.extents[0] * info.extents[1];
  return layout_of(info, most_bytes_a_lane);
}

std::vector<uint64_t> rows_of_flat(uint64_t elements, uint32_t element_bytes) {
  constexpr uint64_t kBankRow = 128;  // [bytes] that the banks of current devices hold side by side
  const uint64_t of_banks = std::max<uint64_t>(1, kBankRow / element_bytes);
  std::vector<uint64_t> rows;
  if (of_banks > 1 && of_banks < elements) rows.push_back(of_banks);
  for (uint64_t row = 2; row < elements; row *= 2) {
    if (row != of_banks) rows.push_back(row);
  }
  return rows;
}

std::vector<uint64_t> strides_of(const std::vector<LaidOut>& arrays, uint32_t element_bytes) {
  constexpr size_t kMost = 4;
  std::map<uint64_t, uint64_t> counts;
  for (const LaidOut& array : arrays) {
    for (const SharedPattern& access : array.accesses) {
      const uint32_t pairs = access.mask & access.mask >> 1;
      for (uint32_t lane = 0; lane + 1 < trace::kWarpSize; ++lane) {
        if ((pairs >> lane & 1) == 0) continue;
        const uint32_t one = access.addresses[lane], next = access.addresses[lane + 1];
        const uint32_t apart = one < next ? next - one : one - next;
        if (apart > element_bytes && apart % element_bytes == 0) ++counts[apart / element_bytes];
      }
    }
  }
  std::vector<std::pair<uint64_t, uint64_t>> by_count;
  for (const auto& [stride, count] : counts) by_count.emplace_back(~count, stride);
  std::sort(by_count.begin(), by_count.end());
  std::vector<uint64_t> strides;
  for (const auto& [count, stride] : by_count) {
    if (strides.size() < kMost) strides.push_back(stride);
  }
  return strides;
}

ArrayLayout laid_out_as(const ArrayLayout& like, ArrayLayout array) {
  array.pad = like.pad;
  array.by_columns = like.by_columns;
  array.swizzle_bits = like.swizzle_bits;
  array.swizzle_shift = like.swizzle_shift;
  array.swizzle_position = like.swizzle_position;
  array.swizzles_by_plane = like.swizzles_by_plane;
  return array;
}

LayoutCost cost_of(const std::vector<LaidOut>& arrays, const ArrayLayout& like,
                   const model::Device& device) {
  LayoutCost sum;
  for (const LaidOut& array : arrays) {
    const ArrayLayout layout = laid_out_as(like, array.layout);
    for (const SharedPattern& access : array.accesses) {
      const trace::StepCost one = cost_under(layout, access, *array.program, device);
      sum.requests += access.count;
      sum.paid += access.count * one.paid;
      sum.ideal += access.count * one.ideal;
    }
  }
  return sum;
}

uint64_t used_columns(const LaidOut& array) {
  const ArrayLayout& layout = array.layout;
  uint64_t used = 1;
  for (const SharedPattern& access : array.accesses) {
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((access.mask >> lane & 1) == 0) continue;
      const uint64_t index = (access.addresses[lane] - layout.begin) / layout.unit;
      used = std::max(used, index % layout.columns + 1);
    }
  }
  return used;
}

FoundLayouts find_conflict_free(std::vector<LaidOut> arrays, const model::Device& device,
                                uint64_t room) {
  Accesses accesses(std::move(arrays), device);
  return of_each_kind(accesses, room, [&](auto for_each) {
    std::optional<ArrayLayout> found;
    for_each([&](const ArrayLayout& layout) {
      if (accesses.have_no_conflict(layout)) found = layout;
      return found.has_value();
    });
    return found;
  });
}

FoundLayouts find_fewest_conflicts(std::vector<LaidOut> arrays, const model::Device& device,
                                   uint64_t room) {
  const Accesses accesses(std::move(arrays), device);
  const uint64_t now = accesses.paid_below(accesses.first(), UINT64_MAX).value_or(0);
  return of_each_kind(accesses, room, [&](auto for_each) {
    std::optional<ArrayLayout> best;
    uint64_t least = now;
    for_each([&](const ArrayLayout& layout) {
      if (const std::optional<uint64_t> paid = accesses.paid_below(layout, least)) {
        least = *paid;
        best = layout;
      }
      return false;
    });
    return best;
  });
}

}  // namespace warplens::observe
