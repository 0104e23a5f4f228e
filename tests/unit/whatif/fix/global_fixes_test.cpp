// x and y exchanged where that saves sectors, refused where it does not or cannot be shown to do
// the same; and what changes by hand would gain, with sectors worked out by hand.
#include "sim/whatif/fix/global_fixes.hpp"

#include <doctest/doctest.h>

#include "sim/whatif/fix/find_fixes.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using fix::GainKind;
using warplens::test::golden;

namespace {

fix::Fixes found(const std::string& text, const std::string& words) {
  base::Checked<fix::Fixes> fixes = fix::find_fixes(test::make_request(text, words));
  REQUIRE(fixes.ok());
  return std::move(*fixes);
}

std::string refusal(const fix::Fixes& fixes) {
  REQUIRE(fixes.exchange);
  REQUIRE(fixes.exchange->refusal);
  return fixes.exchange->refusal->message;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<fix::GlobalGain> gains(const fix::Fixes& fixes, GainKind kind) {
  std::vector<fix::GlobalGain> some;
  for (const fix::GlobalGain& gain : fixes.gains)
    if (gain.kind == kind) some.push_back(gain);
  return some;
}

const char* const kSquare =
    "--grid 2,2 --block 16,16 --arg in=int[32][32] --arg out=int[32][32]:zero --arg n=32";

}  // namespace

TEST_CASE("global fix: a copy down the columns moves a quarter with x and y exchanged") {
  const std::string text = R"(
__global__ void k(const int* in, int* out, int n) {
  int r = blockIdx.y * 16 + threadIdx.x, c = blockIdx.x * 16 + threadIdx . y;
  out[r * n + c] = in[r * n + c];
})";
  const fix::Fixes fixes = found(text, kSquare);
  // 32 warps make two requests each: two neighbours in 16 rows are 16 sectors, 16 in 2 rows 4.
  CHECK(fixes.global.sectors == 64 * 16);
  CHECK(fixes.global.needed == 64 * 4);
  REQUIRE(fixes.is_exchanged());
  CHECK(fixes.exchange->after.sectors == 64 * 4);
  CHECK(holds(fixes.exchange->text, "+ threadIdx.y, c = blockIdx.x * 16 + threadIdx . x;"));
  CHECK(fix::words(*fixes.exchange) == golden("whatif.fixes.fewer_sectors"));
}

TEST_CASE("global fix: a transpose loses as much as it gains, and is refused with both sums") {
  const fix::Fixes fixes = found(R"(
__global__ void k(const int* in, int* out, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
})",
                                 kSquare);
  CHECK(holds(refusal(fixes), "move 640 sectors, now 640"));
  CHECK_FALSE(gains(fixes, GainKind::kTile).empty());
}

TEST_CASE("global fix: nothing is reported where no sector is wasted") {
  const fix::Fixes fixes = found(R"(
__global__ void k(const int* in, int* out, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * n + x] = in[y * n + x];
})",
                                 "--grid 1 --block 32,32 --arg in=int[32][32] --arg "
                                 "out=int[32][32]:zero --arg n=32");
  CHECK_FALSE(fixes.exchange);
  CHECK(fixes.gains.empty());
}

TEST_CASE("global fix: refused where it can't be written or shown to do the same") {
  const std::string body = "  out[(blockIdx.y * 16 + x) * n + blockIdx.x * 16 + y] = n;\n}\n";
  const std::string head = "__global__ void k(const int* in, int* out, int n) {\n";
  CHECK(holds(refusal(found("#define TX threadIdx.x\n" + head +
                                "  int x = TX, y = threadIdx.y; x = threadIdx.x;\n" + body,
                            kSquare)),
              "a macro names threadIdx"));
  CHECK(
      holds(refusal(found(head + "  uint3 t = threadIdx; int x = t.x, y = t.y;\n" + body, kSquare)),
            "used here as a whole"));
  CHECK(holds(refusal(found(head + "  int x = threadIdx.x, y = threadIdx.y;\n" + body,
                            "--grid 2,2 --block 16,8 --arg in=int[32][32] --arg "
                            "out=int[32][32]:zero --arg n=32")),
              "16 x 8 threads is not as wide as high"));
  CHECK(holds(refusal(found(head +
                                "  int x = threadIdx.x, y = threadIdx.y;\n"
                                "  n = __shfl_xor_sync(~0u, x * 16 + y, 1);\n" +
                                body,
                            kSquare)),
              "comes out different"));
}

