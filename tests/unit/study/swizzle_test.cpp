// Layouts tried on the addresses of a shared array's accesses.
#include "app/study/swizzle.hpp"

#include <doctest/doctest.h>

#include "sim/run/sequence_run.hpp"
#include "sim/whatif/fix/confirm.hpp"
#include "tests/support/runs.hpp"
#include "tests/unit/study/value_at.hpp"

using namespace warplens;
using study::Section;
using tests::at;
using tests::number_at;
using tests::word_at;

namespace {

// A tile of 64 x 64 halves in one dimension, filled by 16 bytes a lane and read by ldmatrix.x4.
const std::string kFlat = R"(
__global__ void k(const unsigned short* in, unsigned* out) {
  __shared__ __align__(1024) unsigned short s[64 * 64];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  for (int i = t; i < 512; i += 128) *(uint4*)&s[i * 8] = *(const uint4*)&in[i * 8];
  __syncthreads();
  unsigned sum = 0;
  for (int c = 0; c < 64; c += 16) {
    unsigned v[4];
    unsigned a = (unsigned)__cvta_generic_to_shared(&s[(warp * 16 + lane % 16) * 64 + c + lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(a));
    sum = sum * 31 + v[0] + v[1] + v[2] + v[3];
  }
  out[t] = sum;
})";
const std::string kFlatWords = "--block 128 --arg in=ushort[4096] --arg out=uint[128]:zero";

study::SwizzleFacts facts_of(const std::string& text, const std::string& words,
                             const std::string& layout) {
  base::Checked<run::Runs> runs = run::run_sequence(fix::observed(test::make_request(text, words)));
  REQUIRE(runs.ok());
  const auto tried = study::read_swizzle_try(layout);
  REQUIRE(tried.ok());
  return study::swizzle_facts(std::make_shared<const study::SwizzleArrays>(std::move(*runs)),
                              *tried);
}

// Passes of the 16 ldmatrix.x4, of 64 matrices.
uint64_t passes_of_reads(const std::string& layout) {
  const study::SwizzleFacts facts = facts_of(kFlat, kFlatWords, layout);
  REQUIRE(facts.costs.sites.size() == 2);
  CHECK(facts.costs.sites[0].after.paid == 64);  // stores keep their 4 passes each
  CHECK(facts.costs.sites[1].is_matrix);
  CHECK(facts.costs.sites[1].before.paid == 512);
  CHECK(facts.costs.sites[1].after.ideal == 64);
  return facts.costs.sites[1].after.paid;
}

}  // namespace

TEST_CASE("swizzle: each B, M, S takes what it took on a GPU") {
  CHECK(passes_of_reads("s") == 512);
  CHECK(passes_of_reads("s:swizzle=0,3,3") == 512);
  CHECK(passes_of_reads("s:swizzle=1,3,3") == 256);
  CHECK(passes_of_reads("s:swizzle=2,3,3") == 128);
  CHECK(passes_of_reads("s:swizzle=3,3,3") == 64);
  CHECK(passes_of_reads("s:swizzle=3,3,4") == 128);
}

TEST_CASE("swizzle: TMA's modes, wherever the array begins") {
  CHECK(passes_of_reads("s:tma=32") == 256);
  CHECK(passes_of_reads("s:tma=64") == 128);
  CHECK(passes_of_reads("s:tma=128") == 64);
  CHECK(passes_of_reads("s:tma=128+256") == 64);
  const study::SwizzleFacts shifted = facts_of(kFlat, kFlatWords, "s:tma=128+256");
  CHECK(shifted.text.empty());
  CHECK(study::begin_text(shifted).rendered().find(
            "piece 0 of its first 128 bytes is in the place of piece 2") != std::string::npos);
}

TEST_CASE("swizzle: the layout in three spellings, and written into the text") {
  for (const char* layout : {"s:row=64,xor=3,3,0", "s:swizzle=3,3,3", "s:tma=128"}) {
    CAPTURE(layout);
    const study::SwizzleFacts facts = facts_of(kFlat, kFlatWords, layout);
    const std::vector<study::Spelling> all = study::spellings(facts);
    REQUIRE(all.size() == 3);
    CHECK(all[0].formula == "index ^ index / 64 % 8 * 8");
    CHECK(all[1].formula == "Swizzle<3,3,3>");
    CHECK(all[2].formula == "address bits 4-6 ^= bits 7-9");
    CHECK_FALSE(facts.refusal.has_value());
    CHECK(facts.text.find("s[(i * 8) ^ (i * 8) / 64 % 8 * 8]") != std::string::npos);
    // What was promised comes out when it is run.
    const auto run = test::must_run(facts.text, kFlatWords);
    CHECK(run->totals.shared_sum().conflicts == 0);
    CHECK(test::values_of<uint32_t>(*run, "out") ==
          test::values_of<uint32_t>(*test::must_run(kFlat, kFlatWords), "out"));
  }
}

