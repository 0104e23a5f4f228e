// A model of DRAM: channels with banks, each of which holds one open row in its row buffer.
//
// A request whose row is open (a hit) is a column access. Else the row has to be activated first
// (closed), and where another row is open, that one is written back before (a conflict: precharge).
// Banks work beside each other, but a channel's data wires carry one burst at a time. Every now and
// then all rows are closed for a refresh. A channel looks at its kQueue oldest requests: it serves
// them in their order, or first those whose row is open ("first ready, first come").
//
// Which address is in which channel, bank and row is not public for GPUs. Here 256 bytes are in a
// channel, the next ones in the next; a channel's bytes fill a row, then the same row of the next
// bank. Arrays are placed one behind another, each at a multiple of 2 MiB.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/base/slice.hpp"
#include "sim/model/caches.hpp"

namespace warplens::model {

enum class DramKind : uint8_t { kDdr4, kGddr5, kHbm2 };

// Times in nanoseconds.
struct DramTimings {
  DramKind kind = DramKind::kHbm2;
  const char* name = "";
  const char* source = "";
  double rcd = 0;    // from activation to column access
  double cas = 0;    // from column access to data
  double rp = 0;     // precharge
  double ras = 0;    // a row stays open at least so long
  double rfc = 0;    // a refresh
  double refi = 0;   // from refresh to refresh
  double burst = 0;  // data of one burst on the wires
  uint32_t burst_bytes = 64;
  uint32_t row_bytes = 2048;  // of a bank, that is the row buffer
  uint32_t banks = 16;        // of a channel
  uint32_t channels = 1;
  double bandwidth() const { return burst_bytes / burst * channels; }  // [GB/s]
};

const DramTimings& dram_timings(DramKind kind);

enum class DramOrder : uint8_t { kFifo, kRowHitFirst };
// Bursts of a launch that are served; of more the rest is left out, and that is reported.
inline constexpr size_t kMostDramBursts = size_t{256} << 10;
inline constexpr size_t kDramQueue = 16;  // requests that a channel looks at

enum class RowEvent : uint8_t { kHit, kClosed, kConflict };

struct DramStep {
  uint64_t request = 0;  // index of what was asked
  uint64_t row = 0;
  uint32_t bank = 0;
  RowEvent event = RowEvent::kHit;
  bool after_refresh = false;
  double begin = 0, end = 0;  // of its data on the wires [ns]
};

struct DramCounts {
  uint64_t bursts = 0, hits = 0, closed = 0, conflicts = 0;
  uint64_t refreshes = 0;  // of all channels
  double ns = 0;           // of the slowest channel
  uint64_t activations() const { return closed + conflicts; }
  void add(const DramCounts& channel);
};

struct DramPlan {
  DramCounts all;
  std::vector<DramStep> steps;  // of the channel asked for, the first ones
};

struct DramOptions {
  DramOrder order = DramOrder::kFifo;
  bool in_one_bank = false;  // what if all rows were in bank 0
  // The worst case: a channel's requests meet two rows of bank 0 in turn, whatever their address.
  bool two_rows_in_turn = false;
  uint32_t shown_channel = 0;
  size_t most_steps = 0;  // that are kept
};

// Where a byte is.
struct DramPlace {
  uint32_t channel = 0, bank = 0;
  uint64_t row = 0;
};
DramPlace place_of(uint64_t byte, const DramTimings& timings, bool in_one_bank);

// Requests as bursts: the address of each [bytes], arrays placed one behind another.
std::vector<uint64_t> bursts_of(std::span<const DramRequest> requests,
                                const std::vector<StreamArray>& arrays, const DramTimings& timings);
// All are there from the start.
class DramRun {
 public:
  // `bursts` and `timings` outlive this.
  DramRun(const std::vector<uint64_t>& bursts, const DramTimings& timings,
          const DramOptions& options);
  ~DramRun();
  base::Progress advance(base::Slice& slice);
  DramPlan take();  // when it is done

 private:
  struct State;
  std::unique_ptr<State> state_;
};
// The same, at once.
DramPlan run_dram(const std::vector<uint64_t>& bursts, const DramTimings& timings,
                  const DramOptions& options);

// The orders in which a launch's bursts are served for comparison: as they come, and what if.

struct DramOrdering {
  const char* word = "";  // as JSON has it
  Sentence name;
  bool is_by_address = false;  // the bursts sorted first
  DramOptions options;
};

// First those that DramOrder names, in its order.
std::span<const DramOrdering> dram_orderings();

// What `shown` says of the channel and the steps counts.
DramOptions options_of(const DramOrdering& ordering, const DramOptions& shown);

}  // namespace warplens::model
