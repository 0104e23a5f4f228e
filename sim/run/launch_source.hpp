// Where the launches of a sequence come from.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "sim/prepare/request.hpp"

namespace warplens::run {

class LaunchSource {
 public:
  virtual ~LaunchSource() = default;
  // The next launch, each as a request of its own, given what the one before it left; `before` is
  // null for the first one. Nothing: there is none.
  virtual std::optional<prepare::Request> next(const Run* before) = 0;
};

// Launches that are known from the start.
class ListedLaunches : public LaunchSource {
 public:
  explicit ListedLaunches(std::vector<prepare::Request> launches)
      : launches_(std::move(launches)) {}
  std::optional<prepare::Request> next(const Run*) override {
    if (next_ == launches_.size()) return std::nullopt;
    return std::move(launches_[next_++]);
  }

 private:
  std::vector<prepare::Request> launches_;
  size_t next_ = 0;
};

}  // namespace warplens::run
