// What models make of a launch's requests of global memory: its caches access by access, and what
// of it reaches DRAM. Made once a run; the roofline and DRAM (roofline.hpp, dram.hpp) begin here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/study/section.hpp"
#include "sim/base/source.hpp"
#include "sim/model/memory_system.hpp"
#include "sim/whatif/run_caches.hpp"

namespace warplens::study {

// One access of the text.
struct CacheRow {
  uint32_t site = 0;    // of the program
  base::LineColumn at;  // where it is
  std::string excerpt;  // its text; "" where that is long
  model::Traffic traffic;
};

struct MemoryFacts {
  enum class Missing : uint8_t {
    kNothing,
    kTakingTurns,  // blocks take turns: the order of their requests is another one each time
    kNoAccess,     // to global memory; the rest is there
  } missing = Missing::kNothing;
  std::string device;                             // that the run is of: "H100 PCIe"
  const model::MemoryFigures* figures = nullptr;  // that are shown; never null
  bool are_of_device = true;                      // else another device's, an H200's
  bool is_h200 = false;                           // whose caches were counted and times recorded
  whatif::RunCaches caches;
  std::vector<model::StreamArray> arrays;
  std::vector<CacheRow> rows;                                // in order of the text
  uint64_t flops = 0;                                        // of all lanes
  model::Arithmetic arithmetic = model::Arithmetic::kFloat;  // of the kernel
  uint64_t load_bytes = 0;  // that lanes of loads request; 0 where they are not counted
  uint64_t lines = 0;       // of requests that are looked at
  uint64_t left_out = 0;    // requests behind them
};

// Of a run that has kept its requests (ExtraObservers::stream).
MemoryFacts memory_facts(const run::Run& run);

// The same, to be continued later. The run outlives this.
class MemoryFactsOfRun {
 public:
  explicit MemoryFactsOfRun(const run::Run& run);
  base::Progress advance(base::Slice& slice);
  MemoryFacts take();  // when it is done

 private:
  const run::Run& run_;
  std::optional<whatif::CachesOfRun> caches_;  // none: the run has no requests
};

// `run --caches`.
Section describe_caches(const MemoryFacts& facts);

// Whose bytes: lanes', sectors asked of L1, moved from L2, moved from DRAM.
enum class ByteLevel : uint8_t { kRequested, kL1, kL2, kDram };
inline constexpr size_t kByteLevels = 4;
uint64_t bytes_at(const MemoryFacts& facts, ByteLevel level);
uint64_t sector_bytes(uint64_t sectors);

// ------------------------------------------------------------------------ the page's sentences

Text missing_text(const MemoryFacts& facts);  // empty: nothing is missing
// "6.25% of the bytes requested of L1 are transferred between DRAM and L2".
Text caches_answer(const MemoryFacts& facts);
// "2 MiB asked of L1, 256 KiB moved from and to L2, 128 KiB from and to DRAM".
Text caches_headline(const MemoryFacts& facts);
Text cache_sizes_text(const MemoryFacts& facts);
Text caches_accuracy(const MemoryFacts& facts);  // how far the model is from counters
Text instead_text(const MemoryFacts& facts);     // that another device's figures are shown
Text paired_text(const MemoryFacts& facts);      // what DRAM gives that nobody asked for
Text other_part_text(const MemoryFacts& facts);  // what one part of L2 had for the other
Text left_out_text(const MemoryFacts& facts);
Text place_text(const CacheRow& row);  // "line 10: load a[i]"

// Lines that the terminal's caches and roofline have alike; nothing where they don't apply.
void add_whose_figures(Section& section, const MemoryFacts& facts);
void add_left_out(Section& section, const MemoryFacts& facts);

}  // namespace warplens::study
