// Layouts: arrays of structs and structs of arrays, vectors, pixels, shared memory carved by
// hand, pointers; and the smaller language features that kernels use.
#include <algorithm>
#include <cstdint>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

TEST_CASE("textbook: particles as an array of structs: a sector a lane for every member") {
  const auto run = test::run_textbook("particles_aos.cu");
  std::vector<float> expected = test::inputs_of<float>(*run, "particles");
  for (size_t i = 0; i < 120; ++i) {
    float* const p = expected.data() + 8 * i;
    for (size_t d = 0; d < 3; ++d) p[d] += p[d + 3] * 0.5f;
    p[7] += 0.5f;
  }
  test::check_equal(test::values_of<float>(*run, "particles"), expected);
  // x, y, z and age are loaded and stored, the velocity is loaded; 120 particles in four warps.
  const observe::GlobalTotal loads = test::global_total(*run, "particles", Operation::kLoad);
  CHECK(loads.requests == 7 * 4);
  CHECK(loads.sectors == 7 * 120);
  const observe::GlobalTotal stores = test::global_total(*run, "particles", Operation::kStore);
  CHECK(stores.requests == 4 * 4);
  CHECK(stores.sectors == 4 * 120);
}

TEST_CASE("textbook: particles as a struct of arrays: four sectors a request") {
  const auto run = test::run_textbook("particles_soa.cu");
  for (const std::string axis : {"x", "y"}) {
    std::vector<float> expected = test::inputs_of<float>(*run, axis);
    const auto velocity = test::inputs_of<float>(*run, "v" + axis);
    for (size_t i = 0; i < expected.size(); ++i) expected[i] += velocity[i] * 0.5f;
    test::check_equal(test::values_of<float>(*run, axis), expected);
  }
  CHECK(run->totals.global[0].requests == 4 * 4);
  CHECK(run->totals.global[0].sectors == 4 * 4 * 4);
  CHECK(run->totals.global[1].requests == 2 * 4);
  CHECK(run->totals.global[1].sectors == 2 * 4 * 4);
}

TEST_CASE("textbook: float3 points taken apart through shared memory") {
  const auto run = test::run_textbook("aos_to_soa.cu");
  const auto points = test::inputs_of<float>(*run, "points");
  std::vector<float> parts[3];
  for (size_t i = 0; i < points.size(); ++i) parts[i % 3].push_back(points[i]);
  test::check_equal(test::values_of<float>(*run, "x"), parts[0]);
  test::check_equal(test::values_of<float>(*run, "y"), parts[1]);
  test::check_equal(test::values_of<float>(*run, "z"), parts[2]);
  CHECK(run->totals.shared[0].conflicts == 0);
  CHECK(run->totals.shared[1].conflicts == 0);
  for (const int operation : {0, 1}) {
    const observe::GlobalTotal& total = run->totals.global[operation];
    CHECK(total.requests == 3 * 6);
    CHECK(total.sectors == 4 * total.requests);
  }
}

TEST_CASE("textbook: vector addition by float4, the tail one by one") {
  const auto run = test::run_textbook("vector_add_float4.cu");
  std::vector<float> expected = test::inputs_of<float>(*run, "a");
  const auto b = test::inputs_of<float>(*run, "b");
  for (size_t i = 0; i < expected.size(); ++i) expected[i] += b[i];
  test::check_equal(test::values_of<float>(*run, "c"), expected);
  // 50 vectors in a request of 32 lanes (16 sectors) and one of 18 (9), then the tail of 2 floats.
  const observe::GlobalTotal loads = test::global_total(*run, "a", Operation::kLoad);
  CHECK(loads.requests == 3);
  CHECK(loads.sectors == 16 + 9 + 1);
}

TEST_CASE("textbook: a warp's float4 in shared memory is four wavefronts and no conflict") {
  const auto run = test::run_textbook("reverse_float4_shared.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  std::vector<float> expected;
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t block = i / 256, vector = i / 4 % 64;
    expected.push_back(in[block * 256 + (63 - vector) * 4 + i % 4]);
  }
  test::check_equal(test::values_of<float>(*run, "out"), expected);
  CHECK(run->totals.shared[0] == observe::SharedTotal{4, 16, 0});
  CHECK(run->totals.shared[1] == observe::SharedTotal{4, 16, 0});
  CHECK(run->totals.global[0].sectors == 4 * 16);
}

TEST_CASE("textbook: grey from RGBA pixels, one load of four bytes each") {
  const auto run = test::run_textbook("grayscale.cu");
  const auto rgba = test::inputs_of<uint8_t>(*run, "rgba");
  std::vector<uint8_t> expected;
  for (size_t i = 0; i < rgba.size(); i += 4) {
    const int grey = 77 * rgba[i] + 150 * rgba[i + 1] + 29 * rgba[i + 2];
    expected.push_back(static_cast<uint8_t>(grey >> 8));
  }
  test::check_equal(test::values_of<uint8_t>(*run, "gray"), expected);
  CHECK(run->totals.global[0].bytes_requested == 20 * 37 * 4);
  CHECK(run->totals.global[1].bytes_requested == 20 * 37);
}

