// Finds the bytes at an address in shared, constant and global memory, for accesses lane by lane
// (access.hpp). Global memory is held in pages, and a block that runs beside others keeps its
// stores apart (chunk_memory.hpp): what an access sees of either is found here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/paged_bytes.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

using trace::Space;

class Places {
 public:
  explicit Places(WarpRun& run) : run_(run) {}

  // Before each store and each atomic.
  void begin_access() { page_bytes_ = 0; }

  // The bytes at an address that may be written, or null if they are not all in one array. Bytes
  // on two pages of global memory are a copy, which put_back() takes there.
  std::byte* locate(Space space, uint64_t address, uint32_t bytes) {
    if (space == Space::kGlobal) return locate_global(address, bytes);
    if (space == Space::kConstant) return nullptr;
    return run_.layout.holds(address, bytes) ? run_.shared.data() + address : nullptr;
  }

  // The same for an atomic of a block that keeps its stores to global memory apart.
  std::byte* locate_to_change(uint64_t address, uint32_t bytes) {
    return run_.chunk->place_to_change(address, bytes, straddling_.data());
  }

  // After a change of the bytes that locate() or locate_to_change() gave.
  void put_back(const std::byte* bytes, uint64_t address, size_t size) {
    if (bytes != straddling_.data()) return;
    if (run_.chunk != nullptr)
      run_.chunk->write(address, bytes, static_cast<uint32_t>(size));
    else
      run_.memory.write(address, {bytes, size});
  }

  // The bytes at an address that are only read; null as above.
  const std::byte* locate_to_read(Space space, uint64_t address, uint32_t bytes) {
    if (space == Space::kGlobal) {
      if (run_.chunk != nullptr) return run_.chunk->read(address, bytes, straddling_.data());
      const std::optional<GlobalMemory::Range> range = run_.memory.range_at(address, bytes);
      if (!range) return nullptr;
      const base::PagedBytes& held = std::as_const(run_.memory).array(range->array).bytes;
      const base::PagedBytes::View view = held.view(range->offset);
      if (range->offset + bytes <= view.end) return view.bytes + (range->offset - view.begin);
      held.read(range->offset, {straddling_.data(), bytes});
      return straddling_.data();
    }
    if (space != Space::kConstant) return locate(space, address, bytes);
    const std::vector<std::byte>& constants = run_.context.constants;
    return address + bytes > constants.size() ? nullptr : constants.data() + address;
  }

  // Before a change of the bytes, where changes may be taken back.
  void note_undo(Space space, uint64_t address, const std::byte* bytes, size_t size) {
    std::vector<UndoEntry>* const log = space == Space::kGlobal   ? run_.undo
                                        : space == Space::kShared ? run_.shared_undo
                                                                  : nullptr;
    if (log == nullptr) return;
    for (size_t done = 0; done < size; done += sizeof(UndoEntry::old_bits)) {
      const size_t part = std::min(size - done, sizeof(UndoEntry::old_bits));
      UndoEntry entry{address + done, 0, static_cast<uint8_t>(part)};
      std::memcpy(&entry.old_bits, bytes + done, part);
      log->push_back(entry);
    }
  }

 private:
  // Lanes mostly meet in one page, which is looked up for the first of them.
  std::byte* locate_global(uint64_t address, uint32_t bytes) {
    const uint64_t offset = address - page_start_;
    if (offset < page_bytes_ && page_bytes_ - offset >= bytes) return page_ + offset;
    if (run_.chunk != nullptr)
      return run_.chunk->place_to_store(address, bytes, straddling_.data());
    const std::optional<GlobalMemory::Range> range = run_.memory.range_at(address, bytes);
    if (!range) return nullptr;
    const base::PagedBytes::MutableView view =
        run_.memory.array(range->array).bytes.view_to_write(range->offset);
    page_ = view.bytes;
    page_start_ = address - (range->offset - view.begin);
    page_bytes_ = view.end - view.begin;
    if (range->offset + bytes <= view.end) return page_ + (address - page_start_);
    run_.memory.read(address, {straddling_.data(), bytes});
    return straddling_.data();
  }

  WarpRun& run_;
  // The page of global memory that the present store or atomic reached last.
  std::byte* page_ = nullptr;
  uint64_t page_start_ = 0, page_bytes_ = 0;
  std::array<std::byte, 16> straddling_{};  // what one lane has on two pages
};

}  // namespace warplens::machine
