// The table of matrices, asynchronous copies and wide accesses of shared memory
// (tests/data/README.md): both sides of each access, by lanes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/model/addresses.hpp"
#include "sim/model/csv_reader.hpp"
#include "sim/model/device.hpp"

namespace warplens::model {

enum class CopyTableOp : uint8_t { kLoad, kStore, kMatrices, kThroughL1, kPastL1 };

struct CopyTableRow {
  uint32_t line = 0;  // in the file, from 1
  std::string id, pattern;
  std::string name;  // PTX's: "ldmatrix.x4.trans", "cp.async.ca.src", "st.shared.v4"
  CopyTableOp op = CopyTableOp::kLoad;
  bool gives_size = false;  // ".src": copies with a number of source bytes
  uint32_t bytes = 4;       // a lane
  uint32_t mask = 0;        // lanes that give addresses
  uint32_t reading = 0;     // of a copy: lanes whose source is read
  Addresses shared{}, global{};
  // Empty: not counted, or not to be compared: of wide loads SASS metrics deviate, of asynchronous
  // copies the hardware's own counters.
  std::optional<uint32_t> wavefronts, hardware_wavefronts, sectors;
};

base::Result<std::vector<CopyTableRow>, CsvError> parse_copies(std::string_view text);
std::string differing_counts(const Device& device, const CopyTableRow& row);

}  // namespace warplens::model
