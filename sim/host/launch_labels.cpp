#include "sim/host/launch_labels.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

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

World execute(const EndedLaunch& launch, machine::GlobalMemory before) {
  World world{before, std::move(before)};
  machine::GridOptions options = launch.options;
  options.step_limit = 4 * launch.work + 1'000'000;  // other values may make a loop endless
  machine::run_grid(launch.context, world.after, nullptr, options);
  return world;
}

// Calls change(bytes, offset) for each page of the array, of which the world has a copy then.
void change_pages(machine::GlobalMemory& memory, uint32_t array,
                  const std::function<void(std::span<std::byte>, uint64_t)>& change) {
  base::PagedBytes& bytes = memory.array(array).bytes;
  for (uint64_t at = 0; at < bytes.size();) {
    const base::PagedBytes::MutableView page = bytes.view_to_write(at);
    change({page.bytes, page.end - page.begin}, page.begin);
    at = page.end;
  }
}

// With the labelled bytes changed; those of one label alone, if it is not 0.
machine::GlobalMemory with_others(machine::GlobalMemory memory, const DeviceLabels& labels,
                                  Label only) {
  std::vector<Label> of_page;
  for (uint32_t i = 0; i < labels.arrays(); ++i) {
    if (!labels.may_have(i)) continue;
    change_pages(memory, i, [&](std::span<std::byte> bytes, uint64_t offset) {
      of_page.resize(bytes.size());
      labels.get(i, offset, of_page);
      for (size_t k = 0; k < bytes.size(); ++k) {
        if (of_page[k] != 0 && (only == 0 || of_page[k] == only)) bytes[k] ^= other_of(of_page[k]);
      }
    });
  }
  return memory;
}

std::vector<Label> labels_in(const DeviceLabels& labels) {
  std::vector<bool> is_there(256, false);
  std::vector<Label> part(4096);
  for (uint32_t i = 0; i < labels.arrays(); ++i) {
    const uint64_t size = labels.may_have(i) ? labels.of(i).size() : 0;
    for (uint64_t at = 0; at < size; at += part.size()) {
      const std::span<Label> some(part.data(), std::min<uint64_t>(part.size(), size - at));
      labels.get(i, at, some);
      for (const Label label : some) is_there[label] = true;
    }
  }
  std::vector<Label> found;
  for (size_t label = 1; label < is_there.size(); ++label) {
    if (is_there[label]) found.push_back(static_cast<Label>(label));
  }
  return found;
}

// The labels behind a launch, array by array, in parts of a page or less.
class Settling {
 public:
  Settling(const EndedLaunch& launch, const World& other, Follower& follower)
      : launch_(launch), other_(other), follower_(follower) {}

  void run() {
    for (uint32_t i = 0; i < launch_.after.array_count(); ++i) {
      const uint64_t size = launch_.after.array(i).bytes.size();
      for (uint64_t at = 0; at < size;) at = settle_part(i, at);
    }
  }

 private:
  static constexpr uint64_t kPart = 4096;

  static const std::byte* at(const machine::GlobalMemory& memory, uint32_t array, uint64_t offset) {
    const base::PagedBytes::View page = memory.array(array).bytes.view(offset);
    return page.bytes + (offset - page.begin);
  }

  // Returns where the next part begins.
  uint64_t settle_part(uint32_t array, uint64_t offset) {
    const base::PagedBytes::View page = launch_.after.array(array).bytes.view(offset);
    const std::byte* const left = at(launch_.after, array, offset);
    const std::byte* const other = at(other_.after, array, offset);
    if (left == other) {
      follower_.device.put(array, offset, page.end - offset, 0);
      return page.end;
    }
    const uint64_t bytes = std::min(kPart, page.end - offset);
    if (std::memcmp(left, other, bytes) == 0)
      follower_.device.put(array, offset, bytes, 0);
    else
      settle_bytes(array, offset, bytes);
    return offset + bytes;
  }

