// What a warp does together: votes, shuffles, matches, reductions, and atomics with their results.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

TEST_CASE("textbook: votes of whole and partial warps") {
  const auto run = test::run_textbook("warp_votes.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<uint32_t> flags;
  std::vector<int32_t> ranks, firsts, any_all;
  for (size_t block = 0; block < 2; ++block) {
    for (size_t warp = 0; warp < 72; warp += 32) {
      const size_t lanes = std::min<size_t>(32, 72 - warp);
      uint32_t even = 0;
      bool has_large = false, all_small = true;
      for (size_t lane = 0; lane < lanes; ++lane) {
        const int value = in[block * 72 + warp + lane] & 1023;
        if (value % 2 == 0) even |= 1u << lane;
        has_large = has_large || value > 1000;
        all_small = all_small && value < 1010;
      }
      for (size_t lane = 0; lane < lanes; ++lane) {
        flags.push_back(even);
        ranks.push_back(std::popcount(even & ((1u << lane) - 1)));
        firsts.push_back(even == 0 ? -1 : std::countr_zero(even));
        any_all.push_back((has_large ? 2 : 0) + (all_small ? 1 : 0));
      }
    }
  }
  test::check_equal(test::values_of<uint32_t>(*run, "flags"), flags);
  test::check_equal(test::values_of<int32_t>(*run, "ranks"), ranks);
  test::check_equal(test::values_of<int32_t>(*run, "firsts"), firsts);
  test::check_equal(test::values_of<int32_t>(*run, "any_all"), any_all);
}

TEST_CASE("textbook: stream compaction with one atomic a warp") {
  const auto run = test::run_textbook("compact_stream.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<int32_t> expected;
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](int v) { return v > 0; });
  CHECK(test::values_of<int32_t>(*run, "kept") ==
        std::vector<int32_t>{static_cast<int32_t>(expected.size())});
  // Warps may come in any order on a GPU; in this run they come in turn, which keeps the order.
  expected.resize(in.size(), 0);
  test::check_equal(test::values_of<int32_t>(*run, "out"), expected);
  const observe::GlobalTotal atomics = test::global_total(*run, "kept", Operation::kAtomic);
  CHECK(atomics.requests == 8);
  CHECK(atomics.bytes_requested == 8 * 4);  // the leader alone
}

