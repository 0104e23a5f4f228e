// What launches do to arrays, and what that means for the host.
#include "sim/host/follower.hpp"

#include <algorithm>
#include <utility>

#include "sim/host/device.hpp"
#include "sim/host/launch_labels.hpp"

namespace warplens::host {

namespace {

// What launches that are executed once more may take together. [weighted steps]
constexpr uint64_t kMostRepeated = 400'000'000;

bool may_write_through(const lang::Type* type) {
  return type->is_pointer() && !type->element->is_const;
}

bool is_stored_to(const base::PagedBytes& before, const base::PagedBytes& after) {
  for (uint64_t at = 0; at < after.size();) {
    const base::PagedBytes::View page = after.view(at);
    if (before.view(at).bytes != page.bytes) return true;
    at = page.end;
  }
  return false;
}

}  // namespace

bool Follower::may_repeat(uint64_t work) {
  if (work > kMostRepeated - repeated_) return false;
  repeated_ += work;
  return true;
}

// Whatever it might have written depends on it.
void Follower::launch_failed(const Launched& launched, const code::Program& program,
                             uint64_t most_shared) {
  Mistake mistake;
  mistake.fault = Fault::kFailedLaunch;
  mistake.place = launched.span;
  mistake.kernel = launched.kernel;
  mistake.grid = launched.grid;
  mistake.block = launched.block;
  mistake.shared = launched.shared;
  mistake.most_shared = most_shared;
  const Label label = doubts.add(std::move(mistake));
  error_ = doubts.error_of(label);
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    if (!may_write_through(program.parameters[i].type)) continue;
    const std::optional<uint32_t> array = device_memory_.array_at(launched.parameter_bits[i]);
    if (array && !arrays_[*array].freed) device.put(*array, 0, arrays_[*array].bytes, label);
  }
}

void Follower::strayed(uint64_t address, const Launched& launched, const code::Program& program) {
  Mistake mistake;
  mistake.place = launched.span;
  mistake.kernel = launched.kernel;
  const std::optional<uint32_t> array = device_memory_.array_at(address);
  if (array && arrays_[*array].freed) {
    mistake.fault = Fault::kUseAfterFree;
    mistake.other = arrays_[*array].freed;
  } else if (is_host(address)) {
    mistake.fault = Fault::kHostPointer;
    mistake.other = place_of(address);
  } else {
    if (array) sizes_disagree(*array, launched, program);
    return;
  }
  // The parameter nearest below it, if it is of the same memory.
  uint64_t nearest = 0;
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const uint64_t bits = launched.parameter_bits[i];
    const bool is_of_it = array ? device_memory_.array_at(bits) == array : is_host(bits);
    if (!program.parameters[i].type->is_pointer() || !is_of_it || bits < nearest) continue;
    if (bits > address && nearest != 0) continue;
    nearest = bits;
    mistake.name = program.parameters[i].name;
  }
  doubts.add_certain(std::move(mistake));
}

// A kernel left an array, and a parameter counts more elements than that has.
void Follower::sizes_disagree(uint32_t array, const Launched& launched,
                              const code::Program& program) {
  uint64_t size = 0;  // of an element
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const lang::Type* type = program.parameters[i].type;
    if (type->is_pointer() && !type->element->is_void() &&
        launched.parameter_bits[i] == machine::GlobalMemory::address_of(array))
      size = lang::size_of(type->element);
  }
  if (size == 0) return;
  const Array& of = arrays_[array];
  Mistake mistake;
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const lang::Type* type = program.parameters[i].type;
    const uint64_t count = launched.parameter_bits[i];
    const bool is_count = type->is_scalar() && base::is_integer(type->scalar) &&
                          count > of.bytes / size && count <= INT32_MAX;
    if (!is_count || (mistake.elements != 0 && count >= mistake.elements)) continue;
    mistake.elements = count;
    mistake.name = program.parameters[i].name;
  }
  if (mistake.elements == 0 || of.place == base::Span{}) return;
  mistake.kernel = launched.kernel;
  mistake.bytes = of.bytes;
  mistake.of_bytes = mistake.elements * size;
  const bool is_of_elements = of.bytes == mistake.elements && size > 1;
  mistake.fault = is_of_elements ? Fault::kAllocation : Fault::kSizes;
  mistake.place = is_of_elements ? of.place : launched.span;
  mistake.other = is_of_elements ? launched.span : of.place;
  doubts.add_certain(std::move(mistake));
}

