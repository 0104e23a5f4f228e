// Layouts of tiles that ldmatrix reads, and that stores or asynchronous copies fill: both sides are
// counted at once, and 16-byte pieces stay whole.
#include <doctest/doctest.h>

#include <algorithm>

#include "sim/edit/swizzle.hpp"
#include "sim/whatif/fix/find_fixes.hpp"
#include "sim/whatif/fix/sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using Kind = edit::LayoutChange::Kind;

namespace {

// A tile of 64 rows of so many halves, filled by rows and read by ldmatrix.x4 down the rows.
std::string tile(int columns, const std::string& fill) {
  const std::string count = std::to_string(columns);
  return "__device__ void ldsm4(unsigned (&r)[4], const unsigned short* p) {\n"
         "  unsigned a = (unsigned)__cvta_generic_to_shared(p);\n"
         "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\"\n"
         "    : \"=r\"(r[0]), \"=r\"(r[1]), \"=r\"(r[2]), \"=r\"(r[3]) : \"r\"(a));\n"
         "}\n"
         "__device__ void cp16(unsigned short* d, const unsigned short* s) {\n"
         "  asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\"\n"
         "    :: \"r\"((unsigned)__cvta_generic_to_shared(d)), \"l\"(s));\n"
         "}\n"
         "__global__ void k(const unsigned short* in, unsigned* out) {\n"
         "  __shared__ __align__(128) unsigned short s[64][" +
         count +
         "];\n"
         "  int t = threadIdx.x, lane = t % 32, warp = t / 32;\n"
         "  for (int i = t; i < 8 * " +
         count + "; i += 128) {\n    int r = i / (" + count + " / 8), c = i % (" + count +
         " / 8) * 8;\n    " + fill +
         "\n  }\n"
         "  asm volatile(\"cp.async.wait_all;\");\n"
         "  __syncthreads();\n"
         "  unsigned sum = 0;\n"
         "  for (int c = 0; c < " +
         count +
         "; c += 16) {\n"
         "    unsigned v[4];\n"
         "    ldsm4(v, &s[warp * 16 + lane % 16][c + lane / 16 * 8]);\n"
         "    sum = sum * 31 + v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7;\n"
         "  }\n"
         "  out[t] = sum;\n"
         "}\n";
}

const char* const kStore = "*(uint4*)&s[r][c] = *(const uint4*)&in[i * 8];";
const char* const kCopy = "cp16(&s[r][c], &in[i * 8]);";

fix::Fixes found_for(const std::string& text, const std::string& words) {
  base::Checked<fix::Fixes> found = fix::find_fixes(test::make_request(text, words));
  REQUIRE(found.ok());
  return std::move(*found);
}

fix::ArrayFixes tile_fixes(int columns, const std::string& fill) {
  const fix::Fixes fixes =
      found_for(tile(columns, fill), "--block 128 --arg in=ushort[" + std::to_string(64 * columns) +
                                         "] --arg out=uint[128]:zero");
  REQUIRE(fixes.arrays.size() == 1);
  CHECK(fixes.is_fixed());
  return fixes.arrays.front();
}

const fix::Fix* of_kind(const fix::ArrayFixes& array, Kind kind) {
  const auto found = std::find_if(array.fixes.begin(), array.fixes.end(),
                                  [&](const auto& fix) { return fix.layout.change.kind == kind; });
  return found == array.fixes.end() ? nullptr : &*found;
}

std::string cute_of(const fix::ArrayFixes& array) {
  const fix::Fix* swizzle = of_kind(array, Kind::kSwizzle);
  REQUIRE(swizzle != nullptr);
  CHECK_FALSE(swizzle->is_partial);
  const auto cute = edit::swizzle_of(swizzle->layout.change);
  REQUIRE(cute.has_value());
  return edit::name_of(*cute);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("fix: a tile of 64 halves a row that ldmatrix reads") {
  const fix::ArrayFixes array = tile_fixes(64, kStore);
  // 16 ldmatrix.x4 of 4 matrices, 8 passes each; 16 stores of 4 passes.
  CHECK(array.before.paid == 512 + 64);
  CHECK(array.before.ideal == 64 + 64);
  CHECK(cute_of(array) == "Swizzle<3,3,3>");
  const fix::Fix* swizzle = of_kind(array, Kind::kSwizzle);
  CHECK(swizzle->layout.cost.paid == 128);
  CHECK(contains(swizzle->text, "s[r][c ^ r % 8 * 8]"));
  CHECK(contains(swizzle->text, "(c + lane / 16 * 8) ^ (warp * 16 + lane % 16) % 8 * 8"));
  CHECK(fix::cute_words(swizzle->layout.change, array.element_bytes) ==
        "in CuTe Swizzle<3,3,3> on indices of elements: address bits 4-6 ^= bits 7-9");
  // Eight halves, so that 16-byte pieces stay whole.
  const fix::Fix* pad = of_kind(array, Kind::kPad);
  REQUIRE(pad != nullptr);
  CHECK(pad->layout.change.pad == 8);
}

TEST_CASE("fix: where a padding cures reads and costs stores, there is a swizzle") {
  const fix::ArrayFixes array = tile_fixes(32, kStore);
  CHECK(array.before.paid == 128 + 32);  // 4 passes a matrix
  CHECK(cute_of(array) == "Swizzle<2,3,3>");
  CHECK(array.fixes.front().layout.change.kind == Kind::kSwizzle);
  CHECK(of_kind(array, Kind::kPad) == nullptr);
  REQUIRE(array.refusals.size() == 1);
  CHECK(array.refusals.front().message ==
        "rows that are 8 elements longer leave loads without conflicts, but stores and copies take "
        "64 wavefronts instead of 32");
}

TEST_CASE("fix: of long rows a swizzle takes the row's bits, which are higher") {
  const fix::ArrayFixes array = tile_fixes(128, kStore);
  CHECK(cute_of(array) == "Swizzle<3,3,4>");
}

TEST_CASE("fix: a tile that cp.async.cg fills is padded only if that moves no more sectors") {
  const fix::ArrayFixes array = tile_fixes(64, kCopy);
  CHECK(array.before.paid == 512 + 16 * 4);
  // A padding by 16 bytes makes more passes of a copy, and of its sectors; a swizzle none.
  CHECK(array.fixes.front().layout.change.kind == Kind::kSwizzle);
  CHECK(cute_of(array) == "Swizzle<3,3,3>");
  CHECK(array.fixes.front().layout.cost.paid == 64 + 64);
  const fix::Fix* pad = of_kind(array, Kind::kPad);
  REQUIRE(pad != nullptr);
  CHECK(pad->layout.cost.paid > 128);
  CHECK(contains(array.fixes.front().text, "cp16(&s[r][c ^ r % 8 * 8], "));
}

namespace {

// A tile of floats, copied by cp.async.ca of 4 bytes a lane.
std::string gather(const std::string& target, const std::string& source) {
  return "__global__ void k(const float* in, float* out) {\n"
         "  __shared__ float s[32][32];\n"
         "  int t = threadIdx.x;\n"
         "  for (int r = threadIdx.y; r < 32; r += 8)\n"
         "    asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: "
         "\"r\"((unsigned)__cvta_generic_to_shared(&s" +
         target + ")), \"l\"(&in[" + source +
         "]));\n"
         "  asm volatile(\"cp.async.wait_all;\");\n"
         "  __syncthreads();\n"
         "  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + t] = s[r][t];\n"
         "}\n";
}
const char* const kGatherWords = "--block 32,8 --arg in=float[1024] --arg out=float[32][32]:zero";

}  // namespace

TEST_CASE("fix: a column that cp.async.ca gathers is padded as a stored one") {
  const fix::Fixes fixes = found_for(gather("[t][r]", "r * 32 + t"), kGatherWords);
  REQUIRE(fixes.arrays.size() == 1);
  CHECK(fixes.arrays[0].before.paid == 32 * 32 + 32);
  CHECK(fixes.is_fixed());
  CHECK(contains(fixes.text, "s[32][32 + 1]"));
  REQUIRE(fixes.arrays[0].fixes.size() >= 2);
  CHECK(fixes.arrays[0].fixes[0].layout.cost.paid == 64);
}

TEST_CASE("fix: no layout helps a copy whose source is on one bank") {
  const fix::Fixes fixes = found_for(gather("[r][t]", "t * 32 + r"), kGatherWords);
  REQUIRE(fixes.arrays.size() == 1);
  const fix::ArrayFixes& array = fixes.arrays.front();
  CHECK(array.before.paid == 32 * 32 + 32);
  CHECK(array.is_left());
  REQUIRE_FALSE(array.refusals.empty());
  CHECK(contains(array.refusals.back().message,
                 "reads its source by lanes that are on one bank there (address / 4 % 32)"));
}
