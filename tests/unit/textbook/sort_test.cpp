// Sorting kernels: the result of each row or step equals what the standard library makes of the
// same keys.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

// The keys with each run of `length` sorted.
template <typename T>
std::vector<T> sorted_in_runs(std::vector<T> keys, size_t length) {
  REQUIRE(keys.size() % length == 0);
  for (auto begin = keys.begin(); begin != keys.end();) {
    const auto end = begin + static_cast<std::ptrdiff_t>(length);
    std::sort(begin, end);
    begin = end;
  }
  return keys;
}

template <typename T>
void check_sorted_in_runs(const run::Run& run, const std::string& array, size_t length) {
  test::check_equal(test::values_of<T>(run, array),
                    sorted_in_runs(test::inputs_of<T>(run, array), length));
}

}  // namespace

TEST_CASE("textbook: bitonic sort in shared memory sorts 256 keys a block") {
  const auto run = test::run_textbook("bitonic_sort_shared.cu");
  check_sorted_in_runs<int32_t>(*run, "keys", 256);
  // Two loads and two stores a thread, all of them of whole, consecutive warps.
  CHECK(run->totals.global[0].sectors == 4 * run->totals.global[0].requests);
  CHECK(run->totals.global[1].sectors == 4 * run->totals.global[1].requests);
  CHECK(run->totals.shared[0].conflicts > 0);
}

TEST_CASE("textbook: odd-even transposition sorts rows that are no power of two") {
  check_sorted_in_runs<float>(*test::run_textbook("odd_even_sort.cu"), "data", 95);
}

TEST_CASE("textbook: bitonic merge step exchanges partners, ascending where the k bit is 0") {
  const auto run = test::run_textbook("bitonic_merge_step.cu");
  std::vector<uint32_t> expected = test::inputs_of<uint32_t>(*run, "values");
  for (size_t i = 0; i < expected.size(); ++i) {
    const size_t partner = i ^ 32;
    if (partner < i) continue;
    const bool ascending = (i & 64) == 0;
    if ((expected[i] > expected[partner]) == ascending) std::swap(expected[i], expected[partner]);
  }
  test::check_equal(test::values_of<uint32_t>(*run, "values"), expected);
}

TEST_CASE("textbook: a bitonic merge step with a stride inside the warp") {
  const auto run = test::run_textbook("bitonic_merge_step.cu", "--arg j=4 --arg k=256");
  std::vector<uint32_t> expected = test::inputs_of<uint32_t>(*run, "values");
  for (size_t i = 0; i < expected.size(); ++i) {
    if ((i & 4) == 0 && expected[i] > expected[i + 4]) std::swap(expected[i], expected[i + 4]);
  }
  test::check_equal(test::values_of<uint32_t>(*run, "values"), expected);
}

TEST_CASE("textbook: sorted runs merge by rank, equal keys included") {
  const auto run = test::run_textbook("merge_sorted_runs.cu");
  const auto a = test::inputs_of<int32_t>(*run, "a"), b = test::inputs_of<int32_t>(*run, "b");
  std::vector<int32_t> expected;
  for (auto from = a.begin(), other = b.begin(); from != a.end(); from += 64, other += 64) {
    std::merge(from, from + 64, other, other + 64, std::back_inserter(expected));
  }
  test::check_equal(test::values_of<int32_t>(*run, "out"), expected);
}

TEST_CASE("textbook: merge sort of a block by swapped buffers") {
  check_sorted_in_runs<int16_t>(*test::run_textbook("merge_sort_block.cu"), "data", 128);
}

TEST_CASE("textbook: rank sort gives every one of many equal keys its own place") {
  const auto run = test::run_textbook("rank_sort.cu");
  test::check_equal(test::values_of<int32_t>(*run, "out"),
                    sorted_in_runs(test::inputs_of<int32_t>(*run, "in"), 230));
  // All lanes read one key of the tile at a time: a broadcast.
  CHECK(test::shared_total(*run, "tile", Operation::kLoad).conflicts == 0);
}

TEST_CASE("textbook: radix splits by six bits are a stable sort by these bits") {
  const auto run = test::run_textbook("radix_split.cu");
  std::vector<uint32_t> expected = test::inputs_of<uint32_t>(*run, "keys");
  const auto is_before = [](uint32_t a, uint32_t b) { return (a & 63) < (b & 63); };
  std::stable_sort(expected.begin(), expected.begin() + 64, is_before);
  std::stable_sort(expected.begin() + 64, expected.end(), is_before);
  test::check_equal(test::values_of<uint32_t>(*run, "keys"), expected);
}

TEST_CASE("textbook: counting sort writes each value as often as it occurs") {
  const auto run = test::run_textbook("counting_sort.cu");
  std::vector<uint8_t> expected = test::inputs_of<uint8_t>(*run, "in");
  for (uint8_t& value : expected) value = value % 32;
  test::check_equal(test::values_of<uint8_t>(*run, "out"), sorted_in_runs(expected, 200));
  // A block of 80 threads takes its 200 keys in turns of 80, 80 and 40: 3, 3 and 2 warps.
  CHECK(run->totals.shared[2].requests == 2 * (3 + 3 + 2));
}

TEST_CASE("textbook: top-k finds the four best of each row, with their places") {
  const auto run = test::run_textbook("top_k_block.cu");
  const auto scores = test::inputs_of<float>(*run, "scores");
  std::vector<float> best;
  std::vector<int32_t> where;
  for (size_t row = 0; row < 3; ++row) {
    std::vector<int32_t> order(300);
    std::iota(order.begin(), order.end(), 0);
    const float* const mine = scores.data() + row * 300;
    std::stable_sort(order.begin(), order.end(),
                     [mine](int a, int b) { return mine[a] > mine[b]; });
    for (size_t k = 0; k < 4; ++k) {
      where.push_back(order[k]);
      best.push_back(mine[order[k]]);
    }
  }
  test::check_equal(test::values_of<float>(*run, "best"), best);
  test::check_equal(test::values_of<int32_t>(*run, "where"), where);
}
