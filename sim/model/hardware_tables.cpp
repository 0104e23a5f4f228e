#include "sim/model/hardware_tables.hpp"

#include "sim/base/say.hpp"
#include "sim/model/hardware_csv.hpp"

namespace warplens::model {

void CountDifferences::compare(std::string_view column, const std::optional<uint32_t>& hardware,
                               uint64_t model) {
  if (hardware) compare(column, std::to_string(*hardware), std::to_string(model));
}

void CountDifferences::compare(std::string_view column, std::string_view hardware,
                               std::string_view model) {
  if (hardware == model) return;
  if (!text_.empty()) text_ += "; ";
  text_ += say("{column}: hardware {measured}, model {modelled}", "column"_a = column,
               "measured"_a = hardware, "modelled"_a = model);
}

CheckedTable check_hardware_table(const Device& device, std::string_view text) {
  if (has_column(text, "shared0")) return check_copies(device, text);
  if (has_column(text, "ldm_elements")) return check_wmma(device, text);
  if (has_column(text, "shared_offset")) return check_bulk(text);
  const auto rows = parse_hardware_csv(text);
  if (!rows) return base::fail(rows.error());
  std::vector<CheckedAccess> checked;
  for (const HardwareRow& row : *rows) {
    checked.push_back({row.line, row.id, row.pattern, kind_of(row), differing_counts(device, row)});
  }
  return checked;
}

}  // namespace warplens::model
