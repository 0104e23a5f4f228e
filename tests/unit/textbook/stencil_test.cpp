// Stencils and convolutions in one, two and three dimensions: halos, borders, constant masks.
#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

// A matrix whose elements outside are zero, or the nearest one inside.
template <typename T>
struct Image {
  const std::vector<T>& elements;
  int width, height;

  bool has(int x, int y) const { return x >= 0 && x < width && y >= 0 && y < height; }
  T at(int x, int y) const {
    return elements[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
  T or_zero(int x, int y) const { return has(x, y) ? at(x, y) : T{0}; }
  T nearest(int x, int y) const {
    return at(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
  }
};

template <typename T, typename Function>
std::vector<T> for_each_element(int width, int height, Function element) {
  std::vector<T> out;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) out.push_back(element(x, y));
  }
  return out;
}

}  // namespace

TEST_CASE("textbook: stencil of seven points with a halo in shared memory") {
  const auto run = test::run_textbook("stencil_1d.cu");
  const auto in = test::inputs_of<int>(*run, "in");
  const Image<int> row{in, 600, 1};
  test::check_equal(test::values_of<int>(*run, "out"),
                    for_each_element<int>(600, 1, [&](int x, int) {
                      int sum = 0;
                      for (int d = -3; d <= 3; ++d) sum += row.or_zero(x + d, 0);
                      return sum;
                    }));
  CHECK(run->totals.shared[0].conflicts == 0);
  CHECK(run->totals.shared[0].requests == 7 * ((600 + 31) / 32));
}

