// Pieces of work one after another, cut by slices.
#include "sim/base/work_queue.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplens::base;

TEST_CASE("work queue: what a piece adds comes right behind it, also when it was cut") {
  std::string done;
  WorkQueue queue;
  int turns = 0;
  queue.add([&](Slice& slice) {
    slice.spend(slice.left());
    if (++turns == 1) queue.add_step([&] { done += 'b'; });
    if (turns < 3) return Progress::kMore;
    done += 'a';
    queue.add_step([&] { done += 'c'; });
    return Progress::kDone;
  });
  queue.add_step([&] { done += 'd'; });
  int slices = 1;
  for (Slice slice(10); queue.advance(slice) == Progress::kMore; slice = Slice(10)) ++slices;
  CHECK(done == "abcd");
  CHECK(slices == 3);
}
