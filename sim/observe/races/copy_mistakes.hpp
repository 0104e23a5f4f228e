// What CopiesInFlight has found, by its cause and both places of the text; and that as findings.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/detail.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

struct CopyMistakes {
  static constexpr uint32_t kNoPc = 0xffffffff;
  // kNotWaited: read early. kNoBarrier: the copy's own thread has waited, another one reads without
  // a barrier behind that. kOverwritten: written while the copy fills it; kSourceWritten: while the
  // copy reads it. kNoProxyFence: `copy` is a thread's store, which the copy in bulk need not see.
  enum class Kind : uint8_t { kNotWaited, kNoBarrier, kOverwritten, kSourceWritten, kNoProxyFence };
  struct Key {
    Kind kind = Kind::kNotWaited;
    CopyDetail::Cause cause = CopyDetail::Cause::kNoWait;
    uint32_t copy_site = 0, site = 0;
    uint32_t wait = kNoPc;  // of kNoBarrier, and one that does not cover the copy
    auto operator<=>(const Key&) const = default;
  };
  // Of the first pair; threads are counted through the block.
  struct Place {
    uint64_t count = 1;  // lanes' accesses
    trace::BlockId block;
    uint32_t owner = 0, copy_step = 0;  // the thread that copies, and its access
    uint32_t thread = 0, step = 0, site = 0;
    trace::Operation operation = trace::Operation::kLoad;
    uint64_t address = 0;
    uint32_t newest = 0, allowed = 0;  // of the wait that does not cover the copy
  };
  // A copy that its thread never waits for.
  struct Unwaited {
    uint64_t count = 0;  // lanes
    trace::BlockId block;
    uint32_t thread = 0, step = 0;
    bool is_committed = false;
  };
  // A wait; whether anyone had begun a copy when it came to it.
  struct Wait {
    bool has_copies = false;
    uint64_t count = 0;  // lanes
    trace::BlockId block;
    uint32_t thread = 0;
  };
  std::map<Key, Place> places;
  std::map<uint32_t, Unwaited> unwaited;  // by site
  std::map<uint32_t, Wait> waits;         // by pc

  void add(const Key& key, const Place& place);
  void merge(const CopyMistakes& later);
  // `block`: extents.
  std::vector<Finding> findings(const code::Program& program, const MemoryLayout& layout,
                                trace::BlockId block) const;
};

}  // namespace warplens::observe
