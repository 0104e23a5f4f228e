#include "sim/host/follower.hpp"

#include <algorithm>
#include <utility>

#include "sim/host/device.hpp"

namespace warplens::host {

namespace {

// Of an allocation without labels: they would take as much memory again.
constexpr uint64_t kMostLabelled = uint64_t{256} << 20;

// What launches that are executed once more may take together. [weighted steps]
constexpr uint64_t kMostRepeated = 400'000'000;

constexpr size_t kMostSources = 256;

// A block whose pointer is lost is searched for after so many more of its place, where memory is no
// more than that. [bytes]
constexpr uint64_t kTurnsToLose = 2;
constexpr uint64_t kMostSearched = uint64_t{64} << 20;

constexpr uint64_t kPointerBytes = 8;  // sizeof of one, where the array's size is meant

// Whether a number of bytes is one of elements instead: of 2 to 16 bytes, which the array has as
// many of.
bool is_number_of_elements(uint64_t bytes, uint64_t of_bytes) {
  return bytes != 0 && (of_bytes == 2 * bytes || of_bytes == 4 * bytes || of_bytes == 8 * bytes ||
                        of_bytes == 16 * bytes);
}

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

Follower::Follower(const Memory& memory, const machine::GlobalMemory& device_memory,
                   std::function<base::Span()> here,
                   std::function<std::vector<uint32_t>()> registers,
                   std::vector<FrameArrays> frames)
    : memory_(memory),
      device_memory_(device_memory),
      here_(std::move(here)),
      registers_(std::move(registers)),
      frames_(std::move(frames)),
      labels_(memory.size()) {}

// -------------------------------------------------------------------------------- host memory

void Follower::put(uint64_t address, uint64_t bytes, Label label) {
  if (bytes == 0 || memory_.at(address, bytes) == nullptr) return;
  std::memset(labels_at(address), label, bytes);
}

void Follower::wrote(uint64_t address, uint64_t bytes) {
  check_block(address, bytes);
  put(address, bytes, 0);
}

void Follower::moved(uint64_t to, uint64_t from, uint64_t bytes) {
  check_block(to, bytes);
  check_block(from, bytes);
  carry_labels({to, from, bytes});
}

void Follower::printed(uint64_t address, uint64_t bytes) {
  if (memory_.at(address, bytes) != nullptr) use(first_label(labels_at(address), bytes));
}

void Follower::allocated(uint64_t address, uint64_t bytes, bool is_written) {
  if (address == 0) return;
  const base::Span place = here_();
  look_for_leak(place, address, bytes, true);
  blocks_[address] = {bytes, place};
  freed_.erase(address);
  if (bytes <= kMostLabelled)
    put(address, bytes, is_written ? Label{0} : unwritten(place, bytes, true));
  put_end(address, bytes);
}

void Follower::entered(uint32_t index, uint64_t frame) {
  for (const FrameArray& array : frames_[index]) {
    blocks_[frame + array.offset] = {array.bytes, array.place, true};
    if (array.is_bare)
      put(frame + array.offset, array.bytes, unwritten(array.place, array.bytes, true));
  }
}

void Follower::left(uint32_t index, uint64_t frame) {
  for (const FrameArray& array : frames_[index]) {
    blocks_.erase(frame + array.offset);
    put(frame + array.offset, array.bytes, 0);
  }
}

void Follower::put_end(uint64_t address, uint64_t bytes) {
  put(address + bytes, memory_.room_of(address) - bytes, kBeyond);
}

Label Follower::unwritten(base::Span place, uint64_t bytes, bool is_host) {
  Mistake mistake;
  mistake.fault = Fault::kUnwritten;
  mistake.place = place;
  mistake.bytes = bytes;
  mistake.is_host = is_host;
  return doubts.add(std::move(mistake));
}

void Follower::resized(uint64_t address, uint64_t old, uint64_t bytes) {
  const auto known = blocks_.find(old);
  if (known == blocks_.end()) return;
  const uint64_t kept = std::min(bytes, known->second.bytes);
  if (address == old) {
    const Label label = unwritten(known->second.place, bytes, true);
    put(address + kept, bytes - kept, label);
    put_end(address, bytes);
    known->second.bytes = bytes;
    return;
  }
  allocated(address, bytes, false);
  moved(address, old, kept);
  freed(old);
}

void Follower::accessed(Label label, uint64_t address) {
  if (label != kBeyond) return use(label);
  const auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return;
  const auto& [begin, block] = *std::prev(next);
  Mistake mistake;
  mistake.fault = Fault::kOutOfBounds;
  mistake.place = here_();
  mistake.other = block.place;
  mistake.bytes = address - begin;
  mistake.of_bytes = block.bytes;
  mistake.is_host = true;
  doubts.add_certain(std::move(mistake));
}

// Whether something that a pointer may be in points into the block.
bool Follower::is_pointed_to(uint64_t address, uint64_t bytes) const {
  const auto points = [&](const std::byte* at) {
    uint64_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value - address < std::max<uint64_t>(bytes, 1);
  };
  const auto any_in = [&](const std::byte* begin, uint64_t size, uint64_t step) {
    for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at += step) {
      if (points(begin + at)) return true;
    }
    return false;
  };
  const std::vector<uint32_t> of_registers = registers_();
  const auto registers = std::as_bytes(std::span(of_registers));
  if (any_in(registers.data(), registers.size(), sizeof(uint32_t)) ||
      any_in(memory_.first_byte(), memory_.reachable(), sizeof(uint64_t)))
    return true;
  for (uint32_t i = 0; i < device_memory_.array_count(); ++i) {
    const base::PagedBytes& array = device_memory_.array(i).bytes;
    for (uint64_t at = 0; at < array.size();) {
      const base::PagedBytes::View page = array.view(at);
      if (any_in(page.bytes, page.end - page.begin, sizeof(uint64_t))) return true;
      at = page.end;
    }
  }
  return false;
}

// Once a place has allocated two blocks more than one that is still there: its pointer may be in a
// variable that the next one replaces.
void Follower::look_for_leak(base::Span place, uint64_t address, uint64_t bytes, bool is_host) {
  Allocations& of = allocated_[place.begin];
  if (of.is_done) return;
  const bool is_there =
      of.first != 0 && (is_host ? blocks_.contains(of.first)
                                : !arrays_[*device_memory_.array_at(of.first)].freed.has_value());
  if (!is_there) {
    of = {address, bytes, 0, false};
    return;
  }
  if (++of.since < kTurnsToLose) return;
  of.is_done = true;
  uint64_t searched = memory_.reachable() - Memory::kStackBytes;
  for (const Array& array : arrays_) searched += array.freed ? 0 : array.bytes;
  if (searched > kMostSearched || is_pointed_to(of.first, of.bytes)) return;
  Mistake mistake;
  mistake.fault = Fault::kLeak;
  mistake.place = place;
  mistake.bytes = of.bytes;
  mistake.is_host = is_host;
  doubts.add_certain(std::move(mistake));
}

void Follower::freed(uint64_t address) {
  const auto known = blocks_.find(address);
  if (known == blocks_.end() || known->second.is_declared) return;
  Mistake mistake;
  mistake.fault = Fault::kUseAfterFree;
  mistake.place = here_();
  mistake.is_host = true;
  freed_[address] = mistake.place;
  if (known->second.bytes <= kMostLabelled) {
    const Label label = doubts.add(std::move(mistake));
    is_freed_[label] = label != 0;
    put(address, known->second.bytes, label);
  }
  blocks_.erase(known);
}

void Follower::freed_again(uint64_t address) {
  Mistake mistake;
  mistake.fault = Fault::kDoubleFree;
  mistake.place = here_();
  mistake.is_host = true;
  if (const auto known = freed_.find(address); known != freed_.end()) mistake.other = known->second;
  doubts.add_certain(std::move(mistake));
}

const Follower::Block* Follower::block_around(uint64_t address) const {
  const auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return nullptr;
  const auto& [begin, block] = *std::prev(next);
  return address - begin < block.bytes ? &block : nullptr;
}

// Where the memory around an address was allocated.
std::optional<base::Span> Follower::place_of(uint64_t address) const {
  if (const Block* block = block_around(address)) return block->place;
  const std::optional<uint32_t> array = device_memory_.array_at(address);
  if (!array || arrays_[*array].place == base::Span{}) return std::nullopt;
  return arrays_[*array].place;
}

// ------------------------------------------------------------------------------ device memory

void Follower::added_array(uint64_t bytes, std::optional<Kind> kind) {
  Array array{bytes, {}, {}, 0};
  if (kind) array.place = here_();
  // Managed and pinned memory is zero where nothing wrote it, and programs count on that.
  if (kind == Kind::kDevice) array.unwritten = unwritten(array.place, bytes, false);
  device.add(bytes, array.unwritten);
  const auto index = static_cast<uint32_t>(arrays_.size());
  arrays_.push_back(array);
  if (kind) look_for_leak(array.place, machine::GlobalMemory::address_of(index), bytes, false);
}

void Follower::freed_array(uint32_t array) {
  arrays_[array].freed = here_();
  device.clear(array);
  std::erase_if(sources_, [&](const Source& source) { return source.array == array; });
}

void Follower::freed_array_again(uint32_t array) {
  Mistake mistake;
  mistake.fault = Fault::kDoubleFree;
  mistake.place = here_();
  mistake.other = arrays_[array].freed;
  doubts.add_certain(std::move(mistake));
}

// The labels of what is copied, wherever the two are.
void Follower::carry_labels(const Transfer& transfer) {
  constexpr uint64_t kAtOnce = uint64_t{1} << 20;
  const auto from = device_memory_.range_at(transfer.from, transfer.bytes);
  const auto to = device_memory_.range_at(transfer.to, transfer.bytes);
  const bool is_known = (from || memory_.at(transfer.from, transfer.bytes) != nullptr) &&
                        (to || memory_.at(transfer.to, transfer.bytes) != nullptr);
  if (!is_known) return;
  if (!from && !to) {
    Label* const at = labels_at(transfer.to);
    std::memmove(at, labels_at(transfer.from), transfer.bytes);
    std::replace(at, at + transfer.bytes, kBeyond, Label{0});
    return;
  }
  std::vector<Label> part(std::min(kAtOnce, transfer.bytes));
  for (uint64_t at = 0; at < transfer.bytes; at += part.size()) {
    part.resize(std::min<uint64_t>(part.size(), transfer.bytes - at));
    if (from)
      device.get(from->array, from->offset + at, part);
    else
      std::replace_copy(labels_at(transfer.from + at), labels_at(transfer.from + at) + part.size(),
                        part.begin(), kBeyond, Label{0});
    if (to)
      device.put(to->array, to->offset + at, part);
    else
      std::copy(part.begin(), part.end(), labels_at(transfer.to + at));
  }
}

void Follower::copied(const Transfer& transfer) {
  if (transfer.bytes == 0) return;
  carry_labels(transfer);
  const bool is_to_host = is_host(transfer.to), is_from_host = is_host(transfer.from);
  if (is_to_host) check_block(transfer.to, transfer.bytes);
  if (is_from_host) check_block(transfer.from, transfer.bytes);
  if (is_to_host && !is_from_host) returned(transfer);
  if (!is_to_host && is_from_host) filled(transfer);
  if (is_to_host || is_from_host) return;
  const std::optional<uint32_t> from = device_memory_.array_at(transfer.from);
  const std::optional<uint32_t> to = device_memory_.array_at(transfer.to);
  for (Results& results : results_) {
    if (from && to && results.arrays.contains(*from)) results.arrays.insert(*to);
  }
}

// A copy that goes on past a block of the host's heap. Returns whether it does.
bool Follower::check_block(uint64_t address, uint64_t bytes) {
  const auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return false;
  const auto& [begin, block] = *std::prev(next);
  if (address - begin >= block.bytes || bytes <= block.bytes - (address - begin)) return false;
  Mistake mistake;
  mistake.fault = Fault::kPastEnd;
  mistake.place = here_();
  mistake.other = block.place;
  mistake.bytes = bytes;
  mistake.of_bytes = block.bytes - (address - begin);
  mistake.is_host = true;
  doubts.add_certain(std::move(mistake));
  return true;
}

// Of an array that is filled in part, the doubt about the rest is one about the copy, if its size
// may be a number of elements.
void Follower::filled(const Transfer& transfer) {
  const auto range = device_memory_.range_at(transfer.to, transfer.bytes);
  if (!range) return;
  const Array& array = arrays_[range->array];
  std::erase_if(sources_, [&](const Source& source) {
    return source.host == transfer.from && source.array == range->array;
  });
  if (sources_.size() == kMostSources) sources_.erase(sources_.begin());
  sources_.push_back({transfer.from, transfer.bytes, range->array});
  const bool is_wrong_size = is_number_of_elements(transfer.bytes, array.bytes) ||
                             (transfer.bytes == kPointerBytes && array.bytes > kPointerBytes);
  if (array.unwritten == 0 || range->offset != 0 || !is_wrong_size) return;
  Mistake& mistake = doubts.mistake_of(array.unwritten);
  if (mistake.fault != Fault::kUnwritten) return;
  mistake.fault = Fault::kCopySize;
  mistake.other = mistake.place;
  mistake.place = here_();
  mistake.bytes = transfer.bytes;
  mistake.of_bytes = array.bytes;
}

// Of a copy to the host whose size may be a number of elements, the rest of the host's array.
void Follower::returned(const Transfer& transfer) {
  const std::optional<uint32_t> index = device_memory_.array_at(transfer.from);
  if (!index) return;
  read_array(*index);
  std::erase_if(sources_, [&](const Source& source) {
    return source.host < transfer.to + transfer.bytes && transfer.to < source.host + source.bytes;
  });
  const Array& array = arrays_[*index];
  const Block* const block = block_around(transfer.to);
  const bool is_whole = transfer.from == machine::GlobalMemory::address_of(*index) &&
                        blocks_.contains(transfer.to) && block->bytes == array.bytes;
  if (!is_whole || !is_number_of_elements(transfer.bytes, array.bytes)) return;
  Mistake mistake;
  mistake.fault = Fault::kCopySize;
  mistake.place = here_();
  mistake.other = block->place;
  mistake.bytes = transfer.bytes;
  mistake.of_bytes = array.bytes;
  mistake.is_host = true;
  put(transfer.to + transfer.bytes, array.bytes - transfer.bytes, doubts.add(std::move(mistake)));
}

void Follower::read_array(uint32_t array) {
  std::erase_if(results_, [&](const Results& results) {
    if (!results.arrays.contains(array)) return false;
    doubts.drop(results.label);
    std::erase_if(sources_,
                  [&](const Source& source) { return results.arrays.contains(source.array); });
    return true;
  });
}

// The copy failed because it goes on past the host's memory.
void Follower::past_blocks(const Transfer& transfer) {
  check_block(transfer.from, transfer.bytes);
  if (!check_block(transfer.to, transfer.bytes)) return;
  if (const Block* block = block_around(transfer.to)) put(transfer.to, block->bytes, 0);
}

// What the copy should have written depends on it. One whose reason is not known is no doubt.
void Follower::copy_failed(const Transfer& transfer) {
  Mistake mistake;
  mistake.place = here_();
  mistake.bytes = transfer.bytes;
  const std::optional<uint32_t> to = device_memory_.array_at(transfer.to);
  const std::optional<uint32_t> from = device_memory_.array_at(transfer.from);
  if ((transfer.wants_device_target && !to && is_host(transfer.to)) ||
      (transfer.wants_device_source && !from && is_host(transfer.from))) {
    mistake.fault = Fault::kDirection;
  } else {
    const auto is_past = [&](std::optional<uint32_t> array, uint64_t address) {
      return array && !device_memory_.range_at(address, transfer.bytes);
    };
    const std::optional<uint32_t> short_one = is_past(to, transfer.to)       ? to
                                              : is_past(from, transfer.from) ? from
                                                                             : std::nullopt;
    if (!short_one) return past_blocks(transfer);
    const Array& array = arrays_[*short_one];
    mistake.fault = array.freed                                          ? Fault::kUseAfterFree
                    : is_number_of_elements(array.bytes, transfer.bytes) ? Fault::kAllocation
                                                                         : Fault::kPastEnd;
    mistake.other = array.freed ? *array.freed : array.place;
    mistake.of_bytes = array.bytes;
    if (mistake.fault == Fault::kAllocation) {
      std::swap(mistake.place, *mistake.other);
      std::swap(mistake.bytes, mistake.of_bytes);
    }
  }
  const bool is_swapped =
      mistake.fault == Fault::kDirection && is_host(transfer.to) != is_host(transfer.from);
  const Label label = doubts.add(std::move(mistake));
  error_ = doubts.error_of(label);
  put_anywhere(transfer.to, transfer.bytes, label);
  if (is_swapped) put_anywhere(transfer.from, transfer.bytes, label);  // which may be the target
}

// As far as the array or the block reaches.
void Follower::put_anywhere(uint64_t address, uint64_t bytes, Label label) {
  if (const std::optional<uint32_t> array = device_memory_.array_at(address)) {
    const uint64_t offset = address - machine::GlobalMemory::address_of(*array);
    if (!arrays_[*array].freed && offset < arrays_[*array].bytes)
      device.put(*array, offset, std::min(bytes, arrays_[*array].bytes - offset), label);
    return;
  }
  const Block* const block = block_around(address);
  put(address, block == nullptr ? bytes : std::min(bytes, block->bytes), label);
}

void Follower::not_waited(uint32_t array, base::Span launch) {
  Mistake mistake;
  mistake.fault = Fault::kNotWaited;
  mistake.place = here_();
  mistake.other = launch;
  mistake.bytes = arrays_[array].bytes;
  use(doubts.add(std::move(mistake)));
}

void Follower::faulted(uint64_t address) {
  const std::optional<uint32_t> array = device_memory_.array_at(address);
  if (!array) return;
  Mistake mistake;
  mistake.fault = arrays_[*array].freed ? Fault::kUseAfterFree : Fault::kDevicePointer;
  mistake.place = here_();
  mistake.other = arrays_[*array].freed ? arrays_[*array].freed : place_of(address);
  doubts.add_certain(std::move(mistake));
}

// ----------------------------------------------------------------------------------- launches

bool Follower::may_repeat(uint64_t work) {
  if (work > kMostRepeated - repeated_) return false;
  repeated_ += work;
  return true;
}

// Whatever it might have written depends on it.
void Follower::launch_failed(const Launched& launched, const code::Program& program) {
  Mistake mistake;
  mistake.fault = Fault::kFailedLaunch;
  mistake.place = launched.span;
  mistake.kernel = launched.kernel;
  mistake.grid = launched.grid;
  mistake.block = launched.block;
  mistake.shared = launched.shared;
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
bool Follower::mark_sources(uint32_t array, Label label) {
  bool is_copied = false;
  for (Source& source : sources_) {
    if (source.array != array) continue;
    is_copied = true;
    if (source.is_stale || memory_.at(source.host, source.bytes) == nullptr) continue;
    source.is_stale = true;
    Label* const at = labels_at(source.host);
    std::transform(at, at + source.bytes, at, [&](Label old) { return joined(old, label); });
  }
  return is_copied;
}

// Blocks as large as an array that nothing was copied to, in which there is nothing but zeros, wait
// for what it has.
void Follower::mark_zeros(uint64_t bytes, Label label) {
  for (const auto& [address, block] : blocks_) {
    const auto is_it = [&](const Source& one) { return one.host == address; };
    if (block.bytes != bytes || std::any_of(sources_.begin(), sources_.end(), is_it)) continue;
    const std::byte* const content = memory_.at(address, bytes);
    const bool is_zero =
        std::all_of(content, content + bytes, [](std::byte one) { return one == std::byte{0}; });
    if (is_zero) put(address, bytes, label);
  }
}

void Follower::ended(const Launched& launched, const code::Program& program,
                     const std::vector<uint64_t>& global_addresses,
                     const machine::GlobalMemory& before, const machine::GlobalMemory& after,
                     bool has_printed) {
  const std::set<uint32_t> arrays = arrays_of(launched, program, global_addresses);
  for (Results& results : results_) {
    const bool carries = std::any_of(arrays.begin(), arrays.end(), [&](uint32_t array) {
      return results.arrays.contains(array);
    });
    if (carries) results.arrays.insert(arrays.begin(), arrays.end());
  }
  if (has_printed) {
    for (const uint32_t array : arrays) read_array(array);
    return;
  }
  std::set<uint32_t> stored;
  for (uint32_t i = 0; i < after.array_count(); ++i) {
    const base::PagedBytes& bytes = after.array(i).bytes;
    if (is_stored_to(before.array(i).bytes, bytes)) stored.insert(i);
  }
  if (stored.empty()) return;
  Results results{no_copy_back(launched), arrays};
  results.arrays.insert(stored.begin(), stored.end());
  if (results.label == 0) return;
  const bool is_first = searched_.insert(launched.span.begin).second;
  for (const uint32_t array : stored) {
    if (!mark_sources(array, results.label) && is_first)
      mark_zeros(arrays_[array].bytes, results.label);
  }
  const auto known = std::find_if(results_.begin(), results_.end(),
                                  [&](const Results& one) { return one.label == results.label; });
  if (known == results_.end())
    results_.push_back(std::move(results));
  else
    known->arrays.merge(results.arrays);
}

}  // namespace warplens::host
