// How often each element of the global arrays is fetched, as pictures: an array's cells with
// counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::scene {

// Of an array with more rows or columns, a cell is several elements.
inline constexpr uint64_t kMostHeatCells = 256;  // along a side

struct HeatMap {
  std::string array;
  std::vector<uint64_t> extents;             // as declared
  uint64_t count = 0;                        // elements of the array
  uint64_t rows = 1, columns = 1;            // elements, as drawn (scene::Array)
  uint64_t cell_rows = 1, cell_columns = 1;  // elements of a cell
  uint64_t rows_of_cells = 1, columns_of_cells = 1;
  // By cell, the most of its elements'.
  std::vector<uint32_t> loads, blocks;
  uint32_t least = 0, most = 0;  // loads of an element, those that nobody loads apart
  uint32_t most_blocks = 0;
  uint64_t unread = 0;  // elements that nobody loads
};

struct HeatScene {
  std::vector<HeatMap> maps;             // of arrays that are loaded from, in their order
  std::vector<std::string> not_counted;  // arrays that are too large
  uint32_t most = 0;                     // loads of any element
};

// `run` has fetches.
HeatScene heat_of(const run::Run& run);

// "each element is fetched 16 times, by 2 blocks", "elements are fetched 1 to 16 times, by at most
// 2 blocks".
std::string heat_words(const HeatMap& map);
// Of a cell: "fetched 16 times, by 2 blocks".
std::string heat_words(uint32_t loads, uint32_t blocks);

// Of a cell from 0 (fetched at most once) to 1 (32 times, a warp, or more), in steps of a factor:
// the same in every picture, so that two of them can be held against each other.
float heat_share(uint32_t loads);

}  // namespace warplens::scene
