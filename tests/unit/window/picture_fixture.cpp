#include "picture_fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/scene/moment.hpp"
#include "sim/launch/parse.hpp"
#include "sim/replay/replay.hpp"

namespace warplens::test {

gui::State run_model(const std::string& text, const std::string& words, uint32_t step,
                     uint32_t warp, uint32_t lane, trace::BlockId block) {
  const auto options = launch::parse_options(launch::split_words(words));
  REQUIRE_MESSAGE(options.ok(), words);
  prepare::Request request;
  request.file = base::SourceFile("kernel.cu", text);
  request.launch = launch::apply({}, *options);
  request.recorded_block = block;
  auto run = run::run(std::move(request));
  if (!run.ok()) FAIL(base::render(run.error(), base::SourceFile("kernel.cu", text)));
  gui::State model;
  model.run = *run;
  REQUIRE(step < model.run->recording->size());
  replay::Replay replay(model.run);
  model.moment = scene::make_moment(*model.run, replay, step, warp, lane);
  model.selection.block = block;
  model.selection.step = step;
  model.selection.warp = warp;
  model.selection.lane = lane;
  return model;
}

std::string product_text() {
  return R"(
#ifndef TILE
#define TILE 8
#endif
__global__ void product(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int sub = 0; sub * TILE < n; ++sub) {
    tile_m[threadIdx.y][threadIdx.x] = M[row * n + sub * TILE + threadIdx.x];
    tile_n[threadIdx.y][threadIdx.x] = N[(sub * TILE + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    __syncthreads();
  }
  P[row * n + col] = sum;
})";
}

std::string column_copy_text() {
  return R"(
#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef PAD
#define PAD 0
#endif
__global__ void copy(const float* m, float* out, int cols) {
  __shared__ float s[WIDTH][WIDTH + PAD];
  int index = (blockIdx.y * WIDTH + threadIdx.y) * cols + blockIdx.x * WIDTH + threadIdx.x;
  s[threadIdx.x][threadIdx.y] = m[index];
  __syncthreads();
  out[index] = s[threadIdx.x][threadIdx.y];
})";
}

gui::State opening_product(uint32_t step) {
  return run_model(product_text(), kProduct, step, 0, kOpeningLane, {1, 1, 0});
}

views::Area area_of(const ui::WidgetRect& rect) {
  return {rect.min, rect.max};
}

bool overlap(const views::Area& a, const views::Area& b) {
  return a.min.x < b.max.x - 0.5f && b.min.x < a.max.x - 0.5f && a.min.y < b.max.y - 0.5f &&
         b.min.y < a.max.y - 0.5f;
}

bool lies_in(const views::Area& inner, const views::Area& outer) {
  return inner.min.x >= outer.min.x - 0.5f && inner.max.x <= outer.max.x + 0.5f &&
         inner.min.y >= outer.min.y - 0.5f && inner.max.y <= outer.max.y + 0.5f;
}

size_t count_widgets(const ui::Probe& probe, std::string_view prefix) {
  const auto& all = probe.widgets();
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [&](const ui::WidgetRect& w) {
    return w.name.rfind(prefix, 0) == 0;
  }));
}

}  // namespace warplens::test