TEST_CASE("textbook: stable compaction of each block by ballots") {
  const auto run = test::run_textbook("compact_by_scan.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<int32_t> expected(in.size(), -1), counts;
  for (size_t block = 0; block < in.size(); block += 96) {
    size_t end = block;
    for (size_t i = block; i < block + 96; ++i) {
      if (in[i] >= 0) expected[end++] = in[i];
    }
    counts.push_back(static_cast<int32_t>(end - block));
  }
  test::check_equal(test::values_of<int32_t>(*run, "out"), expected);
  test::check_equal(test::values_of<int32_t>(*run, "counts"), counts);
}

TEST_CASE("textbook: a histogram whose atomics never meet within a warp") {
  const auto run = test::run_textbook("match_histogram.cu");
  std::vector<int32_t> bins(16, 0);
  for (const int32_t key : test::inputs_of<int32_t>(*run, "keys")) ++bins[static_cast<size_t>(key)];
  test::check_equal(test::values_of<int32_t>(*run, "bins"), bins);
  const observe::SharedTotal atomics = test::shared_total(*run, "counts", Operation::kAtomic);
  CHECK(atomics.requests == 8);
  CHECK(atomics.wavefronts == atomics.requests);
}

TEST_CASE("textbook: butterfly shuffles make a Walsh-Hadamard transform") {
  const auto run = test::run_textbook("butterfly_transform.cu");
  const auto in = test::inputs_of<int32_t>(*run, "data");
  std::vector<int32_t> expected;
  for (size_t i = 0; i < in.size(); ++i) {
    int sum = 0;
    for (size_t k = 0; k < 32; ++k) {
      const int sign = std::popcount(i % 32 & k) % 2 == 0 ? 1 : -1;
      sum += sign * in[i / 32 * 32 + k];
    }
    expected.push_back(sum);
  }
  test::check_equal(test::values_of<int32_t>(*run, "data"), expected);
  CHECK(run->totals.shared[0].requests == 0);
}

TEST_CASE("textbook: a block's scan by upward shuffles") {
  const auto run = test::run_textbook("warp_scan_shuffle.cu");
  std::vector<int32_t> expected = test::inputs_of<int32_t>(*run, "in");
  std::partial_sum(expected.begin(), expected.begin() + 128, expected.begin());
  std::partial_sum(expected.begin() + 128, expected.end(), expected.begin() + 128);
  test::check_equal(test::values_of<int32_t>(*run, "out"), expected);
}

TEST_CASE("textbook: the reduction instructions of a warp") {
  const auto run = test::run_textbook("warp_reduce_intrinsics.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<uint32_t> sums, bits;
  std::vector<int32_t> least, most;
  for (auto warp = in.begin(); warp != in.end(); warp += 32) {
    uint32_t sum = 0, both = ~0u, either = 0, parity = 0;
    for (auto lane = warp; lane != warp + 32; ++lane) {
      const auto word = static_cast<uint32_t>(*lane);
      sum += word;
      both &= word | 0xfffffu;
      either |= word & 0xf0f0u;
      parity ^= word;
    }
    sums.push_back(sum);
    bits.insert(bits.end(), {both, either, parity});
    least.push_back(*std::min_element(warp, warp + 32));
    most.push_back(*std::max_element(warp, warp + 32));
  }
  test::check_equal(test::values_of<uint32_t>(*run, "sums"), sums);
  test::check_equal(test::values_of<uint32_t>(*run, "bits"), bits);
  test::check_equal(test::values_of<int32_t>(*run, "least"), least);
  test::check_equal(test::values_of<int32_t>(*run, "most"), most);
}

TEST_CASE("textbook: atomics made of atomicCAS lose no lane's update") {
  const auto run = test::run_textbook("atomic_by_cas.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  // The values are multiples of 2^-24, so their sum is exact in a double, in any order.
  CHECK(test::values_of<double>(*run, "sum") ==
        std::vector<double>{std::accumulate(in.begin(), in.end(), 0.0)});
  CHECK(test::values_of<float>(*run, "largest") ==
        std::vector<float>{*std::max_element(in.begin(), in.end())});
  // i = 0, 8, ..., 144 are 19 threads: five for each of the first three products, four for the
  // last.
  CHECK(test::values_of<float>(*run, "products") == std::vector<float>{32, 32, 32, 16});
}

TEST_CASE("textbook: a stack takes what fits and counts the rest") {
  const auto run = test::run_textbook("push_to_stack.cu");
  std::vector<int32_t> pushed;
  for (const int32_t value : test::inputs_of<int32_t>(*run, "in")) {
    if (value % 3 == 0) pushed.push_back(value);
  }
  const auto count = static_cast<uint32_t>(pushed.size());
  REQUIRE(count > 24);
  CHECK(test::values_of<uint32_t>(*run, "top") == std::vector<uint32_t>{count});
  CHECK(test::values_of<uint32_t>(*run, "overflowed") == std::vector<uint32_t>{count - 24});
  // Lanes of one atomic are served in their order here; a GPU promises none.
  std::vector<int32_t> expected(pushed.begin(), pushed.begin() + 24);
  expected.resize(120, -1);
  test::check_equal(test::values_of<int32_t>(*run, "stack"), expected);
}

TEST_CASE("textbook: atomicInc and atomicDec wrap, and tell each lane its own ticket") {
  const auto run = test::run_textbook("ring_buffer.cu");
  std::vector<uint32_t> tickets;
  std::vector<int32_t> ring(16, -1);
  for (uint32_t id = 0; id < 140; ++id) {
    tickets.push_back(100 * (id % 16) + (5 + 7 * 20 - id) % 7);
    ring[id % 16] = static_cast<int32_t>(id);
  }
  test::check_equal(test::values_of<uint32_t>(*run, "tickets"), tickets);
  test::check_equal(test::values_of<int32_t>(*run, "ring"), ring);
  CHECK(test::values_of<uint32_t>(*run, "cursor") == std::vector<uint32_t>{140 % 16});
}

TEST_CASE("textbook: minimum, maximum and bits by atomics on a struct's members") {
  const auto run = test::run_textbook("shared_atomics_minmax.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<int32_t> expected;
  for (auto block = in.begin(); block != in.end(); block += 90) {
    uint32_t any = 0, all = ~0u, parity = 0;
    for (auto value = block; value != block + 90; ++value) {
      any |= static_cast<uint32_t>(*value) & 0x0ff00ff0u;
      all &= static_cast<uint32_t>(*value) | 0xfffff000u;
      parity ^= static_cast<uint32_t>(*value);
    }
    expected.insert(
        expected.end(),
        {*std::min_element(block, block + 90), *std::max_element(block, block + 90),
         std::bit_cast<int32_t>(any), std::bit_cast<int32_t>(all), std::bit_cast<int32_t>(parity)});
  }
  test::check_equal(test::values_of<int32_t>(*run, "out"), expected);
}

TEST_CASE("textbook: barriers that count, and votes of a whole block") {
  const auto run = test::run_textbook("block_votes.cu");
  std::vector<int32_t> found(4, 0), all_small(4, 1), count(4, 0);
  const auto in = test::inputs_of<int32_t>(*run, "in");
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i] == 100) found[i / 60] = 1;
    if (in[i] >= 110) all_small[i / 60] = 0;
    if (in[i] % 7 == 0) ++count[i / 60];
  }
  test::check_equal(test::values_of<int32_t>(*run, "found"), found);
  test::check_equal(test::values_of<int32_t>(*run, "all_small"), all_small);
  test::check_equal(test::values_of<int32_t>(*run, "count"), count);
}

TEST_CASE("textbook: cooperative tiles of eight threads") {
  const auto run = test::run_textbook("tile_groups.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<int32_t> sums(16, 0), out;
  for (size_t i = 0; i < in.size(); ++i) sums[i / 8] += in[i];
  for (size_t i = 0; i < in.size(); ++i) {
    out.push_back(in[i] + sums[i / 64 * 8 + (i / 8 + 1) % 8]);
  }
  test::check_equal(test::values_of<int32_t>(*run, "sums"), sums);
  test::check_equal(test::values_of<int32_t>(*run, "out"), out);
}
