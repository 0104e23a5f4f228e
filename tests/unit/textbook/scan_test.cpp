// Prefix sums, inclusive and exclusive, over blocks, warps and segments, against a serial one.
#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

// The sum of all elements up to and with each one, beginning anew every `section` elements.
template <typename T>
std::vector<T> inclusive(const std::vector<T>& in, size_t section) {
  std::vector<T> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    out[i] = i % section == 0 ? in[i] : static_cast<T>(out[i - 1] + in[i]);
  }
  return out;
}

template <typename T>
std::vector<T> exclusive(const std::vector<T>& in, size_t section) {
  std::vector<T> out = inclusive(in, section);
  for (size_t i = 0; i < in.size(); ++i) out[i] -= in[i];
  return out;
}

}  // namespace

TEST_CASE("textbook: scan in log n steps with two buffers") {
  const auto run = test::run_textbook("scan_hillis_steele.cu");
  test::check_equal(test::values_of<float>(*run, "g_odata"),
                    inclusive(test::inputs_of<float>(*run, "g_idata"), 64));
  CHECK(run->totals.shared[0].conflicts == 0);
}

TEST_CASE("textbook: scan in log n steps with one buffer and two barriers") {
  const auto run = test::run_textbook("scan_kogge_stone.cu");
  test::check_equal(test::values_of<int>(*run, "Y"),
                    inclusive(test::inputs_of<int>(*run, "X"), 96));
}

TEST_CASE("textbook: scan up and down a tree, with conflicts and with padding against them") {
  const auto plain = test::run_textbook("scan_blelloch.cu");
  const std::vector<int> expected = exclusive(test::inputs_of<int>(*plain, "g_idata"), 256);
  test::check_equal(test::values_of<int>(*plain, "g_odata"), expected);
  CHECK(plain->totals.shared[0].conflicts > plain->totals.shared[0].requests);

  const auto padded = test::run_textbook("scan_blelloch_conflict_free.cu");
  test::check_equal(test::values_of<int>(*padded, "g_odata"), expected);
  CHECK(padded->totals.shared[0].conflicts == 0);
  CHECK(padded->totals.shared[1].conflicts == 0);
  CHECK(padded->totals.shared[0].requests == plain->totals.shared[0].requests);
}

TEST_CASE("textbook: scan of a block by shuffles") {
  const auto run = test::run_textbook("scan_shuffle.cu");
  const std::vector<int> in = test::inputs_of<int>(*run, "in");
  const std::vector<int> sums = inclusive(in, 160);
  test::check_equal(test::values_of<int>(*run, "out"), sums);
  test::check_equal(test::values_of<int>(*run, "totals"), {sums[159], sums[299]});
}

TEST_CASE("textbook: scan by segments") {
  const auto run = test::run_textbook("scan_segmented.cu");
  const auto values = test::inputs_of<float>(*run, "values");
  const auto heads = test::inputs_of<unsigned char>(*run, "heads");
  std::vector<float> expected(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const bool begins = heads[i] == 0 || i % 128 == 0;
    expected[i] = values[i] + (begins ? 0 : expected[i - 1]);
  }
  test::check_equal(test::values_of<float>(*run, "out"), expected);
}

TEST_CASE("textbook: exclusive scan with several elements a thread") {
  const auto run = test::run_textbook("scan_coarsened.cu");
  const auto in = test::inputs_of<unsigned>(*run, "in");
  test::check_equal(test::values_of<unsigned>(*run, "out"), exclusive(in, 64 * 4));
  const auto by_96 = test::run_textbook("scan_coarsened.cu",
                                        "--kernel exclusiveScan<32+64,3> --block 96 --grid 2");
  test::check_equal(test::values_of<unsigned>(*by_96, "out"), exclusive(in, 96 * 3));
}

TEST_CASE("textbook: scan that swaps pointers to shared memory") {
  const auto run = test::run_textbook("scan_pointer_swap.cu");
  test::check_equal(test::values_of<double>(*run, "data"),
                    inclusive(test::inputs_of<double>(*run, "data"), 100));
}
