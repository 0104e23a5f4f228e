// A grid's vectors are filled for its window only: all of an array up to kMaxCells elements, else a
// part around what the block works on, so that a step costs the same for every size of array.
#include "app/scene/grids.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "sim/machine/block.hpp"

namespace warplens::scene {
namespace {

constexpr uint64_t kMaxCells = uint64_t{1} << 17;
constexpr uint64_t kMaxRows = 256, kMaxColumns = 512;  // of a window that is not all of its array
constexpr uint64_t kMargin = 16;                       // cells around the focus

struct CellRange {
  uint64_t begin = 0, end = 0;
};

// [begin, end) with a margin, cut to `limit` cells from a multiple of the margin near `near`.
CellRange window_range(uint64_t begin, uint64_t end, uint64_t extent, uint64_t limit,
                       uint64_t near) {
  begin = begin > kMargin ? (begin - kMargin) / kMargin * kMargin : 0;
  end = std::min(extent, (end + 2 * kMargin - 1) / kMargin * kMargin);
  if (end - begin <= limit) return {begin, end};
  const uint64_t half = limit / 2;
  uint64_t start = near > begin + half ? (near - half) / kMargin * kMargin : begin;
  start = std::min(start, end - limit);
  return {start, start + limit};
}

Box choose_window(const Array& array, const Box& focus, const Box& now) {
  if (array.rows * array.columns <= kMaxCells) return {0, array.rows, 0, array.columns};
  Box wanted = focus;
  wanted.include(now);
  if (wanted.empty()) wanted = {0, 1, 0, 1};
  const Box& near = now.empty() ? wanted : now;
  const CellRange rows =
      window_range(wanted.row_begin, wanted.row_end, array.rows,
                   std::max(kMaxRows, kMaxCells / array.columns), near.row_begin);
  const CellRange columns = window_range(wanted.column_begin, wanted.column_end, array.columns,
                                         kMaxColumns, near.column_begin);
  return {rows.begin, rows.end, columns.begin, columns.end};
}

// One row of a window: `size` bytes an element, which a compiler copies faster when it knows them.
template <class Bits>
void copy_row(const std::byte* from, size_t count, uint64_t* to) {
  for (size_t i = 0; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, from + i * sizeof(Bits), sizeof(Bits));
    to[i] = bits;
  }
}

void read_bytes(const std::vector<std::byte>& held, uint64_t offset, std::span<std::byte> to) {
  std::memcpy(to.data(), held.data() + offset, to.size());
}

void read_bytes(const base::PagedBytes& held, uint64_t offset, std::span<std::byte> to) {
  held.read(offset, to);
}

template <class Bytes>
void fill_values(Grid& grid, const Bytes& bytes, uint64_t first_byte) {
  std::vector<std::byte> part;
  const Box& window = grid.window;
  for (uint64_t row = window.row_begin; row < window.row_end; ++row) {
    const uint64_t first = row * grid.columns + window.column_begin;
    const uint64_t end = std::min(row * grid.columns + window.column_end, grid.count);
    const uint64_t offset = first_byte + first * grid.element_bytes;
    if (first >= end || offset + (end - first) * grid.element_bytes > bytes.size()) continue;
    part.resize((end - first) * grid.element_bytes);
    read_bytes(bytes, offset, part);
    const std::byte* from = part.data();
    uint64_t* to = grid.bits.data() + grid.at(row, window.column_begin);
    const auto count = static_cast<size_t>(end - first);
    switch (grid.element_bytes) {
      case 1:
        copy_row<uint8_t>(from, count, to);
        break;
      case 2:
        copy_row<uint16_t>(from, count, to);
        break;
      case 4:
        copy_row<uint32_t>(from, count, to);
        break;
      default:
        copy_row<uint64_t>(from, count, to);
        break;
    }
  }
}

// A store's own effect on the bytes of its array's elements.
void apply_store(std::vector<Grid>& grids, const std::vector<Array>& arrays,
                 const trace::Access& access) {
  if (access.operation != trace::Operation::kStore) return;
  for_each_lane(arrays, access, [&](uint32_t lane, uint32_t index, uint64_t begin, uint64_t end) {
    Grid& grid = grids[index];
    for (uint64_t e = begin; e < end; ++e) {
      const uint64_t row = e / grid.columns, column = e % grid.columns;
      if (!grid.holds(row, column)) continue;
      // The part of the lane's bytes that is in this element, wherever either begins.
      const uint64_t element = grid.base + e * grid.element_bytes, to = access.addresses[lane];
      uint64_t& cell = grid.bits[grid.at(row, column)];
      for (uint64_t byte = std::max(element, to);
           byte < std::min(element + grid.element_bytes, to + access.bytes); ++byte) {
        const uint64_t bits = byte - to < 8 ? access.values[lane] : access.high_values[lane];
        const uint64_t shift = 8 * (byte - element), value = bits >> (8 * ((byte - to) % 8)) & 0xff;
        cell = (cell & ~(uint64_t{0xff} << shift)) | (value << shift);
      }
    }
  });
}

void fill_states(Grid& grid, const trace::Recording& recording, uint32_t phase,
                 const std::vector<LastWrite>& writes, size_t offset) {
  for (uint64_t row = grid.window.row_begin; row < grid.window.row_end; ++row) {
    for (uint64_t column = grid.window.column_begin; column < grid.window.column_end; ++column) {
      if (!grid.holds(row, column)) continue;
      const LastWrite& write = writes[offset + static_cast<size_t>(row * grid.columns + column)];
      if (write.step_plus_1 == 0) continue;
      const trace::AccessHead& head = recording.heads[write.step_plus_1 - 1];
      const size_t at = grid.at(row, column);
      grid.states[at] = head.phase == phase ? CellState::kWrittenNow : CellState::kLeftOver;
      grid.last_writer[at] = static_cast<uint8_t>(write.lane + 1);
      grid.writer_warp[at] = static_cast<uint16_t>(head.warp);
    }
  }
}

// All that the chosen thread touches in the access's statement and phase.
void mark_thread(std::vector<Grid>& grids, const run::Run& run, const Backdrop& backdrop,
                 const trace::Access& access, uint32_t warp, uint32_t chosen) {
  const lang::Stmt* statement = run.program->sites[access.site].statement;
  if (statement == nullptr) return;
  for (uint32_t step : backdrop.steps_of(run, warp, access.phase, statement)) {
    if ((run.recording->heads[step].mask >> chosen & 1) == 0) continue;
    trace::Access touch = run.recording->at(step);
    touch.mask = 1u << chosen;
    const ThreadMark mark = step < access.step    ? kThreadPast
                            : step == access.step ? kThreadNow
                                                  : kThreadToCome;
    for_each_lane(backdrop.arrays(), touch,
                  [&](uint32_t, uint32_t index, uint64_t begin, uint64_t end) {
                    Grid& grid = grids[index];
                    for (uint64_t e = begin; e < end; ++e) {
                      if (!grid.holds(e / grid.columns, e % grid.columns)) continue;
                      uint8_t& cell = grid.thread_now[grid.at(e / grid.columns, e % grid.columns)];
                      if (cell != kThreadNow) cell = mark;
                    }
                  });
  }
}

bool is_of_launch(const run::Run& run, const Array& array, const Box& block_box) {
  if (array.space != trace::Space::kGlobal || !block_box.empty()) return true;
  const auto is_in = [&](uint64_t address) {
    return address >= array.base && address - array.base < array.bytes;
  };
  const std::vector<uint64_t>& globals = run.context->global_addresses;
  const std::vector<code::Parameter>& parameters = run.program->parameters;
  for (size_t i = 0; i < parameters.size(); ++i) {
    // A struct may hold pointers: then any array may be meant.
    if (parameters[i].type->is_record() ||
        (parameters[i].type->is_pointer() && is_in(run.context->parameter_bits[i])))
      return true;
  }
  return std::any_of(globals.begin(), globals.end(), is_in);
}

Grid empty_grid(const Array& array, const Backdrop& backdrop, uint32_t index, uint32_t phase,
                const Box& now) {
  Grid grid;
  grid.name = array.name;
  grid.space = array.space;
  grid.element = array.element;
  grid.element_bytes = array.element_bytes;
  grid.rows = array.rows;
  grid.columns = array.columns;
  grid.count = array.count();
  grid.extents = array.extents;
  grid.row_length = array.row_length;
  grid.members = array.members;
  grid.base = array.base;
  grid.block_box = backdrop.block_box(index);
  grid.focus = backdrop.focus(index, phase);
  grid.used_columns = backdrop.used_columns(index);
  const uint64_t unused = array.columns - grid.used_columns;
  grid.has_padding =
      unused > 0 && 2 * unused <= grid.used_columns && grid.block_box.rows() == array.rows;
  grid.window = choose_window(array, grid.focus, now);
  const auto cells = static_cast<size_t>(grid.window.rows() * grid.window.columns());
  grid.lanes_now.resize(cells);
  grid.block_part.resize(cells);
  grid.thread_now.resize(cells);
  grid.bits.resize(cells);
  if (array.space == trace::Space::kShared) {
    grid.states.resize(cells);
    grid.last_writer.resize(cells);
    grid.writer_warp.resize(cells);
  }
  Box lit = grid.block_box;  // the part of the window that the block can touch
  lit.row_begin = std::max(lit.row_begin, grid.window.row_begin);
  lit.row_end = std::min(lit.row_end, grid.window.row_end);
  lit.column_begin = std::max(lit.column_begin, grid.window.column_begin);
  lit.column_end = std::min(lit.column_end, grid.window.column_end);
  for (uint64_t row = lit.row_begin; row < lit.row_end; ++row) {
    for (uint64_t column = lit.column_begin; column < lit.column_end; ++column) {
      grid.block_part[grid.at(row, column)] = backdrop.block_touches(index, row, column);
    }
  }
  return grid;
}

}  // namespace

