#include "sim/host/follower.hpp"

#include <algorithm>
#include <utility>

#include "sim/host/device.hpp"
#include "sim/host/exploration.hpp"

namespace warplens::host {

namespace {

// Of an allocation without labels: they would take as much memory again.
constexpr uint64_t kMostLabelled = uint64_t{256} << 20;

// A block whose pointer is lost is searched for after so many more of its place, where memory is no
// more than that. [bytes]
constexpr uint64_t kTurnsToLose = 2;
constexpr uint64_t kMostSearched = uint64_t{64} << 20;

}  // namespace

Follower::Follower(const Memory& memory, const machine::GlobalMemory& device_memory,
                   std::function<base::Span()> here,
                   std::function<std::vector<uint32_t>()> registers,
                   std::vector<FrameArrays> frames, const std::vector<code::StaticArray>& statics)
    : streams([this](uint64_t work) { return may_repeat(work); }),
      memory_(memory),
      device_memory_(device_memory),
      here_(std::move(here)),
      registers_(std::move(registers)),
      frames_(std::move(frames)),
      labels_(memory.size()) {
  for (const code::StaticArray& array : statics) {
    const uint64_t address = Memory::kBase + code::kHostStaticOffset + array.offset;
    const uint64_t bytes = lang::size_of(array.variable->type);
    blocks_[address] = {bytes, array.variable->span, true};
    if (is_complete()) put(address + bytes, code::kHostArrayGap, kBeyond);
  }
}

void Follower::put(uint64_t address, uint64_t bytes, Label label) {
  if (bytes == 0 || memory_.at(address, bytes) == nullptr) return;
  std::memset(labels_at(address), label, bytes);
}

base::Sliced<> Follower::put_in_parts(uint64_t address, uint64_t bytes, Label label) {
  constexpr uint64_t kAtOnce = uint64_t{512} << 10;
  for (uint64_t at = 0; at < bytes; at += kAtOnce) {
    const uint64_t part = std::min(kAtOnce, bytes - at);
    put(address + at, part, label);
    co_await base::spent(part / 2);
  }
}

void Follower::wrote(uint64_t address, uint64_t bytes) {
  check_block(address, bytes);
  put(address, bytes, written_);
}

bool Follower::decide(Label label, uint32_t jump, bool is_taken, const LaunchReach& reach) {
  use(label);
  return exploration == nullptr ? is_taken : exploration->decide(jump, is_taken, reach);
}

void Follower::moved(uint64_t to, uint64_t from, uint64_t bytes) {
  check_block(to, bytes);
  check_block(from, bytes);
  carry_labels(to, from, bytes);
}

void Follower::printed(uint64_t address, uint64_t bytes) {
  if (memory_.at(address, bytes) != nullptr) use(first_label(labels_at(address), bytes));
}

base::Sliced<> Follower::allocated(uint64_t address, uint64_t bytes, bool is_written) {
  if (address == 0) co_return;
  const base::Span place = here_();
  look_for_leak(place, address, bytes, true);
  Block& block = blocks_[address] = {bytes, place};
  freed_.erase(address);
  if (bytes <= kMostLabelled) {
    block.unwritten = is_written ? Label{0} : unwritten(place, bytes, true);
    co_await put_in_parts(address, bytes, block.unwritten);
  }
  put_end(address, bytes);
}

void Follower::entered(uint32_t index, uint64_t frame) {
  for (const FrameArray& array : frames_[index]) {
    Block& block = blocks_[frame + array.offset] = {array.bytes, array.place, true};
    put(frame + array.offset + array.bytes, code::kHostArrayGap, kBeyond);
    if (!array.is_bare) continue;
    block.unwritten = unwritten(array.place, array.bytes, true);
    put(frame + array.offset, array.bytes, block.unwritten);
  }
}

void Follower::left(uint32_t index, uint64_t frame) {
  for (const FrameArray& array : frames_[index]) {
    blocks_.erase(frame + array.offset);
    put(frame + array.offset, array.bytes + code::kHostArrayGap, 0);
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

base::Sliced<> Follower::resized(uint64_t address, uint64_t old, uint64_t bytes) {
  const auto known = blocks_.find(old);
  if (known == blocks_.end()) co_return;
  const uint64_t kept = std::min(bytes, known->second.bytes);
  if (address == old) {
    known->second.unwritten = unwritten(known->second.place, bytes, true);
    co_await put_in_parts(address + kept, bytes - kept, known->second.unwritten);
    put_end(address, bytes);
    known->second.bytes = bytes;
    co_return;
  }
  co_await allocated(address, bytes, false);
  moved(address, old, kept);
  co_await freed(old);
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
  mistake.is_declared = block.is_declared;
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
  Allocations& of = allocated_[{place.begin, is_host}];
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

base::Sliced<> Follower::freed(uint64_t address) {
  const auto known = blocks_.find(address);
  if (known == blocks_.end() || known->second.is_declared) co_return;
  Mistake mistake;
  mistake.fault = Fault::kUseAfterFree;
  mistake.place = here_();
  mistake.is_host = true;
  freed_[address] = mistake.place;
  if (known->second.bytes <= kMostLabelled) {
    const Label label = doubts.add(std::move(mistake));
    is_freed_[label] = label != 0;
    co_await put_in_parts(address, known->second.bytes, label);
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

}  // namespace warplens::host