TEST_CASE("textbook: a box blur of RGBA pixels, smaller at the edges") {
  const auto run = test::run_textbook("box_blur_rgba.cu");
  const auto in = test::inputs_of<uint8_t>(*run, "in");
  constexpr int kWidth = 27, kHeight = 15;
  const auto at = [&in](int x, int y, size_t channel) {
    return in[static_cast<size_t>(y * kWidth + x) * 4 + channel];
  };
  std::vector<uint8_t> expected;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const int x0 = std::max(0, x - 2), x1 = std::min(kWidth - 1, x + 2);
      const int y0 = std::max(0, y - 2), y1 = std::min(kHeight - 1, y + 2);
      for (size_t channel = 0; channel < 3; ++channel) {
        int sum = 0;
        for (int v = y0; v <= y1; ++v) {
          for (int u = x0; u <= x1; ++u) sum += at(u, v, channel);
        }
        expected.push_back(static_cast<uint8_t>(sum / ((x1 - x0 + 1) * (y1 - y0 + 1))));
      }
      expected.push_back(at(x, y, 3));
    }
  }
  test::check_equal(test::values_of<uint8_t>(*run, "out"), expected);
}

TEST_CASE("textbook: a 3-D grid of 3-D blocks reaches every cell of a box once") {
  const auto run = test::run_textbook("index_3d.cu");
  std::vector<int32_t> expected;
  for (int z = 0; z < 8; ++z) {
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 11; ++x) {
        const int block = (z / 5 * 2 + y / 3) * 3 + x / 4;
        const int thread = (z % 5 * 3 + y % 3) * 4 + x % 4;
        expected.push_back(block * 1000 + thread);
      }
    }
  }
  test::check_equal(test::values_of<int32_t>(*run, "cells"), expected);
  CHECK(run->totals.global[1].bytes_requested == 8 * 5 * 11 * 4);
}

TEST_CASE("textbook: dynamic shared memory carved into doubles, shorts and ranks") {
  const auto run = test::run_textbook("carved_shared.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  std::vector<float> sums;
  std::vector<int32_t> odd, ranks, counts;
  for (size_t i = 0; i < in.size(); ++i) {
    float sum = 0;
    int odd_so_far = 0, smaller = 0;
    for (size_t k = i / 40 * 40; k <= i; ++k) {
      sum += in[k];
      odd_so_far += static_cast<int>(in[k]) % 2;
      smaller += in[k] < in[i] ? 1 : 0;
    }
    sums.push_back(sum);
    odd.push_back(odd_so_far);
    ranks.push_back(smaller);
  }
  for (size_t i = 0; i < in.size(); ++i) {
    counts.push_back(100 * odd[i] + ranks[i / 40 * 40 + 39 - i % 40]);
  }
  test::check_equal(test::values_of<float>(*run, "out"), sums);
  test::check_equal(test::values_of<int32_t>(*run, "counts"), counts);
}

TEST_CASE("textbook: namespaces, default arguments, overloads, references, deduction") {
  const auto run = test::run_textbook("language_tour.cu");
  const auto in = test::inputs_of<int32_t>(*run, "in");
  std::vector<int32_t> ints;
  std::vector<float> floats;
  for (size_t i = 0; i < in.size(); ++i) {
    const int smaller = std::min(in[i], in[i ^ 1]), larger = std::max(in[i], in[i ^ 1]);
    const float real = std::min(static_cast<float>(smaller), 7.5f);
    const float limit = std::max(static_cast<float>(smaller), 7.5f);
    const int steps = 8 + 6 + 4 + 2;
    ints.push_back(std::clamp(larger / 2 * 3, 0, 31) + std::clamp(smaller, 5, 31) + steps +
                   8 * std::max(static_cast<int>(i % 3), 1));
    floats.push_back(real / 2 + std::max(limit, 2.0f));
  }
  test::check_equal(test::values_of<int32_t>(*run, "ints"), ints);
  test::check_equal(test::values_of<float>(*run, "floats"), floats);
}

TEST_CASE("textbook: pointers that walk, their differences, a loop over a range") {
  const auto run = test::run_textbook("pointer_walk.cu");
  const auto text = test::inputs_of<int8_t>(*run, "text");
  std::vector<int32_t> lengths, sums;
  for (size_t begin = 0; begin < text.size(); begin += 10) {
    int length = 0;
    while (length < 10) {
      ++length;
      if (text[begin + static_cast<size_t>(length) - 1] < -40) break;
    }
    lengths.push_back(length);
    int parts[3] = {0, 0, 0};
    for (size_t k = 0; k < 10; ++k) parts[k % 3] += text[begin + 9 - k];
    sums.push_back(2 * (2 * parts[0] + parts[1]) + parts[2]);
  }
  test::check_equal(test::values_of<int32_t>(*run, "lengths"), lengths);
  test::check_equal(test::values_of<int32_t>(*run, "sums"), sums);
}

TEST_CASE("textbook: bytes counted four at a time") {
  const auto run = test::run_textbook("count_bytes.cu");
  const auto text = test::inputs_of<uint8_t>(*run, "text");
  const auto is_match = [](uint8_t byte) { return (byte & 15) == 7; };
  const auto matches = std::count_if(text.begin(), text.end(), is_match);
  CHECK(test::values_of<uint32_t>(*run, "count") ==
        std::vector<uint32_t>{static_cast<uint32_t>(matches)});
  CHECK(test::global_total(*run, "text", Operation::kLoad).requests == 4);
}
