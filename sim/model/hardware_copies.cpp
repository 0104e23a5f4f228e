#include "sim/model/hardware_copies.hpp"

#include <algorithm>
#include <limits>

#include "sim/base/say.hpp"
#include "sim/model/async_copy_rule.hpp"
#include "sim/model/hardware_tables.hpp"
#include "sim/model/matrix_rule.hpp"

namespace warplens::model {
namespace {

enum CopyColumn : size_t {
  kCopyId,
  kCopyPattern,
  kCopyOp,
  kCopyBytes,
  kCopyMask,
  kCopyWavefronts,
  kCopyHardwareWavefronts,
  kCopySectors,
  kShortMask,
  kShortBytes,
  kShared0,
  kGlobal0 = kShared0 + kWarpSize,
};

std::vector<CsvColumn> columns_of_copies() {
  std::vector<CsvColumn> columns{{"id"},
                                 {"pattern"},
                                 {"op", true},
                                 {"bytes_per_lane", true},
                                 {"active_mask", true},
                                 {"wavefronts", true},
                                 {"hardware_wavefronts"},
                                 {"sectors"},
                                 {"short_mask"},
                                 {"short_bytes"}};
  for (const char* side : {"shared", "global"}) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      columns.push_back({side + std::to_string(lane), true});
  }
  return columns;
}

// What PTX calls it, and how many matrices it has.
struct CopyName {
  CopyTableOp op = CopyTableOp::kLoad;
  bool gives_size = false;
  uint32_t matrices = 0;
};

std::optional<CopyName> read_name(std::string_view name, uint32_t bytes) {
  using Op = CopyTableOp;
  const auto is_matrix = [&](std::string_view front) { return name.starts_with(front); };
  if (is_matrix("ldmatrix.x") || is_matrix("stmatrix.x")) {
    std::string_view rest = name.substr(std::string_view("ldmatrix.x").size());
    if (rest.ends_with(".trans")) rest.remove_suffix(std::string_view(".trans").size());
    if (rest == "1" || rest == "2" || rest == "4")
      return CopyName{Op::kMatrices, false, static_cast<uint32_t>(rest[0] - '0')};
    return std::nullopt;
  }
  const std::string vector = bytes <= 4 ? "" : ".v" + std::to_string(bytes / 4);
  if (name == "ld.shared" + vector) return CopyName{Op::kLoad, false, 0};
  if (name == "st.shared" + vector) return CopyName{Op::kStore, false, 0};
  const bool gives_size = name.ends_with(".src");
  if (gives_size) name.remove_suffix(std::string_view(".src").size());
  if (name == "cp.async.ca" && bytes >= 4) return CopyName{Op::kThroughL1, gives_size, 0};
  if (name == "cp.async.cg" && bytes == 16) return CopyName{Op::kPastL1, gives_size, 0};
  return std::nullopt;
}

bool is_async(CopyTableOp op) {
  return op == CopyTableOp::kThroughL1 || op == CopyTableOp::kPastL1;
}

Addresses read_addresses(CsvReader& reader, size_t first, uint32_t mask) {
  Addresses out{};
  for (size_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    out[lane] = reader.count(first + lane, std::numeric_limits<uint64_t>::max());
  }
  return out;
}

void read_counts(CsvReader& reader, CopyTableRow& row) {
  const bool is_wide_load = row.op == CopyTableOp::kLoad && row.bytes > 4;
  if (!is_wide_load) row.wavefronts = reader.optional_count(kCopyWavefronts);
  if (!is_async(row.op)) row.hardware_wavefronts = reader.optional_count(kCopyHardwareWavefronts);
  if (!row.wavefronts && !row.hardware_wavefronts)
    reader.complain(kCopyWavefronts, say("a shared access needs its wavefronts"));
  if (is_async(row.op)) row.sectors = reader.optional_count(kCopySectors);
}

CopyTableRow read_copy(CsvReader& reader) {
  CopyTableRow row;
  row.line = reader.line();
  row.id = reader.text(kCopyId);
  row.pattern = reader.text(kCopyPattern);
  row.name = reader.text(kCopyOp);
  row.bytes = static_cast<uint32_t>(reader.count(kCopyBytes, 16));
  if (row.bytes != 1 && row.bytes != 2 && row.bytes != 4 && row.bytes != 8 && row.bytes != 16) {
    reader.complain(kCopyBytes, say("{value} is none of 1, 2, 4, 8, 16",
                                    "value"_a = shown_field(reader.text(kCopyBytes))));
    return row;
  }
  const std::optional<CopyName> name = read_name(row.name, row.bytes);
  if (!name) {
    reader.complain(kCopyOp, say("{value} is no access that such a table has",
                                 "value"_a = shown_field(row.name)));
    return row;
  }
  row.op = name->op;
  row.gives_size = name->gives_size;
  row.mask = static_cast<uint32_t>(reader.count(kCopyMask, 0xffffffff));
  if (name->matrices != 0 && name->matrices < kMostMatrices)
    row.mask &= (1u << (kMatrixRows * name->matrices)) - 1;
  if (row.mask == 0) reader.complain(kCopyMask, say("no lane is active"));
  row.shared = read_addresses(reader, kShared0, row.mask);
  read_counts(reader, row);
  if (!is_async(row.op)) return row;
  row.global = read_addresses(reader, kGlobal0, row.mask);
  row.reading = row.mask;
  if (row.gives_size && reader.count(kShortBytes, row.bytes) == 0)
    row.reading &= ~static_cast<uint32_t>(reader.count(kShortMask, 0xffffffff));
  return row;
}

}  // namespace

base::Result<std::vector<CopyTableRow>, CsvError> parse_copies(std::string_view text) {
  CsvReader reader(text, columns_of_copies());
  std::vector<CopyTableRow> rows;
  while (reader.next()) rows.push_back(read_copy(reader));
  if (reader.error()) return base::fail(*reader.error());
  return rows;
}

std::string differing_counts(const Device& device, const CopyTableRow& row) {
  SharedCost cost;
  uint32_t sectors = 0;
  if (row.op == CopyTableOp::kMatrices) {
    cost = matrix_cost(device, row.mask, row.shared).sum();
  } else if (is_async(row.op)) {
    const AsyncCopyCost copied = async_copy_cost(
        {row.bytes, row.op == CopyTableOp::kPastL1, row.gives_size, row.mask, row.reading},
        row.shared, row.global);
    cost = copied.shared;
    sectors = copied.sectors;
  } else {
    const SharedOp op = row.op == CopyTableOp::kLoad ? SharedOp::kLoad : SharedOp::kStore;
    cost = shared_cost(device, op, row.bytes, row.mask, row.shared);
  }
  CountDifferences differences;
  differences.compare("wavefronts", row.wavefronts, cost.wavefronts);
  differences.compare("hardware_wavefronts", row.hardware_wavefronts, cost.wavefronts);
  differences.compare("sectors", row.sectors, sectors);
  return std::move(differences).text();
}

CheckedTable check_copies(const Device& device, std::string_view text) {
  const auto rows = parse_copies(text);
  if (!rows) return base::fail(rows.error());
  std::vector<CheckedAccess> checked;
  for (const CopyTableRow& row : *rows) {
    checked.push_back({row.line, row.id, row.pattern, row.name, differing_counts(device, row)});
  }
  return checked;
}

}  // namespace warplens::model
