// Histograms: counts by atomics in global memory, in shared memory, by warp and by agreement of
// lanes.
#include "support.hpp"

using namespace warplens;

TEST_CASE("textbook: histogram by global atomics") {
  const auto run = test::run_textbook("histogram_global.cu");
  std::vector<unsigned> expected(256);
  const auto data = test::inputs_of<unsigned char>(*run, "data");
  for (const unsigned char byte : data) ++expected[byte];
  test::check_equal(test::values_of<unsigned>(*run, "histo"), expected);
  CHECK(run->totals.global[2].requests == (data.size() + 31) / 32);
  CHECK(run->totals.shared[2].requests == 0);
}

TEST_CASE("textbook: histogram in shared memory, added to the global one at the end") {
  const auto run = test::run_textbook("histogram_shared.cu");
  std::vector<unsigned> expected(256);
  const auto data = test::inputs_of<unsigned char>(*run, "data");
  for (const unsigned char byte : data) ++expected[byte];
  test::check_equal(test::values_of<unsigned>(*run, "histo"), expected);
  CHECK(run->totals.shared[2].requests == (data.size() + 31) / 32);
  CHECK(run->totals.global[2].requests == 4 * 8);
}

TEST_CASE("textbook: histogram for each warp, four bytes a word") {
  const auto run = test::run_textbook("histogram_per_warp.cu");
  std::vector<unsigned> expected(64);
  for (const unsigned word : test::inputs_of<unsigned>(*run, "d_Data")) {
    for (unsigned shift = 0; shift < 32; shift += 8) ++expected[word >> shift >> 2 & 63];
  }
  test::check_equal(test::values_of<unsigned>(*run, "d_Histogram"), expected);
}

TEST_CASE("textbook: histogram of letters, equal neighbours counted in a register") {
  const auto run = test::run_textbook("histogram_letters.cu");
  const auto text = test::inputs_of<signed char>(*run, "text");
  std::vector<int> expected(7);
  for (const signed char c : text) {
    if (c >= 'a' && c <= 'z') ++expected[static_cast<size_t>(c - 'a') / 4];
  }
  CHECK(expected[0] > 0);
  test::check_equal(test::values_of<int>(*run, "bins"), expected);

  // Runs of equal letters: one atomic each.
  const auto runs_of_a =
      test::run_textbook("histogram_letters.cu", "--arg text=char[2000]:const=99");
  test::check_equal(test::values_of<int>(*runs_of_a, "bins"), {2000, 0, 0, 0, 0, 0, 0});
  CHECK(runs_of_a->totals.shared[2].requests == 6);
}

TEST_CASE("textbook: histogram of keys on which lanes agree first") {
  const auto run = test::run_textbook("histogram_aggregated.cu");
  std::vector<int> expected(5);
  for (const int key : test::inputs_of<int>(*run, "keys")) ++expected[static_cast<size_t>(key)];
  test::check_equal(test::values_of<int>(*run, "counts"), expected);
}
