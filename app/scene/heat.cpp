#include "app/scene/heat.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/arrays.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {

namespace {

uint64_t elements_of_cell(uint64_t count) {
  return (count + kMostHeatCells - 1) / kMostHeatCells;
}

// The counts are by the array's scalars; an element of the drawn array begins at one.
HeatMap map_of(const Array& array, const observe::ArrayFetches& fetches) {
  HeatMap map;
  map.array = array.name;
  map.extents = array.extents;
  map.count = array.count();
  map.rows = array.rows;
  map.columns = array.columns;
  map.cell_rows = elements_of_cell(map.rows);
  map.cell_columns = elements_of_cell(map.columns);
  map.rows_of_cells = (map.rows + map.cell_rows - 1) / map.cell_rows;
  map.columns_of_cells = (map.columns + map.cell_columns - 1) / map.cell_columns;
  map.loads.resize(static_cast<size_t>(map.rows_of_cells * map.columns_of_cells));
  map.blocks.resize(map.loads.size());
  for (uint64_t element = 0; element < map.count; ++element) {
    const auto at = static_cast<size_t>(element * array.element_bytes / fetches.element_bytes);
    if (at >= fetches.loads.size()) break;
    const uint32_t loads = fetches.loads[at], blocks = fetches.blocks[at];
    const uint64_t row = element / map.columns / map.cell_rows;
    const uint64_t column = element % map.columns / map.cell_columns;
    const auto cell = static_cast<size_t>(row * map.columns_of_cells + column);
    map.loads[cell] = std::max(map.loads[cell], loads);
    map.blocks[cell] = std::max(map.blocks[cell], blocks);
    if (loads == 0) {
      ++map.unread;
      continue;
    }
    map.least = map.least == 0 ? loads : std::min(map.least, loads);
    map.most = std::max(map.most, loads);
    map.most_blocks = std::max(map.most_blocks, blocks);
  }
  return map;
}

}  // namespace

HeatScene heat_of(const run::Run& run) {
  HeatScene scene;
  const std::vector<Array> arrays = arrays_of(run);
  for (const observe::ArrayFetches& fetches : run.fetches->arrays) {
    const auto array = std::find_if(arrays.begin(), arrays.end(), [&](const Array& one) {
      return one.space == trace::Space::kGlobal && one.base == fetches.base;
    });
    if (array == arrays.end() || array->count() == 0) continue;
    if (fetches.loads.empty()) {
      scene.not_counted.push_back(fetches.name);
      continue;
    }
    HeatMap map = map_of(*array, fetches);
    if (map.most == 0) continue;
    scene.most = std::max(scene.most, map.most);
    scene.maps.push_back(std::move(map));
  }
  return scene;
}

std::string heat_words(uint32_t loads, uint32_t blocks) {
  if (loads == 0) return label("never loaded");
  return say("loaded {times}, by {blocks}",
             "times"_a = say_count("{count} time", "{count} times", loads),
             "blocks"_a = say_count("{count} block", "{count} blocks", blocks));
}

std::string heat_words(const HeatMap& map) {
  const std::string blocks = say_count("{count} block", "{count} blocks", map.most_blocks);
  if (map.least == map.most) {
    const std::string times = say_count("{count} time", "{count} times", map.most);
    return map.unread == 0
               ? say("each element {times}, by {blocks}", "times"_a = times, "blocks"_a = blocks)
               : say("{count} elements {times}, by {blocks}; the others never",
                     "count"_a = study::grouped(map.count - map.unread), "times"_a = times,
                     "blocks"_a = blocks);
  }
  return say("elements {least} to {most} times, by at most {blocks}",
             "least"_a = study::grouped(map.least), "most"_a = study::grouped(map.most),
             "blocks"_a = blocks);
}

float heat_share(uint32_t loads) {
  if (loads <= 1) return 0;
  return std::min(std::log2(static_cast<float>(loads)) / 5, 1.0f);
}

}  // namespace warplens::scene
