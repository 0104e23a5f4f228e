// Adds the sums of a part of the grid to those of the blocks before it.
#include <algorithm>

#include "sim/observe/totals/totals_accumulator.hpp"

namespace warplens::observe {

void TotalsAccumulator::clear() {
  for (Site& site : sites_) {
    // The sums stay in place: remembered costs refer to them by index.
    for (ArraySums& row : site.sums) {
      row.shared = {};
      row.global = {};
      row.constant = {};
      row.bulk = {};
      row.lanes = 0;
    }
    site.costs.forget_pending();
  }
  findings_.clear();
  block_ = {};
  work_ = 0;
}

std::unique_ptr<trace::Observer> TotalsAccumulator::for_chunk(Apart) {
  auto chunk = std::make_unique<TotalsAccumulator>(*this);
  chunk->clear();
  chunk->of_ = this;
  return chunk;
}

void TotalsAccumulator::merge(trace::Observer& chunk) {
  const auto& later = static_cast<const TotalsAccumulator&>(chunk);
  for (size_t i = 0; i < sites_.size(); ++i) {
    for (const ArraySums& from : summed(later.sites_[i])) {
      if (from.lanes == 0) continue;  // of earlier blocks
      Site& site = sites_[i];
      const auto same = std::find_if(site.sums.begin(), site.sums.end(), [&](const ArraySums& row) {
        return row.array == from.array && row.space == from.space;
      });
      if (same == site.sums.end()) {
        site.sums.push_back(from);
        continue;
      }
      same->shared += from.shared;
      same->global += from.global;
      same->constant += from.constant;
      same->bulk += from.bulk;
      same->lanes += from.lanes;
    }
  }
  findings_.merge(later.findings_);
  block_ = later.block_;
  work_ += later.work_;
}

}  // namespace warplens::observe
