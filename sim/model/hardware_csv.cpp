// Each field that is compared has to be present and valid. The models then count each row.
#include "sim/model/hardware_csv.hpp"

#include <array>
#include <limits>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/model/atomics.hpp"
#include "sim/model/hardware_tables.hpp"

namespace warplens::model {
namespace {

enum Column : size_t {
  kId,
  kPattern,
  kSpace,
  kOp,
  kAtomic,
  kFound,
  kOperand,
  kBytes,
  kMask,
  kWavefronts,
  kRequests,
  kSectors,
  kLines,
  kLoopWavefronts,
  kLane0,
  kColumns = kLane0 + kWarpSize,
};
constexpr std::array<const char*, kLane0> kNames{
    "id",      "pattern",        "space",       "op",         "atomic",   "found",
    "operand", "bytes_per_lane", "active_mask", "wavefronts", "requests", "sectors",
    "lines",   "loop_wavefronts"};

std::vector<CsvColumn> columns_of_accesses() {
  std::vector<CsvColumn> columns;
  for (size_t column = 0; column < kLane0; ++column) {
    const bool is_needed = column == kSpace || column == kOp || column == kBytes || column == kMask;
    columns.push_back({kNames[column], is_needed});
  }
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    columns.push_back({"lane" + std::to_string(lane), true});
  return columns;
}

void read_atomic(CsvReader& reader, HardwareRow& row) {
  if (row.op != SharedOp::kAtomic)
    return reader.complain(kAtomic, say("only an atom row names an atomic"));
  const std::optional<AtomicRule> rule = atomic_rule(row.atomic);
  if (!rule)
    return reader.complain(
        kAtomic, say("{name} is no atomic that is modelled", "name"_a = shown_field(row.atomic)));
  row.op = rule->op;
  if (reader.text(kFound).empty() || reader.text(kOperand).empty()) return;
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  row.values.emplace().function = rule->function;
  row.values->found.fill(reader.count(kFound, kMost));
  row.values->operands.fill(reader.count(kOperand, kMost));
}

HardwareRow read_row(CsvReader& reader, Counted counted) {
  HardwareRow row;
  row.line = reader.line();
  row.id = reader.text(kId);
  row.pattern = reader.text(kPattern);
  const std::string_view space = reader.text(kSpace), op = reader.text(kOp);
  row.is_shared = space == "shared";
  if (space != "shared" && space != "global")
    reader.complain(kSpace,
                    say("{value} is neither shared nor global", "value"_a = shown_field(space)));
  row.op = op == "ld" ? SharedOp::kLoad : op == "st" ? SharedOp::kStore : SharedOp::kAtomic;
  if (op != "ld" && op != "st" && op != "atom")
    reader.complain(kOp, say("{value} is none of ld, st, atom", "value"_a = shown_field(op)));
  row.atomic = reader.text(kAtomic);
  if (!row.atomic.empty()) read_atomic(reader, row);
  row.bytes_per_lane = static_cast<uint32_t>(reader.count(kBytes, 16));
  const uint32_t bytes = row.bytes_per_lane;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) {
    reader.complain(kBytes, say("{value} is none of 1, 2, 4, 8, 16",
                                "value"_a = shown_field(reader.text(kBytes))));
  }
  row.mask = static_cast<uint32_t>(reader.count(kMask, 0xffffffff));
  if (row.mask == 0) reader.complain(kMask, say("no lane is active"));
  row.wavefronts = reader.optional_count(kWavefronts);
  row.requests = reader.optional_count(kRequests);
  row.sectors = reader.optional_count(kSectors);
  row.lines = reader.optional_count(kLines);
  row.loop_wavefronts = reader.optional_count(kLoopWavefronts);
  for (size_t lane = 0; lane < kWarpSize; ++lane) {
    const bool is_blank = reader.text(kLane0 + lane).empty() && (row.mask >> lane & 1u) == 0;
    row.addresses[lane] =
        is_blank ? 0 : reader.count(kLane0 + lane, std::numeric_limits<uint64_t>::max());
  }
  if (counted == Counted::kNotYet) return row;
  if (row.is_shared && !row.wavefronts)
    reader.complain(kWavefronts, say("a shared access needs its wavefronts"));
  if (!row.is_shared && !row.sectors && !row.lines)
    reader.complain(kSectors, say("a global access needs its sectors"));
  return row;
}

}  // namespace

base::Result<std::vector<HardwareRow>, CsvError> parse_hardware_csv(std::string_view text,
                                                                    Counted counted) {
  CsvReader reader(text, columns_of_accesses());
  std::vector<HardwareRow> rows;
  while (reader.next()) rows.push_back(read_row(reader, counted));
  if (reader.error()) return base::fail(*reader.error());
  return rows;
}

namespace {

// SASS metrics count a wide load's groups as merged only if they then have no conflicts; the
// hardware's own counters, which the model follows, always do.
uint32_t counted_loop_wavefronts(const Device& device, const HardwareRow& row) {
  if (!is_loop(row.op)) return 0;
  uint32_t sum = 0;
  for (const CasRound& round : cas_rounds(device, row.bytes_per_lane, row.mask, row.addresses,
                                          row.values ? &*row.values : nullptr)) {
    const auto cost = [&](SharedOp op) {
      return shared_cost(device, op, row.bytes_per_lane, round.lanes, row.addresses);
    };
    const SharedCost load = cost(SharedOp::kLoad);
    sum += load.conflicts() == 0 ? load.wavefronts : cost(SharedOp::kStore).wavefronts;
  }
  return sum;
}

}  // namespace

std::string differing_counts(const Device& device, const HardwareRow& row) {
  CountDifferences differences;
  if (row.is_shared) {
    const SharedCost cost = shared_cost(device, row.op, row.bytes_per_lane, row.mask, row.addresses,
                                        row.values ? &*row.values : nullptr);
    differences.compare("requests", row.requests, cost.atomics);
    differences.compare("wavefronts", row.wavefronts, cost.wavefronts - cost.load_wavefronts);
    differences.compare("loop_wavefronts", row.loop_wavefronts,
                        counted_loop_wavefronts(device, row));
  } else {
    differences.compare("requests", row.requests, 1);  // one access of one warp
    const GlobalCost cost = global_cost(row.bytes_per_lane, row.mask, row.addresses);
    differences.compare("sectors", row.sectors, cost.sectors);
    differences.compare("lines", row.lines, cost.lines);
  }
  return std::move(differences).text();
}

std::string kind_of(const HardwareRow& row) {
  const std::string space = row.is_shared ? "shared " : "global ";
  if (is_atomic(row.op)) return space + "atom " + (row.atomic.empty() ? "add.u32" : row.atomic);
  return space + (row.op == SharedOp::kLoad ? "ld " : "st ") + std::to_string(row.bytes_per_lane);
}

HardwareAgreement compare_with_hardware(const Device& device,
                                        const std::vector<HardwareRow>& rows) {
  HardwareAgreement out;
  out.accesses = rows.size();
  for (size_t i = 0; i < rows.size(); ++i) {
    std::string counts = differing_counts(device, rows[i]);
    if (!counts.empty()) out.mismatches.push_back({i, std::move(counts)});
  }
  return out;
}

}  // namespace warplens::model