  void settle_bytes(uint32_t array, uint64_t offset, uint64_t bytes) {
    const std::byte* const left = at(launch_.after, array, offset);
    const std::byte* const other = at(other_.after, array, offset);
    const std::byte* const was = at(launch_.before, array, offset);
    const std::byte* const other_was = at(other_.before, array, offset);
    std::vector<Label> labels(bytes);
    follower_.device.get(array, offset, labels);
    for (uint64_t i = 0; i < bytes; ++i) {
      const bool is_untouched = left[i] == was[i] && other[i] == other_was[i];
      if (left[i] == other[i])
        labels[i] = 0;
      else if (!is_untouched)
        labels[i] = follower_.doubts.stored_of(cause_of(array, offset + i, left[i]));
    }
    follower_.device.put(array, offset, labels);
  }

  // The label with which alone the byte is another.
  Label cause_of(uint32_t array, uint64_t offset, std::byte left) {
    if (!has_tried_) try_each();
    for (const auto& [label, world] : tried_) {
      if (*at(world.after, array, offset) != left) return label;
    }
    return only_;
  }

  void try_each() {
    has_tried_ = true;
    const std::vector<Label> labels = labels_in(labels_before_);
    if (!labels.empty()) only_ = labels.front();
    if (labels.size() <= 1) return;
    for (size_t i = 0; i < std::min(labels.size(), kMostTried); ++i) {
      if (!follower_.may_repeat(launch_.price)) return;
      tried_.emplace_back(labels[i],
                          execute(launch_, with_others(launch_.before, labels_before_, labels[i])));
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
bool is_prefix_stored(const EndedLaunch& launch, const World& other, const Counted& one,
                      uint64_t threads) {
  const auto bytes_of = [&](const machine::GlobalMemory& memory) {
    return memory.array(one.array).bytes.to_vector();
  };
  const std::vector<std::byte> left = bytes_of(launch.after), was = bytes_of(launch.before);
  const std::vector<std::byte> other_left = bytes_of(other.after);
  const std::vector<std::byte> other_was = bytes_of(other.before);
  for (uint64_t e = 0; e < one.elements; ++e) {
    const uint64_t begin = e * one.element_bytes, bytes = one.element_bytes;
    const bool is_same = std::memcmp(&left[begin], &was[begin], bytes) == 0 &&
                         std::memcmp(&other_left[begin], &other_was[begin], bytes) == 0;
    if (is_same == (e < threads)) return false;
  }
  return true;
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
void label_beyond_grid(const EndedLaunch& launch, Follower& follower) {
  const std::vector<LeftOut> left_out = left_out_by(launch, follower);
  if (left_out.empty()) return;
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
bool label_tail(const EndedLaunch& launch, Follower& follower) {
  const uint64_t threads = launch.launched.grid.count() * launch.launched.block.count();
  if (!is_line(launch.launched)) return false;
  const std::vector<Counted> arrays = counted_arrays(launch, threads);
  if (arrays.empty() || !follower.may_repeat(launch.price)) return false;
  machine::GlobalMemory memory = launch.before;
  for (const Counted& one : arrays) {
    change_pages(memory, one.array, [](std::span<std::byte> bytes, uint64_t) {
      for (std::byte& byte : bytes) byte ^= other_of(0);
    });
  }
  const World other = execute(launch, std::move(memory));
  bool is_any = false;
  for (const Counted& one : arrays) {
    if (!is_prefix_stored(launch, other, one, threads)) continue;
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
  return is_any;
}

}  // namespace

void label_effects(const EndedLaunch& launch, Follower& follower) {
  if (follower.device.may_have_any()) {
    if (!follower.may_repeat(launch.price)) return follower.device.clear();
    const World other = execute(launch, with_others(launch.before, follower.device, 0));
    Settling(launch, other, follower).run();
  }
  if (!follower.is_new_launch(launch.launched.span)) return;
  if (!label_tail(launch, follower)) label_beyond_grid(launch, follower);
}

}  // namespace warplens::host
