// How fast the engine executes, counts and records: the tiled matrix product at n = 256, tile 16
// (37.8 million lane accesses), beside the same product as a plain C++ loop in the same run, so
// that machines can be compared by ratio.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/launch/parse.hpp"
#include "sim/run/run.hpp"

using namespace warplens;

namespace {

constexpr size_t kEdge = 256;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// [seconds]
double host_product(float& check) {
  std::vector<float> left(kEdge * kEdge), right(kEdge * kEdge), out(kEdge * kEdge);
  for (size_t i = 0; i < left.size(); ++i) left[i] = right[i] = static_cast<float>(i % 1021);
  const auto start = std::chrono::steady_clock::now();
  for (size_t r = 0; r < kEdge; ++r) {
    for (size_t c = 0; c < kEdge; ++c) {
      float total = 0;
      for (size_t k = 0; k < kEdge; ++k) total += left[r * kEdge + k] * right[k * kEdge + c];
      out[r * kEdge + c] = total;
    }
  }
  check = out[kEdge + 1];
  return seconds_since(start);
}

uint64_t lane_accesses(const run::Run& run) {
  uint64_t lanes = 0;
  for (const observe::AccessRow& row : run.accesses) lanes += row.lanes;
  return lanes;
}

}  // namespace

int main() {
  std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/table/products.cu");
  std::ostringstream text;
  text << in.rdbuf();
  const auto options = launch::parse_options(launch::split_words(
      "--kernel product_in_tiles --grid 16,16 --block 16,16 --arg left=float[256][256] "
      "--arg right=float[256][256] --arg out=float[256][256]:zero --arg edge=256"));
  if (!options.ok()) return 2;
  prepare::Request request;
  request.file = base::SourceFile("products.cu", text.str());
  request.launch = launch::apply({}, *options);
  float check = 0;
  const double host = host_product(check);
  std::printf("host loop: %.4f s (check %.1f)\n", host, static_cast<double>(check));
  for (const bool record : {false, true, false, true}) {
    request.record = record;
    const auto start = std::chrono::steady_clock::now();
    const auto run = run::run(request);
    const double seconds = seconds_since(start);
    if (!run.ok()) {
      std::fputs(base::render(run.error(), request.file).c_str(), stderr);
      return 2;
    }
    const auto lanes = static_cast<double>(lane_accesses(**run));
    const auto steps = static_cast<double>((*run)->steps);
    std::printf(
        "%s: %.3f s, %.1f million accesses/s, %.1f ns a warp instruction, %.1f x host loop\n",
        record ? "one block recorded" : "totals only       ", seconds, lanes / seconds / 1e6,
        seconds / steps * 1e9, seconds / host);
  }
  return 0;
}
