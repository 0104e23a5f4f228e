// What the launches of a text ask of a device, and what is shown of each.
#include "sim/prepare/launch_needs.hpp"

#include <doctest/doctest.h>

#include "sim/launch/parse.hpp"
#include "sim/prepare/launch_verdict.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

// Two kernels; of the three launches one is too large everywhere, one only on old devices.
const std::string kQuery =
    "__global__ void fill(float* x) { x[blockIdx.x] = 1; }\n"
    "__global__ void reverse(float* x) {\n"
    "  __shared__ float own[64];\n"
    "  extern __shared__ float copy[];\n"
    "  own[threadIdx.x % 64] = copy[threadIdx.x % 4] = x[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  x[threadIdx.x] = own[63 - threadIdx.x % 64] + copy[0];\n"
    "}\n"
    "int main() {\n"
    "  float* x;\n"
    "  cudaMalloc(&x, 8192 * sizeof(float));\n"
    "  reverse<<<2, 128, 1024>>>(x);\n"
    "  fill<<<4, dim3(40, 32)>>>(x);\n"
    "  fill<<<dim3(2, 3), dim3(32, 32)>>>(x);\n"
    "}\n";

prepare::TextLaunches launches_of(const std::string& text, const std::string& words = "",
                                  bool has_launch = false) {
  const auto launches = prepare::launches_of_text(test::make_request(text, words), has_launch);
  if (!launches.ok()) {
    FAIL(launches.error().front().message);
    return {};
  }
  // Cut anywhere they are the same.
  prepare::TextLaunchSearch search(test::make_request(text, words), has_launch);
  size_t slices = 1;
  for (base::Slice slice(1); search.advance(slice) == base::Progress::kMore; slice = base::Slice(1))
    ++slices;
  if (launches->is_of_host) CHECK(slices > 1);
  const auto cut = search.take();
  REQUIRE(cut.ok());
  REQUIRE(cut->launches.size() == launches->launches.size());
  for (size_t i = 0; i < cut->launches.size(); ++i) {
    CHECK(launch::print(cut->launches[i].of.launch) ==
          launch::print(launches->launches[i].of.launch));
    CHECK(cut->launches[i].needs.shared == launches->launches[i].needs.shared);
  }
  CHECK(cut->unknown == launches->unknown);
  CHECK(cut->left_out == launches->left_out);
  return *launches;
}

prepare::LaunchVerdict on(const std::string& device, const prepare::TextLaunch& launch) {
  return prepare::verdict_of(launch, *model::find_device(device));
}

}  // namespace

TEST_CASE("launch needs: every launch of the host code with its kernel's shared memory") {
  const prepare::TextLaunches found = launches_of(kQuery);
  CHECK(found.is_of_host);
  CHECK(found.unknown == 0);
  CHECK(found.left_out == 0);
  REQUIRE(found.launches.size() == 3);
  const prepare::TextLaunch& reverse = found.launches[0];
  CHECK(words(reverse.of.place) == "line 12: reverse<<<2, 128, 1024>>>(x)");
  CHECK(reverse.of.is_ready);
  CHECK(reverse.needs.grid[0] == 2);
  CHECK(reverse.needs.static_shared == 256);
  CHECK(reverse.needs.shared == 256 + 1024);
  CHECK(reverse.needs.registers == 0);
  CHECK(found.launches[1].needs.threads() == 1280);
  CHECK(found.launches[1].needs.shared == 0);
  CHECK(found.launches[2].needs.grid[1] == 3);
}

TEST_CASE("launch needs: a verdict for the device, and on how many others it starts") {
  const prepare::TextLaunches found = launches_of(kQuery);
  REQUIRE(found.launches.size() == 3);
  const std::string all = std::to_string(model::devices().size());
  const std::string most = std::to_string(model::devices().size() - 1);

  const prepare::LaunchVerdict good = on("h200", found.launches[0]);
  CHECK(good.starts);
  CHECK(good.words == "stays within every limit");
  CHECK(good.devices == "starts on all " + all + " devices");

  const prepare::LaunchVerdict large = on("h200", found.launches[1]);
  CHECK_FALSE(large.starts);
  CHECK(large.words == golden("model.limits.too_many_threads"));
  CHECK(large.devices == "starts on none of the " + all + " devices");

  const prepare::LaunchVerdict newer = on("h200", found.launches[2]);
  CHECK(newer.starts);
  CHECK(newer.devices == "starts on " + most + " of " + all + " devices; not on cc1.0");
  REQUIRE(newer.reasons.size() == 1);
  CHECK(newer.reasons[0] == golden("model.limits.too_many_threads_of_cc10"));
  CHECK(on("cc1.0", found.launches[2]).words ==
        golden("model.limits.too_many_threads_of_old_device"));

  CHECK(prepare::notes_on(found) == golden("prepare.launches.registers_not_counted"));
}

TEST_CASE("launch needs: a kernel that cannot be run is listed without its shared arrays") {
  const prepare::TextLaunches found = launches_of(
      "__global__ void odd(float* x) { __shared__ float a[64]; asm(\"exit;\"); x[0] = a[0]; }\n"
      "__global__ void fill(float* x) { x[0] = 1; }\n"
      "void f(float* x, int n) { odd<<<1, 2048>>>(x); fill<<<n, 32>>>(x); }\n");
  REQUIRE(found.launches.size() == 1);
  CHECK_FALSE(found.launches[0].of.is_ready);
  CHECK(found.launches[0].needs.static_shared == 0);
  const std::string words = on("h200", found.launches[0]).words;
  CHECK(words.find("threads of a block: 2,048 are more than 1,024") != std::string::npos);
  CHECK(words.ends_with("(the kernel cannot be run here, so its shared arrays are not counted)"));
  CHECK(found.unknown == 1);
  CHECK(prepare::notes_on(found).back() == golden("prepare.launches.one_without_sizes"));
}

TEST_CASE("launch needs: without host code the given launches, one by one") {
  const std::string kernels =
      "__global__ void a(float* x) { __shared__ float s[8]; s[0] = 1; x[0] = s[0]; }\n"
      "__global__ void b(float* x) { x[0] = 1; }\n";
  const std::string words =
      "--kernel a --grid 2,2 --block 64 --shared 16 --arg x=float[1] "
      "--then '--kernel b --grid 1 --block 32'";
  const prepare::TextLaunches found = launches_of(kernels, words, true);
  CHECK_FALSE(found.is_of_host);
  REQUIRE(found.launches.size() == 2);
  CHECK(found.launches[0].of.place.code == "a<<<dim3(2, 2), 64, 16>>>");
  CHECK(found.launches[0].needs.shared == 48);
  CHECK(found.launches[1].of.place.code == "b<<<1, 32>>>");
  CHECK(launches_of(kernels, words).launches.empty());
  CHECK_FALSE(prepare::launches_of_text(test::make_request("__global__ void k( {", ""), true).ok());
}

TEST_CASE("launch needs: of many launches the first ones, and how many are left out") {
  std::string text = "__global__ void k(float* x) { x[0] = 1; }\nvoid f(float* x) {\n";
  for (size_t i = 0; i < prepare::kMostHostLaunches + 3; ++i) text += "  k<<<1, 32>>>(x);\n";
  const prepare::TextLaunches found = launches_of(text + "}\n");
  CHECK(found.launches.size() == prepare::kMostHostLaunches);
  CHECK(found.left_out == 3);
  CHECK(prepare::notes_on(found).back() == golden("prepare.launches.more_not_listed"));
}