TEST_CASE("textbook: stencil of five points in two dimensions") {
  const auto run = test::run_textbook("stencil_2d.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  const Image<float> image{in, 45, 37};
  test::check_equal(test::values_of<float>(*run, "out"),
                    for_each_element<float>(45, 37, [&](int x, int y) {
                      return image.nearest(x, y - 1) + image.nearest(x, y + 1) +
                             image.nearest(x - 1, y) + image.nearest(x + 1, y) - 4 * image.at(x, y);
                    }));
}

TEST_CASE("textbook: stencil of seven points in three dimensions, planes in a register queue") {
  const auto run = test::run_textbook("stencil_3d_queue.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  const size_t nx = 30, ny = 20, nz = 10;
  std::vector<float> expected(in.size());
  for (size_t z = 1; z + 1 < nz; ++z) {
    for (size_t y = 1; y + 1 < ny; ++y) {
      for (size_t x = 1; x + 1 < nx; ++x) {
        const size_t i = (z * ny + y) * nx + x;
        expected[i] = 2 * in[i] + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
                      in[i - nx * ny] + in[i + nx * ny];
      }
    }
  }
  test::check_equal(test::values_of<float>(*run, "out"), expected);
}

TEST_CASE("textbook: heat in two dimensions, pointers swapped between the steps") {
  const auto run = test::run_textbook("heat_2d.cu");
  const int steps = test::int_of(*run, "steps");
  std::vector<double> now = test::inputs_of<double>(*run, "a"), before;
  for (int step = 0; step < steps; ++step) {
    before = now;
    const Image<double> plate{before, 40, 24};
    now = for_each_element<double>(40, 24, [&](int x, int y) {
      const double here = plate.at(x, y);
      if (x == 0 || y == 0 || x == 39 || y == 23) return here;
      const double around =
          plate.at(x, y - 1) + plate.at(x, y + 1) + plate.at(x - 1, y) + plate.at(x + 1, y);
      const double change = 0.125 * (around - 4.0 * here);
      return here + change;
    });
  }
  REQUIRE(steps % 2 == 1);
  test::check_equal(test::values_of<double>(*run, "b"), now);
  test::check_equal(test::values_of<double>(*run, "a"), before);
}

TEST_CASE("textbook: convolution in one dimension with a mask in constant memory") {
  const auto run = test::run_textbook("convolution_1d_constant.cu");
  const auto in = test::inputs_of<float>(*run, "N");
  const Image<float> row{in, 250, 1};
  const float mask[7] = {1, 2, 3, 4, 3, 2, 1};
  test::check_equal(test::values_of<float>(*run, "P"),
                    for_each_element<float>(250, 1, [&](int x, int) {
                      float sum = 0;
                      for (int j = 0; j < 7; ++j) sum += row.or_zero(x - 3 + j, 0) * mask[j];
                      return sum;
                    }));
  CHECK(run->totals.shared[0].requests == 0);
  // The mask is no global memory: 8 warps load their 7 neighbours each and nothing else.
  CHECK(run->totals.global[0].requests == 8 * 7);
}

TEST_CASE("textbook: convolution in two dimensions with a tile as large as the block") {
  const auto run = test::run_textbook("convolution_2d_tiled.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  const Image<float> image{in, 42, 30};
  const float line[5] = {1, 4, 6, 4, 1};
  test::check_equal(test::values_of<float>(*run, "out"),
                    for_each_element<float>(42, 30, [&](int x, int y) {
                      float sum = 0;
                      for (int dy = 0; dy < 5; ++dy) {
                        for (int dx = 0; dx < 5; ++dx) {
                          sum += line[dy] * line[dx] * image.or_zero(x - 2 + dx, y - 2 + dy);
                        }
                      }
                      return sum;
                    }));
}

TEST_CASE("textbook: separable convolution, rows and columns") {
  const float mask[9] = {1, 2, 3, 5, 8, 7, 4, 2, 1};
  const auto rows = test::run_textbook("convolution_separable.cu");
  const auto in = test::inputs_of<float>(*rows, "d_Src");
  const Image<float> image{in, 128, 40};
  test::check_equal(test::values_of<float>(*rows, "d_Dst"),
                    for_each_element<float>(128, 40, [&](int x, int y) {
                      float sum = 0;
                      for (int j = -4; j <= 4; ++j) sum += mask[4 - j] * image.or_zero(x + j, y);
                      return sum;
                    }));

  const auto columns = test::run_textbook("convolution_separable.cu",
                                          "--kernel convolutionColumns --grid 8,2 --block 16,5");
  test::check_equal(test::values_of<float>(*columns, "d_Dst"),
                    for_each_element<float>(128, 40, [&](int x, int y) {
                      float sum = 0;
                      for (int j = -4; j <= 4; ++j) sum += mask[4 - j] * image.or_zero(x, y + j);
                      return sum;
                    }));
}

TEST_CASE("textbook: blur of points of four bytes") {
  const auto run = test::run_textbook("convolution_2d_uchar4.cu");
  const auto in = test::inputs_of<unsigned char>(*run, "src");
  REQUIRE(in.size() == 20 * 40 * 4);
  std::vector<unsigned char> expected(in.size());
  for (int i = 0; i < 20 * 40 * 4; ++i) {
    const int x = i / 4 % 40, y = i / 4 / 40, colour = i % 4;
    int sum = 0, count = 0;
    for (int sy = std::max(y - 1, 0); sy <= std::min(y + 1, 19); ++sy) {
      for (int sx = std::max(x - 1, 0); sx <= std::min(x + 1, 39); ++sx) {
        sum += in[static_cast<size_t>((sy * 40 + sx) * 4 + colour)];
        ++count;
      }
    }
    const auto at = static_cast<size_t>(i);
    expected[at] = colour == 3 ? in[at] : static_cast<unsigned char>(sum / count);
  }
  test::check_equal(test::values_of<unsigned char>(*run, "dst"), expected);
  // A point is one store of four bytes a lane.
  CHECK(test::global_total(*run, "dst", Operation::kStore).bytes_used == 20 * 40 * 4);
}

TEST_CASE("textbook: stencil whose neighbours come from other lanes' registers") {
  const auto run = test::run_textbook("stencil_2d_shuffle.cu");
  const auto in = test::inputs_of<int>(*run, "in");
  const Image<int> image{in, 64, 24};
  test::check_equal(
      test::values_of<int>(*run, "out"), for_each_element<int>(64, 24, [&](int x, int y) {
        return std::max({image.nearest(x - 1, y), image.at(x, y), image.nearest(x + 1, y)});
      }));
  // A row of 32, and one element more for each inner edge.
  CHECK(test::global_total(*run, "in", Operation::kLoad).requests == 24 * 2 * 2);
}
