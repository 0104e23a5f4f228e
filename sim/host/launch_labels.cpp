#include "sim/host/launch_labels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "sim/host/executed.hpp"

namespace warplens::host {

namespace {

// In which bits a byte of another memory is different: of one label not in those of the next, so
// that a value that is moved is not taken for one that stays. A float of such bytes is large and
// finite.
constexpr std::byte other_of(Label label) {
  return static_cast<std::byte>(0x5a ^ (label * 29 & 0x3f));
}

// Labels that a dependent value is tried with, one by one.
constexpr size_t kMostTried = 8;

// The same launch on other memory.
struct World {
  machine::GlobalMemory before, after;
};

base::Sliced<World> execute(const EndedLaunch& launch, machine::GlobalMemory before) {
  World world{before, std::move(before)};
  machine::GridOptions options = launch.options;
  options.step_limit = 4 * launch.work + 1'000'000;  // other values may make a loop endless
  co_await executed(launch.context, world.after, nullptr, options);
  co_return world;
}

// With the labelled bytes changed; those of one label alone, if it is not 0.
base::Sliced<machine::GlobalMemory> with_others(machine::GlobalMemory memory,
                                                const DeviceLabels& labels, Label only) {
  std::vector<Label> of_page;
  for (uint32_t i = 0; i < labels.arrays(); ++i) {
    if (!labels.may_have(i)) continue;
    base::PagedBytes& array = memory.array(i).bytes;
    for (uint64_t at = 0; at < array.size();) {
      const base::PagedBytes::View there = array.view(at);
      const uint64_t size = there.end - there.begin;
      at = there.end;
      co_await base::spent(size);
      if (labels.first(i, there.begin, size) == 0) continue;
      std::byte* const bytes = array.view_to_write(there.begin).bytes;
      of_page.resize(size);
      labels.get(i, there.begin, of_page);
      for (size_t k = 0; k < size; ++k) {
        if (of_page[k] != 0 && (only == 0 || of_page[k] == only)) bytes[k] ^= other_of(of_page[k]);
      }
    }
  }
  co_return memory;
}

base::Sliced<std::vector<Label>> labels_in(const DeviceLabels& labels) {
  std::vector<bool> is_there(256, false);
  std::vector<Label> part(4096);
  for (uint32_t i = 0; i < labels.arrays(); ++i) {
    const uint64_t size = labels.may_have(i) ? labels.of(i).size() : 0;
    for (uint64_t at = 0; at < size; at += part.size()) {
      const std::span<Label> some(part.data(), std::min<uint64_t>(part.size(), size - at));
      labels.get(i, at, some);
      for (const Label label : some) is_there[label] = true;
      co_await base::spent(some.size());
    }
  }
  std::vector<Label> found;
  for (size_t label = 1; label < is_there.size(); ++label) {
    if (is_there[label]) found.push_back(static_cast<Label>(label));
  }
  co_return found;
}

// The labels behind a launch, array by array, in parts of a page or less.
class Settling {
 public:
  Settling(const EndedLaunch& launch, const World& other, Follower& follower)
      : launch_(launch), other_(other), follower_(follower) {}

  base::Sliced<> run() {
    for (uint32_t i = 0; i < launch_.after.array_count(); ++i) {
      const uint64_t size = launch_.after.array(i).bytes.size();
      const bool is_same = !co_await differs(i);
      if (is_same) {
        follower_.device.put(i, 0, size, 0);
        continue;
      }
      for (uint64_t at = 0; at < size;) {
        const uint64_t bytes = std::min(kPart, view(launch_.after, i, at).end - at);
        if (!has_tried_ && depends(i, at, bytes)) co_await try_each();
        settle(i, at, bytes);
        at += bytes;
        co_await base::spent(bytes);
      }
    }
  }

 private:
  static constexpr uint64_t kPart = 4096;

  static base::PagedBytes::View view(const machine::GlobalMemory& memory, uint32_t array,
                                     uint64_t offset) {
    return memory.array(array).bytes.view(offset);
  }
  static const std::byte* at(const machine::GlobalMemory& memory, uint32_t array, uint64_t offset) {
    const base::PagedBytes::View page = view(memory, array, offset);
    return page.bytes + (offset - page.begin);
  }

  // Whether it leaves other bytes in the array.
  base::Sliced<bool> differs(uint32_t array) {
    const uint64_t size = launch_.after.array(array).bytes.size();
    for (uint64_t from = 0; from < size;) {
      const base::PagedBytes::View left = view(launch_.after, array, from);
      const std::byte* const other = at(other_.after, array, from);
      const uint64_t bytes = left.end - left.begin;
      if (left.bytes != other && std::memcmp(left.bytes, other, bytes) != 0) co_return true;
      co_await base::spent(bytes / 2);
      from = left.end;
    }
    co_return false;
  }

