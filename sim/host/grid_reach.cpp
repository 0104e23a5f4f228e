#include "sim/host/launch_labels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "sim/host/executed.hpp"
#include "sim/host/launch_accesses.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::host {

namespace {

constexpr size_t kAxes = 3;
using Extents = std::array<uint32_t, kAxes>;

Extents extents_of(launch::Dim3 dim) {
  return {dim.x, dim.y, dim.z};
}

// What blocks store to: those of the grid, and those that are one further along some axes.
class Stores : public trace::Observer {
 public:
  explicit Stores(launch::Dim3 grid) : grid_(extents_of(grid)) {}

  void block_begins(trace::BlockId block) override {
    const Extents at{block.x, block.y, block.z};
    beyond_ = 0;
    is_far_ = false;
    for (size_t axis = 0; axis < kAxes; ++axis) {
      if (at[axis] >= grid_[axis]) beyond_ |= 1u << axis;
      is_far_ = is_far_ || at[axis] > grid_[axis];
    }
  }
  void access(const trace::WarpAccess& access) override {
    access.for_each_side([this](const trace::WarpAccess& side) { note(side); });
  }

  std::array<AddressSet, 1u << kAxes> stores;  // by the axes along which a block is further
  // A block that is further leaves an array, or stores although it is two further.
  bool is_unguarded = false;

 private:
  void note(const trace::WarpAccess& side) {
    if (side.space != trace::Space::kGlobal) return;
    const bool stores_any = side.operation != trace::Operation::kLoad;
    if (beyond_ != 0 && (side.out_of_bounds != 0 || (is_far_ && stores_any))) is_unguarded = true;
    if (!stores_any) return;
    add_reached(stores[beyond_], side);
  }

  const Extents grid_;
  uint32_t beyond_ = 0;
  bool is_far_ = false;
};

// An array with more elements than the grid has threads, though not as many as it would have with
// one block more along each axis that blocks are more than one thread wide.
struct Suspect {
  uint32_t array = 0;
  uint64_t element_bytes = 0, bytes = 0;
  std::string parameter;

  uint64_t begin() const { return machine::GlobalMemory::address_of(array); }
};

std::vector<Suspect> suspects_of(const EndedLaunch& launch) {
  const Extents grid = extents_of(launch.launched.grid), block = extents_of(launch.launched.block);
  uint64_t threads = 1, more = 1;
  for (size_t axis = 0; axis < kAxes; ++axis) {
    threads *= uint64_t{grid[axis]} * block[axis];
    more *= (uint64_t{grid[axis]} + (block[axis] > 1 ? 1 : 0)) * block[axis];
  }
  std::vector<Suspect> found;
  const auto& parameters = launch.context->program->parameters;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const lang::Type* type = parameters[i].type;
    if (!type->is_pointer() || type->element->is_void() || type->element->is_const) continue;
    const uint64_t bits = launch.launched.parameter_bits[i];
    const auto array = launch.after.array_at(bits);
    const uint64_t size = lang::size_of(type->element);
    if (!array || size == 0 || bits != machine::GlobalMemory::address_of(*array)) continue;
    const uint64_t bytes = launch.after.array(*array).bytes.size();
    if (bytes / size <= threads || bytes / size >= more) continue;
    found.push_back({*array, size, bytes, parameters[i].name});
  }
  return found;
}

// The launch with two blocks more along the axes, of which bits are set.
base::Sliced<Stores> execute(const EndedLaunch& launch, uint32_t axes) {
  auto context = std::make_shared<machine::GridContext>(*launch.context);
  const auto add = [&](size_t axis, uint32_t& blocks) {
    blocks += (axes >> axis & 1) != 0 ? 2 : 0;
  };
  add(0, context->grid.x);
  add(1, context->grid.y);
  add(2, context->grid.z);
  machine::GridOptions options = launch.options;
  options.step_limit = 9 * launch.work + 1'000'000;
  Stores stores(launch.launched.grid);
  machine::GlobalMemory memory = launch.before;
  const machine::GridEnd end = co_await executed(context, memory, &stores, options);
  if (end.reason != machine::StopReason::kDone) stores.is_unguarded = true;
  co_return stores;
}

bool is_same(const AddressSet& a, const AddressSet& b) {
  return without(a, b).is_empty() && without(b, a).is_empty();
}

std::string names_of(uint32_t axes) {
  std::string names;
  for (size_t axis = 0; axis < kAxes; ++axis) {
    if ((axes >> axis & 1) == 0) continue;
    if (!names.empty()) names += ", ";
    names += static_cast<char>('x' + axis);
  }
  return names;
}

// What further blocks store to in the array and the grid's own do not.
LeftOut left_out_of(const Suspect& one, const Stores& more) {
  LeftOut out{one.array, one.parameter, 0, 0, "", {}};
  AddressSet whole;
  whole.add(one.begin(), one.bytes);
  uint32_t axes = 0;
  for (uint32_t beyond = 1; beyond < more.stores.size(); ++beyond) {
    const AddressSet missing = common(without(more.stores[beyond], more.stores[0]), whole);
    if (missing.is_empty()) continue;
    axes |= beyond;
    out.bytes.add(missing);
  }
  if (axes == 0) return out;
  out.axes = names_of(axes);
  out.first = (out.bytes.ranges().front().begin - one.begin()) / one.element_bytes;
  uint64_t bytes = 0;
  for (const AddressSet::Range& range : out.bytes.ranges()) bytes += range.end - range.begin;
  out.elements = bytes / one.element_bytes;
  return out;
}

base::Sliced<std::vector<LeftOut>> find_left_out(const EndedLaunch& launch, Follower& follower) {
  const std::vector<Suspect> suspects = suspects_of(launch);
  if (suspects.empty() || launch.options.scheduling || !follower.may_repeat(launch.price))
    co_return std::vector<LeftOut>();
  const Stores own = co_await execute(launch, 0);
  const bool is_covered = std::all_of(suspects.begin(), suspects.end(), [&](const Suspect& one) {
    AddressSet whole;
    whole.add(one.begin(), one.bytes);
    return without(whole, own.stores[0]).is_empty();
  });
  if (is_covered || own.is_unguarded) co_return std::vector<LeftOut>();
  const Extents block = extents_of(launch.launched.block);
  uint32_t wide = 0;
  for (size_t axis = 0; axis < kAxes; ++axis) wide |= block[axis] > 1 ? 1u << axis : 0;
  std::vector<uint32_t> tried{wide};
  for (uint32_t axis = 1; std::popcount(wide) > 1 && axis < 1u << kAxes; axis <<= 1) {
    if ((wide & axis) != 0) tried.push_back(axis);
  }
  for (const uint32_t axes : tried) {
    if (!follower.may_repeat(launch.price)) co_return std::vector<LeftOut>();
    const Stores more = co_await execute(launch, axes);
    if (more.is_unguarded || !is_same(more.stores[0], own.stores[0])) continue;
    std::vector<LeftOut> found;
    for (const Suspect& one : suspects) {
      LeftOut out = left_out_of(one, more);
      if (!out.axes.empty()) found.push_back(std::move(out));
    }
    co_return found;
  }
  co_return std::vector<LeftOut>();
}

}  // namespace

base::Sliced<std::vector<LeftOut>> left_out_by(const EndedLaunch& launch, Follower& follower) {
  return find_left_out(launch, follower);
}

}  // namespace warplens::host
