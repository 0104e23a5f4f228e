#include "app/cli/check_hardware.hpp"

#include <fmt/format.h>

#include <ostream>

#include "app/files/files.hpp"
#include "sim/model/hardware_csv.hpp"

namespace warplens::cli {
namespace {

constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of a CSV file

}  // namespace

int check_hardware(const std::string& path, bool show_mismatches, std::ostream& out,
                   std::ostream& err) {
  const base::Result<std::string, std::string> text = files::read_text(path, kMostBytes);
  if (!text) {
    err << "error: " << text.error() << "\n";
    return 2;
  }
  const auto rows = model::parse_hardware_csv(*text);
  if (!rows) {
    const model::CsvError& at = rows.error();
    const std::string column = at.column.empty() ? "" : fmt::format("column {}: ", at.column);
    err << fmt::format("{}:{}: error: {}{}\n", path, at.line, column, at.message);
    return 2;
  }
  const model::HardwareAgreement agreement =
      model::compare_with_hardware(model::default_device(), rows.value());
  if (show_mismatches) {
    for (const model::HardwareMismatch& mismatch : agreement.mismatches) {
      const model::HardwareRow& row = rows.value()[mismatch.row];
      out << fmt::format("{}:{}: access {} ({}): {}\n", path, row.line, row.id, row.pattern,
                         mismatch.counts);
    }
  }
  out << fmt::format("{} of {} accesses agree\n", agreement.agreeing(), agreement.accesses);
  return agreement.mismatches.empty() ? 0 : 1;
}

}  // namespace warplens::cli