TEST_CASE("swizzle: pieces that part, or that are not aligned") {
  const study::SwizzleFacts parted = facts_of(kFlat, kFlatWords, "s:swizzle=3,2,3");
  REQUIRE(parted.costs.parted.has_value());
  CHECK_FALSE(parted.costs.parted->is_misaligned);
  CHECK(study::swizzle_answer(parted).rendered() ==
        "'s', Swizzle<3,2,3>: the accesses can't be made so");
  CHECK(study::parted_text(parted).rendered() ==
        "line 5 takes 16 bytes at once, and this layout puts parts of them in different places: "
        "leave more elements together");
  const study::SwizzleFacts odd = facts_of(kFlat, kFlatWords, "s:row=64,pad=4");
  REQUIRE(odd.costs.parted.has_value());
  CHECK(odd.costs.parted->is_misaligned);
  CHECK_FALSE(facts_of(kFlat, kFlatWords, "s:row=64,pad=8").costs.parted.has_value());
}

namespace {

const std::string kTranspose =
    "__global__ void transpose(const float* in, float* out) {\n"
    "  __shared__ float tile[32][32];\n"
    "  int x = threadIdx.x, y = threadIdx.y;\n"
    "  tile[y][x] = in[y * 32 + x];\n"
    "  __syncthreads();\n"
    "  out[y * 32 + x] = tile[x][y];\n"
    "}\n";
const std::string kTransposeWords =
    "--block 32,32 --arg in=float[32][32] --arg out=float[32][32]:zero";

}  // namespace

TEST_CASE("swizzle: a padding, as programs and people read it") {
  const Section section = study::describe(facts_of(kTranspose, kTransposeWords, "tile:pad=1"));
  CHECK(word_at(section, "array") == "tile");
  CHECK(word_at(section, "kind") == "pad");
  CHECK(number_at(section, "before.wavefronts") == 32 + 1024);
  CHECK(number_at(section, "before.conflicts") == 1024 - 32);
  CHECK(number_at(section, "after.wavefronts") == 64);
  CHECK(number_at(section, "after.conflicts") == 0);
  CHECK(word_at(section, "index") == "row * (32 + 1) + column");
  CHECK(at<bool>(section, "can_be_written"));
  CHECK(section.title.rendered() ==
        "'tile', rows of 32 + 1 elements: 64 wavefronts, all of them ideal: no conflict (as "
        "written: 1,056)");
}

TEST_CASE("swizzle: an array of floats takes the whole row's bits") {
  const study::SwizzleFacts facts = facts_of(kTranspose, kTransposeWords, "tile:xor=5,0,0");
  CHECK(facts.costs.after.paid == 64);
  CHECK(facts.text.find("tile[y][x ^ y % 32]") != std::string::npos);
  const study::SwizzleFacts cut = facts_of(kTranspose, kTransposeWords, "tile:xor=9,3,0");
  CHECK(cut.tried.bits == 2);  // more would leave the row
}

TEST_CASE("swizzle: where to begin") {
  const study::SwizzleFacts facts = facts_of(kFlat, kFlatWords, "s");
  using Kind = fix::TriedLayout::Kind;
  CHECK(facts.row == 64);
  CHECK(study::layout_to_begin(facts, Kind::kPad).pad == 8);
  const fix::TriedLayout swizzle = study::layout_to_begin(facts, Kind::kSwizzle);
  CHECK(swizzle.bits == 3);
  CHECK(swizzle.base == 3);
  CHECK(swizzle.shift == 3);
}

TEST_CASE("swizzle: what can't be read") {
  for (const char* word : {"s:", "s:pad", "s:pad=x", "s:swizzle=3,3", "s:tma=48", "s:tma=128+64",
                           "s:row=0,pad=1", "s:turn=1"}) {
    CAPTURE(word);
    CHECK_FALSE(study::read_swizzle_try(word).ok());
  }
  const Section none = study::describe(facts_of(kTranspose, kTransposeWords, "other:pad=1"));
  CHECK(none.missing.rendered() == "the launch accesses no shared array 'other'");
}