std::set<uint32_t> Follower::arrays_of(const Launched& launched, const code::Program& program,
                                       const std::vector<uint64_t>& global_addresses) const {
  std::set<uint32_t> arrays;
  const auto add = [&](uint64_t address) {
    if (const auto array = device_memory_.array_at(address)) arrays.insert(*array);
  };
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    if (program.parameters[i].type->is_pointer()) add(launched.parameter_bits[i]);
  }
  std::for_each(global_addresses.begin(), global_addresses.end(), add);
  return arrays;
}

Label Follower::no_copy_back(const Launched& launched) {
  Mistake mistake;
  mistake.fault = Fault::kNoCopyBack;
  mistake.place = launched.span;
  mistake.kernel = launched.kernel;
  return doubts.add(std::move(mistake));
}

// What the host copied to the array is not what the array has now. Whether there is such.
base::Sliced<bool> Follower::mark_sources(uint32_t array, Label label) {
  constexpr uint64_t kAtOnce = uint64_t{256} << 10;
  bool is_copied = false;
  for (Source& source : sources_) {
    if (source.array != array) continue;
    is_copied = true;
    if (source.is_stale || memory_.at(source.host, source.bytes) == nullptr) continue;
    source.is_stale = true;
    for (uint64_t from = 0; from < source.bytes; from += kAtOnce) {
      Label* const at = labels_at(source.host) + from;
      const uint64_t bytes = std::min(kAtOnce, source.bytes - from);
      std::transform(at, at + bytes, at, [&](Label old) { return joined(old, label); });
      co_await base::spent(bytes);
    }
  }
  co_return is_copied;
}

bool Follower::is_source(uint64_t address) const {
  return std::any_of(sources_.begin(), sources_.end(),
                     [&](const Source& one) { return one.host == address; });
}

// Blocks as large as an array that nothing was copied to, in which there is nothing but zeros, wait
// for what it has.
base::Sliced<> Follower::mark_zeros(uint64_t bytes, Label label) {
  for (const auto& [address, block] : blocks_) {
    if (block.bytes != bytes || is_source(address)) continue;
    const std::byte* const content = memory_.at(address, bytes);
    const bool is_zero =
        std::all_of(content, content + bytes, [](std::byte one) { return one == std::byte{0}; });
    if (is_zero) put_missing(address, 0, label);
    co_await base::spent(is_zero ? bytes : 1);
  }
}

base::Sliced<> Follower::ended(const EndedLaunch& launch, bool has_printed) {
  const std::set<uint32_t> arrays =
      arrays_of(launch.launched, *launch.context->program, launch.context->global_addresses);
  for (Results& results : results_) {
    const bool carries = std::any_of(arrays.begin(), arrays.end(), [&](uint32_t array) {
      return results.arrays.contains(array);
    });
    if (carries) results.arrays.insert(arrays.begin(), arrays.end());
  }
  if (has_printed) {
    for (const uint32_t array : arrays) read_array(array);
    co_return;
  }
  std::set<uint32_t> stored;
  for (uint32_t i = 0; i < launch.after.array_count(); ++i) {
    const base::PagedBytes& bytes = launch.after.array(i).bytes;
    if (is_stored_to(launch.before.array(i).bytes, bytes)) stored.insert(i);
  }
  if (stored.empty()) co_return;
  Results results{no_copy_back(launch.launched), arrays};
  results.arrays.insert(stored.begin(), stored.end());
  if (results.label == 0) co_return;
  const bool is_first = searched_.insert(launch.launched.span.begin).second;
  for (const uint32_t array : stored) {
    const bool is_copied = co_await mark_sources(array, results.label);
    if (!is_copied && is_first) co_await mark_zeros(arrays_[array].bytes, results.label);
  }
  const auto known = std::find_if(results_.begin(), results_.end(),
                                  [&](const Results& one) { return one.label == results.label; });
  if (known == results_.end())
    results_.push_back(std::move(results));
  else
    known->arrays.merge(results.arrays);
}

}  // namespace warplens::host
