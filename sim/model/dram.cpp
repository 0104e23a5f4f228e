#include "sim/model/dram.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/model/coalescing.hpp"

namespace warplens::model {
namespace {

constexpr uint64_t kWorkOfBurst = 4;                // as base::Slice counts
constexpr uint64_t kOfChannel = 256;                // [bytes] that are in one channel
constexpr uint64_t kArrayUnit = uint64_t{2} << 20;  // [bytes] arrays begin at multiples of it

// DDR4: Micron's 8 Gb data sheet, speed grade -062E, two channels of 64 bits. GDDR5 and HBM2: the
// files GDDR5_8Gb_x32 and HBM2_8Gb_x128 of DRAMsim3, whose authors took them from the standards
// JESD212 and JESD235; the standards leave most latencies of GDDR5 to the vendors, so these are
// estimates. 12 channels of 32 bits, and four stacks of 8 channels of 128 bits.
constexpr DramTimings kTimings[] = {
    {DramKind::kDdr4, "DDR4-3200", "Micron 8 Gb DDR4 data sheet, -062E", 13.75, 13.75, 13.75, 32,
     350, 7800, 2.5, 64, 8192, 16, 2},
    {DramKind::kGddr5, "GDDR5", "DRAMsim3, GDDR5_8Gb_x32: estimates", 12, 12, 12, 28, 37, 1900, 1,
     32, 2048, 16, 12},
    {DramKind::kHbm2, "HBM2", "DRAMsim3, HBM2_8Gb_x128, after JESD235", 14, 14, 14, 34, 260, 3900,
     2, 64, 2048, 16, 32},
};

}  // namespace

const DramTimings& dram_timings(DramKind kind) {
  return *std::find_if(std::begin(kTimings), std::end(kTimings),
                       [&](const DramTimings& one) { return one.kind == kind; });
}

void DramCounts::add(const DramCounts& channel) {
  bursts += channel.bursts;
  hits += channel.hits;
  closed += channel.closed;
  conflicts += channel.conflicts;
  refreshes += channel.refreshes;
  ns = std::max(ns, channel.ns);
}

DramPlace place_of(uint64_t byte, const DramTimings& timings, bool in_one_bank) {
  DramPlace place;
  place.channel = static_cast<uint32_t>(byte / kOfChannel % timings.channels);
  const uint64_t own = byte / (kOfChannel * timings.channels) * kOfChannel + byte % kOfChannel;
  const uint64_t row = own / timings.row_bytes;
  place.bank = in_one_bank ? 0 : static_cast<uint32_t>(row % timings.banks);
  place.row = in_one_bank ? row : row / timings.banks;
  return place;
}

std::vector<uint64_t> bursts_of(std::span<const DramRequest> requests,
                                const std::vector<StreamArray>& arrays,
                                const DramTimings& timings) {
  std::vector<uint64_t> begins;  // where each array is placed
  uint64_t end = 0;
  for (const StreamArray& array : arrays) {
    begins.push_back(end);
    end += (array.bytes + kArrayUnit - 1) / kArrayUnit * kArrayUnit;
  }
  std::vector<uint64_t> bursts;
  for (const DramRequest& request : requests) {
    const uint64_t address = request.sector * kSectorBytes;
    uint64_t byte = address;
    for (size_t i = 0; i < arrays.size(); ++i) {
      if (address >= arrays[i].base && address - arrays[i].base < arrays[i].bytes)
        byte = begins[i] + (address - arrays[i].base);
    }
    const uint64_t bytes = uint64_t{request.sectors} * kSectorBytes;
    const uint64_t last = (byte + bytes - 1) / timings.burst_bytes;
    for (uint64_t burst = byte / timings.burst_bytes; burst <= last; ++burst)
      bursts.push_back(burst * timings.burst_bytes);
  }
  return bursts;
}

struct DramRun::State {
  struct Waiting {
    uint64_t request = 0, row = 0;
    uint32_t bank = 0;
    double seen = 0;  // [ns] when it came into the queue
  };

  struct BankState {
    bool is_open = false;
    uint64_t row = 0;
    double activated = -1e9;  // [ns] when the row was opened
    double ready = 0;         // [ns] from when on the next command may come
  };

  class Channel {
   public:
    explicit Channel(const DramTimings& timings) : t_(timings), banks_(timings.banks) {}

    // One of the oldest waiting requests is served; which, is `order`'s choice.
    size_t choose(const std::vector<Waiting>& among, DramOrder order) const {
      if (order == DramOrder::kFifo) return 0;
      for (size_t i = 0; i < among.size(); ++i) {
        const BankState& bank = banks_[among[i].bank];
        if (bank.is_open && bank.row == among[i].row) return i;
      }
      return 0;
    }

