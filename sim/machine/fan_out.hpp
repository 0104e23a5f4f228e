// An observer that passes everything on to several others.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sim/trace/event.hpp"

namespace warplens::machine {

class FanOut : public trace::Observer {
 public:
  explicit FanOut(std::vector<trace::Observer*> observers) : observers_(std::move(observers)) {}
  void block_begins(trace::BlockId block) override {
    hearers_.clear();
    for (trace::Observer* o : observers_) {
      o->block_begins(block);
      if (o->hears_accesses(block)) hearers_.push_back(o);
    }
  }
  bool wants_stored_values() const override {
    return std::any_of(hearers_.begin(), hearers_.end(),
                       [](const trace::Observer* o) { return o->wants_stored_values(); });
  }
  trace::Observer* hearer_of_accesses() override {
    return hearers_.size() == 1 ? hearers_.front()->hearer_of_accesses() : this;
  }
  void block_ends(trace::BlockId block) override {
    for (trace::Observer* o : observers_) o->block_ends(block);
  }
  void access(const trace::WarpAccess& access) override {
    for (trace::Observer* o : hearers_) o->access(access);
  }
  void local_fault(const trace::LocalFault& fault) override {
    for (trace::Observer* o : observers_) o->local_fault(fault);
  }
  void phase(uint32_t warp, uint32_t loop, bool entered, bool has_value, int64_t value) override {
    for (trace::Observer* o : observers_) o->phase(warp, loop, entered, has_value, value);
  }
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->barrier_arrives(warp, pc, mask);
  }
  void barrier_releases() override {
    for (trace::Observer* o : observers_) o->barrier_releases();
  }
  void warp_ends(uint32_t warp) override {
    for (trace::Observer* o : observers_) o->warp_ends(warp);
  }
  void lanes_return(uint32_t warp, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->lanes_return(warp, mask);
  }
  void warp_syncs(uint32_t warp, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->warp_syncs(warp, mask);
  }
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->fence(warp, scope, mask);
  }
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const std::vector<std::array<uint64_t, trace::kWarpSize>>& arguments) override {
    for (trace::Observer* o : observers_) o->prints(warp, print, mask, arguments);
  }
  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->lane_event(warp, event, index, mask);
  }

 private:
  std::vector<trace::Observer*> observers_;
  std::vector<trace::Observer*> hearers_;  // of accesses in the present block
};

}  // namespace warplens::machine
