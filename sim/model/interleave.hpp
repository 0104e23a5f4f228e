// In which order the requests of a grid reach the caches: a model of how a GPU spreads blocks and
// takes turns between warps. No GPU's scheduler is public; this one is
//
// - blocks go to the multiprocessors one by one in turn, until each has as many as it holds;
//   where one has ended, the next block follows;
// - the multiprocessors take turns, one request each;
// - in one of them its warps take turns, one request each; a warp waits at a barrier for its
//   block's others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/base/slice.hpp"
#include "sim/model/memory_stream.hpp"

namespace warplens::model {

struct Placement {
  uint32_t multiprocessors = 132;
  uint32_t resident = 8;  // blocks on each at once
};

// One request after another.
class Interleaver {
 public:
  // `stream` is kept by reference. Neither number of the placement is 0.
  Interleaver(const MemoryStream& stream, const Placement& placement);
  ~Interleaver();

  // The first blocks go to their multiprocessors; before next(). It may be continued later.
  base::Progress place(base::Slice& slice);
  struct Turn {
    size_t begin = 0, end = 0;  // the request's lines in the stream
    uint32_t multiprocessor = 0;
  };
  // False: there is none left.
  bool next(Turn& turn);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warplens::model
