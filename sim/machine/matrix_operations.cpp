// Loads and stores of matrices, which all lanes of a warp make together: lanes name rows, and get
// or give halves of others' rows (sim/trace/matrix_layout.hpp).
#include "sim/base/assert.hpp"
#include "sim/machine/memory_operation.hpp"
#include "sim/machine/warp_instructions.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::machine {

using code::Instr;
using trace::kMatrixRowBytes;
using trace::kMatrixRows;
using trace::Layout;

uint32_t rows_named(const Instr& instr, uint32_t mask) {
  const bool is_load = code::info(instr.op).operation == code::Operation::kLoad;
  return mask & trace::row_lanes(is_load ? instr.b : instr.dst);
}

namespace {

constexpr uint32_t kWordsOfRow = kMatrixRowBytes / sizeof(uint32_t);

// The bytes of all rows, one after the other by the lane that names them.
using RowBytes = std::array<std::byte, size_t{kWarpSize} * kMatrixRowBytes>;

size_t row_begin(uint32_t lane) {
  return size_t{lane} * kMatrixRowBytes;
}

// Where a half of a lane's register is in them.
size_t half_begin(Layout layout, uint32_t matrix, uint32_t lane, uint32_t half) {
  const trace::MatrixPlace place = trace::matrix_place(layout, lane, half);
  return row_begin(matrix * kMatrixRows + place.row) + place.column * sizeof(uint16_t);
}

}  // namespace

template <bool follow>
void MemoryUnit<follow>::load_matrices(const Instr& instr, uint32_t site, uint32_t mask,
                                       Layout layout) {
  report_missing(run_, instr, mask);
  read_shared_offsets(instr, kMatrixRowBytes);
  widen_offsets();
  const uint32_t named = rows_named(instr, mask);
  RowBytes rows{};
  uint32_t outside = 0;
  for_each_lane(named, [&](uint32_t lane) {
    const std::byte* const bytes =
        places_.locate_to_read(Space::kShared, addresses_[lane], kMatrixRowBytes);
    if (bytes == nullptr)
      outside |= 1u << lane;
    else
      std::copy_n(bytes, kMatrixRowBytes, rows.data() + row_begin(lane));
  });
  for (uint32_t matrix = 0; matrix < instr.b; ++matrix) {
    const auto d = lanes_of<uint32_t>(registers_, static_cast<uint16_t>(instr.dst + matrix));
    for_each_lane(mask, [&](uint32_t lane) {
      const auto half = [&](uint32_t which) {
        return bytes_to<uint16_t>(rows.data() + half_begin(layout, matrix, lane, which));
      };
      d.set(lane, half(0) | uint32_t{half(1)} << 16);
    });
  }
  tell_rows(trace::Operation::kLoad, {site, mask, layout}, named, outside, rows.data());
  if constexpr (follow) {
    // A register has what is together in memory where its halves are neighbours in a row.
    for (uint32_t matrix = 0; matrix < instr.b; ++matrix) {
      for_each_lane(mask, [&](uint32_t lane) {
        const uint32_t row = matrix * kMatrixRows + lane / kWordsOfRow;
        const bool is_known = layout == Layout::kMatrix8x8 && ((named & ~outside) >> row & 1) != 0;
        const uint64_t word = addresses_[row] + lane % kWordsOfRow * sizeof(uint32_t);
        origin(instr.dst + matrix, lane) = is_known ? word | trace::kSharedOrigin : 0;
      });
    }
  }
}