  // The bytes of a part with which the launch began, and which it left: its own and the other's.
  struct Bytes {
    const std::byte *was, *left, *other_was, *other;
    bool depends(uint64_t i) const {
      return left[i] != other[i] && (left[i] != was[i] || other[i] != other_was[i]);
    }
  };
  Bytes part(uint32_t array, uint64_t offset) const {
    return {at(launch_.before, array, offset), at(launch_.after, array, offset),
            at(other_.before, array, offset), at(other_.after, array, offset)};
  }

  // Whether a byte that it stored does.
  bool depends(uint32_t array, uint64_t offset, uint64_t bytes) const {
    const Bytes of = part(array, offset);
    if (std::memcmp(of.left, of.other, bytes) == 0) return false;
    for (uint64_t i = 0; i < bytes; ++i) {
      if (of.depends(i)) return true;
    }
    return false;
  }

  void settle(uint32_t array, uint64_t offset, uint64_t bytes) {
    const Bytes of = part(array, offset);
    if (std::memcmp(of.left, of.other, bytes) == 0)
      return follower_.device.put(array, offset, bytes, 0);
    std::vector<Label> labels(bytes);
    follower_.device.get(array, offset, labels);
    for (uint64_t i = 0; i < bytes; ++i) {
      if (of.left[i] == of.other[i])
        labels[i] = 0;
      else if (of.depends(i))
        labels[i] = follower_.doubts.stored_of(cause_of(array, offset + i, of.left[i]));
    }
    follower_.device.put(array, offset, labels);
  }

  // The label with which alone the byte is another.
  Label cause_of(uint32_t array, uint64_t offset, std::byte left) const {
    for (const auto& [label, world] : tried_) {
      if (*at(world.after, array, offset) != left) return label;
    }
    return only_;
  }

  base::Sliced<> try_each() {
    has_tried_ = true;
    const std::vector<Label> labels = co_await labels_in(labels_before_);
    if (!labels.empty()) only_ = labels.front();
    if (labels.size() <= 1) co_return;
    for (size_t i = 0; i < std::min(labels.size(), kMostTried); ++i) {
      if (!follower_.may_repeat(launch_.price)) co_return;
      machine::GlobalMemory changed =
          co_await with_others(launch_.before, labels_before_, labels[i]);
      World world = co_await execute(launch_, std::move(changed));
      tried_.emplace_back(labels[i], std::move(world));
    }
  }

