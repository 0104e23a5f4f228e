// Commits what a chunk of blocks kept apart (chunk_memory.hpp), where it read nothing that blocks
// before it have stored in the meantime.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/memory.hpp"
#include "sim/machine/region_table.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::machine {

// The words of global memory that blocks stored to since begin(): committed chunks, and blocks that
// run directly, which it observes.
class WrittenWords : public trace::Observer {
 public:
  explicit WrittenWords(const GlobalMemory& memory)
      : memory_(memory), is_written_(memory.array_count()), is_read_(memory.array_count()) {}

  // Words are noted of arrays that are `read` by words.
  void begin(const std::vector<bool>& read);
  void add(const ChunkMemory& chunk);
  void access(const trace::WarpAccess& access) override;

  // An array of which the chunk read what has been written; none: it may be committed.
  std::optional<uint32_t> collision(const ChunkMemory& chunk) const;
  // The same, of arrays whose loads are noted as a whole: the first store to one since the grid
  // began, after which words are noted.
  std::optional<uint32_t> first_store(const ChunkMemory& chunk) const;

 private:
  struct Words {
    std::array<uint16_t, kRegionUnits> words{};
    void clear() { words.fill(0); }
  };
  const GlobalMemory& memory_;
  std::vector<bool> is_written_, is_read_;  // by array
  RegionTable<Words> table_;
};

// Whether storing the chunk's bytes leaves memory within its budget.
bool has_room_for(const ChunkMemory& chunk, const GlobalMemory& memory);
// Stores the chunk's bytes and executes its logged atomics, in order.
void commit(const ChunkMemory& chunk, GlobalMemory& memory);

}  // namespace warplens::machine
