// The orders that text and window compare, from one list.
#include "sim/model/dram.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace warplens;

TEST_CASE("dram orders: the first are those of DramOrder, each with a word and a name of its own") {
  const auto all = model::dram_orderings();
  REQUIRE(all.size() == 5);
  std::set<std::string> words, names;
  for (const model::DramOrdering& one : all) {
    words.insert(one.word);
    names.insert(say(one.name));
  }
  CHECK(words.size() == all.size());
  CHECK(names.size() == all.size());
  for (const auto order : {model::DramOrder::kFifo, model::DramOrder::kRowHitFirst})
    CHECK(all[static_cast<size_t>(order)].options.order == order);
}

TEST_CASE("dram orders: one bank is served first come, whatever is shown; by address as sorted") {
  const model::DramTimings& timings = model::dram_timings(model::DramKind::kHbm2);
  std::vector<uint64_t> bursts;
  for (uint64_t i = 0; i < 4096; ++i) bursts.push_back(i * 40503 % 4096 * timings.burst_bytes);
  std::vector<uint64_t> sorted = bursts;
  std::sort(sorted.begin(), sorted.end());
  const auto run = [&](const std::string& word) {
    for (const model::DramOrdering& one : model::dram_orderings())
      if (word == one.word)
        return model::run_dram(one.is_by_address ? sorted : bursts, timings,
                               model::options_of(one, {}))
            .all.ns;
    return -1.0;
  };
  model::DramOptions one_bank;
  one_bank.in_one_bank = true;
  CHECK(run("one-bank") == model::run_dram(bursts, timings, one_bank).all.ns);
  CHECK(run("by-address") == model::run_dram(sorted, timings, {}).all.ns);
  CHECK(run("two-rows-in-turn") > run("fifo"));
}