TEST_CASE("global fix: four neighbouring loads of each lane are what a float4 takes once") {
  const fix::Fixes fixes = found(R"(
__global__ void k(const float* a, float* out) {
  int t = threadIdx.x;
  out[t] = a[4 * t] + a[4 * t + 1] +
           a[4 * t + 2] + a[4 * t + 3];
})",
                                 "--grid 1 --block 64 --arg a=float[256] --arg out=float[64]:zero");
  const std::vector<fix::GlobalGain> vectors = gains(fixes, GainKind::kVector);
  REQUIRE(vectors.size() == 1);
  CHECK(vectors[0].line == 4);
  CHECK(vectors[0].array == "a");
  CHECK(vectors[0].sectors == 2 * 4 * 16);  // 512 bytes of a warp, four times
  CHECK(vectors[0].needed == 2 * 16);
  CHECK(holds(vectors[0].message, "one of 16 bytes"));
}

TEST_CASE("global fix: three loads of each lane are no vector") {
  const fix::Fixes fixes = found(R"(
__global__ void k(const float* a, float* out) {
  int t = threadIdx.x;
  out[t] = a[4 * t] + a[4 * t + 1] + a[4 * t + 2];
})",
                                 "--grid 1 --block 64 --arg a=float[256] --arg out=float[64]:zero");
  CHECK(gains(fixes, GainKind::kVector).empty());
}

TEST_CASE("global fix: a member of neighbouring structures would be contiguous in one of arrays") {
  const fix::Fixes fixes = found(R"(
struct Body { float x, y, z; };
__global__ void k(const Body* bodies, float* out) {
  int t = threadIdx.x;
  out[t] = bodies[t].y;
})",
                                 "--grid 1 --block 32 --arg bodies=Body[32] --arg "
                                 "out=float[32]:zero");
  const std::vector<fix::GlobalGain> structures = gains(fixes, GainKind::kStructure);
  REQUIRE(structures.size() == 1);
  CHECK(structures[0].line == 5);
  CHECK(structures[0].sectors == 12);  // 384 bytes
  CHECK(structures[0].needed == 4);    // 128
}

TEST_CASE("global fix: lanes a row apart would move each sector once through a tile") {
  const std::string text = R"(
__global__ void k(const float* a, float* out, int n) {
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += a[threadIdx.x * n + j];
  out[threadIdx.x] = sum;
})";
  const fix::Fixes fixes =
      found(text, "--grid 1 --block 32 --arg a=float[32][64] --arg out=float[32]:zero --arg n=64");
  const std::vector<fix::GlobalGain> tiles = gains(fixes, GainKind::kTile);
  REQUIRE(tiles.size() == 1);
  CHECK(tiles[0].line == 5);
  CHECK(tiles[0].array == "a");
  CHECK(tiles[0].sectors == 8 * 32);
  CHECK(tiles[0].needed == 32);  // 8 floats of each row
  CHECK(holds(tiles[0].message, "neighbouring lanes are 256 bytes apart"));
}

TEST_CASE("global fix: lanes apart whose sectors nobody else needs gain nothing by a tile") {
  const fix::Fixes fixes =
      found(R"(
__global__ void k(const float* a, float* out) {
  out[threadIdx.x] = a[threadIdx.x * 64];
})",
            "--grid 1 --block 32 --arg a=float[2048] --arg out=float[32]:zero");
  CHECK(gains(fixes, GainKind::kTile).empty());
}
