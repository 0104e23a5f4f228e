// An observer that passes everything on to several others, and is apart what they are apart.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/trace/observer.hpp"

namespace warplens::trace {

class FanOut : public Observer {
 public:
  // They outlive this.
  explicit FanOut(std::vector<Observer*> observers = {}) : observers_(std::move(observers)) {}
  FanOut(const FanOut&) = delete;
  FanOut& operator=(const FanOut&) = delete;
  void add(Observer& observer) { observers_.push_back(&observer); }

  void block_begins(BlockId block) override {
    hearers_.clear();
    for (Observer* one : observers_) {
      one->block_begins(block);
      if (Observer* hearer = one->hearer_of_accesses()) hearers_.push_back(hearer);
    }
  }
  void access(const WarpAccess& access) override {
    for (Observer* one : hearers_) one->access(access);
  }
#define WL_EVENT(name, parameters, arguments)              \
  void name parameters override {                          \
    for (Observer * one : observers_) one->name arguments; \
  }
#include "sim/trace/events.def"

  Observer* hearer_of_accesses() override {
    if (hearers_.empty()) return nullptr;
    return hearers_.size() == 1 ? hearers_.front() : this;
  }
  bool hears_only_rare_events() const override {
    return std::all_of(observers_.begin(), observers_.end(),
                       [](const Observer* one) { return one->hears_only_rare_events(); });
  }
  bool wants_stored_values() const override {
    return std::any_of(hearers_.begin(), hearers_.end(),
                       [](const Observer* one) { return one->wants_stored_values(); });
  }

  std::unique_ptr<Observer> for_chunk(Apart apart) override {
    auto chunk = std::make_unique<FanOut>();
    for (Observer* one : observers_) {
      chunk->own_.push_back(one->for_chunk(apart));
      if (chunk->own_.back() == nullptr) return nullptr;
      chunk->add(*chunk->own_.back());
    }
    return chunk;
  }
  void clear() override {
    for (Observer* one : observers_) one->clear();
  }
  void merge(Observer& chunk) override {
    const auto& parts = static_cast<FanOut&>(chunk).observers_;
    for (size_t i = 0; i < observers_.size(); ++i) observers_[i]->merge(*parts[i]);
  }
  bool is_too_much(uint64_t work) const override {
    return std::any_of(observers_.begin(), observers_.end(),
                       [&](const Observer* one) { return one->is_too_much(work); });
  }
  uint64_t bytes() const override {
    uint64_t sum = 0;
    for (const Observer* one : observers_) sum += one->bytes();
    return sum;
  }

 private:
  std::vector<Observer*> observers_;
  std::vector<Observer*> hearers_;  // of accesses in the present block
  std::vector<std::unique_ptr<Observer>> own_;
};

}  // namespace warplens::trace
