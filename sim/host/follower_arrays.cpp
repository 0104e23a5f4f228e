// What the device has: arrays, copies to them and from them.
#include "sim/host/follower.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "sim/host/device.hpp"

namespace warplens::host {

NeverWritten Follower::never_written(uint32_t array) const {
  const Array& one = arrays_[array];
  if (one.unwritten == 0 || !device.may_have(array)) return {};
  return {device.of(array), one.unwritten, one.left_out};
}

NeverWritten Follower::never_written_of_host(uint64_t address, uint64_t bytes) const {
  const auto known = blocks_.find(address);
  if (known == blocks_.end() || bytes > known->second.bytes) return {};
  const Block& block = known->second;
  if (block.unwritten == 0 || memory_.at(address, bytes) == nullptr) return {};
  const std::span labels(labels_at(address), bytes);
  const bool has_any =
      std::memchr(labels.data(), block.unwritten, bytes) != nullptr ||
      (block.missing != 0 && std::memchr(labels.data(), block.missing, bytes) != nullptr);
  if (!has_any) return {};
  base::PagedBytes pages(bytes);
  pages.write(0, std::as_bytes(labels));
  return {std::move(pages), block.unwritten, block.missing};
}

std::optional<uint64_t> Follower::host_array_at(uint64_t address) const {
  const auto known = blocks_.find(address);
  return known == blocks_.end() ? std::nullopt : std::optional(known->second.bytes);
}

// The bytes of a block from an offset on, which a copy has left out or should still bring.
void Follower::put_missing(uint64_t address, uint64_t offset, Label label) {
  Block& block = blocks_.at(address);
  const Label* const begin = labels_at(address) + offset;
  if (block.unwritten != 0 && std::all_of(begin, begin + (block.bytes - offset),
                                          [&](Label one) { return block.is_unwritten(one); }))
    block.missing = label;
  put(address + offset, block.bytes - offset, label);
}

void Follower::put_left_out(uint32_t array, uint64_t offset, uint64_t bytes, Label label) {
  if (is_unwritten(array, offset)) arrays_[array].left_out = label;
  device.put(array, offset, bytes, label);
}

namespace {

constexpr size_t kMostSources = 256;

constexpr uint64_t kPointerBytes = 8;  // sizeof of one, where the array's size is meant

// Whether a number of bytes is one of elements instead: of 2 to 16 bytes, which the array has as
// many of.
bool is_number_of_elements(uint64_t bytes, uint64_t of_bytes) {
  return bytes != 0 && (of_bytes == 2 * bytes || of_bytes == 4 * bytes || of_bytes == 8 * bytes ||
                        of_bytes == 16 * bytes);
}

}  // namespace

void Follower::added_array(uint64_t bytes, std::optional<Kind> kind) {
  Array array{bytes, {}, {}, 0};
  is_seen_by_host_ |= kind && *kind != Kind::kDevice;
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
void Follower::carry_labels(uint64_t to_address, uint64_t from_address, uint64_t bytes) {
  constexpr uint64_t kAtOnce = uint64_t{1} << 20;
  const auto from = device_memory_.range_at(from_address, bytes);
  const auto to = device_memory_.range_at(to_address, bytes);
  const bool is_known = (from || memory_.at(from_address, bytes) != nullptr) &&
                        (to || memory_.at(to_address, bytes) != nullptr);
  if (!is_known) return;
  if (!from && !to) {
    Label* const at = labels_at(to_address);
    std::memmove(at, labels_at(from_address), bytes);
    std::replace(at, at + bytes, kBeyond, Label{0});
    return;
  }
  std::vector<Label> part(std::min(kAtOnce, bytes));
  for (uint64_t at = 0; at < bytes; at += part.size()) {
    part.resize(std::min<uint64_t>(part.size(), bytes - at));
    if (from)
      device.get(from->array, from->offset + at, part);
    else
      std::replace_copy(labels_at(from_address + at), labels_at(from_address + at) + part.size(),
                        part.begin(), kBeyond, Label{0});
    if (to)
      device.put(to->array, to->offset + at, part);
    else
      std::copy(part.begin(), part.end(), labels_at(to_address + at));
  }
}

base::Sliced<> Follower::copied(Transfer transfer) {
  constexpr uint64_t kAtOnce = uint64_t{256} << 10;
  if (transfer.bytes == 0) co_return;
  const bool overlaps =
      transfer.to - transfer.from < transfer.bytes || transfer.from - transfer.to < transfer.bytes;
  const uint64_t at_once = overlaps ? transfer.bytes : kAtOnce;
  for (uint64_t at = 0; at < transfer.bytes; at += at_once) {
    const uint64_t bytes = std::min(at_once, transfer.bytes - at);
    carry_labels(transfer.to + at, transfer.from + at, bytes);
    co_await base::spent(bytes);
  }
  const bool is_to_host = is_host(transfer.to), is_from_host = is_host(transfer.from);
  if (is_to_host) check_block(transfer.to, transfer.bytes);
  if (is_from_host) check_block(transfer.from, transfer.bytes);
  if (is_to_host && !is_from_host) returned(transfer);
  if (!is_to_host && is_from_host) filled(transfer);
  if (is_to_host || is_from_host) co_return;
  const std::optional<uint32_t> from = device_memory_.array_at(transfer.from);
  const std::optional<uint32_t> to = device_memory_.array_at(transfer.to);
  for (Results& results : results_) {
    if (from && to && results.arrays.contains(*from)) results.arrays.insert(*to);
  }
}

// Whether an access goes on past a block of the host's heap, or an array of a function's: a
// mistake.
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
  put_missing(transfer.to, transfer.bytes, doubts.add(std::move(mistake)));
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

void Follower::faulted(uint64_t address) {
  const std::optional<uint32_t> array = device_memory_.array_at(address);
  if (!array) return;
  Mistake mistake;
  mistake.fault = arrays_[*array].freed ? Fault::kUseAfterFree : Fault::kDevicePointer;
  mistake.place = here_();
  mistake.other = arrays_[*array].freed ? arrays_[*array].freed : place_of(address);
  doubts.add_certain(std::move(mistake));
}

}  // namespace warplens::host
