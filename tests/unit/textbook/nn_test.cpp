// Kernels of neural networks against references in double precision. Exponentials and quotients are
// compared within a tolerance, whole-number results exactly.
#include <cstdint>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

// Some single-precision roundings of values around 1.
constexpr double kTolerance = 1e-5;

std::vector<float> softmax(const std::vector<float>& in, size_t cols) {
  std::vector<float> out(in.size());
  for (size_t begin = 0; begin < in.size(); begin += cols) {
    double largest = -1e30, sum = 0;
    for (size_t i = begin; i < begin + cols; ++i) largest = std::max(largest, double{in[i]});
    for (size_t i = begin; i < begin + cols; ++i) sum += std::exp(in[i] - largest);
    for (size_t i = begin; i < begin + cols; ++i) {
      out[i] = static_cast<float>(std::exp(in[i] - largest) / sum);
    }
  }
  return out;
}

std::vector<double> normalised(const std::vector<float>& in, size_t cols) {
  std::vector<double> out(in.size());
  for (size_t begin = 0; begin < in.size(); begin += cols) {
    double sum = 0, squares = 0;
    for (size_t i = begin; i < begin + cols; ++i) sum += in[i];
    const double mean = sum / static_cast<double>(cols);
    for (size_t i = begin; i < begin + cols; ++i) squares += (in[i] - mean) * (in[i] - mean);
    const double scale = 1 / std::sqrt(squares / static_cast<double>(cols) + 1e-5);
    for (size_t i = begin; i < begin + cols; ++i) out[i] = (in[i] - mean) * scale;
  }
  return out;
}

float gelu(float x) {
  const double inner = 0.7978845608 * (x + 0.044715 * x * x * x);
  return static_cast<float>(0.5 * x * (1 + std::tanh(inner)));
}

// IEEE half precision of a float in [0, 2048) by hand: 11 significant bits, ties to even.
uint16_t half_bits(float value) {
  if (value == 0) return 0;
  int exponent = 0;
  std::frexp(value, &exponent);  // value = fraction in [0.5, 1) * 2^exponent
  const int least = std::max(exponent - 11, -24);
  const auto steps = static_cast<uint32_t>(std::nearbyint(std::ldexp(value, -least)));
  // A subnormal's steps are its bits; otherwise the leading one adds 1 to the exponent field.
  return static_cast<uint16_t>(steps + (static_cast<uint32_t>(least + 24) << 10));
}

// The value of half-precision bits that are positive and finite.
float half_value(uint16_t bits) {
  const int exponent = bits >> 10, fraction = bits & 1023;
  return exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                       : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

}  // namespace

TEST_CASE("textbook: softmax by warp, a row in two turns of the warp") {
  const auto run = test::run_textbook("softmax_warp.cu");
  test::check_near(test::values_of<float>(*run, "out"),
                   softmax(test::inputs_of<float>(*run, "in"), 50), kTolerance);
  CHECK(run->totals.shared[0].requests + run->totals.shared[1].requests == 0);
}

TEST_CASE("textbook: online softmax by block") {
  const auto run = test::run_textbook("softmax_online.cu");
  test::check_near(test::values_of<float>(*run, "out"),
                   softmax(test::inputs_of<float>(*run, "in"), 300), kTolerance);
  // One pass for maximum and sum, one for the results.
  CHECK(test::global_total(*run, "in", Operation::kLoad).bytes_used == 2 * 4 * 300 * 4);
}

TEST_CASE("textbook: layer norm by warp reads its row once") {
  const auto run = test::run_textbook("layer_norm_warp.cu");
  const auto gamma = test::inputs_of<float>(*run, "gamma");
  const auto beta = test::inputs_of<float>(*run, "beta");
  std::vector<float> expected;
  for (const double value : normalised(test::inputs_of<float>(*run, "x"), 96)) {
    const size_t col = expected.size() % 96;
    expected.push_back(static_cast<float>(value * gamma[col] + beta[col]));
  }
  test::check_near(test::values_of<float>(*run, "y"), expected, kTolerance);
  CHECK(test::global_total(*run, "x", Operation::kLoad).bytes_requested == 6 * 96 * 4);
}

