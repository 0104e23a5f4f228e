#include "sim/model/interleave.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace warplens::model {
namespace {

constexpr uint32_t kNoInterval = 0xffffffff;  // no interval: done

}  // namespace

struct Interleaver::State {
  // The requests of one warp of a resident block: indexes of lines, in order.
  struct ResidentWarp {
    std::vector<uint32_t> lines;
    size_t at = 0;  // in `lines`
    bool is_done() const { return at == lines.size(); }
  };

  struct ResidentBlock {
    std::vector<ResidentWarp> warps;
    uint32_t interval = 0;  // the earliest of what its warps do next
  };

  struct Residents {
    std::deque<ResidentBlock> blocks;
    size_t block = 0, warp = 0;  // whose turn it is
  };

  const MemoryStream& stream;
  uint32_t resident;
  std::vector<Residents> all;
  size_t next_line = 0;  // the first one of the next block
  size_t placed = 0;     // blocks
  size_t on_turn = 0;    // which multiprocessor's

  bool has_more() const { return next_line < stream.lines.size(); }
  // Each multiprocessor has as many as it holds, or there are no more.
  bool is_full() const { return !has_more() || placed >= all.size() * resident; }

  uint32_t interval_of(const ResidentWarp& warp) const {
    return warp.is_done() ? kNoInterval : stream.lines[warp.lines[warp.at]].interval;
  }
  void find_interval(ResidentBlock& block) const {
    block.interval = kNoInterval;
    for (const ResidentWarp& warp : block.warps)
      block.interval = std::min(block.interval, interval_of(warp));
  }
  void place_next(Residents& on) {
    ResidentBlock block;
    const uint32_t number = stream.lines[next_line].block;
    for (; has_more() && stream.lines[next_line].block == number; ++next_line) {
      const size_t warp = stream.lines[next_line].warp;
      if (warp >= block.warps.size()) block.warps.resize(warp + 1);
      block.warps[warp].lines.push_back(static_cast<uint32_t>(next_line));
    }
    ++placed;
    find_interval(block);
    on.blocks.push_back(std::move(block));
  }
  // The next request of a multiprocessor that has one.
  Turn take(Residents& on) {
    for (;;) {
      if (on.block >= on.blocks.size()) on.block = 0;
      ResidentBlock& block = on.blocks[on.block];
      if (on.warp >= block.warps.size()) {
        on.warp = 0;
        ++on.block;
        continue;
      }
      ResidentWarp& warp = block.warps[on.warp++];
      if (interval_of(warp) != block.interval) continue;  // done, or waits
      Turn turn;
      turn.begin = warp.lines[warp.at];
      do ++warp.at;
      while (!warp.is_done() && !stream.lines[warp.lines[warp.at]].begins);
      turn.end = warp.lines[warp.at - 1] + size_t{1};
      if (interval_of(warp) != block.interval) advance(on);
      return turn;
    }
  }
  // A warp has come to a barrier, or to its end.
  void advance(Residents& on) {
    ResidentBlock& block = on.blocks[on.block];
    find_interval(block);
    if (block.interval != kNoInterval) return;
    on.blocks.erase(on.blocks.begin() + static_cast<std::ptrdiff_t>(on.block));
    on.warp = 0;
    if (has_more()) place_next(on);
  }
};

Interleaver::Interleaver(const MemoryStream& stream, const Placement& placement)
    : state_(std::make_unique<State>(State{stream, placement.resident, {}})) {
  state_->all.resize(placement.multiprocessors);
}

Interleaver::~Interleaver() = default;

base::Progress Interleaver::place(base::Slice& slice) {
  while (!state_->is_full() && !slice.is_cancelled()) {
    if (slice.is_over()) return base::Progress::kMore;
    const size_t before = state_->next_line;
    state_->place_next(state_->all[state_->placed % state_->all.size()]);
    slice.spend(state_->next_line - before);
  }
  return base::Progress::kDone;
}

bool Interleaver::next(Turn& turn) {
  std::vector<State::Residents>& all = state_->all;
  for (size_t tried = 0; tried < all.size(); ++tried) {
    const size_t at = state_->on_turn;
    state_->on_turn = at + 1 == all.size() ? 0 : at + 1;
    if (all[at].blocks.empty()) continue;
    turn = state_->take(all[at]);
    turn.multiprocessor = static_cast<uint32_t>(at);
    return true;
  }
  return false;
}

}  // namespace warplens::model
