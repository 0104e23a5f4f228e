#include "sim/host/memory.hpp"

#include <algorithm>
#include <cstring>

namespace warplens::host {

namespace {

constexpr uint64_t kPage = 4096;  // between the parts: nobody's
// The system gives the heap so much more than it needs, as glibc asks for: what is read or written
// there does not end the program.
constexpr uint64_t kMoreThanNeeded = 132 * 1024;

uint64_t aligned(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

Memory::Memory(const code::Program& program, uint64_t most_bytes)
    : range_(aligned(program.host_static_bytes, kPage) + kStackBytes + 2 * most_bytes + 16 * kPage),
      most_(most_bytes) {
  stack_ = aligned(code::kHostStaticOffset + program.host_static_bytes + kPage, kPage);
  heap_ = stack_ + kStackBytes + kPage;
  top_ = end_ = heap_;
  std::copy(program.host_static.begin(), program.host_static.end(),
            reinterpret_cast<uint8_t*>(first_byte()));
}

std::optional<std::string> Memory::text_at(uint64_t address) const {
  const uint64_t offset = address - first_address();
  if (offset >= reachable()) return std::nullopt;
  const char* const begin = reinterpret_cast<const char*>(first_byte() + offset);
  const void* const end = std::memchr(begin, 0, reachable() - offset);
  if (end == nullptr) return std::nullopt;
  return std::string(begin, static_cast<const char*>(end));
}

uint64_t Memory::keep(std::span<const std::byte> bytes) {
  const uint64_t address = allocate(bytes.size());
  if (address != 0) std::memcpy(at(address, bytes.size()), bytes.data(), bytes.size());
  return address;
}

uint64_t Memory::keep(const std::string& text) {
  return keep({reinterpret_cast<const std::byte*>(text.c_str()), text.size() + 1});
}

// The smallest free block that is not much larger, else new bytes at the end.
uint64_t Memory::allocate(uint64_t bytes, uint64_t alignment) {
  const uint64_t wanted = aligned(std::max<uint64_t>(bytes, 1) + gap_, kAlignment);
  if (bytes > most_ || wanted > most_ - used_) return 0;
  if (alignment <= kAlignment) {
    const auto known = free_by_size_.lower_bound(wanted);
    if (known != free_by_size_.end() && known->first <= wanted + wanted / 8 + 64) {
      const uint64_t offset = known->second.back();
      known->second.pop_back();
      if (known->second.empty()) free_by_size_.erase(known);
      Block& block = blocks_.at(offset);
      block.is_free = false;
      block.asked = bytes;
      used_ += block.bytes;
      return kBase + offset;
    }
  }
  const uint64_t offset = aligned(top_, std::max(alignment, kAlignment));
  if (offset > range_.size() || wanted > range_.size() - offset) return 0;
  top_ = offset + wanted;
  if (top_ > end_) end_ = std::min(aligned(top_ + kMoreThanNeeded, kPage), range_.size());
  used_ += wanted;
  blocks_.emplace(offset, Block{wanted, bytes, false});
  return kBase + offset;
}

Memory::Freed Memory::free(uint64_t address) {
  const auto known = blocks_.find(address - kBase);
  if (known == blocks_.end()) return Freed::kNoBlock;
  Block& block = known->second;
  if (block.is_free) return Freed::kTwice;
  block.is_free = true;
  used_ -= block.bytes;
  free_by_size_[block.bytes].push_back(known->first);
  return Freed::kFine;
}

std::optional<uint64_t> Memory::size_of(uint64_t address) const {
  const auto known = blocks_.find(address - kBase);
  if (known == blocks_.end() || known->second.is_free) return std::nullopt;
  return known->second.bytes - gap_;
}

std::optional<uint64_t> Memory::asked_of(uint64_t address) const {
  const auto known = blocks_.find(address - kBase);
  if (known == blocks_.end() || known->second.is_free) return std::nullopt;
  return known->second.asked;
}

uint64_t Memory::room_of(uint64_t address) const {
  return blocks_.at(address - kBase).bytes;
}

}  // namespace warplens::host
