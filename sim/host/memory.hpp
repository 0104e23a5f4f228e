// The memory of host code: one range of bytes with the static variables, the stack and the heap.
// Nothing else can be reached through the addresses that a program has; an access is checked by one
// comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/code/pointer.hpp"
#include "sim/code/program.hpp"
#include "sim/host/address_range.hpp"

namespace warplens::host {

class Memory {
 public:
  static constexpr uint64_t kBase = code::kHostPointerBase;
  static constexpr uint64_t kStackBytes = uint64_t{8} << 20;

  // `most_bytes`: that the program may allocate.
  Memory(const code::Program& program, uint64_t most_bytes);

  // What the machine reads before it goes on: addresses from first_address(), reachable() bytes.
  static constexpr uint64_t first_address() { return kBase + code::kHostStaticOffset; }
  std::byte* first_byte() const { return range_.bytes() + code::kHostStaticOffset; }
  uint64_t reachable() const { return end_ - code::kHostStaticOffset; }
  uint64_t size() const { return range_.size() - code::kHostStaticOffset; }  // of all there may be
  uint64_t stack_offset() const { return stack_; }  // of its first byte, from kBase
  std::byte* stack() const { return range_.bytes() + stack_; }

  // The bytes from an address on; null if not all of them are the program's.
  std::byte* at(uint64_t address, uint64_t bytes) const {
    const uint64_t offset = address - first_address();
    const bool is_inside = bytes <= reachable() && offset <= reachable() - bytes;
    return is_inside ? first_byte() + offset : nullptr;
  }
  // The text up to a zero; nothing where the program's bytes end before it.
  std::optional<std::string> text_at(uint64_t address) const;
  // Copies to new memory, which stays. Returns its address; 0 where there is none.
  uint64_t keep(std::span<const std::byte> bytes);
  uint64_t keep(const std::string& text);

  // As malloc() and free() have it: 0 if there is no memory.
  uint64_t allocate(uint64_t bytes, uint64_t alignment = kAlignment);
  // Leaves at least so many bytes free behind each block from now on. They can be accessed.
  void leave_gaps(uint64_t bytes) { gap_ = bytes; }
  uint64_t room_of(uint64_t address) const;  // of a block, with what is free behind it
  enum class Freed : uint8_t { kFine, kTwice, kNoBlock };
  Freed free(uint64_t address);
  std::optional<uint64_t> size_of(uint64_t address) const;  // of a block in use
  // Of the same, what the program asked for: a block may be a little larger.
  std::optional<uint64_t> asked_of(uint64_t address) const;

 private:
  static constexpr uint64_t kAlignment = 16;
  struct Block {
    uint64_t bytes = 0, asked = 0;
    bool is_free = false;
  };

  AddressRange range_;
  uint64_t stack_ = 0;  // offset of its first byte
  uint64_t heap_ = 0;   // offset of the first block
  uint64_t top_ = 0;    // where new blocks begin
  uint64_t end_ = 0;    // of all that may be accessed
  uint64_t most_ = 0, used_ = 0, gap_ = 0;
  std::unordered_map<uint64_t, Block> blocks_;              // by offset
  std::map<uint64_t, std::vector<uint64_t>> free_by_size_;  // offsets
};

}  // namespace warplens::host
