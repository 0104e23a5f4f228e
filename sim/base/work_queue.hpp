// Work of several pieces, one after another, each of which a slice may cut.
#pragma once

#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/slice.hpp"

namespace warplens::base {

class WorkQueue {
 public:
  // kMore: the slice was over before the piece was, which is called again with another one.
  using Piece = std::function<Progress(Slice&)>;

  // What a piece adds comes right behind it, in order.
  void add(Piece piece) { added_.push_back(std::move(piece)); }
  // A piece that is not cut.
  void add_step(std::function<void()> step) {
    add([step = std::move(step)](Slice&) {
      step();
      return Progress::kDone;
    });
  }
  // `part->advance(slice)` to its end, then `end(*part)`.
  template <class Part, class End>
  void add_part(std::shared_ptr<Part> part, End end) {
    add([part = std::move(part), end = std::move(end)](Slice& slice) {
      if (part->advance(slice) == Progress::kMore) return Progress::kMore;
      end(*part);
      return Progress::kDone;
    });
  }

  Progress advance(Slice& slice) {
    for (;;) {
      if (!has_begun_) {
        pieces_.insert(pieces_.begin(), std::make_move_iterator(added_.begin()),
                       std::make_move_iterator(added_.end()));
        added_.clear();
        if (pieces_.empty()) return Progress::kDone;
        has_begun_ = true;
      }
      if (pieces_.front()(slice) == Progress::kMore) return Progress::kMore;
      pieces_.pop_front();
      has_begun_ = false;
    }
  }

 private:
  std::deque<Piece> pieces_;
  bool has_begun_ = false;    // the first piece
  std::vector<Piece> added_;  // since then
};

}  // namespace warplens::base
