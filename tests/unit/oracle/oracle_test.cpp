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

// First of finite halves, then of any bits.
TEST_CASE("oracle: products of tensor cores, of every shape") {
  for (uint32_t shape = 0; shape < tensor::mma_shapes().size(); ++shape) {
    const bool is_f64 = tensor::mma_shapes()[shape].d == tensor::Element::kF64;
    const std::string text =
        is_f64 ? "__global__ void k(const double* in, double* out) {\n"
                 "  const double* p = in + 4 * threadIdx.x;\n"
                 "  double d[2];\n"
                 "  warplens_mma_f64(&d[0], &d[1], p[0], p[1], p[2], p[3]);\n"
                 "  warplens_mma_f64(&d[0], &d[1], p[2], p[0], d[1], d[0]);\n"
                 "  out[2 * threadIdx.x] = d[0]; out[2 * threadIdx.x + 1] = d[1];\n}\n"
               : "__global__ void k(const unsigned* in, unsigned* out) {\n"
                 "  const unsigned* p = in + 10 * threadIdx.x;\n"
                 "  unsigned d[4] = {p[9], p[8], p[7], p[6]};\n"
                 "  for (int i = 0; i < 2; ++i) {\n"
                 "    const unsigned m = i == 0 ? 0xbfffbfff : 0xffffffff;\n"
                 "    warplens_mma(" +
                     std::to_string(shape) +
                     ", &d[0], &d[1], &d[2], &d[3], p[i] & m, p[1] & m, p[2] & m, p[3] & m,\n"
                     "                 p[4] & m, p[5 - i] & m, d[0] & m, d[1] & m, d[2] & m, "
                     "d[3] & m);\n"
                     "  }\n"
                     "  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = d[i];\n}\n";
    CAPTURE(text);
    const auto run = test::must_run(
        text, is_f64 ? "--block 32 --arg in=double[128]:random=3 --arg out=double[64]:zero"
                     : "--block 32 --arg in=uint[320]:random=3 --arg out=uint[128]:zero");
    CHECK(code::first_defect(*run->program) == "");
    std::string why;
    CHECK_MESSAGE(compare(*run, kStepLimit, why) == Verdict::kSame, why);
  }
}

TEST_CASE("oracle: products of tensor cores without some of the lanes") {
  const auto run = test::must_run(
      "__global__ void k(const unsigned* in, unsigned* out) {"
      "  unsigned d0 = 1, d1 = 2, v = in[threadIdx.x];"
      "  if (v % 3 != 0) warplens_mma(4, &d0, &d1, &d0, &d0, v, v * 5, 0, 0, v * 7, 0, d1, v, 0, "
      "0);"
      "  if (threadIdx.x % 8 == 5) return;"
      "  warplens_mma(4, &d0, &d1, &d0, &d0, d1, v * 5, 0, 0, v * 7, 0, d0, v, 0, 0);"
      "  out[2 * threadIdx.x] = d0; out[2 * threadIdx.x + 1] = d1; }",
      "--block 48 --arg in=uint[48]:random=3 --arg out=uint[96]:zero");
  std::string why;
  CHECK_MESSAGE(compare(*run, kStepLimit, why) == Verdict::kSame, why);
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
