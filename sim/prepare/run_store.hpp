// The contents of runs' arrays, kept as long as there is room. A run's counts and the shapes of its
// arrays are always kept; contents can be large, and running again makes them again. Copies share
// pages (base/paged_bytes.hpp), and a page counts once.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/base/shared_page.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::prepare {

// The defaults.
struct MemoryLimits {
  uint64_t arrays = uint64_t{4} << 30;  // of one sequence of launches [bytes]
  // Contents that are neither pinned nor being executed on stay while all pages together take at
  // most this. Several launches of lessons' arrays do; of arrays of hundreds of megabytes, running
  // again when one is chosen is better than so many copies. [bytes]
  uint64_t spare = uint64_t{768} << 20;
  // What checks and recordings of one launch may keep together. [bytes]
  uint64_t kept = uint64_t{512} << 20;
};

// Global memory at one moment of a run, until it is dropped. For any thread.
class KeptMemory {
 public:
  explicit KeptMemory(machine::GlobalMemory memory)
      : memory_(std::make_shared<const machine::GlobalMemory>(std::move(memory))) {}

  // Null after drop(). The pages stay as long as the returned pointer is held.
  std::shared_ptr<const machine::GlobalMemory> get() const;
  void drop();

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const machine::GlobalMemory> memory_;
};

// One for all runs that a process keeps. For any thread.
class RunStore : public base::PageTotal {
 public:
  explicit RunStore(const MemoryLimits& limits = {})
      : PageTotal(limits.spare), limit_(limits.arrays), kept_limit_(limits.kept) {}

  uint64_t limit() const { return limit_; }            // MemoryLimits::arrays
  uint64_t kept_limit() const { return kept_limit_; }  // MemoryLimits::kept

  // As the newest contents: the last to be dropped of those that are not pinned.
  std::shared_ptr<KeptMemory> keep(machine::GlobalMemory memory, bool is_pinned);
  // Pinned contents are never dropped. When unpinned, they become the newest. Null: no effect.
  void pin(const std::shared_ptr<KeptMemory>& contents);
  void unpin(const std::shared_ptr<KeptMemory>& contents);

 private:
  struct KeptContents {
    std::weak_ptr<KeptMemory> contents;
    bool is_pinned = false;
  };
  void make_room() override;
  void set_pinned(const std::shared_ptr<KeptMemory>& contents, bool is_pinned);
  void drop_oldest();

  const uint64_t limit_, kept_limit_;
  std::mutex mutex_;
  std::vector<KeptContents> kept_;  // the oldest first
};

}  // namespace warplens::prepare
