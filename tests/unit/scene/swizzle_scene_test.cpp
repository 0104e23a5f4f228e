// The workbench's picture and lists.
#include "app/scene/pages/swizzle_scene.hpp"

#include <doctest/doctest.h>

#include "app/scene/pages/page_inputs.hpp"
#include "tests/unit/scene/kernel_run.hpp"

using namespace warplens;

namespace {

const std::string kTile =
    "__global__ void k(const float4* in, float4* out) {\n"
    "  __shared__ float4 tile[32][8];\n"
    "  int t = threadIdx.x;\n"
    "  for (int r = 0; r < 32; r += 4) tile[r + t / 8][t % 8] = in[r * 8 + t];\n"
    "  __syncwarp();\n"
    "  for (int c = 0; c < 8; ++c) out[c * 32 + t] = tile[t][c];\n"
    "}\n";
const std::string kWords = "--block 32 --arg in=float4[256] --arg out=float4[256]:zero";

scene::SwizzleScene scene_of(const study::SwizzleTry& tried) {
  const auto recorded = test::record(kTile, kWords);
  return scene::swizzle_scene(study::swizzle_facts(
      std::make_shared<const study::SwizzleArrays>(run::Runs{recorded.run}), tried));
}

}  // namespace

TEST_CASE("swizzle scene: rows of 128 bytes, each piece below the other") {
  const scene::SwizzleScene scene = scene_of({});
  CHECK(scene.arrays == std::vector<std::string>{"tile"});
  CHECK(scene.picture.piece_bytes == 16);
  CHECK(scene.picture.columns == 8);
  CHECK(scene.picture.pieces == 8);
  REQUIRE(scene.picture.shown.size() == 32);
  CHECK(scene.picture.shown[3][5].row == 3);
  CHECK(scene.picture.shown[3][5].piece == 5);
  CHECK(scene::worst_of_eight_rows(scene.picture, 0) == 8);
  REQUIRE(scene.sites.size() == 2);
  CHECK(scene.sites[0].is_free);
  CHECK_FALSE(scene.sites[1].is_free);
  CHECK(scene.sites[1].words == "256 wavefronts: 32 ideal and 224 conflicts");
  CHECK(scene.sites[1].step == 16);
}

TEST_CASE("swizzle scene: pieces change places by their row") {
  study::SwizzleTry tried;
  tried.layout.kind = fix::TriedLayout::Kind::kXor;
  tried.layout.bits = 3;
  const scene::SwizzleScene scene = scene_of(tried);
  CHECK(scene.picture.shown[3][5].row == 3);
  CHECK(scene.picture.shown[3][5].piece == (5 ^ 3));
  CHECK(scene::worst_of_eight_rows(scene.picture, 0) == 1);
  CHECK(scene.sites[1].is_free);
  CHECK(scene.answer.find("(as written: 288)") != std::string::npos);
}

TEST_CASE("swizzle scene: a padding leaves holes") {
  study::SwizzleTry tried;
  tried.layout.kind = fix::TriedLayout::Kind::kPad;
  tried.layout.pad = 1;
  const scene::SwizzleScene scene = scene_of(tried);
  CHECK_FALSE(scene.picture.shown[1][0].is_used);  // behind row 0
  CHECK(scene.picture.shown[1][1].row == 1);
  CHECK(scene.picture.shown[1][1].piece == 0);
  CHECK(scene.more_bytes == "It takes 512 more bytes of shared memory a block.");
}

TEST_CASE("swizzle scene: another layout moves the accesses that were gathered") {
  const auto recorded = test::record(kTile, kWords);
  const auto make = [&](const study::SwizzleTry& tried,
                        std::shared_ptr<const scene::SwizzleScene> shown) {
    base::Slice whole(base::Slice::kWhole, nullptr);
    auto made = scene::SwizzlePage::make({recorded.run, tried}, std::move(shown))(whole);
    REQUIRE(made.has_value());
    REQUIRE(made->ok());
    return std::make_shared<const scene::SwizzleScene>(std::move(**made));
  };
  const auto first = make({}, nullptr);
  study::SwizzleTry tried;
  tried.layout.kind = fix::TriedLayout::Kind::kTma;
  const auto second = make(tried, first);
  CHECK(second->facts.arrays == first->facts.arrays);
  CHECK(second->facts.costs.after.paid == second->facts.costs.after.ideal);
}