template <bool follow>
void MemoryUnit<follow>::store_matrices(const Instr& instr, uint32_t site, uint32_t mask,
                                        Layout layout) {
  report_missing(run_, instr, mask);
  read_shared_offsets(instr, kMatrixRowBytes);
  widen_offsets();
  const uint32_t named = rows_named(instr, mask);
  RowBytes rows{};
  std::array<bool, std::tuple_size_v<RowBytes>> is_given{};  // by lanes that take part
  for (uint32_t matrix = 0; matrix < instr.dst; ++matrix) {
    const auto b = lanes_of<uint32_t>(registers_, static_cast<uint16_t>(instr.b + matrix));
    for_each_lane(mask, [&](uint32_t lane) {
      for (uint32_t half = 0; half < 2; ++half) {
        const size_t at = half_begin(layout, matrix, lane, half);
        const auto bits = static_cast<uint16_t>(b[lane] >> 16 * half);
        std::memcpy(rows.data() + at, &bits, sizeof bits);
        is_given[at] = is_given[at + 1] = true;
      }
    });
  }
  uint32_t outside = 0;
  places_.begin_access();
  trace::for_each_storing_lane(named, kMatrixRowBytes, [&](uint32_t lane) {
    std::byte* const bytes = places_.locate(Space::kShared, addresses_[lane], kMatrixRowBytes);
    if (bytes == nullptr) {
      outside |= 1u << lane;
      return;
    }
    places_.note_undo(Space::kShared, addresses_[lane], bytes, kMatrixRowBytes);
    for (size_t i = 0; i < kMatrixRowBytes; ++i) {
      const size_t at = row_begin(lane) + i;
      if (!is_given[at]) rows[at] = bytes[i];
      bytes[i] = rows[at];
    }
  });
  if constexpr (follow) {
    for_each_lane(named, [&](uint32_t lane) {
      const uint32_t slot = instr.b + lane / kMatrixRows;
      const uint32_t first = lane % kMatrixRows * kWordsOfRow;
      origins_[lane] = layout == Layout::kMatrix8x8 ? origin(slot, first) : 0;
      for (uint32_t k = 1; k < kWordsOfRow; ++k)
        if (origin(slot, first + k) != origins_[lane] + k * sizeof(uint32_t)) origins_[lane] = 0;
    });
  }
  tell_rows(trace::Operation::kStore, {site, mask, layout}, named, outside, rows.data());
}

// `named`: the lanes whose addresses are rows.
template <bool follow>
void MemoryUnit<follow>::tell_rows(trace::Operation operation, const MatrixLanes& lanes,
                                   uint32_t named, uint32_t outside, const std::byte* rows) {
  if (named == 0) return;
  has_values_ = follow || (gives_stored_values_ && operation == trace::Operation::kStore);
  if (has_values_) {
    for_each_lane(named, [&](uint32_t lane) {
      values_[lane] = bytes_to<uint64_t>(rows + row_begin(lane));
      high_values_[lane] = bytes_to<uint64_t>(rows + row_begin(lane) + sizeof(uint64_t));
    });
  }
  tell_access(operation, Space::kShared, lanes.site, named, outside, kMatrixRowBytes, lanes.layout,
              lanes.mask);
}

#define WARPLENS_CALL_Load(layout) load_matrices(instr, site, mask, Layout::layout)
#define WARPLENS_CALL_Store(layout) store_matrices(instr, site, mask, Layout::layout)
#define WARPLENS_DEFINE(name, verb, layout)                               \
  WARPLENS_MEMORY_OPERATION_OF(name, false, WARPLENS_CALL_##verb(layout)) \
  WARPLENS_MEMORY_OPERATION_OF(name, true, WARPLENS_CALL_##verb(layout))
WARPLENS_MATRIX_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE
#undef WARPLENS_CALL_Store
#undef WARPLENS_CALL_Load

namespace {

template <bool follow>
void move_matrices_of(WarpRun& run, const Instr& instr, uint32_t lanes) {
  const code::Program& program = *run.context.program;
  const uint32_t site = program.sites_of[static_cast<size_t>(&instr - program.instrs.data())];
  PatternRegisters patterns(run, run.warp.registers.data());
  MemoryUnit<follow> unit(run, run.warp.registers.data(), patterns);
  switch (instr.op) {
#define WARPLENS_CASE(name, ...) \
  case code::Op::k##name:        \
    return memory_operation<code::Op::k##name>(unit, instr, site, lanes);
    WARPLENS_MATRIX_OPS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      WL_ASSERT(false, "an instruction that moves matrices");
  }
}

}  // namespace

void move_matrices(WarpRun& run, const Instr& instr, uint32_t lanes) {
  if (run.warp.origins.empty())
    move_matrices_of<false>(run, instr, lanes);
  else
    move_matrices_of<true>(run, instr, lanes);
}

}  // namespace warplens::machine
