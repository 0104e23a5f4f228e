// Models of kernels that were really run, for the tests of the pictures; and what these ask of the
// areas that were drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/session/state.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::test {

// A run of the text with launch options as on the command line, at a step, with a chosen thread.
// Fails the test if the kernel does not run.
gui::State run_model(const std::string& text, const std::string& words, uint32_t step,
                     uint32_t warp = 0, uint32_t lane = 0, trace::BlockId block = {});

// The lecture's kernels, short: a tiled product of n x n matrices M and N into P; a copy of m to
// out through s[width][width + pad] by columns.
std::string product_text();
std::string column_copy_text();

// Launches of them: two of the copy, one of the product.
inline constexpr const char* kPadded16 =
    "-D WIDTH=16 -D PAD=1 --grid 2,2 --block 16,16 --arg m=float[32][32] --arg "
    "out=float[32][32]:zero --arg cols=32";
inline constexpr const char* kPlain32 =
    "-D WIDTH=32 --grid 2,2 --block 32,32 --arg m=float[64][64] --arg out=float[64][64]:zero --arg "
    "cols=64";
inline constexpr const char* kProduct =
    "--grid 2,2 --block 8,8 --arg M=float[16][16] --arg N=float[16][16] --arg "
    "P=float[16][16]:zero --arg n=16";

// The product as the lecture opens it: the thread at x 4, y 3 of the block at 1, 1.
inline constexpr uint32_t kOpeningLane = 28;
gui::State opening_product(uint32_t step);

views::Area area_of(const ui::WidgetRect& rect);
// Half a pixel does not count.
bool overlap(const views::Area& a, const views::Area& b);
bool lies_in(const views::Area& inner, const views::Area& outer);

// How many widgets' names begin with the prefix.
size_t count_widgets(const ui::Probe& probe, std::string_view prefix);

}  // namespace warplens::test
