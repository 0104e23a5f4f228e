// Every table of accesses with hardware counts, held against the models. Which table it is, its
// columns say: accesses (hardware_csv.hpp), matrices and asynchronous copies (hardware_copies.hpp),
// wmma (hardware_wmma.cpp) or bulk copies (hardware_bulk.cpp); tests/data/README.md has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/model/csv_reader.hpp"
#include "sim/model/device.hpp"

namespace warplens::model {

struct CheckedAccess {
  uint32_t line = 0;  // in the file, from 1
  std::string id, pattern;
  std::string kind;         // "shared ld 4", "cp.async.cg"
  std::string differences;  // "wavefronts: hardware 2, model 1; sectors: ..."; "": all agrees
};
using CheckedTable = base::Result<std::vector<CheckedAccess>, CsvError>;

CheckedTable check_hardware_table(const Device& device, std::string_view text);

// Of one kind of table each.
CheckedTable check_copies(const Device& device, std::string_view text);
CheckedTable check_wmma(const Device& device, std::string_view text);
CheckedTable check_bulk(std::string_view text);

// Collects what differs in an access.
class CountDifferences {
 public:
  // A count that was not measured agrees.
  void compare(std::string_view column, const std::optional<uint32_t>& hardware, uint64_t model);
  void compare(std::string_view column, std::string_view hardware, std::string_view model);
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace warplens::model
