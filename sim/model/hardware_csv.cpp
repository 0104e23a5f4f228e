// A strict reader: each field that is compared has to be present and valid; the first that is not
// is the error. The models then count each row.
#include "sim/model/hardware_csv.hpp"

#include <array>
#include <charconv>
#include <limits>

#include "sim/base/say.hpp"
#include "sim/model/atomics.hpp"

namespace warplens::model {
namespace {

constexpr size_t kAbsent = std::numeric_limits<size_t>::max();
constexpr size_t kLongestLine = 1 << 16;  // a row is about 300 characters

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

std::string name_of_column(size_t column) {
  return column < kLane0 ? kNames[column] : "lane" + std::to_string(column - kLane0);
}

bool is_needed(size_t column) {
  return column >= kLane0 || column == kSpace || column == kOp || column == kBytes ||
         column == kMask;
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

// For messages: short, without bytes that a terminal would not show.
std::string shown(std::string_view text) {
  std::string out(text.substr(0, 40));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  return "'" + out + (text.size() > 40 ? "...'" : "'");
}

std::optional<uint64_t> number(std::string_view text) {
  int radix = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    radix = 16;
    text.remove_prefix(2);
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// One line after another, without their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  }
  // Skips remarks.
  bool next(std::string_view& line) {
    do {
      if (rest_.empty()) return false;
      const size_t end = rest_.find('\n');
      line = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++number_;
    } while (line.starts_with('#'));
    return true;
  }
  uint32_t number() const { return number_; }

 private:
  std::string_view rest_;
  uint32_t number_ = 0;
};

// Reads the fields of one row and keeps the first error.
class RowReader {
 public:
  RowReader(const std::array<size_t, kColumns>& places, const std::vector<std::string_view>& fields,
            uint32_t line)
      : places_(places), fields_(fields), line_(line) {}

  std::string_view text(size_t column) const {
    return places_[column] == kAbsent ? std::string_view() : fields_[places_[column]];
  }
  uint64_t count(size_t column, uint64_t most) {
    const auto value = number(text(column));
    if (!value) {
      complain(column, text(column).empty()
                           ? say("a number is missing")
                           : say("{value} is not a whole number", "value"_a = shown(text(column))));
    } else if (*value > most) {
      complain(column, say("{value} is too large (at most {limit})",
                           "value"_a = shown(text(column)), "limit"_a = most));
    }
    return value.value_or(0);
  }
  std::optional<uint32_t> optional_count(size_t column) {
    if (text(column).empty()) return std::nullopt;
    return static_cast<uint32_t>(count(column, std::numeric_limits<uint32_t>::max()));
  }
  void complain(size_t column, std::string message) {
    if (!error_) error_ = CsvError{line_, name_of_column(column), std::move(message)};
  }
  const std::optional<CsvError>& error() const { return error_; }

 private:
  const std::array<size_t, kColumns>& places_;
  const std::vector<std::string_view>& fields_;
  uint32_t line_;
  std::optional<CsvError> error_;
};

void read_atomic(RowReader& reader, HardwareRow& row) {
  if (row.op != SharedOp::kAtomic)
    return reader.complain(kAtomic, say("only an atom row names an atomic"));
  const std::optional<AtomicRule> rule = atomic_rule(row.atomic);
  if (!rule)
    return reader.complain(
        kAtomic, say("{name} is no atomic that is modelled", "name"_a = shown(row.atomic)));
  row.op = rule->op;
  if (reader.text(kFound).empty() || reader.text(kOperand).empty()) return;
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  row.values.emplace().function = rule->function;
  row.values->found.fill(reader.count(kFound, kMost));
  row.values->operands.fill(reader.count(kOperand, kMost));
}

HardwareRow read_row(RowReader& reader, uint32_t line, Counted counted) {
  HardwareRow row;
  row.line = line;
  row.id = reader.text(kId);
  row.pattern = reader.text(kPattern);
  const std::string_view space = reader.text(kSpace), op = reader.text(kOp);
  row.is_shared = space == "shared";
  if (space != "shared" && space != "global")
    reader.complain(kSpace, say("{value} is neither shared nor global", "value"_a = shown(space)));
  row.op = op == "ld" ? SharedOp::kLoad : op == "st" ? SharedOp::kStore : SharedOp::kAtomic;
  if (op != "ld" && op != "st" && op != "atom")
    reader.complain(kOp, say("{value} is none of ld, st, atom", "value"_a = shown(op)));
  row.atomic = reader.text(kAtomic);
  if (!row.atomic.empty()) read_atomic(reader, row);
  row.bytes_per_lane = static_cast<uint32_t>(reader.count(kBytes, 16));
  const uint32_t bytes = row.bytes_per_lane;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) {
    reader.complain(
        kBytes, say("{value} is none of 1, 2, 4, 8, 16", "value"_a = shown(reader.text(kBytes))));
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
  Lines lines(text);
  std::string_view line;
  if (!lines.next(line)) return base::fail(CsvError{1, "", say("the file is empty")});
  const uint32_t first_line = lines.number();
  const std::vector<std::string_view> header = split(line.substr(0, kLongestLine));
  std::array<size_t, kColumns> places;
  for (size_t column = 0; column < kColumns; ++column) {
    places[column] = kAbsent;
    for (size_t i = 0; i < header.size(); ++i) {
      if (header[i] != name_of_column(column)) continue;
      if (places[column] != kAbsent)
        return base::fail(
            CsvError{first_line, name_of_column(column), say("this column appears twice")});
      places[column] = i;
    }
    if (is_needed(column) && places[column] == kAbsent) {
      return base::fail(CsvError{first_line, name_of_column(column),
                                 say("this column is missing from the first line")});
    }
  }
  std::vector<HardwareRow> rows;
  while (lines.next(line)) {
    if (line.empty()) continue;
    if (line.size() > kLongestLine)
      return base::fail(CsvError{lines.number(), "", say("this line is too long for a row")});
    const std::vector<std::string_view> fields = split(line);
    if (fields.size() != header.size()) {
      return base::fail(
          CsvError{lines.number(), "",
                   say("this row has {count} fields, and the first line names {wanted}",
                       "count"_a = fields.size(), "wanted"_a = header.size())});
    }
    RowReader reader(places, fields, lines.number());
    HardwareRow row = read_row(reader, lines.number(), counted);
    if (reader.error()) return base::fail(*reader.error());
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return base::fail(CsvError{lines.number(), "", say("the file has no rows")});
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
  std::string counts;
  const auto compare = [&](const char* what, const std::optional<uint32_t>& hardware,
                           uint32_t model) {
    if (!hardware || *hardware == model) return;
    if (!counts.empty()) counts += "; ";
    counts += say("{column}: hardware {measured}, model {modelled}", "column"_a = what,
                  "measured"_a = *hardware, "modelled"_a = model);
  };
  if (row.is_shared) {
    const SharedCost cost = shared_cost(device, row.op, row.bytes_per_lane, row.mask, row.addresses,
                                        row.values ? &*row.values : nullptr);
    compare("requests", row.requests, cost.atomics);
    compare("wavefronts", row.wavefronts, cost.wavefronts - cost.load_wavefronts);
    compare("loop_wavefronts", row.loop_wavefronts, counted_loop_wavefronts(device, row));
  } else {
    compare("requests", row.requests, 1);  // one access of one warp
    const GlobalCost cost = global_cost(row.bytes_per_lane, row.mask, row.addresses);
    compare("sectors", row.sectors, cost.sectors);
    compare("lines", row.lines, cost.lines);
  }
  return counts;
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