std::vector<Grid> make_grids(const run::Run& run, const replay::Replay& replay,
                             const Backdrop& backdrop, const trace::Access& access, uint32_t warp,
                             uint32_t lane) {
  const std::vector<Array>& arrays = backdrop.arrays();
  std::vector<Box> now(arrays.size());
  for_each_lane(arrays, access, [&](uint32_t, uint32_t array, uint64_t begin, uint64_t end) {
    for (uint64_t e = begin; e < end; ++e) {
      now[array].include(e / arrays[array].columns, e % arrays[array].columns);
    }
  });
  const std::vector<LastWrite> writes = backdrop.last_writes(*run.recording, access.step + 1);
  std::vector<Grid> grids;
  for (uint32_t i = 0; i < arrays.size(); ++i) {
    Grid grid = empty_grid(arrays[i], backdrop, i, access.phase, now[i]);
    grid.is_of_launch = is_of_launch(run, arrays[i], grid.block_box);
    if (grid.space == trace::Space::kShared) {
      fill_values(grid, replay.block().shared(), grid.base);
      fill_states(grid, *run.recording, access.phase, writes, backdrop.write_offset(i));
    } else if (grid.space == trace::Space::kConstant) {
      fill_values(grid, run.context->constants, grid.base);
    } else {
      fill_values(grid, replay.memory().array(i).bytes, 0);
    }
    grids.push_back(std::move(grid));
  }
  const bool is_store = access.operation == trace::Operation::kStore;  // the one that stays
  for_each_lane(arrays, access, [&](uint32_t l, uint32_t array, uint64_t begin, uint64_t end) {
    Grid& grid = grids[array];
    for (uint64_t e = begin; e < end; ++e) {
      if (!grid.holds(e / grid.columns, e % grid.columns)) continue;
      uint8_t& cell = grid.lanes_now[grid.at(e / grid.columns, e % grid.columns)];
      if (cell == 0 || is_store) cell = static_cast<uint8_t>(l + 1);
    }
  });
  apply_store(grids, arrays, access);
  mark_thread(grids, run, backdrop, access, warp, lane);
  return grids;
}

}  // namespace warplens::scene
