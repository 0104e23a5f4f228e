// Everything the pictures show at one step, as plain data with no drawing in it: made off the
// painting path by make_moment(), a pure function of a finished run, a replay of it and what is
// selected.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/barrier_split.hpp"
#include "app/scene/matrices.hpp"
#include "app/scene/passes.hpp"
#include "sim/model/bank_schedule.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/replay/replay.hpp"
#include "sim/run/run.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::scene {

// A colour group of lanes: lanes in the same row (threadIdx.y and z) of the warp share one, in
// every view. Counted from the warp's first row; 0 for all lanes of a warp of more than eight rows.
// Of an access of matrices: the matrix of which the lane names a row, kNoGroup where it names none.
inline constexpr uint32_t kNoGroup = 0xff;

struct LaneRow {
  bool exists = false, active = false;
  bool is_chosen = false;                   // the chosen thread
  std::array<uint32_t, 3> thread{0, 0, 0};  // threadIdx x, y, z
  uint8_t group = kNoGroup;
  uint64_t address = 0;      // shared: block offset; global: address
  uint64_t element = 0;      // row-major in its array
  std::string element_name;  // "M[11][4]"
  uint64_t word = 0;         // address / bank width
  uint32_t bank = 0;
  uint64_t last_word = 0;  // of a wide access: the last one that it touches
  uint32_t last_bank = 0;
  uint32_t wavefront = 0;  // from 0; shared accesses
  uint32_t broadcast = 0;  // from 0; constant accesses: which of them gives the lane its value
  bool out_of_bounds = false;
  std::string value;  // loaded, stored or added, as text in its type; a vector's components
};

// Never written, in this phase, in an earlier one.
enum class CellState : uint8_t { kUnwritten, kWrittenNow, kLeftOver };

// How the chosen thread is related to an element, in the present statement and phase.
enum ThreadMark : uint8_t { kThreadNever, kThreadPast, kThreadNow, kThreadToCome };

// Half-open ranges of rows and columns.
struct Box {
  uint64_t row_begin = 0, row_end = 0, column_begin = 0, column_end = 0;
  bool empty() const { return row_begin >= row_end || column_begin >= column_end; }
  uint64_t rows() const { return empty() ? 0 : row_end - row_begin; }
  uint64_t columns() const { return empty() ? 0 : column_end - column_begin; }
  bool contains(uint64_t row, uint64_t column) const {
    return row >= row_begin && row < row_end && column >= column_begin && column < column_end;
  }
  // The smallest box that holds this one and the cell, or the other box.
  void include(uint64_t row, uint64_t column);
  void include(const Box& other);
  friend bool operator==(const Box&, const Box&) = default;
};

// A scalar of a record, in arrays of records whose scalars are of one size.
struct Member {
  std::string name;  // ".x", ".v[2]"
  base::Scalar scalar = base::Scalar::kFloat;
};

// A matrix or vector, drawn as rows x columns. Global arrays and shared arrays alike; a long
// one-dimensional one is folded to rows of equal length; of three and more dimensions the leading
// ones together count the rows. "By element" vectors hold the elements of `window`, row-major in
// it: of all but very large arrays that is everything, and (row, column) is at row * columns +
// column.
struct Grid {
  std::string name;
  trace::Space space = trace::Space::kGlobal;
  base::Scalar element = base::Scalar::kFloat;
  uint32_t element_bytes = 4;
  uint64_t rows = 1, columns = 1;
  uint64_t count = 1;             // elements; less than rows * columns where the last row is short
  std::vector<uint64_t> extents;  // as declared, outermost first; empty: a scalar
  std::vector<Member> members;    // of an array of records: what the last extent counts
  Box window;                     // the elements that the vectors below hold
  Box block_box;  // bounds of what this block touches anywhere in the recording; may be empty
  Box focus;      // ... in this phase, or in the nearest one that touches it, earlier ones first
  uint64_t base = 0;  // address of element 0
  uint64_t used_columns =
      0;  // without padding, the last columns that no access of the block touches
  // They are few beside the others, and the block uses every row; else it just has no use for them.
  bool has_padding = false;
  std::vector<uint8_t> lanes_now;   // by element: 0 none, else 1 + lowest active lane touching it
  std::vector<uint8_t> block_part;  // by element: 1 if this block touches it in the recording
  std::vector<uint8_t> thread_now;  // by element: a ThreadMark
  std::vector<CellState> states;    // shared arrays, by element
  std::vector<uint8_t>
      last_writer;  // shared arrays: 1 + lane in its warp of the last writer, 0 none
  std::vector<uint16_t> writer_warp;
  std::vector<uint64_t> bits;  // by element: the value once this access is done

  uint64_t row_length = 0;  // as Array's
  // The launch has a use for it: a parameter points to it, the kernel names it, or the block
  // accesses it. Of a program also other arrays are there.
  bool is_of_launch = true;

