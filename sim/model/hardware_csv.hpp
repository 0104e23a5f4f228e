// Reads the text of a table of accesses with hardware counts and compares the models with it. Pure:
// the caller reads the file and prints the result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/model/cas_loop.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/csv_reader.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model {

// One row: an access and its hardware counts. A count that is empty in the file is not compared.
struct HardwareRow {
  uint32_t line = 0;  // in the file, from 1
  std::string id, pattern;
  bool is_shared = false;
  SharedOp op = SharedOp::kLoad;
  std::string atomic;  // which one, as PTX names it: "add.u32"; "" if the file does not say
  uint32_t bytes_per_lane = 4;
  uint32_t mask = 0;
  Addresses addresses{};
  std::optional<CasValues> values;  // of an atomic, if the file has what all lanes find and bring
  std::optional<uint32_t> wavefronts;                // shared
  std::optional<uint32_t> requests, sectors, lines;  // requests: both; the others: global
  // Of the loads in an atomic that is a loop, as SASS metrics count them (tests/data/README.md);
  // `wavefronts` does not include them.
  std::optional<uint32_t> loop_wavefronts;
};

// The first line names the columns, in any order: space, op, bytes_per_lane, active_mask, lane0 ...
// lane31 are needed; id, pattern, atomic, found, operand, wavefronts, requests, sectors, lines,
// loop_wavefronts are read if present; others are ignored, and so are lines that begin with
// '#'. Lines end with LF or CRLF. Patterns that are yet to be measured need no counts.
enum class Counted : uint8_t { kYes, kNotYet };
base::Result<std::vector<HardwareRow>, CsvError> parse_hardware_csv(
    std::string_view text, Counted counted = Counted::kYes);

// The text of such a table; `remarks` become lines that begin with '#'.
std::string print_hardware_csv(const std::vector<HardwareRow>& rows,
                               const std::vector<std::string>& remarks);

// "global atom add.u64", "shared ld 4"
std::string kind_of(const HardwareRow& row);

struct HardwareMismatch {
  size_t row = 0;      // index into the rows
  std::string counts;  // "wavefronts: hardware 2, model 1"; several are joined by "; "
};
struct HardwareAgreement {
  size_t accesses = 0;
  std::vector<HardwareMismatch> mismatches;
  size_t agreeing() const { return accesses - mismatches.size(); }
};
HardwareAgreement compare_with_hardware(const Device& device, const std::vector<HardwareRow>& rows);
// What differs in one row, as in HardwareMismatch::counts; "" if nothing does.
std::string differing_counts(const Device& device, const HardwareRow& row);

}  // namespace warplens::model
