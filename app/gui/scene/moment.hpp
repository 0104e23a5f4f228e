// Everything the pictures show at one step, as plain data with no drawing in it: made off the
// painting path by make_moment(), a pure function of a finished run, a replay of it and what is
// selected.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/engine/replay.hpp"
#include "sim/engine/run.hpp"
#include "sim/model/banks.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::scene {

// A colour group of lanes: lanes in the same row (threadIdx.y and z) of the warp share one, in
// every view.
inline constexpr uint32_t kNoGroup = 0xff;

struct LaneRow {
  bool exists = false, active = false;
  std::array<uint32_t, 3> thread{0, 0, 0};  // threadIdx x, y, z
  uint8_t group = kNoGroup;
  uint64_t address = 0;      // shared: block offset; global: address
  uint64_t element = 0;      // row-major in its array
  std::string element_name;  // "M[11][4]"
  uint64_t word = 0;         // address / bank width
  uint32_t bank = 0;
  uint32_t wavefront = 0;  // from 0; shared accesses
  bool out_of_bounds = false;
  std::string value;  // loaded, stored or added, as text in its type
};

enum class CellState : uint8_t {
  kUnwritten,
  kWrittenNow,
  kLeftOver
};  // never, in this phase, in an earlier one

// A matrix or vector, drawn as rows x columns. Global arrays and shared arrays alike;
// one-dimensional ones have 1 row (or are folded to a shape when the lesson gives one).
struct Grid {
  std::string name;
  trace::Space space = trace::Space::kGlobal;
  base::Scalar element = base::Scalar::kFloat;
  uint32_t element_bytes = 4;
  uint64_t rows = 1, columns = 1;
  uint64_t base = 0;  // address of element 0
  uint64_t used_columns =
      0;  // columns that are not padding (never addressed by any access of the run's block)
  std::vector<uint8_t>
      lanes_now;  // by element: 0 none, else 1 + lowest active lane of this access that touches it
  std::vector<uint8_t>
      block_part;  // by element: 1 if this block touches it anywhere in the recording
  std::vector<uint8_t> thread_now;  // by element: 1 if touched in this phase and statement by the
                                    // chosen thread so far
  std::vector<CellState> states;    // shared arrays
  std::vector<uint8_t>
      last_writer;  // shared arrays: 1 + lane-in-warp of the last writer, 0 none (thread labels)
  std::vector<uint16_t> writer_warp;
  std::vector<uint64_t> bits;  // by element: value at this step
};

// One arrow: from where a lane's value came (or the cell it is in) to where it goes.
struct Transfer {
  uint32_t lane = 0;
  bool from_register = false, to_register = false;
  trace::Space from_space = trace::Space::kGlobal, to_space = trace::Space::kGlobal;
  uint64_t from_address = 0, to_address = 0;
};

// The statement around the access if it accumulates (`sum += tile[y][k] * ...`): the thread's
// running value.
struct Accumulation {
  bool present = false;
  std::string variable;  // "sum"
  std::string value;     // before this statement's addition
  std::string cursor;    // "k", the innermost loop's induction variable
  std::string cursor_value;
};

struct VariableText {
  std::string name, type, value;
  bool in_scope = false;
};

struct Moment {
  uint32_t step = 0, warp = 0, lane = 0;
  trace::Access access;
  std::string array;  // accessed by the first active lane
  std::array<LaneRow, 32> lanes;
  model::BankSchedule banks;              // shared accesses
  model::GlobalCost global;               // global accesses
  std::vector<model::SectorUse> sectors;  // global accesses
  std::vector<Grid>
      grids;  // global arrays in the order of binding, then shared ones of declaration
  std::vector<Transfer> transfers;  // of this access
  Accumulation accumulation;
  engine::Unfolded unfolded;            // for the chosen thread, if it is active
  std::vector<VariableText> variables;  // of the chosen thread
  std::string sentence;                 // what happens, in one or two sentences
  bool is_wasteful = false;             // more wavefronts or sectors than needed
};

// step < run->recording->size(). Moves `replay` to it.
std::shared_ptr<const Moment> make_moment(const engine::Run& run, engine::Replay& replay,
                                          uint32_t step, uint32_t warp, uint32_t lane);

}  // namespace warplens::scene
