// The warp machine against the naive one (compare.hpp), on random kernels and on the tests' own.
#include <doctest/doctest.h>

#include <filesystem>

#include "compare.hpp"
#include "generator.hpp"
#include "sim/code/verify.hpp"
#include "sim/tensor/mma_shape.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using oracle::compare;
using oracle::Verdict;

namespace {

constexpr uint64_t kStepLimit = 400'000;

void check_random(uint32_t first_seed, uint32_t count, bool uses_functions) {
#ifdef WARPLENS_SANITIZED
  count /= 3;
#endif
  uint32_t compared = 0;
  for (uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    const std::string text = oracle::random_kernel(seed, uses_functions);
    CAPTURE(seed);
    CAPTURE(text);
    // A shuffle from a lane that a warp lacks has no defined value.
    const bool needs_full_warps = text.find("__shfl") != std::string::npos;
    const std::string block = seed % 3 == 0                        ? "16,6"
                              : seed % 3 == 1 && !needs_full_warps ? "45"
                                                                   : "64";
    const auto run = test::must_run(
        text, "--grid 2 --block " + block +
                  " --arg out=int[1024]:zero --arg in=int[512]:random=" + std::to_string(seed) +
                  " --arg wide=float[512]:mod=97 --arg n=" + std::to_string(seed % 40) +
                  " --step-limit 400000");
    CHECK(code::first_defect(*run->program) == "");
    std::string why;
    const Verdict verdict = compare(*run, kStepLimit, why);
    CHECK_MESSAGE(verdict != Verdict::kDifferent, why);
    compared += verdict == Verdict::kSame ? 1 : 0;
  }
  CHECK(compared > count / 2);
}

}  // namespace

TEST_CASE("oracle: random kernels of plain control flow and shared arrays") {
  check_random(1, 150, false);
}

TEST_CASE("oracle: random kernels with functions, records, vectors and warp functions") {
  check_random(1000, 150, true);
}

TEST_CASE("oracle: products of tensor cores, of any bits") {
  for (uint32_t shape = 0; shape < tensor::mma_shapes().size(); ++shape) {
    const bool is_f64 = tensor::mma_shapes()[shape].d == tensor::Element::kF64;
    const std::string text =
        is_f64 ? "__global__ void k(const double* in, double* out) {"
                 "  const double* p = in + 4 * threadIdx.x;"
                 "  double d[2];"
                 "  warplens_mma_f64(&d[0], &d[1], p[0], p[1], p[2], p[3]);"
                 "  warplens_mma_f64(&d[0], &d[1], p[2], p[0], d[1], d[0]);"
                 "  out[2 * threadIdx.x] = d[0]; out[2 * threadIdx.x + 1] = d[1]; }"
               : "__global__ void k(const unsigned* in, unsigned* out) {"
                 "  const unsigned* p = in + 10 * threadIdx.x;"
                 "  unsigned d[4] = {p[9], p[8] & 0xbfffbfff, p[7] & 0xbfffbfff, p[6]};"
                 "  for (int i = 0; i < 3; ++i)"
                 "    warplens_mma(" +
                     std::to_string(shape) +
                     ", &d[0], &d[1], &d[2], &d[3], p[i], p[1], p[2], p[3], p[4], p[i + 3],"
                     " d[0], d[1], d[2], d[3]);"
                     "  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = d[i]; }";
    CAPTURE(text);
    const auto run = test::must_run(
        text, is_f64 ? "--block 64 --arg in=double[256]:random=3 --arg out=double[128]:zero"
                     : "--block 64 --arg in=uint[640]:random=3 --arg out=uint[256]:zero");
    CHECK(code::first_defect(*run->program) == "");
    std::string why;
    CHECK_MESSAGE(compare(*run, kStepLimit, why) == Verdict::kSame, why);
  }
}

TEST_CASE("oracle: the textbook and the measured kernels") {
  uint32_t compared = 0, too_long = 0;
  for (const std::string folder : {"textbook", "measured"}) {
    const std::filesystem::path root = std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/";
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string name = folder + "/" + entry.path().filename().string();
      CAPTURE(name);
      std::string why;
      const Verdict verdict = compare(*test::must_run_file(name), kStepLimit, why);
      CHECK_MESSAGE(verdict != Verdict::kDifferent, why);
      compared += verdict == Verdict::kSame ? 1 : 0;
      too_long += verdict == Verdict::kTooLong ? 1 : 0;
    }
  }
  CHECK(compared >= 100);
  CHECK(too_long <= 10);
}
