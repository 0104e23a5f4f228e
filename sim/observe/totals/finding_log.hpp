// Collects the errors of a running grid: for each kind of error and instruction a count and the
// first occurrence; finish() merges the instructions of one place and writes the sentences.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::observe {

class FindingLog {
 public:
  FindingLog(size_t sites, std::array<uint32_t, 3> block_extent);

  // `lanes` (never 0) are out of bounds, or misaligned; `block` is the one that is running.
  void out_of_bounds(const trace::WarpAccess& access, uint32_t lanes, trace::BlockId block);
  void misaligned(const trace::WarpAccess& access, uint32_t lanes, trace::BlockId block);

  void local_fault(const trace::LocalFault& fault, trace::BlockId block);

  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t lanes,
                  trace::BlockId block);

  void mbarrier_fault(const trace::MbarrierFault& fault, trace::BlockId block);
  void bulk_fault(const trace::BulkFault& fault, trace::BlockId block);

  void clear();
  // What another log of the same program collected later.
  void merge(const FindingLog& later);

  // In order of place; one for each kind, place and operation, but for a load and a store that are
  // the same mistake.
  std::vector<Finding> finish(const code::Program& program, const MemoryLayout& layout) const;

 private:
  struct Occurrences {
    uint64_t count = 0;    // lane accesses; 0: never happened
    uint64_t address = 0;  // of the first
    uint32_t bytes = 0;
    trace::Space space = trace::Space::kGlobal;
    trace::BlockId block;
    uint32_t thread = 0;  // of the first, counted through the block
    uint32_t lanes = 0;   // of its warp, that were wrong together
    uint64_t number = 0;  // of a fault at an mbarrier
  };
  struct BulkOccurrences : Occurrences {
    trace::BulkFault first;
  };
  trace::BlockId extent() const { return {block_extent_[0], block_extent_[1], block_extent_[2]}; }
  static void merge(Occurrences& seen, const Occurrences& later);
  enum class AccessFault : uint8_t { kOutOfBounds, kMisaligned };
  void add(Occurrences& seen, const trace::WarpAccess& access, uint32_t lanes,
           trace::BlockId block);
  void put_missing(Finding& finding, const Occurrences& seen) const;
  void place(Finding& finding, const Occurrences& seen, base::Span span, uint32_t frame,
             const code::Program& program) const;
  // A finding without its sentence.
  struct Described {
    const Occurrences* first = nullptr;
    std::optional<trace::LaneEvent> event;
    Finding finding;
  };
  static bool is_same_mistake(const Described& one, const Described& other);
  static void take(std::vector<Described>& found, Described described);
  static AccessDetail detail_of(const Occurrences& seen, code::Operation operation);
  Described describe_event(trace::LaneEvent event, uint32_t index, const Occurrences& seen,
                           const code::Program& program) const;
  Described describe_local(trace::LocalFault::Kind kind, uint32_t pc, const Occurrences& seen,
                           const code::Program& program) const;
  Described describe_mbarrier(trace::MbarrierFault::Kind kind, uint32_t pc, const Occurrences& seen,
                              const code::Program& program, const MemoryLayout& layout) const;
  Described describe_bulk(const BulkOccurrences& seen, const code::Program& program) const;
  Described describe(const Occurrences& seen, const code::AccessSite& site, code::Operation side,
                     const code::Program& program, const MemoryLayout& layout,
                     AccessFault fault) const;

  std::array<uint32_t, 3> block_extent_;
  // By site and side: a copy reads, [2 * site], and writes, [2 * site + 1].
  std::vector<Occurrences> out_of_bounds_, misaligned_;
  // By what is wrong and instruction.
  std::map<std::pair<trace::LocalFault::Kind, uint32_t>, Occurrences> local_;
  std::map<std::pair<trace::MbarrierFault::Kind, uint32_t>, Occurrences> mbarriers_;
  std::map<std::pair<trace::BulkFault::Kind, uint32_t>, BulkOccurrences> bulk_;
  bool is_empty_ = true;
  std::map<std::pair<trace::LaneEvent, uint32_t>, Occurrences> events_;
};

}  // namespace warplens::observe
