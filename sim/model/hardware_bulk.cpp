// The table of bulk and tensor copies: "bulk", "bulkst", "bulkred": bytes into shared memory, out
// of it, and added to global memory; "tma1" to "tma3", "tmast1" to "tmast3": boxes of a tensor.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/model/bulk_rule.hpp"
#include "sim/model/hardware_tables.hpp"

namespace warplens::model {
namespace {

enum BulkColumn : size_t {
  kBulkOp,
  kSharedOffset,
  kBulkBytes,
  kGlobalOffset,
  kElementBytes,
  kDim0,
  kBox0 = kDim0 + 3,
  kSwizzle = kBox0 + 3,
  kPlace0,
  kPitch1 = kPlace0 + 3,
  kPitch2,
  kWordsWritten,
  kWordsRead,
  kSectorsIn,
  kSectorsOut,
};

std::vector<CsvColumn> columns_of_bulk() {
  std::vector<CsvColumn> columns;
  for (const char* name : {"op",
                           "shared_offset",
                           "bytes",
                           "global_offset",
                           "elem_bytes",
                           "dim0",
                           "dim1",
                           "dim2",
                           "box0",
                           "box1",
                           "box2",
                           "swizzle",
                           "x",
                           "y",
                           "z",
                           "pitch1",
                           "pitch2",
                           "bank_writes_words",
                           "bank_reads_words",
                           "sectors_in",
                           "sectors_out"})
    columns.push_back({name, true});
  return columns;
}

constexpr uint64_t kMostShared = uint64_t{256} << 10;  // [bytes] more than a multiprocessor has
constexpr uint64_t kMostGlobal = uint64_t{1} << 40;    // [bytes]

// Consecutive bytes on both sides. Of places outside the tensor addresses mean nothing.
struct BulkRow {
  uint64_t shared = 0, global = 0, bytes = 0;
  int64_t inside_begin = 0, inside_end = 0;  // the bytes of them that the tensor has
};

BulkCost cost_of_row(BulkDirection direction, const BulkRow& row) {
  BulkCost sum;
  BulkPieces pieces{direction, 0, 0, 0};
  Addresses global{};
  uint32_t count = 0;
  const auto flush = [&] {
    if (count != 0) sum += bulk_cost(pieces, global);
    pieces = {direction, 0, 0, 0};
    count = 0;
  };
  for (uint64_t at = 0; at < row.bytes; at += kBulkPieceBytes) {
    const auto first = static_cast<int64_t>(at);
    const bool begins = (row.shared + at) % kBulkCutBytes < kBulkPieceBytes;
    if (begins && count + kBulkCutBytes / kBulkPieceBytes > kWarpSize) flush();
    pieces.mask |= 1u << count;
    if (begins) pieces.begins |= 1u << count;
    if (first < row.inside_end && first + kBulkPieceBytes > row.inside_begin)
      pieces.inside |= 1u << count;
    global[count++] = row.global + at;
  }
  flush();
  return sum;
}

// A box of up to three dimensions, x fastest.
struct TensorBox {
  uint64_t element_bytes = 0;
  std::array<uint64_t, 3> dims{1, 1, 1}, box{1, 1, 1};
  std::array<int64_t, 3> place{};
  std::array<uint64_t, 3> pitches{};  // [bytes]
  uint64_t span = 0;                  // [bytes] of the swizzle; 0: none