  // Its rows are not those of the text: a vector, or many short rows side by side.
  bool is_folded() const {
    return row_length == 0 && (extents.size() < 2 || columns != extents.back());
  }
  bool holds(uint64_t row, uint64_t column) const {
    return window.contains(row, column) && row * columns + column < count;
  }
  // Where (row, column) of the window is in the vectors.
  size_t at(uint64_t row, uint64_t column) const {
    return static_cast<size_t>((row - window.row_begin) * window.columns() + column -
                               window.column_begin);
  }
};
// "M[11][4]", "bodies[3].x"; a folded array's element has its one index.
std::string element_name(const Grid& grid, uint64_t row, uint64_t column);
// The element's value in its own type; the grid must hold it.
std::string value_text(const Grid& grid, uint64_t row, uint64_t column);

// One arrow: from where a lane's value came (or the cell it is in) to where it goes.
struct Transfer {
  uint32_t lane = 0;
  bool from_register = false, to_register = false;
  bool has_origin = false;  // from_register: unmodified since it was loaded from from_address
  trace::Space from_space = trace::Space::kGlobal, to_space = trace::Space::kGlobal;
  uint64_t from_address = 0, to_address = 0;
};

// The statement around the access if it accumulates (`sum += tile[y][k] * ...`): the chosen
// thread's running value.
struct Accumulation {
  bool present = false;
  std::string variable;  // "sum"
  std::string value;     // before this statement's addition
  std::string cursor;    // "k", the innermost loop's induction variable; empty if there is none
  std::string cursor_value;
};

struct VariableText {
  std::string name, type, value;  // a record's members each: "p.x"
  bool in_scope = false;
  uint32_t frame = 0;  // index into Moment::frames: whose variable it is
};

// A function that the chosen thread is in, of those whose text can be seen.
struct FrameText {
  std::string function;
  std::string file;        // that holds its text; "" for the root
  uint32_t call_line = 0;  // where it was called; 0 for the kernel
  std::string call_file;   // that holds the call
};

// One value of constant memory on its way to all lanes that read it.
struct Broadcast {
  uint64_t address = 0;
  uint32_t lanes = 0;
  std::string element_name, value;
};

// Lanes of an access whose value is not to be trusted, as masks (faulty.hpp).
struct FaultyLanes {
  uint32_t unwritten = 0;  // it comes from a cell that nobody has written
  uint32_t racing = 0;     // it is read or stored in a race with another thread
  uint32_t named = 0;      // of those, the threads that a finding names at this step
  uint32_t all() const { return unwritten | racing; }
};

struct Question;

struct Moment {
  uint32_t step = 0;
  uint32_t warp = 0, lane = 0;  // the chosen thread, which may be of another warp than the access
  trace::Access access;
  std::string array;                      // accessed by the first active lane
  std::array<LaneRow, 32> lanes;          // of the access's warp
  observe::SourceLocation place;          // of the access in the text
  std::vector<base::Span> calls;          // around it, innermost first: those in the root text
  model::BankSchedule banks;              // shared accesses
  model::WavefrontPlan plan;              // likewise
  std::vector<Broadcast> broadcasts;      // constant accesses, in order of the first lane
  model::GlobalCost global;               // global accesses
  std::vector<model::SectorUse> sectors;  // global accesses
  Passes passes;
  std::vector<Grid> grids;  // global arrays in the order of binding, then constant and shared ones
  std::optional<Product> product;   // of three of them
  std::vector<Transfer> transfers;  // of this access
  Accumulation accumulation;
  replay::Unfolded unfolded;            // for the chosen thread, if it is active
  std::vector<VariableText> variables;  // of the chosen thread
  std::vector<FrameText> frames;        // the innermost first; the kernel is the last
  FaultyLanes faulty;
  std::string finding;                // the run's first error about this access; "": none
  bool is_finding_elsewhere = false;  // it names threads of other accesses at this place
  // Index in Run::findings: an error that only other accesses at this place make. None where there
  // is a `finding`.
  std::optional<size_t> elsewhere;
  BarrierSplit split;        // of the access's warp
  std::string sentence;      // what happens, in one or two sentences
  bool is_wasteful = false;  // more wavefronts, sectors or broadcasts than needed
  // Those that take more than this access (run_questions.hpp).
  std::shared_ptr<const std::vector<Question>> run_questions;
};

// What is the same at every step of a run: shapes, what the block touches, who wrote what when
// (backdrop.hpp). Takes about as long as reading the recording once; keep it beside the run.
class Backdrop;

// step < run.recording->size(). Moves `replay` to it. The second makes a backdrop for this one.
std::shared_ptr<const Moment> make_moment(const run::Run& run, replay::Replay& replay,
                                          const Backdrop& backdrop, uint32_t step, uint32_t warp,
                                          uint32_t lane);
std::shared_ptr<const Moment> make_moment(const run::Run& run, replay::Replay& replay,
                                          uint32_t step, uint32_t warp, uint32_t lane);

}  // namespace warplens::scene