  const EndedLaunch& launch_;
  const World& other_;
  Follower& follower_;
  const DeviceLabels labels_before_ = follower_.device;
  bool has_tried_ = false;
  Label only_ = 0;
  std::vector<std::pair<Label, World>> tried_;
};

bool is_line(const Launched& launched) {
  return launched.grid.y == 1 && launched.grid.z == 1 && launched.block.y == 1 &&
         launched.block.z == 1;
}

// An array that has more elements than the launch has threads: as many as a parameter says, or less
// than a block more.
struct Counted {
  uint32_t array = 0;
  uint64_t element_bytes = 0, elements = 0;
  std::string count;  // the parameter; "": none
};

std::vector<Counted> counted_arrays(const EndedLaunch& launch, uint64_t threads) {
  std::vector<Counted> found;
  const auto& parameters = launch.context->program->parameters;
  const std::vector<uint64_t>& bits = launch.launched.parameter_bits;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const lang::Type* type = parameters[i].type;
    if (!type->is_pointer() || type->element->is_void() || type->element->is_const) continue;
    const auto array = launch.after.array_at(bits[i]);
    const uint64_t size = lang::size_of(type->element);
    if (!array || size == 0 || bits[i] != machine::GlobalMemory::address_of(*array)) continue;
    const uint64_t elements = launch.after.array(*array).bytes.size() / size;
    if (elements <= threads) continue;
    std::string name;
    for (size_t k = 0; k < parameters.size() && name.empty(); ++k) {
      const lang::Type* count = parameters[k].type;
      if (count->is_scalar() && base::is_integer(count->scalar) && bits[k] == elements)
        name = parameters[k].name;
    }
    if (!name.empty() || elements - threads < launch.launched.block.count())
      found.push_back({*array, size, elements, name});
  }
  return found;
}

// Whether the launch stores to all of the first elements, and to none of those behind.
base::Sliced<bool> is_prefix_stored(const EndedLaunch& launch, const World& other,
                                    const Counted& one, uint64_t threads) {
  constexpr uint64_t kAtOnce = uint64_t{64} << 10;  // [bytes]
  const std::array states{&launch.before, &launch.after, &other.before, &other.after};
  std::array<std::vector<std::byte>, states.size()> parts;  // of each
  const uint64_t at_once = std::max<uint64_t>(kAtOnce / one.element_bytes, 1);
  for (uint64_t first = 0; first < one.elements; first += at_once) {
    const uint64_t elements = std::min(at_once, one.elements - first);
    for (size_t i = 0; i < states.size(); ++i) {
      parts[i].resize(elements * one.element_bytes);
      states[i]->array(one.array).bytes.read(first * one.element_bytes, parts[i]);
    }
    for (uint64_t e = 0; e < elements; ++e) {
      const uint64_t begin = e * one.element_bytes, bytes = one.element_bytes;
      const bool is_same = std::memcmp(&parts[0][begin], &parts[1][begin], bytes) == 0 &&
                           std::memcmp(&parts[2][begin], &parts[3][begin], bytes) == 0;
      if (is_same == (first + e < threads)) co_return false;
    }
    co_await base::spent(states.size() * parts[0].size());
  }
  co_return true;
}

Mistake small_grid(const EndedLaunch& launch) {
  Mistake mistake;
  mistake.fault = Fault::kSmallGrid;
  mistake.place = launch.launched.span;
  mistake.kernel = launch.launched.kernel;
  mistake.threads = launch.launched.grid.count() * launch.launched.block.count();
  return mistake;
}

// What one block more would store to.
base::Sliced<> label_beyond_grid(const EndedLaunch& launch, Follower& follower) {
  const std::vector<LeftOut> left_out = co_await left_out_by(launch, follower);
  if (left_out.empty()) co_return;
  const LeftOut& named = left_out.front();
  Mistake mistake = small_grid(launch);
  mistake.array = named.parameter;
  mistake.axes = named.axes;
  mistake.elements = named.elements;
  mistake.first = named.first;
  const Label label = follower.doubts.add(std::move(mistake));
  for (const LeftOut& one : left_out) {
    const uint64_t begin = machine::GlobalMemory::address_of(one.array);
    for (const AddressSet::Range& range : one.bytes.ranges())
      follower.put_left_out(one.array, range.begin - begin, range.end - range.begin, label);
  }
}

// In a row of threads: the array's elements behind as many as there are threads. Whether there are
// such.
base::Sliced<bool> label_tail(const EndedLaunch& launch, Follower& follower) {
  const uint64_t threads = launch.launched.grid.count() * launch.launched.block.count();
  if (!is_line(launch.launched)) co_return false;
  const std::vector<Counted> arrays = counted_arrays(launch, threads);
  if (arrays.empty() || !follower.may_repeat(launch.price)) co_return false;
  machine::GlobalMemory memory = launch.before;
  for (const Counted& one : arrays) {
    base::PagedBytes& bytes = memory.array(one.array).bytes;
    for (uint64_t at = 0; at < bytes.size();) {
      const base::PagedBytes::MutableView page = bytes.view_to_write(at);
      for (std::byte& byte : std::span(page.bytes, page.end - page.begin)) byte ^= other_of(0);
      at = page.end;
      co_await base::spent(page.end - page.begin);
    }
  }
  const World other = co_await execute(launch, std::move(memory));
  bool is_any = false;
  for (const Counted& one : arrays) {
    const bool is_stored = co_await is_prefix_stored(launch, other, one, threads);
    if (!is_stored) continue;
    const uint64_t begin = threads * one.element_bytes;
    // What was set before may be meant to stay.
    if (one.count.empty() && !follower.is_unwritten(one.array, begin)) continue;
    Mistake mistake = small_grid(launch);
    mistake.name = one.count;
    mistake.elements = one.elements;
    follower.put_left_out(one.array, begin, one.elements * one.element_bytes - begin,
                          follower.doubts.add(std::move(mistake)));
    is_any = true;
  }
  co_return is_any;
}

base::Sliced<> label(const EndedLaunch& launch, Follower& follower) {
  if (follower.device.may_have_any()) {
    if (!follower.may_repeat(launch.price)) {
      follower.device.clear();
      co_return;
    }
    machine::GlobalMemory changed = co_await with_others(launch.before, follower.device, 0);
    const World other = co_await execute(launch, std::move(changed));
    Settling settling(launch, other, follower);
    co_await settling.run();
  }
  if (!follower.is_new_launch(launch.launched.span)) co_return;
  const bool has_tail = co_await label_tail(launch, follower);
  if (!has_tail) co_await label_beyond_grid(launch, follower);
}

}  // namespace

base::Sliced<> label_effects(const EndedLaunch& launch, Follower& follower) {
  return label(launch, follower);
}

}  // namespace warplens::host