  uint64_t row_bytes() const { return box[0] * element_bytes; }
  // [bytes] between two rows in shared memory: a narrow row leaves a hole.
  uint64_t shared_pitch() const { return std::max(span, row_bytes()); }
};

BulkCost cost_of_box(BulkDirection direction, const TensorBox& box, uint64_t shared) {
  const auto at = [&](size_t dim, uint64_t step) {
    return box.place[dim] + static_cast<int64_t>(step);
  };
  const auto is_inside = [&](size_t dim, uint64_t step) {
    return at(dim, step) >= 0 && at(dim, step) < static_cast<int64_t>(box.dims[dim]);
  };
  const auto element = static_cast<int64_t>(box.element_bytes);
  BulkCost sum;
  for (uint64_t z = 0; z < box.box[2]; ++z) {
    for (uint64_t y = 0; y < box.box[1]; ++y) {
      BulkRow row{shared, 0, box.row_bytes(), 0, 0};
      shared += box.shared_pitch();
      row.global = static_cast<uint64_t>(at(0, 0) * element) +
                   static_cast<uint64_t>(at(1, y)) * box.pitches[1] +
                   static_cast<uint64_t>(at(2, z)) * box.pitches[2];
      if (is_inside(1, y) && is_inside(2, z)) {
        row.inside_begin = -at(0, 0) * element;
        row.inside_end = row.inside_begin + static_cast<int64_t>(box.dims[0]) * element;
      }
      sum += cost_of_row(direction, row);
    }
  }
  return sum;
}

TensorBox read_box(CsvReader& reader, size_t dims) {
  constexpr uint64_t kMostBox = 256;
  constexpr std::array<uint64_t, 4> kSpans{0, 32, 64, 128};
  TensorBox box;
  box.element_bytes = reader.count(kElementBytes, 8);
  for (size_t i = 0; i < dims; ++i) {
    box.dims[i] = reader.count(kDim0 + i, kMostGlobal);
    box.box[i] = reader.count(kBox0 + i, kMostBox);
    box.place[i] = reader.integer(kPlace0 + i, kMostGlobal);
    if (i > 0) box.pitches[i] = reader.count(kPitch1 + i - 1, kMostGlobal);
  }
  box.span = kSpans[reader.count(kSwizzle, kSpans.size() - 1)];
  if (box.shared_pitch() * box.box[1] * box.box[2] > kMostShared)
    reader.complain(kBox0, say("such a box is larger than shared memory"));
  return box;
}

// The counters of words see a few others in a launch: what is left of a word is dropped.
std::optional<uint32_t> whole_words(CsvReader& reader, size_t column) {
  if (reader.text(column).empty()) return std::nullopt;
  const double value = reader.number(column);
  const bool is_word = value >= 0 && value < static_cast<double>(kMostShared);
  return is_word ? std::optional(static_cast<uint32_t>(std::floor(value))) : std::nullopt;
}

CheckedAccess check_copy(CsvReader& reader) {
  CheckedAccess access;
  access.line = reader.line();
  access.id = access.kind = reader.text(kBulkOp);
  std::string_view op = reader.text(kBulkOp);
  const uint64_t shared = reader.count(kSharedOffset, kMostShared);
  BulkDirection direction = BulkDirection::kFromShared;
  BulkCost cost;
  if (op == "bulk" || op == "bulkst" || op == "bulkred") {
    if (op == "bulk") direction = BulkDirection::kIntoShared;
    BulkRow row{shared, reader.count(kGlobalOffset, kMostGlobal), 0, 0, 0};
    row.bytes = reader.count(kBulkBytes, kMostShared);
    row.inside_end = static_cast<int64_t>(row.bytes);
    access.pattern = say("{bytes} bytes", "bytes"_a = row.bytes);
    if (!reader.error()) cost = cost_of_row(direction, row);
  } else if (op == "tma1" || op == "tma2" || op == "tma3" || op == "tmast1" || op == "tmast2" ||
             op == "tmast3") {
    if (!op.starts_with("tmast")) direction = BulkDirection::kIntoShared;
    const TensorBox box = read_box(reader, static_cast<size_t>(op.back() - '0'));
    access.pattern = say("{bytes} bytes", "bytes"_a = box.row_bytes() * box.box[1] * box.box[2]);
    if (!reader.error()) cost = cost_of_box(direction, box, shared);
  } else {
    reader.complain(kBulkOp,
                    say("{value} is no access that such a table has", "value"_a = shown_field(op)));
  }
  CountDifferences differences;
  if (direction == BulkDirection::kIntoShared) {
    differences.compare("bank_writes_words", whole_words(reader, kWordsWritten), cost.words);
    differences.compare("sectors_in", reader.optional_count(kSectorsIn), cost.sectors);
  } else {
    differences.compare("bank_reads_words", whole_words(reader, kWordsRead), cost.words);
    differences.compare("sectors_out", reader.optional_count(kSectorsOut), cost.sectors);
  }
  access.differences = std::move(differences).text();
  return access;
}

}  // namespace

CheckedTable check_bulk(std::string_view text) {
  CsvReader reader(text, columns_of_bulk());
  std::vector<CheckedAccess> checked;
  while (reader.next()) checked.push_back(check_copy(reader));
  if (reader.error()) return base::fail(*reader.error());
  return checked;
}

}  // namespace warplens::model
