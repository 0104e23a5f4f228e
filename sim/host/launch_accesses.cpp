#include "sim/host/launch_accesses.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "sim/machine/grid/grid.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::host {

namespace {

class Accesses : public trace::Observer {
 public:
  explicit Accesses(const code::Program& program) : program_(program) {}

  void access(const trace::WarpAccess& access) override {
    access.for_each_side([this](const trace::WarpAccess& side) { note(side); });
  }

  LaunchAccesses found;

 private:
  void note(const trace::WarpAccess& side) {
    const bool is_atomic = side.operation == trace::Operation::kAtomic;
    const bool is_load =
        side.operation == trace::Operation::kLoad &&
        !(side.site < program_.sites.size() && program_.sites[side.site].is_volatile);
    if (side.space != trace::Space::kGlobal || (!is_atomic && !is_load)) return;
    add_reached(is_atomic ? found.atomics : found.loads, side);
  }

  const code::Program& program_;
};

}  // namespace

void add_reached(AddressSet& set, const trace::WarpAccess& side) {
  for (uint32_t lanes = side.mask & ~side.out_of_bounds; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    set.add(side.addresses.of(lane), side.bytes);
  }
}

LaunchAccesses accesses_of(const std::shared_ptr<const machine::GridContext>& context,
                           machine::GlobalMemory memory, uint64_t work) {
  machine::GridOptions options;
  options.step_limit = work + 1'000'000;  // it waits for nobody here, or not at all
  Accesses accesses(*context->program);
  machine::run_grid(context, memory, &accesses, options);
  return std::move(accesses.found);
}

void add_changed(const machine::GlobalMemory& before, const machine::GlobalMemory& after,
                 uint32_t array, uint64_t begin, uint64_t end, AddressSet& changed) {
  constexpr uint64_t kPart = 4096, kMostAlike = 3;
  const base::PagedBytes& was = before.array(array).bytes;
  const base::PagedBytes& is = after.array(array).bytes;
  const uint64_t address = machine::GlobalMemory::address_of(array);
  uint64_t first = 0, last = 0;  // of the bytes that are found and not added yet
  const auto flush = [&] {
    changed.add(address + first, last - first);
    first = last = 0;
  };
  for (uint64_t at = begin; at < end;) {
    const base::PagedBytes::View page = is.view(at), old = was.view(at);
    const uint64_t stop = std::min(page.end, end);
    for (; page.bytes != old.bytes && at < stop;) {
      const uint64_t part = std::min(kPart, stop - at);
      const std::byte* const now = page.bytes + (at - page.begin);
      const std::byte* const then = old.bytes + (at - old.begin);
      for (uint64_t i = std::memcmp(now, then, part) == 0 ? part : 0; i < part; ++i) {
        if (now[i] == then[i]) continue;
        if (at + i > last + kMostAlike || last == 0) {
          flush();
          first = at + i;
        }
        last = at + i + 1;
      }
      at += part;
    }
    at = stop;
  }
  flush();
}

}  // namespace warplens::host