    DramStep serve(const Waiting& asked) {
      DramStep step{asked.request, asked.row, asked.bank, RowEvent::kHit, false, 0, 0};
      step.after_refresh = refresh_if_due();
      BankState& bank = banks_[asked.bank];
      double column = std::max({bank.ready, asked.seen, free_from_});
      if (!bank.is_open || bank.row != asked.row) {
        double activate = column;
        step.event = bank.is_open ? RowEvent::kConflict : RowEvent::kClosed;
        if (bank.is_open) activate = std::max(activate, bank.activated + t_.ras) + t_.rp;
        bank.is_open = true;
        bank.row = asked.row;
        bank.activated = activate;
        column = activate + t_.rcd;
      }
      const double begin = std::max(column + t_.cas, wires_);
      wires_ = begin + t_.burst;
      bank.ready = begin - t_.cas + t_.burst;
      step.begin = begin;
      step.end = wires_;
      count(step.event);
      return step;
    }

    DramCounts counts() const {
      DramCounts counts = counts_;
      counts.ns = wires_;
      return counts;
    }

   private:
    bool refresh_if_due() {
      if (wires_ < next_refresh_) return false;
      for (BankState& bank : banks_) bank.is_open = false;
      free_from_ = wires_ + t_.rfc;
      next_refresh_ += t_.refi;
      ++counts_.refreshes;
      return true;
    }
    void count(RowEvent event) {
      ++counts_.bursts;
      if (event == RowEvent::kHit) ++counts_.hits;
      if (event == RowEvent::kClosed) ++counts_.closed;
      if (event == RowEvent::kConflict) ++counts_.conflicts;
    }

    const DramTimings& t_;
    std::vector<BankState> banks_;
    DramCounts counts_;
    double wires_ = 0;      // [ns] when the data wires are free again
    double free_from_ = 0;  // [ns] when the last refresh ends
    double next_refresh_ = t_.refi;
  };

  const std::vector<uint64_t>& bursts;
  const DramTimings& timings;
  const DramOptions options;
  size_t placed = 0;  // bursts, each in its channel
  std::vector<std::vector<Waiting>> by_channel;
  uint32_t at = 0;  // the channel that is served
  size_t next = 0;  // of its requests, the first that is not in the queue
  std::optional<Channel> channel;
  std::vector<Waiting> queue;
  double ended = 0;  // [ns] when a place in the queue became free: the last one had its data
  DramPlan plan;

  State(const std::vector<uint64_t>& of, const DramTimings& with, const DramOptions& served)
      : bursts(of), timings(with), options(served), by_channel(with.channels) {
    channel.emplace(timings);
  }

  void place_one();
  bool has_more() const { return next < by_channel[at].size() || !queue.empty(); }
  void serve_one();
  void next_channel();
};

void DramRun::State::place_one() {
  DramPlace place = place_of(bursts[placed], timings, options.in_one_bank);
  if (options.two_rows_in_turn) {
    place.bank = 0;
    place.row = by_channel[place.channel].size() % 2;
  }
  by_channel[place.channel].push_back({placed, place.row, place.bank});
  ++placed;
}

void DramRun::State::serve_one() {
  const std::vector<Waiting>& all = by_channel[at];
  for (; next < all.size() && queue.size() < kDramQueue; ++next) {
    queue.push_back(all[next]);
    queue.back().seen = ended;
  }
  const size_t chosen = channel->choose(queue, options.order);
  const DramStep step = channel->serve(queue[chosen]);
  queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(chosen));
  ended = step.end;
  if (at == options.shown_channel && plan.steps.size() < options.most_steps)
    plan.steps.push_back(step);
}

void DramRun::State::next_channel() {
  plan.all.add(channel->counts());
  channel.emplace(timings);
  next = 0;
  ended = 0;
  ++at;
}

DramRun::DramRun(const std::vector<uint64_t>& bursts, const DramTimings& timings,
                 const DramOptions& options)
    : state_(std::make_unique<State>(bursts, timings, options)) {}

DramRun::~DramRun() = default;

base::Progress DramRun::advance(base::Slice& slice) {
  for (; state_->placed < state_->bursts.size(); slice.spend(1)) {
    if (slice.is_cancelled()) return base::Progress::kDone;
    if (slice.is_over()) return base::Progress::kMore;
    state_->place_one();
  }
  for (; state_->at < state_->timings.channels; state_->next_channel()) {
    while (state_->has_more()) {
      if (slice.is_cancelled()) return base::Progress::kDone;
      if (slice.is_over()) return base::Progress::kMore;
      state_->serve_one();
      slice.spend(kWorkOfBurst);
    }
  }
  return base::Progress::kDone;
}

DramPlan DramRun::take() {
  return std::move(state_->plan);
}

DramPlan run_dram(const std::vector<uint64_t>& bursts, const DramTimings& timings,
                  const DramOptions& options) {
  DramRun run(bursts, timings, options);
  return base::whole(run);
}

}  // namespace warplens::model
