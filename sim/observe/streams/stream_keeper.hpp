// Keeps the requests of global memory that a grid makes, in order: what the models of caches and of
// DRAM are fed with.
#pragma once

#include <utility>
#include <vector>

#include "sim/model/memory_stream.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

// Listens while blocks run one after another. Lanes outside all arrays are left out.
class StreamKeeper : public trace::Observer {
 public:
  explicit StreamKeeper(const std::vector<ArrayInfo>& arrays);

  void block_begins(trace::BlockId) override {
    if (has_begun_) ++block_;
    has_begun_ = true;
    interval_ = 0;
  }
  void barrier_releases() override { ++interval_; }
  void access(const trace::WarpAccess& access) override {
    access.for_each_side([this](const trace::WarpAccess& side) { keep(side); });
  }
  model::MemoryStream take() { return std::move(stream_); }

 private:
  void keep(const trace::WarpAccess& access);

  model::MemoryStream stream_;
  uint32_t block_ = 0, interval_ = 0;
  bool has_begun_ = false;
};

}  // namespace warplens::observe