TEST_CASE("textbook: layer norm by block reduces two sums as one float2") {
  const auto run = test::run_textbook("layer_norm_block.cu");
  std::vector<float> expected;
  for (const double value : normalised(test::inputs_of<float>(*run, "x"), 500)) {
    expected.push_back(static_cast<float>(value));
  }
  // The variance is a difference of two means here, which loses some digits.
  test::check_near(test::values_of<float>(*run, "y"), expected, 5e-5);
}

TEST_CASE("textbook: an activation of floats") {
  const auto run = test::run_textbook("activation.cu");
  std::vector<float> expected;
  for (const float x : test::inputs_of<float>(*run, "in")) expected.push_back(gelu(x * 4 - 2));
  test::check_near(test::values_of<float>(*run, "out"), expected, kTolerance);
}

TEST_CASE("textbook: an activation of half-precision numbers, two bytes a lane") {
  const auto run = test::run_textbook("activation.cu",
                                      "--kernel 'activation<Relu, __half>' "
                                      "--arg in=half[170]:random=4 --arg out=half[170]:none");
  std::vector<uint16_t> expected;
  for (const uint16_t bits : test::inputs_of<uint16_t>(*run, "in")) {
    expected.push_back(half_bits(std::max(0.0f, half_value(bits) * 4 - 2)));
  }
  test::check_equal(test::values_of<uint16_t>(*run, "out"), expected);
  const observe::GlobalTotal loads = test::global_total(*run, "in", Operation::kLoad);
  CHECK(loads.requests == 6);
  CHECK(loads.bytes_requested == 170 * 2);
}

TEST_CASE("textbook: attention scores by tiles: a padded column has no conflict") {
  const auto run = test::run_textbook("attention_scores.cu");
  const auto q = test::inputs_of<float>(*run, "Q"), k = test::inputs_of<float>(*run, "K");
  std::vector<float> expected;
  for (size_t query = 0; query < 12; ++query) {
    for (size_t key = 0; key < 40; ++key) {
      float sum = 0;
      for (size_t d = 0; d < 24; ++d) sum += q[query * 24 + d] * k[key * 24 + d];
      expected.push_back(0.25f * sum);
    }
  }
  test::check_equal(test::values_of<float>(*run, "scores"), expected);
  // A warp is two rows of 16: 16 keys a column of 17 apart, two queries broadcast.
  CHECK(test::shared_total(*run, "k_tile", Operation::kLoad).conflicts == 0);
  CHECK(test::shared_total(*run, "q_tile", Operation::kLoad).conflicts == 0);
}

TEST_CASE("textbook: argmax of each row, the first of equal values") {
  const auto run = test::run_textbook("argmax_rows.cu");
  const auto logits = test::inputs_of<float>(*run, "logits");
  std::vector<int32_t> expected;
  for (auto row = logits.begin(); row != logits.end(); row += 120) {
    expected.push_back(static_cast<int32_t>(std::max_element(row, row + 120) - row));
  }
  test::check_equal(test::values_of<int32_t>(*run, "best"), expected);

  const auto ties = test::run_textbook("argmax_rows.cu", "--arg logits=float[4][120]:mod=10");
  CHECK(test::values_of<int32_t>(*ties, "best") == std::vector<int32_t>{9, 9, 9, 9});
}

TEST_CASE("textbook: embedding gather copies rows in accesses of 16 bytes") {
  const auto run = test::run_textbook("embedding_gather.cu");
  const auto table = test::inputs_of<float>(*run, "table");
  std::vector<float> expected;
  for (const int32_t token : test::inputs_of<int32_t>(*run, "tokens")) {
    const auto row = table.begin() + token * 96;
    expected.insert(expected.end(), row, row + 96);
  }
  test::check_equal(test::values_of<float>(*run, "out"), expected);
  const observe::GlobalTotal loads = test::global_total(*run, "table", Operation::kLoad);
  CHECK(loads.requests == 11);
  CHECK(loads.sectors == 11 * 96 * 4 / 32);
}

TEST_CASE("textbook: max pooling of three channels, the odd last row left out") {
  const auto run = test::run_textbook("max_pool_2d.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  std::vector<float> expected;
  for (size_t channel = 0; channel < 3; ++channel) {
    for (size_t y = 0; y < 10; ++y) {
      for (size_t x = 0; x < 15; ++x) {
        const float* const top = in.data() + (channel * 21 + 2 * y) * 30 + 2 * x;
        expected.push_back(std::max({top[0], top[1], top[30], top[31]}));
      }
    }
  }
  test::check_equal(test::values_of<float>(*run, "out"), expected);
}
